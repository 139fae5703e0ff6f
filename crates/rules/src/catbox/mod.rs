//! Cat in the Box, designed by Muneyuki Yokouchi.
//!
//! Cards have a value and no colour: a player names the colour, and each colour and value can be named once.
//! A short rulebook, by the rule ids in code and refusals:
//!
//! - **BOX-1 … 4** Five copies of each value; four colours, red trump; a sheet with a cell for each colour and value;
//!   bids as the player card shows. Numbers by player count: `rules.rs`.
//! - **BOX-10 … 15** As many rounds as players: deal, everybody sets one card aside in secret, bids clockwise, tricks.
//! - **BOX-20 … 25** Declaring: an open cell, in a colour not given up. Red cannot be led before some red was played,
//!   unless nothing else is possible. Not following the colour led gives it up. `legal.rs`.
//! - **BOX-30, 31** The highest red wins the trick, else the highest of the colour led. `Trick::winner`.
//! - **BOX-40, 41** A seat on turn that can play no card in any colour causes a paradox and ends the round. `State::play_card`.
//! - **BOX-50 … 53** A point a trick; the largest group of tokens as a bonus for an exact bid; the paradox player loses
//!   a point a trick. `Open::bonus_and_points`.
//!
//! `radar.rs` warns a seat of a paradox, as far as the seat can know.
//!
//! The full rulebook is in `words`.

mod beats;
mod cards;
mod imagine;
mod legal;
mod notation;
mod radar;
mod rules;
mod sheet;
mod state;
mod view;

pub use cards::{Cell, Cells, Colour, Colours, Hand, MAX_VALUE, Value};
pub use imagine::Worlds;
pub use legal::{Ask, Illegal};
pub use notation::{Action, Chance, Deal};
pub use radar::{Danger, Radar};
pub use rules::{MAX_SEATS, MAX_TRICKS, Rules, Side, beside};
pub use sheet::{Column, StuckCard};
pub use state::{Open, Paradox, Phase, State, Trick};
pub use view::{Own, Seen};

use crate::{
    Game, RoundFact, Rules as _, Seat, Secret, SecretKind, Study, in_every_game, in_every_study,
};

impl Game for State {
    in_every_game!();

    #[inline]
    fn own(&self, seat: Seat) -> Own {
        let hand = self.hands.0.get(seat.index()).copied().unwrap_or_default();
        let aside = self.aside.0.get(seat.index()).copied().unwrap_or_default();
        Own { hand, aside }
    }
}

impl Study for State {
    in_every_study!();

    fn every_action(rules: &Rules) -> Vec<Action> {
        let discards = Value::up_to(rules.max_value()).map(Action::Discard);
        let bids = crate::bits::each_bit(rules.bids()).map(|bid| Action::Bid(bid as u8));
        discards.chain(bids).chain(rules.cells().iter().map(Action::Play)).collect()
    }

    fn secrets(&self) -> Vec<Secret> {
        let mut secrets = Vec::new();
        for seat in Seat::all(self.open.rules.n_seats()) {
            let (hand, aside) = (self.hands[seat], self.aside[seat]);
            secrets.push(Secret::new(SecretKind::Hand, Some(seat), hand.len(), hand));
            let value = aside.map(|value| value.to_string()).unwrap_or_default();
            let count = usize::from(aside.is_some());
            secrets.push(Secret::new(SecretKind::SetAside, Some(seat), count, value));
        }
        secrets.push(Secret::new(SecretKind::Rest, None, self.rest.len(), self.rest));
        secrets
    }

    fn round_facts(&self, out: &mut Vec<RoundFact>) {
        let open = &self.open;
        let n_seats = u32::from(open.rules.n_seats());
        let hits = u32::from(open.paradox.is_some());
        out.push(RoundFact { what: "paradox", hits, of: 1 });
        let earned = Seat::all(open.rules.n_seats()).filter(|&seat| {
            let spared = open.paradox.is_none_or(|paradox| paradox.seat != seat);
            spared && open.rules.earns_bonus(open.bids[seat], open.won[seat])
        });
        let hits = earned.count() as u32;
        out.push(RoundFact { what: "bonus-earned", hits, of: n_seats });
        if open.rules.bids() != 0 {
            let met = Seat::all(open.rules.n_seats())
                .filter(|&seat| open.bids[seat] == Some(open.won[seat]));
            out.push(RoundFact { what: "bid-met", hits: met.count() as u32, of: n_seats });
        }
        let (hits, of) = (u32::from(open.n_tricks), u32::from(open.rules.n_tricks()));
        out.push(RoundFact { what: "tricks-finished", hits, of });
    }

    fn check_conservation(&self) -> Result<(), &'static str> {
        let open = &self.open;
        let mut tokens = open.rules.neutral_cells(open.up);
        for seat in Seat::all(open.rules.n_seats()) {
            if !(tokens & open.tokens[seat]).is_empty() {
                return Err("two tokens on one cell");
            }
            tokens = tokens | open.tokens[seat];
            if !legal::some_colour_left(open.given_up[seat]) {
                return Err("BOX-25: a seat has given up all four colours");
            }
            if self.hands[seat].len() != open.n_held(seat) {
                return Err("a hand has the wrong size");
            }
        }
        if tokens != open.covered {
            return Err("covered cells and tokens differ");
        }
        for value in Value::up_to(MAX_VALUE) {
            let held = Seat::all(open.rules.n_seats()).map(|seat| {
                self.hands[seat].count(value) + u8::from(self.aside[seat] == Some(value))
            });
            let played = open.tricks().iter().flat_map(Trick::cards);
            let played = played.filter(|cell| cell.value() == value).count() as u8;
            let found = held.sum::<u8>() + played + open.up.count(value) + self.rest.count(value);
            if open.is_dealt() && found != open.rules.deck().count(value) {
                return Err("cards are missing or too many");
            }
        }
        Ok(())
    }
}
