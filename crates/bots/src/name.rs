//! The names of bots, which include how long they think.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rules::GameId;

use crate::bot::{Bot, Budget};
use crate::{Craft, Greedy, Ismcts, Level, Random, Search, Whimsical};

/// A bot and how long it thinks: `greedy`, `search:100ms`, `search:2000`, `search:1s*4`, `tiger`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotName {
    /// `random`: plays at random.
    Random,
    /// `greedy`: plays by rules of thumb.
    Greedy,
    /// `whimsical:30%`: plays by rules of thumb, but at random in this percentage of decisions.
    Whimsical(u8),
    /// `ismcts:1s`: searches without rules of thumb; the yardstick.
    Ismcts(Think),
    /// `search:1s`, `search:1s*4`: searches, guided by rules of thumb.
    Search {
        /// How long it thinks.
        think: Think,
        /// How many threads it uses.
        n_threads: u8,
    },
    /// `kitten`, `cat`, `tiger`: the levels that people choose from.
    Level(Level),
}

/// How long a named bot thinks about each decision: `100ms`, `2s`, or `2000` imagined games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Think {
    /// This much time.
    Time(Duration),
    /// This many playouts (imagined games).
    Playouts(u64),
}

/// A text that is no bot's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadName {
    /// The part that could not be read.
    pub found: String,
    /// The expected text.
    pub wanted: &'static str,
}

/// The longest time. Players would not wait longer.
const MAX_TIME: Duration = Duration::from_secs(60);

/// The most playouts: more than a search can use.
const MAX_PLAYOUTS: u64 = 100_000_000;

/// The most threads: more than common machines have cores.
const MAX_THREADS: u8 = 64;

impl BotName {
    /// One bot of every kind except the levels, each with a usual time to think.
    pub const KINDS: [BotName; 5] = [
        BotName::Random,
        BotName::Greedy,
        BotName::Whimsical(30),
        BotName::Ismcts(Think::Time(Duration::from_secs(1))),
        BotName::Search { think: Think::Time(Duration::from_millis(100)), n_threads: 1 },
    ];

    /// The first word of the name: the kind of bot without how long it thinks.
    pub fn kind(self) -> &'static str {
        match self {
            BotName::Random => "random",
            BotName::Greedy => "greedy",
            BotName::Whimsical(_) => "whimsical",
            BotName::Ismcts(_) => "ismcts",
            BotName::Search { .. } => "search",
            BotName::Level(level) => level.name(),
        }
    }

    /// How long this bot thinks about a decision of this game. `None` if it decides at once.
    pub fn think(self, game: GameId) -> Option<Think> {
        match self {
            BotName::Random | BotName::Greedy | BotName::Whimsical(_) => None,
            BotName::Ismcts(think) | BotName::Search { think, .. } => Some(think),
            BotName::Level(level) => level.plays(game).think(game),
        }
    }

    /// The budget of this bot for a decision of this game that starts now.
    pub fn budget(self, game: GameId, now: Instant) -> Budget {
        self.think(game).map_or(Budget::Playouts(0), |think| think.budget(now))
    }

    /// A new bot of this name with dice from this seed.
    pub fn bot<G: Craft>(self, seed: u64) -> Box<dyn Bot<G>> {
        match self {
            BotName::Random => Box::new(Random::new(seed)),
            BotName::Greedy => Box::new(Greedy::new(seed)),
            BotName::Whimsical(percent) => Box::new(Whimsical::new(percent, seed)),
            BotName::Ismcts(_) => Box::new(Ismcts::new(seed)),
            BotName::Search { n_threads, .. } => Box::new(Search::on_threads(seed, n_threads)),
            BotName::Level(level) => level.plays(G::ID).bot(seed),
        }
    }
}

impl Think {
    /// The budget for a decision that starts now.
    pub fn budget(self, now: Instant) -> Budget {
        match self {
            Think::Time(time) => Budget::Until(now + time),
            Think::Playouts(playouts) => Budget::Playouts(playouts),
        }
    }

    /// The time, unless the limit is a number of games.
    pub fn time(self) -> Option<Duration> {
        match self {
            Think::Time(time) => Some(time),
            Think::Playouts(_) => None,
        }
    }
}

