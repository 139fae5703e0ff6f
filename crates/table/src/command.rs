//! Commands to a table, and why the table refuses them.

use std::fmt;
use std::str::FromStr;

use rules::notation::Unreadable;
use rules::{Fact, Facts, Game, GameId, Refusal, Say, Seat, codes};

use crate::cat::Reaction;
use crate::event::Holder;
use crate::terms::LevelName;

/// The sender of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    /// The browser with this secret.
    Holder(Holder),
    /// The server itself: its bots and its clock.
    House,
}

/// A question of the game to one seat. Its number lets the table refuse late answers to older questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of the game at this table, from 1.
    pub game: u32,
    /// The number of decisions that the seat has made in this game before.
    pub decision: u32,
    /// The number of the change, if the question is answered already and the answer is still sealed; otherwise 0.
    pub change: u32,
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.game, self.decision)?;
        if self.change > 0 { write!(f, ".{}", self.change) } else { Ok(()) }
    }
}

/// A finished round of a game at this table, as players name it when they ask for the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundNumber {
    /// The number of the game at this table, from 1.
    pub game: u32,
    /// The number of the round, from 1.
    pub round: u32,
}

impl fmt::Display for RoundNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.game, self.round)
    }
}

impl FromStr for RoundNumber {
    type Err = BadQuestion;

    fn from_str(text: &str) -> Result<RoundNumber, BadQuestion> {
        let (game, round) = text.split_once('.').ok_or(BadQuestion)?;
        let number = |text: &str| text.parse().map_err(|_| BadQuestion);
        Ok(RoundNumber { game: number(game)?, round: number(round)? })
    }
}

/// A text that is not a question's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadQuestion;

impl FromStr for Question {
    type Err = BadQuestion;

    fn from_str(text: &str) -> Result<Question, BadQuestion> {
        let (game, decision) = text.split_once('.').ok_or(BadQuestion)?;
        let (decision, change) = match decision.split_once('.') {
            Some((decision, change)) => (decision, Some(change)),
            None => (decision, None),
        };
        let number = |text: &str| text.parse().map_err(|_| BadQuestion);
        let change = match change.map(number) {
            None => 0,
            Some(Ok(change)) if change > 0 => change,
            Some(_) => return Err(BadQuestion),
        };
        Ok(Question { game: number(game)?, decision: number(decision)?, change })
    }
}

/// A command, grouped by who may give it. Actions stay text (`String`) until the type of the game is known.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Command<A> {
    /// Anyone: take this seat, or any free seat. Without a coat, the cat's coat follows from the name.
    Sit { seat: Option<Seat>, name: String, coat: Option<String> },
    /// Seated players: answer a question of the game.
    Act { at: Question, action: A },
    /// Seated players: everything else.
    Seated(SeatedCommand),
    /// The host.
    Host(HostCommand),
    /// The server.
    House(HouseCommand),
    /// The server: a bot answers a question of the game, for itself or for an absent player.
    BotAct { seat: Seat, at: Question, action: A },
}

impl Command<String> {
    /// Reads the action in the notation of the game.
    ///
    /// # Errors
    /// If the action cannot be read.
    pub fn read<A: FromStr<Err = Unreadable>>(self) -> Result<Command<A>, Unreadable> {
        Ok(match self {
            Command::Sit { seat, name, coat } => Command::Sit { seat, name, coat },
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

/// Commands that every seated player may give.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum SeatedCommand {
    /// Leave the table.
    Rise,
    /// Ask for the first or next game to begin, or take that back.
    Ready { yes: bool },
    /// Ask for the next round, after this one. For an earlier round it is a no-op.
    Next { after: RoundNumber },
    /// Play again after a bot stood in.
    Return,
    /// Send a chat line. `at` is the number of the player's earlier lines, so that a repeated request is a no-op.
    Say { at: u32, text: String },
    /// Send a reaction. `at` is the number of the player's earlier reactions, so that a repeated request is a no-op.
    React { at: u32, reaction: Reaction },
    /// Take another name.
    Rename { name: String },
    /// Choose the cat's coat by its name, or let it follow from the player's name.
    Wear { coat: Option<String> },
    /// Mute or unmute a player.
    Mute { whom: Seat, yes: bool },
}

/// Commands that only the host may give.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum HostCommand {
    /// Remove a player. For good: they may not sit down at this table again.
    Remove { seat: Seat, for_good: bool },
    /// Give an empty seat to a bot.
    Fill { seat: Seat, level: LevelName },
    /// Free a bot's seat for a person.
    Free { seat: Seat },
    /// Make another player the host.
    Pass { seat: Seat },
    /// Turn chat on or off.
    Chat { on: bool },
}

/// Commands that only the server may give.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum HouseCommand {
    /// Let a bot play for a player who is away or out of time.
    StandIn { seat: Seat, why: Absence },
    /// Move a seat to another browser.
    Move { seat: Seat, from: Holder, to: Holder },
    /// End an interlude whose time is over.
    Resume,
    /// Take the silence of players as their answer.
    TakeSilence,
    /// Close the table for good, for its operator.
    Close,
}

/// Why a bot stands in for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absence {
    /// The player has been away longer than the grace period in the terms.
    Away,
    /// The player's time is up.
    OutOfTime,
}

