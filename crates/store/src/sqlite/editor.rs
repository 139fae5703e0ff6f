//! Changes to a folder that no server has open: deleting tables, and rewriting what is kept of them.

use std::fmt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::files::{FolderLock, make_and_lock};
use super::{SqliteError, Tried, database_in, fold, reader, schema, writer};
use crate::{CountedHead, PrunePolicy, StoreError, StoredTable, TableId, check_text};

/// A folder that is open for changes. It holds the lock of the folder, so no server can run.
///
/// Call [`SqliteEditor::finish`] at the end: deleted texts stay in the file until then.
pub struct SqliteEditor {
    path: PathBuf,
    // The connection comes before the lock, so that it is closed first.
    connection: Connection,
    _lock: FolderLock,
}

impl SqliteEditor {
    /// Opens a folder that has tables. Refused if a server has the folder open.
    pub fn open(folder: &Path) -> Result<SqliteEditor, SqliteError> {
        let path = database_in(folder)?;
        let lock = make_and_lock(folder)?;
        let connection = schema::open_writer(&path)?;
        Ok(SqliteEditor { path, connection, _lock: lock })
    }

    /// All tables, the latest change first.
    pub fn tables(&self) -> Result<Vec<(TableId, CountedHead)>, SqliteError> {
        self.answer(reader::all_tables(&self.connection))
    }

    /// Everything that is kept of a table.
    pub fn read(&self, id: TableId) -> Result<StoredTable, SqliteError> {
        self.answer(reader::read(&self.connection, id, &|| false))
    }

    /// The tables that a policy deletes, the latest change first.
    pub fn prunable(
        &self,
        policy: &PrunePolicy,
        now: i64,
    ) -> Result<Vec<(TableId, CountedHead)>, SqliteError> {
        let mut tables = self.tables()?;
        tables.retain(|(_, table)| policy.allows(&table.head, now));
        Ok(tables)
    }

    /// Deletes tables with all that is kept of them: all of them or, if one does not exist, none.
    pub fn delete(&mut self, ids: &[TableId]) -> Result<(), SqliteError> {
        self.change(|transaction| {
            for &id in ids {
                if !writer::delete(transaction, id)? {
                    return Ok(Err(StoreError::NoSuchTable { id }));
                }
            }
            Ok(Ok(()))
        })
    }

    /// Replaces the head and the events of a table. Its seed stays.
    ///
    /// This breaks the rule that events never change. It is for operators who have to erase a name or a text.
    pub fn rewrite(&mut self, table: &StoredTable) -> Result<(), SqliteError> {
        check_text(&table.events, Some(&table.head))?;
        self.change(|transaction| writer::rewrite(transaction, table))
    }

    /// Rewrites the database without the deleted rows, and waits for the disk. This needs room for a second copy.
    pub fn finish(self) -> Result<(), SqliteError> {
        let fail = |error: rusqlite::Error| SqliteError::of(&self.path, &error);
        self.connection.execute_batch("VACUUM").map_err(fail)?;
        if fold::fold(&self.connection, "TRUNCATE") {
            Ok(())
        } else {
            // A program that reads the old pages keeps them in the log.
            Err(SqliteError::InUse { path: self.path.clone() })
        }
    }

    fn change(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> Tried<()>,
    ) -> Result<(), SqliteError> {
        let changed = || {
            let transaction =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            match change(&transaction)? {
                Ok(()) => transaction.commit().map(Ok),
                // The dropped transaction is rolled back.
                Err(refusal) => Ok(Err(refusal)),
            }
        };
        let changed = changed();
        self.answer(changed)
    }

    fn answer<T>(&self, tried: Tried<T>) -> Result<T, SqliteError> {
        let answer = tried.map_err(|error| SqliteError::of(&self.path, &error))?;
        answer.map_err(SqliteError::Store)
    }
}

impl fmt::Debug for SqliteEditor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteEditor").field("path", &self.path).finish_non_exhaustive()
    }
}
