//! Folding: copies the write-ahead log into the database from time to time, so that a lost log costs little.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use super::worker::ignore;

/// A thread that folds the log while there is something in it.
pub(super) struct Folder {
    /// Dropped to end the thread.
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Whether the log has something that the database lacks. The writer sets it.
pub(super) type HasNews = Arc<AtomicBool>;

impl Folder {
    /// Starts the thread. Its connection must be able to write.
    pub(super) fn start(
        connection: Connection,
        every: Duration,
        has_news: HasNews,
    ) -> io::Result<Folder> {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::Builder::new().name("store folder".to_owned()).spawn(move || {
            while stopped.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                // A fold that failed or that a reader held up is tried again.
                if has_news.swap(false, Ordering::AcqRel) && !fold(&connection, "PASSIVE") {
                    has_news.store(true, Ordering::Release);
                }
            }
        })?;
        Ok(Folder { stop: Some(stop), thread: Some(thread) })
    }
}

/// A dropped folder has closed its connection.
impl Drop for Folder {
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            ignore(thread.join(), "a panic has been reported");
        }
    }
}

/// Copies the log into the database and waits for the disk. Returns whether everything was copied. `PASSIVE` waits for
/// nobody; `TRUNCATE` waits for readers, and leaves an empty log.
pub(super) fn fold(connection: &Connection, mode: &str) -> bool {
    let sql = format!("PRAGMA wal_checkpoint({mode})");
    let folded = connection.query_row(&sql, [], |row| {
        let (is_busy, n_pages, n_copied): (bool, i64, i64) =
            (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(!is_busy && n_pages == n_copied)
    });
    folded.unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::schema::{open_folder, open_reader, open_writer};

    #[test]
    fn a_fold_that_a_reader_holds_up_says_so() {
        let path = testing::folder::empty("held_up").join("new");
        let writer = open_writer(&path).unwrap();
        let folding = open_folder(&path).unwrap();
        assert!(fold(&folding, "PASSIVE"));
        let reader = open_reader(&path).unwrap();
        let reading = reader.unchecked_transaction().unwrap();
        let n_tables = "SELECT count(*) FROM tables";
        reading.query_row(n_tables, [], |row| row.get::<_, i64>(0)).unwrap();
        let write = "INSERT INTO tables (id, seed, game, stage, listed, updated) \
                     VALUES (zeroblob(16), zeroblob(32), 'meow', 'over', 0, 0)";
        writer.execute(write, []).unwrap();
        assert!(!fold(&folding, "PASSIVE"), "the reader still needs the old pages");
        drop(reading);
        assert!(fold(&folding, "PASSIVE"));
        assert!(fold(&folding, "TRUNCATE"));
    }
}
