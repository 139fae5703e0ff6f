//! A table in a terminal: a record that grows, the game it tells, and what everybody has seen of it.
//!
//! The record is all there is to save: chance comes from its seed by number, so a game that is read goes on as it would have.

use bots::{BotName, Craft};
use rules::{Dice as _, Observer, Refusal, Rules as _, Say as _, Seat, Seats, Step, Turn, View};
use table::record::{Record, RecordError, RecordText};
use table::referee::{self, referee};
use table::seed::Seed;
use words::Words;

use crate::seats::{self, Sits};

/// A game that is being played.
#[derive(Clone, Debug)]
pub(crate) struct Sitting<G: Craft> {
    record: Record<G>,
    game: G,
    seed: Seed,
    seats: Vec<Sits>,
    words: Words,
    /// What each observer has seen, seat by seat, the rail last.
    stories: Vec<Vec<String>>,
    /// What each finished round brought.
    points: Vec<Vec<String>>,
    n_draws: u64,
    n_decisions: Vec<u64>,
}

/// Why a record cannot be played on.
#[derive(Debug)]
pub(crate) enum Damaged<G: Craft> {
    /// It cannot be read.
    Unreadable(RecordError),
    /// It could not have happened.
    Refused(Box<referee::Refused<G>>),
    /// Its tags do not say who sits there, or what is dealt next.
    NotOurs { tag: &'static str, found: Option<String> },
}

impl<G: Craft> Sitting<G> {
    /// A table about to begin.
    pub(crate) fn new(rules: G::Rules, seats: Vec<Sits>, seed: Seed, words: &Words) -> Sitting<G> {
        let mut record = Record::new(&words.title(G::ID), rules);
        record.set_tag("Result", table::record::UNFINISHED);
        record.set_tag("Seats", &seats::names(&seats).join(", "));
        let sits: Vec<String> = seats.iter().map(Sits::to_string).collect();
        record.set_tag(seats::TAG, &sits.join(", "));
        record.set_tag("Commitment", &seed.commitment());
        record.set_tag("Seed", &seed.reveal());
        Sitting::of(record, seats, seed, words)
    }

    /// A table as a record leaves it.
    pub(crate) fn resume(text: &RecordText, words: &Words) -> Result<Sitting<G>, Damaged<G>> {
        let mut told = Record::<G>::read(text).map_err(Damaged::Unreadable)?;
        referee(&told, |_| ()).map_err(|refused| Damaged::Refused(Box::new(refused)))?;
        let tag = |tag: &'static str| {
            told.tag(tag).ok_or(Damaged::NotOurs { tag, found: None }).map(str::to_owned)
        };
        let (names, sits, revealed) = (tag("Seats")?, tag(seats::TAG)?, tag("Seed")?);
        let seats = seats::read(&names, &sits, told.rules.n_seats());
        let seats = seats.ok_or(Damaged::NotOurs { tag: seats::TAG, found: Some(sits) })?;
        let seed = Seed::read(&revealed);
        let seed = seed.ok_or(Damaged::NotOurs { tag: "Seed", found: Some(revealed) })?;
        let steps = std::mem::take(&mut told.steps);
        let mut sitting = Sitting::of(told, seats, seed, words);
        for step in steps {
            sitting.play(step).expect("the referee has let the record pass");
        }
        Ok(sitting)
    }

    fn of(record: Record<G>, seats: Vec<Sits>, seed: Seed, words: &Words) -> Sitting<G> {
        let n_seats = seats.len();
        Sitting {
            game: G::new(record.rules),
            record,
            seed,
            words: words.clone().with_names(seats::names(&seats)),
            seats,
            stories: vec![Vec::new(); n_seats + 1],
            points: Vec::new(),
            n_draws: 0,
            n_decisions: vec![0; n_seats],
        }
    }

    /// The language, which knows everybody's name.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    pub(crate) fn seats(&self) -> &[Sits] {
        &self.seats
    }

    pub(crate) fn people(&self) -> Seats {
        seats::seats_of_people(&self.seats)
    }

    /// Who has to do something.
    pub(crate) fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// How many rounds have been finished.
    pub(crate) fn rounds(&self) -> u32 {
        self.game.rounds()
    }

    /// What an observer knows. Whatever is shown is made from this.
    pub(crate) fn view(&self, who: Observer) -> View<G> {
        self.game.view(who)
    }

    /// What an observer has seen, in sentences.
    pub(crate) fn story(&self, who: Observer) -> &[String] {
        let place = who.seat().map_or(self.seats.len(), Seat::index);
        &self.stories[place]
    }

    /// What each finished round brought, in sentences.
    pub(crate) fn points(&self) -> &[Vec<String>] {
        &self.points
    }

    /// How many steps have happened.
    pub(crate) fn n_steps(&self) -> usize {
        self.record.steps.len()
    }

    /// The record as it stands, to be saved.
    pub(crate) fn text(&self) -> String {
        self.record.to_string()
    }

    /// The bot in a seat, and what its dice for this decision are made from: the same whenever it is asked.
    pub(crate) fn bot(&self, seat: Seat) -> Option<(BotName, u64)> {
        let Sits::Bot(name) = self.seats[seat.index()] else { return None };
        Some((name, self.thought(seat)))
    }

    /// What the dice for a thought about this decision of a seat are made from.
    pub(crate) fn thought(&self, seat: Seat) -> u64 {
        // Far away from the numbers of draws.
        let number = 1 << 63 | (seat.index() as u64) << 48 | self.n_decisions[seat.index()];
        self.seed.dice(number).bits()
    }

    /// Lets chance bring what the seed has for it.
    pub(crate) fn deal(&mut self) {
        let chance = self.game.draw(&mut self.seed.dice(self.n_draws));
        self.play(Step::Chance(chance)).expect("chance draws legal outcomes");
    }

    /// Lets a seat do something, or says why it may not.
    pub(crate) fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal<G>> {
        self.play(Step::Act(seat, action))
    }

    fn play(&mut self, step: Step<G>) -> Result<(), Refusal<G>> {
        let before = self.game.clone();
        self.game.play(&step)?;
        for (who, story) in Observer::all(self.record.rules.n_seats()).zip(&mut self.stories) {
            let seen = G::seen(&before, &step, &self.game, who);
            let points = seen.iter().filter(|seen| seen.code() == "scored");
            if who == Observer::Rail {
                let points: Vec<String> = points.map(|seen| self.words.seen::<G>(seen)).collect();
                self.points.extend((!points.is_empty()).then_some(points));
            }
            story.extend(seen.iter().map(|seen| self.words.seen::<G>(seen)));
        }
        match step {
            Step::Chance(_) => self.n_draws += 1,
            Step::Act(seat, _) => self.n_decisions[seat.index()] += 1,
        }
        self.record.steps.push(step);
        self.record.set_result(&self.game.standing());
        Ok(())
    }
}
