//! One game at a table: its steps, its clock, and what is known of its seed.

use rules::{BySeat, Game, MAX_SEATS, Observer, Seat, Seats, Step, Turn, View};

use crate::command::Question;
use crate::event::{By, EventKind, Moment};
use crate::record::Record;
use crate::sealed::{Change, Sealed, Transition};
use crate::terms::{Clock, Terms};

/// A game as it is played.
#[derive(Debug)]
pub struct Play<G: Game> {
    /// Which game of the table it is, from 1.
    pub number: u32,
    /// What was told of its seed before the first deal.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// The steps that everybody has heard of, in order.
    pub steps: Vec<Taken<G>>,
    sealed: Sealed<G>,
    /// How often chance has drawn.
    n_draws: u64,
    /// How many decisions each seat has made, and the last of them: a decision sent twice counts once.
    decided: BySeat<(u32, Option<G::Action>), MAX_SEATS>,
    times: Times,
    /// Whose time ran out while choices are hidden.
    late: Seats,
}

/// A step that was taken, and by whom.
#[derive(Debug)]
pub struct Taken<G: Game> {
    /// The step.
    pub step: Step<G>,
    /// Who decided; nobody where chance did.
    pub by: Option<By>,
}

/// The clocks of all seats.
#[derive(Clone, Debug)]
struct Times {
    clock: Clock,
    /// What is left of each bank, in milliseconds.
    banks: BySeat<u64, MAX_SEATS>,
    /// Since when each seat is asked.
    asked: BySeat<Option<Moment>, MAX_SEATS>,
    /// When a seat has made a choice that nobody has heard of, and who made it.
    stopped: BySeat<Option<(Moment, By)>, MAX_SEATS>,
}

/// The clock of a seat as an observer knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockFace {
    /// How much time is left, in milliseconds, at `since` where it runs.
    pub left: u64,
    /// Since when it runs.
    pub since: Option<Moment>,
}

/// For how many more steps there is room when there was none left.
const MORE_STEPS: usize = 32;

impl<G: Game> Play<G> {
    pub(crate) fn new(number: u32, commitment: String, rules: G::Rules, terms: &Terms) -> Play<G> {
        let bank = match terms.clock {
            Clock::None => 0,
            Clock::Move { seconds } | Clock::Bank { seconds, .. } => millis(seconds),
        };
        Play {
            number,
            commitment,
            seed: None,
            steps: Vec::new(),
            sealed: Sealed::new(G::new(rules), terms.chosen),
            n_draws: 0,
            decided: BySeat([(0, None); MAX_SEATS]),
            times: Times {
                clock: terms.clock,
                banks: BySeat([bank; MAX_SEATS]),
                asked: BySeat([None; MAX_SEATS]),
                stopped: BySeat([None; MAX_SEATS]),
            },
            late: Seats::NONE,
        }
    }

    /// The game as everybody knows it, with what is hidden from them.
    pub(crate) fn sealed(&self) -> &Sealed<G> {
        &self.sealed
    }

    pub(crate) fn n_draws(&self) -> u64 {
        self.n_draws
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.sealed.told().turn() == Turn::Over
    }

    /// The whole table, once there is nothing left to hide.
    pub fn laid_open(&self) -> Option<&G> {
        self.is_over().then(|| self.sealed.told())
    }

    /// What an observer knows.
    pub fn view(&self, who: Observer) -> View<G> {
        self.sealed.view(who)
    }

    /// Who still owes a decision. Only for the house: it tells who has made a hidden choice.
    pub(crate) fn owing(&self) -> Seats {
        self.sealed.owing()
    }

    /// Whose time ran out while choices are hidden. Only for the house: it tells that they had not chosen.
    pub(crate) fn late(&self) -> Seats {
        self.late
    }

    /// The question that a seat answers next. Its number counts the seat's own decisions, so it tells nothing of others'.
    pub(crate) fn question(&self, seat: Seat) -> Question {
        Question { game: self.number, decision: self.decided[seat].0 }
    }

    /// Whether a seat has answered this question just so, and none since.
    pub(crate) fn has_answered(&self, seat: Seat, at: Question, action: G::Action) -> bool {
        let (count, last) = self.decided[seat];
        at.game == self.number && Some(at.decision) == count.checked_sub(1) && last == Some(action)
    }

    /// When a seat's time is up, where it is asked and has a clock.
    pub(crate) fn deadline(&self, seat: Seat) -> Option<Moment> {
        let since = self.times.asked[seat]?;
        (self.times.clock != Clock::None).then(|| since + self.times.banks[seat])
    }

