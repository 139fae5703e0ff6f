//! Reasons in terms of CATSle.

use rules::bits::each_bit;
use rules::catsle::{Action, Card, Open, Own, Place, Suit};
use rules::{Fact, Facts, Open as _, Rules as _, Say, Seat, codes};

use super::{N_PLACES, to_come};

/// A reason to play or to take a card. Ranks count from 1, and columns are named by their limits. `later` is the number of
/// seats that can still change the rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Why {
    /// The card ranks first so far, and taking `card` would make a column perfect.
    FirstFor { later: u8, card: Card, limit: u8 },
    /// The card ranks first.
    First { later: u8 },
    /// The card has a rank that takes two cards.
    Two { rank: u8, later: u8 },
    /// The card has a rank that takes one card.
    One { rank: u8, later: u8 },
    /// The card has a rank that takes nothing, and every card in the trick would cost points.
    Ducks { rank: u8, later: u8 },
    /// The card has a rank that takes nothing.
    Nothing { rank: u8, later: u8 },
    /// The card is led, and `higher` cards of its suit that beat it are unseen.
    Leads { suit: Suit, higher: u8 },
    /// The column is full now, and `perfect` columns are.
    Perfect { limit: u8, perfect: u8 },
    /// The first card of a column; `to_come` cards of its suit have not been played.
    Starts { suit: Suit, limit: u8, to_come: u8 },
    /// The column has `count` cards now, and there is room for more.
    Fills { limit: u8, count: u8 },
    /// It costs `points` points, and nothing else costs less.
    LeastLoss { points: u8 },
    /// The column was full, and has `count` cards now.
    Breaks { limit: u8, count: u8 },
    /// The column was over its limit before, and has `count` cards now.
    Overflows { limit: u8, count: u8 },
    /// The scrap area has `count` cards now.
    Scraps { count: u8 },
}

impl Say for Why {
    codes! {
        Why::FirstFor { .. } => "first-for",
        Why::First { .. } => "first",
        Why::Two { .. } => "two",
        Why::One { .. } => "one",
        Why::Ducks { .. } => "ducks",
        Why::Nothing { .. } => "nothing",
        Why::Leads { .. } => "leads",
        Why::Perfect { .. } => "perfect",
        Why::Starts { .. } => "starts",
        Why::Fills { .. } => "fills",
        Why::LeastLoss { .. } => "least-loss",
        Why::Breaks { .. } => "breaks",
        Why::Overflows { .. } => "overflows",
        Why::Scraps { .. } => "scraps",
    }

    fn facts(&self) -> Facts {
        match *self {
            Why::FirstFor { later, card, limit } => vec![
                ("later", later.into()),
                ("suit", Fact::Name(card.suit().name())),
                ("rank", card.rank().into()),
                ("limit", limit.into()),
            ],
            Why::First { later } => vec![("later", later.into())],
            Why::Two { rank, later }
            | Why::One { rank, later }
            | Why::Ducks { rank, later }
            | Why::Nothing { rank, later } => {
                vec![("rank", rank.into()), ("later", later.into())]
            }
            Why::Leads { suit, higher } => {
                vec![("suit", Fact::Name(suit.name())), ("higher", higher.into())]
            }
            Why::Perfect { limit, perfect } => {
                vec![("limit", limit.into()), ("perfect", perfect.into())]
            }
            Why::Starts { suit, limit, to_come } => vec![
                ("suit", Fact::Name(suit.name())),
                ("limit", limit.into()),
                ("left", to_come.into()),
            ],
            Why::Fills { limit, count }
            | Why::Breaks { limit, count }
            | Why::Overflows { limit, count } => {
                vec![("limit", limit.into()), ("n", count.into())]
            }
            Why::LeastLoss { points } => vec![("points", points.into())],
            Why::Scraps { count } => vec![("n", count.into())],
        }
    }
}

pub(super) fn why(open: &Open, seat: Seat, own: Own, action: Action) -> Why {
    match action {
        Action::Play(card) => why_play(open, seat, own, card),
        Action::Take(_, place) if change(open, seat, place) < 0 => {
            let changes = open.actions(seat, &own).iter().map(|other| match other {
                Action::Take(_, place) => change(open, seat, place),
                Action::Play(_) => 0,
            });
            why_waste(open, seat, place, changes.max().unwrap_or(0))
        }
        Action::Take(card, place) => why_build(open, seat, card, place),
    }
}

