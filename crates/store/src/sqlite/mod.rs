//! A store in a folder, as an SQLite database.
//!
//! One thread writes and one reads, each with its own connection. Readers see every commit that was answered.
//! An open store holds a lock on its folder. The operating system releases the lock when the process ends, even after a
//! crash.

mod error;
mod reader;
mod schema;
mod worker;
mod writer;

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub use self::error::SqliteError;
use self::worker::{Worker, ignore};
use self::writer::{Change, Write, Writer};
use crate::{Answer, Head, Store, StoreError, StoredTable, TableId, check_text};

/// A store in a folder.
///
/// The folder holds `tables.sqlite` with its journal, and `lock`.
/// To restore a backup, put it into an empty folder under the name `tables.sqlite`.
pub struct SqliteStore {
    path: PathBuf,
    writer: Worker<Write>,
    reader: Worker<Query>,
}

/// Name of the database in its folder.
const DATABASE: &str = "tables.sqlite";

/// Outcome of a request. The outer error is the database's, the inner one refuses this request alone.
type Tried<T> = rusqlite::Result<Result<T, StoreError>>;

/// A query for the reader's connection. It sends its answer itself.
type Query = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteStore {
    /// Opens the store in a folder. Creates the folder and the database as needed, and migrates an old database. This
    /// blocks until the disk answers.
    pub fn open(folder: &Path) -> Result<SqliteStore, SqliteError> {
        let lock = make_and_lock(folder)?;
        let path = folder.join(DATABASE);
        let mut writer = Writer::new(schema::open_writer(&path)?, path.clone());
        let connection = schema::open_reader(&path)?;

        let writer = Worker::start("store writer", move |writes, n_waiting| {
            writer.write_and_pause(writes, n_waiting);
            // The thread drops the writer first: the lock outlives its connection.
            let _ = &lock;
        });
        let reader = Worker::start("store reader", move |queries: Vec<Query>, _| {
            for query in queries {
                query(&connection);
            }
        });
        let no_thread = |error: io::Error| SqliteError::Failed {
            path: path.clone(),
            reason: error.to_string(),
        };
        let (writer, reader) = (writer.map_err(no_thread)?, reader.map_err(no_thread)?);
        Ok(SqliteStore { path, writer, reader })
    }

    /// Reads a table from a folder. A server may have the folder open, unless its database needs a migration.
    pub fn table_in(folder: &Path, id: TableId) -> Result<StoredTable, SqliteError> {
        let path = database_in(folder)?;
        let connection = schema::open_reader(&path)?;
        if schema::is_old(&connection, &path)? {
            let _lock = make_and_lock(folder)?;
            drop(schema::open_writer(&path)?);
        }
        let read = reader::read(&connection, id).map_err(|error| SqliteError::of(&path, &error))?;
        read.map_err(SqliteError::Store)
    }

    /// Copies the database of a folder to a new file. A server may have the folder open.
    pub fn backup_of(folder: &Path, to: &Path) -> Result<(), SqliteError> {
        backup(&database_in(folder)?, to)
    }

    /// Adds an exported table to a folder. No server may have the folder open.
    pub fn import_into(folder: &Path, table: StoredTable) -> Result<(), SqliteError> {
        check_text(&table.events, Some(&table.head))?;
        let _lock = make_and_lock(folder)?;
        let path = folder.join(DATABASE);
        let mut writer = Writer::new(schema::open_writer(&path)?, path);
        let (reply, answer) = oneshot::channel();
        writer.write(vec![Write { change: Change::Create(table), reply, runtime: None }]);
        answer.blocking_recv().unwrap_or(Err(StoreError::Closed))?;
        Ok(())
    }

    fn change(&self, change: Change) -> Answer<u64> {
        self.writer.ask(|reply| Write { change, reply, runtime: Handle::try_current().ok() })
    }

    fn query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Tried<T> + Send + 'static,
    ) -> Answer<T> {
        let path = self.path.clone();
        self.reader.ask(move |reply| {
            Box::new(move |connection: &Connection| {
                let answer = query(connection)
                    .unwrap_or_else(|error| Err(SqliteError::of(&path, &error).into()));
                ignore(reply.send(answer), "the caller has gone");
            })
        })
    }
}

