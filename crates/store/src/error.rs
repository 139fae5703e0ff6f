//! Why a store refuses something, or cannot do it.

use std::fmt;
use std::path::PathBuf;

use crate::{MAX_LINE_BYTES, TableId};

/// Why a store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum StoreError {
    /// No table has this id.
    NoSuchTable { id: TableId },
    /// A table with this id is there already.
    TableExists { id: TableId },
    /// Events should follow event `after`, but `found` is the last.
    Conflict { id: TableId, after: u64, found: u64 },
    /// An event or a part of a head is not a line of text. Says which, not what: it may be a secret.
    NotALine { what: String, problem: TextProblem },
    /// Nothing is kept in this folder.
    NoDatabase { path: PathBuf },
    /// A file is there already, and a backup replaces none.
    FileExists { path: PathBuf },
    /// A folder or a file cannot be made or written, for this reason.
    NotWritable { path: PathBuf, reason: String },
    /// Another process has opened this folder.
    InUse { path: PathBuf },
    /// The database was written by a newer version: its own version, and the last that is known.
    TooNew { path: PathBuf, found: u32, known: u32 },
    /// There is no room on the disk of this database.
    DiskFull { path: PathBuf },
    /// The database could not do it, for this reason.
    Failed { path: PathBuf, reason: String },
    /// The store is closed.
    Closed,
}

/// What is wrong with a text that should be a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextProblem {
    /// It has this control character.
    Control(char),
    /// It has so many bytes, more than [`MAX_LINE_BYTES`].
    Long(usize),
}

impl StoreError {
    /// Whether the request itself was refused, so that nothing was written and the store is well.
    pub fn is_refusal(&self) -> bool {
        match self {
            StoreError::NoSuchTable { .. }
            | StoreError::TableExists { .. }
            | StoreError::Conflict { .. }
            | StoreError::NotALine { .. }
            | StoreError::NoDatabase { .. }
            | StoreError::FileExists { .. } => true,
            StoreError::NotWritable { .. }
            | StoreError::InUse { .. }
            | StoreError::TooNew { .. }
            | StoreError::DiskFull { .. }
            | StoreError::Failed { .. }
            | StoreError::Closed => false,
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
            StoreError::NoDatabase { path } => {
                let path = path.display();
                write!(f, "no tables are kept in `{path}`, wanted the folder of a server")
            }
            StoreError::FileExists { path } => {
                write!(f, "`{}` is there already, wanted a new file", path.display())
            }
            StoreError::NotWritable { path, reason } => {
                write!(f, "cannot write `{}`: {reason}", path.display())
            }
            StoreError::InUse { path } => {
                let path = path.display();
                write!(f, "`{path}` is in use by another process, wanted a folder of its own")
            }
            StoreError::TooNew { path, found, known } => {
                let path = path.display();
                write!(
                    f,
                    "`{path}` has version {found}, wanted at most {known}: it was written by a newer nekoza"
                )
            }
            StoreError::DiskFull { path } => {
                write!(f, "no room on the disk of `{}`", path.display())
            }
            StoreError::Failed { path, reason } => write!(f, "`{}`: {reason}", path.display()),
            StoreError::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreError {}
