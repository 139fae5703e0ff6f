//! The terms of a table: everything that is agreed before the first deal.

use std::fmt;
use std::str::FromStr;

use rules::{Fact, Facts, Game, GameId, Rules as _, Say, Visit, codes};

use crate::sealed::Chosen;

/// What is agreed before the first deal, and does not change while the table stands.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct Terms {
    /// The rules line, in full: the game, its version, its variant and its deck.
    pub rules: String,
    /// Who is expected on each seat.
    pub places: Vec<Place>,
    /// How long people may think.
    pub clock: Clock,
    /// Who plays for people who are away or out of time. Without one the table waits.
    pub stand_in: Option<StandIn>,
    /// Whether everybody finds the table on the home page, or only those who have its link.
    pub listed: bool,
    /// Whether people without a seat may watch.
    pub watching: bool,
    /// Whether others learn that a seat has made its sealed choice.
    pub chosen: Chosen,
    /// Whether people can talk.
    pub chat: bool,
    /// How long a bot waits before it moves, in milliseconds.
    pub pace: u32,
    /// Whether people may ask a bot what it would do.
    pub hints: bool,
    /// Whether people are told how near a paradox is, in a game that has them.
    pub radar: bool,
}

/// Who is expected on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A person.
    Person,
    /// A bot of this level.
    Bot(LevelName),
}

/// How long people may think, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// So long for each decision.
    Move { seconds: u32 },
    /// So long for the whole game, and so much more for each decision made.
    Bank { seconds: u32, increment: u32 },
}

/// Who plays for people who are away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandIn {
    /// How well.
    pub level: LevelName,
    /// How many seconds somebody may be away before.
    pub grace: u32,
}

/// The name of a bot's level, such as `cat`. This crate does not know which levels exist; `bots` does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LevelName(String);

impl LevelName {
    /// The longest name.
    pub const MAX_LEN: usize = 24;

    /// A level of this name, if it could be one: letters, digits and `:%*.-`.
    pub fn named(name: &str) -> Option<LevelName> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b":%*.-".contains(&byte);
        let named = !name.is_empty() && name.len() <= Self::MAX_LEN && name.bytes().all(fits);
        named.then(|| LevelName(name.to_owned()))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// The least and the most seconds for one decision: a fast game, and one by post.
pub const MOVE_SECONDS: (u32, u32) = (5, 1_209_600);
/// The least and the most seconds for a whole game.
pub const BANK_SECONDS: (u32, u32) = (30, 86_400);
/// The least and the most seconds that a decision gives back.
pub const INCREMENT_SECONDS: (u32, u32) = (0, 600);
/// The least and the most seconds that somebody may be away.
pub const GRACE_SECONDS: (u32, u32) = (5, 3_600);
/// The least and the most milliseconds that a bot waits before it moves.
pub const PACE_MILLIS: (u32, u32) = (0, 10_000);

impl Terms {
    /// A table by these rules where people play with each other, without a clock, by link only.
    pub fn new<G: Game>(rules: &G::Rules) -> Terms {
        Terms {
            rules: rules.to_string(),
            places: vec![Place::Person; rules.n_seats().into()],
            clock: Clock::None,
            stand_in: None,
            listed: false,
            watching: true,
            chosen: Chosen::Shown,
            chat: true,
            pace: 900,
            hints: false,
            radar: false,
        }
    }

    /// Which game is played.
    pub fn game(&self) -> Result<GameId, BadTerms> {
        GameId::of_rules_line(&self.rules)
            .map_err(|_| BadTerms::new("rules", &self.rules, Wrong::Rules))
    }

    /// Whether a table can stand by these terms, or what is wrong with them.
    pub fn check(&self) -> Result<(), BadTerms> {
        let n_seats = self.game()?.visit(Players(&self.rules))?;
        if self.places.len() != usize::from(n_seats) {
            let found = self.places.len().to_string();
            return Err(BadTerms::new("seats", &found, Wrong::Seats { wanted: n_seats }));
        }
        let within = |key, found: u32, (min, max): (u32, u32)| {
            let wrong = || BadTerms::new(key, &found.to_string(), Wrong::Range { min, max });
            (min..=max).contains(&found).then_some(()).ok_or_else(wrong)
        };
        match self.clock {
            Clock::None => {}
            Clock::Move { seconds } => within("clock", seconds, MOVE_SECONDS)?,
            Clock::Bank { seconds, increment } => {
                within("clock", seconds, BANK_SECONDS)?;
                within("increment", increment, INCREMENT_SECONDS)?;
            }
        }
        if let Some(stand_in) = &self.stand_in {
            within("grace", stand_in.grace, GRACE_SECONDS)?;
        } else if self.clock != Clock::None {
            return Err(BadTerms::new("stand-in", "none", Wrong::ClockNeedsStandIn));
        }
        within("pace", self.pace, PACE_MILLIS)
    }

    /// The rules set that the rules line names.
    pub fn rules<G: Game>(&self) -> Result<G::Rules, BadTerms> {
        self.rules.parse().map_err(|_| BadTerms::new("rules", &self.rules, Wrong::Rules))
    }
}

/// How many play by this rules line.
struct Players<'a>(&'a str);

impl Visit for Players<'_> {
    type Output = Result<u8, BadTerms>;

    fn visit<G: Game>(self) -> Self::Output {
        let rules = G::Rules::from_str(self.0);
        rules.map(|rules| rules.n_seats()).map_err(|_| BadTerms::new("rules", self.0, Wrong::Rules))
    }
}

/// Terms by which no table can stand. Told as `terms-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTerms {
    /// Which of them.
    pub key: &'static str,
    /// What it is.
    pub found: String,
    /// What is wrong with it.
    pub wrong: Wrong,
}

