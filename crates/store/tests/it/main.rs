//! Tests of whole stores: laws of every store, stores in a folder, and `kill -9`.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod editor;
mod folder;
mod kill;
mod laws;
mod migration;
mod text;

use std::path::Path;

use store::{Head, SqliteStore, Store, StoreError, StoredSeed, StoredTable, TableId, TableStage};
use testing::folder::empty as folder;

/// Runs a future to its end.
fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(folder).unwrap()
}

/// The id of the nth table of a test.
fn id(n: u8) -> TableId {
    TableId::from_bytes([n; 16])
}

fn head(stage: TableStage, updated: i64) -> Head {
    let names = vec!["Mia".into(), format!("Tom {updated}")];
    let played = stage != TableStage::Waiting;
    Head { game: "meow".into(), stage, played, listed: true, free_seats: 1, names, updated }
}

/// The nth table of a test, as it begins.
fn table(n: u8) -> StoredTable {
    let seed = StoredSeed::from_bytes([n; 32]);
    StoredTable { id: id(n), seed, head: head(TableStage::Waiting, 0), events: lines(&["open"]) }
}

fn lines(events: &[&str]) -> Vec<String> {
    events.iter().map(ToString::to_string).collect()
}

/// The events of a table after event `after`.
async fn events_after(
    store: &dyn Store,
    id: TableId,
    after: usize,
) -> Result<Vec<String>, StoreError> {
    store.read(id).await.map(|mut table| table.events.split_off(after))
}
