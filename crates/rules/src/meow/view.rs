//! What a seat of Meow alone knows, and what an observer notices of a step.

use super::cards::{Card, Cards, Token};
use super::legal::{card_facts, cards_fact};
use super::notation::{Action, Chance};
use super::rules::N_TURNS;
use super::state::{Open, Phase, State};
use crate::{Fact, Facts, Joint, Observer, Open as _, Rules as _, Say, Seat, Step, Won, codes};

/// What a seat alone knows.
pub type Own = crate::OwnHand<Card>;

/// Something that an observer notices of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Seen {
    /// The first starting player was drawn.
    Started { seat: Seat },
    /// The tokens were stacked face down.
    Stacked,
    /// A round was dealt and its row of tokens laid out.
    Dealt { round: u8, start: Seat, row: [Token; N_TURNS] },
    /// A seat picks up its own cards.
    YourHand { seat: Seat, hand: Cards },
    /// The first card of a turn, and the token at stake.
    Led { turn: u8, seat: Seat, card: Card, token: Token },
    /// A later card.
    Followed { seat: Seat, card: Card },
    /// A turn was won by this card, and with it this token.
    TurnWon { seat: Seat, card: Card, token: Token },
    /// A fish removed a fishbone.
    Dropped { seat: Seat, token: Token },
    /// The score of a seat at the end of a round.
    Scored { seat: Seat, total: i32 },
    /// The end of the game, and who won.
    Won(Won),
}

impl Say for Seen {
    codes! {
        Seen::Started { .. } => "started",
        Seen::Stacked => "stacked",
        Seen::Dealt { .. } => "dealt",
        Seen::YourHand { .. } => "your-hand",
        Seen::Led { .. } => "led",
        Seen::Followed { .. } => "followed",
        Seen::TurnWon { .. } => "turn-won",
        Seen::Dropped { .. } => "dropped",
        Seen::Scored { .. } => "scored";
        Seen::Won(won) => won.code(),
    }

    fn facts(&self) -> Facts {
        match *self {
            Seen::Started { seat } => vec![("seat", seat.into())],
            Seen::Stacked => vec![],
            Seen::Dealt { round, start, row } => {
                let row = Fact::List(Joint::Comma, row.map(Token::short_fact).to_vec());
                vec![("round", round.into()), ("seat", start.into()), ("row", row)]
            }
            Seen::YourHand { seat, hand } => {
                vec![("seat", seat.into()), ("hand", cards_fact(hand))]
            }
            Seen::Led { turn, seat, card, token } => {
                let led =
                    vec![("seat", seat.into()), ("turn", turn.into()), ("token", token.into())];
                [card_facts(card), led].concat()
            }
            Seen::Followed { seat, card } => {
                [card_facts(card), vec![("seat", seat.into())]].concat()
            }
            Seen::TurnWon { seat, card, token } => {
                let won = vec![("seat", seat.into()), ("token", token.into())];
                [card_facts(card), won].concat()
            }
            Seen::Dropped { seat, token } => {
                vec![("seat", seat.into()), ("token", token.into())]
            }
            Seen::Scored { seat, total } => vec![("seat", seat.into()), ("total", total.into())],
            Seen::Won(ref won) => won.facts(),
        }
    }
}

pub(super) fn seen(before: &State, step: &Step<State>, after: &State, who: Observer) -> Vec<Seen> {
    let open = &after.open;
    let mut seen = match *step {
        Step::Chance(Chance::Start(seat)) => vec![Seen::Started { seat }],
        Step::Chance(Chance::Tokens(_)) => vec![Seen::Stacked],
        Step::Chance(Chance::Deal(_)) => {
            let mut row = [Token::Vase; N_TURNS];
            row.copy_from_slice(&open.tokens()[usize::from(open.rounds) * N_TURNS..]);
            let dealt = Seen::Dealt { round: open.rounds + 1, start: open.start, row };
            let own = who.seat().map(|seat| Seen::YourHand { seat, hand: after.hands[seat] });
            [dealt].into_iter().chain(own).collect()
        }
        Step::Act(seat, Action::Play(card)) => see_play(&before.open, seat, card, open),
        Step::Act(seat, Action::Drop(worth)) => {
            vec![Seen::Dropped { seat, token: Token::Fishbone(worth) }]
        }
    };
    if open.rounds > before.open.rounds {
        seen.extend(scores(open));
    }
    if open.phase == Phase::Over {
        if before.open.phase == Phase::Drop {
            seen.extend(scores(open));
        }
        seen.extend(open.standing().won().map(Seen::Won));
    }
    seen
}

fn see_play(before: &Open, seat: Seat, card: Card, after: &Open) -> Vec<Seen> {
    let mut seen = Vec::new();
    let token = before.tokens[usize::from(before.n_won)];
    match before.trick().led() {
        None => seen.push(Seen::Led { turn: before.n_turns + 1, seat, card, token }),
        Some(_) => seen.push(Seen::Followed { seat, card }),
    }
    if after.n_won > before.n_won {
        let n_seats = before.rules.n_seats();
        let winner = after.winners[usize::from(before.n_won)];
        let trick = &after.tricks[usize::from(before.n_turns)];
        let won = trick.card_of(winner, n_seats);
        seen.extend(won.map(|card| Seen::TurnWon { seat: winner, card, token }));
    }
    seen
}

fn scores(open: &Open) -> impl Iterator<Item = Seen> + '_ {
    Seat::all(open.rules.n_seats()).map(|seat| Seen::Scored { seat, total: open.score(seat) })
}
