//! Examples of Meow.

use rules::meow::{Card, Cards, N_TURNS, Rules, Token, Trick};
use rules::notation::{Reader, Unreadable, Wanted};
use rules::{Fact, Seat};

use super::{in_notation, join_items, n_seats, read_cards, read_trick, unknown};
use crate::Words;

/// A picture for Meow.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Picture {
    /// `trick b8 b13 g5 p18`: all cards of a trick, and the winning one.
    Trick(Trick),
    /// `follow b8 : b5 b13 g2`: the card led, a hand, and its legal cards.
    Follow { trick: Trick, hand: Cards },
    /// `row 5 -3 F V`: the tokens of a round, from left to right.
    Row(Vec<Token>),
    /// `tokens 5 -3 F V`: won tokens, and their value.
    Tokens(Vec<Token>),
}

impl Picture {
    pub(super) fn read(verb: &str, things: &str) -> Result<Picture, Unreadable> {
        match verb {
            "trick" => Ok(Picture::Trick(read_trick(things)?)),
            "follow" => {
                let wanted = || Reader::new(things).refuse(Wanted::Like("b8 : b5 g2"));
                let (led, hand) = things.split_once(" : ").ok_or_else(wanted)?;
                let hand = read_cards::<Card>(hand, N_TURNS)?.into_iter().collect();
                Ok(Picture::Follow { trick: read_trick(led)?, hand })
            }
            "row" => Ok(Picture::Row(read_tokens(things)?)),
            "tokens" => Ok(Picture::Tokens(read_tokens(things)?)),
            _ => unknown(verb, &["trick", "follow", "row", "tokens"]),
        }
    }

    pub(super) fn outcome(&self) -> String {
        match self {
            Picture::Trick(trick) => in_notation(trick.winning_card()),
            Picture::Follow { trick, hand } => in_notation(trick.following(*hand).iter()),
            Picture::Row(_) => String::new(),
            Picture::Tokens(tokens) => worth(tokens).to_string(),
        }
    }

    pub(super) fn describe(&self, words: &Words) -> String {
        let name = |card: Card| words.card(card.colour().name(), card.value());
        let token = |token: &Token| words.message("meow-token", &[("token", (*token).into())]);
        match self {
            Picture::Trick(trick) => {
                let won = |card| Some(card) == trick.winning_card();
                join_items(trick.plays(n_seats(trick)).map(|(seat, card): (Seat, Card)| {
                    let note = won(card).then(|| words.message("face-won", &[]));
                    words.play(seat, name(card), note.as_slice())
                }))
            }
            Picture::Follow { trick, hand } => {
                let may = trick.following(*hand);
                let list = |cards: Cards| {
                    Fact::Text(words.list(&cards.iter().map(name).collect::<Vec<_>>()))
                };
                let led = trick.first().map(name).unwrap_or_default();
                let facts = [("led", led.into()), ("may", list(may)), ("not", list(*hand - may))];
                words.message("example-follow", &facts)
            }
            Picture::Row(tokens) => join_items(tokens.iter().map(token)),
            Picture::Tokens(tokens) => {
                let token_list = words.list(&tokens.iter().map(token).collect::<Vec<_>>());
                let facts = [("things", token_list.into()), ("score", worth(tokens).into())];
                words.message("example-worth", &facts)
            }
        }
    }
}

/// The value of tokens at the end of a game.
pub fn worth(tokens: &[Token]) -> i32 {
    let n_fish = tokens.iter().filter(|&&token| token == Token::Fish).count();
    rules().worth(tokens.iter().copied(), n_fish)
}

/// The rules of the examples.
pub fn rules() -> Rules {
    "meow".parse().expect("a rules line")
}

/// Reads tokens separated by spaces, none more often than in the box.
fn read_tokens(tokens: &str) -> Result<Vec<Token>, Unreadable> {
    let mut left = rules().tokens().to_vec();
    let read = |word: &str| {
        let token: Token = word.parse()?;
        let place = left.iter().position(|&left| left == token);
        place.map(|place| left.remove(place)).ok_or(Reader::new(word).refuse(Wanted::Like("-3")))
    };
    tokens.split(' ').map(read).collect()
}
