//! Bots of a table: who thinks about which question.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use bots::BotName;
use pages::face::Face;
use rules::{Game, Observer, Seat, View};
use table::command::{Caller, Command, Question};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::{Gone, Room};
use crate::clock;

/// The bots that think, and what about.
#[derive(Debug)]
pub(super) struct Thinking<G: Game> {
    questions: HashMap<Seat, Question>,
    thoughts: JoinSet<Thought<G>>,
}

/// What a bot has decided; nothing if it failed.
#[derive(Debug)]
pub(super) struct Thought<G: Game> {
    seat: Seat,
    at: Question,
    action: Option<G::Action>,
}

impl<G: Game> Default for Thinking<G> {
    fn default() -> Thinking<G> {
        Thinking { questions: HashMap::new(), thoughts: JoinSet::new() }
    }
}

impl<G: Game> Thinking<G> {
    pub(super) fn is_empty(&self) -> bool {
        self.questions.is_empty()
    }

    /// The next bot that is done; nothing while none thinks.
    pub(super) async fn next(&mut self) -> Option<Thought<G>> {
        loop {
            // A thought that was lost to a panic leaves its question open, and the log says so.
            match self.thoughts.join_next().await? {
                Ok(thought) => return Some(thought),
                Err(error) => tracing::error!(%error, "a bot failed"),
            }
        }
    }
}

impl<G: Face> Room<G> {
    /// Starts the bots that are to move. Without a person at the table nothing happens.
    pub(super) fn let_bots_think(&mut self) {
        let has_person = self.table.lobby().chairs.iter().any(|chair| chair.name().is_some());
        let Some(play) = self.table.play().filter(|_| has_person) else { return };
        for seat in self.table.bots_to_move() {
            let Some(at) = self.table.question(seat) else { continue };
            if self.thinking.questions.get(&seat) == Some(&at) {
                continue;
            }
            let level = self.table.bot_of(seat);
            let Some(name) = level.and_then(|level| level.name().parse().ok()) else {
                tracing::error!("a bot of an unknown level");
                continue;
            };
            self.thinking.questions.insert(seat, at);
            let view = play.view(Observer::Seat(seat));
            let pace = Duration::from_millis(self.table.terms().pace.into());
            let thinkers = Arc::clone(self.hall.thinkers());
            self.thinking.thoughts.spawn(async move {
                let action = think::<G>(name, view, pace, thinkers).await;
                Thought { seat, at, action }
            });
        }
    }

    /// Lets a bot act that has thought.
    pub(super) async fn bot_acts(&mut self, thought: Thought<G>) -> Result<(), Gone> {
        let Thought { seat, at, action } = thought;
        if self.thinking.questions.get(&seat) == Some(&at) {
            self.thinking.questions.remove(&seat);
        }
        let Some(action) = action else { return Ok(()) };
        self.house_does(Caller::House, Command::BotAct { seat, at, action }).await
    }
}

/// What a bot does. It answers when its pace and its whole time to think are over, so that the time it takes tells
/// nothing.
async fn think<G: Face>(
    name: BotName,
    view: View<G>,
    pace: Duration,
    thinkers: Arc<Semaphore>,
) -> Option<G::Action> {
    let time = name.think(G::ID).and_then(bots::Think::time).unwrap_or_default();
    let due = clock::now() + pace.max(time + Duration::from_millis(50));
    let permit = thinkers.acquire_owned().await;
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let budget = name.budget(G::ID, clock::now().into_std());
        name.bot::<G>(clock::dice_seed()).think(&view, budget)
    });
    let thought = thought.await.ok().flatten();
    tokio::time::sleep_until(due).await;
    thought.map(|thought| thought.action)
}
