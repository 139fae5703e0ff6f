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
    Host(Host),
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
            Command::Host(command) => Command::Host(command),
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
pub enum Host {
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
pub enum CommandError<G: Game> {
    /// The rules of the game.
    Illegal(Refusal<G>),
    /// The decision is not written as it should be.
    Unreadable(Unreadable),
    /// Who asks has no seat.
    NotSeated,
    /// Who asks has one already.
    AlreadySeated(Seat),
    /// Only the owner may.
    NotHost(Option<Seat>),
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

impl<G: Game> CommandError<G> {
    /// The rule that says so, where it is one of the game's.
    pub fn rule(&self) -> Option<&'static str> {
        if let CommandError::Illegal(illegal) = self { Some(illegal.rule()) } else { None }
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

impl<G: Game> CommandError<G> {
    /// What it means to whoever asked.
    pub fn kind(&self) -> DenialKind {
        match self {
            CommandError::NotSeated | CommandError::NotHost(_) | CommandError::NotHouse => {
                DenialKind::Forbidden
            }
            CommandError::Unreadable(_)
            | CommandError::BadName { .. }
            | CommandError::BadText { .. }
            | CommandError::NoSuchSeat { .. } => DenialKind::Bad,
            CommandError::Illegal(_)
            | CommandError::AlreadySeated(_)
            | CommandError::SeatTaken(_)
            | CommandError::SeatEmpty(_)
            | CommandError::Full
            | CommandError::NameTaken { .. }
            | CommandError::NotPlaying
            | CommandError::Playing
            | CommandError::Stale
            | CommandError::ChatOff
            | CommandError::NoStandIn
            | CommandError::TimeLeft
            | CommandError::HintsOff
            | CommandError::NotAsked => DenialKind::Conflict,
        }
    }

    /// The same without the type of the game.
    pub fn denial(&self) -> Denial {
        if let CommandError::Unreadable(unreadable) = self {
            return Denial::Unreadable(unreadable.clone());
        }
        let (code, facts) = (self.code(), self.facts());
        match self.rule() {
            Some(rule) => Denial::Rule { game: G::ID, code, rule, facts },
            None => Denial::Table { code, facts },
        }
    }
}

impl<G: Game> Say for CommandError<G> {
    codes! {
        CommandError::NotSeated => "not-seated",
        CommandError::AlreadySeated(_) => "already-seated",
        CommandError::NotHost(Some(_)) => "not-owner",
        CommandError::NotHost(None) => "not-owner-yet",
        CommandError::NotHouse => "not-house",
        CommandError::NoSuchSeat { .. } => "no-such-seat",
        CommandError::SeatTaken(_) => "seat-taken",
        CommandError::SeatEmpty(_) => "seat-empty",
        CommandError::Full => "full",
        CommandError::BadName { .. } => "bad-name",
        CommandError::NameTaken { .. } => "name-taken",
        CommandError::NotPlaying => "not-playing",
        CommandError::Playing => "playing",
        CommandError::Stale => "stale",
        CommandError::ChatOff => "chat-off",
        CommandError::BadText { .. } => "bad-text",
        CommandError::NoStandIn => "no-stand-in",
        CommandError::TimeLeft => "time-left",
        CommandError::HintsOff => "hints-off",
        CommandError::NotAsked => "not-asked",
        // Told by what was wanted.
        CommandError::Unreadable(_) => "unreadable";
        CommandError::Illegal(refusal) => refusal.code(),
    }

    fn facts(&self) -> Facts {
        let count = |count: usize| Fact::Number(count as i64);
        match self {
            CommandError::Illegal(illegal) => illegal.facts(),
            CommandError::AlreadySeated(seat)
            | CommandError::NotHost(Some(seat))
            | CommandError::SeatTaken(seat)
            | CommandError::SeatEmpty(seat) => vec![("seat", (*seat).into())],
            CommandError::NoSuchSeat { n_seats } => {
                vec![("last", n_seats.saturating_sub(1).into())]
            }
            CommandError::BadName { found } => {
                vec![("found", count(*found)), ("max", count(MAX_NAME))]
            }
            CommandError::NameTaken { name } => vec![("name", name.clone().into())],
            CommandError::BadText { found } => {
                vec![("found", count(*found)), ("max", count(MAX_TEXT))]
            }
            CommandError::Unreadable(_)
            | CommandError::NotSeated
            | CommandError::NotHost(None)
            | CommandError::NotHouse
            | CommandError::Full
            | CommandError::NotPlaying
            | CommandError::Playing
            | CommandError::Stale
            | CommandError::ChatOff
            | CommandError::NoStandIn
            | CommandError::TimeLeft
            | CommandError::HintsOff
            | CommandError::NotAsked => vec![],
        }
    }
}
