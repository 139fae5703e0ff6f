//! A store in a folder, as an SQLite database.
//!
//! One thread writes. A few others read, each with its own connection, and see every commit that was answered. One more
//! folds the write-ahead log into the database.
//! An open store holds a lock on its folder. The operating system releases the lock when the process ends, even after a
//! crash.

mod editor;
mod error;
mod files;
mod fold;
mod players;
mod pool;
mod reader;
mod schema;
mod worker;
mod writer;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub use self::editor::SqliteEditor;
pub use self::error::SqliteError;
use self::files::{Files, SystemFiles, make_and_lock, write_whole};
use self::fold::Folder;
use self::pool::{IsGone, Pool};
use self::worker::Worker;
use self::writer::{Write, WriteRequest, Writer};
use crate::{
    CountedHead, Head, PlayerEntry, PlayersTable, PrunePolicy, Store, StoreError, StoreFuture,
    StoredTable, TableId, TablesLimit, check_text,
};

/// A store in a folder.
///
/// The folder holds `tables.sqlite` with its write-ahead log, and `lock`. Only their owner can read them.
/// To restore a backup, put it into an empty folder under the name `tables.sqlite`.
pub struct SqliteStore {
    path: PathBuf,
    // The readers come before the writer, so that they are dropped first: the last connection removes the log.
    /// For short queries. No long one is ever before them.
    heads: Pool,
    /// For queries that may take long.
    tables: Pool,
    writer: Worker<Write>,
}

/// Settings of a store in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SqliteOptions {
    /// How often the write-ahead log is folded into the database, while there is something in it. If the log is lost, the
    /// changes since then are lost with it.
    pub fold_every: Duration,
}

impl Default for SqliteOptions {
    fn default() -> SqliteOptions {
        SqliteOptions { fold_every: Duration::from_secs(60) }
    }
}

/// Number of tables that are deleted in one transaction. Moves wait that long.
const TABLES_PER_PRUNE: usize = 8;

/// Number of threads that read whole tables.
const N_READERS: usize = 3;

/// Name of the database in its folder.
const DATABASE: &str = "tables.sqlite";

/// Outcome of a request. The outer error is the database's, the inner one refuses this request alone.
type Tried<T> = rusqlite::Result<Result<T, StoreError>>;

impl SqliteStore {
    /// Opens the store in a folder. Creates the folder and the database as needed, and migrates an old database. This
    /// blocks until the disk answers.
    pub fn open(folder: &Path) -> Result<SqliteStore, SqliteError> {
        SqliteStore::open_with(folder, &SqliteOptions::default())
    }

    /// Opens the store in a folder with other settings.
    pub fn open_with(folder: &Path, options: &SqliteOptions) -> Result<SqliteStore, SqliteError> {
        let lock = make_and_lock(folder)?;
        let path = folder.join(DATABASE);
        let no_thread = |error: io::Error| SqliteError::Failed {
            path: path.clone(),
            reason: error.to_string(),
        };
        let mut writer = Writer::new(schema::open_writer(&path)?, path.clone());
        let folding = schema::open_folder(&path)?;
        let folder = Folder::start(folding, options.fold_every, writer.has_news());
        writer.set_folder(folder.map_err(no_thread)?);
        let pool = |name: &str, n_threads: usize| {
            let connections = (0..n_threads).map(|_| schema::open_reader(&path));
            Pool::start(name, connections.collect::<Result<_, _>>()?).map_err(no_thread)
        };
        let (heads, tables) = (pool("store heads", 1)?, pool("store tables", N_READERS)?);
        let writer = Worker::start("store writer", move |writes, n_waiting| {
            writer.write_and_pause(writes, n_waiting);
            // The thread drops the writer first: the lock outlives its connection.
            let _ = &lock;
        });
        let writer = writer.map_err(no_thread)?;
        Ok(SqliteStore { path, heads, tables, writer })
    }

    /// Reads a table from a folder. A server may have the folder open, unless its database needs a migration.
    pub fn table_in(folder: &Path, id: TableId) -> Result<StoredTable, SqliteError> {
        SqliteStore::read_in(folder, |connection| reader::read(connection, id, &|| false))
    }

