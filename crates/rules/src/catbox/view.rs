//! What a seat of Cat in the Box alone knows, and what an observer notices of a step.

use super::cards::{Cell, Colour, Hand, Value};
use super::legal::{cell_facts, hand_fact};
use super::notation::{Action, Chance};
use super::state::{Open, State};
use crate::{Fact, Facts, Observer, Open as _, Rules as _, Say, Seat, Step, Won, codes};

/// What a seat alone knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Own {
    /// The cards in hand.
    pub hand: Hand,
    /// The card set aside.
    pub aside: Option<Value>,
}

/// Something that an observer notices of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Seen {
    /// The first start player was drawn.
    Started { seat: Seat },
    /// A round was dealt.
    Dealt { round: u8, start: Seat },
    /// Cards were turned up, and neutral tokens cover cells for them.
    TurnedUp { up: Hand },
    /// A seat picks up its own cards.
    YourHand { seat: Seat, hand: Hand },
    /// A seat set a card aside.
    SetAside { seat: Seat },
    /// A seat sets its own card aside.
    YouSetAside { seat: Seat, value: Value },
    /// A bid.
    Bid { seat: Seat, bid: u8 },
    /// The first card of a trick, with its colour.
    Led { trick: u8, seat: Seat, cell: Cell },
    /// A later card, with its colour.
    Followed { seat: Seat, cell: Cell },
    /// A colour was given up for the rest of the round.
    GaveUp { seat: Seat, colour: Colour },
    /// A trick was won by this card.
    TrickWon { seat: Seat, cell: Cell },
    /// A paradox: the hand that could not be played.
    Paradox { seat: Seat, hand: Hand },
    /// The points of a seat for the round.
    Scored { seat: Seat, won: u8, bonus: u8, points: i32, total: i32 },
    /// The end of the game, and who won.
    Won(Won),
}

impl Say for Seen {
    codes! {
        Seen::Started { .. } => "started",
        Seen::Dealt { .. } => "dealt",
        Seen::TurnedUp { .. } => "turned-up",
        Seen::YourHand { .. } => "your-hand",
        Seen::SetAside { .. } => "set-aside",
        Seen::YouSetAside { .. } => "you-set-aside",
        Seen::Bid { .. } => "bid",
        Seen::Led { .. } => "led",
        Seen::Followed { .. } => "followed",
        Seen::GaveUp { .. } => "gave-up",
        Seen::TrickWon { .. } => "trick-won",
        Seen::Paradox { .. } => "paradox",
        Seen::Scored { .. } => "scored";
        Seen::Won(won) => won.code(),
    }

    fn facts(&self) -> Facts {
        match *self {
            Seen::Started { seat } | Seen::SetAside { seat } => vec![("seat", seat.into())],
            Seen::Dealt { round, start } => vec![("round", round.into()), ("seat", start.into())],
            Seen::TurnedUp { up } => vec![("up", hand_fact(up))],
            Seen::YourHand { seat, hand } | Seen::Paradox { seat, hand } => {
                vec![("seat", seat.into()), ("hand", hand_fact(hand))]
            }
            Seen::YouSetAside { seat, value } => {
                vec![("seat", seat.into()), ("value", value.number().into())]
            }
            Seen::Bid { seat, bid } => vec![("seat", seat.into()), ("bid", bid.into())],
            Seen::Led { trick, seat, cell } => {
                [cell_facts(cell), vec![("seat", seat.into()), ("trick", trick.into())]].concat()
            }
            Seen::Followed { seat, cell } | Seen::TrickWon { seat, cell } => {
                [cell_facts(cell), vec![("seat", seat.into())]].concat()
            }
            Seen::GaveUp { seat, colour } => {
                vec![("seat", seat.into()), ("colour", Fact::Name(colour.name()))]
            }
            Seen::Scored { seat, won, bonus, points, total } => vec![
                ("seat", seat.into()),
                ("won", won.into()),
                ("bonus", bonus.into()),
                ("points", points.into()),
                ("total", total.into()),
            ],
            Seen::Won(ref won) => won.facts(),
        }
    }
}

pub(super) fn seen(before: &State, step: &Step<State>, after: &State, who: Observer) -> Vec<Seen> {
    match *step {
        Step::Chance(Chance::Start(seat)) => vec![Seen::Started { seat }],
        Step::Chance(Chance::Deal(_)) => {
            let open = &after.open;
            let mut seen = vec![Seen::Dealt { round: open.rounds + 1, start: open.start }];
            if !open.up.is_empty() {
                seen.push(Seen::TurnedUp { up: open.up });
            }
            seen.extend(who.seat().map(|seat| Seen::YourHand { seat, hand: after.hands[seat] }));
            seen
        }
        Step::Act(seat, Action::Discard(value)) if who == Observer::Seat(seat) => {
            vec![Seen::YouSetAside { seat, value }]
        }
        Step::Act(seat, Action::Discard(_)) => vec![Seen::SetAside { seat }],
        Step::Act(seat, Action::Bid(bid)) => vec![Seen::Bid { seat, bid }],
        Step::Act(seat, Action::Play(cell)) => {
            let mut seen = Vec::new();
            see_play(&before.open, seat, cell, &after.open, &mut seen);
            if after.open.rounds > before.open.rounds {
                see_round_end(&after.open, &mut seen);
            }
            seen
        }
    }
}

fn see_play(before: &Open, seat: Seat, cell: Cell, after: &Open, seen: &mut Vec<Seen>) {
    let n_seats = before.rules.n_seats();
    match before.trick().led() {
        None => seen.push(Seen::Led { trick: before.n_tricks + 1, seat, cell }),
        Some(colour) => {
            seen.push(Seen::Followed { seat, cell });
            if after.given_up[seat] != before.given_up[seat] {
                seen.push(Seen::GaveUp { seat, colour });
            }
        }
    }
    if after.n_tricks > before.n_tricks {
        let trick = &after.tricks[usize::from(before.n_tricks)];
        let won = trick.winner(n_seats).and_then(|seat| {
            let cell = trick.card_of(seat, n_seats)?;
            Some(Seen::TrickWon { seat, cell })
        });
        seen.extend(won);
    }
}

fn see_round_end(open: &Open, seen: &mut Vec<Seen>) {
    seen.extend(
        open.paradox.map(|paradox| Seen::Paradox { seat: paradox.seat, hand: paradox.hand }),
    );
    for seat in Seat::all(open.rules.n_seats()) {
        let (bonus, points) = open.bonus_and_points(seat);
        let (won, total) = (open.won[seat], open.scores[seat]);
        seen.push(Seen::Scored { seat, won, bonus, points, total });
    }
    seen.extend(open.standing().won().map(Seen::Won));
}
