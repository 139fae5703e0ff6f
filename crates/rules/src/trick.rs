//! Tricks and following suit.

use std::hash::{Hash, Hasher};

use crate::{BySeat, Numbered, Seat, Set};

/// A card with a suit that others can follow.
pub trait Suited: Numbered + PartialEq {
    /// The type of a suit in this game.
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
/// Each game has its own rule for the winner: see its `Trick::winner`.
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

    /// The leader.
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The cards so far, the led one first.
    #[inline]
    pub fn cards(&self) -> &[C] {
        &self.cards[..usize::from(self.n_cards)]
    }

    /// The slots of all cards, in the order of play. Unused slots hold the card with number 0.
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

    /// Moves the next card from a hand to the trick and to the cards played. Returns whether the trick is full.
    #[inline]
    pub(crate) fn play_from_hand(
        &mut self,
        card: C,
        hand: &mut Set<C>,
        played: &mut Set<C>,
        n_seats: u8,
    ) -> bool {
        self.play(card);
        *hand = hand.without(card);
        *played = played.with(card);
        self.n_cards == n_seats
    }
}

impl<C: Suited, const N: usize> Trick<C, N> {
    /// The suit that was led.
    #[inline]
    pub fn led(&self) -> Option<C::Suit> {
        self.first().map(C::suit)
    }

    /// The playable cards of a hand: any card to lead, then cards of the suit led if the hand has any.
    #[inline]
    pub fn following(&self, hand: Set<C>) -> Set<C> {
        let led = self.first().map(C::suit_mates);
        led.map_or(hand, |led| Set::from_bits(following(hand.bits(), led.bits())))
    }

    /// Checks that a card of a hand is playable.
    pub(crate) fn check_following(&self, hand: Set<C>, card: C) -> Result<(), Unplayable<C>> {
        if !hand.has(card) {
            return Err(Unplayable::NotInHand(card));
        }
        if self.following(hand).has(card) {
            return Ok(());
        }
        let with = self.following(hand).first();
        Err(Unplayable::MustFollow(with.expect("a seat that cannot follow may play any card")))
    }
}

/// Hashes one word for the whole trick, because searches hash tricks by the million.
impl<C: Numbered, const N: usize> Hash for Trick<C, N> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let leader = self.leader.index() as u64 + 1;
        let played = &self.cards[..usize::from(self.n_cards)];
        let word = played.iter().fold(leader, |word, card| word << 6 | card.index() as u64);
        word.hash(hasher);
    }
}

/// The finished tricks of a round, and the current one once it has a card.
#[inline]
pub(crate) fn begun<C: Numbered + PartialEq, const N: usize, const MAX: usize>(
    tricks: &[Trick<C, N>; MAX],
    n_finished: u8,
) -> &[Trick<C, N>] {
    let n_finished = usize::from(n_finished);
    let next = &tricks[n_finished.min(MAX - 1)];
    &tricks[..(n_finished + usize::from(next.first().is_some())).min(MAX)]
}

/// Following suit: the cards of the suit led if the hand has any, otherwise all. Sets are bits.
#[inline]
pub fn following(hand: u64, suit_led: u64) -> u64 {
    let same = hand & suit_led;
    if same == 0 { hand } else { same }
}

/// Why a card cannot be played in a game with following suit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unplayable<C> {
    /// It is not in hand.
    NotInHand(C),
    /// The suit led must be followed, for example with this card.
    MustFollow(C),
}

/// The cards that seats cannot have, because they did not follow suit: all cards of those suits.
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
