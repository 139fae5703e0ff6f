//! Who hears what of an event.

use rules::{Fact, Facts, Game, Observer, Say, Seat, codes};

use crate::event::{Event, EventKind};
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
    other: Option<CompanyNews>,
}

/// Something that an observer is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told<G: Game> {
    /// Something of the game.
    Seen(G::Seen),
    /// Something of the company.
    Company(CompanyNews),
}

/// What there is to tell of the company. Told as `table-told-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum CompanyNews {
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

impl CompanyNews {
    /// What there is to tell of an event, by the company before it.
    pub(crate) fn of<G: Game>(kind: &EventKind<G>, before: &Lobby) -> Option<CompanyNews> {
        Some(match kind {
            EventKind::Sat { name, .. } => CompanyNews::Sat { name: name.clone() },
            EventKind::Moved { seat, .. } => CompanyNews::Moved { seat: *seat },
            EventKind::Rose { seat } => CompanyNews::Rose {
                name: before.chair(*seat).name().unwrap_or_default().to_owned(),
            },
            EventKind::Filled { seat, .. } => CompanyNews::Filled { seat: *seat },
            EventKind::Freed { seat } => CompanyNews::Freed { seat: *seat },
            EventKind::Passed { seat } => CompanyNews::Passed { seat: *seat },
            EventKind::Ready { seat, yes: true } => CompanyNews::Ready { seat: *seat },
            EventKind::Ready { seat, yes: false } => CompanyNews::NotReady { seat: *seat },
            EventKind::Began { .. } => CompanyNews::Began,
            EventKind::StoodIn { seat } => CompanyNews::StoodIn { seat: *seat },
            EventKind::Back { seat } => CompanyNews::Back { seat: *seat },
            EventKind::Ended { .. } => CompanyNews::Ended,
            EventKind::Said { seat, .. } => CompanyNews::Said { seat: *seat },
            EventKind::Chat { on: true } => CompanyNews::ChatOn,
            EventKind::Chat { on: false } => CompanyNews::ChatOff,
            EventKind::Muted { seat, .. } => CompanyNews::Muted { seat: *seat },
            EventKind::Opened(_)
            | EventKind::Chance(_)
            | EventKind::Act { .. }
            | EventKind::Late { .. } => {
                return None;
            }
        })
    }

    /// Whether it is told in a sentence; the rest is seen on the page.
    pub fn is_sentence(&self) -> bool {
        !SILENT.contains(&self.code())
    }
}

impl Say for CompanyNews {
    codes! {
        CompanyNews::Sat { .. } => "sat",
        CompanyNews::Moved { .. } => "moved",
        CompanyNews::Rose { .. } => "rose",
        CompanyNews::Filled { .. } => "filled",
        CompanyNews::Freed { .. } => "freed",
        CompanyNews::Passed { .. } => "passed",
        CompanyNews::Ready { .. } => "ready",
        CompanyNews::NotReady { .. } => "not-ready",
        CompanyNews::Began => "began",
        CompanyNews::StoodIn { .. } => "stood-in",
        CompanyNews::Back { .. } => "back",
        CompanyNews::Ended => "ended",
        CompanyNews::Said { .. } => "said",
        CompanyNews::ChatOn => "chat-on",
        CompanyNews::ChatOff => "chat-off",
        CompanyNews::Muted { .. } => "muted",
    }

    fn facts(&self) -> Facts {
        match self {
            CompanyNews::Sat { name } | CompanyNews::Rose { name } => {
                vec![("name", Fact::Text(name.clone()))]
            }
            CompanyNews::Moved { seat }
            | CompanyNews::Filled { seat }
            | CompanyNews::Freed { seat }
            | CompanyNews::Passed { seat }
            | CompanyNews::Ready { seat }
            | CompanyNews::NotReady { seat }
            | CompanyNews::StoodIn { seat }
            | CompanyNews::Back { seat }
            | CompanyNews::Said { seat }
            | CompanyNews::Muted { seat } => vec![("seat", (*seat).into())],
            CompanyNews::Began
            | CompanyNews::Ended
            | CompanyNews::ChatOn
            | CompanyNews::ChatOff => vec![],
        }
    }
}

impl<G: Game> News<G> {
    /// The news of an event.
    pub(crate) fn new(
        event: Event<G>,
        changes: Vec<Change<G>>,
        other: Option<CompanyNews>,
    ) -> News<G> {
        let chose = if let EventKind::Act { seat, .. } = event.kind { Some(seat) } else { None };
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
            Some(CompanyNews::Muted { seat }) => who == Observer::Seat(seat),
            Some(_) => true,
            None => false,
        };
        own || other || !self.changes.is_empty()
    }

    /// What an observer is told, in order.
    pub fn told(&self, who: Observer) -> Vec<Told<G>> {
        let seen = |change: &Change<G>| G::seen(&change.before, &change.step, &change.after, who);
        let other = self.other.iter().filter(|_| self.concerns(who)).cloned().map(Told::Company);
        let changes = self.changes.iter().flat_map(seen);
        other.chain(changes.map(Told::Seen)).collect()
    }
}