    /// The clock of a seat as an observer knows it: that somebody else has made a hidden choice does not stop it.
    pub(crate) fn clock_face(&self, seat: Seat, who: Observer) -> Option<ClockFace> {
        let times = &self.times;
        if times.clock == Clock::None {
            return None;
        }
        match (times.asked[seat], times.stopped[seat]) {
            (Some(since), Some((stopped, _))) if who == Observer::Seat(seat) => Some(ClockFace {
                left: times.left(seat, stopped.saturating_sub(since)),
                since: None,
            }),
            (since, _) => Some(ClockFace { left: times.banks[seat], since }),
        }
    }

    /// Lets chance bring something; what everybody hears of.
    pub(crate) fn chance(&mut self, at: Moment, transition: Transition<G>) -> Vec<Change<G>> {
        self.n_draws += 1;
        self.go_on(at, transition)
    }

    /// Lets a seat decide; what everybody hears of. That is nothing where only the seat itself may know.
    pub(crate) fn act(
        &mut self,
        at: Moment,
        (seat, by, action): (Seat, By, G::Action),
        transition: Transition<G>,
    ) -> Vec<Change<G>> {
        let (count, _) = self.decided[seat];
        self.decided[seat] = (count + 1, Some(action));
        self.times.stopped[seat] = Some((at, by));
        if by == By::Person {
            self.late = self.late.without(Seats::one(seat));
        }
        self.go_on(at, transition)
    }

    fn go_on(&mut self, at: Moment, transition: Transition<G>) -> Vec<Change<G>> {
        let Transition { next, changes } = transition;
        self.sealed = next;
        self.hear(at, &changes);
        changes
    }

    /// Takes note of an event that is no step of the game.
    pub(crate) fn note(&mut self, kind: &EventKind<G>) {
        if let EventKind::Late { seat } = kind {
            self.late = self.late.with(*seat);
        } else if let EventKind::Rose { seat } = kind {
            self.late = self.late.without(Seats::one(*seat));
        } else if let EventKind::Ended { seed } = kind {
            self.seed = Some(seed.clone());
        }
    }

    /// Writes down what everybody hears of now, and sets the clocks.
    fn hear(&mut self, at: Moment, changes: &[Change<G>]) {
        for Change { step, .. } in changes {
            let by = match *step {
                Step::Act(seat, _) => self.times.stop(seat),
                Step::Chance(_) => None,
            };
            if self.steps.len() == self.steps.capacity() {
                // A list that grows as it likes ends up with twice the room for the longest part of a game.
                self.steps.reserve_exact(MORE_STEPS);
            }
            self.steps.push(Taken { step: *step, by });
        }
        if !changes.is_empty() {
            self.late = Seats::NONE;
        }
        for seat in self.sealed.owing().iter() {
            self.times.asked[seat].get_or_insert(at);
        }
    }

    /// The game as a record. Moves that a bot made for somebody are marked by their number.
    pub fn record(&self, title: &str, names: &[String], rules: G::Rules) -> Record<G> {
        let mut record = Record::new(title, rules);
        record.steps = self.steps.iter().map(|taken| taken.step).collect();
        record.set_tag("Seats", &names.join(", "));
        record.set_tag("Commitment", &self.commitment);
        if let Some(seed) = &self.seed {
            record.set_tag("Seed", seed);
        }
        let stood_in = |(index, taken): (usize, &Taken<G>)| {
            (taken.by == Some(By::StandIn)).then(|| (index + 1).to_string())
        };
        let stood_in: Vec<String> = self.steps.iter().enumerate().filter_map(stood_in).collect();
        if !stood_in.is_empty() {
            record.set_tag("StandIn", &stood_in.join(" "));
        }
        record.set_result(&self.sealed.told().standing());
        record
    }
}

impl Times {
    /// What is left of a seat's time behind a decision that took so long.
    fn left(&self, seat: Seat, spent: u64) -> u64 {
        match self.clock {
            Clock::None => 0,
            Clock::Move { seconds } => millis(seconds),
            Clock::Bank { increment, .. } => {
                self.banks[seat].saturating_sub(spent) + millis(increment)
            }
        }
    }

    /// Stops the clock of a seat whose decision is heard of; who made it.
    fn stop(&mut self, seat: Seat) -> Option<By> {
        let (since, (stopped, by)) = (self.asked[seat].take()?, self.stopped[seat].take()?);
        self.banks[seat] = self.left(seat, stopped.saturating_sub(since));
        Some(by)
    }
}

fn millis(seconds: u32) -> u64 {
    u64::from(seconds) * 1000
}