    fn read_in<T>(
        folder: &Path,
        query: impl FnOnce(&Connection) -> Tried<T>,
    ) -> Result<T, SqliteError> {
        let path = database_in(folder)?;
        let connection = schema::open_reader(&path)?;
        if schema::is_old(&connection, &path)? {
            let _lock = make_and_lock(folder)?;
            drop(schema::open_writer(&path)?);
        }
        let read = query(&connection).map_err(|error| SqliteError::of(&path, &error))?;
        read.map_err(SqliteError::Store)
    }

    /// All tables of a folder, the latest change first. A server may have the folder open, unless its database needs a
    /// migration.
    pub fn tables_in(folder: &Path) -> Result<Vec<(TableId, CountedHead)>, SqliteError> {
        SqliteStore::read_in(folder, reader::all_tables)
    }

    /// Copies the database of a folder to a new file. A server may have the folder open.
    pub fn backup_of(folder: &Path, to: &Path) -> Result<(), SqliteError> {
        backup(&SystemFiles, &database_in(folder)?, to)
    }

    /// Adds an exported table to a folder. No server may have the folder open.
    pub fn import_into(folder: &Path, table: StoredTable) -> Result<(), SqliteError> {
        check_text(&table.events, Some(&table.head))?;
        let _lock = make_and_lock(folder)?;
        let path = folder.join(DATABASE);
        let mut writer = Writer::new(schema::open_writer(&path)?, path);
        let (reply, answer) = oneshot::channel();
        writer.write(vec![Write { change: WriteRequest::Create(table), reply, runtime: None }]);
        answer.blocking_recv().unwrap_or(Err(StoreError::Closed))?;
        Ok(())
    }

    fn change(&self, change: WriteRequest) -> StoreFuture<u64> {
        self.writer.ask(|reply| Write { change, reply, runtime: Handle::try_current().ok() })
    }

    /// A query that reads a few rows.
    fn short_query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Tried<T> + Send + 'static,
    ) -> StoreFuture<T> {
        let path = self.path.clone();
        self.heads.ask(
            |connection, _| query(connection),
            move |error| SqliteError::of(&path, error).into(),
        )
    }

    /// A query that may read very much.
    fn long_query<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection, IsGone<'_>) -> Tried<T> + Send + 'static,
    ) -> StoreFuture<T> {
        let path = self.path.clone();
        self.tables.ask(query, move |error| SqliteError::of(&path, error).into())
    }
}

impl Store for SqliteStore {
    fn create(&self, table: StoredTable) -> StoreFuture<()> {
        if let Err(refusal) = check_text(&table.events, Some(&table.head)) {
            return Box::pin(async { Err(refusal) });
        }
        let created = self.change(WriteRequest::Create(table));
        Box::pin(async { created.await.map(|_| ()) })
    }

    fn append(
        &self,
        id: TableId,
        after: u64,
        events: Vec<String>,
        head: Option<Head>,
    ) -> StoreFuture<u64> {
        match check_text(&events, head.as_ref()) {
            Ok(()) => self.change(WriteRequest::Append { id, after, events, head }),
            Err(refusal) => Box::pin(async { Err(refusal) }),
        }
    }

    fn exists(&self, id: TableId) -> StoreFuture<bool> {
        self.short_query(move |connection| reader::exists(connection, id))
    }

    fn read(&self, id: TableId) -> StoreFuture<StoredTable> {
        self.long_query(move |connection, is_gone| reader::read(connection, id, is_gone))
    }

    fn read_head(&self, id: TableId) -> StoreFuture<CountedHead> {
        self.short_query(move |connection| reader::read_head(connection, id))
    }

    fn open_tables(&self, ids: Vec<TableId>) -> StoreFuture<Vec<(TableId, Head)>> {
        self.short_query(move |connection| reader::open_tables(connection, &ids))
    }

