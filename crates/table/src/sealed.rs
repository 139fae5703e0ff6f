//! Simultaneous choices, and who learns that they were made.
//!
//! Nobody learns a seat's choice before all seats have chosen: the views of the games ensure that. Who has chosen is
//! public, as it is around a real table. A table can hide even that. Then choices wait here until the last one is in,
//! and until then the public game does not change.
//!
//! A choice can be changed as long as nobody else can tell: [`Sealed::change`] compares what the others know.

use std::borrow::Cow;
use std::sync::Arc;

use rules::{
    BySeat, Game, MAX_SEATS, Observer, Open as _, Refusal, Rules as _, Seat, Seats, Step, Turn,
    View,
};

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
    /// Whether silence is an answer, in questions where the game says so. Nobody sees who has spoken up before all have
    /// answered: a player who hesitates would reveal something about the hand.
    listens: bool,
    /// The choices of the current question to several seats. Where choices are hidden, the public game lacks them.
    made: BySeat<Option<G::Action>, MAX_SEATS>,
    /// The public game before the first of these choices.
    before: Option<Arc<G>>,
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

/// A sealed choice of a seat that can still be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice<G: Game> {
    /// What the seat knows, as if it had not chosen.
    pub view: View<G>,
    /// The choice.
    pub action: G::Action,
}

/// A changed choice.
#[derive(Clone, Debug)]
pub struct Change<G: Game> {
    /// The game afterwards.
    pub next: Sealed<G>,
    /// What only the seat itself notices, unless its choice is hidden.
    pub own: Option<PublicStep<G>>,
}

impl<G: Game> Sealed<G> {
    /// A game without hidden choices.
    pub fn new(game: G, chosen: Chosen) -> Sealed<G> {
        let (told, made) = (Arc::new(game), BySeat([None; MAX_SEATS]));
        Sealed { told, chosen, listens: false, made, before: None }
    }

    /// A game in which silence is an answer where the game says so.
    #[must_use]
    pub fn listening(self, listens: bool) -> Sealed<G> {
        Sealed { listens, ..self }
    }

    /// The answer that silence means to the current question, if the table takes it.
    pub fn silent_answer(&self) -> Option<G::Action> {
        self.told.open().silent_answer().filter(|_| self.listens)
    }

    /// Whether others do not even see who has chosen.
    fn hides(&self) -> bool {
        self.chosen == Chosen::Hidden || self.silent_answer().is_some()
    }

    /// The public game.
    pub fn told(&self) -> &G {
        &self.told
    }

    /// The seats that still owe a decision.
    pub fn owing(&self) -> Seats {
        let Turn::Decide(asked) = self.told.turn() else { return Seats::NONE };
        asked.iter().filter(|&seat| self.made[seat].is_none()).collect()
    }

    /// Whether several seats owe a choice and the table hides who has chosen.
    pub fn is_hidden(&self) -> bool {
        let Turn::Decide(asked) = self.told.turn() else { return false };
        self.hides() && asked.len() > 1
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
        let Turn::Decide(asked) = self.told.turn() else {
            unreachable!("an action that passes its check answers a question")
        };
        let mut next = self.clone();
        next.before.get_or_insert_with(|| Arc::clone(&self.told));
        next.made[seat] = Some(action);
        let mut changes = Vec::new();
        if !self.hides() {
            changes.push(next.take(Step::Act(seat, action)));
            let others = asked.without(Seats::one(seat));
            if others.is_empty() || next.told.turn() != Turn::Decide(others) {
                next.end_question();
            }
        } else if next.owing().is_empty() {
            let made = next.made;
            next.end_question();
            for seat in asked.iter() {
                changes.extend(made[seat].map(|action| next.take(Step::Act(seat, action))));
            }
        }
        Ok(Transition { next, changes })
    }

    /// The game after a seat has changed a choice that is still sealed. `None` if the seat has no such choice.
    ///
    /// # Errors
    /// If the seat may not take this action.
    pub fn change(&self, seat: Seat, action: G::Action) -> Option<Result<Change<G>, Refusal<G>>> {
        self.made[seat]?;
        let without = self.without_choice(seat)?;
        if let Err(refusal) = without.check(seat, action) {
            return Some(Err(refusal));
        }
        let mut next = self.clone();
        next.made[seat] = Some(action);
        if self.hides() {
            return Some(Ok(Change { next, own: None }));
        }
        let before = Arc::new(without);
        let step = Step::Act(seat, action);
        let mut after = G::clone(&before);
        after.apply(&step);
        let is_sealed = Observer::all(after.rules().n_seats())
            .filter(|&who| who != Observer::Seat(seat))
            .all(|who| self.told.view(who) == after.view(who));
        if !is_sealed {
            return None;
        }
        next.told = Arc::new(after);
        let own = PublicStep { before, step, after: Arc::clone(&next.told) };
        Some(Ok(Change { next, own: Some(own) }))
    }

    /// The seat's choice, if it can still be changed to another one.
    pub fn choice(&self, seat: Seat) -> Option<Choice<G>> {
        let action = self.made[seat]?;
        let without = self.without_choice(seat)?;
        let other = without.actions(seat).iter().find(|&other| other != action)?;
        let can_change = self.change(seat, other)?.is_ok();
        let view = without.view(Observer::Seat(seat));
        can_change.then_some(Choice { view, action })
    }

    /// The public game as if this seat had not chosen. Simultaneous choices commute, so the order of the others does not
    /// matter.
    fn without_choice(&self, seat: Seat) -> Option<G> {
        let mut game = G::clone(self.before.as_deref()?);
        if !self.hides() {
            for other in Seat::all(game.rules().n_seats()).filter(|&other| other != seat) {
                if let Some(action) = self.made[other] {
                    game.apply(&Step::Act(other, action));
                }
            }
        }
        Some(game)
    }

    /// Forgets the choices of a question that all seats have answered.
    fn end_question(&mut self) {
        (self.made, self.before) = (BySeat([None; MAX_SEATS]), None);
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
        let hidden = seat.filter(|_| self.hides());
        let own_choice = hidden.and_then(|seat| Some((seat, self.made[seat]?)));
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