impl Store for SqliteStore {
    fn create(&self, table: StoredTable) -> Answer<()> {
        if let Err(refusal) = check_text(&table.events, Some(&table.head)) {
            return Box::pin(async { Err(refusal) });
        }
        let created = self.change(Change::Create(table));
        Box::pin(async { created.await.map(|_| ()) })
    }

    fn append(
        &self,
        id: TableId,
        after: u64,
        events: Vec<String>,
        head: Option<Head>,
    ) -> Answer<u64> {
        match check_text(&events, head.as_ref()) {
            Ok(()) => self.change(Change::Append { id, after, events, head }),
            Err(refusal) => Box::pin(async { Err(refusal) }),
        }
    }

    fn exists(&self, id: TableId) -> Answer<bool> {
        self.query(move |connection| reader::exists(connection, id))
    }

    fn read(&self, id: TableId) -> Answer<StoredTable> {
        self.query(move |connection| reader::read(connection, id))
    }

    fn open_tables(&self, limit: usize) -> Answer<Vec<(TableId, Head)>> {
        self.query(move |connection| reader::open_tables(connection, limit))
    }

    fn n_tables(&self) -> Answer<u64> {
        self.query(reader::n_tables)
    }

    fn check_writable(&self) -> Answer<()> {
        let checked = self.change(Change::Check);
        Box::pin(async { checked.await.map(|_| ()) })
    }

    fn close(&self) -> Answer<()> {
        let (reader, writer) = (self.reader.close(), self.writer.close());
        Box::pin(async {
            // The writer last: as its connection closes, SQLite copies the journal into the database.
            reader.await;
            writer.await;
            Ok(())
        })
    }
}

impl fmt::Debug for SqliteStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteStore").field("path", &self.path).finish_non_exhaustive()
    }
}

/// The database of a folder that has one.
fn database_in(folder: &Path) -> Result<PathBuf, SqliteError> {
    let path = folder.join(DATABASE);
    if path.is_file() {
        Ok(path)
    } else {
        Err(SqliteError::NoDatabase { folder: folder.to_owned() })
    }
}

/// The lock of a folder. Closing the file is not enough to release it: a program that this process starts at that moment
/// has the file open too, until it runs.
struct FolderLock(File);

impl Drop for FolderLock {
    fn drop(&mut self) {
        ignore(self.0.unlock(), "the system unlocks a file that nobody has open");
    }
}

/// Creates a folder if needed, and takes its lock.
fn make_and_lock(folder: &Path) -> Result<FolderLock, SqliteError> {
    make_folder(folder).map_err(|error| SqliteError::not_writable(folder, &error))?;
    let path = folder.join("lock");
    let lock = File::create(&path).map_err(|error| SqliteError::not_writable(&path, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(FolderLock(lock)),
        Err(TryLockError::WouldBlock) => Err(SqliteError::InUse { path: folder.to_owned() }),
        Err(TryLockError::Error(error)) => Err(SqliteError::not_writable(&path, &error)),
    }
}

/// Creates a folder that only its owner can read, because seeds lie in it. An existing folder keeps its permissions.
fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    sync_names_beside(folder)
}

/// Creates an empty file that only its owner can read.
fn make_file(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Writes the name of a new file or folder to disk. Only Unix has a call for that.
fn sync_names_beside(path: &Path) -> io::Result<()> {
    match std::path::absolute(path)?.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        Some(_) | None => Ok(()),
    }
}

/// Copies a database to a new file. The file gets its name when it is complete and on disk.
fn backup(from: &Path, to: &Path) -> Result<(), SqliteError> {
    if to.exists() {
        return Err(SqliteError::FileExists { path: to.to_owned() });
    }
    let refuse = |error: io::Error| SqliteError::not_writable(to, &error);
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let name = part.to_str().ok_or_else(|| refuse(io::ErrorKind::InvalidFilename.into()))?;
    ignore(fs::remove_file(&part), "there is none, unless a backup was interrupted");
    make_file(&part).map_err(refuse)?;

    let connection = schema::open_reader(from)?;
    if let Err(error) = connection.execute("VACUUM INTO ?", [name]) {
        ignore(fs::remove_file(&part), "the first error matters more");
        return Err(SqliteError::of(to, &error));
    }
    let keep = || {
        File::open(&part)?.sync_all()?;
        fs::rename(&part, to)?;
        sync_names_beside(to)
    };
    keep().map_err(refuse)
}