/// The longest name, in characters.
pub const MAX_NAME: usize = 20;
/// The longest chat line, in characters.
pub const MAX_TEXT: usize = 200;

/// Why a table refuses a command. Messages: `table-no-{code}`; the rules of the game have their own.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum CommandError<G: Game> {
    /// The rules of the game forbid the action.
    Illegal(Refusal<G>),
    /// The action is not in the notation of the game.
    Unreadable(Unreadable),
    /// The caller has no seat.
    NotSeated,
    /// The caller has a seat already.
    AlreadySeated(Seat),
    /// Only the host may do this.
    NotHost(Option<Seat>),
    /// Only the server may do this.
    NotHouse,
    /// The table has no such seat.
    NoSuchSeat { n_seats: u8 },
    /// The seat is taken.
    SeatTaken(Seat),
    /// The seat has no player of the wanted kind.
    SeatEmpty(Seat),
    /// The seat is kept for the player who left it during this game, so that nobody else sees its hand.
    SeatKept { seat: Seat, name: String },
    /// The caller has seen another hand of this game.
    SawOtherHand(Seat),
    /// A player with the caller's address has seen another hand of this game. Only the server knows addresses.
    AddressSawOtherHand(Seat),
    /// The host has removed the caller for good.
    RemovedForGood,
    /// All seats are taken.
    Full,
    /// The caller has sat down too often since the last game began or ended.
    SatTooOften { max: u32 },
    /// Too much has changed at this table since the last game began or ended.
    TooManyChanges { max: u32 },
    /// The log of this table is full.
    LogFull,
    /// The operator of the server has closed this table.
    Closed,
    /// The name is empty or too long, or shows nothing; `found` is its length.
    BadName { found: usize },
    /// There is no coat with this name.
    NoSuchCoat,
    /// Another player at the table has this name.
    NameTaken { name: String },
    /// No game is being played.
    NotPlaying,
    /// A game is being played.
    Playing,
    /// The question is already answered or no longer open.
    Stale,
    /// A round is over, and the players have not asked for the next one.
    Interlude,
    /// The choice has been changed too often.
    ChangedTooOften { max: u32 },
    /// Chat is off at this table.
    ChatOff,
    /// The chat line is empty or too long; `found` is its length.
    BadText { found: usize },
    /// The terms name no stand-in.
    NoStandIn,
    /// The player still has time.
    TimeLeft,
    /// Hints are off at this table.
    HintsOff,
    /// The game asks the caller nothing now.
    NotAsked,
}

impl<G: Game> CommandError<G> {
    /// The broken rule of the game, if there is one.
    pub fn rule(&self) -> Option<&'static str> {
        if let CommandError::Illegal(illegal) = self { Some(illegal.rule()) } else { None }
    }
}

/// A refused command without the type of the game: all that a page, a program or a log needs to explain it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Denial {
    /// A rule of the game forbids it.
    Rule { game: GameId, code: &'static str, rule: &'static str, facts: Facts },
    /// The action is not in the notation of the game.
    Unreadable(Unreadable),
    /// The table forbids it.
    Table { code: &'static str, facts: Facts },
}

/// What a refusal means to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DenialKind {
    /// The caller may not do this.
    Forbidden,
    /// The command never makes sense.
    Bad,
    /// The command comes at the wrong time.
    Conflict,
}

