//! The lobby of a table: players and seats, the host, and chat.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use rules::{Seat, Seats};

use crate::cat::{CoatName, Reaction};
use crate::event::{EventKind, Holder};
use crate::terms::{LevelName, SeatKind, Terms};

/// The player on a chair.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Sitter {
    /// Nobody.
    Nobody,
    /// A bot.
    Bot { level: LevelName },
    /// A person. While they are away or out of time, a bot stands in.
    Person { holder: Holder, name: String, stood_in: bool },
}

/// A seat and its player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chair {
    /// The player.
    pub sitter: Sitter,
    /// The coat that the player chose. Without one, it follows from the name.
    pub coat: Option<CoatName>,
    /// Whether the player is ready for a game. Bots always are.
    pub ready: bool,
    /// The number of chat lines the player has sent. It makes repeated requests no-ops.
    pub said: u32,
    /// The player's last chat line.
    pub last_said: String,
    /// The number of reactions the player has sent.
    pub reacted: u32,
    /// The player's last reaction.
    pub last_reaction: Option<Reaction>,
    /// The seats that the player has muted.
    pub muted: Seats,
    /// The player who left or was removed during the current game. Until it is over, they may return, and the hand is
    /// shown to nobody else.
    pub kept_for: Option<FormerPlayer>,
}

/// A player who left their seat during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FormerPlayer {
    /// The owner of the seat.
    pub holder: Holder,
    /// The player's name.
    pub name: String,
    /// The coat that the player chose.
    pub coat: Option<CoatName>,
    /// How the player came to leave.
    pub departure: Departure,
}

/// How a player came to leave a seat during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    /// The player left.
    Left,
    /// The host removed the player, who may return.
    Removed,
    /// The host removed the player, who may not return.
    RemovedForGood,
}

impl Chair {
    /// The person's name, if a person sits there.
    pub fn name(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Person { name, .. } => Some(name),
            Sitter::Nobody | Sitter::Bot { .. } => None,
        }
    }

    /// The name of the person there, and of the one for whom the seat is kept.
    pub(crate) fn all_names(&self) -> impl Iterator<Item = &str> {
        let former = self.kept_for.as_ref().map(|former| former.name.as_str());
        self.name().into_iter().chain(former)
    }

    /// The owner of the seat, if a person sits there.
    pub fn holder(&self) -> Option<Holder> {
        match self.sitter {
            Sitter::Person { holder, .. } => Some(holder),
            Sitter::Nobody | Sitter::Bot { .. } => None,
        }
    }

    /// Whether a bot plays for the person on this chair.
    pub fn is_stood_in(&self) -> bool {
        matches!(self.sitter, Sitter::Person { stood_in: true, .. })
    }

    fn empty() -> Chair {
        Chair {
            sitter: Sitter::Nobody,
            coat: None,
            ready: false,
            said: 0,
            last_said: String::new(),
            reacted: 0,
            last_reaction: None,
            muted: Seats::NONE,
            kept_for: None,
        }
    }

    fn bot(level: LevelName) -> Chair {
        Chair { sitter: Sitter::Bot { level }, ready: true, ..Chair::empty() }
    }
}

/// The names of all seats, in seat order, and the coats that players chose. Cheap to clone: a story keeps the names that
/// seats had at the time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Arc<NamesAndCoats>);

#[derive(PartialEq, Eq, Debug)]
struct NamesAndCoats {
    names: Vec<SeatName>,
    coats: Vec<Option<CoatName>>,
}

/// The name of a seat.
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
    /// The name of the person at a seat; empty if no person sits there.
    pub fn person(&self, seat: Seat) -> &str {
        match self.0.names.get(seat.index()) {
            Some(SeatName::Person(name)) => name,
            Some(SeatName::Free | SeatName::Bot) | None => "",
        }
    }

    /// The names, in seat order.
    pub fn iter(&self) -> impl Iterator<Item = &SeatName> {
        self.0.names.iter()
    }

    /// The coats that players chose, in seat order.
    pub fn coats(&self) -> &[Option<CoatName>] {
        &self.0.coats
    }
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// The number of the line among those of its seat, from 1. A number among all lines would tell how much the players
    /// say whom an observer has muted.
    pub number: u32,
    /// The seat of its author.
    pub seat: Seat,
    /// The names and coats of all seats at the time. They are kept because seats change hands, and names and coats change.
    pub names: Names,
    /// What the author said or showed.
    pub remark: Remark,
}

/// What a line of chat says or shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// A text.
    Text(String),
    /// A reaction.
    Reaction(Reaction),
}

/// The number of chat lines kept in memory; the log has all.
const MAX_LINES: usize = 50;

