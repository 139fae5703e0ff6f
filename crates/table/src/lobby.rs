//! Who sits where, who looks after the table, and what people say.

use std::collections::VecDeque;
use std::sync::Arc;

use rules::{Seat, Seats};

use crate::event::{EventKind, Holder};
use crate::terms::{LevelName, Place, Terms};

/// Who sits on a chair.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Sitter {
    /// Nobody.
    Nobody,
    /// A bot.
    Bot { level: LevelName },
    /// A person; where they are away or out of time, a bot stands in.
    Person { holder: Holder, name: String, stood_in: bool },
}

/// A seat and who sits on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// Who sits on it.
    pub sitter: Sitter,
    /// Whether the person wants a game to begin. Bots always do.
    pub ready: bool,
    /// How often the person has said something, to know what was sent twice.
    pub said: u32,
    /// Whom the person does not want to hear.
    pub muted: Seats,
}

impl Chair {
    /// The person's name, if a person sits there.
    pub fn name(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Person { name, .. } => Some(name),
            Sitter::Nobody | Sitter::Bot { .. } => None,
        }
    }

    /// Who holds the seat, if a person does.
    pub fn holder(&self) -> Option<Holder> {
        match self.sitter {
            Sitter::Person { holder, .. } => Some(holder),
            Sitter::Nobody | Sitter::Bot { .. } => None,
        }
    }

    /// Whether a bot plays here for a person.
    pub fn is_stood_in(&self) -> bool {
        matches!(self.sitter, Sitter::Person { stood_in: true, .. })
    }

    fn empty() -> Chair {
        Chair { sitter: Sitter::Nobody, ready: false, said: 0, muted: Seats::NONE }
    }

    fn bot(level: LevelName) -> Chair {
        Chair { sitter: Sitter::Bot { level }, ready: true, ..Chair::empty() }
    }
}

/// What each seat is called, in seat order. Cheap to clone: what was told keeps the names of its time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Arc<[SeatName]>);

/// What a seat is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatName {
    /// Nobody sits there.
    Free,
    /// A bot sits there.
    Bot,
    /// A person with this name sits there.
    Person(String),
}

impl Names {
    /// The names, in seat order.
    pub fn iter(&self) -> impl Iterator<Item = &SeatName> {
        self.0.iter()
    }
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Which line it is, from 1.
    pub number: u32,
    /// By whom.
    pub seat: Seat,
    /// The name of who said it: seats change hands.
    pub name: String,
    /// What.
    pub text: String,
}

/// Only the last lines are kept at hand; the log has them all.
const MAX_LINES: usize = 50;

/// The company at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lobby {
    /// The chairs, in seat order.
    pub chairs: Vec<Chair>,
    /// Who looks after the table: the first to sit down, and after them the next.
    pub host: Option<Seat>,
    /// Whether people can talk.
    pub chat: bool,
    /// What was said last.
    pub talk: VecDeque<Line>,
    n_lines: u32,
}

impl Lobby {
    pub(crate) fn new(terms: &Terms) -> Lobby {
        let chair = |place: &Place| match place {
            Place::Person => Chair::empty(),
            Place::Bot(level) => Chair::bot(level.clone()),
        };
        Lobby {
            chairs: terms.places.iter().map(chair).collect(),
            host: None,
            chat: terms.chat,
            talk: VecDeque::new(),
            n_lines: 0,
        }
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.chairs.len() as u8)
    }

    /// What each seat is called.
    pub fn names(&self) -> Names {
        let name = |chair: &Chair| match &chair.sitter {
            Sitter::Nobody => SeatName::Free,
            Sitter::Bot { .. } => SeatName::Bot,
            Sitter::Person { name, .. } => SeatName::Person(name.clone()),
        };
        Names(self.chairs.iter().map(name).collect())
    }

    /// The chair of a seat at this table.
    pub fn chair(&self, seat: Seat) -> &Chair {
        &self.chairs[seat.index()]
    }

    /// The seat that somebody holds.
    pub fn seat_of(&self, holder: Holder) -> Option<Seat> {
        self.seats().find(|&seat| self.chair(seat).holder() == Some(holder))
    }

    /// The first seat where nobody sits.
    pub fn free_seat(&self) -> Option<Seat> {
        self.seats().find(|&seat| self.chair(seat).sitter == Sitter::Nobody)
    }

    /// Whether everybody is there and wants a game to begin.
    pub fn is_ready(&self) -> bool {
        self.host.is_some() && self.chairs.iter().all(|chair| chair.ready)
    }

    /// What an event changes in the company.
    pub fn evolve<G: rules::Game>(&mut self, kind: &EventKind<G>) {
        match kind {
            EventKind::Sat { seat, holder, name } => {
                let sitter =
                    Sitter::Person { holder: *holder, name: name.clone(), stood_in: false };
                self.chairs[seat.index()] = Chair { sitter, ..Chair::empty() };
                self.host.get_or_insert(*seat);
            }
            EventKind::Moved { seat, holder: new } => {
                if let Sitter::Person { holder, .. } = &mut self.chairs[seat.index()].sitter {
                    *holder = *new;
                }
            }
            EventKind::Rose { seat } => {
                self.chairs[seat.index()] = Chair::empty();
                if self.host == Some(*seat) {
                    self.host = self.next_person(*seat);
                }
            }
            EventKind::Filled { seat, level } => {
                self.chairs[seat.index()] = Chair::bot(level.clone());
            }
            EventKind::Freed { seat } => self.chairs[seat.index()] = Chair::empty(),
            EventKind::Passed { seat } => self.host = Some(*seat),
            EventKind::Ready { seat, yes } => self.chairs[seat.index()].ready = *yes,
            EventKind::StoodIn { seat } => self.stand_in(*seat, true),
            EventKind::Back { seat } => self.stand_in(*seat, false),
            EventKind::Ended { .. } => {
                for chair in &mut self.chairs {
                    chair.ready = matches!(chair.sitter, Sitter::Bot { .. });
                }
            }
            EventKind::Said { seat, text } => {
                self.chairs[seat.index()].said += 1;
                self.n_lines += 1;
                let name = self.chair(*seat).name().unwrap_or_default().to_owned();
                let line = Line { number: self.n_lines, seat: *seat, name, text: text.clone() };
                self.talk.push_back(line);
                if self.talk.len() > MAX_LINES {
                    self.talk.pop_front();
                }
            }
            EventKind::Chat { on } => self.chat = *on,
            EventKind::Muted { seat, whom, yes } => {
                let muted = &mut self.chairs[seat.index()].muted;
                *muted = if *yes { muted.with(*whom) } else { muted.without(Seats::one(*whom)) };
            }
            EventKind::Opened(_)
            | EventKind::Began { .. }
            | EventKind::Chance(_)
            | EventKind::Act { .. }
            | EventKind::Late { .. } => {}
        }
    }

    /// The next person clockwise, who looks after the table when this seat no longer does.
    fn next_person(&self, after: Seat) -> Option<Seat> {
        let n_seats = self.chairs.len() as u8;
        let others = (1..n_seats).map(|steps| after.clockwise(steps, n_seats));
        others.into_iter().find(|&seat| self.chair(seat).name().is_some())
    }

    fn stand_in(&mut self, seat: Seat, yes: bool) {
        if let Sitter::Person { stood_in, .. } = &mut self.chairs[seat.index()].sitter {
            *stood_in = yes;
        }
    }
}
