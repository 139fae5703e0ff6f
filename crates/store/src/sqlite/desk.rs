//! A thread that does jobs in the order in which they were handed in, as many at a time as are waiting.

use std::io;
use std::thread;

use tokio::sync::{mpsc, oneshot};

use crate::{Answer, StoreError};

/// How many jobs can wait; who comes later waits for a place. Also the most that are done at a time.
const N_WAITING: usize = 1024;

/// Where jobs are handed in.
#[derive(Debug)]
pub(super) struct Desk<J> {
    queue: mpsc::Sender<Note<J>>,
}

/// Where the answer to a job goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Note<J> {
    Job(J),
    /// No more jobs; says so when `work` has been dropped.
    Close(oneshot::Sender<()>),
}

impl<J: Send + 'static> Desk<J> {
    /// Starts the thread. `work` is handed one job or more and can see how many wait behind them; it is dropped when the
    /// desk closes.
    pub(super) fn open(
        name: &str,
        mut work: impl FnMut(Vec<J>, &dyn Fn() -> usize) + Send + 'static,
    ) -> io::Result<Desk<J>> {
        let (queue, mut inbox) = mpsc::channel(N_WAITING);
        thread::Builder::new().name(name.to_owned()).spawn(move || {
            let mut notes = Vec::new();
            let mut closing = Vec::new();
            while inbox.blocking_recv_many(&mut notes, N_WAITING) > 0 {
                let mut jobs = Vec::with_capacity(notes.len());
                for note in notes.drain(..) {
                    match note {
                        Note::Job(job) => jobs.push(job),
                        Note::Close(closed) => {
                            inbox.close();
                            closing.push(closed);
                        }
                    }
                }
                if !jobs.is_empty() {
                    work(jobs, &|| inbox.len());
                }
            }
            drop(work);
            for closed in closing {
                nevermind(closed.send(()), "nobody waits for the end");
            }
        })?;
        Ok(Desk { queue })
    }

    /// Hands in a job that sends its answer to the reply it is made with.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(Reply<T>) -> J + Send + 'static,
    ) -> Answer<T> {
        let queue = self.queue.clone();
        Box::pin(async move {
            let (reply, answer) = oneshot::channel();
            queue.send(Note::Job(job(reply))).await.map_err(|_| StoreError::Closed)?;
            answer.await.map_err(|_| StoreError::Closed)?
        })
    }

    /// Lets the thread finish what waits, and waits until it has. A closed desk stays closed.
    pub(super) fn close(&self) -> impl Future<Output = ()> + Send + 'static {
        let queue = self.queue.clone();
        async move {
            let (reply, closed) = oneshot::channel();
            nevermind(queue.send(Note::Close(reply)).await, "it is closed already");
            nevermind(closed.await, "it is closed already");
        }
    }
}

/// Ignores a failure, for a reason.
pub(super) fn nevermind<T, E>(_: Result<T, E>, _because: &str) {}
