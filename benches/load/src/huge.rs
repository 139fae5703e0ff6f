//! What a table with very many events does to others, while many connections ask for it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rules::{Seat, meow};
use store::{Head, SqliteError, SqliteStore, StoredSeed, StoredTable, TableId, TableStage};
use table::event::{Event, EventKind, Holder};
use table::terms::Terms;
use testing::http::Answer;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::client::{self, LoadError, Visitor, percentile};

/// Puts a table with this many events into a data folder. No server may use the folder.
///
/// A table refuses to write so long a log, so nothing but the store sees it here. Mia and Ken sit down, and Mia mutes Ken
/// and listens again, over and over.
pub(crate) fn make(data: &Path, n_events: u64) -> Result<TableId, SqliteError> {
    let id = TableId::random();
    let rules = "meow players=2".parse().expect("these rules are known");
    let [mia, ken] = [0, 1].map(Seat::new);
    let sat = |seat, name: &str, bits| EventKind::Sat {
        seat,
        holder: Holder([bits; 16]),
        name: name.to_owned(),
    };
    let first = [
        EventKind::<meow::State>::Opened(Terms::new::<meow::State>(&rules)),
        sat(mia, "Mia", 1),
        sat(ken, "Ken", 2),
    ];
    let more =
        (0..).map(|n: u64| EventKind::Muted { seat: mia, whom: ken, yes: n.is_multiple_of(2) });
    let kinds = first.into_iter().chain(more).take(n_events as usize);
    let events: Vec<String> = kinds.map(|kind| Event { at: 1_000, kind }.to_string()).collect();
    let head = Head {
        game: "meow".to_owned(),
        // The replay of a table that has played is read, and that of another is not.
        stage: TableStage::Over,
        played: true,
        listed: false,
        free_seats: 0,
        names: vec!["Mia".to_owned(), "Ken".to_owned()],
        updated: 1_000,
    };
    SqliteStore::import_into(data, StoredTable { id, seed: StoredSeed::random(), head, events })?;
    Ok(id)
}

/// The parameters of the load.
#[derive(Clone, Debug)]
pub(crate) struct Attack {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The tables.
    pub(crate) tables: Vec<TableId>,
    /// The number of tables on the public list, each of an address of its own.
    pub(crate) n_listed: usize,
    /// The number of connections that ask for it, each from an address of its own.
    pub(crate) n_connections: usize,
    /// How often others ask for the home page, one after the other.
    pub(crate) n_requests: usize,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Siege {
    /// The times until the home page was there before the attack, in milliseconds, sorted.
    pub(crate) before: Vec<f64>,
    /// The same during the attack.
    pub(crate) during: Vec<f64>,
    /// The number of answers to the attackers by status.
    pub(crate) answers: BTreeMap<u16, u64>,
}

/// An address asks this often for the home page: fewer times than its limit.
const REQUESTS_PER_VISITOR: usize = 100;

/// How many tables of their own these visitors have, which the home page shows too.
const N_OWN_TABLES: usize = 5;

impl Attack {
    pub(crate) fn run_here(self) -> Result<Siege, LoadError> {
        client::run_here(self.address, self.run())
    }

    async fn run(self) -> Result<Siege, LoadError> {
        for number in 0..self.n_listed {
            let mut host = Visitor::new(self.address, 2_000_000 + number);
            let form = "game=meow&players=3&name=P1&listed=home&stand-in=none";
            client::table_of(&host.post("/new", form).await?)?;
        }
        let before = self.home(1).await?;
        let answers = Answers::default();
        let mut attackers = JoinSet::new();
        for number in 0..self.n_connections {
            // Far from the visitors of the home page.
            let browser = Visitor::new(self.address, 1_000_000 + number);
            let tables = self.tables.iter().map(|id| format!("/t/{id}")).collect();
            attackers.spawn(attack(browser, tables, number, answers.clone()));
        }
        let during = self.home(500_000).await?;
        attackers.shutdown().await;
        let answers = answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Siege { before, during, answers })
    }

    /// The times of the home page.
    async fn home(&self, first_visitor: usize) -> Result<Vec<f64>, LoadError> {
        let mut millis = Vec::with_capacity(self.n_requests);
        let mut browser = Visitor::new(self.address, first_visitor);
        for number in 0..self.n_requests {
            if number % REQUESTS_PER_VISITOR == 0 {
                browser = Visitor::new(self.address, first_visitor + number);
                // Neither connecting nor setting up tables counts.
                for _ in 0..N_OWN_TABLES {
                    let form = "game=meow&players=3&name=P1&stand-in=none";
                    client::table_of(&browser.post("/new", form).await?)?;
                }
                let home = browser.get("/").await?;
                if home.body.matches("class=\"ticket\"").count() != N_OWN_TABLES {
                    return Err(client::unwanted(&home, "/"));
                }
            }
            let asked = Instant::now();
            let answer = browser.get("/").await?;
            millis.push((Instant::now() - asked).as_secs_f64() * 1e3);
            if answer.status != 200 {
                return Err(client::unwanted(&answer, "/"));
            }
        }
        millis.sort_by(f64::total_cmp);
        Ok(millis)
    }
}

/// How often an attacker got which status; 0 if the connection broke.
type Answers = Arc<Mutex<BTreeMap<u16, u64>>>;

/// Asks for the page, the stream, the replay and the record of one table after the other, without a pause.
async fn attack(mut browser: Visitor, tables: Vec<String>, number: usize, answers: Answers) {
    for turn in number.. {
        let table = &tables[turn / 4 % tables.len()];
        let status = match turn % 4 {
            0 => status(browser.get(table).await),
            1 => match browser.watch(table).await {
                Ok(mut screen) => screen.next().await.map_or(0, |_| 200),
                Err(error) => status(Err(error)),
            },
            2 => status(browser.get(&format!("{table}/replay")).await),
            _ => status(browser.get(&format!("{table}/record.neko")).await),
        };
        let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(status).or_default() += 1;
    }
}

fn status(answer: Result<Answer, LoadError>) -> u16 {
    match answer {
        Ok(answer) => answer.status,
        Err(LoadError::Answer { status, .. }) => status,
        Err(LoadError::NotHere(_) | LoadError::Connection(_)) => 0,
    }
}

impl Siege {
    /// The lines of a report.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |when: &str, millis: &[f64]| {
            let [p50, p99, most] =
                [50.0, 99.0, 100.0].map(|percent| percentile(millis, percent).unwrap_or(f64::NAN));
            format!("home page {when}: p50 {p50:.2} ms, p99 {p99:.2} ms, longest {most:.2} ms")
        };
        let count = |(status, n): (&u16, &u64)| format!("{n} times {status}");
        let counts: Vec<String> = self.answers.iter().map(count).collect();
        let attackers = format!("answers to the attackers: {}", counts.join(", "));
        vec![line("before", &self.before), line("during the attack", &self.during), attackers]
    }
}
