//! Who hears what of an event.

use rules::{Fact, Facts, Game, Observer, Say, Seat, codes};

use crate::event::{Event, What};
use crate::lobby::Lobby;
use crate::sealed::Change;

/// What an event brought, before it is told to anybody.
#[derive(Debug)]
pub struct News<G: Game> {
    event: Event<G>,
    /// Steps of the game that everybody hears of, as far as the game shows them.
    changes: Vec<Change<G>>,
    /// Who has made a choice that nobody else hears of yet. It is told with the others', in the order of the seats:
    /// so what is told does not depend on who chose first.
    chose: Option<Seat>,
    /// What else there is to tell.
    other: Option<Other>,
}

/// Something that an observer is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told<G: Game> {
    /// Something of the game.
    Seen(G::Seen),
    /// Something of the company.
    Other(Other),
}

/// What there is to tell of the company. Told as `table-told-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Other {
    /// Somebody sat down.
    Sat { name: String },
    /// Somebody goes on with another browser: to tell only by showing the table there.
    Moved { seat: Seat },
    /// Somebody left.
    Rose { name: String },
    /// A bot took a seat.
    Filled { seat: Seat },
    /// A bot left its seat.
    Freed { seat: Seat },
    /// Somebody else looks after the table.
    Passed { seat: Seat },
    /// Somebody is ready.
    Ready { seat: Seat },
    /// Somebody is not ready any more.
    NotReady { seat: Seat },
    /// A game begins.
    Began,
    /// A bot plays for somebody.
    StoodIn { seat: Seat },
    /// Somebody plays again.
    Back { seat: Seat },
    /// The seed is told.
    Ended,
    /// Somebody said something.
    Said { seat: Seat },
    /// Talking is allowed.
    ChatOn,
    /// Talking is forbidden.
    ChatOff,
    /// Somebody does not want to hear somebody, which is their own affair.
    Muted { seat: Seat },
}

/// The codes of what needs no sentence: the page shows it.
pub const SILENT: &[&str] = &["moved", "ended", "said", "muted"];

impl Other {
    /// What there is to tell of an event, by the company before it.
    pub(crate) fn of<G: Game>(what: &What<G>, before: &Lobby) -> Option<Other> {
        Some(match what {
            What::Sat { name, .. } => Other::Sat { name: name.clone() },
            What::Moved { seat, .. } => Other::Moved { seat: *seat },
            What::Rose { seat } => {
                Other::Rose { name: before.chair(*seat).name().unwrap_or_default().to_owned() }
            }
            What::Filled { seat, .. } => Other::Filled { seat: *seat },
            What::Freed { seat } => Other::Freed { seat: *seat },
            What::Passed { seat } => Other::Passed { seat: *seat },
            What::Ready { seat, yes: true } => Other::Ready { seat: *seat },
            What::Ready { seat, yes: false } => Other::NotReady { seat: *seat },
            What::Began { .. } => Other::Began,
            What::StoodIn { seat } => Other::StoodIn { seat: *seat },
            What::Back { seat } => Other::Back { seat: *seat },
            What::Ended { .. } => Other::Ended,
            What::Said { seat, .. } => Other::Said { seat: *seat },
            What::Chat { on: true } => Other::ChatOn,
            What::Chat { on: false } => Other::ChatOff,
            What::Muted { seat, .. } => Other::Muted { seat: *seat },
            What::Opened(_) | What::Chance(_) | What::Act { .. } | What::Late { .. } => {
                return None;
            }
        })
    }

    /// Whether it is told in a sentence; the rest is seen on the page.
    pub fn is_sentence(&self) -> bool {
        !SILENT.contains(&self.code())
    }
}

impl Say for Other {
    codes! {
        Other::Sat { .. } => "sat",
        Other::Moved { .. } => "moved",
        Other::Rose { .. } => "rose",
        Other::Filled { .. } => "filled",
        Other::Freed { .. } => "freed",
        Other::Passed { .. } => "passed",
        Other::Ready { .. } => "ready",
        Other::NotReady { .. } => "not-ready",
        Other::Began => "began",
        Other::StoodIn { .. } => "stood-in",
        Other::Back { .. } => "back",
        Other::Ended => "ended",
        Other::Said { .. } => "said",
        Other::ChatOn => "chat-on",
        Other::ChatOff => "chat-off",
        Other::Muted { .. } => "muted",
    }

    fn facts(&self) -> Facts {
        match self {
            Other::Sat { name } | Other::Rose { name } => vec![("name", Fact::Text(name.clone()))],
            Other::Moved { seat }
            | Other::Filled { seat }
            | Other::Freed { seat }
            | Other::Passed { seat }
            | Other::Ready { seat }
            | Other::NotReady { seat }
            | Other::StoodIn { seat }
            | Other::Back { seat }
            | Other::Said { seat }
            | Other::Muted { seat } => vec![("seat", (*seat).into())],
            Other::Began | Other::Ended | Other::ChatOn | Other::ChatOff => vec![],
        }
    }
}

impl<G: Game> News<G> {
    /// The news of an event.
    pub(crate) fn new(event: Event<G>, changes: Vec<Change<G>>, other: Option<Other>) -> News<G> {
        let chose = if let What::Act { seat, .. } = event.what { Some(seat) } else { None };
        let chose = chose.filter(|_| changes.is_empty());
        News { event, changes, chose, other }
    }

    /// The event itself. Only for the house: it tells what somebody chose in secret.
    pub fn event(&self) -> &Event<G> {
        &self.event
    }

    /// Whether an observer's page changes. For others than the seat itself, a hidden choice never happened.
    pub fn concerns(&self, who: Observer) -> bool {
        let own = self.chose.is_some_and(|seat| who == Observer::Seat(seat));
        let other = match self.other {
            Some(Other::Muted { seat }) => who == Observer::Seat(seat),
            Some(_) => true,
            None => false,
        };
        own || other || !self.changes.is_empty()
    }

    /// What an observer is told, in order.
    pub fn told(&self, who: Observer) -> Vec<Told<G>> {
        let seen = |change: &Change<G>| G::seen(&change.before, &change.step, &change.after, who);
        let other = self.other.iter().filter(|_| self.concerns(who)).cloned().map(Told::Other);
        let changes = self.changes.iter().flat_map(seen);
        other.chain(changes.map(Told::Seen)).collect()
    }
}
