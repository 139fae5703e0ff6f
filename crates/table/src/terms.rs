//! The terms of a table: its settings, fixed before the first deal.

use std::fmt;
use std::str::FromStr;

use rules::{Fact, Facts, Game, GameId, Rules as _, Say, Visit, codes};

use crate::sealed::Chosen;

/// The settings of a table. They never change.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct Terms {
    /// The full rules line: the game, its version, its variant and its deck.
    pub rules: String,
    /// The kind of player on each seat.
    pub places: Vec<SeatKind>,
    /// The time control for people.
    pub clock: TimeControl,
    /// The bot that plays for people who are away or out of time. Without one the table waits.
    pub stand_in: Option<StandIn>,
    /// Whether the home page lists the table. Otherwise people need its link.
    pub listed: bool,
    /// Whether spectators are allowed.
    pub watching: bool,
    /// Whether others see that a seat has made its sealed choice.
    pub chosen: Chosen,
    /// Whether chat is on at the start.
    pub chat: bool,
    /// How long a bot waits before it moves, in milliseconds.
    pub pace: u32,
    /// Whether people may ask a bot for hints.
    pub hints: bool,
    /// Whether people see how near a paradox is, in games with paradoxes.
    pub radar: bool,
    /// Whether newcomers may take the seat, and with it the hand, of a player who leaves during a game.
    pub newcomers: bool,
    /// The pause after each round, in which players look at the board and the scores.
    pub interlude: Interlude,
    /// Whether a sealed choice can be changed until it is revealed.
    pub changes: bool,
}

/// The pause after each round of a game. It ends early once all people at the table have asked for the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Interlude {
    /// The next round follows at once.
    #[default]
    None,
    /// Until all people at the table have asked for the next round.
    Open,
    /// At most this long.
    Timed { seconds: u32 },
}

/// The kind of player on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatKind {
    /// A person.
    Person,
    /// A bot of this level.
    Bot(LevelName),
}

/// The time that people have for their decisions, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum TimeControl {
    /// Unlimited.
    #[default]
    None,
    /// A fixed time per move.
    Move { seconds: u32 },
    /// A time for the whole game, and an increment for each decision.
    Bank { seconds: u32, increment: u32 },
}

/// The bot that plays for people who are away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandIn {
    /// The bot's level.
    pub level: LevelName,
    /// The grace period before the bot takes over, in seconds.
    pub grace: u32,
}

/// The name of a bot's level, such as `cat`. This crate does not know which levels exist; `bots` does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LevelName(String);

impl LevelName {
    /// The longest name, in bytes.
    pub const MAX_LEN: usize = 24;

    /// Checks that a name has only letters, digits and `:%*.-`.
    pub fn named(name: &str) -> Option<LevelName> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b":%*.-".contains(&byte);
        let named = !name.is_empty() && name.len() <= Self::MAX_LEN && name.bytes().all(fits);
        named.then(|| LevelName(name.to_owned()))
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// The least and the most seconds per move: from a fast game to correspondence play.
pub const MOVE_SECONDS: (u32, u32) = (5, 1_209_600);
/// The least and the most seconds for a whole game.
pub const BANK_SECONDS: (u32, u32) = (30, 86_400);
/// The least and the most seconds of increment.
pub const INCREMENT_SECONDS: (u32, u32) = (0, 600);
/// The least and the most seconds of grace.
pub const GRACE_SECONDS: (u32, u32) = (5, 3_600);
/// The least and the most seconds of an interlude.
pub const INTERLUDE_SECONDS: (u32, u32) = (5, 600);
/// The least and the most milliseconds that a bot waits before it moves.
pub const PACE_MILLIS: (u32, u32) = (0, 10_000);

impl Terms {
    /// Default terms: people only, no clock, by link only.
    pub fn new<G: Game>(rules: &G::Rules) -> Terms {
        Terms {
            rules: rules.to_string(),
            places: vec![SeatKind::Person; rules.n_seats().into()],
            clock: TimeControl::None,
            stand_in: None,
            listed: false,
            watching: true,
            chosen: Chosen::Shown,
            chat: true,
            pace: 900,
            hints: false,
            radar: false,
            newcomers: false,
            interlude: Interlude::None,
            changes: false,
        }
    }

    /// The game.
    pub fn game(&self) -> Result<GameId, BadTerms> {
        GameId::of_rules_line(&self.rules)
            .map_err(|_| BadTerms::new("rules", &self.rules, TermsProblem::Rules))
    }

