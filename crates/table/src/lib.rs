//! The play at a table, as values: no clock, no dice, no files.
//!
//! - [`record`] reads and writes games as text, in the format that `docs/notation.md` defines.
//! - [`deck`] reads the values of another box in place of the standard ones.
//! - [`referee`] replays a record from the start and checks every step.
//! - [`sealed`] holds simultaneous choices back until every seat has chosen.
//! - [`terms`] are the settings that are fixed before the first deal.
//!
//! A game that has just begun, written and refereed:
//!
//! ```
//! use rules::{Turn, catbox};
//! use table::{record::{Record, RecordText}, referee::referee};
//!
//! let text = "[Rules \"catbox@1 players=3\"]\n[Result \"*\"]\n\nstart 2 {by lot}\n";
//! let texts = RecordText::read_all(text).unwrap();
//! let record = Record::<catbox::State>::read(&texts[0]).unwrap();
//! assert!(record.to_string().ends_with("\n\nstart 2\n"));
//! let game = referee(&record, |_| ()).unwrap();
//! assert_eq!(rules::Game::turn(&game), Turn::Chance);
//! ```
//!
//! Errors are codes and facts ([`rules::Say`]); the sentences are in the catalogue.

#![warn(missing_docs, clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

pub mod cat;
pub mod command;
pub mod decision;
pub mod deck;
pub mod event;
pub mod lobby;
pub mod name;
pub mod news;
pub mod play;
pub mod record;
pub mod referee;
pub mod sealed;
pub mod seed;
pub mod table;
pub mod terms;
pub mod verify;
pub mod view;

/// A position in a text file, counted like in editors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
}

impl Position {
    /// The position of a byte; the end of the text if it is shorter.
    pub fn of(text: &str, byte: usize) -> Position {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: before.matches('\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        }
    }

    /// The position this many characters further right in the line.
    fn right(self, n_chars: usize) -> Position {
        Position { column: self.column + n_chars as u32, ..self }
    }
}
