//! The games in a terminal.
//!
//! - [`play`](play()) plays on the screen, [`replay`](replay()) shows recorded games there.
//! - [`plain`](plain()) plays in lines, for screen readers, pipes and scripts.
//!
//! A table is a growing record. Each step is saved before it is shown. Everything on the screen comes
//! from a [`View`](rules::View) and the message catalogue.

mod action_choices;
mod begin;
mod curtain;
mod error;
mod face;
mod game_screen;
mod hint;
mod layout;
mod local_table;
mod menu;
mod overlay;
mod palette;
mod plain;
mod replay;
mod save;
mod save_folder;
mod screen;
mod seats;
mod sheet;
mod terminal;
#[cfg(test)]
mod tests;

use std::time::Instant;

pub use begin::{NewGame, Start, random_seed, seed_of};
pub use error::{PlayError, record_problem};
pub use palette::Palette;
pub use plain::plain;
pub use save_folder::SaveFolder;
pub use seats::{Player, people, seat_players};
pub use terminal::{TerminalSettings, play, replay};

/// Returns the current time. Only bots with a time limit need it.
pub type Clock = fn() -> Instant;