    /// Checks the terms.
    pub fn check(&self) -> Result<(), BadTerms> {
        let n_seats = self.game()?.visit(Players(&self.rules))?;
        if self.places.len() != usize::from(n_seats) {
            let found = self.places.len().to_string();
            return Err(BadTerms::new("seats", &found, TermsProblem::Seats { wanted: n_seats }));
        }
        let within = |key, found: u32, (min, max): (u32, u32)| {
            let wrong = || BadTerms::new(key, &found.to_string(), TermsProblem::Range { min, max });
            (min..=max).contains(&found).then_some(()).ok_or_else(wrong)
        };
        match self.clock {
            TimeControl::None => {}
            TimeControl::Move { seconds } => within("clock", seconds, MOVE_SECONDS)?,
            TimeControl::Bank { seconds, increment } => {
                within("clock", seconds, BANK_SECONDS)?;
                within("increment", increment, INCREMENT_SECONDS)?;
            }
        }
        if let Some(stand_in) = &self.stand_in {
            within("grace", stand_in.grace, GRACE_SECONDS)?;
        } else if self.clock != TimeControl::None {
            return Err(BadTerms::new("stand-in", "none", TermsProblem::ClockNeedsStandIn));
        }
        if let Interlude::Timed { seconds } = self.interlude {
            within("interlude", seconds, INTERLUDE_SECONDS)?;
        }
        within("pace", self.pace, PACE_MILLIS)
    }

    /// Whether silence is an answer where the game says so: at tables whose players are there at the same time.
    pub(crate) fn listens(&self) -> bool {
        self.interlude != Interlude::None
    }

    /// The rules set of the rules line.
    pub fn rules<G: Game>(&self) -> Result<G::Rules, BadTerms> {
        self.rules.parse().map_err(|_| BadTerms::new("rules", &self.rules, TermsProblem::Rules))
    }
}

/// Reads the number of seats from a rules line.
struct Players<'a>(&'a str);

impl Visit for Players<'_> {
    type Output = Result<u8, BadTerms>;

    fn visit<G: Game>(self) -> Self::Output {
        let rules = G::Rules::from_str(self.0);
        rules
            .map(|rules| rules.n_seats())
            .map_err(|_| BadTerms::new("rules", self.0, TermsProblem::Rules))
    }
}

/// Terms that no table can have. Messages: `terms-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTerms {
    /// The key of the invalid term.
    pub key: &'static str,
    /// Its value.
    pub found: String,
    /// What is wrong with it.
    pub problem: TermsProblem,
}

/// What is wrong with a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum TermsProblem {
    /// Unknown or unreadable rules.
    Rules,
    /// The rules have another number of seats.
    Seats { wanted: u8 },
    /// The number is out of range.
    Range { min: u32, max: u32 },
    /// A clock needs a stand-in, which moves when a player's time is up.
    ClockNeedsStandIn,
    /// The key is missing, or its value is unreadable.
    Unreadable,
}

impl BadTerms {
    fn new(key: &'static str, found: &str, problem: TermsProblem) -> BadTerms {
        BadTerms { key, found: found.to_owned(), problem }
    }
}

impl Say for BadTerms {
    codes! {
        BadTerms { problem: TermsProblem::Rules, .. } => "rules",
        BadTerms { problem: TermsProblem::Seats { .. }, .. } => "seats",
        BadTerms { problem: TermsProblem::Range { .. }, .. } => "range",
        BadTerms { problem: TermsProblem::ClockNeedsStandIn, .. } => "clock-needs-stand-in",
        BadTerms { problem: TermsProblem::Unreadable, .. } => "unreadable",
    }

    fn facts(&self) -> Facts {
        let mut facts =
            vec![("key", Fact::Text(self.key.to_owned())), ("found", self.found.clone().into())];
        match self.problem {
            TermsProblem::Seats { wanted } => facts.push(("wanted", wanted.into())),
            TermsProblem::Range { min, max } => {
                facts.extend([("min", min.into()), ("max", max.into())]);
            }
            TermsProblem::Rules | TermsProblem::ClockNeedsStandIn | TermsProblem::Unreadable => {}
        }
        facts
    }
}

impl fmt::Display for SeatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatKind::Person => f.write_str("person"),
            SeatKind::Bot(level) => f.write_str(level.name()),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::None => f.write_str("none"),
            TimeControl::Move { seconds } => write!(f, "{seconds}"),
            TimeControl::Bank { seconds, increment } => write!(f, "{seconds}+{increment}"),
        }
    }
}

impl fmt::Display for Interlude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interlude::None => f.write_str("none"),
            Interlude::Open => f.write_str("open"),
            Interlude::Timed { seconds } => write!(f, "{seconds}"),
        }
    }
}

