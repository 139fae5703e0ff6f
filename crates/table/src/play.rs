//! One game at a table: its steps, its clocks, and its seed.

use rules::{BySeat, Game, MAX_SEATS, Observer, Seat, Seats, Step, Turn, View};

use crate::command::Question;
use crate::event::{By, EventKind, Moment};
use crate::record::Record;
use crate::sealed::{PublicStep, Sealed, Transition};
use crate::terms::{Terms, TimeControl};

/// A game in progress or finished.
#[derive(Debug)]
pub struct Play<G: Game> {
    /// The number of the game at this table, from 1.
    pub number: u32,
    /// The commitment to the seed, published before the first deal.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// The public steps, in order.
    pub steps: Vec<PlayedStep<G>>,
    sealed: Sealed<G>,
    /// When the last public step happened, or the last interlude ended.
    since: Moment,
    /// The number of chance draws so far.
    n_draws: u64,
    decided: BySeat<Decided<G::Action>, MAX_SEATS>,
    clocks: Clocks,
    /// Seats that ran out of time while choices are hidden.
    late: Seats,
    pause: Option<Pause>,
    /// The number of finished rounds at the beginning of the last interlude.
    paused_rounds: u32,
}

/// The decisions of a seat so far. A decision that arrives twice counts once.
#[derive(Clone, Copy, Debug)]
struct Decided<A> {
    /// How many questions the seat has answered.
    count: u32,
    /// How often it has changed its last answer.
    changes: u32,
    /// Its last answer.
    last: Option<A>,
}

/// An interlude: the pause after a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pause {
    /// Its beginning.
    pub(crate) since: Moment,
    /// The seats whose players are ready for the next round.
    pub(crate) ready: Seats,
}

/// A step and who decided it.
#[derive(Debug)]
pub struct PlayedStep<G: Game> {
    /// The step.
    pub step: Step<G>,
    /// Who decided; `None` for chance.
    pub by: Option<By>,
}

/// The clocks of all seats.
#[derive(Clone, Debug)]
struct Clocks {
    clock: TimeControl,
    /// The time left in each bank, in milliseconds.
    banks: BySeat<u64, MAX_SEATS>,
    /// When each seat was asked.
    asked: BySeat<Option<Moment>, MAX_SEATS>,
    /// When a seat made a choice that is not public yet, and who made it.
    stopped: BySeat<Option<(Moment, By)>, MAX_SEATS>,
}

/// The clock of a seat as an observer sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockFace {
    /// The time left, in milliseconds; for a running clock, the time left at `since`.
    pub left: u64,
    /// The start of a running clock.
    pub since: Option<Moment>,
}

/// How long a table waits for players who may speak up, in milliseconds. It is always the same, so that it shows no hand.
pub const SILENCE_MILLIS: u64 = 6_000;

/// The number of steps by which the list of steps grows.
const MORE_STEPS: usize = 32;

impl<G: Game> Play<G> {
    pub(crate) fn new(number: u32, commitment: String, rules: G::Rules, terms: &Terms) -> Play<G> {
        let bank = match terms.clock {
            TimeControl::None => 0,
            TimeControl::Move { seconds } | TimeControl::Bank { seconds, .. } => millis(seconds),
        };
        Play {
            number,
            commitment,
            seed: None,
            steps: Vec::new(),
            sealed: Sealed::new(G::new(rules), terms.chosen).listening(terms.listens()),
            since: 0,
            n_draws: 0,
            decided: BySeat([Decided { count: 0, changes: 0, last: None }; MAX_SEATS]),
            clocks: Clocks {
                clock: terms.clock,
                banks: BySeat([bank; MAX_SEATS]),
                asked: BySeat([None; MAX_SEATS]),
                stopped: BySeat([None; MAX_SEATS]),
            },
            late: Seats::NONE,
            pause: None,
            paused_rounds: 0,
        }
    }

    /// The public game and the choices that are still hidden.
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

    /// What an observer knows.
    pub fn view(&self, who: Observer) -> View<G> {
        self.sealed.view(who)
    }

    /// Seats that still owe a decision. Only for the server: the list reveals who has made a hidden choice.
    pub(crate) fn owing(&self) -> Seats {
        if self.pause.is_some() { Seats::NONE } else { self.sealed.owing() }
    }

