//! A table as text, for backups and for moving it to another server.
//!
//! ```text
//! nekoza table 3
//! id 7zzzzzzzzzzzzzzzzzzzzzzzzz
//! seed 0123456789abcdef…
//! game meow
//! stage playing
//! played yes
//! listed yes
//! updated 1700000000000
//! free-seats 1
//! names 2
//! Mia
//! Tom
//! events 2
//! open meow
//! sit Mia
//! end
//! ```
//!
//! The lines of the header always have this order; then comes a line for every event.
//! The number of events and the last line reveal a file that was cut short.
//!
//! Format 2 had no line `played`, and format 1 besides had one line for free seats and names, `summary 1 Mia, Tom`. Both
//! are still read.

use std::fmt;
use std::fmt::Write as _;

use crate::{Head, StoredSeed, StoredTable, TableStage, check_text};

/// First line of every export.
const FORMAT: &str = "nekoza table 3";

/// First lines of exports in the older formats.
const OLD_FORMATS: [&str; 2] = ["nekoza table 1", "nekoza table 2"];

/// Last line of every export.
const END: &str = "end";

/// An export that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadExport {
    /// The line, counted from 1.
    pub line: usize,
    /// The expected line. The actual line is left out because it may be a secret.
    pub wanted: &'static str,
}

impl fmt::Display for BadExport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not what it should be, wanted {}", self.line, self.wanted)
    }
}

impl std::error::Error for BadExport {}

impl StoredTable {
    /// The table as text. It contains the seed: show it to the operator of the server, never to a player.
    pub fn export(&self) -> String {
        let StoredTable { id, seed, head, events } = self;
        let Head { game, stage, played, listed, free_seats, names, updated } = head;
        let mut text = format!("{FORMAT}\nid {id}\nseed ");
        for byte in seed.bytes() {
            write!(text, "{byte:02x}").expect("text can be written to a text");
        }
        let yes = |yes: &bool| if *yes { "yes" } else { "no" };
        let (stage, played, listed) = (stage.name(), yes(played), yes(listed));
        write!(
            text,
            "\ngame {game}\nstage {stage}\nplayed {played}\nlisted {listed}\nupdated {updated}\nfree-seats {free_seats}\n"
        )
        .expect("text can be written to a text");
        for (key, lines) in [("names", names), ("events", events)] {
            writeln!(text, "{key} {}", lines.len()).expect("text can be written to a text");
            for line in lines {
                text.push_str(line);
                text.push('\n');
            }
        }
        text + END + "\n"
    }

    /// Reads an exported table.
    pub fn import(text: &str) -> Result<StoredTable, BadExport> {
        let mut lines = Lines { lines: text.lines(), n_read: 0 };
        let format = lines.value("", "`nekoza table 3`", |line| {
            let formats = OLD_FORMATS.into_iter().chain([FORMAT]);
            formats.zip(1..).find(|(format, _)| *format == line).map(|(_, number)| number)
        })?;
        let id = lines.value("id", "`id` and the id of a table", |id| id.parse().ok())?;
        let seed = lines.value("seed", "`seed` and 64 hexadecimal digits", read_seed)?;
        let game = lines.value("game", "`game` and the name of a game", read_text)?;
        let stage = lines.value(
            "stage",
            "`stage` and `waiting`, `playing` or `over`",
            TableStage::named,
        )?;
        // Older formats knew only whether a game had begun.
        let played = match format {
            1 | 2 => stage != TableStage::Waiting,
            _ => lines.value("played", "`played` and `yes` or `no`", read_yes)?,
        };
        let listed = lines.value("listed", "`listed` and `yes` or `no`", read_yes)?;
        let updated =
            lines.value("updated", "`updated` and milliseconds since 1970", read_number)?;
        let (free_seats, names) = if format == 1 {
            lines.value("summary", "`summary` and a text", |text| {
                read_text(text).map(|summary| read_summary(&summary))
            })?
        } else {
            let free_seats =
                lines.value("free-seats", "`free-seats` and their number", read_number)?;
            let n_names = lines.value("names", "`names` and the number of names", read_number)?;
            (free_seats, lines.texts(n_names, "another name")?)
        };
        let n_events = lines.value("events", "`events` and the number of events", read_number)?;
        let events = lines.texts(n_events, "another event")?;
        lines.value("", "`end`", |line| (line == END).then_some(()))?;
        if lines.lines.next().is_some() {
            return Err(BadExport { line: lines.n_read + 1, wanted: "nothing more" });
        }
        let head = Head { game, stage, played, listed, free_seats, names, updated };
        Ok(StoredTable { id, seed, head, events })
    }
}

/// Free seats and names of a summary in format 1, by the same rule as `migrations/0002.sql`.
fn read_summary(summary: &str) -> (u32, Vec<String>) {
    let (free_seats, names): (_, Vec<_>) = match summary.as_bytes() {
        [digit @ b'0'..=b'9', b' ', ..] => {
            (u32::from(digit - b'0'), summary[2..].split(", ").collect())
        }
        // A text in another form stays whole, as the only name.
        _ => (0, vec![summary]),
    };
    let names = if names == [""] { Vec::new() } else { names };
    (free_seats, names.into_iter().map(str::to_owned).collect())
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    n_read: usize,
}

impl<'a> Lines<'a> {
    /// The value of the next line. The line begins with the key, unless that is empty.
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
                // Some editors cut off the blank before an empty value.
                "" => Some(""),
                rest => rest.strip_prefix(' '),
            },
        });
        value.and_then(read).ok_or(BadExport { line: self.n_read, wanted })
    }

    /// The next lines, each of them a text.
    fn texts(&mut self, n_texts: u64, wanted: &'static str) -> Result<Vec<String>, BadExport> {
        (0..n_texts).map(|_| self.value("", wanted, read_text)).collect()
    }
}

fn read_yes(word: &str) -> Option<bool> {
    match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn read_text(text: &str) -> Option<String> {
    let text = [text.to_owned()];
    check_text(&text, None).ok()?;
    let [text] = text;
    Some(text)
}

/// A number in its one text form: no sign `+`, no leading zeros.
fn read_number<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}

fn read_seed(digits: &str) -> Option<StoredSeed> {
    let small_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if digits.len() != 64 || !digits.bytes().all(small_hex) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, place) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(&digits[place..place + 2], 16).ok()?;
    }
    Some(StoredSeed::from_bytes(bytes))
}
