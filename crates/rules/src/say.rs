//! Messages of the rules before they are put into words: a stable code and the facts.
//!
//! Sentences live in `words`, which looks the code up in its catalogue and fills in the facts.

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
    /// A seat, shown as the name of its player where that is known.
    Seat(Seat),
    /// Several seats.
    Seats(Seats),
    /// Seats in an order that matters.
    Order(Vec<Seat>),
    /// The id of a message of the catalogue, such as `colour-red`.
    Name(&'static str),
    /// Notation, the same in every language.
    Text(String),
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
        match fact {
            Fact::Number(number) => text.push_str(&number.to_string()),
            Fact::Seat(seat) => text.push_str(&seat.to_string()),
            Fact::Seats(seats) => text.push_str(&seats.to_string()),
            Fact::Order(seats) => {
                let seats = seats.iter().map(Seat::to_string).collect::<Vec<_>>();
                text.push_str(&seats.join(","));
            }
            Fact::Name(name) => text.push_str(name),
            Fact::Text(words) => text.push_str(words),
        }
    }
    text
}
