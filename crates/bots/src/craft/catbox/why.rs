//! Reasons in terms of Cat in the Box.

use rules::catbox::{Action, Cell, Cells, Colour, Open, Own, Value};
use rules::{Fact, Facts, Open as _, Rules as _, Say, Seat, codes};

use super::expected_tricks;
use super::play::MOST_TRICKS;

/// A reason to set a card aside, to bid, or to play a card. `later` is the number of seats yet to play to the trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Why {
    /// One of several cards of a value, which compete for the same cells.
    Alike { value: Value, n_alike: u8 },
    /// The lowest card in hand.
    Lowest { value: Value },
    /// The highest card in hand.
    Highest { value: Value },
    /// The only card of its value, neither low nor high.
    Only { value: Value },
    /// No bid is nearer to the tricks that the hand is good for.
    Fits { about: u8 },
    /// The hand is good for fewer tricks, and another bid is nearer.
    BidsMore { about: u8 },
    /// The hand is good for more tricks, and another bid is nearer.
    BidsLess { about: u8 },
    /// Leaves `n_cards` without a cell, at least one too many, and another play leaves fewer.
    Strands { n_cards: u8 },
    /// Leads a colour without higher open cells.
    LeadsHigh { colour: Colour },
    /// Leads a colour with `n_higher` higher open cells.
    Leads { colour: Colour, n_higher: u8 },
    /// Wins with red where another colour was led, and gives up that colour.
    Trumps { colour: Colour, later: u8 },
    /// Wins the trick that meets the bid; the largest group would be the bonus.
    Meets { later: u8, group: u8 },
    /// Wins a trick, and the bid needs `more` tricks after it.
    Towards { later: u8, more: u8 },
    /// In the game without bids: wins a trick, and `more` tricks after it still keep the bonus.
    Wins { later: u8, more: u8 },
    /// Wins a trick that costs the bonus.
    TooMany { later: u8 },
    /// Wins a trick when the bonus is lost already.
    Point { later: u8 },
    /// Gives up the colour led, and `n_cells` cells there that other cards in hand could have taken.
    GivesUp { colour: Colour, n_cells: u8 },
    /// Leaves the trick to this seat, because one more would cost the bonus.
    Stays { winner: Seat, later: u8 },
    /// Takes a cell that grows the largest group to `group`.
    Grows { group: u8 },
    /// Follows, and so keeps the colour.
    Keeps { colour: Colour },
    /// Does not follow a colour that was given up before.
    NothingLost { colour: Colour },
}

impl Say for Why {
    codes! {
        Why::Alike { .. } => "alike",
        Why::Lowest { .. } => "lowest",
        Why::Highest { .. } => "highest",
        Why::Only { .. } => "only",
        Why::Fits { .. } => "fits",
        Why::BidsMore { .. } => "bids-more",
        Why::BidsLess { .. } => "bids-less",
        Why::Strands { .. } => "strands",
        Why::LeadsHigh { .. } => "leads-high",
        Why::Leads { .. } => "leads",
        Why::Trumps { .. } => "trumps",
        Why::Meets { .. } => "meets",
        Why::Towards { .. } => "towards",
        Why::Wins { .. } => "wins",
        Why::TooMany { .. } => "too-many",
        Why::Point { .. } => "point",
        Why::GivesUp { .. } => "gives-up",
        Why::Stays { .. } => "stays",
        Why::Grows { .. } => "grows",
        Why::Keeps { .. } => "keeps",
        Why::NothingLost { .. } => "nothing-lost",
    }

    fn facts(&self) -> Facts {
        let named = |colour: Colour| ("colour", Fact::Name(colour.name()));
        match *self {
            Why::Alike { value, n_alike } => {
                vec![("value", value.number().into()), ("n", n_alike.into())]
            }
            Why::Lowest { value } | Why::Highest { value } | Why::Only { value } => {
                vec![("value", value.number().into())]
            }
            Why::Fits { about } | Why::BidsMore { about } | Why::BidsLess { about } => {
                vec![("about", about.into())]
            }
            Why::Strands { n_cards } => vec![("n", n_cards.into())],
            Why::LeadsHigh { colour } | Why::Keeps { colour } | Why::NothingLost { colour } => {
                vec![named(colour)]
            }
            Why::Leads { colour, n_higher: n } | Why::GivesUp { colour, n_cells: n } => {
                vec![named(colour), ("n", n.into())]
            }
            Why::Trumps { colour, later } => vec![named(colour), ("later", later.into())],
            Why::Meets { later, group } => vec![("later", later.into()), ("group", group.into())],
            Why::Towards { later, more } | Why::Wins { later, more } => {
                vec![("later", later.into()), ("more", more.into())]
            }
            Why::TooMany { later } | Why::Point { later } => vec![("later", later.into())],
            Why::Stays { winner, later } => vec![("seat", winner.into()), ("later", later.into())],
            Why::Grows { group } => vec![("group", group.into())],
        }
    }
}

