//! The log of a table: one line of text for each event, and the reader for these lines.

use std::fmt;
use std::str::FromStr;

use rules::{Game, Seat};

use crate::cat::{CoatName, Reaction};
use crate::seed::hexadecimal;
use crate::terms::{LevelName, Terms, yes};

/// A moment, in milliseconds since 1970.
pub type Moment = u64;

/// The owner of a seat: the hash of a secret that only the owner's browser has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Holder(pub [u8; 16]);

impl fmt::Debug for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Holder(..)")
    }
}

/// Who made a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The person in the seat.
    Person,
    /// The bot in the seat.
    Bot,
    /// A bot that plays for an absent or late player.
    StandIn,
}

/// What an event changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// The game alone. Some of these events are secret, so lists of tables must not show that they happened.
    Game,
    /// What players show and tell each other, and whom they hear.
    Talk,
    /// Who sits where, and how far the table is. Lists of tables show it.
    Company,
}

/// An event at a table and its time. The state of a table is a fold over its events.
#[derive(Debug)]
pub struct Event<G: Game> {
    /// The time.
    pub at: Moment,
    /// What happened.
    pub kind: EventKind<G>,
}

/// What happened at a table.
#[expect(missing_docs, reason = "each variant says what its fields are")]
#[derive(Debug)]
pub enum EventKind<G: Game> {
    /// The table was set up.
    Opened(Terms),
    /// A game begins. The commitment fixes its seed.
    Began { commitment: String },
    /// A player sat down.
    Sat { seat: Seat, holder: Holder, name: String },
    /// A player moved to another browser.
    Moved { seat: Seat, holder: Holder },
    /// A player left. In older logs also: the host removed a player.
    Rose { seat: Seat },
    /// The host removed a player, perhaps for good.
    Removed { seat: Seat, for_good: bool },
    /// A bot takes an empty seat.
    Filled { seat: Seat, level: LevelName },
    /// A bot freed its seat for a person.
    Freed { seat: Seat },
    /// Another player became the host.
    Passed { seat: Seat },
    /// A player is ready, or no longer ready.
    Ready { seat: Seat, yes: bool },
    /// A chance draw.
    Chance(G::Chance),
    /// A seat decided.
    Act { seat: Seat, by: By, action: G::Action },
    /// A player changed a choice that is still sealed.
    Changed { seat: Seat, action: G::Action },
    /// A round is over. Nothing happens in the game until the players resume.
    Interlude,
    /// A player is ready for the next round.
    Next { seat: Seat },
    /// The interlude is over.
    Resumed,
    /// A player ran out of time while choices are hidden. A bot chooses for them, and others learn it only with all
    /// choices.
    Late { seat: Seat },
    /// A bot plays for this player from now on.
    StoodIn { seat: Seat },
    /// A player returned and plays again.
    Back { seat: Seat },
    /// The game is over, and its seed is revealed.
    Ended { seed: String },
    /// A player sent a chat line.
    Said { seat: Seat, text: String },
    /// A player reacted.
    Reacted { seat: Seat, reaction: Reaction },
    /// A player took another name.
    Renamed { seat: Seat, name: String },
    /// A player chose a coat for their cat, or again the one that follows from the name.
    Wears { seat: Seat, coat: Option<CoatName> },
    /// The host turned chat on or off.
    Chat { on: bool },
    /// A player muted or unmuted another one.
    Muted { seat: Seat, whom: Seat, yes: bool },
    /// The operator of the server closed the table. Nothing happens at it afterwards.
    Closed,
}

