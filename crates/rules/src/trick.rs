//! What trick-taking games share.

use std::hash::{Hash, Hasher};

use crate::{BySeat, Numbered, Seat, Set};

/// A card with a suit that others can follow.
pub trait Suited: Numbered + PartialEq {
    /// What suits are in this game.
    type Suit;

    /// Its suit.
    fn suit(self) -> Self::Suit;

    /// All cards of its suit.
    fn suit_mates(self) -> Set<Self>;
}

/// Gives cards a suit by the names that the game has for it: `suited!(Card: Colour, colour, cards)`.
macro_rules! suited {
    ($card:ident: $suit:ident, $of:ident, $cards:ident) => {
        impl crate::Suited for $card {
            type Suit = $suit;

            #[inline]
            fn suit(self) -> $suit {
                $card::$of(self)
            }

            #[inline]
            fn suit_mates(self) -> Set<$card> {
                $card::$of(self).$cards()
            }
        }
    };
}
pub(crate) use suited;

/// The cards of one trick in the order in which they were played; `N` is the most seats the game has.
///
/// What wins is each game's own affair: see its `Trick::winner`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trick<C, const N: usize> {
    leader: Seat,
    n_cards: u8,
    cards: [C; N],
}

impl<C: Numbered + PartialEq, const N: usize> Trick<C, N> {
    /// A trick without cards.
    #[inline]
    pub fn empty(leader: Seat) -> Trick<C, N> {
        Trick { leader, n_cards: 0, cards: [C::from_index(0); N] }
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

    /// The places of all cards, in the order in which they are played; where none lies yet, the first of all.
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

impl<C: Suited, const N: usize> Trick<C, N> {
    /// The suit that was led.
    #[inline]
    pub fn led(&self) -> Option<C::Suit> {
        self.first().map(C::suit)
    }

    /// Of these cards those that can be played where suits are followed: any lead, and then those of the suit led if
    /// there are any.
    #[inline]
    pub fn following(&self, hand: Set<C>) -> Set<C> {
        let led = self.first().map(C::suit_mates);
        led.map_or(hand, |led| Set::from_bits(following(hand.bits(), led.bits())))
    }

    /// The same, asked of one card.
    pub(crate) fn check_following(&self, hand: Set<C>, card: C) -> Result<(), Unplayable<C>> {
        if !hand.has(card) {
            return Err(Unplayable::NotInHand(card));
        }
        if self.following(hand).has(card) {
            return Ok(());
        }
        let with = self.following(hand).first();
        Err(Unplayable::MustFollow(with.expect("who cannot follow plays any card")))
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

/// The tricks of a round that have begun, where so many are finished: those, and the next one once a card lies there.
#[inline]
pub(crate) fn begun<C: Numbered + PartialEq, const N: usize, const MAX: usize>(
    tricks: &[Trick<C, N>; MAX],
    n_finished: u8,
) -> &[Trick<C, N>] {
    let n_finished = usize::from(n_finished);
    let next = &tricks[n_finished.min(MAX - 1)];
    &tricks[..(n_finished + usize::from(next.first().is_some())).min(MAX)]
}

/// Following suit: of these cards those of the suit led, if there are any, and otherwise all. Sets are bits.
#[inline]
pub fn following(hand: u64, suit_led: u64) -> u64 {
    let same = hand & suit_led;
    if same == 0 { hand } else { same }
}

/// Why a card cannot be played where suits are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unplayable<C> {
    /// It is not in hand.
    NotInHand(C),
    /// The suit led is in hand and must be followed: with this card, say.
    MustFollow(C),
}

/// What seats have shown not to have by not following suit: all cards of those suits.
pub(crate) fn not_followed<C: Suited, const N: usize>(
    tricks: &[Trick<C, N>],
    n_seats: u8,
) -> BySeat<Set<C>, N> {
    let mut missing: BySeat<Set<C>, N> = BySeat::default();
    for trick in tricks {
        let Some(led) = trick.first().map(C::suit_mates) else { continue };
        for (seat, card) in trick.plays(n_seats) {
            if !led.has(card) {
                missing[seat] = missing[seat] | led;
            }
        }
    }
    missing
}
