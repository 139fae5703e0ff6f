//! The result of a command before it happens: events to store, and the table after each of them.

use rules::{Game, Observer, Seat, Turn};

use crate::event::{By, Event, EventKind, Moment};
use crate::lobby::Lobby;
use crate::news::CompanyNews;
use crate::play::Play;
use crate::sealed::{Change, Sealed, Transition};
use crate::seed::Seed;
use crate::table::Table;
use crate::terms::Interlude;

/// The result of a command. It is checked: [`Table::evolve`] applies it without further checks.
#[derive(Debug)]
pub struct Decision<G: Game> {
    pub(crate) events: Vec<PlannedEvent<G>>,
    /// The lobby afterwards, if it changes.
    pub(crate) lobby: Option<Lobby>,
}

/// An event that is about to happen, and its effects.
#[derive(Debug)]
pub(crate) struct PlannedEvent<G: Game> {
    pub(crate) event: Event<G>,
    pub(crate) company: Option<CompanyNews>,
    pub(crate) effect: Option<Effect<G>>,
}

/// The effect of an event on the game.
#[derive(Debug)]
pub(crate) enum Effect<G: Game> {
    /// A step.
    Step(Transition<G>),
    /// The change of a sealed choice.
    Change(Change<G>),
}

impl<G: Game> Decision<G> {
    /// The events, in order. They must be on disk before anyone hears of them.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &Event<G>> {
        self.events.iter().map(|planned| &planned.event)
    }

    /// Whether the command is a no-op because it was carried out before.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The lobby afterwards, if it changes.
    pub fn lobby(&self) -> Option<&Lobby> {
        self.lobby.as_ref()
    }
}

/// Builds a decision: an event, and the events that follow from it.
pub(crate) struct DecisionBuilder<'a, G: Game> {
    table: &'a Table<G>,
    seed: &'a Seed,
    pub(crate) now: Moment,
    pub(crate) decision: Decision<G>,
}

impl<'a, G: Game> DecisionBuilder<'a, G> {
    pub(crate) fn new(table: &'a Table<G>, seed: &'a Seed, now: Moment) -> DecisionBuilder<'a, G> {
        let decision = Decision { events: Vec::new(), lobby: None };
        DecisionBuilder { table, seed, now, decision }
    }

    /// Adds an event that does not change the game.
    pub(crate) fn add(&mut self, kind: EventKind<G>) {
        self.push(kind, None);
    }

    fn push(&mut self, kind: EventKind<G>, effect: Option<Effect<G>>) {
        let company = CompanyNews::of(&kind, self.lobby());
        if kind.changes_company() {
            let lobby = &mut self.decision.lobby;
            lobby.get_or_insert_with(|| self.table.lobby().clone()).evolve(&kind);
        }
        let event = Event { at: self.now, kind };
        self.decision.events.push(PlannedEvent { event, company, effect });
    }

    /// The lobby after the events so far.
    fn lobby(&self) -> &Lobby {
        self.decision.lobby.as_ref().unwrap_or(self.table.lobby())
    }

    /// Begins a game once all seats are taken and all players are ready.
    pub(crate) fn begin_if_ready(&mut self) {
        if self.table.is_playing() || !self.lobby().is_ready() {
            return;
        }
        let number = self.table.play().map_or(0, |play| play.number) + 1;
        let seed = self.seed.of_game(number);
        self.add(EventKind::Began { commitment: seed.commitment() });
        let terms = self.table.terms();
        let game = Sealed::new(G::new(*self.table.rules()), terms.chosen);
        let game = game.listening(terms.listens());
        self.draw(game, 0, &seed);
    }

    /// Adds the change of a seat's sealed choice.
    pub(crate) fn change(&mut self, seat: Seat, action: G::Action, change: Change<G>) {
        self.push(EventKind::Changed { seat, action }, Some(Effect::Change(change)));
    }

    /// Adds a seat's action, and the interlude or the chance draws that follow.
    pub(crate) fn act(
        &mut self,
        play: &Play<G>,
        (seat, by, action): (Seat, By, G::Action),
        transition: Transition<G>,
    ) {
        let (next, is_heard) = (transition.next.clone(), !transition.changes.is_empty());
        self.push(EventKind::Act { seat, by, action }, Some(Effect::Step(transition)));
        if is_heard {
            let is_late = |late: &Seat| (*late, by) != (seat, By::Person);
            for seat in play.late().iter().filter(is_late) {
                if !self.table.lobby().chair(seat).is_stood_in() {
                    self.add(EventKind::StoodIn { seat });
                }
            }
        }
        let ends_round = next.told().rounds() > play.rounds() && next.told().turn() != Turn::Over;
        let is_timed = self.table.terms().interlude != Interlude::None;
        if ends_round && is_timed && !self.lobby().awaited().is_empty() {
            return self.add(EventKind::Interlude);
        }
        if !matches!(next.told().turn(), Turn::Decide(_)) {
            self.draw(next, play.n_draws(), &self.seed.of_game(play.number));
        }
    }

    /// Ends an interlude once everybody who is awaited has asked for the next round.
    pub(crate) fn resume_if_ready(&mut self) {
        if self.decision.events().any(|event| matches!(event.kind, EventKind::Resumed)) {
            return;
        }
        let pause = self.table.play().and_then(Play::pause);
        let Some(pause) = pause else { return };
        let asks = |seat: Seat| {
            let asks = |event: &Event<G>| matches!(event.kind, EventKind::Next { seat: who } if who == seat);
            pause.ready.has(seat) || self.decision.events().any(asks)
        };
        if self.lobby().awaited().iter().all(asks) {
            self.resume();
        }
    }

    /// Ends an interlude, with the chance draws that follow.
    pub(crate) fn resume(&mut self) {
        let Some(play) = self.table.play() else { return };
        self.add(EventKind::Resumed);
        if !matches!(play.sealed().told().turn(), Turn::Decide(_)) {
            let seed = self.seed.of_game(play.number);
            self.draw(play.sealed().clone(), play.n_draws(), &seed);
        }
    }

    /// Adds chance draws until a seat has to decide or the game is over.
    fn draw(&mut self, mut game: Sealed<G>, mut n_draws: u64, seed: &Seed) {
        while game.told().turn() == Turn::Chance {
            let chance = game.told().draw(&mut seed.dice(n_draws));
            let transition = game.drawn(chance);
            game = transition.next.clone();
            n_draws += 1;
            self.push(EventKind::Chance(chance), Some(Effect::Step(transition)));
        }
        if game.told().turn() == Turn::Over {
            self.add(EventKind::Ended { seed: seed.reveal() });
        }
        self.take_lone_silence(&game);
    }

    /// Answers for a player among bots who could only say nothing. The time that an answer takes shows a hand, but here
    /// nobody looks.
    fn take_lone_silence(&mut self, game: &Sealed<G>) {
        let person = self.lobby().sole_person().filter(|_| !self.table.terms().watching);
        let (Some(answer), Some(seat)) = (game.silent_answer(), person) else { return };
        let actions = game.view(Observer::Seat(seat)).actions();
        if actions.is_some_and(|actions| actions.len() == 1)
            && let Ok(transition) = game.act(seat, answer)
        {
            let kind = EventKind::Act { seat, by: By::Person, action: answer };
            self.push(kind, Some(Effect::Step(transition)));
        }
    }
}
