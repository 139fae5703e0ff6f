//! Work that takes long, such as reading a whole log: on threads of its own, one at a time for each address, and
//! cancelled when nobody waits for it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};

use crate::address::{Address, Bucket};
use crate::config::PerAddress;
use crate::slots::{Slot, Slots};

/// How much work of one address may wait for its turn.
const MAX_WAITING: PerAddress = PerAddress { address: 8, ipv6_site: 16 };

/// The turns of a server. A turn belongs to one address, or to one IPv6 site, which may be a single customer.
#[derive(Debug)]
pub(crate) struct WorkTurns {
    permits: Arc<Semaphore>,
    waiting: Slots,
    /// One lock for each address with work. An address without work has none.
    locks: Mutex<HashMap<Bucket, Weak<tokio::sync::Mutex<()>>>>,
}

/// The right to do long work now. It ends with the work.
#[derive(Debug)]
pub(crate) struct WorkTurn {
    _slot: Slot,
    _of_address: OwnedMutexGuard<()>,
    _permit: Option<OwnedSemaphorePermit>,
}

/// Whether nobody waits for the work any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancelled(Arc<AtomicBool>);

impl WorkTurns {
    /// Allows this many turns at once.
    pub(crate) fn new(n_turns: usize) -> WorkTurns {
        let permits = Arc::new(Semaphore::new(n_turns.max(1)));
        WorkTurns { permits, waiting: Slots::new(MAX_WAITING), locks: Mutex::default() }
    }

    /// Waits for a turn; `None` if too much work of this address waits already.
    pub(crate) async fn next(&self, address: Address) -> Option<WorkTurn> {
        let slot = self.waiting.take(address)?;
        // The address first: work of one address must not fill the queue for the permits.
        let of_address = self.lock_of(address).lock_owned().await;
        // The semaphore is never closed.
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok();
        Some(WorkTurn { _slot: slot, _of_address: of_address, _permit: permit })
    }

    /// The number of turns that are taken or waited for.
    #[cfg(test)]
    pub(crate) fn n_waiting(&self) -> usize {
        self.waiting.n_held()
    }

    fn lock_of(&self, address: Address) -> Arc<tokio::sync::Mutex<()>> {
        let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
        locks.retain(|_, lock| lock.strong_count() > 0);
        let bucket = address.customer();
        let known = locks.get(&bucket).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let lock = Arc::default();
            locks.insert(bucket, Arc::downgrade(&lock));
            lock
        })
    }
}

impl WorkTurn {
    /// Does the work on a thread where it delays nobody. Dropping the future cancels the work. Returns `None` after a
    /// panic.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&Cancelled) -> T + Send + 'static,
    ) -> Option<T> {
        struct CancelOnDrop(Cancelled);
        impl Drop for CancelOnDrop {
            fn drop(&mut self) {
                self.0.set();
            }
        }
        let cancelled = Cancelled::default();
        let _cancel = CancelOnDrop(cancelled.clone());
        let worked = tokio::task::spawn_blocking(move || {
            // A cancelled thread keeps its turn until it has noticed.
            let _turn = self;
            work(&cancelled)
        });
        worked.await.inspect_err(|error| tracing::error!(%error, "long work failed")).ok()
    }
}

impl Cancelled {
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work should stop.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use testing::wait::until;

    use super::*;
    use crate::address::tests::address;

    /// Whether a turn is free now.
    async fn has_turn(turns: &WorkTurns, from: &str) -> bool {
        let mut next = pin!(turns.next(address(from)));
        std::future::poll_fn(|context| std::task::Poll::Ready(next.as_mut().poll(context)))
            .await
            .is_ready()
    }

    #[tokio::test]
    async fn an_address_has_one_turn_and_the_server_a_few() {
        let turns = WorkTurns::new(2);
        let one = turns.next(address("1.2.3.4")).await.unwrap();
        assert!(!has_turn(&turns, "1.2.3.4").await, "one at a time");
        let site = turns.next(address("2001:db8:1:1::1")).await.unwrap();
        assert!(!has_turn(&turns, "5.6.7.8").await, "all turns are taken");
        drop(one);
        assert!(has_turn(&turns, "5.6.7.8").await);
        assert!(!has_turn(&turns, "2001:db8:1:2::1").await, "a site is one address");
        drop(site);
        assert!(has_turn(&turns, "2001:db8:1:2::1").await);
    }

    #[tokio::test]
    async fn work_of_an_address_waits_only_up_to_a_number() {
        let turns = WorkTurns::new(9);
        let held = turns.next(address("1.2.3.4")).await.unwrap();
        let mut waiting: Vec<_> =
            (1..MAX_WAITING.address).map(|_| Box::pin(turns.next(address("1.2.3.4")))).collect();
        for next in &mut waiting {
            let polled = std::future::poll_fn(|context| {
                std::task::Poll::Ready(next.as_mut().poll(context).is_pending())
            });
            assert!(polled.await);
        }
        assert!(turns.next(address("1.2.3.4")).await.is_none());
        assert!(has_turn(&turns, "5.6.7.8").await, "others are not to blame");
        drop((waiting, held));
        assert!(turns.next(address("1.2.3.4")).await.is_some());
    }

    #[tokio::test]
    async fn work_ends_when_nobody_waits_for_it() {
        let turns = WorkTurns::new(1);
        let (started, starting) = tokio::sync::oneshot::channel();
        let (ended, ending) = std::sync::mpsc::channel();
        let turn = turns.next(address("1.2.3.4")).await.unwrap();
        let worker = tokio::spawn(turn.work(move |cancelled| {
            started.send(()).unwrap();
            until("a cancelled request", || cancelled.is_set().then_some(()));
            ended.send(()).unwrap();
        }));
        starting.await.unwrap();
        assert!(!has_turn(&turns, "5.6.7.8").await);
        worker.abort();
        tokio::task::spawn_blocking(move || ending.recv().unwrap()).await.unwrap();
        // The turn is free once the thread has ended.
        assert!(turns.next(address("5.6.7.8")).await.is_some());
    }
}