pub(super) fn why(open: &Open, seat: Seat, own: &Own, action: Action) -> Why {
    match action {
        Action::Discard(value) => why_set_aside(own, value),
        Action::Bid(bid) => why_bid(open, seat, own, bid),
        Action::Play(cell) => why_play(open, seat, own, cell),
    }
}

fn why_set_aside(own: &Own, value: Value) -> Why {
    let n_alike = own.hand.count(value);
    let (lowest, highest) = (own.hand.iter().min(), own.hand.iter().max());
    if n_alike > 1 {
        Why::Alike { value, n_alike }
    } else if lowest == Some(value) {
        Why::Lowest { value }
    } else if highest == Some(value) {
        Why::Highest { value }
    } else {
        Why::Only { value }
    }
}

fn why_bid(open: &Open, seat: Seat, own: &Own, bid: u8) -> Why {
    let tricks = expected_tricks(open, own).max(0.0);
    let about = tricks.round() as u8;
    let off = |bid: u8| (tricks - f32::from(bid)).abs();
    let nearer = open.actions(seat, own).iter().any(|other| match other {
        Action::Bid(other) => off(other) < off(bid),
        Action::Discard(_) | Action::Play(_) => false,
    });
    match nearer {
        false => Why::Fits { about },
        true if f32::from(bid) > tricks => Why::BidsMore { about },
        true => Why::BidsLess { about },
    }
}

fn why_play(open: &Open, seat: Seat, own: &Own, cell: Cell) -> Why {
    let rules = open.rules();
    let (colour, led) = (cell.colour(), open.trick().led());
    let gives_up = led.filter(|&led| led != colour && !open.given_up(seat).has(led));

    let n_cards = n_stranded(open, seat, own, cell);
    let fewer = open.actions(seat, own).iter().any(|other| match other {
        Action::Play(other) => n_stranded(open, seat, own, other) < n_cards,
        Action::Discard(_) | Action::Bid(_) => false,
    });
    if n_cards > 1 && fewer {
        return Why::Strands { n_cards };
    }

    let group = rules.largest_group(open.tokens(seat).with(cell));
    let group_before = rules.largest_group(open.tokens(seat));
    let grows = group_before > 0 && group > group_before;
    let (won, bid) = (open.won(seat) as i8, open.bid(seat));
    let needed = bid.map_or(MOST_TRICKS, |bid| bid as i8) - won;

    let Some(led) = led else {
        let free = rules.cells() - open.covered();
        let is_higher = |other: &Cell| other.colour() == colour && other.value() > cell.value();
        let n_higher = free.iter().filter(is_higher).count() as u8;
        return match n_higher {
            0 if needed > 0 => Why::LeadsHigh { colour },
            _ if needed > 0 && grows => Why::Grows { group },
            0 => Why::LeadsHigh { colour },
            _ => Why::Leads { colour, n_higher },
        };
    };

    let mut trick = *open.trick();
    trick.play(cell);
    let later = rules.n_seats() - trick.cards().len() as u8;
    let winner = trick.winner(rules.n_seats()).unwrap_or(seat);
    if winner == seat {
        let more = (needed - 1).max(0) as u8;
        return match (gives_up, needed) {
            (Some(colour), 1..) => Why::Trumps { colour, later },
            (_, 0) => Why::TooMany { later },
            (_, ..0) => Why::Point { later },
            (None, _) if bid.is_none() => Why::Wins { later, more },
            (None, 1) => Why::Meets { later, group },
            (None, _) => Why::Towards { later, more },
        };
    }
    if let Some(colour) = gives_up {
        let n_cells = cells_left(open, own, cell, colour).len() as u8;
        return Why::GivesUp { colour, n_cells };
    }
    if needed == 0 {
        Why::Stays { winner, later }
    } else if grows {
        Why::Grows { group }
    } else if colour == led {
        Why::Keeps { colour }
    } else {
        Why::NothingLost { colour: led }
    }
}

/// The open cells of a colour that the other cards in hand could take.
fn cells_left(open: &Open, own: &Own, played: Cell, colour: Colour) -> Cells {
    let free = open.rules().cells() - open.covered();
    let hand = own.hand.without(played.value());
    let is_left = |cell: &Cell| cell.colour() == colour && hand.count(cell.value()) > 0;
    free.without(played).iter().filter(is_left).collect()
}

/// How many cards in hand have no cell left after this play. Cards of a value share the cells of that value.
fn n_stranded(open: &Open, seat: Seat, own: &Own, played: Cell) -> u8 {
    let mut given_up = open.given_up(seat);
    if let Some(led) = open.trick().led().filter(|&led| led != played.colour()) {
        given_up = given_up.with(led);
    }
    let free = (open.rules().cells() - open.covered() - given_up.cells()).without(played);
    let hand = own.hand.without(played.value());
    let stranded = |value: Value| {
        let n_cells = free.iter().filter(|cell| cell.value() == value).count() as u8;
        hand.count(value).saturating_sub(n_cells)
    };
    Value::up_to(open.rules().max_value()).map(stranded).sum()
}