    /// The interlude, while the game waits after a round.
    pub(crate) fn pause(&self) -> Option<Pause> {
        self.pause
    }

    /// Until when players may speak up, where silence is an answer.
    pub(crate) fn silence_ends(&self) -> Option<Moment> {
        let listens = self.pause.is_none() && self.sealed.silent_answer().is_some();
        listens.then_some(self.since + SILENCE_MILLIS)
    }

    /// Whether a round has ended since the last interlude, and another one follows.
    pub(crate) fn has_new_round(&self) -> bool {
        self.rounds() > self.paused_rounds && !self.is_over()
    }

    /// The number of finished rounds.
    pub(crate) fn rounds(&self) -> u32 {
        self.sealed.told().rounds()
    }

    /// Seats that ran out of time while choices are hidden. Only for the server: the list reveals who had not chosen.
    pub(crate) fn late(&self) -> Seats {
        self.late
    }

    /// The seat's next question. Its number counts only the seat's own decisions, so it reveals nothing about others.
    pub(crate) fn question(&self, seat: Seat) -> Question {
        Question { game: self.number, decision: self.decided[seat].count, change: 0 }
    }

    /// Whether this action was the seat's latest decision, and an answer to this question.
    pub(crate) fn has_answered(&self, seat: Seat, at: Question, action: G::Action) -> bool {
        let Decided { count, changes, last } = self.decided[seat];
        let question = count.checked_sub(1);
        let question = question.map(|decision| Question { change: changes, ..self.at(decision) });
        question == Some(at) && last == Some(action)
    }

    /// The question that asks the seat to change its last answer.
    pub(crate) fn change_question(&self, seat: Seat) -> Option<Question> {
        let Decided { count, changes, .. } = self.decided[seat];
        Some(Question { change: changes + 1, ..self.at(count.checked_sub(1)?) })
    }

    fn at(&self, decision: u32) -> Question {
        Question { game: self.number, decision, change: 0 }
    }

    /// When a seat's time is up, if the seat is asked and has a clock.
    pub(crate) fn deadline(&self, seat: Seat) -> Option<Moment> {
        let since = self.clocks.asked[seat]?;
        (self.clocks.clock != TimeControl::None).then(|| since + self.clocks.banks[seat])
    }

    /// The clock of a seat as an observer sees it. Another seat's hidden choice does not stop its clock.
    pub(crate) fn clock_face(&self, seat: Seat, who: Observer) -> Option<ClockFace> {
        let clocks = &self.clocks;
        if clocks.clock == TimeControl::None {
            return None;
        }
        match (clocks.asked[seat], clocks.stopped[seat]) {
            (Some(since), Some((stopped, _))) if who == Observer::Seat(seat) => Some(ClockFace {
                left: clocks.left(seat, stopped.saturating_sub(since)),
                since: None,
            }),
            (since, _) => Some(ClockFace { left: clocks.banks[seat], since }),
        }
    }

    /// Applies a chance draw. Returns the public steps.
    pub(crate) fn chance(&mut self, at: Moment, transition: Transition<G>) -> Vec<PublicStep<G>> {
        self.n_draws += 1;
        self.apply(at, transition)
    }

    /// Applies a seat's decision. Returns the public steps: none while the decision is hidden.
    pub(crate) fn act(
        &mut self,
        at: Moment,
        (seat, by, action): (Seat, By, G::Action),
        transition: Transition<G>,
    ) -> Vec<PublicStep<G>> {
        let count = self.decided[seat].count + 1;
        self.decided[seat] = Decided { count, changes: 0, last: Some(action) };
        self.clocks.stopped[seat] = Some((at, by));
        if by == By::Person {
            self.late = self.late.without(Seats::one(seat));
        }
        self.apply(at, transition)
    }

    /// Applies the change of a sealed choice.
    pub(crate) fn change(&mut self, seat: Seat, action: G::Action, next: Sealed<G>) {
        let decided = &mut self.decided[seat];
        (decided.changes, decided.last) = (decided.changes + 1, Some(action));
        if let Some((_, by)) = &mut self.clocks.stopped[seat] {
            *by = By::Person;
        }
        self.late = self.late.without(Seats::one(seat));
        // A choice that is not hidden is a step already.
        let is_shown = next.told() != self.sealed.told();
        let of_seat = |played: &&mut PlayedStep<G>| matches!(played.step, Step::Act(actor, _) if actor == seat);
        if let Some(played) = self.steps.iter_mut().rfind(of_seat).filter(|_| is_shown) {
            *played = PlayedStep { step: Step::Act(seat, action), by: Some(By::Person) };
        }
        self.sealed = next;
    }

