//! Visitors who come and go for an hour: does the server's memory grow?

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rules::{Dice as _, GameId};
use testing::dice::dice;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::client::{self, LoadError, Visitor, Vitals, table_of};

/// The parameters of the load.
#[derive(Clone, Debug)]
pub(crate) struct Visits {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// How many tables are opened and left.
    pub(crate) n_tables: usize,
    /// How long that takes.
    pub(crate) time: Duration,
    /// The time between two samples.
    pub(crate) every: Duration,
    /// How long the server gets at the end to forget the last tables.
    pub(crate) rest: Duration,
}

/// What was measured.
#[derive(Clone, Debug)]
pub(crate) struct Soak {
    /// When, and what the server said.
    pub(crate) samples: Vec<(Duration, Vitals)>,
    /// How many visits were made to the end.
    pub(crate) n_visits: u64,
    /// Visits that failed, and the first reason.
    pub(crate) failed: Option<(usize, String)>,
}

/// The longest that a visitor watches.
const LONGEST_STAY: Duration = Duration::from_secs(20);

impl Visits {
    pub(crate) fn run_here(self) -> Result<Soak, LoadError> {
        client::run_here(self.address, self.run())
    }

    async fn run(self) -> Result<Soak, LoadError> {
        let began = Instant::now();
        let n_visits = Arc::new(AtomicU64::new(0));
        let mut soak = Soak { samples: Vec::new(), n_visits: 0, failed: None };
        let (mut visits, mut next_sample) = (JoinSet::new(), began);
        for number in 0..self.n_tables {
            let due = began + self.time.mul_f64(number as f64 / self.n_tables as f64);
            while next_sample <= due {
                tokio::time::sleep_until(next_sample).await;
                soak.samples.push((next_sample - began, Vitals::of(self.address).await?));
                next_sample += self.every;
            }
            tokio::time::sleep_until(due).await;
            let (address, longest) = (self.address, LONGEST_STAY.min(self.time));
            let n_visits = Arc::clone(&n_visits);
            visits.spawn(async move {
                visit(address, number, longest).await?;
                n_visits.fetch_add(1, Ordering::Relaxed);
                Ok::<(), LoadError>(())
            });
            while let Some(ended) = visits.try_join_next() {
                soak.note(ended.map_err(std::io::Error::other)?);
            }
        }
        while let Some(ended) = visits.join_next().await {
            soak.note(ended.map_err(std::io::Error::other)?);
        }
        soak.n_visits = n_visits.load(Ordering::Relaxed);
        tokio::time::sleep_until(Instant::now() + self.rest).await;
        soak.samples.push((Instant::now() - began, Vitals::of(self.address).await?));
        Ok(soak)
    }
}

/// Opens a table against bots, looks at it, and is gone at a random moment: before the stream is read, while it is read,
/// after a few moves, with or without leaving the seat.
async fn visit(address: SocketAddr, number: usize, longest: Duration) -> Result<(), LoadError> {
    let mut dice = dice(number as u64);
    let mut below = |n: u32| dice.below(n);
    let mut browser = Visitor::new(address, 1 + number);
    let game = GameId::ALL[below(GameId::ALL.len() as u32) as usize].name();
    let table = table_of(&browser.post("/play", &format!("game={game}&level=kitten")).await?)?;
    browser.get(&table).await?;
    let stay = longest.mul_f64(f64::from(below(1000)) / 1000.0);
    let mut screen = browser.watch(&table).await?;
    let until = Instant::now() + stay;
    let (way, mut moves_left) = (below(4), below(10));
    if way == 0 {
        // Never reads the stream. The connection is dropped with unread bytes, so it is reset.
        tokio::time::sleep_until(until).await;
        return Ok(());
    }
    while let Ok(changed) = tokio::time::timeout_at(until, screen.next()).await {
        changed?;
        if let Some(decision) = screen.decision().filter(|_| moves_left > 0) {
            moves_left -= 1;
            browser.ask("POST", &format!("{table}/act"), &decision).await?;
        }
    }
    if way == 1 {
        browser.post(&format!("{table}/rise"), "").await?;
    }
    Ok(())
}

impl Soak {
    fn note(&mut self, visit: Result<(), LoadError>) {
        if let Err(error) = visit {
            let (n, _) = self.failed.get_or_insert_with(|| (0, error.to_string()));
            *n += 1;
        }
    }

    /// The mean of a number over the second and the last quarter of all samples but the one after the rest. In the first
    /// quarter a server grows to its size.
    fn quarters(&self, number: impl Fn(&Vitals) -> Option<f64>) -> Option<(f64, f64)> {
        let visits = &self.samples[..self.samples.len().saturating_sub(1)];
        let quarter = visits.len() / 4;
        let mean = |samples: &[(Duration, Vitals)]| {
            let numbers: Vec<f64> =
                samples.iter().filter_map(|(_, vitals)| number(vitals)).collect();
            (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
        };
        Some((mean(&visits[quarter..2 * quarter])?, mean(&visits[visits.len() - quarter..])?))
    }

    /// The lines of a report.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec!["  second   memory MB  open files  streams  tables awake".to_owned()];
        let or_none = |number: Option<f64>| number.unwrap_or(f64::NAN);
        for (at, Vitals { memory, open_files, streams, awake, .. }) in &self.samples {
            lines.push(format!(
                "{:8.0} {:11.1} {:11.0} {:8.0} {:13.0}",
                at.as_secs_f64(),
                or_none(*memory) / 1e6,
                or_none(*open_files),
                or_none(*streams),
                or_none(*awake),
            ));
        }
        lines.push(format!("{} tables opened and left", self.n_visits));
        if let Some((second, last)) = self.quarters(|vitals| vitals.memory) {
            let (second, last) = (second / 1e6, last / 1e6);
            lines.push(format!(
                "memory: {second:.1} MB in the second quarter, {last:.1} MB in the last"
            ));
        }
        if let Some((second, last)) = self.quarters(|vitals| vitals.open_files) {
            lines.push(format!(
                "open files: {second:.0} in the second quarter, {last:.0} in the last"
            ));
        }
        lines
    }
}
