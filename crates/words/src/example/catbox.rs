//! Examples of Cat in the Box.

use rules::catbox::{Cell, Cells, Colour, Colours, Hand, MAX_SEATS, Rules, Trick};
use rules::notation::{Reader, Unreadable, Wanted};
use rules::{BySeat, Fact, Rules as _, Seat};

use super::{in_notation, join_items, n_seats, read_trick, unknown};
use crate::Words;

/// A picture for Cat in the Box.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Picture {
    /// `name 4y`: a card before and after its colour is named.
    Name(Cell),
    /// `trick 4y 2y 1r`: all cards of a trick, and the winning one.
    Trick(Trick),
    /// `sheet 0:1y,2y 1:5r`: tokens on the sheet for 3 players, and the largest group of the first seat.
    Sheet(Tokens),
    /// `hand 136 given-up:y 0:1y,2y 1:5r`: cards, given-up colours, the sheet, and the cells open to the cards.
    Hand { hand: Hand, given_up: Colours, tokens: Tokens },
}

/// The covered cells of each seat.
pub type Tokens = BySeat<Cells, MAX_SEATS>;

impl Picture {
    pub(super) fn read(verb: &str, things: &str) -> Result<Picture, Unreadable> {
        match verb {
            "name" => Ok(Picture::Name(things.parse()?)),
            "trick" => Ok(Picture::Trick(read_trick(things)?)),
            "sheet" => Ok(Picture::Sheet(read_tokens(things)?)),
            "hand" => {
                let mut words = things.splitn(3, ' ');
                let mut word = || words.next().unwrap_or_default();
                let hand = word().parse()?;
                let given_up = read_colours(word())?;
                Ok(Picture::Hand { hand, given_up, tokens: read_tokens(word())? })
            }
            _ => unknown(verb, &["name", "trick", "sheet", "hand"]),
        }
    }

    pub(super) fn outcome(&self) -> String {
        match self {
            Picture::Name(_) => String::new(),
            Picture::Trick(trick) => {
                let n_seats = n_seats(trick);
                in_notation(trick.winner(n_seats).and_then(|seat| trick.card_of(seat, n_seats)))
            }
            Picture::Sheet(tokens) => rules().largest_group(tokens[Seat::new(0)]).to_string(),
            Picture::Hand { hand, given_up, tokens } => {
                let free = hand.free_cells(covered(tokens), *given_up);
                if free.is_empty() { "nowhere".to_owned() } else { in_notation(free.iter()) }
            }
        }
    }

    pub(super) fn describe(&self, words: &Words) -> String {
        let name = |cell: Cell| words.card(cell.colour().name(), cell.value().number());
        let names = |cells: Cells| words.list(&cells.iter().map(name).collect::<Vec<_>>());
        let covering = |tokens: &Tokens| {
            let seats = Seat::all(rules().n_seats()).filter(|&seat| !tokens[seat].is_empty());
            join_items(seats.map(|seat| {
                let facts = [("seat", seat.into()), ("cells", names(tokens[seat]).into())];
                words.message("example-tokens", &facts)
            }))
        };
        match self {
            Picture::Name(cell) => {
                let value = cell.value().number().into();
                words.message("example-named", &[("value", value), ("card", name(*cell).into())])
            }
            Picture::Trick(trick) => {
                join_items(trick.plays(n_seats(trick)).map(|(seat, cell): (Seat, Cell)| {
                    words.play(seat, name(cell), &notes(words, trick, seat))
                }))
            }
            Picture::Sheet(tokens) => {
                let group = rules().largest_group(tokens[Seat::new(0)]);
                let group = words.message("catbox-face-group", &[("n", group.into())]);
                let facts = [("things", covering(tokens).into()), ("outcome", group.into())];
                words.message("example-outcome", &facts)
            }
            Picture::Hand { hand, given_up, tokens } => {
                let colours = given_up.iter().map(|colour| words.message(colour.name(), &[]));
                let colours = words.list(&colours.collect::<Vec<_>>());
                let free = hand.free_cells(covered(tokens), *given_up);
                let facts = [
                    ("hand", in_notation(hand.iter()).into()),
                    ("colours", colours.into()),
                    ("tokens", covering(tokens).into()),
                    ("n", (free.len() as i64).into()),
                    ("cells", names(free).into()),
                ];
                words.message("example-hand", &facts)
            }
        }
    }
}

/// Notes on the card of a seat: the given-up colour, and whether it wins.
pub fn notes(words: &Words, trick: &Trick, seat: Seat) -> Vec<String> {
    let n_seats = n_seats(trick);
    let given_up = trick.card_of(seat, n_seats).and_then(|cell| trick.given_up_with(cell));
    let given_up = given_up.map(|led| [("colour", Fact::Name(led.name()))]);
    let given_up = given_up.map(|facts| words.message("example-gives-up", &facts));
    let won = trick.winner(n_seats) == Some(seat);
    given_up.into_iter().chain(won.then(|| words.message("face-won", &[]))).collect()
}

/// All covered cells.
pub fn covered(tokens: &Tokens) -> Cells {
    tokens.0.into_iter().fold(Cells::NONE, |covered, cells| covered | cells)
}

/// The rules of the examples.
pub fn rules() -> Rules {
    "catbox players=3".parse().expect("a rules line")
}

/// Reads `0:1y,2y 1:5r`: seats in order, each cell once.
fn read_tokens(text: &str) -> Result<Tokens, Unreadable> {
    let mut tokens = Tokens::default();
    for (seat, cells) in Seat::all(rules().n_seats()).zip(text.split(' ')) {
        let cells = cells.strip_prefix(&format!("{seat}:"));
        let cells = cells.ok_or_else(|| Reader::new(text).refuse(Wanted::Like("0:1y,2y 1:5r")))?;
        for cell in cells.split(',').filter(|cell| !cell.is_empty()) {
            let read: Cell = cell.parse()?;
            if covered(&tokens).has(read) || !rules().cells().has(read) {
                return Err(Reader::new(cell).refuse(Wanted::NewCard));
            }
            tokens[seat] = tokens[seat].with(read);
        }
    }
    Ok(tokens)
}

/// Reads `given-up:yg`.
fn read_colours(text: &str) -> Result<Colours, Unreadable> {
    let wanted = || Reader::new(text).refuse(Wanted::Like("given-up:y"));
    let letters = text.strip_prefix("given-up:").ok_or_else(wanted)?;
    let colour = |letter| Colour::ALL.into_iter().find(|colour| colour.letter() == letter);
    letters.chars().map(|letter| colour(letter).ok_or_else(wanted)).collect()
}