    fn index_players(&self, id: TableId, players: Vec<PlayerEntry>) -> StoreFuture<()> {
        let written = self.change(WriteRequest::Players { id, players });
        Box::pin(async { written.await.map(|_| ()) })
    }

    fn tables_of(&self, holder: [u8; 16], limit: TablesLimit) -> StoreFuture<Vec<PlayersTable>> {
        self.short_query(move |connection| players::tables_of(connection, holder, limit))
    }

    fn n_tables(&self) -> StoreFuture<u64> {
        // SQLite counts row by row.
        self.long_query(|connection, _| reader::n_tables(connection))
    }

    fn prune(&self, policy: PrunePolicy, now: i64, keep: Vec<TableId>) -> StoreFuture<u64> {
        let limits = policy.limits(now);
        let candidates = self.long_query(move |connection, _| reader::prunable(connection, limits));
        let writer = self.writer.asker();
        Box::pin(async move {
            let mut ids = candidates.await?;
            ids.retain(|id| !keep.contains(id));
            let mut n_deleted = 0;
            for ids in ids.chunks(TABLES_PER_PRUNE) {
                let change = WriteRequest::Prune { ids: ids.to_vec(), limits };
                let runtime = Handle::try_current().ok();
                n_deleted += writer.ask(|reply| Write { change, reply, runtime }).await?;
            }
            Ok(n_deleted)
        })
    }

    fn check_writable(&self) -> StoreFuture<()> {
        let checked = self.change(WriteRequest::Check);
        Box::pin(async { checked.await.map(|_| ()) })
    }

    fn close(&self) -> StoreFuture<()> {
        let (heads, tables, writer) =
            (self.heads.close(), self.tables.close(), self.writer.close());
        Box::pin(async {
            heads.await;
            tables.await;
            // The writer last: it folds the log, and no reader may hold that up.
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

/// Copies a database to a new file. The file gets its name when it is complete and on disk.
fn backup(files: &impl Files, from: &Path, to: &Path) -> Result<(), SqliteError> {
    write_whole(files, to, |part| {
        let connection = schema::open_reader(from)?;
        connection
            .execute("VACUUM INTO ?", [part])
            .map_err(|error| SqliteError::of(to, &error))
            .map(drop)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::task::{Context, Waker};

    use super::*;

    /// Waits for an answer, and fails the test if it never comes.
    fn block_on<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> T {
        let (done, is_done) = mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            worker::ignore(done.send(runtime.block_on(future)), "the test has ended");
        });
        is_done.recv_timeout(testing::wait::PATIENCE).expect("an answer comes")
    }

    /// Keeps one of the threads for long queries busy until the sender is dropped.
    fn keep_busy(store: &SqliteStore) -> (StoreFuture<()>, mpsc::Sender<()>) {
        let (started, has_started) = mpsc::channel();
        let (stop, stopped) = mpsc::channel();
        let mut answer = store.long_query(move |_, _| {
            started.send(()).unwrap();
            worker::ignore(stopped.recv(), "the test has ended");
            Ok(Ok(()))
        });
        assert!(answer.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        has_started.recv().unwrap();
        (answer, stop)
    }

    #[test]
    fn reading_huge_tables_holds_up_no_other_table_and_no_list() {
        let store = SqliteStore::open(&testing::folder::empty("huge_tables")).unwrap();
        let unknown = StoreError::NoSuchTable { id: TableId::from_bytes([1; 16]) };
        let id = TableId::from_bytes([1; 16]);
        let mut busy: Vec<_> = (1..N_READERS).map(|_| keep_busy(&store)).collect();
        assert_eq!(block_on(store.read(id)), Err(unknown.clone()));
        busy.push(keep_busy(&store));
        assert_eq!(block_on(store.read_head(id)), Err(unknown));
        assert_eq!(block_on(store.exists(id)), Ok(false));
        assert_eq!(block_on(store.open_tables(vec![id])), Ok(Vec::new()));
        assert_eq!(block_on(store.check_writable()), Ok(()));
        drop(busy);
        block_on(store.close()).unwrap();
    }
}
