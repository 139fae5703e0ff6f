//! What people ask of a table, and why it may say no.

use std::fmt;
use std::str::FromStr;

use rules::notation::Unreadable;
use rules::{Fact, Facts, Game, GameId, Refusal, Say, Seat, codes};

use crate::event::Holder;
use crate::terms::LevelName;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// Whoever has this secret.
    Holder(Holder),
    /// The house: its bots and its clock.
    House,
}

/// A question of the game to one seat, by number: an answer to an older one comes too late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Which game of the table it is, from 1.
    pub game: u32,
    /// How many decisions the seat has made before in this game.
    pub decision: u32,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.game, self.decision)
    }
}

/// A text that is not the number of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoQuestion;

impl FromStr for Question {
    type Err = NoQuestion;

    fn from_str(text: &str) -> Result<Question, NoQuestion> {
        let (game, decision) = text.split_once('.').ok_or(NoQuestion)?;
        let number = |text: &str| text.parse().map_err(|_| NoQuestion);
        Ok(Question { game: number(game)?, decision: number(decision)? })
    }
}

/// A command, by who may give it. Actions are text (`String`) until the type of the game is known.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Command<A> {
    /// Anybody: sit down, on this seat or on any.
    Sit { seat: Option<Seat>, name: String },
    /// Anybody with a seat: answer a question of the game.
    Act { at: Question, action: A },
    /// Anybody with a seat.
    Seated(Seated),
    /// The host.
    Owner(Owner),
    /// The house.
    House(House),
    /// The house: a bot answers a question of the game, for itself or for a person who is away.
    BotAct { seat: Seat, at: Question, action: A },
}

impl Command<String> {
    /// The command with its action read as one of a game.
    ///
    /// # Errors
    /// If the action is not in the notation of the game.
    pub fn read<A: FromStr<Err = Unreadable>>(self) -> Result<Command<A>, Unreadable> {
        Ok(match self {
            Command::Sit { seat, name } => Command::Sit { seat, name },
            Command::Act { at, action } => Command::Act { at, action: action.parse()? },
            Command::Seated(command) => Command::Seated(command),
            Command::Owner(command) => Command::Owner(command),
            Command::House(command) => Command::House(command),
            Command::BotAct { seat, at, action } => {
                Command::BotAct { seat, at, action: action.parse()? }
            }
        })
    }
}

/// What anybody who sits at the table can ask.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Seated {
    /// To leave.
    Rise,
    /// That a game begins, or not yet; behind a game, that another one does.
    Ready { yes: bool },
    /// To play again where a bot stood in.
    Return,
    /// To say something. `at` is how many things they said before, so that none is said twice.
    Say { at: u32, text: String },
    /// Not to hear somebody, or to hear them again.
    Mute { whom: Seat, yes: bool },
}

/// What only the owner can ask.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Owner {
    /// That somebody leaves.
    Remove { seat: Seat },
    /// That a bot takes an empty seat.
    Fill { seat: Seat, level: LevelName },
    /// That a bot's seat is kept for a person.
    Free { seat: Seat },
    /// That somebody else looks after the table.
    Pass { seat: Seat },
    /// That people can talk, or not.
    Chat { on: bool },
}

/// What only the house can ask.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum House {
    /// Somebody has been away for too long, or their time is up.
    StandIn { seat: Seat, why: Absence },
    /// Somebody goes on with another browser.
    Move { seat: Seat, from: Holder, to: Holder },
}

/// Why a bot stands in for somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// They have been away longer than the grace that the terms give.
    Away,
    /// Their time is up.
    OutOfTime,
}

/// The longest name, in letters.
pub const MAX_NAME: usize = 20;
/// The longest thing that can be said at once, in letters.
pub const MAX_TEXT: usize = 200;

/// Why a table says no. Told as `table-no-{code}`, but for what the rules of the game refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum No<G: Game> {
    /// The rules of the game.
    Illegal(Refusal<G>),
    /// The decision is not written as it should be.
    Unreadable(Unreadable),
    /// Who asks has no seat.
    NotSeated,
    /// Who asks has one already.
    AlreadySeated(Seat),
    /// Only the owner may.
    NotOwner(Option<Seat>),
    /// Only the house may.
    NotHouse,
    /// There is no such seat.
    NoSuchSeat { n_seats: u8 },
    /// Somebody sits there.
    SeatTaken(Seat),
    /// Nobody is there of the kind that was meant.
    SeatEmpty(Seat),
    /// All seats are taken.
    Full,
    /// A name has so many letters.
    BadName { found: usize },
    /// Somebody else at the table has it.
    NameTaken { name: String },
    /// No game is going on.
    NotPlaying,
    /// Not while a game is going on.
    Playing,
    /// The question was answered, or is another by now.
    Stale,
    /// Nobody may talk here.
    ChatOff,
    /// What is said has so many letters.
    BadText { found: usize },
    /// The terms know no stand-in.
    NoStandIn,
    /// Not yet: there is time left.
    TimeLeft,
    /// Nobody is given hints here.
    HintsOff,
    /// The game asks nothing of them now.
    NotAsked,
}