impl<G: Game> CommandError<G> {
    /// What the refusal means to the caller.
    pub fn kind(&self) -> DenialKind {
        match self {
            CommandError::NotSeated
            | CommandError::NotHost(_)
            | CommandError::NotHouse
            | CommandError::SawOtherHand(_)
            | CommandError::AddressSawOtherHand(_)
            | CommandError::RemovedForGood => DenialKind::Forbidden,
            CommandError::Unreadable(_)
            | CommandError::BadName { .. }
            | CommandError::NoSuchCoat
            | CommandError::BadText { .. }
            | CommandError::NoSuchSeat { .. } => DenialKind::Bad,
            CommandError::Illegal(_)
            | CommandError::AlreadySeated(_)
            | CommandError::SeatTaken(_)
            | CommandError::SeatEmpty(_)
            | CommandError::SeatKept { .. }
            | CommandError::Full
            | CommandError::SatTooOften { .. }
            | CommandError::TooManyChanges { .. }
            | CommandError::LogFull
            | CommandError::Closed
            | CommandError::NameTaken { .. }
            | CommandError::NotPlaying
            | CommandError::Playing
            | CommandError::Stale
            | CommandError::Interlude
            | CommandError::ChangedTooOften { .. }
            | CommandError::ChatOff
            | CommandError::NoStandIn
            | CommandError::TimeLeft
            | CommandError::HintsOff
            | CommandError::NotAsked => DenialKind::Conflict,
        }
    }

    /// The refusal without the type of the game.
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
        CommandError::NotHost(Some(_)) => "not-host",
        CommandError::NotHost(None) => "no-host-yet",
        CommandError::NotHouse => "not-house",
        CommandError::NoSuchSeat { .. } => "no-such-seat",
        CommandError::SeatTaken(_) => "seat-taken",
        CommandError::SeatEmpty(_) => "seat-empty",
        CommandError::SeatKept { .. } => "seat-kept",
        CommandError::SawOtherHand(_) => "saw-other-hand",
        CommandError::AddressSawOtherHand(_) => "address-saw-other-hand",
        CommandError::RemovedForGood => "removed-for-good",
        CommandError::Full => "full",
        CommandError::SatTooOften { .. } => "sat-too-often",
        CommandError::TooManyChanges { .. } => "too-many-changes",
        CommandError::LogFull => "log-full",
        CommandError::Closed => "closed",
        CommandError::BadName { .. } => "bad-name",
        CommandError::NoSuchCoat => "no-such-coat",
        CommandError::NameTaken { .. } => "name-taken",
        CommandError::NotPlaying => "not-playing",
        CommandError::Playing => "playing",
        CommandError::Stale => "stale",
        CommandError::Interlude => "interlude",
        CommandError::ChangedTooOften { .. } => "changed-too-often",
        CommandError::ChatOff => "chat-off",
        CommandError::BadText { .. } => "bad-text",
        CommandError::NoStandIn => "no-stand-in",
        CommandError::TimeLeft => "time-left",
        CommandError::HintsOff => "hints-off",
        CommandError::NotAsked => "not-asked",
        // Its message depends on what was wanted there.
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
            | CommandError::SeatEmpty(seat)
            | CommandError::SawOtherHand(seat)
            | CommandError::AddressSawOtherHand(seat) => vec![("seat", (*seat).into())],
            CommandError::NoSuchSeat { n_seats } => {
                vec![("last", n_seats.saturating_sub(1).into())]
            }
            CommandError::BadName { found } => {
                vec![("found", count(*found)), ("max", count(MAX_NAME))]
            }
            CommandError::SeatKept { name, .. } | CommandError::NameTaken { name } => {
                vec![("name", name.clone().into())]
            }
            CommandError::SatTooOften { max }
            | CommandError::TooManyChanges { max }
            | CommandError::ChangedTooOften { max } => {
                vec![("max", (*max).into())]
            }
            CommandError::BadText { found } => {
                vec![("found", count(*found)), ("max", count(MAX_TEXT))]
            }
            CommandError::Unreadable(_)
            | CommandError::NotSeated
            | CommandError::NotHost(None)
            | CommandError::NotHouse
            | CommandError::RemovedForGood
            | CommandError::Full
            | CommandError::LogFull
            | CommandError::Closed
            | CommandError::NoSuchCoat
            | CommandError::NotPlaying
            | CommandError::Playing
            | CommandError::Stale
            | CommandError::Interlude
            | CommandError::ChatOff
            | CommandError::NoStandIn
            | CommandError::TimeLeft
            | CommandError::HintsOff
            | CommandError::NotAsked => vec![],
        }
    }
}
