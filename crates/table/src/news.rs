//! News: what each observer learns from an event.

use rules::{BeatKind, Fact, Facts, Game, Observer, Say, Seat, View, codes};

use crate::event::{Event, EventKind};
use crate::lobby::Lobby;
use crate::sealed::PublicStep;

/// The effects of an event, before they are filtered for an observer.
#[derive(Debug)]
pub struct News<G: Game> {
    event: Event<G>,
    /// Public steps of the game. Each observer sees what the game shows them.
    changes: Vec<PublicStep<G>>,
    /// What a seat notices of its own changed choice. Others hear nothing.
    own: Option<PublicStep<G>>,
    /// The seat that made a hidden choice or changed one. Others hear of it together with all other choices, in seat order: so the
    /// news do not depend on who chose first.
    hidden_choice: Option<Seat>,
    /// The effect on the lobby, if any.
    company: Option<CompanyNews>,
}

/// What players hear of an event in the game.
#[derive(Debug)]
pub(crate) struct Heard<G: Game> {
    /// Public steps.
    pub(crate) changes: Vec<PublicStep<G>>,
    /// What a seat notices of its own changed choice.
    pub(crate) own: Option<PublicStep<G>>,
}

impl<G: Game> Heard<G> {
    /// Nothing happens in the game.
    pub(crate) fn nothing() -> Heard<G> {
        Heard { changes: Vec::new(), own: None }
    }
}

/// A single item of news for an observer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewsItem<G: Game> {
    /// A step of the game.
    Seen(G::Seen),
    /// A change in the lobby.
    Company(CompanyNews),
}

/// What the table shows an observer for a moment before it shows the state after an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeatView<G: Game> {
    /// What it shows.
    pub kind: BeatKind,
    /// Its place among the beats of the event.
    pub number: usize,
    /// The observer's view of the beat. It is only looked at.
    pub view: View<G>,
    /// What the observer notices of the whole step.
    pub seen: Vec<G::Seen>,
}

/// A change in the lobby. Messages: `table-told-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum CompanyNews {
    /// A player sat down.
    Sat { name: String },
    /// A player moved to another browser. It has no sentence: the new browser shows the table.
    Moved { seat: Seat },
    /// A player left.
    Rose { name: String },
    /// The host removed a player.
    Removed { name: String },
    /// A player who had left or was removed during this game took their seat again.
    Returned { name: String },
    /// A bot took a seat.
    Filled { seat: Seat },
    /// A bot freed its seat.
    Freed { seat: Seat },
    /// Another player is the host.
    Passed { seat: Seat },
    /// A player is ready.
    Ready { seat: Seat },
    /// A player is no longer ready.
    NotReady { seat: Seat },
    /// A game begins.
    Began,
    /// A round is over.
    Interlude,
    /// A player is ready for the next round.
    Next { seat: Seat },
    /// The next round begins.
    Resumed,
    /// A bot plays for this player.
    StoodIn { seat: Seat },
    /// A player plays again.
    Back { seat: Seat },
    /// The seed is revealed.
    Ended,
    /// A player sent a chat line.
    Said { seat: Seat },
    /// A player reacted.
    Reacted { seat: Seat },
    /// A player took another name.
    Renamed { name: String, new: String },
    /// A player chose the coat of their cat.
    Wears { seat: Seat },
    /// Chat is on.
    ChatOn,
    /// Chat is off.
    ChatOff,
    /// A player muted another one. Only that player learns of it.
    Muted { seat: Seat },
    /// The operator closed the table.
    Closed,
}

