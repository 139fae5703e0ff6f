//! How many events a second are on disk when they are answered, and how long one writer waits for that.
//!
//! `cargo bench -p store` writes events of 120 bytes, each an append of its own with a new head, by one writer and by 64,
//! every writer at a table of its own, and prints a line for each of five runs. The folder is in the target folder: what
//! is measured is the disk that it is on.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::{Head, SqliteStore, Store, StoredSeed, StoredTable, TableId, TableStage};
use tokio::task::JoinSet;

const N_RUNS: usize = 5;
const N_EVENT_BYTES: usize = 120;

#[expect(clippy::print_stdout, reason = "this is a table for people")]
fn main() {
    println!("{:>7} {:>8} {:>9} {:>9} {:>9}", "writers", "events", "events/s", "p50 µs", "p99 µs");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime starts");
    for (n_writers, n_each) in [(1, 4000), (64, 1000)] {
        for _ in 0..N_RUNS {
            let (total, mut times) = runtime.block_on(run(n_writers, n_each));
            times.sort_unstable();
            let n = times.len();
            assert_eq!(n, n_writers * n_each);
            let rate = n as f64 / total.as_secs_f64();
            let [p50, p99] = [n / 2, n * 99 / 100].map(|place| times[place].as_micros());
            println!("{n_writers:>7} {n:>8} {rate:>9.0} {p50:>9} {p99:>9}");
        }
    }
}

/// How long all appends took together, and each.
#[expect(clippy::disallowed_methods, reason = "this measures time")]
async fn run(n_writers: usize, n_each: usize) -> (Duration, Vec<Duration>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench_append");
    drop(std::fs::remove_dir_all(&folder));
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&folder).expect("the folder is ours"));
    let mut ids = Vec::new();
    for _ in 0..n_writers {
        let id = TableId::random();
        let table =
            StoredTable { id, seed: StoredSeed::random(), head: head(0), events: Vec::new() };
        store.create(table).await.expect("a table begins");
        ids.push(id);
    }
    let start = Instant::now();
    let mut writers = JoinSet::new();
    for &id in &ids {
        let store = store.clone();
        writers.spawn(async move {
            let mut times = Vec::new();
            for after in 0..n_each as u64 {
                let events = vec!["x".repeat(N_EVENT_BYTES)];
                let start = Instant::now();
                let last = store.append(id, after, events, Some(head(after))).await;
                times.push(start.elapsed());
                assert_eq!(last, Ok(after + 1));
            }
            times
        });
    }
    let times = writers.join_all().await.concat();
    let total = start.elapsed();
    for id in ids {
        let table = store.read(id).await.expect("a table is read");
        assert_eq!(table.events.len(), n_each);
    }
    store.close().await.expect("a store closes");
    drop(std::fs::remove_dir_all(&folder));
    (total, times)
}

fn head(n_events: u64) -> Head {
    Head {
        game: "meow".into(),
        stage: TableStage::Playing,
        played: true,
        listed: true,
        free_seats: 0,
        names: ["Mia", "Tom", "Kim", "Ann"].map(String::from).to_vec(),
        updated: n_events.cast_signed(),
    }
}