/// One line, the rules line last: `seats=person,cat clock=none stand-in=cat:60 listed=no … rules=meow@1 players=2`.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        let places: Vec<String> = self.places.iter().map(SeatKind::to_string).collect();
        write!(f, "seats={} clock={} stand-in=", places.join(","), self.clock)?;
        match &self.stand_in {
            None => f.write_str("none")?,
            Some(StandIn { level, grace }) => write!(f, "{}/{grace}", level.name())?,
        }
        let hidden = self.chosen == Chosen::Hidden;
        write!(f, " listed={} watching={}", yes(self.listed), yes(self.watching))?;
        write!(f, " hide-chosen={} chat={}", yes(hidden), yes(self.chat))?;
        write!(f, " pace={} hints={} radar={}", self.pace, yes(self.hints), yes(self.radar))?;
        write!(f, " newcomers={} interlude={}", yes(self.newcomers), self.interlude)?;
        write!(f, " changes={} rules={}", yes(self.changes), self.rules)
    }
}

impl FromStr for Terms {
    type Err = BadTerms;

    fn from_str(text: &str) -> Result<Terms, BadTerms> {
        let mut rest = text;
        // Fields are read in this order, which is the order of the text.
        let terms = Terms {
            places: value(&mut rest, "seats", |seats| seats.split(',').map(place).collect())?,
            clock: value(&mut rest, "clock", clock)?,
            stand_in: value(&mut rest, "stand-in", |word| match word {
                "none" => Some(None),
                word => stand_in(word).map(Some),
            })?,
            listed: value(&mut rest, "listed", yes)?,
            watching: value(&mut rest, "watching", yes)?,
            chosen: if value(&mut rest, "hide-chosen", yes)? {
                Chosen::Hidden
            } else {
                Chosen::Shown
            },
            chat: value(&mut rest, "chat", yes)?,
            pace: value(&mut rest, "pace", |pace| pace.parse().ok())?,
            hints: optional_value(&mut rest, "hints", yes)?.unwrap_or(false),
            radar: optional_value(&mut rest, "radar", yes)?.unwrap_or(false),
            newcomers: optional_value(&mut rest, "newcomers", yes)?.unwrap_or(false),
            interlude: optional_value(&mut rest, "interlude", interlude)?.unwrap_or_default(),
            changes: optional_value(&mut rest, "changes", yes)?.unwrap_or(false),
            rules: String::new(),
        };
        let rules = rest.strip_prefix("rules=");
        let rules = rules.ok_or_else(|| BadTerms::new("rules", rest, TermsProblem::Unreadable))?;
        Ok(Terms { rules: rules.to_owned(), ..terms })
    }
}

/// Reads the value of the next key.
fn value<T>(
    rest: &mut &str,
    key: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, BadTerms> {
    let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
    let value = word.strip_prefix(key).and_then(|value| value.strip_prefix('='));
    let value = value.and_then(read);
    let value = value.ok_or_else(|| BadTerms::new(key, word, TermsProblem::Unreadable))?;
    *rest = behind;
    Ok(value)
}

/// Reads the value of a key that old logs lack.
fn optional_value<T>(
    rest: &mut &str,
    key: &'static str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>, BadTerms> {
    let is_next = rest.strip_prefix(key).is_some_and(|behind| behind.starts_with('='));
    if is_next { value(rest, key, read).map(Some) } else { Ok(None) }
}

pub(crate) fn yes(word: &str) -> Option<bool> {
    match word {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn place(word: &str) -> Option<SeatKind> {
    if word == "person" {
        Some(SeatKind::Person)
    } else {
        LevelName::named(word).map(SeatKind::Bot)
    }
}

fn clock(word: &str) -> Option<TimeControl> {
    if word == "none" {
        return Some(TimeControl::None);
    }
    match word.split_once('+') {
        None => Some(TimeControl::Move { seconds: word.parse().ok()? }),
        Some((seconds, increment)) => Some(TimeControl::Bank {
            seconds: seconds.parse().ok()?,
            increment: increment.parse().ok()?,
        }),
    }
}

fn interlude(word: &str) -> Option<Interlude> {
    Some(match word {
        "none" => Interlude::None,
        "open" => Interlude::Open,
        word => Interlude::Timed { seconds: word.parse().ok()? },
    })
}

fn stand_in(word: &str) -> Option<StandIn> {
    let (level, grace) = word.split_once('/')?;
    Some(StandIn { level: LevelName::named(level)?, grace: grace.parse().ok()? })
}
