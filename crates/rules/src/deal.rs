//! What the deals of all games share: dealing cards to the seats, and checking the sizes of hands.

use crate::{BySeat, Facts, Numbered, Seat, Set};

/// What a seat alone knows in games where that is just its hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OwnHand<C: Numbered> {
    /// The cards in hand.
    pub hand: Set<C>,
}

/// How many cards a hand has, and how many it should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandCount {
    /// The seat.
    pub seat: Seat,
    /// How many cards it has.
    pub found: u8,
    /// How many it should have.
    pub wanted: u8,
}

impl HandCount {
    /// The facts of a refusal for a wrong count.
    pub fn facts(self) -> Facts {
        let HandCount { seat, found, wanted } = self;
        vec![("seat", seat.into()), ("found", found.into()), ("wanted", wanted.into())]
    }
}

/// The start player of the next round: to the left of the last one, once there was a round.
pub(crate) fn next_start(last: Seat, rounds: u8, n_seats: u8) -> Seat {
    if rounds > 0 { last.left(n_seats) } else { last }
}

/// Puts cards into slots, of which there must be enough, and returns the filled slots.
#[inline]
pub fn lay_out<C>(cards: impl Iterator<Item = C>, places: &mut [C]) -> &mut [C] {
    let mut n_cards = 0;
    for card in cards {
        places[n_cards] = card;
        n_cards += 1;
    }
    &mut places[..n_cards]
}

/// Deals cards: the first `n_each` to seat 0, the next to seat 1, and so on.
#[inline]
pub fn deal_out<C, H, const N: usize>(cards: &[C], n_each: usize) -> BySeat<H, N>
where
    C: Copy,
    H: Copy + Default + FromIterator<C>,
{
    let mut hands = BySeat::default();
    for (hand, cards) in hands.0.iter_mut().zip(cards.chunks_exact(n_each)) {
        *hand = cards.iter().copied().collect();
    }
    hands
}

/// The hands of a deal in seat order. A hand is an error if its size is not `n_each`, or not 0 for a seat that is not at
/// the table. `len` counts the cards of a hand.
pub fn hands_of_size<H: Copy, const N: usize>(
    hands: &BySeat<H, N>,
    n_seats: u8,
    n_each: u8,
    len: impl Fn(H) -> usize,
) -> impl Iterator<Item = Result<(Seat, H), HandCount>> {
    Seat::all(N as u8).map(move |seat| {
        let found = len(hands[seat]) as u8;
        let wanted = if seat.is_at(n_seats) { n_each } else { 0 };
        let fits = found == wanted;
        if fits { Ok((seat, hands[seat])) } else { Err(HandCount { seat, found, wanted }) }
    })
}
