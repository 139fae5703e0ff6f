//! What a command leads to, before it happens: events to write down, and the table after each of them.

use rules::{Game, Seat, Turn};

use crate::event::{By, Event, EventKind, Moment};
use crate::lobby::Lobby;
use crate::news::CompanyNews;
use crate::play::Play;
use crate::sealed::{Sealed, Transition};
use crate::seed::Seed;
use crate::table::Table;

/// What a command leads to. It is checked: [`Table::evolve`] only has to let it happen.
#[derive(Debug)]
pub struct Decision<G: Game> {
    pub(crate) next: Vec<Next<G>>,
    /// The company after all of it, where it changes.
    pub(crate) lobby: Option<Lobby>,
}

/// An event that is about to happen, and what it changes.
#[derive(Debug)]
pub(crate) struct Next<G: Game> {
    pub(crate) event: Event<G>,
    pub(crate) other: Option<CompanyNews>,
    pub(crate) transition: Option<Transition<G>>,
}

impl<G: Game> Decision<G> {
    /// The events, in order: what has to be on disk before anybody hears of it.
    pub fn events(&self) -> impl ExactSizeIterator<Item = &Event<G>> {
        self.next.iter().map(|next| &next.event)
    }

    /// Whether nothing happens, because the command has been carried out before.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// The company after all of it, where it changes.
    pub fn lobby(&self) -> Option<&Lobby> {
        self.lobby.as_ref()
    }
}

/// A decision as it is made: an event, and the events that follow from it.
pub(crate) struct Coming<'a, G: Game> {
    table: &'a Table<G>,
    seed: &'a Seed,
    pub(crate) now: Moment,
    pub(crate) decision: Decision<G>,
}

impl<'a, G: Game> Coming<'a, G> {
    pub(crate) fn new(table: &'a Table<G>, seed: &'a Seed, now: Moment) -> Coming<'a, G> {
        let decision = Decision { next: Vec::new(), lobby: None };
        Coming { table, seed, now, decision }
    }

    /// Adds an event that leaves the game as it is.
    pub(crate) fn add(&mut self, kind: EventKind<G>) {
        self.push(kind, None);
    }

    fn push(&mut self, kind: EventKind<G>, transition: Option<Transition<G>>) {
        let other = CompanyNews::of(&kind, self.lobby());
        if kind.changes_company() {
            let lobby = &mut self.decision.lobby;
            lobby.get_or_insert_with(|| self.table.lobby().clone()).evolve(&kind);
        }
        let event = Event { at: self.now, kind };
        self.decision.next.push(Next { event, other, transition });
    }

    /// The company after what has been decided so far.
    fn lobby(&self) -> &Lobby {
        self.decision.lobby.as_ref().unwrap_or(self.table.lobby())
    }

    /// Lets a game begin, once everybody is there and ready.
    pub(crate) fn begin_if_ready(&mut self) {
        if self.table.is_playing() || !self.lobby().is_ready() {
            return;
        }
        let number = self.table.play().map_or(0, |play| play.number) + 1;
        let seed = self.seed.of_game(number);
        self.add(EventKind::Began { commitment: seed.commitment() });
        let game = Sealed::new(G::new(*self.table.rules()), self.table.terms().chosen);
        self.draw(game, 0, &seed);
    }

    /// Lets a seat decide, and then chance draw.
    pub(crate) fn act(
        &mut self,
        play: &Play<G>,
        (seat, by, action): (Seat, By, G::Action),
        transition: Transition<G>,
    ) {
        let (next, is_heard) = (transition.next.clone(), !transition.changes.is_empty());
        self.push(EventKind::Act { seat, by, action }, Some(transition));
        if is_heard {
            let is_late = |late: &Seat| (*late, by) != (seat, By::Person);
            for seat in play.late().iter().filter(is_late) {
                if !self.table.lobby().chair(seat).is_stood_in() {
                    self.add(EventKind::StoodIn { seat });
                }
            }
        }
        if !matches!(next.told().turn(), Turn::Decide(_)) {
            self.draw(next, play.n_draws(), &self.seed.of_game(play.number));
        }
    }

    /// Lets chance draw until somebody has to decide or the game is over.
    fn draw(&mut self, mut game: Sealed<G>, mut n_draws: u64, seed: &Seed) {
        while game.told().turn() == Turn::Chance {
            let chance = game.told().draw(&mut seed.dice(n_draws));
            let transition = game.drawn(chance);
            game = transition.next.clone();
            n_draws += 1;
            self.push(EventKind::Chance(chance), Some(transition));
        }
        if game.told().turn() == Turn::Over {
            self.add(EventKind::Ended { seed: seed.reveal() });
        }
    }
}
