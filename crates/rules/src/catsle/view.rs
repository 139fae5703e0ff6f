//! What a seat of CATSle alone knows, and what an observer notices of a step.

use super::cards::{Card, Cards, Place, Suit};
use super::legal::{card_facts, cards_fact};
use super::notation::{Action, Chance};
use super::rules::Score;
use super::state::{Open, Phase, State};
use crate::{Fact, Facts, Observer, Open as _, Rules as _, Say, Seat, Step, Won, codes};

/// What a seat alone knows.
pub type Own = crate::OwnHand<Card>;

/// Something that an observer notices of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Seen {
    /// The first start player was drawn.
    Started { seat: Seat },
    /// A suit is left out of the whole game.
    LeftOut { suit: Suit },
    /// A round was dealt.
    Dealt { round: u8, start: Seat },
    /// A seat picks up its own cards.
    YourHand { seat: Seat, hand: Cards },
    /// The extra card of the trick that is about to be led.
    ExtraCard { trick: u8, card: Card },
    /// The first card of a trick.
    Led { trick: u8, seat: Seat, card: Card },
    /// A later card.
    Followed { seat: Seat, card: Card },
    /// A card was taken and placed.
    Taken { seat: Seat, card: Card, place: Place },
    /// The card that nobody took.
    LeftOver { card: Card },
    /// The points of a seat for the round.
    Scored { seat: Seat, score: Score, total: i32 },
    /// The end of the game, and who won.
    Won(Won),
}

impl Say for Seen {
    codes! {
        Seen::Started { .. } => "started",
        Seen::LeftOut { .. } => "left-out",
        Seen::Dealt { .. } => "dealt",
        Seen::YourHand { .. } => "your-hand",
        Seen::ExtraCard { .. } => "extra-card",
        Seen::Led { .. } => "led",
        Seen::Followed { .. } => "followed",
        Seen::Taken { .. } => "taken",
        Seen::LeftOver { .. } => "left-over",
        Seen::Scored { .. } => "scored";
        Seen::Won(won) => won.code(),
    }

    fn facts(&self) -> Facts {
        match *self {
            Seen::Started { seat } => vec![("seat", seat.into())],
            Seen::LeftOut { suit } => vec![("suit", Fact::Name(suit.name()))],
            Seen::Dealt { round, start } => vec![("round", round.into()), ("seat", start.into())],
            Seen::YourHand { seat, hand } => {
                vec![("seat", seat.into()), ("hand", cards_fact(hand))]
            }
            Seen::ExtraCard { trick, card } => {
                [card_facts(card), vec![("trick", trick.into())]].concat()
            }
            Seen::Led { trick, seat, card } => {
                [card_facts(card), vec![("seat", seat.into()), ("trick", trick.into())]].concat()
            }
            Seen::Followed { seat, card } => {
                [card_facts(card), vec![("seat", seat.into())]].concat()
            }
            Seen::Taken { seat, card, place } => {
                let to = vec![("seat", seat.into()), ("place", Fact::Name(place.name()))];
                [card_facts(card), to].concat()
            }
            Seen::LeftOver { card } => card_facts(card),
            Seen::Scored { seat, score, total } => vec![
                ("seat", seat.into()),
                ("columns", score.columns().into()),
                ("scrap", (-i32::from(score.scrap)).into()),
                ("perfect", score.perfect.into()),
                ("bonus", score.bonus.into()),
                ("sum", score.sum.into()),
                ("points", score.points.into()),
                ("total", total.into()),
            ],
            Seen::Won(ref won) => won.facts(),
        }
    }
}

pub(super) fn seen(before: &State, step: &Step<State>, after: &State, who: Observer) -> Vec<Seen> {
    let open = &after.open;
    match *step {
        Step::Chance(Chance::Start(seat)) => vec![Seen::Started { seat }],
        Step::Chance(Chance::Out(suit)) => vec![Seen::LeftOut { suit }],
        Step::Chance(Chance::Deal(_)) => {
            let mut seen = vec![Seen::Dealt { round: open.rounds + 1, start: open.start }];
            seen.extend(extra_card(open));
            seen.extend(who.seat().map(|seat| Seen::YourHand { seat, hand: after.hands[seat] }));
            seen
        }
        Step::Act(seat, Action::Play(card)) => match before.open.trick().led() {
            None => vec![Seen::Led { trick: before.open.n_tricks + 1, seat, card }],
            Some(_) => vec![Seen::Followed { seat, card }],
        },
        Step::Act(seat, Action::Take(card, place)) => {
            let mut seen = vec![Seen::Taken { seat, card, place }];
            if open.n_tricks > before.open.n_tricks {
                seen.extend(left_over(&before.open, card));
            }
            if open.rounds > before.open.rounds {
                see_round_end(open, &mut seen);
            } else if open.phase == Phase::Play {
                seen.extend(extra_card(open));
            }
            seen
        }
    }
}

/// CAS-20: the extra card of the trick that begins.
fn extra_card(open: &Open) -> Option<Seen> {
    open.extras().last().map(|&card| Seen::ExtraCard { trick: open.n_tricks + 1, card })
}

/// CAS-26: the card left over after the last take.
fn left_over(before: &Open, taken: Card) -> impl Iterator<Item = Seen> {
    let offer = before.offer(before.n_tricks.into());
    let there = crate::bits::each_bit(before.offered.into()).map(move |slot| offer[slot as usize]);
    there.filter(move |&card| card != taken).map(|card| Seen::LeftOver { card })
}

fn see_round_end(open: &Open, seen: &mut Vec<Seen>) {
    for seat in Seat::all(open.rules.n_seats()) {
        seen.push(Seen::Scored { seat, score: open.score(seat), total: open.scores[seat] });
    }
    seen.extend(open.standing().won().map(Seen::Won));
}
