//! The queue of thinking bots: as many at a time as the machine has cores, visitors in turn. The visitors who wait share
//! the cores equally, and the bots of a visitor share the time of that visitor.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::TableId;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::address::Bucket;
use crate::clock;

/// The longest time from a bot's question to its decision. A bot that has waited this long decides almost at once.
const PATIENCE: Duration = Duration::from_millis(1_300);

/// The time in which everybody who waits gets a turn. A bot that was alone may think a second longer than that.
const ROUND: Duration = Duration::from_millis(300);

/// The least time for a decision: enough for a few imagined games.
const LEAST: Duration = Duration::from_millis(3);

/// The queue of thinking bots. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct BotQueue(Arc<Mutex<Queued>>);

#[derive(Debug)]
struct Queued {
    n_cores: u32,
    n_free: u32,
    n_waiting: u32,
    /// Visitors in turn, each with their tables in turn.
    visitors: VecDeque<(Bucket, Tables)>,
}

/// Tables in turn, each with its bots in order.
type Tables = VecDeque<(TableId, VecDeque<oneshot::Sender<BotTurn>>)>;

/// A bot's turn to think. The next bot gets its turn when this is dropped.
#[derive(Debug)]
pub(crate) struct BotTurn {
    queue: Option<BotQueue>,
    /// The bot's share of the time of its visitor.
    share: Duration,
}

impl BotQueue {
    pub(crate) fn new(n_cores: u32) -> BotQueue {
        let visitors = VecDeque::new();
        BotQueue(Arc::new(Mutex::new(Queued { n_cores, n_free: n_cores, n_waiting: 0, visitors })))
    }

    /// Waits for a turn to think `full` about a question of this table, which this visitor plays at. Returns the turn and
    /// the moment at which it has to end.
    pub(crate) async fn turn(
        &self,
        visitor: Bucket,
        table: TableId,
        full: Duration,
    ) -> (BotTurn, Instant) {
        let asked = clock::now();
        let (sender, receiver) = oneshot::channel();
        self.queued().add(visitor, table, sender);
        self.start_next();
        // The queue answers every sender in the end; a closed channel means that the server stops.
        let turn = receiver.await.unwrap_or(BotTurn { queue: None, share: LEAST });
        let now = clock::now();
        let left = (asked + PATIENCE).saturating_duration_since(now);
        let time = full.min(turn.share).min(left.max(LEAST));
        (turn, now + time)
    }

    /// The number of bots that wait.
    pub(crate) fn n_waiting(&self) -> u32 {
        self.queued().n_waiting
    }

    /// Gives free cores to the bots whose turn it is.
    fn start_next(&self) {
        loop {
            // The lock is released before the turn is sent: a turn that nobody wants comes back here.
            let next = self.queued().next();
            let Some((sender, share)) = next else { return };
            let turn = BotTurn { queue: Some(self.clone()), share };
            if let Err(mut unwanted) = sender.send(turn) {
                // The table has left memory, or the visitor has closed the page.
                unwanted.queue = None;
                self.queued().n_free += 1;
            }
        }
    }

    fn queued(&self) -> MutexGuard<'_, Queued> {
        // A panic elsewhere leaves the queue valid, so a poisoned lock is harmless.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queued {
    fn add(&mut self, visitor: Bucket, table: TableId, bot: oneshot::Sender<BotTurn>) {
        self.n_waiting += 1;
        let tables = entry(&mut self.visitors, visitor);
        entry(tables, table).push_back(bot);
    }

    /// The next bot and its share of time, if a core is free. Its visitor and its table go to the end of their queues.
    fn next(&mut self) -> Option<(oneshot::Sender<BotTurn>, Duration)> {
        if self.n_free == 0 {
            return None;
        }
        let n_visitors = self.visitors.len() as u32;
        let (visitor, mut tables) = self.visitors.pop_front()?;
        let n_bots = tables.iter().map(|(_, bots)| bots.len() as u32).sum::<u32>();
        let (table, mut bots) = tables.pop_front()?;
        let bot = bots.pop_front()?;
        if !bots.is_empty() {
            tables.push_back((table, bots));
        }
        if !tables.is_empty() {
            self.visitors.push_back((visitor, tables));
        }
        self.n_free -= 1;
        self.n_waiting -= 1;
        // The bots of other visitors take nothing of this share: otherwise one visitor could make all bots play badly.
        let share = match self.n_waiting {
            0 => Duration::MAX,
            _ => (ROUND * self.n_cores / n_visitors / n_bots).max(LEAST),
        };
        Some((bot, share))
    }
}

/// The value of a key in a queue of keys, at the end if it is new.
fn entry<K: PartialEq, V: Default>(queue: &mut VecDeque<(K, V)>, key: K) -> &mut V {
    let index = queue.iter().position(|(other, _)| *other == key).unwrap_or_else(|| {
        queue.push_back((key, V::default()));
        queue.len() - 1
    });
    &mut queue[index].1
}

impl Drop for BotTurn {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.queued().n_free += 1;
            queue.start_next();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::sync::mpsc;

    use super::*;

    fn visitor(number: u8) -> Bucket {
        Bucket::V4(Ipv4Addr::new(10, 0, 0, number))
    }