/// The points that one more card at a place adds to the current board.
fn change(open: &Open, seat: Seat, place: Place) -> i32 {
    let (rules, counts) = (open.rules(), open.board(seat).counts());
    rules.score(with_one_more(counts, place)).sum - rules.score(counts).sum
}

fn with_one_more(mut counts: [u8; N_PLACES], place: Place) -> [u8; N_PLACES] {
    counts[place.index()] += 1;
    counts
}

/// For a card that adds points.
fn why_build(open: &Open, seat: Seat, card: Card, place: Place) -> Why {
    let counts = with_one_more(open.board(seat).counts(), place);
    let (suit, count) = (card.suit(), counts[place.index()]);
    let limit = limit(open, place);
    if count == limit {
        return Why::Perfect { limit, perfect: open.rules().score(counts).perfect };
    }
    if count == 1 {
        return Why::Starts { suit, limit, to_come: (to_come(open) & suit.cards()).len() as u8 };
    }
    Why::Fills { limit, count }
}

/// For a card that costs points, when this is the best that can be had.
fn why_waste(open: &Open, seat: Seat, place: Place, best_change: i32) -> Why {
    let change = change(open, seat, place);
    if change == best_change {
        return Why::LeastLoss { points: change.unsigned_abs() as u8 };
    }
    let count = open.board(seat).counts()[place.index()] + 1;
    let limit = limit(open, place);
    if place == Place::SCRAP {
        Why::Scraps { count }
    } else if count == limit + 1 {
        Why::Breaks { limit, count }
    } else {
        Why::Overflows { limit, count }
    }
}

/// The scrap area has none.
fn limit(open: &Open, place: Place) -> u8 {
    open.rules().limits().get(place.index()).copied().unwrap_or(0)
}

fn why_play(open: &Open, seat: Seat, own: Own, card: Card) -> Why {
    let rules = open.rules();
    let mut trick = *open.trick();
    trick.play(card);
    let n_played = trick.cards().len();
    let ranking = trick.ranking(rules.n_seats());
    let rank = ranking[..n_played].iter().take_while(|&&other| other != seat).count() as u8;
    let takes = rules.takes().iter().copied().filter(|&taker| taker == rank).count();

    let unseen = to_come(open) - own.hand;
    let of_suit = (unseen & card.suit().cards()).iter();
    let higher = of_suit.filter(|other| other.rank() > card.rank()).count() as u8;
    let beatable = trick.led() != Some(card.suit()) || higher > 0;
    let n_later = rules.n_seats() - n_played as u8;

    if rank == 0 {
        let later = if beatable { n_later } else { 0 };
        if n_played == 1 && later > 0 {
            return Why::Leads { suit: card.suit(), higher };
        }
        let mut offer = trick.cards().iter().chain(open.extras().last());
        let prize = offer.find_map(|&card| Some((card, fills_at(open, seat, card.suit())?)));
        return match prize {
            Some((card, limit)) => Why::FirstFor { later, card, limit },
            None => Why::First { later },
        };
    }
    let (rank, later) = (rank + 1, n_later);
    match takes {
        0 => {
            let mut offer = trick.cards().iter().chain(open.extras().last());
            let unwanted = offer.all(|card| {
                let mut changes = places(open, seat, card.suit());
                changes.all(|place| change(open, seat, place) < 0)
            });
            if unwanted { Why::Ducks { rank, later } } else { Why::Nothing { rank, later } }
        }
        1 => Why::One { rank, later },
        _ => Why::Two { rank, later },
    }
}

/// The limit of a column that one card of this suit would make perfect; of several the longest.
fn fills_at(open: &Open, seat: Seat, suit: Suit) -> Option<u8> {
    let counts = open.board(seat).counts();
    let places = places(open, seat, suit);
    let full = places.filter(|&place| counts[place.index()] + 1 == limit(open, place));
    full.map(|place| limit(open, place)).max()
}

fn places(open: &Open, seat: Seat, suit: Suit) -> impl Iterator<Item = Place> {
    each_bit(open.board(seat).places(suit).into()).map(|place| Place::ALL[place as usize])
}
