//! Tables of values that a deck file can replace.

/// The shape of a table of card values. The rulebooks show these values only in pictures, so they are data: a deck file
/// can replace them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeckTable {
    /// Its name in deck files.
    pub name: &'static str,
    /// The names of its rows; a table of one row has one empty name.
    pub rows: &'static [&'static str],
    /// How many values each row has.
    pub n_values: usize,
    /// The least value allowed.
    pub min: i32,
    /// The greatest value allowed.
    pub max: i32,
    /// Whether a row must hold each value once.
    pub each_once: bool,
}

impl DeckTable {
    /// A table of one row. The range is the least and the greatest value allowed.
    pub(crate) const fn row(
        name: &'static str,
        n_values: usize,
        range: (i32, i32),
        each_once: bool,
    ) -> DeckTable {
        DeckTable { name, rows: &[""], n_values, min: range.0, max: range.1, each_once }
    }

    /// Checks rows for this table.
    pub fn check(&self, rows: &[Vec<i32>]) -> Result<(), BadDeckTable> {
        if rows.len() != self.rows.len() {
            return Err(BadDeckTable::Rows { wanted: self.rows.len(), found: rows.len() });
        }
        for (row_index, row) in rows.iter().enumerate() {
            if row.len() != self.n_values {
                return Err(BadDeckTable::Values {
                    row: row_index,
                    wanted: self.n_values,
                    found: row.len(),
                });
            }
            for (place, &value) in row.iter().enumerate() {
                if value < self.min || value > self.max {
                    let (min, max) = (self.min, self.max);
                    return Err(BadDeckTable::Range { row: row_index, place, value, min, max });
                }
                if self.each_once && row[..place].contains(&value) {
                    return Err(BadDeckTable::Twice { row: row_index, place, value });
                }
            }
        }
        Ok(())
    }
}

/// Why the rows of a deck file do not fit a table. Rows and places count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum BadDeckTable {
    /// Too few or too many rows.
    Rows { wanted: usize, found: usize },
    /// A row with too few or too many values.
    Values { row: usize, wanted: usize, found: usize },
    /// A value out of range.
    Range { row: usize, place: usize, value: i32, min: i32, max: i32 },
    /// A value that the row already has.
    Twice { row: usize, place: usize, value: i32 },
}
