//! What trick-taking games share.

use std::hash::{Hash, Hasher};

use crate::{BySeat, Numbered, Seat, Set};

/// The cards of one trick in the order in which they were played; `N` is the most seats the game has.
///
/// What wins is each game's own affair: see its `Trick::winner`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trick<C, const N: usize> {
    leader: Seat,
    n_cards: u8,
    cards: [C; N],
}

impl<C: Copy + PartialEq, const N: usize> Trick<C, N> {
    /// A trick without cards. `blank` fills the places where none lies.
    pub const fn empty(leader: Seat, blank: C) -> Trick<C, N> {
        Trick { leader, n_cards: 0, cards: [blank; N] }
    }

    /// Who leads or has led.
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards so far, the led one first.
    #[inline]
    pub fn cards(&self) -> &[C] {
        &self.cards[..usize::from(self.n_cards)]
    }

    /// The places of all cards, in the order in which they are played; where none lies yet, `blank`.
    #[inline]
    pub fn places(&self) -> &[C; N] {
        &self.cards
    }

    /// The card that was led.
    #[inline]
    pub fn first(&self) -> Option<C> {
        self.cards().first().copied()
    }

    /// The cards so far, each with the seat that played it.
    pub fn plays(&self, n_seats: u8) -> impl Iterator<Item = (Seat, C)> + Clone + '_ {
        let seats = (0..n_seats).map(move |steps| self.leader.clockwise(steps, n_seats));
        seats.zip(self.cards().iter().copied())
    }

    /// The card that a seat has played.
    pub fn card_of(&self, seat: Seat, n_seats: u8) -> Option<C> {
        self.plays(n_seats).find(|&(player, _)| player == seat).map(|(_, card)| card)
    }

    /// Who has played a card.
    pub fn player_of(&self, card: C, n_seats: u8) -> Option<Seat> {
        let place = self.cards().iter().position(|&played| played == card)?;
        Some(self.leader.clockwise(place as u8, n_seats))
    }

    /// Adds the next card.
    #[inline]
    pub fn play(&mut self, card: C) {
        self.cards[usize::from(self.n_cards)] = card;
        self.n_cards += 1;
    }
}

/// All of it in one word, for searches tell tricks apart by the million.
impl<C: Numbered, const N: usize> Hash for Trick<C, N> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let leader = self.leader.index() as u64 + 1;
        let played = &self.cards[..usize::from(self.n_cards)];
        let word = played.iter().fold(leader, |word, card| word << 6 | card.index() as u64);
        word.hash(hasher);
    }
}

/// Following suit: of these cards those of the suit led, if there are any, and otherwise all. Sets are bits.
#[inline]
pub fn following(hand: u64, suit_led: u64) -> u64 {
    let same = hand & suit_led;
    if same == 0 { hand } else { same }
}

/// What seats have shown not to have by not following suit: all cards of those suits.
pub(crate) fn not_followed<C: Numbered + PartialEq, const N: usize>(
    tricks: &[Trick<C, N>],
    n_seats: u8,
    suit: impl Fn(C) -> Set<C>,
) -> BySeat<Set<C>, N> {
    let mut missing: BySeat<Set<C>, N> = BySeat::default();
    for trick in tricks {
        let Some(led) = trick.first().map(&suit) else { continue };
        for (seat, card) in trick.plays(n_seats) {
            if suit(card) != led {
                missing[seat] = missing[seat] | led;
            }
        }
    }
    missing
}
