//! The score sheet of a round of CATSle: the columns, the scrap area and the bonus for perfect columns.

use super::cards::{N_COLUMNS, Place};
use super::rules::{Score, column_points};
use super::state::{Open, Phase};
use crate::sheet::columns;
use crate::{Fact, Note, Rules as _, Seat, Sheet, SheetRow, Sum, Term};

columns! {
    /// The first column of a board.
    First => "column-1",
    /// The second column of a board.
    Second => "column-2",
    /// The third column of a board.
    Third => "column-3",
    /// The fourth column of a board.
    Fourth => "column-4",
    /// The scrap area.
    Scrap => "scrap",
    /// The bonus for perfect columns.
    Perfect => "perfect",
    /// What a sum below zero is raised by.
    BelowZero => "below-zero",
}

impl Column {
    /// The place of a board that it counts.
    pub fn place(self) -> Option<Place> {
        match self {
            Column::First => Some(Place::ALL[0]),
            Column::Second => Some(Place::ALL[1]),
            Column::Third => Some(Place::ALL[2]),
            Column::Fourth => Some(Place::ALL[3]),
            Column::Scrap => Some(Place::SCRAP),
            Column::Perfect | Column::BelowZero => None,
        }
    }
}

/// The columns of the sheet for the columns of a board, in the order of their limits.
const COLUMNS: [Column; N_COLUMNS] = [Column::First, Column::Second, Column::Third, Column::Fourth];

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
            terms.push(Term::new(column.name(), code, facts, column_points(n_cards, limit)));
        }
        if self.rules.has_scrap() {
            let cards = vec![("n", scrap.into())];
            terms.push(Term::new(Column::Scrap.name(), "scrap", cards, -i32::from(scrap)));
        }
        terms.push(Term::new(
            Column::Perfect.name(),
            "perfect",
            vec![("n", perfect.into())],
            bonus,
        ));
        if some_below_zero {
            terms.push(if sum < 0 {
                Term::new(
                    Column::BelowZero.name(),
                    "below-zero",
                    vec![("sum", sum.into())],
                    points - sum,
                )
            } else {
                Term::remark(Column::BelowZero.name(), "not-below-zero", Vec::new())
            });
        }
        terms
    }
}
