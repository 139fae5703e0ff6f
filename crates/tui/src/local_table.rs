//! A table in a terminal: a growing record, its game, and the log of each observer.
//!
//! Saving the record is enough: each deal follows from the seed and its number, so a resumed game deals the same.

use bots::{BotName, Craft};
use rules::{Dice as _, Observer, Refusal, Rules as _, Seat, Seats, Step, Turn, View};
use table::record::{Record, RecordError, RecordText};
use table::referee::{self, referee};
use table::seed::Seed;
use words::Words;

use crate::seats::{self, Player};

/// A running game.
#[derive(Clone, Debug)]
pub(crate) struct LocalTable<G: Craft> {
    record: Record<G>,
    game: G,
    seed: Seed,
    seats: Vec<Player>,
    words: Words,
    /// The log of each observer: the seats in order, then the rail.
    stories: Vec<Vec<G::Seen>>,
    /// The points of each finished round.
    points: Vec<Vec<G::Seen>>,
    /// Whether the last step has ended a round.
    has_ended_round: bool,
    n_draws: u64,
    n_decisions: Vec<u64>,
}

/// Why a record cannot be resumed.
#[derive(Debug)]
pub(crate) enum ResumeError<G: Craft> {
    /// It cannot be read.
    Unreadable(RecordError),
    /// The referee refuses it.
    Refused(Box<referee::RuleBreach<G>>),
    /// A tag for the players or the seed is missing or wrong.
    BadTag { tag: &'static str, found: Option<String> },
}

impl<G: Craft> LocalTable<G> {
    /// A new table.
    pub(crate) fn new(
        rules: G::Rules,
        seats: Vec<Player>,
        seed: Seed,
        words: &Words,
    ) -> LocalTable<G> {
        let mut record = Record::new(&words.title(G::ID), rules);
        record.set_tag("Result", table::record::UNFINISHED);
        record.set_tag("Seats", &seats::names(&seats).join(", "));
        let players: Vec<String> = seats.iter().map(Player::to_string).collect();
        record.set_tag(seats::TAG, &players.join(", "));
        record.set_tag("Commitment", &seed.commitment());
        record.set_tag("Seed", &seed.reveal());
        LocalTable::of(record, seats, seed, words)
    }

    /// A table resumed from a record.
    pub(crate) fn resume(
        text: &RecordText,
        words: &Words,
    ) -> Result<LocalTable<G>, ResumeError<G>> {
        let mut told = Record::<G>::read(text).map_err(ResumeError::Unreadable)?;
        referee(&told, |_| ()).map_err(|refused| ResumeError::Refused(Box::new(refused)))?;
        let tag = |tag: &'static str| {
            told.tag(tag).ok_or(ResumeError::BadTag { tag, found: None }).map(str::to_owned)
        };
        let (names, players, revealed) = (tag("Seats")?, tag(seats::TAG)?, tag("Seed")?);
        let seats = seats::read(&names, &players, told.rules.n_seats());
        let seats = seats.ok_or(ResumeError::BadTag { tag: seats::TAG, found: Some(players) })?;
        let seed = Seed::read(&revealed);
        let seed = seed.ok_or(ResumeError::BadTag { tag: "Seed", found: Some(revealed) })?;
        let steps = std::mem::take(&mut told.steps);
        let mut table = LocalTable::of(told, seats, seed, words);
        for step in steps {
            table.play(step).expect("the referee has let the record pass");
        }
        Ok(table)
    }

    fn of(record: Record<G>, seats: Vec<Player>, seed: Seed, words: &Words) -> LocalTable<G> {
        let n_seats = seats.len();
        LocalTable {
            game: G::new(record.rules),
            record,
            seed,
            words: words.clone().with_names(seats::names(&seats)),
            seats,
            stories: vec![Vec::new(); n_seats + 1],
            points: Vec::new(),
            has_ended_round: false,
            n_draws: 0,
            n_decisions: vec![0; n_seats],
        }
    }

    /// The language, with the players' names.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    pub(crate) fn seats(&self) -> &[Player] {
        &self.seats
    }

    pub(crate) fn people(&self) -> Seats {
        seats::seats_of_people(&self.seats)
    }

    /// Whose turn it is.
    pub(crate) fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// Whether the last step has ended a round, and the game goes on.
    pub(crate) fn is_between_rounds(&self) -> bool {
        self.has_ended_round && self.turn() != Turn::Over
    }

    /// What an observer knows. Everything on the screen comes from this.
    pub(crate) fn view(&self, who: Observer) -> View<G> {
        self.game.view(who)
    }

    /// The log of an observer.
    pub(crate) fn story(&self, who: Observer) -> &[G::Seen] {
        let place = who.seat().map_or(self.seats.len(), Seat::index);
        &self.stories[place]
    }

    /// The points of each finished round.
    pub(crate) fn points(&self) -> &[Vec<G::Seen>] {
        &self.points
    }

    /// The number of steps so far.
    pub(crate) fn n_steps(&self) -> usize {
        self.record.steps.len()
    }

    /// The number of a seat's decisions so far.
    pub(crate) fn n_decisions(&self, seat: Seat) -> u64 {
        self.n_decisions[seat.index()]
    }

    /// The record as text, for saving.
    pub(crate) fn text(&self) -> String {
        self.record.to_string()
    }

    /// The bot in a seat, and its seed for this decision, which never changes.
    pub(crate) fn bot(&self, seat: Seat) -> Option<(BotName, u64)> {
        let Player::Bot(name) = self.seats[seat.index()] else { return None };
        Some((name, self.bot_seed(seat)))
    }

    /// The seed of a bot for this decision of a seat.
    pub(crate) fn bot_seed(&self, seat: Seat) -> u64 {
        // Far from the numbers of deals, so that seeds never collide.
        let number = 1 << 63 | (seat.index() as u64) << 48 | self.n_decisions[seat.index()];
        self.seed.dice(number).bits()
    }

    /// Deals or draws as the seed says.
    pub(crate) fn deal(&mut self) {
        let chance = self.game.draw(&mut self.seed.dice(self.n_draws));
        self.play(Step::Chance(chance)).expect("chance draws legal outcomes");
    }

    /// Plays an action, or returns why it is illegal.
    pub(crate) fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), Refusal<G>> {
        self.play(Step::Act(seat, action))
    }

    fn play(&mut self, step: Step<G>) -> Result<(), Refusal<G>> {
        let before = self.game.clone();
        self.game.play(&step)?;
        for (who, story) in Observer::all(self.record.rules.n_seats()).zip(&mut self.stories) {
            let seen = G::seen(&before, &step, &self.game, who);
            if who == Observer::Rail {
                let points = seen.iter().filter(|seen| G::is_score(seen)).cloned();
                let points: Vec<G::Seen> = points.collect();
                self.points.extend((!points.is_empty()).then_some(points));
            }
            story.extend(seen);
        }
        self.has_ended_round = self.game.rounds() > before.rounds();
        match step {
            Step::Chance(_) => self.n_draws += 1,
            Step::Act(seat, _) => self.n_decisions[seat.index()] += 1,
        }
        self.record.steps.push(step);
        self.record.set_result(&self.game.standing());
        Ok(())
    }
}
