//! Reasons in terms of Meow.

use rules::meow::{Action, Card, Cards, Colour, Open, Own, Token, Trick};
use rules::{Fact, Facts, Open as _, Rules as _, Say, Seat, codes};

use super::{Others, Worths};

/// A reason to play a card or to discard a fishbone. `later` is the number of seats that can still change the outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Why {
    /// Wins a token that is wanted.
    Wins { token: Token, later: u8 },
    /// Wins a fish, which takes away a fishbone of this worth.
    WinsFish { worth: u8, later: u8 },
    /// Leads for a token that is wanted; `n_beating` unseen cards of the colour beat it.
    LeadsFor { token: Token, colour: Colour, n_beating: u8 },
    /// Leads for a token that is not wanted.
    LeadsAway { token: Token, colour: Colour, n_beating: u8 },
    /// Could win a token, but a better one is still to come in this round.
    Saves { token: Token, better: Token, winner: Seat },
    /// Could win a token, and lets this seat have it.
    Lets { token: Token, winner: Seat },
    /// Cannot beat this seat with any card.
    CannotWin { token: Token, winner: Seat },
    /// Leaves a token that is not wanted to this seat.
    Ducks { token: Token, winner: Seat, later: u8 },
    /// The same, with the highest card of its colour that does.
    DucksHigh { token: Token, winner: Seat, later: u8 },
    /// Leaves a vase to this seat, where one more would cost `points` points.
    DucksTwin { points: u8, winner: Seat, later: u8 },
    /// Wins a token that is not wanted.
    Takes { token: Token, later: u8 },
    /// The same, as every other card would.
    MustTake { token: Token, later: u8 },
    /// One more vase changes nothing.
    Harmless,
    /// Discards the worst fishbone.
    DropsWorst { worth: u8 },
    /// Discards a fishbone, and keeps a worse one.
    Drops { worth: u8, worst: u8 },
}

impl Say for Why {
    codes! {
        Why::Wins { .. } => "wins",
        Why::WinsFish { .. } => "wins-fish",
        Why::LeadsFor { .. } => "leads-for",
        Why::LeadsAway { .. } => "leads-away",
        Why::Saves { .. } => "saves",
        Why::Lets { .. } => "lets",
        Why::CannotWin { .. } => "cannot-win",
        Why::Ducks { .. } => "ducks",
        Why::DucksHigh { .. } => "ducks-high",
        Why::DucksTwin { .. } => "ducks-twin",
        Why::Takes { .. } => "takes",
        Why::MustTake { .. } => "must-take",
        Why::Harmless => "harmless",
        Why::DropsWorst { .. } => "drops-worst",
        Why::Drops { .. } => "drops",
    }

    fn facts(&self) -> Facts {
        let lost = |worth: u8| Fact::from(-i32::from(worth));
        match *self {
            Why::Wins { token, later }
            | Why::Takes { token, later }
            | Why::MustTake { token, later } => {
                vec![("token", token.into()), ("later", later.into())]
            }
            Why::WinsFish { worth, later } => {
                vec![("worth", lost(worth)), ("later", later.into())]
            }
            Why::LeadsFor { token, colour, n_beating }
            | Why::LeadsAway { token, colour, n_beating } => vec![
                ("token", token.into()),
                ("colour", Fact::Name(colour.name())),
                ("n", n_beating.into()),
            ],
            Why::Saves { token, better, winner } => {
                vec![("token", token.into()), ("better", better.into()), ("seat", winner.into())]
            }
            Why::Lets { token, winner } | Why::CannotWin { token, winner } => {
                vec![("token", token.into()), ("seat", winner.into())]
            }
            Why::Ducks { token, winner, later } | Why::DucksHigh { token, winner, later } => {
                vec![("token", token.into()), ("seat", winner.into()), ("later", later.into())]
            }
            Why::DucksTwin { points, winner, later } => vec![
                ("token", Token::Vase.into()),
                ("points", points.into()),
                ("seat", winner.into()),
                ("later", later.into()),
            ],
            Why::Harmless => vec![],
            Why::DropsWorst { worth } => vec![("worth", lost(worth))],
            Why::Drops { worth, worst } => vec![("worth", lost(worth)), ("worst", lost(worst))],
        }
    }
}

