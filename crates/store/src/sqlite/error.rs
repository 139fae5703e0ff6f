//! What can go wrong with a folder and its database.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use rusqlite::ErrorCode;

use crate::StoreError;

/// Why a folder with tables cannot be opened, read or copied.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum SqliteError {
    /// The folder contains no database.
    NoDatabase { folder: PathBuf },
    /// A backup does not replace a file, and this one exists.
    FileExists { path: PathBuf },
    /// A folder or a file cannot be created or written.
    NotWritable { path: PathBuf, reason: String },
    /// Another process has opened this folder.
    InUse { path: PathBuf },
    /// A newer program wrote the database: its version, and the newest one that this program knows.
    TooNew { path: PathBuf, found: u32, known: u32 },
    /// The disk of this database is full.
    DiskFull { path: PathBuf },
    /// This file is no database, or parts of it are broken.
    Damaged { path: PathBuf, reason: String },
    /// SQLite failed.
    Failed { path: PathBuf, reason: String },
    /// The store refused the request or failed at it.
    Store(StoreError),
}

impl SqliteError {
    /// The reason why SQLite failed.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> SqliteError {
        let path = path.to_owned();
        let reason = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => SqliteError::DiskFull { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                SqliteError::InUse { path }
            }
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                SqliteError::NotWritable { path, reason }
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                SqliteError::Damaged { path, reason }
            }
            _ => SqliteError::Failed { path, reason },
        }
    }

    pub(super) fn not_writable(path: &Path, error: &io::Error) -> SqliteError {
        SqliteError::NotWritable { path: path.to_owned(), reason: error.to_string() }
    }
}

impl fmt::Display for SqliteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SqliteError::NoDatabase { folder } => {
                let folder = folder.display();
                write!(f, "`{folder}` contains no tables, wanted the folder of a server")
            }
            SqliteError::FileExists { path } => {
                write!(f, "`{}` exists already, wanted a new file", path.display())
            }
            SqliteError::NotWritable { path, reason } => {
                write!(f, "cannot write `{}`: {reason}", path.display())
            }
            SqliteError::InUse { path } => {
                let path = path.display();
                write!(f, "`{path}` is in use by another process, wanted a folder of its own")
            }
            SqliteError::TooNew { path, found, known } => {
                let path = path.display();
                write!(
                    f,
                    "`{path}` has version {found}, wanted at most {known}: it was written by a newer nekoza"
                )
            }
            SqliteError::DiskFull { path } => {
                write!(f, "no room on the disk of `{}`", path.display())
            }
            SqliteError::Damaged { path, reason } => {
                write!(f, "`{}` is damaged: {reason}", path.display())
            }
            SqliteError::Failed { path, reason } => write!(f, "`{}`: {reason}", path.display()),
            SqliteError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SqliteError {}

impl From<SqliteError> for StoreError {
    fn from(error: SqliteError) -> StoreError {
        match error {
            SqliteError::Store(error) => error,
            SqliteError::NoDatabase { .. }
            | SqliteError::FileExists { .. }
            | SqliteError::NotWritable { .. }
            | SqliteError::InUse { .. }
            | SqliteError::TooNew { .. }
            | SqliteError::DiskFull { .. }
            | SqliteError::Damaged { .. }
            | SqliteError::Failed { .. } => StoreError::Failed { message: error.to_string() },
        }
    }
}

impl From<StoreError> for SqliteError {
    fn from(error: StoreError) -> SqliteError {
        SqliteError::Store(error)
    }
}
