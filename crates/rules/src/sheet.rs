//! The score sheet of a finished round: the arithmetic of every seat, in the columns of its game.
//!
//! A sheet is made from what lies open, so every observer gets the same one. It is for people to read: searches never
//! ask for it, so it may use the heap.

use crate::{Facts, Seat, Seats, Standing};

/// The arithmetic of the last finished round, while its board still lies open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The number of the round, from 1.
    pub round: u32,
    /// What the terms of a row add up to.
    pub sum: Sum,
    /// A row for each seat, in seat order. All rows have the same columns.
    pub rows: Vec<SheetRow>,
    /// Why the round ended, and then what follows from it.
    pub notes: Vec<Note>,
}

/// What the terms of a row add up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sum {
    /// The points of the round.
    Points,
    /// The total: the game counts all that a seat has won so far, and the points of a round are what this has changed.
    Total,
}

/// The arithmetic of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetRow {
    /// The seat.
    pub seat: Seat,
    /// The terms, one for each column.
    pub terms: Vec<Term>,
    /// The points of the round.
    pub points: i32,
    /// The total before the round.
    pub before: i32,
    /// The total after it.
    pub total: i32,
}

/// A term of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name of its column, in lower case with hyphens.
    pub column: &'static str,
    /// The name of its text, in lower case with hyphens.
    pub code: &'static str,
    /// The values that the text names.
    pub facts: Facts,
    /// What it adds. `None` in a column that only explains another one, such as a bid.
    pub points: Option<i32>,
}

/// A remark about a whole round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The name of its text, in lower case with hyphens.
    pub code: &'static str,
    /// The values that the text names.
    pub facts: Facts,
}

impl Sheet {
    /// The columns, from left to right.
    pub fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.rows.iter().take(1).flat_map(|row| &row.terms).map(|term| term.column)
    }

    /// The seats with the highest total.
    pub fn leaders(&self) -> Seats {
        let highest = self.rows.iter().map(|row| row.total).max();
        let leads = self.rows.iter().filter(|row| Some(row.total) == highest);
        leads.map(|row| row.seat).collect()
    }

    /// The rows by total, the highest first. Of rows with the same total, those of `ahead` come first: a tie-break may
    /// have decided.
    pub fn ranked(&self, ahead: Seats) -> Vec<&SheetRow> {
        let mut rows: Vec<&SheetRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.total, ahead.has(row.seat))));
        rows
    }

    /// Checks the arithmetic: every row adds up, and its total is that of the standing. The error says what does not.
    pub fn check(&self, standing: &Standing) -> Result<(), String> {
        if self.round != standing.rounds {
            return Err(format!("round {} of {}", self.round, standing.rounds));
        }
        if self.notes.is_empty() {
            return Err("nothing says why the round ended".into());
        }
        let seats = self.rows.iter().map(|row| row.seat);
        if !seats.eq(Seat::all(standing.n_seats)) {
            return Err("the rows are not those of the seats".into());
        }
        for row in &self.rows {
            let SheetRow { seat, terms, points, before, total } = row;
            if !terms.iter().map(|term| term.column).eq(self.columns()) {
                return Err(format!("seat {seat} has other columns"));
            }
            let sum: i32 = terms.iter().filter_map(|term| term.points).sum();
            let wanted = match self.sum {
                Sum::Points => *points,
                Sum::Total => *total,
            };
            if sum != wanted {
                return Err(format!("the terms of seat {seat} make {sum} and not {wanted}"));
            }
            if before + points != *total {
                return Err(format!("seat {seat}: {before} and {points} are not {total}"));
            }
            if *total != standing.scores[*seat] {
                return Err(format!("seat {seat} has {} and not {total}", standing.scores[*seat]));
            }
        }
        Ok(())
    }
}

impl Term {
    /// A term that counts.
    pub(crate) fn new(
        column: &'static str,
        code: &'static str,
        facts: Facts,
        points: impl Into<i32>,
    ) -> Term {
        Term { column, code, facts, points: Some(points.into()) }
    }

    /// A term that only explains others.
    pub(crate) fn remark(column: &'static str, code: &'static str, facts: Facts) -> Term {
        Term { column, code, facts, points: None }
    }
}

/// The columns of a game's score sheet: a variant and a name for each.
macro_rules! columns {
    ($($(#[$doc:meta])+ $column:ident => $name:literal),+ $(,)?) => {
        /// A column of the score sheet.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Column {
            $($(#[$doc])+ $column),+
        }

        impl Column {
            /// Its name in terms.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Column::$column => $name),+
                }
            }

            /// The column with this name.
            pub fn named(name: &str) -> Option<Column> {
                match name {
                    $($name => Some(Column::$column),)+
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use columns;
