//! The stored data of a table.

use crate::{StoreError, StoredSeed, TableId, TextProblem};

/// Longest event, and longest text of a head, in bytes.
pub const MAX_LINE_BYTES: usize = 65_536;

/// The stored data of one table. A server turns it into a `table::Table`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTable {
    /// Its id.
    pub id: TableId,
    /// The secret behind its deals.
    pub seed: StoredSeed,
    /// Its entry in a list of tables.
    pub head: Head,
    /// The events, in order. The first event has the number 1.
    pub events: Vec<String>,
}

/// A table's entry in a list of tables. It is written together with the events that change it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Name of the game.
    pub game: String,
    /// How far the table is.
    pub stage: TableStage,
    /// Whether a person has decided something in a game. Tables where nobody did can be deleted early.
    pub played: bool,
    /// Whether public lists show the table.
    pub listed: bool,
    /// Number of seats that wait for a player.
    pub free_seats: u32,
    /// Names of the people at the table, in the order of their seats.
    pub names: Vec<String>,
    /// Time of the last change in milliseconds since 1970. Lists are sorted by it.
    pub updated: i64,
}

/// A table's entry in a list, and the length of its log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedHead {
    /// The entry.
    pub head: Head,
    /// Number of events.
    pub n_events: u64,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStage {
    /// It waits for players.
    Waiting,
    /// A game is being played.
    Playing,
    /// The game has ended.
    Over,
}

impl TableStage {
    /// All stages, in the order in which a table passes through them.
    pub const ALL: [TableStage; 3] = [TableStage::Waiting, TableStage::Playing, TableStage::Over];

    /// Its name in databases and exports.
    pub const fn name(self) -> &'static str {
        match self {
            TableStage::Waiting => "waiting",
            TableStage::Playing => "playing",
            TableStage::Over => "over",
        }
    }

    /// The stage with this name.
    pub fn named(name: &str) -> Option<TableStage> {
        TableStage::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

/// Checks that events and the texts of a head are lines: short enough, and without control characters.
///
/// Every store calls this before it writes, so that an export has one line for each.
pub fn check_text(events: &[String], head: Option<&Head>) -> Result<(), StoreError> {
    for (event, n) in events.iter().zip(1..) {
        let total = events.len();
        check_line(event, || format!("event {n} of {total}"))?;
    }
    if let Some(Head { game, names, stage: _, played: _, listed: _, free_seats: _, updated: _ }) =
        head
    {
        check_line(game, || "the game".into())?;
        for (name, n) in names.iter().zip(1..) {
            let total = names.len();
            check_line(name, || format!("name {n} of {total}"))?;
        }
    }
    Ok(())
}

fn check_line(text: &str, what: impl Fn() -> String) -> Result<(), StoreError> {
    let refuse = |problem| Err(StoreError::NotALine { what: what(), problem });
    if text.len() > MAX_LINE_BYTES {
        return refuse(TextProblem::Long(text.len()));
    }
    match text.chars().find(|char| char.is_control()) {
        Some(char) => refuse(TextProblem::Control(char)),
        None => Ok(()),
    }
}
