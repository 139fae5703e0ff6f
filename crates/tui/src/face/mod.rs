//! How each game looks in a terminal: centre, seats, hand, and each action in parts.
//!
//! Everything comes from a [`View`](rules::View) and words, so it cannot show more than the observer may know.
//! An ink is the meaning of a text. [`Palette`](crate::palette::Palette) gives it the terminal's colours.

mod catbox;
mod catsle;
mod meow;
mod yorozu;

use std::fmt::Display;

use bots::Craft;
use rules::{Fact, Game, Numbered, Seat};
use words::spoken::{Spoken, SpokenView};

/// A game that can be drawn in a terminal.
pub(crate) trait Face: Craft + Spoken {
    /// The parts of an action in the order of picking: a card, then its colour.
    fn parts(sight: SpokenView<'_, Self>, action: Self::Action) -> Vec<Part>;

    /// The observer's hand.
    fn hand(sight: SpokenView<'_, Self>) -> Vec<DrawnCard>;

    /// Other private facts of the observer, in sentences.
    fn private_facts(_: SpokenView<'_, Self>) -> Vec<String> {
        Vec::new()
    }

    /// The cards in front of the seats: this trick or the last one.
    fn played_cards(sight: SpokenView<'_, Self>) -> PlayedCards;

    /// Public facts about a seat, in a few words each.
    fn chip(sight: SpokenView<'_, Self>, seat: Seat) -> Vec<String>;

    /// The public facts as drawn in the row of a seat.
    fn chip_row(sight: SpokenView<'_, Self>, seat: Seat) -> Row {
        let mut row = Row::default();
        for (place, words) in Self::chip(sight, seat).into_iter().enumerate() {
            if place > 0 {
                row.add(" · ", Ink::Dim);
            }
            row.add(words, Ink::Plain);
        }
        row
    }

    /// The rows of the centre, and the columns of a full hand of cards with borders. Both are constant
    /// during a game, so that nothing jumps.
    fn space_needed(sight: SpokenView<'_, Self>) -> (u16, u16);

    /// The centre of the table, in at most this number of rows.
    fn centre(sight: SpokenView<'_, Self>, max_rows: usize) -> Centre;

    /// The centre of the table in sentences.
    fn centre_in_words(sight: SpokenView<'_, Self>) -> Vec<String>;

    /// The last trick or round, in sentences.
    fn last_trick(sight: SpokenView<'_, Self>) -> Vec<String>;

    /// What stands below a score sheet: why the round ended before its time.
    fn below_sheet(_: SpokenView<'_, Self>) -> Vec<Row> {
        Vec::new()
    }

    /// The same in sentences.
    fn below_sheet_in_words(_: SpokenView<'_, Self>) -> Vec<String> {
        Vec::new()
    }
}

rules::visitor!(pub(crate) trait VisitFace: Face, pub(crate) fn visit);

/// The meaning of a text, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    Plain,
    Dim,
    Strong,
    Accent,
    Hue(Hue),
    /// A suit that is used up.
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

/// A suit: hue, shape and letters, the same everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SuitMark {
    pub(crate) hue: Hue,
    pub(crate) shape: char,
    pub(crate) letters: &'static str,
}

impl SuitMark {
    const fn new(hue: Hue, shape: char, letters: &'static str) -> SuitMark {
        SuitMark { hue, shape, letters }
    }

    /// Shape and letters.
    pub(crate) fn text(self) -> String {
        format!("{}{}", self.shape, self.letters)
    }
}

const RED: SuitMark = SuitMark::new(Hue::Red, '●', "R");
const BLUE: SuitMark = SuitMark::new(Hue::Blue, '■', "B");
const YELLOW: SuitMark = SuitMark::new(Hue::Yellow, '▲', "Y");
const GREEN: SuitMark = SuitMark::new(Hue::Green, '◆', "G");
const GREY: SuitMark = SuitMark::new(Hue::Grey, '▼', "K");
const PINK: SuitMark = SuitMark::new(Hue::Pink, '●', "P");

/// A card, or an option drawn like one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DrawnCard {
    /// Its suit, if it has one.
    pub(crate) suit: Option<SuitMark>,
    /// Its text.
    pub(crate) value: String,
    /// The number of copies, or other marks.
    pub(crate) more: String,
}

impl DrawnCard {
    fn of(suit: SuitMark, value: u8) -> DrawnCard {
        DrawnCard { suit: Some(suit), value: value.to_string(), more: String::new() }
    }

    /// As it is written: `■B13`.
    pub(crate) fn text(&self) -> String {
        format!("{}{}{}", self.suit.map(SuitMark::text).unwrap_or_default(), self.value, self.more)
    }

    pub(crate) fn ink(&self) -> Ink {
        self.suit.map_or(Ink::Strong, |suit| Ink::Hue(suit.hue))
    }
}

/// A part of an action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    /// As notation writes it.
    pub(crate) id: String,
    /// Its drawing.
    pub(crate) card: DrawnCard,
    /// Its own key, if the game has one.
    pub(crate) key: Option<char>,
}

impl Part {
    fn card(id: impl Display, card: DrawnCard) -> Part {
        Part { id: id.to_string(), card, key: None }
    }

    /// An option that is only text.
    fn words(id: impl Display, words: String) -> Part {
        Part::card(id, DrawnCard { suit: None, value: words, more: String::new() })
    }

    fn with_key(self, key: char) -> Part {
        Part { key: Some(key), ..self }
    }
}

/// A row of text in inks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Row(pub(crate) Vec<(String, Ink)>);

impl Row {
    pub(crate) fn of(text: impl Into<String>, ink: Ink) -> Row {
        Row(vec![(text.into(), ink)])
    }

    pub(crate) fn add(&mut self, text: impl Into<String>, ink: Ink) {
        self.0.push((text.into(), ink));
    }

    fn suit(&mut self, suit: SuitMark) {
        self.add(suit.text(), Ink::Hue(suit.hue));
    }

    /// A card, padded to a width.
    fn card(&mut self, card: &DrawnCard, width: usize) {
        let text = card.text();
        let pad = width.saturating_sub(text.chars().count());
        self.add(text, card.ink());
        self.add(" ".repeat(pad), Ink::Plain);
    }
}

/// The centre of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Centre {
    pub(crate) title: String,
    pub(crate) rows: Vec<Row>,
}

/// The cards in front of the seats, with a title.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlayedCards {
    /// `Trick`, with the suit led.
    pub(crate) title: Row,
    /// Whether it is over and shown only until the next lead.
    pub(crate) is_over: bool,
    /// Whether there is room for notes on the cards.
    pub(crate) has_notes: bool,
    pub(crate) plays: Vec<PlayedCard>,
}

/// The card in front of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayedCard {
    pub(crate) seat: Seat,
    pub(crate) card: DrawnCard,
    /// The card in words.
    pub(crate) name: String,
    /// A note on the card.
    pub(crate) note: Option<String>,
    /// Whether it is the best so far.
    pub(crate) best: bool,
}

/// The mark of a seat.
pub(crate) fn token(seat: Seat) -> char {
    ['○', '□', '△', '◇', '▽', '☆'][seat.index()]
}

/// A number with a minus sign instead of a hyphen.
pub(crate) fn signed(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// A trick with one winning card, and a note on the best card so far.
fn contest<G: Game, C: Numbered + PartialEq, const N: usize>(
    sight: SpokenView<'_, G>,
    trick: &rules::Trick<C, N>,
    best: Option<Seat>,
    suits: &[(&'static str, Option<SuitMark>)],
    show: impl Fn(C) -> (DrawnCard, String),
) -> PlayedCards {
    let n_seats = sight.n_seats();
    let is_over = trick.cards().len() == usize::from(n_seats);
    let play = |(seat, played)| {
        let best = best == Some(seat);
        let note = best.then(|| sight.say(if is_over { "face-won" } else { "face-ahead" }));
        let (card, name) = show(played);
        PlayedCard { seat, card, name, note, best }
    };
    PlayedCards {
        title: trick_title(sight, is_over, suits),
        is_over,
        has_notes: true,
        plays: trick.plays(n_seats).map(play).collect(),
    }
}

/// The title of a trick with the led suit and trump.
fn trick_title<G: Game>(
    sight: SpokenView<'_, G>,
    is_over: bool,
    suits: &[(&'static str, Option<SuitMark>)],
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

/// The trick to show: the current one, or the last one until the next lead.
fn shown<C: Numbered + PartialEq, const N: usize>(
    tricks: &[rules::Trick<C, N>],
) -> Option<&rules::Trick<C, N>> {
    tricks.iter().rev().find(|trick| !trick.cards().is_empty())
}

/// The cards in front of the seats, in a sentence.
pub(crate) fn played_cards_in_words<G: Face>(sight: SpokenView<'_, G>) -> Option<String> {
    let table = G::played_cards(sight);
    if table.plays.is_empty() {
        return None;
    }
    let told = |played: &PlayedCard| {
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
