//! A table and its log, played at random before a server loads it.

use std::path::Path;

use rules::{Dice, Game, Observer, Open as _, Seat, Turn};
use sha2::{Digest as _, Sha256};
use store::{
    Head, SqliteError, SqliteStore, Store as _, StoredSeed, StoredTable, TableId, TableStage,
};
use table::command::{Absence, Caller, Command, HouseCommand, SeatedCommand};
use table::event::{Event, EventKind, Holder};
use table::lobby::Sitter;
use table::news::News;
use table::seed::Seed;
use table::table::Table;
use table::terms::{Interlude, LevelName, SeatKind, StandIn, Terms, TimeControl};
use testing::dice::one_of;
use testing::wait;

pub(crate) const NAMES: [&str; 6] = ["Mia", "Ken", "Ada", "Ben", "Eva", "Tom"];

/// The time of these tables: so far in the future that their clocks show the full time.
pub(crate) const FAR_FUTURE: u64 = 4_000_000_000_000;

/// The seed of all these tables.
const SEED: [u8; 32] = [7; 32];

/// The cookie of a seat's player.
pub(crate) fn cookie(seat: Seat) -> String {
    format!("nekoza={}", format!("{:02x}", token(seat)).repeat(16))
}

fn token(seat: Seat) -> u8 {
    0xa0 + seat.index() as u8
}

/// The holder id of this cookie.
pub(crate) fn holder(seat: Seat) -> Holder {
    let hash = Sha256::digest([token(seat); 16]);
    Holder(std::array::from_fn(|place| hash[place]))
}

/// A table and its log as text, with a clock that advances with every command.
pub(crate) struct Sitting<G: Game> {
    pub(crate) table: Table<G>,
    pub(crate) log: Vec<String>,
    pub(crate) now: u64,
}

impl<G: Game> Sitting<G> {
    /// A table with a person on each of their seats, and a game that has begun.
    pub(crate) fn begun(terms: Terms) -> Sitting<G> {
        let mut sitting = Sitting::opened(terms);
        for seat in sitting.table.lobby().seats() {
            if sitting.table.lobby().chair(seat).sitter == Sitter::Nobody {
                sitting.sits(seat, seat);
                sitting.does(person(seat), &Command::Seated(SeatedCommand::Ready { yes: true }));
            }
        }
        assert!(sitting.table.is_playing());
        sitting
    }

    /// A table without people.
    pub(crate) fn opened(terms: Terms) -> Sitting<G> {
        let first = Event { at: FAR_FUTURE, kind: EventKind::Opened(terms) };
        let table = Table::new(&first).unwrap();
        Sitting { table, log: vec![first.to_string()], now: FAR_FUTURE }
    }

    /// The owner of the one seat's cookie sits down on the other seat.
    pub(crate) fn sits(&mut self, whose: Seat, seat: Seat) {
        let name = NAMES[whose.index()].to_owned();
        self.does(person(whose), &Command::Sit { seat: Some(seat), name, coat: None });
    }

    /// The table of a log.
    pub(crate) fn replayed(log: Vec<String>) -> Sitting<G> {
        let events: Vec<Event<G>> = log.iter().map(|line| line.parse().unwrap()).collect();
        let now = events.last().unwrap().at;
        Sitting { table: Table::replayed(events).unwrap(), log, now }
    }

    /// Carries out a legal command. Returns its news.
    pub(crate) fn does(&mut self, caller: Caller, command: &Command<G::Action>) -> Vec<News<G>> {
        self.now += 1000;
        let seed = Seed::new(SEED);
        let decision = self.table.decide(&seed, caller, command, self.now);
        let decision = decision.unwrap_or_else(|no| panic!("{command:?}: {no:?}"));
        self.log.extend(decision.events().map(Event::to_string));
        self.table.evolve(decision)
    }

    /// Seats that have not decided yet, by their own knowledge.
    pub(crate) fn owing(&self) -> Vec<Seat> {
        if self.table.view(Observer::Rail).interlude.is_some() {
            return Vec::new();
        }
        let owes = |seat: &Seat| {
            let view = self.table.play().unwrap().view(Observer::Seat(*seat));
            view.open.turn().asks(*seat)
        };
        self.table.lobby().seats().filter(owes).collect()
    }

    /// Seats with a hidden choice.
    pub(crate) fn waiting(&self) -> Vec<Seat> {
        let owing = self.owing();
        let told = self.table.play().unwrap().view(Observer::Rail).open.turn();
        let Turn::Decide(asked) = told else { return Vec::new() };
        asked.iter().filter(|seat| !owing.contains(seat)).collect()
    }

    /// The caller and the command of a seat's decision.
    pub(crate) fn decision(&self, seat: Seat, action: G::Action) -> (Caller, Command<G::Action>) {
        let at = self.table.question(seat).unwrap();
        match self.table.bot_of(seat) {
            Some(_) => (Caller::House, Command::BotAct { seat, at, action }),
            None => (person(seat), Command::Act { at, action }),
        }
    }

