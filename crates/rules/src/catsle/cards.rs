//! The pieces of CATSle: cards in five suits, and the places of a board.

use std::fmt;

use crate::{Set, numbered, suited};

/// The highest rank of each suit (CAS-1).
pub(super) const MAX_RANK: u8 = 12;

/// All cards (CAS-1).
pub(super) const N_CARDS: usize = 60;

/// The number of suits (CAS-1), and of places on a board with its scrap area.
pub(super) const N_SUITS: usize = 5;

/// Columns of a board (CAS-3).
pub const N_COLUMNS: usize = 4;

/// The suit of a card (CAS-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Grey.
    Grey,
    /// Yellow: reconstructed, and cosmetic.
    Yellow,
}

impl Suit {
    /// All suits, in the order in which hands are sorted.
    pub const ALL: [Suit; N_SUITS] = [Suit::Red, Suit::Blue, Suit::Green, Suit::Grey, Suit::Yellow];

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Red => 'r',
            Suit::Blue => 'b',
            Suit::Green => 'g',
            Suit::Grey => 'k',
            Suit::Yellow => 'y',
        }
    }

    /// Its name in the message catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Red => "colour-red",
            Suit::Blue => "colour-blue",
            Suit::Green => "colour-green",
            Suit::Grey => "colour-grey",
            Suit::Yellow => "colour-yellow",
        }
    }

    /// All cards of this suit.
    pub const fn cards(self) -> Cards {
        Cards::from_bits(((1 << MAX_RANK) - 1) << (self as u8 * MAX_RANK))
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A card: a suit and a rank from 1 to 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank, if there is one.
    pub const fn new(suit: Suit, rank: u8) -> Option<Card> {
        if rank >= 1 && rank <= MAX_RANK {
            Some(Card(suit as u8 * MAX_RANK + rank - 1))
        } else {
            None
        }
    }

    /// Its suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        // By a table, for searches ask all the time, and which suit it is cannot be guessed.
        SUITS[(self.0 % 64) as usize]
    }

    /// Its rank.
    #[inline]
    pub const fn rank(self) -> u8 {
        RANKS[(self.0 % 64) as usize]
    }
}

/// The suits of all cards; unused slots hold any value.
static SUITS: [Suit; 64] = {
    let mut suits = [Suit::Yellow; 64];
    let mut card = 0;
    while card < N_CARDS {
        suits[card] = Suit::ALL[card / MAX_RANK as usize];
        card += 1;
    }
    suits
};

/// The ranks of all cards; unused slots hold any value.
static RANKS: [u8; 64] = {
    let mut ranks = [0; 64];
    let mut card = 0;
    while card < ranks.len() {
        ranks[card] = card as u8 % MAX_RANK + 1;
        card += 1;
    }
    ranks
};

numbered!(Card below N_CARDS);
suited!(Card: Suit, suit, cards);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit(), self.rank())
    }
}

/// A set of cards. Sorted by suit, then rank.
pub type Cards = Set<Card>;

impl Cards {
    /// Every card of the box (CAS-1).
    pub(super) const ALL: Cards = Cards::from_bits((1 << N_CARDS) - 1);
}

/// A place of a board: a column, or the scrap area (CAS-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(u8);

impl Place {
    /// The scrap area.
    pub const SCRAP: Place = Place(N_COLUMNS as u8);

    /// The columns from the left, then the scrap area.
    pub const ALL: [Place; N_COLUMNS + 1] = [Place(0), Place(1), Place(2), Place(3), Place::SCRAP];

    /// The place with this number, from 0, in the order of [`Place::ALL`].
    pub(super) const fn from_index(index: u8) -> Place {
        debug_assert!((index as usize) < Place::ALL.len());
        Place(index)
    }

    /// Its number, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        ['1', '2', '3', '4', 's'][self.index()]
    }

    /// Its name in the message catalogue.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; N_COLUMNS + 1] = [
            "catsle-place-1",
            "catsle-place-2",
            "catsle-place-3",
            "catsle-place-4",
            "catsle-place-s",
        ];
        NAMES[self.index()]
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
