//! The names of bots, with how long they think.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::bot::{Bot, Budget};
use crate::{Craft, Greedy, Ismcts, Random, Search};

/// Which bot, without how long it thinks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Does anything that is allowed.
    Random,
    /// Does at once what looks best.
    Greedy,
    /// Searches without knowing the game: the yardstick.
    Ismcts,
    /// Searches with sense.
    Search,
    /// The same, with hunches about hands by what the others did.
    Hunch,
}

/// How long a named bot thinks about each decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Think {
    /// Not at all: it needs no time.
    AtOnce,
    /// So long.
    Time(Duration),
    /// So many games imagined.
    Nodes(u64),
}

impl Think {
    /// What may be spent on a decision that begins now.
    pub fn budget(self, now: Instant) -> Budget {
        match self {
            Think::AtOnce => Budget::Nodes(0),
            Think::Time(time) => Budget::Until(now + time),
            Think::Nodes(nodes) => Budget::Nodes(nodes),
        }
    }
}

impl FromStr for Think {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Think, BadName> {
        let bad = || BadName {
            found: text.to_owned(),
            wanted: "a time as in 100ms or 2s, or a number of games to imagine",
        };
        let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let number: u64 = digits.parse().map_err(|_| bad())?;
        match &text[digits.len()..] {
            "" => Ok(Think::Nodes(number)),
            "ms" => Ok(Think::Time(Duration::from_millis(number))),
            "s" => Ok(Think::Time(Duration::from_secs(number))),
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for Think {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Think::AtOnce => Ok(()),
            Think::Time(time) => write!(f, "{}ms", time.as_millis()),
            Think::Nodes(nodes) => write!(f, "{nodes}"),
        }
    }
}

/// A bot and how long it thinks: `greedy`, `search:100ms`, `search:2000`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BotName {
    kind: Kind,
    think: Think,
}

/// A name that no bot has, and what was wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadName {
    /// What was found.
    pub found: String,
    /// What was wanted instead.
    pub wanted: &'static str,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no bot is called `{}`: {}", self.found, self.wanted)
    }
}

impl std::error::Error for BadName {}

impl BotName {
    /// What a bot of this name may spend on a decision that begins now.
    pub fn budget(self, now: Instant) -> Budget {
        self.think.budget(now)
    }

    /// A bot of this name with dice made from this seed.
    pub fn bot<G: Craft>(self, seed: u64) -> Box<dyn Bot<G>> {
        match self.kind {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
            Kind::Ismcts => Box::new(Ismcts::new(seed)),
            Kind::Search => Box::new(Search::new(seed)),
            Kind::Hunch => Box::new(Search::with_hunches(seed)),
        }
    }
}

impl FromStr for BotName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<BotName, BadName> {
        let bad = |wanted| BadName { found: text.to_owned(), wanted };
        let (kind, think) = match text.split_once(':') {
            Some((kind, think)) => (kind, Some(think)),
            None => (text, None),
        };
        let kind = match kind {
            "random" => Kind::Random,
            "greedy" => Kind::Greedy,
            "ismcts" => Kind::Ismcts,
            "search" => Kind::Search,
            "hunch" => Kind::Hunch,
            _ => return Err(bad("random, greedy, search, hunch or ismcts")),
        };
        let think = match think {
            None => Think::AtOnce,
            Some(think) => think.parse()?,
        };
        Ok(BotName { kind, think })
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Ismcts => "ismcts",
            Kind::Search => "search",
            Kind::Hunch => "hunch",
        })?;
        match self.think {
            Think::AtOnce => Ok(()),
            Think::Time(_) | Think::Nodes(_) => write!(f, ":{}", self.think),
        }
    }
}