/// The players, the host and the chat of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts: a closed table may be in play"
)]
pub struct Lobby {
    /// The chairs, in seat order.
    pub chairs: Vec<Chair>,
    /// The host: the first player to sit down. A host who leaves is followed by the next person clockwise.
    pub host: Option<Seat>,
    /// Whether chat is on.
    pub chat: bool,
    /// The latest chat lines.
    pub talk: VecDeque<ChatLine>,
    /// The number of chat lines of each seat, by all its players.
    n_lines: Vec<u32>,
    /// Whether newcomers may take seats that players leave during a game.
    newcomers: bool,
    /// Whether a game is being played.
    playing: bool,
    /// Which hands of the current game each holder has seen.
    hands_seen: Vec<(Holder, Seat)>,
    /// The browsers between which seats have moved, in a group for each person. A person stays the same after the game,
    /// so the groups last as long as the table.
    browsers: Vec<Vec<Holder>>,
    /// The holders that the host has removed for good.
    banned: Vec<Holder>,
    /// The number of changes since the last game began or ended, without those of the seats.
    n_changes: u32,
    /// How often each holder has sat down since the last game began or ended.
    seatings: BTreeMap<Holder, u32>,
    /// How often anyone has sat down since the last game began or ended.
    n_seatings: u32,
    /// The people who were there at the end of the last game, until the next one begins. The host has removed none of them.
    finishers: Vec<Holder>,
    /// Whether the operator has closed the table.
    closed: bool,
}

impl Lobby {
    pub(crate) fn new(terms: &Terms) -> Lobby {
        let chair = |place: &SeatKind| match place {
            SeatKind::Person => Chair::empty(),
            SeatKind::Bot(level) => Chair::bot(level.clone()),
        };
        Lobby {
            chairs: terms.places.iter().map(chair).collect(),
            host: None,
            chat: terms.chat,
            talk: VecDeque::new(),
            n_lines: vec![0; terms.places.len()],
            newcomers: terms.newcomers,
            playing: false,
            hands_seen: Vec::new(),
            browsers: Vec::new(),
            banned: Vec::new(),
            n_changes: 0,
            seatings: BTreeMap::new(),
            n_seatings: 0,
            finishers: Vec::new(),
            closed: false,
        }
    }

