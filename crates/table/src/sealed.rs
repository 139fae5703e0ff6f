//! Simultaneous choices, and who learns that they were made.
//!
//! Nobody learns a seat's choice before all seats have chosen: the views of the games ensure that. Who has chosen is
//! public, as it is around a real table. A table can hide even that. Then choices wait here until the last one is in,
//! and until then the public game does not change.

use std::borrow::Cow;
use std::sync::Arc;

use rules::{BySeat, Game, MAX_SEATS, Observer, Refusal, Seat, Seats, Step, Turn, View};

/// Whether others see that a seat has made its sealed choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chosen {
    /// At once.
    #[default]
    Shown,
    /// Only when all seats have chosen.
    Hidden,
}

/// The public game and the choices that are still hidden.
#[derive(Clone, Debug)]
pub struct Sealed<G: Game> {
    told: Arc<G>,
    chosen: Chosen,
    waiting: BySeat<Option<G::Action>, MAX_SEATS>,
}

/// A public step, with the game before and after it.
#[derive(Clone, Debug)]
pub struct PublicStep<G: Game> {
    /// The game before the step.
    pub before: Arc<G>,
    /// The step.
    pub step: Step<G>,
    /// The game after the step.
    pub after: Arc<G>,
}

/// The result of a checked step: the next state, and the steps that become public.
///
/// No step becomes public while other seats still have to choose. With the last choice all become public, in seat
/// order.
#[derive(Clone, Debug)]
pub struct Transition<G: Game> {
    /// The game afterwards.
    pub next: Sealed<G>,
    /// The steps that become public, in order.
    pub changes: Vec<PublicStep<G>>,
}

impl<G: Game> Sealed<G> {
    /// A game without hidden choices.
    pub fn new(game: G, chosen: Chosen) -> Sealed<G> {
        Sealed { told: Arc::new(game), chosen, waiting: BySeat([None; MAX_SEATS]) }
    }

    /// The public game.
    pub fn told(&self) -> &G {
        &self.told
    }

    /// The seats that still owe a decision.
    pub fn owing(&self) -> Seats {
        let Turn::Decide(asked) = self.told.turn() else { return Seats::NONE };
        asked.iter().filter(|&seat| self.waiting[seat].is_none()).collect()
    }

    /// Whether several seats owe a choice and the table hides who has chosen.
    pub fn is_hidden(&self) -> bool {
        let Turn::Decide(asked) = self.told.turn() else { return false };
        self.chosen == Chosen::Hidden && asked.len() > 1
    }

    /// The view of an observer: the public game and the observer's own choice.
    pub fn view(&self, who: Observer) -> View<G> {
        self.as_known_to(who.seat()).view(who)
    }

    /// Whether a seat may take this action now. The answer does not depend on other seats' choices.
    pub fn check(&self, seat: Seat, action: G::Action) -> Result<(), Refusal<G>> {
        self.as_known_to(Some(seat)).check(seat, action)
    }

    /// The game after a chance draw.
    ///
    /// # Errors
    /// If the draw is not possible now.
    pub fn chance(&self, chance: G::Chance) -> Result<Transition<G>, Refusal<G>> {
        self.told.check_chance(&chance)?;
        Ok(self.drawn(chance))
    }

    /// The game after a draw that the game itself made. It needs no check.
    pub(crate) fn drawn(&self, chance: G::Chance) -> Transition<G> {
        let mut next = self.clone();
        let change = next.take(Step::Chance(chance));
        Transition { next, changes: vec![change] }
    }

    /// The game after a seat's action.
    ///
    /// # Errors
    /// If the seat may not take this action now.
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

    /// Applies a public step. Only this method copies and changes a game.
    fn take(&mut self, step: Step<G>) -> PublicStep<G> {
        let mut after = G::clone(&self.told);
        after.apply(&step);
        let after = Arc::new(after);
        let before = std::mem::replace(&mut self.told, Arc::clone(&after));
        PublicStep { before, step, after }
    }

    /// The public game with this seat's own choice. An action changes nothing for other seats that still owe one.
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
