//! The durable log of tables: what happened at each, in order, on disk before anyone is told.
//!
//! - [`Store`] is what a server asks; [`SqliteStore`] keeps it in a folder.
//! - [`Table`] is everything that is kept of one table: its [`Seed`], its [`Head`] and its events.
//! - [`Table::export`] and [`Table::import`] write and read it as text, for backups.
//!
//! An event is a line of text that this crate does not understand.
//! Events of a table are numbered from 1, and whoever appends says after which one:
//! of two writers who saw the same log only one can be next, and no other lock is needed.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
//! use store::{Head, Seed, SqliteStore, Stage, Store, StoreError, Table, TableId};
//!
//! # let folder = std::env::temp_dir().join(TableId::random().to_string());
//! let store = SqliteStore::open(&folder)?;
//! let (id, seed) = (TableId::random(), Seed::random());
//! let head = Head {
//!     game: "meow".into(),
//!     stage: Stage::Waiting,
//!     listed: true,
//!     summary: "Mia is waiting".into(),
//!     updated: 1_700_000_000_000,
//! };
//! store.create(Table { id, seed, head, events: vec!["open meow".into()] }).await?;
//! assert_eq!(store.append(id, 1, vec!["sit Mia".into(), "sit Tom".into()], None).await?, 3);
//! assert_eq!(store.read(id, 2).await?, ["sit Tom"]);
//!
//! let late = store.append(id, 1, vec!["sit Kim".into()], None).await;
//! assert_eq!(late, Err(StoreError::Conflict { id, after: 1, found: 3 }));
//! store.close().await?;
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), StoreError>(())
//! # }).unwrap();
//! ```

#![warn(missing_docs, clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod error;
mod export;
mod id;
mod seed;
mod sqlite;
mod table;

use std::fmt;
use std::path::PathBuf;
use std::pin::Pin;

pub use error::{StoreError, TextProblem};
pub use export::BadExport;
pub use id::{BadId, TableId};
pub use seed::Seed;
pub use sqlite::SqliteStore;
pub use table::{Head, MAX_LINE_BYTES, Stage, Table, check_text};

/// What a store will answer. Nothing is asked before it is polled.
///
/// It borrows nothing, and it is boxed so that a server can hold an `Arc<dyn Store>`:
/// one allocation is nothing beside a disk, and a type parameter would spread to every page.
pub type Answer<T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send>>;

/// The log of all tables.
///
/// What a store answered to a write is on disk and stays there. An answer that is dropped may or may not have been
/// carried out; so may a write that failed for another reason than those it is refused for ([`StoreError::is_refusal`]).
/// Whoever must know reads the log again.
pub trait Store: fmt::Debug + Send + Sync {
    /// Begins a table. Refused if there is one with this id.
    fn create(&self, table: Table) -> Answer<()>;

    /// Adds events behind event `after`, sets the head if one is given, and answers the number of the last event.
    ///
    /// All of it happens or nothing. Refused with [`StoreError::Conflict`] if `after` is not the last event.
    fn append(
        &self,
        id: TableId,
        after: u64,
        events: Vec<String>,
        head: Option<Head>,
    ) -> Answer<u64>;

    /// The events behind event `after`, in order; all of them behind 0.
    fn read(&self, id: TableId, after: u64) -> Answer<Vec<String>>;

    /// The seed of a table, for its dealer.
    fn seed(&self, id: TableId) -> Answer<Seed>;

    /// Everything that is kept of a table, as it was at one moment.
    fn whole(&self, id: TableId) -> Answer<Table>;

    /// Tables that are listed and not over, the newest first, at most so many.
    fn open_tables(&self, limit: usize) -> Answer<Vec<(TableId, Head)>>;

    /// Tables where a game is being played, to wake them up after a restart; the newest first.
    fn playing(&self) -> Answer<Vec<TableId>>;

    /// How many tables there are, whatever became of them.
    fn n_tables(&self) -> Answer<u64>;

    /// Writes a copy of everything, as it is at one moment, to a new file. Others are served meanwhile.
    fn backup(&self, path: PathBuf) -> Answer<()>;

    /// Carries out what was asked before, and lets go of the disk. A store that is closed can be closed again.
    fn close(&self) -> Answer<()>;
}
