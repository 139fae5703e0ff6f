//! Tests of stores as a whole: what every store does, what only one in a folder does, and what survives `kill -9`.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod folder;
mod kill;
mod laws;
mod text;

use std::path::{Path, PathBuf};

use store::{Head, Seed, SqliteStore, Stage, Table, TableId};

/// Runs something that waits, to its end.
fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// An empty folder that only this test uses.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

fn open(folder: &Path) -> SqliteStore {
    SqliteStore::open(folder).unwrap()
}

/// The id of the nth table of a test.
fn id(n: u8) -> TableId {
    TableId::from_bytes([n; 16])
}

fn head(stage: Stage, updated: i64) -> Head {
    Head { game: "meow".into(), stage, listed: true, summary: format!("at {updated}"), updated }
}

/// The nth table of a test, as it begins.
fn table(n: u8) -> Table {
    let seed = Seed::from_bytes([n; 32]);
    Table { id: id(n), seed, head: head(Stage::Waiting, 0), events: lines(&["open"]) }
}

fn lines(events: &[&str]) -> Vec<String> {
    events.iter().map(ToString::to_string).collect()
}
