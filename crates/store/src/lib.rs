//! The durable log of tables: the events of each table in order, on disk before players see them.
//!
//! - [`Store`] is the interface for a server; [`SqliteStore`] implements it with a database in a folder.
//! - [`StoredTable`] is everything that is kept of one table: its [`StoredSeed`], its [`Head`] and its events.
//! - [`StoredTable::export`] and [`StoredTable::import`] write and read it as text, for backups.
//!
//! An event is a line of text that this crate does not understand.
//! Events of a table are numbered from 1, and an append names the event that it follows:
//! of two writers that saw the same log only one succeeds, and no other lock is needed.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! use store::{Head, SqliteStore, Store, StoreError, StoredSeed, StoredTable, TableId, TableStage};
//!
//! # let folder = std::env::temp_dir().join(TableId::random().to_string());
//! let store = SqliteStore::open(&folder)?;
//! let (id, seed) = (TableId::random(), StoredSeed::random());
//! let head = Head {
//!     game: "meow".into(),
//!     stage: TableStage::Waiting,
//!     played: false,
//!     listed: true,
//!     free_seats: 2,
//!     names: vec!["Mia".into()],
//!     updated: 1_700_000_000_000,
//! };
//! store.create(StoredTable { id, seed, head, events: vec!["open meow".into()] }).await?;
//! assert_eq!(store.append(id, 1, vec!["sit Mia".into(), "sit Tom".into()], None).await?, 3);
//! assert_eq!(store.read(id).await?.events, ["open meow", "sit Mia", "sit Tom"]);
//!
//! let late = store.append(id, 1, vec!["sit Kim".into()], None).await;
//! assert_eq!(late, Err(StoreError::Conflict { id, after: 1, found: 3 }));
//! store.close().await?;
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```

#![warn(missing_docs, clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod error;
mod export;
mod id;
mod player;
mod prune;
mod seed;
mod sqlite;
mod table;

use std::fmt;
use std::pin::Pin;

pub use error::{StoreError, TextProblem};
pub use export::BadExport;
pub use id::{BadId, TableId};
pub use player::{MAX_PLAYERS, PlayerEntry, PlayersTable, TablesLimit};
pub use prune::PrunePolicy;
pub use seed::StoredSeed;
pub use sqlite::{SqliteEditor, SqliteError, SqliteOptions, SqliteStore};
pub use table::{CountedHead, Head, MAX_LINE_BYTES, StoredTable, TableStage, check_text};

/// The answer of a store, as a future. It does nothing until it is polled.
///
/// It borrows nothing, and it is boxed so that a server can hold an `Arc<dyn Store>`:
/// one allocation is nothing beside a disk, and a type parameter would spread to every page.
pub type StoreFuture<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// The log of all tables.
///
/// An answered write is on disk and stays there. A write whose answer was dropped may or may not have happened. The same
/// holds for a write that failed, unless it was refused ([`StoreError::is_refusal`]). To know, read the table again.
pub trait Store: fmt::Debug + Send + Sync {
    /// Adds a table. Refused if a table with this id exists.
    fn create(&self, table: StoredTable) -> StoreFuture<()>;

    /// Adds events after event `after`, replaces the head if a new one is given, and returns the number of the last event.
    ///
    /// All of this happens or nothing. Refused with [`StoreError::Conflict`] if `after` is not the last event.
    fn append(
        &self,
        id: TableId,
        after: u64,
        events: Vec<String>,
        head: Option<Head>,
    ) -> StoreFuture<u64>;

    /// Whether a table with this id exists.
    fn exists(&self, id: TableId) -> StoreFuture<bool>;

    /// Everything that is kept of a table, as of one moment. Drop the answer to cancel it: the log may be long.
    fn read(&self, id: TableId) -> StoreFuture<StoredTable>;

    /// The head of a table and the number of its events. It is quick however long the log is, and no [`Store::read`]
    /// makes it wait: ask it before a page reads a whole table.
    fn read_head(&self, id: TableId) -> StoreFuture<CountedHead>;

    /// Those of these tables that are listed and not over, the latest change first. It costs as much as there are ids:
    /// all other tables play no part.
    fn open_tables(&self, ids: Vec<TableId>) -> StoreFuture<Vec<(TableId, Head)>>;

    /// Replaces the people of a table, by whom [`Store::tables_of`] finds it. At most the first [`MAX_PLAYERS`] are kept.
    ///
    /// This is an index and no part of the table: an export lacks it, and a server writes it again when it loads the
    /// table.
    fn index_players(&self, id: TableId, players: Vec<PlayerEntry>) -> StoreFuture<()>;

    /// The tables of this visitor, at most so many as the limit says, the latest change first. It costs as much as the
    /// limit says, however many tables there are.
    fn tables_of(&self, holder: [u8; 16], limit: TablesLimit) -> StoreFuture<Vec<PlayersTable>>;

    /// Number of tables of every stage.
    fn n_tables(&self) -> StoreFuture<u64>;

    /// Deletes the tables that a policy allows to delete, except those in `keep`, and returns their number. `now` is in
    /// milliseconds since 1970.
    ///
    /// A deleted table is unknown from then on. A server passes the tables that it has in memory as `keep`: an append to
    /// a deleted table is refused.
    fn prune(&self, policy: PrunePolicy, now: i64, keep: Vec<TableId>) -> StoreFuture<u64>;

    /// Checks that a new event could be stored now: it writes a row of several pages, removes it again, and waits for the
    /// disk, like every write. Fails as a write would fail.
    ///
    /// It costs as much as a write, so a server should remember the answer for a few seconds.
    fn check_writable(&self) -> StoreFuture<()>;

    /// Finishes all earlier requests and closes the store. Closing twice is a no-op.
    fn close(&self) -> StoreFuture<()>;
}
