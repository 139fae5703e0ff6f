//! The score sheet of a round of Cat in the Box: tricks, the bonus for the largest group, and what a paradox costs.

use super::cards::{Cell, Cells, Colour, Value};
use super::legal::{Illegal, check_play};
use super::state::{Open, Paradox, Phase};
use crate::sheet::columns;
use crate::{Note, Rules as _, Seat, Sheet, SheetRow, Sum, Term};

columns! {
    /// The bid, and whether it is met.
    Bid => "bid",
    /// The tricks won.
    Tricks => "tricks",
    /// The bonus for the largest group.
    Bonus => "bonus",
}

/// Equal cards of a hand that caused a paradox, and why none of their colours could be named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StuckCard {
    /// The value of the cards.
    pub value: Value,
    /// How many of them the hand has.
    pub n_cards: u8,
    /// Why not, for each colour in the order of [`Colour::ALL`].
    pub why: Vec<Illegal>,
}

impl Open {
    /// BOX-41: the cards that could not be played, and why not. Nothing without a paradox.
    pub fn stuck_cards(&self) -> Vec<StuckCard> {
        let Some(Paradox { seat, hand }) = self.paradox else { return Vec::new() };
        let held = Value::up_to(self.rules.max_value()).filter(|&value| hand.count(value) > 0);
        let stuck = |value| {
            let cell = |colour| Cell::new(colour, value);
            let why = |colour| check_play(self, seat, hand, cell(colour)).err();
            let why = Colour::ALL.into_iter().filter_map(why).collect();
            StuckCard { value, n_cards: hand.count(value), why }
        };
        held.map(stuck).collect()
    }

    /// BOX-51: the group of tokens that has earned a seat its bonus in the last finished round.
    pub fn paid_group(&self, seat: Seat) -> Option<Cells> {
        if !self.has_ended_round() || self.bonus_and_points(seat).0 == 0 {
            return None;
        }
        let tokens = self.tokens[seat];
        let largest = self.rules.groups(tokens).max_by_key(|map| map.count_ones())?;
        Some(tokens.iter().filter(|&cell| self.rules.on_map(cell) & largest != 0).collect())
    }

    /// Whether a round has ended and its tokens still lie on the sheet.
    pub fn has_ended_round(&self) -> bool {
        match self.phase {
            Phase::Deal | Phase::Over => self.rounds > 0,
            Phase::Start | Phase::SetAside | Phase::Bid | Phase::Play => false,
        }
    }

    pub(super) fn score_sheet(&self) -> Option<Sheet> {
        let row = |seat| {
            let (_, points) = self.bonus_and_points(seat);
            let total = self.scores[seat];
            SheetRow { seat, terms: self.terms(seat), points, before: total - points, total }
        };
        self.has_ended_round().then(|| Sheet {
            round: self.rounds.into(),
            sum: Sum::Points,
            rows: Seat::all(self.rules.n_seats()).map(row).collect(),
            notes: vec![self.ending()],
        })
    }

    /// BOX-50, BOX-51, BOX-52: bid, tricks and bonus.
    fn terms(&self, seat: Seat) -> Vec<Term> {
        let won = self.won[seat];
        let is_stuck = self.paradox.is_some_and(|paradox| paradox.seat == seat);
        let is_met = self.rules.earns_bonus(self.bids[seat], won);
        let group = self.rules.largest_group(self.tokens[seat]);
        let mut facts = vec![("won", won.into())];
        facts.extend(self.bids[seat].map(|bid| ("bid", bid.into())));
        let code = match (self.bids[seat], is_stuck, is_met) {
            (Some(_), true, _) => "bid-paradox",
            (Some(_), false, true) => "bid-met",
            (Some(_), false, false) => "bid-missed",
            (None, true, _) => "no-bid-paradox",
            (None, false, true) => "no-bid-met",
            (None, false, false) => "no-bid-missed",
        };
        let bid = Term::remark(Column::Bid.name(), code, facts);
        let count = vec![("n", won.into())];
        let tricks = if is_stuck {
            Term::new(Column::Tricks.name(), "tricks-lost", count, -i32::from(won))
        } else {
            Term::new(Column::Tricks.name(), "tricks", count, won)
        };
        let group_size = vec![("group", group.into())];
        let bonus = if is_met && !is_stuck {
            Term::new(Column::Bonus.name(), "bonus", group_size, group)
        } else {
            Term::new(Column::Bonus.name(), "no-bonus", group_size, 0)
        };
        vec![bid, tricks, bonus]
    }

    /// Why the round ended (BOX-14, BOX-41).
    fn ending(&self) -> Note {
        let Some(Paradox { seat, .. }) = self.paradox else {
            return Note { code: "ended", facts: vec![("tricks", self.n_tricks.into())] };
        };
        let leads = self.trick().first().is_none();
        Note {
            code: if leads { "ended-stuck-lead" } else { "ended-stuck" },
            facts: vec![("seat", seat.into()), ("trick", (self.n_tricks + 1).into())],
        }
    }
}
