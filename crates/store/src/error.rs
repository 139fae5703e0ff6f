//! Why a store refuses a request, or fails at it.

use std::fmt;

use crate::{MAX_LINE_BYTES, TableId};

/// Why a request to a store failed. It is the same for every engine.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum StoreError {
    /// No table has this id.
    NoSuchTable { id: TableId },
    /// A table with this id exists already.
    TableExists { id: TableId },
    /// The caller appended after event `after`, but the last event is `found`.
    Conflict { id: TableId, after: u64, found: u64 },
    /// An event or a part of a head is not a line of text. `what` names the part and not its content, which may be a
    /// secret.
    NotALine { what: String, problem: TextProblem },
    /// The engine failed. `message` is for the operator; players must not see it.
    Failed { message: String },
    /// The store is closed.
    Closed,
}

/// What is wrong with a text that should be a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextProblem {
    /// It contains this control character.
    Control(char),
    /// It has this many bytes, more than [`MAX_LINE_BYTES`].
    Long(usize),
}

impl StoreError {
    /// Whether the request itself was refused: nothing was written, and the store still works.
    pub fn is_refusal(&self) -> bool {
        match self {
            StoreError::NoSuchTable { .. }
            | StoreError::TableExists { .. }
            | StoreError::Conflict { .. }
            | StoreError::NotALine { .. } => true,
            StoreError::Failed { .. } | StoreError::Closed => false,
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::NoSuchTable { id } => write!(f, "there is no table `{id}`"),
            StoreError::TableExists { id } => {
                write!(f, "there is a table `{id}` already, wanted a new one")
            }
            StoreError::Conflict { id, after, found } => {
                write!(f, "the last event of table `{id}` is {found}, wanted {after}")
            }
            StoreError::NotALine { what, problem: TextProblem::Control(found) } => {
                write!(f, "{what} has the character {found:?}, wanted a line of text")
            }
            StoreError::NotALine { what, problem: TextProblem::Long(n_bytes) } => {
                write!(f, "{what} has {n_bytes} bytes, wanted at most {MAX_LINE_BYTES}")
            }
            StoreError::Failed { message } => f.write_str(message),
            StoreError::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreError {}