impl<G: Game> EventKind<G> {
    /// The seats that the event names.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        let (seat, other) = match *self {
            EventKind::Sat { seat, .. }
            | EventKind::Moved { seat, .. }
            | EventKind::Rose { seat }
            | EventKind::Removed { seat, .. }
            | EventKind::Filled { seat, .. }
            | EventKind::Freed { seat }
            | EventKind::Passed { seat }
            | EventKind::Ready { seat, .. }
            | EventKind::Act { seat, .. }
            | EventKind::Changed { seat, .. }
            | EventKind::Next { seat }
            | EventKind::Late { seat }
            | EventKind::StoodIn { seat }
            | EventKind::Back { seat }
            | EventKind::Said { seat, .. }
            | EventKind::Reacted { seat, .. }
            | EventKind::Renamed { seat, .. }
            | EventKind::Wears { seat, .. } => (Some(seat), None),
            EventKind::Muted { seat, whom, .. } => (Some(seat), Some(whom)),
            EventKind::Opened(_)
            | EventKind::Began { .. }
            | EventKind::Chance(_)
            | EventKind::Interlude
            | EventKind::Resumed
            | EventKind::Ended { .. }
            | EventKind::Chat { .. }
            | EventKind::Closed => (None, None),
        };
        seat.into_iter().chain(other)
    }

    /// The seat whose player changes.
    pub fn new_player_at(&self) -> Option<Seat> {
        let changes = matches!(
            self,
            EventKind::Sat { .. }
                | EventKind::Moved { .. }
                | EventKind::Rose { .. }
                | EventKind::Removed { .. }
        );
        self.seats().next().filter(|_| changes)
    }

    /// Whether the event changes anything besides the game.
    pub fn changes_company(&self) -> bool {
        self.scope() != Scope::Game
    }

    /// What the event changes.
    pub fn scope(&self) -> Scope {
        match self {
            EventKind::Chance(_)
            | EventKind::Act { .. }
            | EventKind::Changed { .. }
            | EventKind::Interlude
            | EventKind::Next { .. }
            | EventKind::Resumed
            | EventKind::Late { .. } => Scope::Game,
            EventKind::Said { .. }
            | EventKind::Reacted { .. }
            | EventKind::Wears { .. }
            | EventKind::Muted { .. } => Scope::Talk,
            EventKind::Opened(_)
            | EventKind::Began { .. }
            | EventKind::Sat { .. }
            | EventKind::Moved { .. }
            | EventKind::Renamed { .. }
            | EventKind::Rose { .. }
            | EventKind::Removed { .. }
            | EventKind::Filled { .. }
            | EventKind::Freed { .. }
            | EventKind::Passed { .. }
            | EventKind::Ready { .. }
            | EventKind::StoodIn { .. }
            | EventKind::Back { .. }
            | EventKind::Ended { .. }
            | EventKind::Chat { .. }
            | EventKind::Closed => Scope::Company,
        }
    }
}

/// Stands in the log for the coat that follows from a player's name.
const BY_NAME: &str = "by-name";

/// A log line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine(pub String);

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The line can hold secrets, so the message does not quote it.
        f.write_str("a line of the log cannot be read")
    }
}

impl std::error::Error for BadLine {}

impl<G: Game> fmt::Display for Event<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        write!(f, "{} ", self.at)?;
        match &self.kind {
            EventKind::Opened(terms) => write!(f, "opened {terms}"),
            EventKind::Began { commitment } => write!(f, "began {commitment}"),
            EventKind::Sat { seat, holder, name } => {
                write!(f, "sat {seat} {} {name}", hexadecimal(&holder.0))
            }
            EventKind::Moved { seat, holder } => {
                write!(f, "moved {seat} {}", hexadecimal(&holder.0))
            }
            EventKind::Rose { seat } => write!(f, "rose {seat}"),
            EventKind::Removed { seat, for_good } => {
                write!(f, "removed {seat} for-good={}", yes(*for_good))
            }
            EventKind::Filled { seat, level } => write!(f, "filled {seat} {}", level.name()),
            EventKind::Freed { seat } => write!(f, "freed {seat}"),
            EventKind::Passed { seat } => write!(f, "passed {seat}"),
            EventKind::Ready { seat, yes: is } => write!(f, "ready {seat} {}", yes(*is)),
            EventKind::Chance(chance) => write!(f, "chance {chance}"),
            EventKind::Act { seat, by, action } => write!(f, "{by} {seat} {action}"),
            EventKind::Changed { seat, action } => write!(f, "changed {seat} {action}"),
            EventKind::Interlude => f.write_str("interlude"),
            EventKind::Next { seat } => write!(f, "next {seat}"),
            EventKind::Resumed => f.write_str("resumed"),
            EventKind::Late { seat } => write!(f, "late {seat}"),
            EventKind::StoodIn { seat } => write!(f, "stood-in {seat}"),
            EventKind::Back { seat } => write!(f, "back {seat}"),
            EventKind::Ended { seed } => write!(f, "ended {seed}"),
            EventKind::Said { seat, text } => write!(f, "said {seat} {text}"),
            EventKind::Reacted { seat, reaction } => {
                write!(f, "reacted {seat} {}", reaction.name())
            }
            EventKind::Renamed { seat, name } => write!(f, "renamed {seat} {name}"),
            EventKind::Wears { seat, coat } => {
                write!(f, "wears {seat} {}", coat.map_or(BY_NAME, CoatName::name))
            }
            EventKind::Chat { on } => write!(f, "chat {}", yes(*on)),
            EventKind::Muted { seat, whom, yes: is } => {
                write!(f, "muted {seat} {whom} {}", yes(*is))
            }
            EventKind::Closed => f.write_str("closed by=operator"),
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Person => "person",
            By::Bot => "bot",
            By::StandIn => "stand-in",
        })
    }
}

