//! The bots of a table, each thinking about one question.

use std::collections::HashMap;
use std::time::Duration;

use bots::{BotName, Budget, Think};
use pages::face::Face;
use pages::levels;
use pages::pace::Pace;
use rules::{Game, Observer, Seat, View};
use store::TableId;
use table::command::{Caller, Command, Question};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{Room, StoreFailed};
use crate::address::Bucket;
use crate::bot_queue::BotQueue;
use crate::clock;

/// The bots that are thinking, and their questions.
#[derive(Debug)]
pub(super) struct BotTasks<G: Game> {
    questions: HashMap<Seat, Question>,
    tasks: JoinSet<BotDecision<G>>,
}

/// A bot's decision. `action` is `None` if the bot failed.
#[derive(Debug)]
pub(super) struct BotDecision<G: Game> {
    seat: Seat,
    at: Question,
    action: Option<G::Action>,
}

impl<G: Game> Default for BotTasks<G> {
    fn default() -> BotTasks<G> {
        BotTasks { questions: HashMap::new(), tasks: JoinSet::new() }
    }
}

impl<G: Game> BotTasks<G> {
    pub(super) fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }

    /// The next finished bot; `None` while no bot thinks.
    pub(super) async fn next(&mut self) -> Option<BotDecision<G>> {
        loop {
            // After a panic the question stays open, and the server's log has the error.
            match self.tasks.join_next().await? {
                Ok(decision) => return Some(decision),
                Err(error) => tracing::error!(%error, "a bot failed"),
            }
        }
    }
}

impl<G: Face> Room<G> {
    /// Starts every bot that has to move. Bots wait until a person sits at the table, and for the first request: before
    /// that nobody knows whose turn they take, and the tables of all visitors would share one.
    pub(super) fn start_bots(&mut self) {
        let Some(visitor) = self.visitor else { return };
        let has_person = self.table.lobby().chairs.iter().any(|chair| chair.name().is_some());
        let Some(play) = self.table.play().filter(|_| has_person) else { return };
        for seat in self.table.bots_to_move() {
            let Some(at) = self.table.question(seat) else { continue };
            if self.bot_tasks.questions.get(&seat) == Some(&at) {
                continue;
            }
            let Some(level) = self.table.bot_of(seat) else { continue };
            let name = BotName::Level(levels::level_of(level));
            self.bot_tasks.questions.insert(seat, at);
            let view = play.view(Observer::Seat(seat));
            let delay = self.bot_delay();
            let place =
                QueuePlace { queue: self.hall.bot_queue().clone(), visitor, table: self.id };
            self.bot_tasks.tasks.spawn(async move {
                let action = think::<G>(name, view, delay, place).await;
                BotDecision { seat, at, action }
            });
        }
    }

    /// How long a bot waits at least: at the pace of the slowest player after the beats so far, and until everything so
    /// far was shown. Both are public.
    pub(super) fn bot_delay(&self) -> Duration {
        let pace = Duration::from_millis(self.table.terms().pace.into());
        let viewer = self.presenter.slowest_pace().unwrap_or(Pace::Normal);
        let until = |end: Instant| end.saturating_duration_since(clock::now());
        (viewer.stretch(pace) + until(self.beats_end)).max(until(self.shown))
    }

    /// Carries out a bot's decision.
    pub(super) async fn carry_out_bot_decision(
        &mut self,
        decision: BotDecision<G>,
    ) -> Result<(), StoreFailed> {
        let BotDecision { seat, at, action } = decision;
        if self.bot_tasks.questions.get(&seat) == Some(&at) {
            self.bot_tasks.questions.remove(&seat);
        }
        let Some(action) = action else { return Ok(()) };
        self.carry_out_for_house(Caller::House, Command::BotAct { seat, at, action }).await
    }
}

/// A table's place in the queue of thinking bots.
struct QueuePlace {
    queue: BotQueue,
    /// The visitor whose turn it takes.
    visitor: Bucket,
    table: TableId,
}

/// Thinks about a question. The answer comes after the full thinking time and delay, so that its timing reveals nothing.
/// Bots that do not search decide within a millisecond and need no place in the queue.
async fn think<G: Face>(
    name: BotName,
    view: View<G>,
    delay: Duration,
    place: QueuePlace,
) -> Option<G::Action> {
    let full = name.think(G::ID);
    let time = full.and_then(Think::time).unwrap_or_default();
    let due = clock::now() + delay.max(time + Duration::from_millis(50));
    let (turn, until) = if full.is_some() {
        let (turn, until) = place.queue.turn(place.visitor, place.table, time).await;
        (Some(turn), until)
    } else {
        (None, clock::now())
    };
    let thought = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let budget = match full {
            Some(Think::Time(_)) => Budget::Until(until.into_std()),
            Some(Think::Playouts(_)) | None => name.budget(G::ID, until.into_std()),
        };
        name.bot::<G>(clock::dice_seed()).think(&view, budget)
    });
    let thought = thought.await.ok().flatten();
    // A search may end early, so a late answer still comes at the end of its turn.
    tokio::time::sleep_until(due.max(until)).await;
    thought.map(|thought| thought.action)
}

#[cfg(test)]
mod tests {
    use bots::Level;
    use rules::{GameId, Open as _, meow};
    use testing::dice::{dice, random_game};

    use super::*;

    /// The view of a seat that is asked.
    fn asked_view() -> View<meow::State> {
        let rules = "meow players=3".parse().unwrap();
        let view = (1..20).find_map(|n_steps| {
            let (_, game) = random_game::<meow::State>(rules, n_steps, &mut dice(1));
            let mut views = Seat::all(3).map(|seat| (seat, game.view(Observer::Seat(seat))));
            views.find(|(seat, view)| view.open.turn().asks(*seat)).map(|(_, view)| view)
        });
        view.expect("a game asks a seat")
    }

    /// The paused clock moves only when all tasks wait, so it shows how long an answer is held back.
    #[tokio::test(start_paused = true)]
    async fn the_time_of_an_answer_reveals_nothing() {
        let view = asked_view();
        for (level, pace) in [(Level::Kitten, 2000), (Level::Tiger, 0)] {
            let name = BotName::Level(level);
            let time = name.think(GameId::Meow).and_then(Think::time).unwrap_or_default();
            let pace = Duration::from_millis(pace);
            let began = clock::now();
            let (queue, table) = (BotQueue::new(1), TableId::random());
            let place = QueuePlace { queue, visitor: Bucket::Strangers, table };
            let action = think::<meow::State>(name, view.clone(), pace, place).await;
            assert!(action.is_some());
            let (took, floor) = (clock::now() - began, pace.max(time + Duration::from_millis(50)));
            assert!(took >= floor, "{level:?} answered after {took:?}, wanted {floor:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn bots_that_do_not_search_wait_for_no_core() {
        let view = asked_view();
        for level in ["kitten", "tiger"] {
            let (queue, table) = (BotQueue::new(1), TableId::random());
            let (taken, _) = queue.turn(Bucket::Strangers, table, Duration::MAX).await;
            let name: BotName = level.parse().unwrap();
            let place = QueuePlace { queue, visitor: Bucket::Strangers, table };
            let thought = think::<meow::State>(name, view.clone(), Duration::ZERO, place);
            let answer = tokio::time::timeout(Duration::from_secs(3600), thought).await;
            assert_eq!(answer.is_ok(), level == "kitten", "{level}");
            drop(taken);
        }
    }
}