pub(super) fn why(open: &Open, seat: Seat, own: Own, action: Action) -> Why {
    match action {
        Action::Play(card) => why_play(open, seat, own, card),
        Action::Drop(worth) => {
            let fishbones = open.won(seat).filter_map(|(_, token)| match token {
                Token::Fishbone(worth) => Some(worth),
                Token::Bowl(_) | Token::Fish | Token::Vase => None,
            });
            match fishbones.max() {
                Some(worst) if worst > worth => Why::Drops { worth, worst },
                Some(_) | None => Why::DropsWorst { worth },
            }
        }
    }
}

fn why_play(open: &Open, seat: Seat, own: Own, card: Card) -> Why {
    let worths = Worths::new(open, seat);
    // A token is left in the row for every card in hand.
    let row = &open.tokens()[open.tokens().len() - own.hand.len()..];
    let (token, stake) = (row[0], worths.of(row[0]));
    let n_vases = open.won(seat).filter(|&(_, token)| token == Token::Vase).count() as u8;
    let cost = |n_more: u8| -open.rules().vase_points(n_vases + n_more);
    if token == Token::Vase && cost(2) == cost(0) {
        return Why::Harmless;
    }
    let unseen = Others::new(open, own.hand).unseen;
    if open.trick().first().is_none() {
        let of_colour = (unseen & card.colour().cards()).iter();
        let alone = with(*open.trick(), card);
        let n_beating = of_colour.filter(|&other| wins(alone, other)).count() as u8;
        let colour = card.colour();
        return if stake > 0.0 {
            Why::LeadsFor { token, colour, n_beating }
        } else {
            Why::LeadsAway { token, colour, n_beating }
        };
    }

    let trick = with(*open.trick(), card);
    let n_later = open.rules().n_seats() - trick.cards().len() as u8;
    let mut legal = open.actions(seat, &own).iter().filter_map(|action| match action {
        Action::Play(card) => Some(card),
        Action::Drop(_) => None,
    });
    if wins(*open.trick(), card) {
        let later = if can_be_beaten(trick, n_later, unseen) { n_later } else { 0 };
        return match token {
            Token::Fish if worths.bare()[0] > 0 => Why::WinsFish { worth: worths.bare()[0], later },
            _ if stake > 0.0 => Why::Wins { token, later },
            _ if legal.all(|other| wins(*open.trick(), other)) => Why::MustTake { token, later },
            _ => Why::Takes { token, later },
        };
    }

    let winner = trick.winner(open.rules().n_seats()).unwrap_or(seat);
    if stake > 0.0 {
        if !legal.any(|other| wins(*open.trick(), other)) {
            return Why::CannotWin { token, winner };
        }
        let best = row.iter().copied().max_by(|&a, &b| worths.of(a).total_cmp(&worths.of(b)));
        return match best.filter(|&best| worths.of(best) > stake) {
            Some(better) => Why::Saves { token, better, winner },
            None => Why::Lets { token, winner },
        };
    }
    if token == Token::Vase && cost(1) > cost(0) {
        return Why::DucksTwin { points: (cost(1) - cost(0)) as u8, winner, later: n_later };
    }
    let mut n_lower = 0;
    for other in legal.filter(|&other| other.colour() == card.colour()) {
        if !wins(*open.trick(), other) {
            if other.value() > card.value() {
                return Why::Ducks { token, winner, later: n_later };
            }
            n_lower += u8::from(other != card);
        }
    }
    if n_lower > 0 {
        Why::DucksHigh { token, winner, later: n_later }
    } else {
        Why::Ducks { token, winner, later: n_later }
    }
}

fn with(mut trick: Trick, card: Card) -> Trick {
    trick.play(card);
    trick
}

/// Whether a card wins if it is played last.
fn wins(trick: Trick, card: Card) -> bool {
    with(trick, card).winning_card() == Some(card)
}

/// Whether one of the `n_later` later seats can make another card win with an unseen card. An 18 can do that for a 1 in the
/// trick (MEO-22).
fn can_be_beaten(trick: Trick, n_later: u8, unseen: Cards) -> bool {
    let changes = |other| with(trick, other).winning_card() != trick.winning_card();
    n_later > 0 && unseen.iter().any(changes)
}
