//! The pieces of Cat in the Box: values, colours, and cells, which have both.

use std::fmt;

use crate::{Set, numbered, suited};

/// The highest value any player count uses (BOX-1; deluxe with 5 players).
pub const MAX_VALUE: u8 = 9;

/// Copies of each value in the deck (BOX-1).
pub(super) const N_COPIES: u8 = 5;

/// A colour that a card can be declared as (BOX-2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Trump.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
}

impl Colour {
    /// All colours, in the order of the sheet's rows.
    pub const ALL: [Colour; 4] = [Colour::Red, Colour::Blue, Colour::Yellow, Colour::Green];

    /// Its letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Colour::Red => 'r',
            Colour::Blue => 'b',
            Colour::Yellow => 'y',
            Colour::Green => 'g',
        }
    }

    /// Its name in the message catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "colour-red",
            Colour::Blue => "colour-blue",
            Colour::Yellow => "colour-yellow",
            Colour::Green => "colour-green",
        }
    }

    /// All cells of this colour.
    pub fn cells(self) -> Cells {
        Colours::one(self).cells()
    }
}

numbered!(Colour in Colour::ALL);

/// A set of colours, in the order of the sheet's rows.
pub type Colours = Set<Colour>;

impl Colours {
    /// All cells of these colours.
    #[inline]
    pub const fn cells(self) -> Cells {
        Cells::from_bits(self.bits() * Cells::RED.bits())
    }
}

/// The value printed on a card: 1 to 9 (BOX-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(u8);

impl Value {
    /// The card with this number, if there is one.
    pub const fn new(number: u8) -> Option<Value> {
        if number >= 1 && number <= MAX_VALUE { Some(Value(number)) } else { None }
    }

    /// All values up to `max`.
    pub fn up_to(max: u8) -> impl DoubleEndedIterator<Item = Value> + Clone {
        (1..=max.min(MAX_VALUE)).map(Value)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A value with a colour: a card that has been declared, and the cell of the sheet that it covers.
///
/// Cells are numbered by value, then colour, so that one multiplication turns a hand into the cells that it could
/// cover.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell of this colour and value.
    pub const fn new(colour: Colour, value: Value) -> Cell {
        Cell((value.0 - 1) * 4 + colour as u8)
    }

    /// Its colour.
    pub const fn colour(self) -> Colour {
        Colour::ALL[(self.0 & 3) as usize]
    }

    /// Its value.
    pub const fn value(self) -> Value {
        Value((self.0 >> 2) + 1)
    }
}

numbered!(Cell below MAX_VALUE as usize * 4);
suited!(Cell: Colour, colour, cells);

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.value(), self.colour().letter())
    }
}

/// A set of cells, by value, then colour.
pub type Cells = Set<Cell>;

impl Cells {
    /// All red cells.
    pub const RED: Cells = Cells::from_bits(0x1_1111_1111);

    /// All cells of values up to `max`.
    pub const fn up_to(max: u8) -> Cells {
        Cells::from_bits((1 << (max * 4)) - 1)
    }
}

/// Cards without colour, counted: four bits for each value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand(u64);

impl Hand {
    /// No card.
    pub const EMPTY: Hand = Hand(0);

    /// The deck of values up to `max` (BOX-1).
    pub const fn deck(max: u8) -> Hand {
        Hand(N_COPIES as u64 * (Cells::RED.bits() & Cells::up_to(max).bits()))
    }

    /// The number of cards of a value.
    pub const fn count(self, value: Value) -> u8 {
        (self.0 >> ((value.0 - 1) * 4) & 0xf) as u8
    }

    /// The number of cards.
    pub fn len(self) -> usize {
        Value::up_to(MAX_VALUE).map(|value| usize::from(self.count(value))).sum()
    }

    /// Whether there is no card.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The hand with one more card; at most 15 of a value fit.
    #[must_use]
    pub const fn with(self, value: Value) -> Hand {
        Hand(self.0 + (1 << ((value.0 - 1) * 4)))
    }

    /// The hand without one card of a value, which must be in it.
    #[must_use]
    pub const fn without(self, value: Value) -> Hand {
        debug_assert!(self.count(value) > 0, "the card is in the hand");
        Hand(self.0 - (1 << ((value.0 - 1) * 4)))
    }

    /// One card of each value in the hand, as bit 0 of its four.
    pub(super) const fn distinct(self) -> u64 {
        (self.0 | self.0 >> 1 | self.0 >> 2 | self.0 >> 3) & Cells::RED.bits()
    }

    /// The cells that these cards could cover on an empty sheet.
    pub const fn cells(self) -> Cells {
        Cells::from_bits(self.distinct() * 0xf)
    }

    /// BOX-20, BOX-21: the cells that these cards can cover, given the covered cells and the colours given up.
    #[inline]
    pub fn free_cells(self, covered: Cells, given_up: Colours) -> Cells {
        self.cells() - covered - given_up.cells()
    }

    /// The cards, lowest first, equal ones one after the other.
    pub fn iter(self) -> impl Iterator<Item = Value> + Clone {
        Value::up_to(MAX_VALUE)
            .flat_map(move |value| std::iter::repeat_n(value, usize::from(self.count(value))))
    }
}

impl FromIterator<Value> for Hand {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Hand {
        values.into_iter().fold(Hand::EMPTY, Hand::with)
    }
}

/// Sorted digits, as in notation.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|value| write!(f, "{value}"))
    }
}
