//! Threads that share a queue of queries, each with its own connection.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use super::Tried;
use super::worker::ignore;
use crate::{StoreError, StoreFuture};

/// Length of the queue. A caller waits for a place in a full queue.
const QUEUE: usize = 1024;

/// Threads with a queue of queries. A long query keeps one thread busy; the others go on.
pub(super) struct Pool {
    queue: mpsc::Sender<Message>,
    threads: Vec<JoinHandle<()>>,
}

/// Whether the caller of a query no longer waits for its answer.
pub(super) type IsGone<'a> = &'a dyn Fn() -> bool;

enum Message {
    /// A query. It sends its answer itself.
    Query(Box<dyn FnOnce(&Connection) + Send>),
    /// The thread that takes this ends. Answered when its connection is closed.
    Close(oneshot::Sender<()>),
}

impl Pool {
    /// Starts a thread for each connection.
    pub(super) fn start(name: &str, connections: Vec<Connection>) -> io::Result<Pool> {
        let (queue, inbox) = mpsc::channel(QUEUE);
        let inbox = Arc::new(Mutex::new(inbox));
        let start = |connection: Connection| {
            let inbox = inbox.clone();
            thread::Builder::new().name(name.to_owned()).spawn(move || run(&inbox, connection))
        };
        let threads = connections.into_iter().map(start).collect::<io::Result<_>>()?;
        Ok(Pool { queue, threads })
    }

    /// Queues a query. It does not run if the caller has gone before its turn. `fail` names an error of the database.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection, IsGone<'_>) -> Tried<T> + Send + 'static,
        fail: impl FnOnce(&rusqlite::Error) -> StoreError + Send + 'static,
    ) -> StoreFuture<T> {
        let queue = self.queue.clone();
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            let run = move |connection: &Connection| {
                if reply.is_closed() {
                    return;
                }
                let answer = query(connection, &|| reply.is_closed());
                let answer = answer.unwrap_or_else(|error| Err(fail(&error)));
                ignore(reply.send(answer), "the caller has gone");
            };
            let query = Message::Query(Box::new(run));
            queue.send(query).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }

    /// Waits until the threads have run all queued queries and have ended. Closing twice is a no-op.
    pub(super) fn close(&self) -> impl Future<Output = ()> + Send + 'static {
        let (queue, n_threads) = (self.queue.clone(), self.threads.len());
        async move {
            let mut closing = Vec::new();
            for _ in 0..n_threads {
                let (reply, closed) = oneshot::channel();
                ignore(queue.send(Message::Close(reply)).await, "it is closed already");
                closing.push(closed);
            }
            for closed in closing {
                ignore(closed.await, "it is closed already");
            }
        }
    }
}

/// Takes messages one by one. The thread that waits for the next message holds the inbox.
fn run(inbox: &Mutex<mpsc::Receiver<Message>>, connection: Connection) {
    let next = || inbox.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
    while let Some(message) = next() {
        match message {
            Message::Query(query) => query(&connection),
            Message::Close(closed) => {
                drop(connection);
                ignore(closed.send(()), "the caller no longer waits");
                return;
            }
        }
    }
}

/// A dropped pool has run all queued queries and has closed its connections.
impl Drop for Pool {
    fn drop(&mut self) {
        let close = || Message::Close(oneshot::channel().0);
        let end = |_: &JoinHandle<()>| {
            !matches!(self.queue.try_send(close()), Err(TrySendError::Full(_)))
        };
        if self.threads.iter().all(end) {
            for thread in self.threads.drain(..) {
                ignore(thread.join(), "a panic has been reported");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc as std_mpsc;
    use std::task::{Context, Waker};

    use super::*;

    fn pool(n_threads: usize) -> Pool {
        let connections = (0..n_threads).map(|_| Connection::open_in_memory().unwrap()).collect();
        Pool::start("test", connections).unwrap()
    }

    fn failed(error: &rusqlite::Error) -> StoreError {
        StoreError::Failed { message: error.to_string() }
    }

    /// Waits for an answer, and fails the test if it never comes.
    fn block_on<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> T {
        let (done, is_done) = std_mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            ignore(done.send(runtime.block_on(future)), "the test has ended");
        });
        is_done.recv_timeout(testing::wait::PATIENCE).expect("an answer comes")
    }

    /// A running query, which waits until the test lets it go on.
    fn stuck(pool: &Pool) -> (StoreFuture<bool>, std_mpsc::Sender<()>) {
        let (started, has_started) = std_mpsc::channel();
        let (go, may_go) = std_mpsc::channel();
        let query = move |_: &Connection, is_gone: IsGone<'_>| {
            started.send(()).unwrap();
            ignore(may_go.recv(), "the test has ended");
            Ok(Ok(is_gone()))
        };
        let mut answer = pool.ask(query, failed);
        poll(&mut answer);
        has_started.recv().unwrap();
        (answer, go)
    }

    /// Sends the query of an answer, which a fast thread may have answered already.
    fn poll<T>(answer: &mut StoreFuture<T>) {
        let _perhaps_ready = answer.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    }

    #[test]
    fn a_long_query_does_not_hold_up_others() {
        let pool = pool(2);
        let (long, go) = stuck(&pool);
        for n in 0..100 {
            assert_eq!(block_on(pool.ask(move |_, _| Ok(Ok(n)), failed)), Ok(n));
        }
        go.send(()).unwrap();
        assert_eq!(block_on(long), Ok(false));
    }

    #[test]
    fn a_query_whose_caller_has_gone_does_not_run() {
        let pool = pool(1);
        let (_long, go) = stuck(&pool);
        let n_runs = Arc::new(AtomicUsize::new(0));
        let counted = |n_runs: Arc<AtomicUsize>| {
            pool.ask(move |_, _| Ok(Ok(n_runs.fetch_add(1, Ordering::Relaxed))), failed)
        };
        for _ in 0..10 {
            let mut gone = counted(n_runs.clone());
            poll(&mut gone);
        }
        go.send(()).unwrap();
        assert_eq!(block_on(counted(n_runs.clone())), Ok(0), "only the last one runs");
    }

    #[test]
    fn a_running_query_learns_that_its_caller_has_gone() {
        let pool = pool(1);
        let (told, is_gone) = std_mpsc::channel();
        let (started, has_started) = std_mpsc::channel();
        let (go, may_go) = std_mpsc::channel::<()>();
        let query = move |_: &Connection, is_gone: IsGone<'_>| {
            started.send(()).unwrap();
            may_go.recv().unwrap();
            told.send(is_gone()).unwrap();
            Ok(Ok(()))
        };
        let mut answer = pool.ask(query, failed);
        poll(&mut answer);
        has_started.recv().unwrap();
        drop(answer);
        go.send(()).unwrap();
        assert!(is_gone.recv().unwrap());
    }

    #[test]
    fn a_closed_pool_has_run_everything() {
        let pool = pool(3);
        let n_runs = Arc::new(AtomicUsize::new(0));
        let mut answers = Vec::new();
        for _ in 0..50 {
            let n_runs = n_runs.clone();
            let query =
                move |_: &Connection, _: IsGone<'_>| Ok(Ok(n_runs.fetch_add(1, Ordering::Relaxed)));
            let mut answer = pool.ask(query, failed);
            poll(&mut answer);
            answers.push(answer);
        }
        block_on(pool.close());
        assert_eq!(n_runs.load(Ordering::Relaxed), 50);
        block_on(pool.close());
        assert_eq!(block_on(pool.ask(|_, _| Ok(Ok(())), failed)), Err(StoreError::Closed));
    }
}
