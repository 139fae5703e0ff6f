//! What is kept of a table.

use crate::{Seed, StoreError, TableId, TextProblem};

/// The longest event, and the longest text of a head.
pub const MAX_LINE_BYTES: usize = 65_536;

/// Everything that is kept of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its name.
    pub id: TableId,
    /// What its deals are made of.
    pub seed: Seed,
    /// What a list of tables shows of it.
    pub head: Head,
    /// What happened, in order. The first has the number 1.
    pub events: Vec<String>,
}

/// What a list of tables shows of one. It is written together with the events that change it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game, as its id.
    pub game: String,
    /// How far the table is.
    pub stage: Stage,
    /// Whether everybody may see it in lists.
    pub listed: bool,
    /// Whatever else a list shows, as the server writes it.
    pub summary: String,
    /// When this was written, in milliseconds since 1970. Lists are sorted by it.
    pub updated: i64,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Players are still coming.
    Waiting,
    /// The game is being played.
    Playing,
    /// Nothing more will happen.
    Over,
}

impl Stage {
    /// All of them, in the order in which a table goes through them.
    pub const ALL: [Stage; 3] = [Stage::Waiting, Stage::Playing, Stage::Over];

    /// Its name in databases and exports.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Waiting => "waiting",
            Stage::Playing => "playing",
            Stage::Over => "over",
        }
    }

    /// The stage with this name.
    pub fn of_name(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

/// Checks that events and the texts of a head are lines: short enough, and without control characters.
///
/// Every store asks this before it writes, so that an export has a line for each.
pub fn check_text(events: &[String], head: Option<&Head>) -> Result<(), StoreError> {
    for (event, n) in events.iter().zip(1..) {
        let total = events.len();
        check_line(event, || format!("event {n} of {total}"))?;
    }
    if let Some(Head { game, summary, stage: _, listed: _, updated: _ }) = head {
        check_line(game, || "the game".into())?;
        check_line(summary, || "the summary".into())?;
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
