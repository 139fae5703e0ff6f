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

/// The times until a decision of a bot showed.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Waits {
    /// Of the people with a table of their own.
    people: Vec<Wait>,
    /// Of the one address with many tables.
    greedy: Vec<Wait>,
}

/// The time until a decision of a bot showed, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Wait {
    all: f64,
    /// The part of it in which pages showed full tricks and revealed cards.
    beats: f64,
}

/// Nobody should wait longer for a bot, in seconds, once the page has shown everything before.
const LONG: f64 = 1.5;

/// A tiger answers after this time at the earliest, in seconds, so that the time of an answer reveals nothing.
const DELIBERATE: f64 = 1.05;

impl Wait {
    /// The time without beats.
    fn for_bot(self) -> f64 {
        self.all - self.beats
    }

    /// The time that the queue of thinking bots has added.
    fn in_queue(self) -> f64 {
        (self.for_bot() - DELIBERATE).max(0.0)
    }
}

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
) -> Result<Vec<Wait>, LoadError> {
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
        let waits_for_bot = command.is_none() && !screen.counts_down;
        if let Some((command, form)) = command {
            // A screen that changed for another reason still shows the decision of a moment ago.
            let answer = browser.ask("POST", &format!("{path}/{command}"), &form).await?;
            if answer.status >= 400 && answer.status != 409 {
                return Err(unwanted(&answer, &path));
            }
        }
        let (since, beats) = (Instant::now(), screen.n_beats as f64 * client::BEAT);
        let changed = tokio::time::timeout_at(until, screen.next()).await;
        let wait = Wait { all: (Instant::now() - since).as_secs_f64(), beats };
        let Ok(changed) = changed else {
            // A bot that is late at the end counts too.
            waits.extend(Some(wait).filter(|wait| waits_for_bot && wait.for_bot() > LONG));
            return Ok(waits);
        };
        changed?;
        if waits_for_bot {
            waits.push(wait);
        }
    }
}

impl Waits {
    /// The lines of a report.
    pub(crate) fn lines(&self) -> Vec<String> {
        let percentiles = |waits: &[Wait], part: fn(Wait) -> f64| {
            let mut seconds: Vec<f64> = waits.iter().copied().map(part).collect();
            seconds.sort_by(f64::total_cmp);
            let at = |percent| percentile(&seconds, percent).unwrap_or(f64::NAN);
            let [p50, p90, p99, most] = [50.0, 90.0, 99.0, 100.0].map(at);
            format!("p50 {p50:.2} s, p90 {p90:.2} s, p99 {p99:.2} s, longest {most:.2} s")
        };
        let lines = |who: &str, waits: &[Wait]| {
            let n_long = waits.iter().filter(|wait| wait.for_bot() > LONG).count();
            [
                format!(
                    "{who}: {} decisions of bots: {}, {n_long} longer than {LONG} s",
                    waits.len(),
                    percentiles(waits, Wait::for_bot),
                ),
                format!(
                    "{who}: of it in the queue, after the {DELIBERATE} s of a tiger: {}",
                    percentiles(waits, Wait::in_queue),
                ),
                format!("{who}: with beats: {}", percentiles(waits, |wait| wait.all)),
            ]
        };
        [lines("people alone", &self.people), lines("one address", &self.greedy)].concat()
    }
}
