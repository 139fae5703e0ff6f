//! A variant of a game as validated data.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::notation::{RuleOption, Unreadable, newest};
use crate::{BadDeckTable, DeckTable, GameId};

/// A rules set: a variant of a game as validated data.
pub trait Rules: Copy + Eq + Debug + Display + FromStr<Err = Unreadable> + Send + Sync {
    /// The game.
    const GAME: GameId;

    /// The versions of these rules, oldest first. Stored games replay under theirs; new games use the last. A change
    /// that would make stored games replay differently is a new version.
    const VERSIONS: &'static [u32] = &[1];

    /// How few and how many can play.
    const PLAYERS: RangeInclusive<u8>;

    /// The options of a rules line, `players` first.
    const OPTIONS: &'static [RuleOption];

    /// The tables of values that a deck file can replace.
    const TABLES: &'static [DeckTable];

    /// How many seats play.
    fn n_seats(&self) -> u8;

    /// The version of this rules set, one of [`Rules::VERSIONS`]. A game with several versions overrides this.
    fn version(&self) -> u32 {
        newest::<Self>()
    }

    /// Every rules set with the standard tables.
    fn every() -> Vec<Self>;

    /// The value of an option as a rules line writes it, if this rules set has that option.
    fn value(&self, key: &str) -> Option<String>;

    /// The standard rows of one of [`Rules::TABLES`].
    fn standard_table(name: &str) -> Vec<Vec<i32>>;

    /// This rules set with other rows in one of [`Rules::TABLES`].
    /// The rows are checked even if this variant does not use the table.
    fn with_table(self, name: &str, rows: &[Vec<i32>]) -> Result<Self, BadDeckTable>;

    /// The name and rows of every table that differs from the standard.
    fn changed_tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)>;

    /* FINAL */
    /// Checks rows for one of [`Rules::TABLES`].
    ///
    /// # Panics
    /// If there is no such table.
    fn check_table(name: &str, rows: &[Vec<i32>]) -> Result<(), BadDeckTable> {
        let table = Self::TABLES.iter().find(|table| table.name == name);
        table.expect("callers name a table of TABLES").check(rows)
    }
}