/// The limit of a bot whose name has none.
impl Default for Think {
    fn default() -> Think {
        Think::Time(Duration::from_millis(100))
    }
}

impl FromStr for BotName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<BotName, BadName> {
        let (text, threads) = split(text, '*');
        let (kind, spent) = split(text, ':');
        let name = match kind {
            "random" => alone(BotName::Random, spent),
            "greedy" => alone(BotName::Greedy, spent),
            "whimsical" => percent(spent.unwrap_or_default()).map(BotName::Whimsical),
            "ismcts" => think(spent).map(BotName::Ismcts),
            "search" => {
                let n_threads = threads.map_or(Ok(1), n_threads)?;
                return Ok(BotName::Search { think: think(spent)?, n_threads });
            }
            _ => match Level::named(kind) {
                Some(level) => alone(BotName::Level(level), spent),
                None => Err(bad(
                    kind,
                    "random, greedy, whimsical, ismcts, search, kitten, cat or tiger",
                )),
            },
        }?;
        threads.map_or(Ok(name), |threads| {
            Err(bad(&format!("*{threads}"), "no threads: only search thinks on several"))
        })
    }
}

impl FromStr for Think {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Think, BadName> {
        let unlike = || bad(text, "a time as in 100ms or 2s, or a number of games to imagine");
        let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let time = match &text[digits.len()..] {
            "" => {
                let playouts = read(digits).ok_or_else(unlike)?;
                let allowed = (1..=MAX_PLAYOUTS).contains(&playouts);
                let wanted = "1 to 100000000 games to imagine";
                return if allowed {
                    Ok(Think::Playouts(playouts))
                } else {
                    Err(bad(text, wanted))
                };
            }
            "ms" => Duration::from_millis(read(digits).ok_or_else(unlike)?),
            "s" => Duration::from_secs(read(digits).ok_or_else(unlike)?),
            _ => return Err(unlike()),
        };
        let allowed = !time.is_zero() && time <= MAX_TIME;
        if allowed { Ok(Think::Time(time)) } else { Err(bad(text, "a time from 1ms to 60s")) }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            BotName::Random | BotName::Greedy | BotName::Level(_) => Ok(()),
            BotName::Whimsical(percent) => write!(f, ":{percent}%"),
            BotName::Ismcts(think) | BotName::Search { think, n_threads: 1 } => {
                write!(f, ":{think}")
            }
            BotName::Search { think, n_threads } => write!(f, ":{think}*{n_threads}"),
        }
    }
}

impl fmt::Display for Think {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Think::Time(time) if time.subsec_nanos() == 0 => write!(f, "{}s", time.as_secs()),
            Think::Time(time) => write!(f, "{}ms", time.as_millis()),
            Think::Playouts(playouts) => write!(f, "{playouts}"),
        }
    }
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, wanted {}", self.found, self.wanted)
    }
}

impl std::error::Error for BadName {}

fn bad(found: &str, wanted: &'static str) -> BadName {
    BadName { found: found.to_owned(), wanted }
}

/// The text before a sign, and the text after it if the sign is there.
fn split(text: &str, sign: char) -> (&str, Option<&str>) {
    text.split_once(sign).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// A number written in digits only: `parse` alone would also accept `+5`.
fn read(digits: &str) -> Option<u64> {
    let only_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| only_digits)
}

fn alone(name: BotName, spent: Option<&str>) -> Result<BotName, BadName> {
    let wanted = "nothing after the name: this bot cannot be told how long to think";
    spent.map_or(Ok(name), |spent| Err(bad(&format!(":{spent}"), wanted)))
}

fn think(spent: Option<&str>) -> Result<Think, BadName> {
    spent.map_or(Ok(Think::default()), str::parse)
}

fn percent(text: &str) -> Result<u8, BadName> {
    let number = text.strip_suffix('%').and_then(read).filter(|&percent| percent <= 100);
    let wanted = "how often it has a whim, as in whimsical:30%";
    number.map(|percent| percent as u8).ok_or_else(|| bad(text, wanted))
}

fn n_threads(text: &str) -> Result<u8, BadName> {
    let number = read(text).filter(|number| (1..=u64::from(MAX_THREADS)).contains(number));
    number.map(|n| n as u8).ok_or_else(|| bad(&format!("*{text}"), "1 to 64 threads, as in *4"))
}
