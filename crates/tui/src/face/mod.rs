//! How each game looks in a terminal: what lies open, who sits there, one's own cards, and every answer in parts.
//!
//! Everything is made from a [`View`](rules::View) and from words, so it cannot tell more than the observer may know.
//! Inks say what something means; [`Palette`](crate::palette::Palette) knows which colours a terminal has for them.

mod catbox;
mod catsle;
mod meow;
mod yorozu;

use std::fmt::Display;

use bots::Craft;
use rules::{Fact, Game, Numbered, Seat};
use words::spoken::{Sight, Spoken};

/// A game with a face.
pub(crate) trait Face: Craft + Spoken {
    /// An answer in the parts in which it is chosen: a card, then its colour.
    fn parts(sight: Sight<'_, Self>, action: Self::Action) -> Vec<Part>;

    /// The observer's own cards.
    fn hand(sight: Sight<'_, Self>) -> Vec<Card>;

    /// The same in a sentence.
    fn holds(sight: Sight<'_, Self>) -> Option<String>;

    /// What else the observer has to itself, in sentences.
    fn asides(_: Sight<'_, Self>) -> Vec<String> {
        Vec::new()
    }

    /// What the cards before the seats are: this trick, or the last one.
    fn table(sight: Sight<'_, Self>) -> Table;

    /// What is public about a seat, in a few words each.
    fn chip(sight: Sight<'_, Self>, seat: Seat) -> Vec<String>;

    /// The same as it stands in the row of a seat.
    fn chip_row(sight: Sight<'_, Self>, seat: Seat) -> Row {
        let mut row = Row::default();
        for (place, words) in Self::chip(sight, seat).into_iter().enumerate() {
            if place > 0 {
                row.add(" · ", Ink::Dim);
            }
            row.add(words, Ink::Plain);
        }
        row
    }

    /// How many rows the centre needs, and how many columns a full hand of cards with borders takes. Both stay the same
    /// throughout a game, so that nothing jumps.
    fn needs(sight: Sight<'_, Self>) -> (u16, u16);

    /// The centre of the table, in so many rows at most.
    fn board(sight: Sight<'_, Self>, max_rows: usize) -> Board;

    /// The same in sentences.
    fn told(sight: Sight<'_, Self>) -> Vec<String>;

    /// The trick or the round before this one, in sentences.
    fn last(sight: Sight<'_, Self>) -> Vec<String>;
}

rules::visitor!(pub(crate) trait VisitFace: Face, pub(crate) fn visit);

/// What a stretch of text means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    Plain,
    Dim,
    Strong,
    Accent,
    Hue(Hue),
    /// A suit that is gone.
    Gone(Hue),
    Good,
    Bad,
}

/// The hues of suits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hue {
    Red,
    Blue,
    Yellow,
    Green,
    Grey,
    Pink,
    Spring,
    Summer,
    Fall,
    Winter,
    Yorozu,
}

/// A suit: hue, shape and letters, the same three everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Suit {
    pub(crate) hue: Hue,
    pub(crate) shape: char,
    pub(crate) letters: &'static str,
}

impl Suit {
    const fn new(hue: Hue, shape: char, letters: &'static str) -> Suit {
        Suit { hue, shape, letters }
    }

    /// Shape and letters.
    pub(crate) fn text(self) -> String {
        format!("{}{}", self.shape, self.letters)
    }
}

const RED: Suit = Suit::new(Hue::Red, '●', "R");
const BLUE: Suit = Suit::new(Hue::Blue, '■', "B");
const YELLOW: Suit = Suit::new(Hue::Yellow, '▲', "Y");
const GREEN: Suit = Suit::new(Hue::Green, '◆', "G");
const GREY: Suit = Suit::new(Hue::Grey, '▼', "K");
const PINK: Suit = Suit::new(Hue::Pink, '●', "P");

/// A card, or a thing that is chosen like one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Card {
    /// Its suit, if it has one.
    pub(crate) suit: Option<Suit>,
    /// What stands on it.
    pub(crate) value: String,
    /// How many alike there are, or what else it shows.
    pub(crate) more: String,
}

impl Card {
    fn of(suit: Suit, value: u8) -> Card {
        Card { suit: Some(suit), value: value.to_string(), more: String::new() }
    }

    /// As it is written: `■B13`.
    pub(crate) fn text(&self) -> String {
        format!("{}{}{}", self.suit.map(Suit::text).unwrap_or_default(), self.value, self.more)
    }

    pub(crate) fn ink(&self) -> Ink {
        self.suit.map_or(Ink::Strong, |suit| Ink::Hue(suit.hue))
    }
}

/// A part of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// As notation writes it.
    pub(crate) id: String,
    /// How it looks.
    pub(crate) card: Card,
    /// The key that picks it, where the game has one for it.
    pub(crate) key: Option<char>,
}

impl Part {
    fn card(id: impl Display, card: Card) -> Part {
        Part { id: id.to_string(), card, key: None }
    }

    /// Something that is chosen by its words.
    fn words(id: impl Display, words: String) -> Part {
        Part::card(id, Card { suit: None, value: words, more: String::new() })
    }

    fn with_key(self, key: char) -> Part {
        Part { key: Some(key), ..self }
    }
}

/// Text in inks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Row(pub(crate) Vec<(String, Ink)>);

impl Row {
    pub(crate) fn of(text: impl Into<String>, ink: Ink) -> Row {
        Row(vec![(text.into(), ink)])
    }

    pub(crate) fn add(&mut self, text: impl Into<String>, ink: Ink) {
        self.0.push((text.into(), ink));
    }

    fn suit(&mut self, suit: Suit) {
        self.add(suit.text(), Ink::Hue(suit.hue));
    }

    /// A card, and blanks up to a width.
    fn card(&mut self, card: &Card, width: usize) {
        let text = card.text();
        let pad = width.saturating_sub(text.chars().count());
        self.add(text, card.ink());
        self.add(" ".repeat(pad), Ink::Plain);
    }
}

/// The centre of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Board {
    pub(crate) title: String,
    pub(crate) rows: Vec<Row>,
}

/// The cards before the seats, and what they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Table {
    /// `Trick`, with the suit led.
    pub(crate) title: Row,
    /// Whether it is over and lies there only until something is led.
    pub(crate) is_over: bool,
    /// Whether there is room for what is to be said of the cards.
    pub(crate) has_notes: bool,
    pub(crate) plays: Vec<Played>,
}

/// The card before a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub(crate) seat: Seat,
    pub(crate) card: Card,
    /// The card in words.
    pub(crate) name: String,
    /// What is to be said of it.
    pub(crate) note: Option<String>,
    /// Whether it is the best so far.
    pub(crate) best: bool,
}

/// The shape that stands for a seat.
pub(crate) fn token(seat: Seat) -> char {
    ['○', '□', '△', '◇', '▽', '☆'][seat.index()]
}

/// A number with a real minus.
pub(crate) fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// A trick that one card wins, with who is ahead or has won.
fn contest<G: Game, C: Numbered + PartialEq, const N: usize>(
    sight: Sight<'_, G>,
    trick: &rules::Trick<C, N>,
    best: Option<Seat>,
    suits: &[(&'static str, Option<Suit>)],
    show: impl Fn(C) -> (Card, String),
) -> Table {
    let n_seats = sight.n_seats();
    let is_over = trick.cards().len() == usize::from(n_seats);
    let play = |(seat, played)| {
        let best = best == Some(seat);
        let note = best.then(|| sight.say(if is_over { "face-won" } else { "face-ahead" }));
        let (card, name) = show(played);
        Played { seat, card, name, note, best }
    };
    Table {
        title: trick_title(sight, is_over, suits),
        is_over,
        has_notes: true,
        plays: trick.plays(n_seats).map(play).collect(),
    }
}

/// The title of a trick with the suits that matter to it.
fn trick_title<G: Game>(
    sight: Sight<'_, G>,
    is_over: bool,
    suits: &[(&'static str, Option<Suit>)],
) -> Row {
    let id = if is_over { "face-last-trick" } else { "face-trick" };
    let mut row = Row::of(sight.say(id), Ink::Plain);
    for (why, suit) in suits {
        if let Some(suit) = suit {
            row.add(format!(" · {} ", sight.say(why)), Ink::Plain);
            row.suit(*suit);
        }
    }
    row
}

/// The trick that is shown: the one that is being played, or the last one until something is led; and whether it is over.
fn shown<C: Numbered + PartialEq, const N: usize>(
    tricks: &[rules::Trick<C, N>],
) -> Option<&rules::Trick<C, N>> {
    tricks.iter().rev().find(|trick| !trick.cards().is_empty())
}

/// The cards before the seats, in sentences.
pub(crate) fn told_table<G: Face>(sight: Sight<'_, G>) -> Option<String> {
    let table = G::table(sight);
    if table.plays.is_empty() {
        return None;
    }
    let told = |played: &Played| {
        let facts = [("seat", Fact::Seat(played.seat)), ("card", played.name.clone().into())];
        match &played.note {
            Some(note) => {
                let [seat, card] = facts;
                sight.tell("tui-told-play-noted", &[seat, card, ("note", note.clone().into())])
            }
            None => sight.tell("tui-told-play", &facts),
        }
    };
    let plays: Vec<String> = table.plays.iter().map(told).collect();
    let game = Fact::Text(G::ID.name().to_owned());
    let what = if table.is_over {
        sight.tell("tui-last", &[("game", game)])
    } else {
        sight.say("face-trick")
    };
    let facts = [("what", what.into()), ("cards", plays.join(", ").into())];
    Some(sight.tell("tui-told-cards", &facts))
}
