//! The examples of the rulebooks: pictures in notation, their outcome by the rules, and a caption.
//!
//! In a rulebook an example is a fenced block: one picture for each line, an empty line, and the caption.
//!
//! ```text
//! trick b8 b13 g5 p18 -> g5
//!
//! Green 5 wins, because green beats every other colour.
//! ```
//!
//! The outcome follows the arrow. An example whose outcome contradicts the rules cannot be read.

pub mod catbox;
pub mod catsle;
pub mod meow;
pub mod yorozu;

use std::fmt::Display;
use std::str::FromStr;

use rules::notation::{Reader, Unreadable, Wanted};
use rules::{Fact, GameId, Numbered, Seat, Trick};

use crate::Words;

/// The start and end of an example's fence in Markdown.
pub(crate) const FENCE: (&str, &str) = ("\n```example\n", "\n```\n");

/// An example of a rulebook.
#[derive(Clone, Debug)]
pub struct Example {
    /// The pictures.
    pub pictures: Vec<Picture>,
    /// The caption, as Markdown.
    pub caption: String,
}

macro_rules! pictures {
    ($($id:ident $module:ident $name:literal $title:literal;)*) => {
        /// A picture for one of the games.
        #[derive(Clone, Debug)]
        pub enum Picture {
            $(#[doc = $title] $id($module::Picture),)*
        }

        impl Picture {
            /// Reads a picture of a game: its first word and the rest.
            fn read_things(id: GameId, verb: &str, things: &str) -> Result<Picture, Unreadable> {
                Ok(match id {
                    $(GameId::$id => Picture::$id($module::Picture::read(verb, things)?),)*
                })
            }

            /// The outcome by the rules, in notation. Empty if there is none.
            fn outcome(&self) -> String {
                match self {
                    $(Picture::$id(picture) => picture.outcome(),)*
                }
            }

            fn describe(&self, words: &Words) -> String {
                match self {
                    $(Picture::$id(picture) => picture.describe(words),)*
                }
            }
        }
    };
}
rules::games!(pictures);

/// What is wrong with an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadExample {
    /// A line that cannot be read.
    Unreadable(Unreadable),
    /// The rules have another outcome.
    Outcome {
        /// The outcome in the example.
        written: String,
        /// The outcome by the rules.
        actual: String,
    },
    /// It has no picture or no caption.
    Empty,
}

impl From<Unreadable> for BadExample {
    fn from(unreadable: Unreadable) -> BadExample {
        BadExample::Unreadable(unreadable)
    }
}

impl Example {
    /// Reads the text inside a fence of a game's rulebook.
    pub fn read(id: GameId, block: &str) -> Result<Example, BadExample> {
        let (pictures, caption) = block.split_once("\n\n").ok_or(BadExample::Empty)?;
        let pictures: Vec<Picture> =
            pictures.lines().map(|line| Picture::read(id, line)).collect::<Result<_, _>>()?;
        let caption = caption.trim().to_owned();
        if caption.is_empty() {
            return Err(BadExample::Empty);
        }
        Ok(Example { pictures, caption })
    }

    /// The example as text, in Markdown.
    pub fn describe(&self, words: &Words) -> String {
        let words = words.with_example_names();
        let mut text = words.message("example", &[("caption", self.caption.clone().into())]);
        text.push('\n');
        for picture in &self.pictures {
            text.extend(["\n- ", &words.capitalise(picture.describe(&words))]);
        }
        text
    }
}

impl Picture {
    fn read(id: GameId, line: &str) -> Result<Picture, BadExample> {
        let (things, written) = line.split_once(" -> ").unwrap_or((line, ""));
        let (verb, things) = things.split_once(' ').unwrap_or((things, ""));
        let picture = Picture::read_things(id, verb, things)?;
        let actual = picture.outcome();
        let written = written.to_owned();
        if written == actual { Ok(picture) } else { Err(BadExample::Outcome { written, actual }) }
    }
}

impl Words {
    /// The same language, with the names of the players in examples.
    #[must_use]
    pub fn with_example_names(&self) -> Words {
        let name = |seat: Seat| self.message(&format!("example-name-{seat}"), &[]);
        self.clone().with_names(Seat::all(5).map(name).collect())
    }

    /// A card whose suit has a name: `blue 6`.
    fn card(&self, suit: &'static str, value: u8) -> String {
        self.message("face-card", &[("suit", Fact::Name(suit)), ("value", value.into())])
    }

    /// A card of a trick: `Ada: green 5, won`.
    fn play(&self, seat: Seat, card: String, notes: &[String]) -> String {
        let played = [("seat", seat.into()), ("card", card.into())];
        let played = self.message("example-play", &played);
        std::iter::once(&played).chain(notes).map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// Joins the items of a description.
fn join_items(text: impl IntoIterator<Item = String>) -> String {
    text.into_iter().collect::<Vec<_>>().join(" · ")
}

/// Cards or places in notation, separated by spaces.
fn in_notation<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}

/// Reads at most `max` different cards separated by spaces.
fn read_cards<C>(cards: &str, max: usize) -> Result<Vec<C>, Unreadable>
where
    C: PartialEq + FromStr<Err = Unreadable>,
{
    let mut read: Vec<C> = Vec::new();
    for word in cards.split(' ') {
        let card = word.parse()?;
        if read.contains(&card) {
            return Err(Reader::new(word).refuse(Wanted::NewCard));
        }
        if read.len() == max {
            return Err(Reader::new(word).refuse(Wanted::End));
        }
        read.push(card);
    }
    Ok(read)
}

/// Reads all cards of a trick. The first seat leads.
fn read_trick<C, const N: usize>(cards: &str) -> Result<Trick<C, N>, Unreadable>
where
    C: Numbered + PartialEq + FromStr<Err = Unreadable>,
{
    let mut trick = Trick::empty(Seat::new(0));
    read_cards(cards, N)?.into_iter().for_each(|card| trick.play(card));
    Ok(trick)
}

/// The number of seats in a complete trick.
pub fn n_seats<C: Numbered + PartialEq, const N: usize>(trick: &Trick<C, N>) -> u8 {
    trick.cards().len() as u8
}

/// The error for an unknown first word.
fn unknown<T>(verb: &str, verbs: &[&'static str]) -> Result<T, Unreadable> {
    Err(Reader::new(verb).refuse(Wanted::Word(verbs.to_vec())))
}
