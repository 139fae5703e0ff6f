//! Choices that several seats owe at once, and who learns that they were made.
//!
//! What a seat has chosen nobody learns before all have: the games' views see to that. Who has chosen is public, as it is
//! around a real table, where people look at each other. A table can hide even that: then a choice waits here until the
//! last one is in, and till then the game is to everybody else as it was before.

use std::borrow::Cow;
use std::sync::Arc;

use rules::{BySeat, Game, MAX_SEATS, Observer, Refusal, Seat, Seats, Step, Turn, View};

/// Whether others learn that a seat has made its sealed choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chosen {
    /// At once.
    #[default]
    Shown,
    /// When all are in.
    Hidden,
}

/// A game as it is told, and the choices that wait to be told.
#[derive(Clone, Debug)]
pub struct Sealed<G: Game> {
    told: Arc<G>,
    chosen: Chosen,
    waiting: BySeat<Option<G::Action>, MAX_SEATS>,
}

/// A step that everybody hears of, with the game before and after it.
#[derive(Clone, Debug)]
pub struct Change<G: Game> {
    /// The game before the step.
    pub before: Arc<G>,
    /// The step.
    pub step: Step<G>,
    /// The game after the step.
    pub after: Arc<G>,
}

/// The game after a step was checked and taken, and the changes that everybody hears of.
///
/// There are none while others still have to choose in secret, and several, in the order of the seats, when the last
/// choice is in.
#[derive(Clone, Debug)]
pub struct Transition<G: Game> {
    /// The game afterwards.
    pub next: Sealed<G>,
    /// What everybody hears of, in order.
    pub changes: Vec<Change<G>>,
}

impl<G: Game> Sealed<G> {
    /// A game in which no choice waits.
    pub fn new(game: G, chosen: Chosen) -> Sealed<G> {
        Sealed { told: Arc::new(game), chosen, waiting: BySeat([None; MAX_SEATS]) }
    }

    /// The game as everybody knows it.
    pub fn told(&self) -> &G {
        &self.told
    }

    /// The seats that still owe a decision.
    pub fn owing(&self) -> Seats {
        let Turn::Decide(asked) = self.told.turn() else { return Seats::NONE };
        asked.iter().filter(|&seat| self.waiting[seat].is_none()).collect()
    }

    /// Whether several seats owe a choice and nobody may learn who has chosen.
    pub fn is_hidden(&self) -> bool {
        let Turn::Decide(asked) = self.told.turn() else { return false };
        self.chosen == Chosen::Hidden && asked.len() > 1
    }

    /// What an observer knows: what was told, and its own choice.
    pub fn view(&self, who: Observer) -> View<G> {
        self.as_known_to(who.seat()).view(who)
    }

    /// Whether a seat may do this now, or why not. The answer depends on nobody else's choice.
    pub fn check(&self, seat: Seat, action: G::Action) -> Result<(), Refusal<G>> {
        self.as_known_to(Some(seat)).check(seat, action)
    }

    /// The game after chance brings something.
    ///
    /// # Errors
    /// If chance may not bring this now.
    pub fn chance(&self, chance: G::Chance) -> Result<Transition<G>, Refusal<G>> {
        self.told.check_chance(&chance)?;
        Ok(self.drawn(chance))
    }

    /// The game after chance brings what it has just drawn: a draw needs no check.
    pub(crate) fn drawn(&self, chance: G::Chance) -> Transition<G> {
        let mut next = self.clone();
        let change = next.take(Step::Chance(chance));
        Transition { next, changes: vec![change] }
    }

    /// The game after a seat does something.
    ///
    /// # Errors
    /// If the seat may not do this now.
    pub fn act(&self, seat: Seat, action: G::Action) -> Result<Transition<G>, Refusal<G>> {
        self.check(seat, action)?;
        let mut next = self.clone();
        next.waiting[seat] = Some(action);
        let mut changes = Vec::new();
        if self.chosen == Chosen::Shown || next.owing().is_empty() {
            let Turn::Decide(asked) = self.told.turn() else {
                unreachable!("an action that passes its check answers a question")
            };
            for seat in asked.iter() {
                if let Some(action) = next.waiting[seat].take() {
                    changes.push(next.take(Step::Act(seat, action)));
                }
            }
        }
        Ok(Transition { next, changes })
    }

    /// Takes a step that everybody hears of. The only place where a game is copied and changed.
    fn take(&mut self, step: Step<G>) -> Change<G> {
        let mut after = G::clone(&self.told);
        after.apply(&step);
        let after = Arc::new(after);
        let before = std::mem::replace(&mut self.told, Arc::clone(&after));
        Change { before, step, after }
    }

    /// What was told, with this seat's own choice made: what a seat does changes nothing for the others who owe one.
    fn as_known_to(&self, seat: Option<Seat>) -> Cow<'_, G> {
        let own_choice = seat.and_then(|seat| Some((seat, self.waiting[seat]?)));
        match own_choice {
            None => Cow::Borrowed(&*self.told),
            Some((seat, action)) => {
                let mut game = G::clone(&self.told);
                game.act(seat, action);
                Cow::Owned(game)
            }
        }
    }
}