impl<G: Game> FromStr for Event<G> {
    type Err = BadLine;

    fn from_str(line: &str) -> Result<Event<G>, BadLine> {
        read(line).ok_or_else(|| BadLine(line.to_owned()))
    }
}

fn read<G: Game>(line: &str) -> Option<Event<G>> {
    let (at, line) = line.split_once(' ')?;
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let kind = match word {
        "opened" => EventKind::Opened(rest.parse().ok()?),
        "began" => EventKind::Began { commitment: rest.to_owned() },
        "chance" => EventKind::Chance(rest.parse().ok()?),
        "ended" => EventKind::Ended { seed: rest.to_owned() },
        "chat" => EventKind::Chat { on: yes(rest)? },
        "interlude" if rest.is_empty() => EventKind::Interlude,
        "resumed" if rest.is_empty() => EventKind::Resumed,
        "closed" if rest == "by=operator" => EventKind::Closed,
        _ => read_seat_event(word, rest)?,
    };
    Some(Event { at: at.parse().ok()?, kind })
}

/// Reads an event whose first argument is a seat.
fn read_seat_event<G: Game>(word: &str, rest: &str) -> Option<EventKind<G>> {
    let (seat, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let seat = read_seat(seat)?;
    let act = |by| Some(EventKind::Act { seat, by, action: rest.parse().ok()? });
    Some(match word {
        "sat" => {
            let (holder, name) = rest.split_once(' ')?;
            EventKind::Sat { seat, holder: read_holder(holder)?, name: name.to_owned() }
        }
        "moved" => EventKind::Moved { seat, holder: read_holder(rest)? },
        "rose" => EventKind::Rose { seat },
        "removed" => EventKind::Removed { seat, for_good: yes(rest.strip_prefix("for-good=")?)? },
        "filled" => EventKind::Filled { seat, level: LevelName::named(rest)? },
        "freed" => EventKind::Freed { seat },
        "passed" => EventKind::Passed { seat },
        "ready" => EventKind::Ready { seat, yes: yes(rest)? },
        "person" => act(By::Person)?,
        "bot" => act(By::Bot)?,
        "stand-in" => act(By::StandIn)?,
        "changed" => EventKind::Changed { seat, action: rest.parse().ok()? },
        "next" => EventKind::Next { seat },
        "late" => EventKind::Late { seat },
        "stood-in" => EventKind::StoodIn { seat },
        "back" => EventKind::Back { seat },
        "said" => EventKind::Said { seat, text: rest.to_owned() },
        "reacted" => EventKind::Reacted { seat, reaction: Reaction::named(rest)? },
        "renamed" if !rest.is_empty() => EventKind::Renamed { seat, name: rest.to_owned() },
        "wears" if rest == BY_NAME => EventKind::Wears { seat, coat: None },
        "wears" => EventKind::Wears { seat, coat: Some(CoatName::named(rest)?) },
        "muted" => {
            let (whom, is) = rest.split_once(' ')?;
            EventKind::Muted { seat, whom: read_seat(whom)?, yes: yes(is)? }
        }
        _ => return None,
    })
}

fn read_seat(word: &str) -> Option<Seat> {
    let &[digit] = word.as_bytes() else { return None };
    Seat::read(digit)
}

fn read_holder(word: &str) -> Option<Holder> {
    let bits = u128::from_str_radix(word, 16).ok()?;
    (word.len() == 32).then_some(Holder(bits.to_be_bytes()))
}
