//! How long people wait for bots while one visitor has many of them think.

use std::net::SocketAddr;
use std::time::Duration;

use rules::GameId;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::client::{self, LoadError, Visitor, percentile, table_of, unwanted};

/// The parameters of the load.
#[derive(Clone, Debug)]
pub(crate) struct Tigers {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The number of people who play alone against tigers, each from an address of their own.
    pub(crate) n_people: usize,
    /// The number of tables of one more address, each with five tigers.
    pub(crate) n_greedy: usize,
    /// How long.
    pub(crate) time: Duration,
}

/// The times until a decision of a bot showed, in seconds, sorted.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Waits {
    /// Of the people with a table of their own.
    pub(crate) people: Vec<f64>,
    /// Of the one address with many tables.
    pub(crate) greedy: Vec<f64>,
}

/// Nobody should wait longer for a bot, in seconds.
pub(crate) const LONG: f64 = 1.5;

impl Tigers {
    pub(crate) fn run_here(self) -> Result<Waits, LoadError> {
        client::run_here(self.address, self.run())
    }

    async fn run(self) -> Result<Waits, LoadError> {
        let mut playing = JoinSet::new();
        let until = Instant::now() + self.time;
        for table in 0..self.n_people + self.n_greedy {
            let is_greedy = table >= self.n_people;
            // The last address is the one with many tables.
            let mut browser = Visitor::new(self.address, 1 + table.min(self.n_people));
            let form = if is_greedy {
                let tigers: Vec<_> = (1..6).map(|seat| format!("seat-{seat}=tiger")).collect();
                ("/new", format!("game=meow&players=6&name=P&{}", tigers.join("&")))
            } else {
                let game = GameId::ALL[table % GameId::ALL.len()].name();
                ("/play", format!("game={game}&level=tiger"))
            };
            playing.spawn(async move {
                let waits = play(&mut browser, form.0, &form.1, until).await;
                waits.map(|waits| (is_greedy, waits))
            });
        }
        let mut all = Waits::default();
        while let Some(played) = playing.join_next().await {
            let (is_greedy, waits) = played.map_err(std::io::Error::other)??;
            if is_greedy { all.greedy.extend(waits) } else { all.people.extend(waits) }
        }
        all.people.sort_by(f64::total_cmp);
        all.greedy.sort_by(f64::total_cmp);
        Ok(all)
    }
}

/// Plays until the time is up. Returns the time from each change of the screen that leaves the table to bots until the
/// next change.
async fn play(
    browser: &mut Visitor,
    form: &str,
    fields: &str,
    until: Instant,
) -> Result<Vec<f64>, LoadError> {
    let path = table_of(&browser.post(form, fields).await?)?;
    let mut screen = browser.watch(&path).await?;
    screen.next().await?;
    let again =
        format!("action=\"{path}/ready\"><input type=\"hidden\" name=\"yes\" value=\"yes\"");
    let mut waits = Vec::new();
    loop {
        let act = screen.decision().map(|decision| ("act", decision));
        let next = || client::next_round(&screen.shown).map(|form| ("next", form));
        let ready = || screen.shown.contains(&again).then(|| ("ready", "yes=yes".to_owned()));
        let command = act.or_else(next).or_else(ready);
        let is_mine = command.is_some();
        if let Some((command, form)) = command {
            // A screen that changed for another reason still shows the decision of a moment ago.
            let answer = browser.ask("POST", &format!("{path}/{command}"), &form).await?;
            if answer.status >= 400 && answer.status != 409 {
                return Err(unwanted(&answer, &path));
            }
        }
        let since = Instant::now();
        let changed = tokio::time::timeout_at(until, screen.next()).await;
        let wait = (Instant::now() - since).as_secs_f64();
        let Ok(changed) = changed else {
            // A bot that is late at the end counts too.
            waits.extend(Some(wait).filter(|wait| !is_mine && *wait > LONG));
            return Ok(waits);
        };
        changed?;
        if !is_mine {
            waits.push(wait);
        }
    }
}

impl Waits {
    /// The lines of a report.
    pub(crate) fn lines(&self) -> Vec<String> {
        let line = |who: &str, waits: &[f64]| {
            let at = |percent| percentile(waits, percent).unwrap_or(f64::NAN);
            let n_long = waits.iter().filter(|wait| **wait > LONG).count();
            format!(
                "{who}: {} decisions of bots: p50 {:.2} s, p90 {:.2} s, p99 {:.2} s, longest {:.2} s, \
                 {n_long} longer than {LONG} s",
                waits.len(),
                at(50.0),
                at(90.0),
                at(99.0),
                at(100.0),
            )
        };
        vec![line("people alone", &self.people), line("one address", &self.greedy)]
    }
}