    /// All seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.chairs.len() as u8)
    }

    /// The names of all seats.
    pub fn names(&self) -> Names {
        let name = |chair: &Chair| match &chair.sitter {
            Sitter::Nobody => SeatName::Free,
            Sitter::Bot { .. } => SeatName::Bot,
            Sitter::Person { name, .. } => SeatName::Person(name.clone()),
        };
        let names = self.chairs.iter().map(name).collect();
        let coats = self.chairs.iter().map(|chair| chair.coat).collect();
        Names(Arc::new(NamesAndCoats { names, coats }))
    }

    /// The chair of a seat at this table.
    pub fn chair(&self, seat: Seat) -> &Chair {
        &self.chairs[seat.index()]
    }

    /// The coat that a player at this seat gets for the wanted one: the next one that no other player has chosen.
    pub(crate) fn free_coat(&self, seat: Seat, wanted: CoatName) -> CoatName {
        let is_worn = |coat: CoatName| {
            self.seats().any(|other| other != seat && self.chair(other).coat == Some(coat))
        };
        wanted.and_others().find(|&coat| !is_worn(coat)).unwrap_or(wanted)
    }

    /// The seat of this holder.
    pub fn seat_of(&self, holder: Holder) -> Option<Seat> {
        self.seats().find(|&seat| self.chair(seat).holder() == Some(holder))
    }

    /// The seat of the person with this browser, also if it has moved to another browser of theirs.
    pub(crate) fn seat_of_person(&self, holder: Holder) -> Option<Seat> {
        let is_theirs = |other: Holder| self.is_same_person(other, holder);
        let own = self.seat_of(holder);
        own.or_else(|| self.seats().find(|&seat| self.chair(seat).holder().is_some_and(is_theirs)))
    }

    /// Whether two browsers belong to one person, as far as the table knows: a seat has moved between them.
    fn is_same_person(&self, one: Holder, other: Holder) -> bool {
        let has_both = |group: &Vec<Holder>| group.contains(&one) && group.contains(&other);
        one == other || self.browsers.iter().any(has_both)
    }

    /// The seat that is kept for this holder during the current game.
    pub fn seat_kept_for(&self, holder: Holder) -> Option<Seat> {
        let is_kept = |former: &FormerPlayer| former.holder == holder;
        self.seats().find(|&seat| self.chair(seat).kept_for.as_ref().is_some_and(is_kept))
    }

    /// Whether anyone may sit down on this seat. During a game only if the terms admit newcomers, and never on the seat
    /// of a player whom the host removed: the host could come back with another browser and see that hand.
    pub fn is_open(&self, seat: Seat) -> bool {
        let chair = self.chair(seat);
        let has_left = |former: &FormerPlayer| former.departure == Departure::Left;
        let is_left = chair.kept_for.as_ref().is_none_or(has_left);
        let is_free = chair.sitter == Sitter::Nobody && !self.closed;
        is_free && (!self.playing || self.newcomers && is_left)
    }

    /// The people who were there at the end of the last game, until the next one begins, also if they have left.
    pub fn finishers(&self) -> &[Holder] {
        &self.finishers
    }

    /// Whether the operator has closed the table.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The seat whose hand this person has seen in the current game, with any browser, other than this one.
    pub(crate) fn other_hand_seen(&self, holder: Holder, seat: Seat) -> Option<Seat> {
        let other =
            |&&(who, hand): &&(Holder, Seat)| hand != seat && self.is_same_person(who, holder);
        self.hands_seen.iter().find(other).map(|&(_, hand)| hand)
    }

    /// Whether the host has removed this person for good.
    pub(crate) fn is_banned(&self, holder: Holder) -> bool {
        self.banned.iter().any(|&banned| self.is_same_person(banned, holder))
    }

    /// The number of changes since the last game began or ended: everything besides moves and changes of players.
    pub(crate) fn n_changes(&self) -> u32 {
        self.n_changes
    }

    /// How often this holder, and anyone, has sat down since the last game began or ended.
    pub(crate) fn n_seatings(&self, holder: Holder) -> (u32, u32) {
        (self.seatings.get(&holder).copied().unwrap_or(0), self.n_seatings)
    }

    /// Begins to count changes again.
    fn forget_changes(&mut self) {
        self.n_changes = 0;
        self.n_seatings = 0;
        self.seatings.clear();
    }

    /// Whether all seats are taken and all players are ready.
    pub fn is_ready(&self) -> bool {
        self.host.is_some() && self.chairs.iter().all(|chair| chair.ready)
    }

    /// The people whose *Next round* an interlude waits for. Bots need no pause, and neither do stand-ins.
    pub fn awaited(&self) -> Seats {
        let plays = |seat: &Seat| {
            matches!(self.chair(*seat).sitter, Sitter::Person { stood_in: false, .. })
        };
        self.seats().filter(plays).collect()
    }

    /// The only person, if bots sit on all other seats.
    pub(crate) fn sole_person(&self) -> Option<Seat> {
        let is_bot = |seat: &Seat| matches!(self.chair(*seat).sitter, Sitter::Bot { .. });
        let mut others = self.seats().filter(|seat| !is_bot(seat));
        let seat = others.next().filter(|_| others.next().is_none())?;
        self.awaited().has(seat).then_some(seat)
    }

    /// Applies an event to the lobby.
    pub fn evolve<G: rules::Game>(&mut self, kind: &EventKind<G>) {
        // Nobody can leave a seat, be removed or be replaced by a bot more often than somebody sits down, and nobody can
        // choose a first coat more often than somebody sits down or gives a coat up.
        let follows_seating = matches!(
            kind,
            EventKind::Rose { .. } | EventKind::Removed { .. } | EventKind::Filled { .. }
        ) || matches!(kind, EventKind::Wears { seat, .. } if self.chair(*seat).coat.is_none());
        if let EventKind::Sat { holder, .. } = kind {
            self.n_seatings += 1;
            *self.seatings.entry(*holder).or_default() += 1;
        } else if kind.changes_company() && !follows_seating {
            self.n_changes += 1;
        }
        match kind {
            EventKind::Sat { seat, holder, name } => {
                let sitter =
                    Sitter::Person { holder: *holder, name: name.clone(), stood_in: false };
                let chair = &mut self.chairs[seat.index()];
                let returns = |former: &FormerPlayer| former.holder == *holder;
                let coat = chair.kept_for.take().filter(returns).and_then(|former| former.coat);
                *chair = Chair { sitter, coat, ..Chair::empty() };
                self.host.get_or_insert(*seat);
                self.note_hand_seen(*holder, *seat);
            }
            EventKind::Moved { seat, holder: new } => {
                if let Sitter::Person { holder, .. } = &mut self.chairs[seat.index()].sitter {
                    let old = std::mem::replace(holder, *new);
                    self.finishers
                        .iter_mut()
                        .filter(|one| **one == old)
                        .for_each(|one| *one = *new);
                    self.note_same_person(old, *new);
                }
                self.note_hand_seen(*new, *seat);
            }
            EventKind::Rose { seat } => self.vacate(*seat, Departure::Left),
            EventKind::Removed { seat, for_good } => {
                let holder = self.chair(*seat).holder();
                self.finishers.retain(|finisher| Some(*finisher) != holder);
                self.banned.extend(holder.filter(|_| *for_good));
                let removed =
                    if *for_good { Departure::RemovedForGood } else { Departure::Removed };
                self.vacate(*seat, removed);
            }
            EventKind::Filled { seat, level } => {
                let chair = &mut self.chairs[seat.index()];
                *chair = Chair { kept_for: chair.kept_for.take(), ..Chair::bot(level.clone()) };
            }
            EventKind::Freed { seat } => self.chairs[seat.index()] = Chair::empty(),
            EventKind::Passed { seat } => self.host = Some(*seat),
            EventKind::Ready { seat, yes } => self.chairs[seat.index()].ready = *yes,
            EventKind::StoodIn { seat } => self.stand_in(*seat, true),
            EventKind::Back { seat } => self.stand_in(*seat, false),
            EventKind::Began { .. } => {
                self.playing = true;
                self.finishers.clear();
                self.forget_changes();
                let hand = |seat: Seat| Some((self.chair(seat).holder()?, seat));
                self.hands_seen = self.seats().filter_map(hand).collect();
            }
            EventKind::Ended { .. } => {
                self.playing = false;
                self.forget_changes();
                self.hands_seen.clear();
                self.finishers = self.chairs.iter().filter_map(Chair::holder).collect();
                for chair in &mut self.chairs {
                    chair.ready = matches!(chair.sitter, Sitter::Bot { .. });
                    chair.kept_for = None;
                }
            }
            EventKind::Said { seat, text } => {
                let chair = &mut self.chairs[seat.index()];
                chair.said += 1;
                chair.last_said.clone_from(text);
                self.add_line(*seat, Remark::Text(text.clone()));
            }
            EventKind::Reacted { seat, reaction } => {
                let chair = &mut self.chairs[seat.index()];
                chair.reacted += 1;
                chair.last_reaction = Some(*reaction);
                self.add_line(*seat, Remark::Reaction(*reaction));
            }
            EventKind::Renamed { seat, name: new } => {
                if let Sitter::Person { name, .. } = &mut self.chairs[seat.index()].sitter {
                    name.clone_from(new);
                }
            }
            EventKind::Wears { seat, coat } => self.chairs[seat.index()].coat = *coat,
            EventKind::Chat { on } => self.chat = *on,
            EventKind::Muted { seat, whom, yes } => {
                let muted = &mut self.chairs[seat.index()].muted;
                *muted = if *yes { muted.with(*whom) } else { muted.without(Seats::one(*whom)) };
            }
            EventKind::Closed => self.closed = true,
            EventKind::Opened(_)
            | EventKind::Chance(_)
            | EventKind::Act { .. }
            | EventKind::Changed { .. }
            | EventKind::Interlude
            | EventKind::Next { .. }
            | EventKind::Resumed
            | EventKind::Late { .. } => {}
        }
    }

    /// Adds a line to the chat.
    fn add_line(&mut self, seat: Seat, remark: Remark) {
        let number = &mut self.n_lines[seat.index()];
        *number += 1;
        let line = ChatLine { number: *number, seat, names: self.names(), remark };
        self.talk.push_back(line);
        if self.talk.len() > MAX_LINES {
            self.talk.pop_front();
        }
    }

    /// Empties a seat. During a game it is kept for its player.
    fn vacate(&mut self, seat: Seat, departure: Departure) {
        let chair = std::mem::replace(&mut self.chairs[seat.index()], Chair::empty());
        if let Sitter::Person { holder, name, .. } = chair.sitter
            && self.playing
        {
            let former = FormerPlayer { holder, name, coat: chair.coat, departure };
            self.chairs[seat.index()].kept_for = Some(former);
        }
        if self.host == Some(seat) {
            self.host = self.next_person(seat);
        }
    }

    fn note_hand_seen(&mut self, holder: Holder, seat: Seat) {
        if self.playing && !self.hands_seen.contains(&(holder, seat)) {
            self.hands_seen.push((holder, seat));
        }
    }

    /// Joins the groups of two browsers.
    fn note_same_person(&mut self, one: Holder, other: Holder) {
        let mut person = Vec::new();
        self.browsers.retain_mut(|group| {
            let is_theirs = group.contains(&one) || group.contains(&other);
            if is_theirs {
                person.append(group);
            }
            !is_theirs
        });
        person.extend(
            [one, other].into_iter().filter(|new| !person.contains(new)).collect::<Vec<_>>(),
        );
        self.browsers.push(person);
    }

    /// The next person clockwise: the new host when this seat gives up the role.
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