impl<G: Game> No<G> {
    /// The rule that says so, where it is one of the game's.
    pub fn rule(&self) -> Option<&'static str> {
        if let No::Illegal(illegal) = self { Some(illegal.rule()) } else { None }
    }
}

/// Why a command is refused, whatever the game: all that a page, a program or a log needs to tell it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Denial {
    /// A rule of the game is against it.
    Rule { game: GameId, code: &'static str, rule: &'static str, facts: Facts },
    /// The decision is not in the notation of the game.
    Unreadable(Unreadable),
    /// The table is against it.
    Table { code: &'static str, facts: Facts },
}

/// What a refusal means to whoever asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DenialKind {
    /// The caller may not do this.
    Forbidden,
    /// The command makes no sense, ever.
    Bad,
    /// The command comes at the wrong time.
    Conflict,
}

impl<G: Game> No<G> {
    /// What it means to whoever asked.
    pub fn kind(&self) -> DenialKind {
        match self {
            No::NotSeated | No::NotOwner(_) | No::NotHouse => DenialKind::Forbidden,
            No::Unreadable(_) | No::BadName { .. } | No::BadText { .. } | No::NoSuchSeat { .. } => {
                DenialKind::Bad
            }
            No::Illegal(_)
            | No::AlreadySeated(_)
            | No::SeatTaken(_)
            | No::SeatEmpty(_)
            | No::Full
            | No::NameTaken { .. }
            | No::NotPlaying
            | No::Playing
            | No::Stale
            | No::ChatOff
            | No::NoStandIn
            | No::TimeLeft
            | No::HintsOff
            | No::NotAsked => DenialKind::Conflict,
        }
    }

    /// The same without the type of the game.
    pub fn denial(&self) -> Denial {
        if let No::Unreadable(unreadable) = self {
            return Denial::Unreadable(unreadable.clone());
        }
        let (code, facts) = (self.code(), self.facts());
        match self.rule() {
            Some(rule) => Denial::Rule { game: G::ID, code, rule, facts },
            None => Denial::Table { code, facts },
        }
    }
}

impl<G: Game> Say for No<G> {
    codes! {
        No::NotSeated => "not-seated",
        No::AlreadySeated(_) => "already-seated",
        No::NotOwner(Some(_)) => "not-owner",
        No::NotOwner(None) => "not-owner-yet",
        No::NotHouse => "not-house",
        No::NoSuchSeat { .. } => "no-such-seat",
        No::SeatTaken(_) => "seat-taken",
        No::SeatEmpty(_) => "seat-empty",
        No::Full => "full",
        No::BadName { .. } => "bad-name",
        No::NameTaken { .. } => "name-taken",
        No::NotPlaying => "not-playing",
        No::Playing => "playing",
        No::Stale => "stale",
        No::ChatOff => "chat-off",
        No::BadText { .. } => "bad-text",
        No::NoStandIn => "no-stand-in",
        No::TimeLeft => "time-left",
        No::HintsOff => "hints-off",
        No::NotAsked => "not-asked",
        // Told by what was wanted.
        No::Unreadable(_) => "unreadable";
        No::Illegal(refusal) => refusal.code(),
    }

    fn facts(&self) -> Facts {
        let count = |count: usize| Fact::Number(count as i64);
        match self {
            No::Illegal(illegal) => illegal.facts(),
            No::AlreadySeated(seat)
            | No::NotOwner(Some(seat))
            | No::SeatTaken(seat)
            | No::SeatEmpty(seat) => vec![("seat", (*seat).into())],
            No::NoSuchSeat { n_seats } => vec![("last", n_seats.saturating_sub(1).into())],
            No::BadName { found } => vec![("found", count(*found)), ("max", count(MAX_NAME))],
            No::NameTaken { name } => vec![("name", name.clone().into())],
            No::BadText { found } => vec![("found", count(*found)), ("max", count(MAX_TEXT))],
            No::Unreadable(_)
            | No::NotSeated
            | No::NotOwner(None)
            | No::NotHouse
            | No::Full
            | No::NotPlaying
            | No::Playing
            | No::Stale
            | No::ChatOff
            | No::NoStandIn
            | No::TimeLeft
            | No::HintsOff
            | No::NotAsked => vec![],
        }
    }
}
