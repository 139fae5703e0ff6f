//! The score sheet of a round of CATSle: the columns, the scrap area and the bonus for perfect columns.

use super::cards::{N_COLUMNS, Place};
use super::rules::{Score, column_points};
use super::state::{Open, Phase};
use crate::{Fact, Note, Rules as _, Seat, Sheet, SheetRow, Sum, Term};

/// The columns of the sheet for the columns of a board, in the order of their limits.
const COLUMNS: [&str; N_COLUMNS] = ["column-1", "column-2", "column-3", "column-4"];

impl Open {
    pub(super) fn score_sheet(&self) -> Option<Sheet> {
        let has_ended_round = match self.phase {
            Phase::Deal | Phase::Over => self.rounds > 0,
            Phase::Start | Phase::Out | Phase::Play | Phase::Take => false,
        };
        if !has_ended_round {
            return None;
        }
        let mut seats = Seat::all(self.rules.n_seats());
        let some_below_zero = seats.any(|seat| self.score(seat).sum < 0);
        let row = |seat| {
            let points = self.score(seat).points;
            let total = self.scores[seat];
            let terms = self.terms(seat, some_below_zero);
            SheetRow { seat, terms, points, before: total - points, total }
        };
        Some(Sheet {
            round: self.rounds.into(),
            sum: Sum::Points,
            rows: Seat::all(self.rules.n_seats()).map(row).collect(),
            notes: vec![Note {
                code: "ended",
                facts: vec![("tricks", self.rules.n_dealt().into())],
            }],
        })
    }

    /// CAS-30 to CAS-33. If a seat is below zero, each row has a term for that.
    fn terms(&self, seat: Seat, some_below_zero: bool) -> Vec<Term> {
        let board = self.board(seat);
        let Score { sum, points, perfect, bonus, scrap, .. } = self.score(seat);
        let mut terms = Vec::new();
        for ((column, place), limit) in COLUMNS.into_iter().zip(Place::ALL).zip(self.rules.limits())
        {
            let n_cards = board.counts()[place.index()];
            let code = match n_cards {
                0 => "column-empty",
                _ if n_cards < limit => "column",
                _ if n_cards == limit => "column-perfect",
                _ => "column-over",
            };
            let mut facts = vec![
                ("place", Fact::Name(place.name())),
                ("n", n_cards.into()),
                ("limit", limit.into()),
            ];
            facts.extend(board.suit_at(place).map(|suit| ("suit", Fact::Name(suit.name()))));
            terms.push(Term::new(column, code, facts, column_points(n_cards, limit)));
        }
        if self.rules.has_scrap() {
            let cards = vec![("n", scrap.into())];
            terms.push(Term::new("scrap", "scrap", cards, -i32::from(scrap)));
        }
        terms.push(Term::new("perfect", "perfect", vec![("n", perfect.into())], bonus));
        if some_below_zero {
            terms.push(if sum < 0 {
                Term::new("below-zero", "below-zero", vec![("sum", sum.into())], points - sum)
            } else {
                Term::remark("below-zero", "not-below-zero", Vec::new())
            });
        }
        terms
    }
}
