//! Worker threads that share numbered games. Results arrive in the order of the numbers.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many games are done, and a way to stop; shared with other threads.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// How many games are done.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Asks the workers to start no more games.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether `stop` was called.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Splits the games into blocks for `jobs` threads and passes the results to `gather` in order.
pub(crate) fn work<T: Send>(
    n_games: u64,
    block: u64,
    jobs: usize,
    progress: &Progress,
    work_on: impl Fn(Range<u64>) -> T + Sync,
    mut gather: impl FnMut(T),
) {
    let next = AtomicU64::new(0);
    let (sender, results) = mpsc::sync_channel(jobs * 4);
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let sender = sender.clone();
            let (next, work_on) = (&next, &work_on);
            scope.spawn(move || {
                loop {
                    let from = next.fetch_add(block, Ordering::Relaxed);
                    if from >= n_games || progress.is_stopped() {
                        break;
                    }
                    let games = from..(from + block).min(n_games);
                    let n_block = games.end - games.start;
                    if sender.send((from, work_on(games))).is_err() {
                        break;
                    }
                    progress.done.fetch_add(n_block, Ordering::Relaxed);
                }
            });
        }
        drop(sender);
        // Blocks that finished before their turn.
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for (from, result) in results {
            early.insert(from, result);
            while let Some(result) = early.remove(&wanted) {
                gather(result);
                wanted += block;
            }
        }
    });
}