/// What is wrong with one of the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Wrong {
    /// No such rules.
    Rules,
    /// Another number of seats was wanted.
    Seats { wanted: u8 },
    /// A number in this range was wanted.
    Range { min: u32, max: u32 },
    /// Somebody has to move when time is up.
    ClockNeedsStandIn,
    /// The key is missing, or its value is not one that can be read.
    Unreadable,
}

impl BadTerms {
    fn new(key: &'static str, found: &str, wrong: Wrong) -> BadTerms {
        BadTerms { key, found: found.to_owned(), wrong }
    }
}

impl Say for BadTerms {
    codes! {
        BadTerms { wrong: Wrong::Rules, .. } => "rules",
        BadTerms { wrong: Wrong::Seats { .. }, .. } => "seats",
        BadTerms { wrong: Wrong::Range { .. }, .. } => "range",
        BadTerms { wrong: Wrong::ClockNeedsStandIn, .. } => "clock-needs-stand-in",
        BadTerms { wrong: Wrong::Unreadable, .. } => "unreadable",
    }

    fn facts(&self) -> Facts {
        let mut facts =
            vec![("key", Fact::Text(self.key.to_owned())), ("found", self.found.clone().into())];
        match self.wrong {
            Wrong::Seats { wanted } => facts.push(("wanted", wanted.into())),
            Wrong::Range { min, max } => facts.extend([("min", min.into()), ("max", max.into())]),
            Wrong::Rules | Wrong::ClockNeedsStandIn | Wrong::Unreadable => {}
        }
        facts
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Person => f.write_str("person"),
            Place::Bot(level) => f.write_str(level.name()),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Clock::None => f.write_str("none"),
            Clock::Move { seconds } => write!(f, "{seconds}"),
            Clock::Bank { seconds, increment } => write!(f, "{seconds}+{increment}"),
        }
    }
}

/// One line, the rules line last: `seats=person,cat clock=none stand-in=cat:60 listed=no … rules=meow@1 players=2`.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        let places: Vec<String> = self.places.iter().map(Place::to_string).collect();
        write!(f, "seats={} clock={} stand-in=", places.join(","), self.clock)?;
        match &self.stand_in {
            None => f.write_str("none")?,
            Some(StandIn { level, grace }) => write!(f, "{}/{grace}", level.name())?,
        }
        let hidden = self.chosen == Chosen::Hidden;
        write!(f, " listed={} watching={}", yes(self.listed), yes(self.watching))?;
        write!(f, " hide-chosen={} chat={}", yes(hidden), yes(self.chat))?;
        write!(f, " pace={} hints={} radar={}", self.pace, yes(self.hints), yes(self.radar))?;
        write!(f, " rules={}", self.rules)
    }
}

impl FromStr for Terms {
    type Err = BadTerms;

    fn from_str(text: &str) -> Result<Terms, BadTerms> {
        let mut rest = text;
        let places = value(&mut rest, "seats", |places| places.split(',').map(place).collect())?;
        let clock = value(&mut rest, "clock", clock)?;
        let stand_in = value(&mut rest, "stand-in", |word| match word {
            "none" => Some(None),
            word => stand_in(word).map(Some),
        })?;
        let listed = value(&mut rest, "listed", yes)?;
        let watching = value(&mut rest, "watching", yes)?;
        let hidden = value(&mut rest, "hide-chosen", yes)?;
        let chat = value(&mut rest, "chat", yes)?;
        let pace = value(&mut rest, "pace", |pace| pace.parse().ok())?;
        let hints = later(&mut rest, "hints", yes)?.unwrap_or(false);
        let radar = later(&mut rest, "radar", yes)?.unwrap_or(false);
        let rules = rest.strip_prefix("rules=");
        let rules =
            rules.ok_or_else(|| BadTerms::new("rules", rest, Wrong::Unreadable))?.to_owned();
        let chosen = if hidden { Chosen::Hidden } else { Chosen::Shown };
        Ok(Terms {
            rules,
            places,
            clock,
            stand_in,
            listed,
            watching,
            chosen,
            chat,
            pace,
            hints,
            radar,
        })
    }
}

/// The value behind the next key.
fn value<T>(
    rest: &mut &str,
    key: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, BadTerms> {
    let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let value = word.strip_prefix(key).and_then(|value| value.strip_prefix('='));
    let value = value.and_then(read);
    let value = value.ok_or_else(|| BadTerms::new(key, word, Wrong::Unreadable))?;
    *rest = behind;
    Ok(value)
}

/// The value behind a key that tables were set up without before there was such a thing.
fn later<T>(
    rest: &mut &str,
    key: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, BadTerms> {
    let is_next = rest.strip_prefix(key).is_some_and(|behind| behind.starts_with('='));
    if is_next { value(rest, key, read).map(Some) } else { Ok(None) }
}

fn yes(word: &str) -> Option<bool> {
    match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn place(word: &str) -> Option<Place> {
    if word == "person" { Some(Place::Person) } else { LevelName::named(word).map(Place::Bot) }
}

fn clock(word: &str) -> Option<Clock> {
    if word == "none" {
        return Some(Clock::None);
    }
    match word.split_once('+') {
        None => Some(Clock::Move { seconds: word.parse().ok()? }),
        Some((seconds, increment)) => {
            Some(Clock::Bank { seconds: seconds.parse().ok()?, increment: increment.parse().ok()? })
        }
    }
}

fn stand_in(word: &str) -> Option<StandIn> {
    let (level, grace) = word.split_once('/')?;
    Some(StandIn { level: LevelName::named(level)?, grace: grace.parse().ok()? })
}
