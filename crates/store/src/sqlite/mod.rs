//! The log in a folder, as an SQLite database.
//!
//! One thread writes and one reads, each with its own connection; readers see every commit that was answered.
//! While the store is open it holds a lock on the folder, which ends with the process however that ends.

mod desk;
mod reader;
mod schema;
mod writer;

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use rusqlite::Connection;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use self::desk::{Desk, nevermind};
use self::schema::failed;
use self::writer::{Change, Write, Writer};
use crate::{Answer, Head, Seed, Store, StoreError, Table, TableId, check_text};

/// The log in a folder.
///
/// The folder holds `tables.sqlite` with what belongs to it, and `lock`.
/// To restore a backup, put it into an empty folder under that name.
pub struct SqliteStore {
    path: PathBuf,
    writer: Desk<Write>,
    reader: Desk<Question>,
}

/// The name of the database in its folder.
const DATABASE: &str = "tables.sqlite";

/// What came of a request. The outer error is the database's, the inner one refuses this request alone.
type Tried<T> = rusqlite::Result<Result<T, StoreError>>;

/// Something to ask the reader's connection; it answers to whoever waits.
type Question = Box<dyn FnOnce(&Connection) + Send>;

impl SqliteStore {
    /// Opens the log in a folder; makes both if they are not there. Takes the time that disks take. Who opens it in a
    /// runtime hears of writes from a task there, as long as that runtime runs.
    pub fn open(folder: &Path) -> Result<SqliteStore, StoreError> {
        make_folder(folder).map_err(|error| not_writable(folder, &error))?;
        let lock = lock(folder)?;
        let path = folder.join(DATABASE);
        let tasks = Handle::try_current().ok();
        let mut writer = Writer::new(schema::open_writer(&path)?, path.clone(), tasks);
        let connection = schema::open_reader(&path)?;

        let writer = Desk::open("store writer", move |writes, n_waiting| {
            // The lock goes where the connection goes.
            let _ = &lock;
            writer.write_and_rest(writes, n_waiting);
        });
        let reader = Desk::open("store reader", move |questions: Vec<Question>, _| {
            for question in questions {
                question(&connection);
            }
        });
        let no_thread =
            |error: io::Error| StoreError::Failed { path: path.clone(), reason: error.to_string() };
        let (writer, reader) = (writer.map_err(no_thread)?, reader.map_err(no_thread)?);
        Ok(SqliteStore { path, writer, reader })
    }

    /// Everything that is kept of a table, read beside a server that may have the folder open.
    pub fn table_in(folder: &Path, id: TableId) -> Result<Table, StoreError> {
        let path = database_in(folder)?;
        let connection = schema::open_reader(&path)?;
        reader::whole(&connection, id).unwrap_or_else(|error| Err(failed(&path, &error)))
    }

    /// Writes a copy of everything to a new file, beside a server that may have the folder open.
    pub fn backup_of(folder: &Path, to: &Path) -> Result<(), StoreError> {
        backup(&database_in(folder)?, to)
    }

    /// Begins a table as it was exported. No server may have the folder open.
    pub fn import_into(folder: &Path, table: Table) -> Result<(), StoreError> {
        check_text(&table.events, Some(&table.head))?;
        make_folder(folder).map_err(|error| not_writable(folder, &error))?;
        let _lock = lock(folder)?;
        let path = folder.join(DATABASE);
        let mut writer = Writer::new(schema::open_writer(&path)?, path, None);
        let (reply, answer) = oneshot::channel();
        writer.write(vec![Write { change: Change::Create(table), reply }]);
        answer.blocking_recv().unwrap_or(Err(StoreError::Closed)).map(|_| ())
    }

    fn change(&self, change: Change) -> Answer<u64> {
        self.writer.ask(|reply| Write { change, reply })
    }

    fn question<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Connection) -> Tried<T> + Send + 'static,
    ) -> Answer<T> {
        let path = self.path.clone();
        self.reader.ask(move |reply| {
            Box::new(move |connection: &Connection| {
                let answer =
                    question(connection).unwrap_or_else(|error| Err(failed(&path, &error)));
                nevermind(reply.send(answer), "who asked has gone");
            })
        })
    }
}

impl Store for SqliteStore {
    fn create(&self, table: Table) -> Answer<()> {
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

    fn read(&self, id: TableId, after: u64) -> Answer<Vec<String>> {
        self.question(move |connection| reader::read(connection, id, after))
    }

    fn seed(&self, id: TableId) -> Answer<Seed> {
        self.question(move |connection| reader::seed(connection, id))
    }

    fn whole(&self, id: TableId) -> Answer<Table> {
        self.question(move |connection| reader::whole(connection, id))
    }

    fn open_tables(&self, limit: usize) -> Answer<Vec<(TableId, Head)>> {
        self.question(move |connection| reader::open_tables(connection, limit))
    }

    fn playing(&self) -> Answer<Vec<TableId>> {
        self.question(reader::playing)
    }

    fn n_tables(&self) -> Answer<u64> {
        self.question(reader::n_tables)
    }

    fn backup(&self, path: PathBuf) -> Answer<()> {
        // On a thread of its own: it takes as long as the log is, and readers should not wait for it.
        let from = self.path.clone();
        let is_open = self.question(|_| Ok(Ok(())));
        Box::pin(async move {
            is_open.await?;
            let (reply, answer) = oneshot::channel();
            thread::spawn(move || {
                nevermind(reply.send(backup(&from, &path)), "who asked has gone");
            });
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }

    fn close(&self) -> Answer<()> {
        let (reader, writer) = (self.reader.close(), self.writer.close());
        Box::pin(async {
            // The writer last: with its connection the log is folded into the database.
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
fn database_in(folder: &Path) -> Result<PathBuf, StoreError> {
    let path = folder.join(DATABASE);
    if path.is_file() { Ok(path) } else { Err(StoreError::NoDatabase { path: folder.to_owned() }) }
}

/// Makes a folder that only its owner can look into, for it will hold seeds. One that is there stays as it is.
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

/// Makes an empty file that only its owner can read.
fn make_file(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Brings the name of a new file or folder to disk. Only Unix has a way to ask for that.
fn sync_names_beside(path: &Path) -> io::Result<()> {
    match std::path::absolute(path)?.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        Some(_) | None => Ok(()),
    }
}

/// Takes the lock of a folder, which lasts as long as the file is open.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join("lock");
    let lock = File::create(&path).map_err(|error| not_writable(&path, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: folder.to_owned() }),
        Err(TryLockError::Error(error)) => Err(not_writable(&path, &error)),
    }
}

/// Copies a database into a new file, which gets its name when it is complete and on disk.
fn backup(from: &Path, to: &Path) -> Result<(), StoreError> {
    if to.exists() {
        return Err(StoreError::FileExists { path: to.to_owned() });
    }
    let refuse = |error: io::Error| not_writable(to, &error);
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let name = part.to_str().ok_or_else(|| refuse(io::ErrorKind::InvalidFilename.into()))?;
    nevermind(fs::remove_file(&part), "seldom was a backup cut short before");
    make_file(&part).map_err(refuse)?;

    let connection = schema::open_reader(from)?;
    if let Err(error) = connection.execute("VACUUM INTO ?", [name]) {
        nevermind(fs::remove_file(&part), "that the disk is full is worth more");
        return Err(failed(to, &error));
    }
    let keep = || {
        File::open(&part)?.sync_all()?;
        fs::rename(&part, to)?;
        sync_names_beside(to)
    };
    keep().map_err(refuse)
}

fn not_writable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::NotWritable { path: path.to_owned(), reason: error.to_string() }
}
