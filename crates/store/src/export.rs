//! A table as text, for backups and for moving it to another server.
//!
//! ```text
//! nekoza table 1
//! id 7zzzzzzzzzzzzzzzzzzzzzzzzz
//! seed 0123456789abcdef…
//! game meow
//! stage playing
//! listed yes
//! updated 1700000000000
//! summary Mia, Tom
//! events 2
//! open meow
//! sit Mia
//! end
//! ```
//!
//! The lines of the header always stand in this order; then there is a line for every event.
//! The number of events and the last line are there so that a file that was cut short is noticed.

use std::fmt;
use std::fmt::Write as _;

use crate::{Head, Seed, Stage, Table, check_text};

/// The first line of every export.
const FORMAT: &str = "nekoza table 1";

/// The last line of every export.
const END: &str = "end";

/// An export that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadExport {
    /// The line, from 1.
    pub line: usize,
    /// What should stand there. What stands there instead is not told: it may be a secret.
    pub wanted: &'static str,
}

impl fmt::Display for BadExport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not what it should be, wanted {}", self.line, self.wanted)
    }
}

impl std::error::Error for BadExport {}

impl Table {
    /// The table as text. It has the seed, so it is for whoever hosts the table, and for nobody who plays at it.
    pub fn export(&self) -> String {
        let Table { id, seed, head, events } = self;
        let Head { game, stage, listed, summary, updated } = head;
        let mut text = format!("{FORMAT}\nid {id}\nseed ");
        for byte in seed.bytes() {
            write!(text, "{byte:02x}").expect("text can be written to a text");
        }
        let (stage, listed) = (stage.name(), if *listed { "yes" } else { "no" });
        let n_events = events.len();
        write!(text, "\ngame {game}\nstage {stage}\nlisted {listed}\nupdated {updated}\nsummary {summary}\nevents {n_events}\n")
            .expect("text can be written to a text");
        for event in events {
            text.push_str(event);
            text.push('\n');
        }
        text + END + "\n"
    }

    /// Reads a table that was exported.
    pub fn import(text: &str) -> Result<Table, BadExport> {
        let mut lines = Lines { lines: text.lines(), n_read: 0 };
        lines.value("", "`nekoza table 1`", |line| (line == FORMAT).then_some(()))?;
        let id = lines.value("id", "`id` and the name of a table", |id| id.parse().ok())?;
        let seed = lines.value("seed", "`seed` and 64 hexadecimal digits", read_seed)?;
        let game = lines.value("game", "`game` and the id of a game", read_text)?;
        let stage =
            lines.value("stage", "`stage` and `waiting`, `playing` or `over`", Stage::of_name)?;
        let listed = lines.value("listed", "`listed` and `yes` or `no`", |word| match word {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        })?;
        let updated =
            lines.value("updated", "`updated` and milliseconds since 1970", read_number)?;
        let summary = lines.value("summary", "`summary` and a text", read_text)?;
        let n_events: u64 =
            lines.value("events", "`events` and the number of events", read_number)?;
        let mut events = Vec::new();
        for _ in 0..n_events {
            events.push(lines.value("", "another event", read_text)?);
        }
        lines.value("", "`end`", |line| (line == END).then_some(()))?;
        if lines.lines.next().is_some() {
            return Err(BadExport { line: lines.n_read + 1, wanted: "nothing more" });
        }
        Ok(Table { id, seed, head: Head { game, stage, listed, summary, updated }, events })
    }
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    n_read: usize,
}

impl<'a> Lines<'a> {
    /// The value of the next line, which begins with a key unless that is empty.
    fn value<T>(
        &mut self,
        key: &str,
        wanted: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, BadExport> {
        self.n_read += 1;
        let value = self.lines.next().and_then(|line| match key {
            "" => Some(line),
            key => match line.strip_prefix(key)? {
                // Editors like to cut off the blank before an empty value.
                "" => Some(""),
                rest => rest.strip_prefix(' '),
            },
        });
        value.and_then(read).ok_or(BadExport { line: self.n_read, wanted })
    }
}

fn read_text(text: &str) -> Option<String> {
    let text = [text.to_owned()];
    check_text(&text, None).ok()?;
    let [text] = text;
    Some(text)
}

/// A number as it is written, and in no other way.
fn read_number<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

fn read_seed(digits: &str) -> Option<Seed> {
    let small_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != 64 || !digits.bytes().all(small_hex) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(&digits[place..place + 2], 16).ok()?;
    }
    Some(Seed::from_bytes(bytes))
}
