//! A table and its log, played by dice before any server knows of it.

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
use table::terms::{LevelName, SeatKind, StandIn, Terms, TimeControl};
use testing::dice::one_of;
use testing::wait;

pub(crate) const NAMES: [&str; 6] = ["Mia", "Ken", "Ada", "Ben", "Eva", "Tom"];

/// When these tables were set up: so far ahead that a clock which was started then shows all its time, whatever time it is.
pub(crate) const LONG_HENCE: u64 = 4_000_000_000_000;

/// What all of these tables deal from.
const SEED: [u8; 32] = [7; 32];

/// The cookie of whoever sits on a seat.
pub(crate) fn cookie(seat: Seat) -> String {
    format!("nekoza={}", format!("{:02x}", token(seat)).repeat(16))
}

fn token(seat: Seat) -> u8 {
    0xa0 + seat.index() as u8
}

/// As whom a table knows this cookie.
pub(crate) fn holder(seat: Seat) -> Holder {
    let hash = Sha256::digest([token(seat); 16]);
    Holder(std::array::from_fn(|place| hash[place]))
}

/// A table and its log as text, with a clock that goes on by itself.
pub(crate) struct Sitting<G: Game> {
    pub(crate) table: Table<G>,
    pub(crate) log: Vec<String>,
    pub(crate) now: u64,
}

impl<G: Game> Sitting<G> {
    /// A table where a person sits on each seat that waits for one, and a game has begun.
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

    /// A table where nobody sits yet but bots.
    pub(crate) fn opened(terms: Terms) -> Sitting<G> {
        let first = Event { at: LONG_HENCE, kind: EventKind::Opened(terms) };
        let table = Table::new(&first).unwrap();
        Sitting { table, log: vec![first.to_string()], now: LONG_HENCE }
    }

    /// Whoever has the cookie of the one seat sits down on the other.
    pub(crate) fn sits(&mut self, whose: Seat, seat: Seat) {
        let name = NAMES[whose.index()].to_owned();
        self.does(person(whose), &Command::Sit { seat: Some(seat), name });
    }

    /// The table that a log tells of.
    pub(crate) fn replayed(log: Vec<String>) -> Sitting<G> {
        let events: Vec<Event<G>> = log.iter().map(|line| line.parse().unwrap()).collect();
        let now = events.last().unwrap().at;
        Sitting { table: Table::replayed(events).unwrap(), log, now }
    }

    /// Carries a command out that is allowed; what is new then.
    pub(crate) fn does(&mut self, caller: Caller, command: &Command<G::Action>) -> Vec<News<G>> {
        self.now += 1000;
        let seed = Seed::new(SEED);
        let decision = self.table.decide(&seed, caller, command, self.now);
        let decision = decision.unwrap_or_else(|no| panic!("{command:?}: {no:?}"));
        self.log.extend(decision.events().map(Event::to_string));
        self.table.evolve(decision)
    }

    /// Who has not decided yet, by their own knowledge.
    pub(crate) fn owing(&self) -> Vec<Seat> {
        let owes = |seat: &Seat| {
            let view = self.table.play().unwrap().view(Observer::Seat(*seat));
            view.open.turn().asks(*seat)
        };
        self.table.lobby().seats().filter(owes).collect()
    }

    /// Who has made a choice that nobody else has heard of.
    pub(crate) fn waiting(&self) -> Vec<Seat> {
        let owing = self.owing();
        let told = self.table.play().unwrap().view(Observer::Rail).open.turn();
        let Turn::Decide(asked) = told else { return Vec::new() };
        asked.iter().filter(|seat| !owing.contains(seat)).collect()
    }

    /// Who decides for a seat, and how they say it.
    pub(crate) fn decision(&self, seat: Seat, action: G::Action) -> (Caller, Command<G::Action>) {
        let at = self.table.question(seat).unwrap();
        match self.table.bot_of(seat) {
            Some(_) => (Caller::House, Command::BotAct { seat, at, action }),
            None => (person(seat), Command::Act { at, action }),
        }
    }

    /// Something happens: mostly that somebody decides.
    pub(crate) fn goes_on(&mut self, dice: &mut impl Dice) {
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
            _ => self.somebody_decides(dice),
        }
    }

    pub(crate) fn somebody_decides(&mut self, dice: &mut impl Dice) {
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

    /// As a store keeps it.
    pub(crate) fn kept(&self, id: TableId) -> StoredTable {
        let head = Head {
            game: G::ID.name().to_owned(),
            stage: TableStage::Playing,
            listed: false,
            free_seats: 0,
            names: vec!["Mia".to_owned()],
            updated: LONG_HENCE.cast_signed(),
        };
        StoredTable { id, seed: StoredSeed::from_bytes(SEED), head, events: self.log.clone() }
    }
}

pub(crate) fn person(seat: Seat) -> Caller {
    Caller::Holder(holder(seat))
}

/// Terms by dice, where bots and graces take longer than any test.
pub(crate) fn terms<G: Game>(rules: &G::Rules, dice: &mut impl Dice) -> Terms {
    let kitten = LevelName::named("kitten").unwrap();
    let mut terms = Terms { pace: 10_000, ..Terms::new::<G>(rules) };
    terms.chosen = one_of(&[table::sealed::Chosen::Shown, table::sealed::Chosen::Hidden], dice);
    let bank = TimeControl::Bank { seconds: 600, increment: 5 };
    terms.clock = one_of(&[TimeControl::None, TimeControl::Move { seconds: 60 }, bank], dice);
    if terms.clock != TimeControl::None || dice.below(2) == 0 {
        terms.stand_in = Some(StandIn { level: kitten.clone(), grace: 3600 });
    }
    terms.hints = dice.below(4) > 0;
    terms.radar = dice.below(2) == 0;
    if dice.below(4) == 0
        && let Some(last) = terms.places.last_mut()
    {
        *last = SeatKind::Bot(kitten);
    }
    terms
}

/// Writes tables down where a server will find them.
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

/// The store of a server that has ended. Another test may be about to start a program, which for a moment holds all that
/// we held.
fn open_again(folder: &Path) -> SqliteStore {
    wait::until("the store of a server that has ended", || match SqliteStore::open(folder) {
        Err(SqliteError::InUse { .. }) => None,
        opened => Some(opened.unwrap()),
    })
}

/// What is kept of a table, when no server runs.
pub(crate) fn kept(folder: &Path, id: TableId) -> StoredTable {
    let threads = tokio::runtime::Builder::new_current_thread().build().unwrap();
    threads.block_on(async {
        let store = open_again(folder);
        let table = store.read(id).await.unwrap();
        store.close().await.unwrap();
        table
    })
}