    fn apply(&mut self, at: Moment, transition: Transition<G>) -> Vec<PublicStep<G>> {
        let Transition { next, changes } = transition;
        self.sealed = next;
        self.publish(at, &changes);
        changes
    }

    /// Applies an event that is not a step of the game.
    pub(crate) fn note_event(&mut self, at: Moment, kind: &EventKind<G>) {
        if let EventKind::Late { seat } = kind {
            self.late = self.late.with(*seat);
        } else if let EventKind::Rose { seat } | EventKind::Removed { seat, .. } = kind {
            self.late = self.late.without(Seats::one(*seat));
        } else if let EventKind::Ended { seed } = kind {
            self.seed = Some(seed.clone());
        } else if let EventKind::Interlude = kind {
            // No clock runs during an interlude.
            self.clocks.asked = BySeat([None; MAX_SEATS]);
            self.pause = Some(Pause { since: at, ready: Seats::NONE });
            self.paused_rounds = self.rounds();
        } else if let (EventKind::Next { seat }, Some(pause)) = (kind, &mut self.pause) {
            pause.ready = pause.ready.with(*seat);
        } else if let EventKind::Resumed = kind {
            self.pause = None;
            self.since = at;
            self.start_clocks(at);
        }
    }

    /// Starts the clocks of seats that owe a decision. Nobody has to speak up, so that runs no clock.
    fn start_clocks(&mut self, at: Moment) {
        if self.silence_ends().is_some() {
            return;
        }
        for seat in self.owing().iter() {
            self.clocks.asked[seat].get_or_insert(at);
        }
    }

    /// Records public steps, and starts and stops clocks.
    fn publish(&mut self, at: Moment, changes: &[PublicStep<G>]) {
        for PublicStep { step, .. } in changes {
            let by = match *step {
                Step::Act(seat, _) => self.clocks.stop(seat),
                Step::Chance(_) => None,
            };
            if self.steps.len() == self.steps.capacity() {
                // The default growth would double the list, and half of it would stay empty for most of a game.
                self.steps.reserve_exact(MORE_STEPS);
            }
            self.steps.push(PlayedStep { step: *step, by });
        }
        if !changes.is_empty() {
            (self.late, self.since) = (Seats::NONE, at);
        }
        self.start_clocks(at);
    }

    /// The game as a record. A tag lists the numbers of the moves that a stand-in made.
    pub fn record(&self, title: &str, names: &[String], rules: G::Rules) -> Record<G> {
        let mut record = Record::new(title, rules);
        record.steps = self.steps.iter().map(|played| played.step).collect();
        record.set_tag("Seats", &names.join(", "));
        record.set_tag("Commitment", &self.commitment);
        if let Some(seed) = &self.seed {
            record.set_tag("Seed", seed);
        }
        let stood_in = |(index, played): (usize, &PlayedStep<G>)| {
            (played.by == Some(By::StandIn)).then(|| (index + 1).to_string())
        };
        let stood_in: Vec<String> = self.steps.iter().enumerate().filter_map(stood_in).collect();
        if !stood_in.is_empty() {
            record.set_tag("StandIn", &stood_in.join(" "));
        }
        record.set_result(&self.sealed.told().standing());
        record
    }
}

impl Clocks {
    /// A seat's time after a decision that took this long.
    fn left(&self, seat: Seat, spent: u64) -> u64 {
        match self.clock {
            TimeControl::None => 0,
            TimeControl::Move { seconds } => millis(seconds),
            TimeControl::Bank { increment, .. } => {
                self.banks[seat].saturating_sub(spent) + millis(increment)
            }
        }
    }

    /// Stops the clock of a seat whose decision is now public. Returns who decided.
    fn stop(&mut self, seat: Seat) -> Option<By> {
        let (stopped, by) = self.stopped[seat].take()?;
        if let Some(since) = self.asked[seat].take() {
            self.banks[seat] = self.left(seat, stopped.saturating_sub(since));
        }
        Some(by)
    }
}

fn millis(seconds: u32) -> u64 {
    u64::from(seconds) * 1000
}
