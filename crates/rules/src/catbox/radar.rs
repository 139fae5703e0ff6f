//! Warnings of a paradox (BOX-40), made from a seat's view and nothing else.
//!
//! All of it is counting. A card needs an open cell of its value in a colour that the seat has not given up, and the
//! number of open cells only falls.

use super::cards::{Cell, Cells, Colours, Hand, Value};
use super::legal::playable;
use super::state::{Open, Phase, State, Trick};
use super::view::Own;
use crate::{Open as _, Rules as _, Seat, Seats, View};

/// What a seat knows of the paradoxes that this round may bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Radar {
    /// The danger of a paradox of its own.
    pub own: Danger,
    /// Other seats that have too few open cells for the cards they still have to play, whatever they hold. One of them
    /// causes a paradox, unless another seat does so first.
    pub others: Seats,
}

/// How near the observer's own paradox is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Danger {
    /// The others cannot cover all cells for the seat's next card.
    None,
    /// The others play `n_before` cards before the seat's next one, and could cover its last `n_cells` cells.
    Possible { n_cells: u8, n_before: u8 },
    /// It is the seat's turn. `n_bad` of its choices make a paradox certain, and at least one does not.
    Choices { n_bad: u8, n_choices: u8 },
    /// The seat has too few open cells for the cards it still has to play. It causes a paradox, unless another seat does
    /// so first.
    Certain,
}

impl Radar {
    /// The warnings for an observer. `None` for the rail, and except while cards are played.
    pub fn of(view: &View<State>) -> Option<Radar> {
        let (seat, own) = view.own.as_ref()?;
        let (open, seat) = (&view.open, *seat);
        if open.phase != Phase::Play {
            return None;
        }
        let dooms = |other: &Seat| {
            let free = free(open, *other, open.rules.deck());
            *other != seat
                && placeable(|value| unseen(open, own, value), free) < n_to_play(open, *other)
        };
        let others = Seat::all(open.rules.n_seats()).filter(dooms);
        let others = others.fold(Seats::NONE, Seats::with);
        Some(Radar { own: danger(open, seat, own), others })
    }

    /// Whether the observer has no open cell to spare for the cards that it still has to play.
    pub fn is_tight(view: &View<State>) -> bool {
        view.own.as_ref().is_some_and(|(seat, own)| {
            let n_to_play = n_to_play(&view.open, *seat);
            let free = free(&view.open, *seat, own.hand);
            view.open.phase == Phase::Play
                && n_to_play > 0
                && is_lost(own.hand, free, n_to_play + 1)
        })
    }
}

fn danger(open: &Open, seat: Seat, own: &Own) -> Danger {
    let free = free(open, seat, own.hand);
    if is_lost(own.hand, free, n_to_play(open, seat)) {
        return Danger::Certain;
    }
    if open.turn().asks(seat) {
        let choices = playable(open, seat, own.hand);
        let n_bad = choices.iter().filter(|&cell| loses(open, seat, own.hand, cell)).count();
        return match choices.len() {
            n_choices if n_bad == n_choices => Danger::Certain,
            n_choices => Danger::Choices { n_bad: n_bad as u8, n_choices: n_choices as u8 },
        };
    }
    let mut seats = [seat; MAX_BEFORE];
    let n_before = before(open, seat, &mut seats);
    let held = |value: Value| (free & of_value(value)).len() as u8 <= unseen(open, own, value);
    let could = free.len() <= n_before
        && Value::up_to(open.rules.max_value()).all(held)
        && can_cover(open, free, &seats[..n_before], 0);
    match (could, n_to_play(open, seat)) {
        (true, 1..) => Danger::Possible { n_cells: free.len() as u8, n_before: n_before as u8 },
        (true, 0) | (false, _) => Danger::None,
    }
}

/// The cells that are open to a seat's cards.
fn free(open: &Open, seat: Seat, hand: Hand) -> Cells {
    hand.free_cells(open.covered, open.given_up[seat])
}

/// Whether a seat that plays this cell has too few open cells afterwards.
fn loses(open: &Open, seat: Seat, hand: Hand, cell: Cell) -> bool {
    let gives_up = open.trick().led().filter(|&led| led != cell.colour());
    let given_up = gives_up.map_or(open.given_up[seat], |led| open.given_up[seat].with(led));
    let hand = hand.without(cell.value());
    let free = hand.free_cells(open.covered.with(cell), given_up);
    is_lost(hand, free, n_to_play(open, seat) - 1)
}

fn is_lost(hand: Hand, free: Cells, n_to_play: u8) -> bool {
    placeable(|value| hand.count(value), free) < n_to_play
}

/// The most of these cards that find an open cell.
fn placeable(count: impl Fn(Value) -> u8, free: Cells) -> u8 {
    let fit = |value: Value| count(value).min((free & of_value(value)).len() as u8);
    Value::up_to(super::cards::MAX_VALUE).map(fit).sum()
}

/// How many cards a seat has to play until the round ends.
fn n_to_play(open: &Open, seat: Seat) -> u8 {
    open.rules.n_tricks().saturating_sub(open.tokens[seat].len() as u8)
}

/// The four cells of a value.
fn of_value(value: Value) -> Cells {
    Hand::EMPTY.with(value).cells()
}

/// How many cards of a value the seat has not seen.
fn unseen(open: &Open, own: &Own, value: Value) -> u8 {
    let played = open.tricks().iter().flat_map(Trick::cards);
    let played = played.filter(|cell| cell.value() == value).count() as u8;
    let aside = u8::from(own.aside == Some(value));
    open.rules.deck().count(value) - played - aside - own.hand.count(value) - open.up.count(value)
}

/// The other seats, once for the rest of this trick and once for the next.
const MAX_BEFORE: usize = 2 * (super::rules::MAX_SEATS - 1);

/// The seats that may play before this seat's next card, in any order, and their number. A seat that plays in this
/// trick and in the next one counts twice.
fn before(open: &Open, seat: Seat, seats: &mut [Seat; MAX_BEFORE]) -> usize {
    let n_seats = open.rules.n_seats();
    let n_played = open.trick().cards().len() as u8;
    let rest = (n_played..n_seats).map(|steps| open.trick().leader().clockwise(steps, n_seats));
    let has_played = open.trick().card_of(seat, n_seats).is_some();
    // The leader of the next trick is not known yet: at worst the seat plays last.
    let next = (1..n_seats).map(|steps| seat.clockwise(steps, n_seats)).filter(|_| has_played);
    let mut n_before = 0;
    for other in rest.take_while(|&other| other != seat).chain(next) {
        seats[n_before] = other;
        n_before += 1;
    }
    n_before
}

/// Whether these seats could cover all of these cells, each seat one at most. Seats with a bit in `done` have played.
fn can_cover(open: &Open, cells: Cells, seats: &[Seat], done: u8) -> bool {
    let Some(cell) = cells.first() else { return true };
    (0..seats.len()).any(|place| {
        let keeps = |given_up: Colours| !given_up.has(cell.colour());
        done & 1 << place == 0
            && keeps(open.given_up[seats[place]])
            && can_cover(open, cells.without(cell), seats, done | 1 << place)
    })
}
