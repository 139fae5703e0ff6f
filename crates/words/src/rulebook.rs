//! The rulebooks: Markdown with rule ids as anchors, and the tables that a deck file can replace.

use std::fmt::Write;

use rules::{Game, GameId, Rules, TableInfo};

use crate::Words;

impl Words {
    /// A game's rulebook as it was written: Markdown in which `{bowls}` and the like stand for tables.
    pub fn rulebook(&self, id: GameId) -> &'static str {
        (self.language.rulebook)(id)
    }

    /// A game's rulebook as Markdown with its tables: those given, by name, as a deck file or
    /// [`Rules::changed_tables`] has them, and the standard ones for the others. Each is marked with where it is from.
    pub fn rulebook_of<G: Game>(&self, tables: &[(&str, Vec<Vec<i32>>)]) -> String {
        let mut book = self.rulebook(G::ID).to_owned();
        for info in G::Rules::TABLES {
            let given = tables.iter().find(|(name, _)| *name == info.name);
            let standard = || (G::Rules::standard_table(info.name), "table-reconstructed");
            let from_file = |rows: &Vec<Vec<i32>>| (rows.clone(), "table-from-deck-file");
            let (rows, mark) = given.map_or_else(standard, |(_, rows)| from_file(rows));
            let table = self.table(G::ID, info, &rows, mark);
            book = book.replace(&format!("{{{}}}", info.name), &table);
        }
        book
    }

    fn table(&self, id: GameId, info: &TableInfo, rows: &[Vec<i32>], mark: &str) -> String {
        // The minus sign of print, not the hyphen of notation.
        let number = |number: &i32| number.to_string().replace('-', "−");
        let numbers = |row: &[i32], gap| row.iter().map(number).collect::<Vec<_>>().join(gap);
        let mark = self.message(mark, &[]);
        if info.rows == [""] {
            let row = rows.first().map(Vec::as_slice).unwrap_or_default();
            return format!("{} *{mark}*", numbers(row, ", "));
        }
        // Markdown has no table without a head, so this one is empty.
        let mut table =
            format!("|{}\n|{}\n", " |".repeat(info.n_values + 1), "---|".repeat(info.n_values + 1));
        for (name, row) in info.rows.iter().zip(rows) {
            let name = self.message(&format!("{}-row-{name}", id.name()), &[]);
            writeln!(table, "| {name} | {} |", numbers(row, " | ")).expect("a text takes it");
        }
        format!("{table}\n*{mark}*")
    }
}
