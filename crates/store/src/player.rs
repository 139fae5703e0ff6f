//! The people at a table: an index that finds a visitor's tables.

use crate::{Head, TableId};

/// The people that a table keeps at most.
pub const MAX_PLAYERS: usize = 32;

/// A person at a table, as an entry of the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerEntry {
    /// The visitor's id. The store compares it and never shows it.
    pub holder: [u8; 16],
    /// The place of the person's name among [`Head::names`]; `None` if the person has left.
    pub place: Option<u32>,
    /// Whether the table waits for this person.
    pub is_asked: bool,
}

/// How many tables of a visitor are read, each counted from the one that they joined last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablesLimit {
    /// Tables that are not over.
    pub running: u32,
    /// Tables that are over.
    pub over: u32,
}

/// A table of a visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayersTable {
    /// Its id.
    pub id: TableId,
    /// Its entry in lists.
    pub head: Head,
    /// The place of the visitor's name among the names of the head. `None` if the visitor has left, or if no server has
    /// loaded the table since the store keeps places.
    pub place: Option<u32>,
    /// Whether the table waits for this visitor.
    pub is_asked: bool,
}