impl CompanyNews {
    /// The news of an event, given the lobby before it.
    pub(crate) fn of<G: Game>(kind: &EventKind<G>, before: &Lobby) -> Option<CompanyNews> {
        let name_at = |seat| before.chair(seat).name().unwrap_or_default().to_owned();
        Some(match kind {
            EventKind::Sat { seat, holder, name } => {
                let name = name.clone();
                let returns = before.seat_kept_for(*holder) == Some(*seat);
                if returns { CompanyNews::Returned { name } } else { CompanyNews::Sat { name } }
            }
            EventKind::Moved { seat, .. } => CompanyNews::Moved { seat: *seat },
            EventKind::Rose { seat } => CompanyNews::Rose { name: name_at(*seat) },
            EventKind::Removed { seat, .. } => CompanyNews::Removed { name: name_at(*seat) },
            EventKind::Filled { seat, .. } => CompanyNews::Filled { seat: *seat },
            EventKind::Freed { seat } => CompanyNews::Freed { seat: *seat },
            EventKind::Passed { seat } => CompanyNews::Passed { seat: *seat },
            EventKind::Ready { seat, yes: true } => CompanyNews::Ready { seat: *seat },
            EventKind::Ready { seat, yes: false } => CompanyNews::NotReady { seat: *seat },
            EventKind::Began { .. } => CompanyNews::Began,
            EventKind::Interlude => CompanyNews::Interlude,
            EventKind::Next { seat } => CompanyNews::Next { seat: *seat },
            EventKind::Resumed => CompanyNews::Resumed,
            EventKind::StoodIn { seat } => CompanyNews::StoodIn { seat: *seat },
            EventKind::Back { seat } => CompanyNews::Back { seat: *seat },
            EventKind::Ended { .. } => CompanyNews::Ended,
            EventKind::Said { seat, .. } => CompanyNews::Said { seat: *seat },
            EventKind::Reacted { seat, .. } => CompanyNews::Reacted { seat: *seat },
            EventKind::Renamed { seat, name } => {
                CompanyNews::Renamed { name: name_at(*seat), new: name.clone() }
            }
            EventKind::Wears { seat, .. } => CompanyNews::Wears { seat: *seat },
            EventKind::Chat { on: true } => CompanyNews::ChatOn,
            EventKind::Chat { on: false } => CompanyNews::ChatOff,
            EventKind::Muted { seat, .. } => CompanyNews::Muted { seat: *seat },
            EventKind::Closed => CompanyNews::Closed,
            EventKind::Opened(_)
            | EventKind::Chance(_)
            | EventKind::Act { .. }
            | EventKind::Changed { .. }
            | EventKind::Late { .. } => {
                return None;
            }
        })
    }

    /// Whether there is a sentence for it. The page shows the other changes.
    pub fn is_sentence(&self) -> bool {
        match self {
            CompanyNews::Moved { .. }
            | CompanyNews::Interlude
            | CompanyNews::Next { .. }
            | CompanyNews::Resumed
            | CompanyNews::Ended
            | CompanyNews::Said { .. }
            | CompanyNews::Reacted { .. }
            | CompanyNews::Wears { .. }
            | CompanyNews::Muted { .. } => false,
            CompanyNews::Sat { .. }
            | CompanyNews::Rose { .. }
            | CompanyNews::Removed { .. }
            | CompanyNews::Returned { .. }
            | CompanyNews::Filled { .. }
            | CompanyNews::Freed { .. }
            | CompanyNews::Passed { .. }
            | CompanyNews::Ready { .. }
            | CompanyNews::NotReady { .. }
            | CompanyNews::Began
            | CompanyNews::StoodIn { .. }
            | CompanyNews::Back { .. }
            | CompanyNews::Renamed { .. }
            | CompanyNews::ChatOn
            | CompanyNews::ChatOff
            | CompanyNews::Closed => true,
        }
    }
}

impl Say for CompanyNews {
    codes! {
        CompanyNews::Sat { .. } => "sat",
        CompanyNews::Moved { .. } => "moved",
        CompanyNews::Rose { .. } => "rose",
        CompanyNews::Removed { .. } => "removed",
        CompanyNews::Returned { .. } => "returned",
        CompanyNews::Filled { .. } => "filled",
        CompanyNews::Freed { .. } => "freed",
        CompanyNews::Passed { .. } => "passed",
        CompanyNews::Ready { .. } => "ready",
        CompanyNews::NotReady { .. } => "not-ready",
        CompanyNews::Began => "began",
        CompanyNews::Interlude => "interlude",
        CompanyNews::Next { .. } => "next",
        CompanyNews::Resumed => "resumed",
        CompanyNews::StoodIn { .. } => "stood-in",
        CompanyNews::Back { .. } => "back",
        CompanyNews::Ended => "ended",
        CompanyNews::Said { .. } => "said",
        CompanyNews::Reacted { .. } => "reacted",
        CompanyNews::Renamed { .. } => "renamed",
        CompanyNews::Wears { .. } => "wears",
        CompanyNews::ChatOn => "chat-on",
        CompanyNews::ChatOff => "chat-off",
        CompanyNews::Muted { .. } => "muted",
        CompanyNews::Closed => "closed",
    }

