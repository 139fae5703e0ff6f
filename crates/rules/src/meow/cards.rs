//! The pieces of Meow: cards in three colours, and award tokens.

use std::fmt;

use crate::{Fact, Set, numbered, suited};

/// The highest value of each colour (MEO-1).
pub(super) const MAX_VALUE: u8 = 18;

/// All cards (MEO-1).
pub(super) const N_CARDS: usize = 54;

/// The colour of a card (MEO-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Trump.
    Green,
    /// Blue.
    Blue,
    /// Pink.
    Pink,
}

impl Colour {
    /// All colours, in the order in which hands are sorted.
    pub const ALL: [Colour; 3] = [Colour::Green, Colour::Blue, Colour::Pink];

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Colour::Green => 'g',
            Colour::Blue => 'b',
            Colour::Pink => 'p',
        }
    }

    /// Its name in the message catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Green => "colour-green",
            Colour::Blue => "colour-blue",
            Colour::Pink => "colour-pink",
        }
    }

    /// All cards of this colour.
    pub const fn cards(self) -> Cards {
        Cards::from_bits(((1 << MAX_VALUE) - 1) << (self as u8 * MAX_VALUE))
    }
}

/// A card: a colour and a value from 1 to 18.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The card of this colour and value, if there is one.
    pub const fn new(colour: Colour, value: u8) -> Option<Card> {
        if value >= 1 && value <= MAX_VALUE {
            Some(Card(colour as u8 * MAX_VALUE + value - 1))
        } else {
            None
        }
    }

    /// Its colour.
    pub const fn colour(self) -> Colour {
        match self.0 {
            0..MAX_VALUE => Colour::Green,
            18..36 => Colour::Blue,
            _ => Colour::Pink,
        }
    }

    /// Its value.
    pub const fn value(self) -> u8 {
        self.0 - self.colour() as u8 * MAX_VALUE + 1
    }
}

numbered!(Card below N_CARDS);
suited!(Card: Colour, colour, cards);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour().letter(), self.value())
    }
}

/// A set of cards. Sorted by colour, then value.
pub type Cards = Set<Card>;

/// An award token (MEO-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// Points.
    Bowl(u8),
    /// Points lost, as a positive number.
    Fishbone(u8),
    /// Lets its owner discard a fishbone (MEO-30).
    Fish,
    /// Two of these cost points (MEO-31).
    Vase,
}

impl Token {
    /// A worth has at most two digits.
    pub(super) const MAX_WORTH: u8 = 99;
    pub(super) const N_KEYS: usize = 2 * (Self::MAX_WORTH as usize + 1) + 2;

    /// A different number for each kind and worth.
    pub(super) fn key(self) -> usize {
        match self {
            Token::Bowl(worth) => usize::from(worth.min(Self::MAX_WORTH)),
            Token::Fishbone(worth) => {
                usize::from(worth.min(Self::MAX_WORTH)) + usize::from(Self::MAX_WORTH) + 1
            }
            Token::Fish => Self::N_KEYS - 2,
            Token::Vase => Self::N_KEYS - 1,
        }
    }
}

/// A bowl or a fishbone is its points, negative for a fishbone.
impl From<Token> for Fact {
    fn from(token: Token) -> Fact {
        match token {
            Token::Bowl(worth) => worth.into(),
            Token::Fishbone(worth) => (-i32::from(worth)).into(),
            Token::Fish | Token::Vase => Fact::Text(token.to_string()),
        }
    }
}

impl Token {
    /// The token as a thing in a list: `fish`, `−3`.
    pub(super) fn short_fact(self) -> Fact {
        match self {
            Token::Bowl(_) | Token::Fishbone(_) => self.into(),
            Token::Fish => Fact::Noun { name: "meow-fish", notation: "F" },
            Token::Vase => Fact::Noun { name: "meow-vase", notation: "V" },
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Bowl(points) => write!(f, "{points}"),
            Token::Fishbone(points) => write!(f, "-{points}"),
            Token::Fish => write!(f, "F"),
            Token::Vase => write!(f, "V"),
        }
    }
}
