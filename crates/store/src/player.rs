//! The people at a table: an index that finds a visitor's tables.

use crate::{Head, TableId};

/// The people that a table keeps at most.
pub const MAX_PLAYERS: usize = 32;

/// A person at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Player {
    /// The visitor's id. The store compares it and never shows it.
    pub holder: [u8; 16],
    /// Whether the table waits for this person.
    pub is_asked: bool,
}

/// A table of a visitor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayersTable {
    /// Its id.
    pub id: TableId,
    /// Its entry in lists.
    pub head: Head,
    /// Whether the table waits for this visitor.
    pub is_asked: bool,
}