    fn facts(&self) -> Facts {
        match self {
            CompanyNews::Sat { name }
            | CompanyNews::Rose { name }
            | CompanyNews::Removed { name }
            | CompanyNews::Returned { name } => vec![("name", Fact::Text(name.clone()))],
            CompanyNews::Renamed { name, new } => {
                vec![("name", Fact::Text(name.clone())), ("new", Fact::Text(new.clone()))]
            }
            CompanyNews::Moved { seat }
            | CompanyNews::Filled { seat }
            | CompanyNews::Freed { seat }
            | CompanyNews::Passed { seat }
            | CompanyNews::Ready { seat }
            | CompanyNews::NotReady { seat }
            | CompanyNews::Next { seat }
            | CompanyNews::StoodIn { seat }
            | CompanyNews::Back { seat }
            | CompanyNews::Said { seat }
            | CompanyNews::Reacted { seat }
            | CompanyNews::Wears { seat }
            | CompanyNews::Muted { seat } => vec![("seat", (*seat).into())],
            CompanyNews::Began
            | CompanyNews::Interlude
            | CompanyNews::Resumed
            | CompanyNews::Ended
            | CompanyNews::ChatOn
            | CompanyNews::ChatOff
            | CompanyNews::Closed => vec![],
        }
    }
}

impl<G: Game> News<G> {
    /// Creates the news of an event.
    pub(crate) fn new(event: Event<G>, heard: Heard<G>, company: Option<CompanyNews>) -> News<G> {
        let Heard { changes, own } = heard;
        let hidden_choice =
            if let EventKind::Act { seat, .. } | EventKind::Changed { seat, .. } = event.kind {
                Some(seat).filter(|_| changes.is_empty())
            } else {
                None
            };
        News { event, changes, own, hidden_choice, company }
    }

    /// The event itself. Only for the server: it contains hidden choices.
    pub fn event(&self) -> &Event<G> {
        &self.event
    }

    /// Whether a player returns to the seat that was kept for them.
    pub fn is_return(&self) -> bool {
        matches!(self.company, Some(CompanyNews::Returned { .. }))
    }

    /// Whether the public game changes.
    pub fn has_steps(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether an observer's page changes. Hidden choices change only the page of the choosing seat.
    pub fn concerns(&self, who: Observer) -> bool {
        let own = self.hidden_choice.is_some_and(|seat| who == Observer::Seat(seat));
        let company = match self.company {
            Some(CompanyNews::Muted { seat }) => who == Observer::Seat(seat),
            Some(_) => true,
            None => false,
        };
        own || company || !self.changes.is_empty()
    }

    /// The beats of the event for an observer, in order. A hidden choice has none: they come with the choice itself.
    pub fn beats(&self, who: Observer) -> Vec<BeatView<G>> {
        let mut beats = Vec::new();
        for PublicStep { before, step, after } in &self.changes {
            for beat in G::beats(before, step, after) {
                let seen = G::seen(before, step, after, who);
                let (kind, number, view) = (beat.kind, beats.len(), beat.state.view(who));
                beats.push(BeatView { kind, number, view, seen });
            }
        }
        beats
    }

    /// The news for an observer, in order.
    pub fn told(&self, who: Observer) -> Vec<NewsItem<G>> {
        let seen =
            |change: &PublicStep<G>| G::seen(&change.before, &change.step, &change.after, who);
        let company =
            self.company.iter().filter(|_| self.concerns(who)).cloned().map(NewsItem::Company);
        let own = self.own.iter().filter(|_| self.concerns(who));
        let changes = self.changes.iter().chain(own).flat_map(seen);
        company.chain(changes.map(NewsItem::Seen)).collect()
    }
}
