//! Examples of CATSle.

use rules::Seat;
use rules::catsle::{Board, Card, Place, Rules, Suit, Trick};
use rules::notation::{Reader, Unreadable, Wanted};

use super::{in_notation, join_items, n_seats, read_trick, unknown};
use crate::Words;
use crate::spoken::catsle::{place_of, places, rank_of};

/// A picture for CATSle.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Picture {
    /// `trick r5 g9 b9 r2` or `trick r8 r2 g5 + k12`: all cards of a trick, the extra card, and the ranking.
    Trick { rules: Rules, trick: Trick, extra: Option<Card> },
    /// `castle 4 1:rr 2:bb s:k`: the number of players, a board, and its points.
    Castle { rules: Rules, board: Board },
    /// `place g5 4 1:rr 2:bb s:k`: a card, a board, and the legal places for the card.
    Place { card: Card, rules: Rules, board: Board },
}

impl Picture {
    pub(super) fn read(verb: &str, things: &str) -> Result<Picture, Unreadable> {
        match verb {
            "trick" => {
                let (cards, extra) = things.split_once(" + ").unzip();
                let extra = extra.map(str::parse).transpose()?;
                let trick = read_trick(cards.unwrap_or(things))?;
                let rules = rules_for(&n_seats(&trick).to_string())?;
                Ok(Picture::Trick { rules, trick, extra })
            }
            "castle" => {
                let (rules, board) = read_castle(things)?;
                Ok(Picture::Castle { rules, board })
            }
            "place" => {
                let (card, castle) = things.split_once(' ').unwrap_or((things, ""));
                let (rules, board) = read_castle(castle)?;
                Ok(Picture::Place { card: card.parse()?, rules, board })
            }
            _ => unknown(verb, &["trick", "castle", "place"]),
        }
    }

    /// The rules of the example.
    pub fn rules(&self) -> Rules {
        match self {
            Picture::Trick { rules, .. }
            | Picture::Castle { rules, .. }
            | Picture::Place { rules, .. } => *rules,
        }
    }

    pub(super) fn outcome(&self) -> String {
        match self {
            Picture::Trick { trick, .. } => {
                let n_seats = n_seats(trick);
                let ranked = trick.ranking(n_seats).into_iter().take(n_seats.into());
                in_notation(ranked.filter_map(|seat: Seat| trick.card_of(seat, n_seats)))
            }
            Picture::Castle { rules, board } => rules.score(board.counts()).points.to_string(),
            Picture::Place { card, board, .. } => in_notation(open_places(*card, board)),
        }
    }

    pub(super) fn describe(&self, words: &Words) -> String {
        let name = |card: Card| words.card(card.suit().name(), card.rank());
        let castle = |rules: &Rules, board: &Board| {
            join_items(places(rules).map(|place| {
                let (id, facts) = place_of(rules, board, place);
                words.message(id, &facts)
            }))
        };
        match self {
            Picture::Trick { rules, trick, extra } => {
                let n_seats = n_seats(trick);
                let played = trick.plays(n_seats).map(|(seat, card): (Seat, Card)| {
                    let rank = rank_of(rules, trick, seat);
                    let note = rank.map(|facts| words.message("catsle-face-rank", &facts));
                    words.play(seat, name(card), note.as_slice())
                });
                let extra = extra.map(|card| {
                    let facts = [
                        ("seat", words.message("catsle-face-extra", &[]).into()),
                        ("card", name(card).into()),
                    ];
                    words.message("example-play", &facts)
                });
                join_items(played.chain(extra))
            }
            Picture::Castle { rules, board } => {
                let points = rules.score(board.counts()).points;
                let facts = [("things", castle(rules, board).into()), ("score", points.into())];
                words.message("example-worth", &facts)
            }
            Picture::Place { card, rules, board } => {
                let to = open_places(*card, board).map(|place| words.message(place.name(), &[]));
                let facts = [
                    ("things", castle(rules, board).into()),
                    ("card", name(*card).into()),
                    ("places", words.list(&to.collect::<Vec<_>>()).into()),
                ];
                words.message("example-place", &facts)
            }
        }
    }
}

/// The places where a card may go: the place of its suit, or any empty place (CAS-25).
fn open_places(card: Card, board: &Board) -> impl Iterator<Item = Place> + use<> {
    let places = board.places(card.suit());
    Place::ALL.into_iter().filter(move |place| places & 1 << place.index() != 0)
}

/// The rules for this number of players.
fn rules_for(players: &str) -> Result<Rules, Unreadable> {
    format!("catsle players={players}").parse()
}

/// Reads `4 1:rr 2:bb s:k`: the number of players, and the suits in each place.
fn read_castle(text: &str) -> Result<(Rules, Board), Unreadable> {
    let (players, columns) = text.split_once(' ').unwrap_or((text, ""));
    let rules = rules_for(players)?;
    let mut board = Board::new(rules.places());
    for column in columns.split(' ') {
        let wanted = || Reader::new(column).refuse(Wanted::Like("1:rr"));
        let (place, suits) = column.split_once(':').ok_or_else(wanted)?;
        let place = Place::ALL.into_iter().find(|known| known.to_string() == place);
        let place = place.ok_or_else(wanted)?;
        for letter in suits.chars() {
            let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == letter);
            board = suit.and_then(|suit| board.with(suit, place)).ok_or_else(wanted)?;
        }
    }
    Ok((rules, board))
}