    /// A random event, mostly a decision.
    pub(crate) fn random_event(&mut self, dice: &mut impl Dice) {
        let people: Vec<Seat> = self.people().collect();
        let seat = one_of(&people, dice);
        let stood_in = self.table.lobby().chair(seat).is_stood_in();
        match dice.below(16) {
            0 => self.says(seat, &format!("I said {}", self.log.len())),
            1 => {
                let whom = one_of(&people, dice);
                let yes = dice.below(2) == 0;
                self.does(person(seat), &Command::Seated(SeatedCommand::Mute { whom, yes }));
            }
            2 if stood_in => {
                self.does(person(seat), &Command::Seated(SeatedCommand::Return));
            }
            2 if self.table.terms().stand_in.is_some() => {
                let away = HouseCommand::StandIn { seat, why: Absence::Away };
                self.does(Caller::House, &Command::House(away));
            }
            3 => {
                if let Some((caller, change)) = self.random_change(seat, dice) {
                    self.does(caller, &change);
                }
            }
            _ if self.table.silence_ends().is_some() => {
                self.now += table::play::SILENCE_MILLIS;
                self.does(Caller::House, &Command::House(HouseCommand::TakeSilence));
            }
            _ => match self.next_round() {
                Some((caller, next)) => {
                    self.does(caller, &next);
                }
                None => self.random_decision(dice),
            },
        }
    }

    /// A change of a seat's sealed choice, if it can be changed.
    fn random_change(
        &self,
        seat: Seat,
        dice: &mut impl Dice,
    ) -> Option<(Caller, Command<G::Action>)> {
        let change = self.table.view(Observer::Seat(seat)).change?;
        let actions = change.choice.view.actions().unwrap();
        Some((person(seat), Command::Act { at: change.at, action: actions.pick(dice) }))
    }

    /// The first awaited player asks for the next round, if one is over.
    pub(crate) fn next_round(&self) -> Option<(Caller, Command<G::Action>)> {
        let interlude = self.table.view(Observer::Rail).interlude?;
        let seat = interlude.awaited.without(interlude.ready).first()?;
        let next = SeatedCommand::Next { after: interlude.round };
        Some((person(seat), Command::Seated(next)))
    }

    pub(crate) fn random_decision(&mut self, dice: &mut impl Dice) {
        let seat = one_of(&self.owing(), dice);
        let view = self.table.play().unwrap().view(Observer::Seat(seat));
        let (caller, command) = self.decision(seat, view.actions().unwrap().pick(dice));
        self.does(caller, &command);
    }

    pub(crate) fn people(&self) -> impl Iterator<Item = Seat> {
        self.table.lobby().seats().filter(|&seat| self.table.lobby().chair(seat).name().is_some())
    }

    pub(crate) fn says(&mut self, seat: Seat, text: &str) {
        let at = self.table.lobby().chair(seat).said;
        let text = text.to_owned();
        self.does(person(seat), &Command::Seated(SeatedCommand::Say { at, text }));
    }

    /// The table as a store keeps it.
    pub(crate) fn kept(&self, id: TableId) -> StoredTable {
        let head = Head {
            game: G::ID.name().to_owned(),
            stage: TableStage::Playing,
            played: true,
            listed: self.table.terms().listed,
            free_seats: 0,
            names: vec!["Mia".to_owned()],
            updated: FAR_FUTURE.cast_signed(),
        };
        StoredTable { id, seed: StoredSeed::from_bytes(SEED), head, events: self.log.clone() }
    }
}

pub(crate) fn person(seat: Seat) -> Caller {
    Caller::Holder(holder(seat))
}

/// Random terms. Bots and grace periods take longer than any test.
pub(crate) fn terms<G: Game>(rules: &G::Rules, dice: &mut impl Dice) -> Terms {
    let kitten = LevelName::named("kitten").unwrap();
    let mut terms = Terms { pace: 10_000, ..Terms::new::<G>(rules) };
    terms.chosen = one_of(&[table::sealed::Chosen::Shown, table::sealed::Chosen::Hidden], dice);
    let bank = TimeControl::Bank { seconds: 600, increment: 5 };
    let clocks = [TimeControl::None, TimeControl::None, TimeControl::Move { seconds: 60 }, bank];
    terms.clock = one_of(&clocks, dice);
    if terms.clock != TimeControl::None || dice.below(2) == 0 {
        terms.stand_in = Some(StandIn { level: kitten.clone(), grace: 3600 });
    }
    terms.hints = dice.below(4) > 0;
    terms.radar = dice.below(2) == 0;
    terms.listed = dice.below(2) == 0;
    terms.newcomers = terms.stand_in.is_none() || dice.below(2) == 0;
    terms.interlude =
        one_of(&[Interlude::None, Interlude::Open, Interlude::Timed { seconds: 600 }], dice);
    terms.changes = dice.below(2) == 0;
    if dice.below(4) == 0
        && let Some(last) = terms.places.last_mut()
    {
        *last = SeatKind::Bot(kitten);
    }
    terms
}

/// Writes tables into the store of a future server.
pub(crate) fn keep(folder: &Path, tables: impl IntoIterator<Item = StoredTable>) {
    let threads = tokio::runtime::Builder::new_current_thread().build().unwrap();
    threads.block_on(async {
        let store = SqliteStore::open(folder).unwrap();
        for table in tables {
            store.create(table).await.unwrap();
        }
        store.close().await.unwrap();
    });
}

/// Opens the store of a server that has ended. Retries, because a child process of another test can hold the lock for a
/// moment.
fn reopen(folder: &Path) -> SqliteStore {
    wait::until("the store of a server that has ended", || match SqliteStore::open(folder) {
        Err(SqliteError::InUse { .. }) => None,
        opened => Some(opened.unwrap()),
    })
}

/// Reads a stored table while no server runs.
pub(crate) fn kept(folder: &Path, id: TableId) -> StoredTable {
    let threads = tokio::runtime::Builder::new_current_thread().build().unwrap();
    threads.block_on(async {
        let store = reopen(folder);
        let table = store.read(id).await.unwrap();
        store.close().await.unwrap();
        table
    })
}
