//! Messages of the rules before they are put into words: a stable code and the facts.
//!
//! Sentences live in `words`, which looks the code up in its catalogue and fills in the facts.

use std::fmt::Display;

use crate::{Seat, Seats};

/// A message to a person.
pub trait Say {
    /// Every code of this type, except those of a message inside it. [`codes!`](crate::codes) writes both.
    const CODES: &'static [&'static str];

    /// The stable name of the message, in lower case with hyphens.
    fn code(&self) -> &'static str;

    /// The values the sentence names.
    fn facts(&self) -> Facts;
}

/// The codes of an implementation of [`Say`]: a pattern and a code for each variant. A variant after the semicolon takes
/// its code from the message inside it.
#[macro_export]
macro_rules! codes {
    ($($of:pat => $code:literal),+ $(; $holding:pat => $held:expr)? $(,)?) => {
        const CODES: &'static [&'static str] = &[$($code),+];

        fn code(&self) -> &'static str {
            match self {
                $($of => $code,)+
                $($holding => $held,)?
            }
        }
    };
}

/// Named values, in the order in which a reader would want them.
pub type Facts = Vec<(&'static str, Fact)>;

/// A value in a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// A number.
    Number(i64),
    /// A number of tenths, shown with one decimal.
    Tenths(i64),
    /// A seat, shown as the name of its player where that is known.
    Seat(Seat),
    /// Several seats.
    Seats(Seats),
    /// The id of a message of the catalogue, such as `colour-red`.
    Name(&'static str),
    /// The id of a message of the catalogue, and what notation writes for it.
    Noun {
        /// The id.
        name: &'static str,
        /// The notation.
        notation: &'static str,
    },
    /// Cards with suits. Cards of a suit that follow each other are named together.
    Cards(Vec<CardFact>),
    /// Several facts in an order that matters.
    List(Joint, Vec<Fact>),
    /// Notation, the same in every language.
    Text(String),
}

impl Fact {
    /// Cards with suits: `suit` gives the id of a suit's name.
    pub(crate) fn cards<C: Copy + Display>(
        cards: impl IntoIterator<Item = C>,
        suit: impl Fn(C) -> &'static str,
        value: impl Fn(C) -> u8,
    ) -> Fact {
        let fact =
            |card| CardFact { suit: suit(card), value: value(card), notation: card.to_string() };
        Fact::Cards(cards.into_iter().map(fact).collect())
    }
}

/// A card in a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CardFact {
    /// The id of the suit's name.
    pub suit: &'static str,
    /// The value or rank.
    pub value: u8,
    /// The card in notation.
    pub notation: String,
}

/// How a list is joined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Joint {
    /// `1, 2, 3`
    Comma,
    /// `1, 2 and 3`
    And,
    /// `1, 2 or 3`
    Or,
    /// `1 2 3`, in notation `123`: cards without suits.
    Space,
}

impl From<Seat> for Fact {
    fn from(seat: Seat) -> Fact {
        Fact::Seat(seat)
    }
}

impl From<Seats> for Fact {
    fn from(seats: Seats) -> Fact {
        Fact::Seats(seats)
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Fact {
        Fact::Text(text)
    }
}

macro_rules! number_facts {
    ($($number:ty),*) => { $(
        impl From<$number> for Fact {
            fn from(number: $number) -> Fact {
                Fact::Number(number.into())
            }
        }
    )* };
}
number_facts!(u8, i8, i32, u32, i64);

/// Facts as `name=value` words, for logs and tests.
pub fn plain(facts: &Facts) -> String {
    let mut text = String::new();
    for (name, fact) in facts {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(name);
        text.push('=');
        text.push_str(&plain_value(fact));
    }
    text
}

fn plain_value(fact: &Fact) -> String {
    match fact {
        Fact::Number(number) => number.to_string(),
        Fact::Tenths(tenths) => {
            let sign = if *tenths < 0 { "-" } else { "" };
            format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
        }
        Fact::Seat(seat) => seat.to_string(),
        Fact::Seats(seats) => seats.to_string(),
        Fact::Name(name) => (*name).to_owned(),
        Fact::Noun { notation, .. } => (*notation).to_owned(),
        Fact::Cards(cards) => {
            cards.iter().map(|card| card.notation.as_str()).collect::<Vec<_>>().join(",")
        }
        Fact::List(joint, facts) => {
            let gap = if *joint == Joint::Space { "" } else { "," };
            facts.iter().map(plain_value).collect::<Vec<_>>().join(gap)
        }
        Fact::Text(text) => text.clone(),
    }
}
