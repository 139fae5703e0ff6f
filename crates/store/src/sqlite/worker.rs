//! A thread that does jobs in the order in which they arrive, all waiting jobs at a time.

use std::io;
use std::thread::{self, JoinHandle};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use crate::{StoreError, StoreFuture};

/// Length of the queue, and so the most jobs done at a time. A caller waits for a place in a full queue.
const QUEUE: usize = 1024;

/// A thread and its queue.
#[derive(Debug)]
pub(super) struct Worker<J> {
    queue: mpsc::Sender<Message<J>>,
    thread: Option<JoinHandle<()>>,
}

/// Where the answer to a job goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

enum Message<J> {
    Job(J),
    /// No more jobs. Answered after `work` has been dropped.
    Close(oneshot::Sender<()>),
}

impl<J: Send + 'static> Worker<J> {
    /// Starts the thread. `work` takes one job or more and can ask how many wait behind them. It is dropped when the worker
    /// closes.
    pub(super) fn start(
        name: &str,
        mut work: impl FnMut(Vec<J>, &dyn Fn() -> usize) + Send + 'static,
    ) -> io::Result<Worker<J>> {
        let (queue, mut inbox) = mpsc::channel(QUEUE);
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || {
            let mut messages = Vec::new();
            let mut closing = Vec::new();
            while inbox.blocking_recv_many(&mut messages, QUEUE) > 0 {
                let mut jobs = Vec::with_capacity(messages.len());
                for message in messages.drain(..) {
                    match message {
                        Message::Job(job) => jobs.push(job),
                        Message::Close(closed) => {
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
                ignore(closed.send(()), "the caller no longer waits");
            }
        })?;
        Ok(Worker { queue, thread: Some(thread) })
    }

    /// Queues a job. `job` gets the reply to send its answer to.
    pub(super) fn ask<T: Send + 'static>(
        &self,
        job: impl FnOnce(Reply<T>) -> J + Send + 'static,
    ) -> StoreFuture<T> {
        let asker = self.asker();
        Box::pin(async move { asker.ask(job).await })
    }

    /// Queues jobs without borrowing the worker.
    pub(super) fn asker(&self) -> Asker<J> {
        Asker { queue: self.queue.clone() }
    }

    /// Waits until the thread has done all queued jobs and has ended. Closing twice is a no-op.
    pub(super) fn close(&self) -> impl Future<Output = ()> + Send + 'static {
        let queue = self.queue.clone();
        async move {
            let (reply, closed) = oneshot::channel();
            ignore(queue.send(Message::Close(reply)).await, "it is closed already");
            ignore(closed.await, "it is closed already");
        }
    }
}

/// Queues jobs for a worker.
pub(super) struct Asker<J> {
    queue: mpsc::Sender<Message<J>>,
}

impl<J> Asker<J> {
    /// Queues a job. `job` gets the reply to send its answer to.
    pub(super) async fn ask<T>(&self, job: impl FnOnce(Reply<T>) -> J) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Message::Job(job(reply))).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// A dropped worker has done all queued jobs and has let go of its files: the next store can open the folder at once.
impl<J> Drop for Worker<J> {
    fn drop(&mut self) {
        let (reply, _nobody_waits) = oneshot::channel();
        let ends =
            !matches!(self.queue.try_send(Message::Close(reply)), Err(TrySendError::Full(_)));
        if let Some(thread) = self.thread.take().filter(|_| ends) {
            ignore(thread.join(), "a panic has been reported");
        }
    }
}

/// Ignores a failure, for a reason.
pub(super) fn ignore<T, E>(_: Result<T, E>, _because: &str) {}