    /// A queue whose only core is taken, bots that wait in this order, and the order in which they get their turns.
    async fn order(bots: &[(u8, char, u32)]) -> Vec<(u8, u32)> {
        let queue = BotQueue::new(1);
        let tables: Vec<(char, TableId)> =
            "abcdefghij".chars().map(|name| (name, TableId::random())).collect();
        let (first, _) = queue.turn(visitor(0), TableId::random(), ROUND).await;
        let (report, mut reports) = mpsc::unbounded_channel();
        for &(number, table, bot) in bots {
            let table = tables.iter().find(|(name, _)| *name == table).unwrap().1;
            let (queue, report) = (queue.clone(), report.clone());
            tokio::spawn(async move {
                let _turn = queue.turn(visitor(number), table, ROUND).await;
                report.send((number, bot)).unwrap();
            });
            tokio::task::yield_now().await;
        }
        assert_eq!(queue.n_waiting(), bots.len() as u32);
        drop((first, report));
        let mut turns = Vec::new();
        while let Some(turn) = reports.recv().await {
            turns.push(turn);
        }
        assert_eq!(queue.n_waiting(), 0);
        turns
    }

    #[tokio::test]
    async fn visitors_take_turns_and_so_do_their_tables() {
        let one_visitor = [(1, 'a', 1), (1, 'a', 2), (1, 'b', 3), (1, 'b', 4)];
        assert_eq!(order(&one_visitor).await, [(1, 1), (1, 3), (1, 2), (1, 4)]);
        let two = [(1, 'a', 1), (1, 'a', 2), (1, 'b', 3), (2, 'c', 4), (2, 'c', 5)];
        assert_eq!(order(&two).await, [(1, 1), (2, 4), (1, 3), (2, 5), (1, 2)]);
        // Many tables of one visitor do not delay the only table of another one.
        let mut many: Vec<(u8, char, u32)> =
            "abcdefghi".chars().flat_map(|table| (0..5).map(move |bot| (1, table, bot))).collect();
        many.push((2, 'j', 99));
        let turns = order(&many).await;
        assert_eq!(turns.iter().position(|&turn| turn == (2, 99)), Some(1));
    }

    #[tokio::test(start_paused = true)]
    async fn time_shrinks_with_the_queue() {
        let full = Duration::from_secs(1);
        let queue = BotQueue::new(2);
        let table = TableId::random();
        let (one, until) = queue.turn(visitor(1), table, full).await;
        assert_eq!(until, clock::now() + full, "a bot that is alone has its full time");
        let (other, _) = queue.turn(visitor(2), table, full).await;
        let waiting: Vec<_> = (0..100)
            .map(|number| {
                let queue = queue.clone();
                tokio::spawn(async move {
                    let asked = clock::now();
                    let (turn, until) = queue.turn(visitor(number), table, full).await;
                    tokio::time::sleep_until(until).await;
                    drop(turn);
                    clock::now() - asked
                })
            })
            .collect();
        // The worst case: both cores are taken for a whole second when all others arrive.
        tokio::time::sleep_until(clock::now() + full).await;
        drop((one, other));
        for waited in waiting {
            assert!(waited.await.unwrap() <= Duration::from_millis(1_500));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn many_bots_of_one_visitor_take_no_time_from_those_of_another() {
        let full = Duration::from_secs(1);
        let queue = BotQueue::new(2);
        let taken = [queue.turn(visitor(0), TableId::random(), full).await.0, {
            queue.turn(visitor(0), TableId::random(), full).await.0
        }];
        let ask = |number: u8| {
            let queue = queue.clone();
            tokio::spawn(async move {
                let (turn, until) = queue.turn(visitor(number), TableId::random(), full).await;
                let time = until - clock::now();
                tokio::time::sleep_until(until).await;
                drop(turn);
                time
            })
        };
        let many: Vec<_> = (0..60).map(|_| ask(1)).collect();
        let one = ask(2);
        while queue.n_waiting() < 61 {
            tokio::task::yield_now().await;
        }
        drop(taken);
        assert_eq!(one.await.unwrap(), ROUND, "half of two cores for a round");
        let mut times = Vec::new();
        for bot in many {
            times.push(bot.await.unwrap());
        }
        // The first one shares its visitor's half with the others.
        assert_eq!(times[0], ROUND / 60);
        assert!(times.iter().all(|&time| time >= LEAST));
    }

    #[tokio::test]
    async fn bots_that_nobody_waits_for_are_skipped() {
        let queue = BotQueue::new(1);
        let (turn, _) = queue.turn(visitor(1), TableId::random(), ROUND).await;
        let gone: Vec<_> = (0..50)
            .map(|_| {
                let queue = queue.clone();
                tokio::spawn(async move { queue.turn(visitor(1), TableId::random(), ROUND).await })
            })
            .collect();
        tokio::task::yield_now().await;
        gone.iter().for_each(tokio::task::JoinHandle::abort);
        for task in gone {
            assert!(task.await.is_err());
        }
        drop(turn);
        queue.turn(visitor(2), TableId::random(), ROUND).await;
        assert_eq!((queue.n_waiting(), queue.queued().n_free), (0, 1));
    }
}
