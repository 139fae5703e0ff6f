//! The rulebooks: Markdown with rule ids as anchors, the tables that a deck file can replace, and examples.

use std::fmt::Write;

use rules::{DeckTable, Game, GameId, Rules};

use crate::Words;
use crate::example::{Example, FENCE};

impl Words {
    /// The source of a game's rulebook: Markdown with placeholders for tables, such as `{bowls}`.
    pub fn rulebook(&self, id: GameId) -> &'static str {
        (self.language.rulebook)(id)
    }

    /// A game's rulebook as Markdown with its tables: the given ones by name, as in a deck file or
    /// [`Rules::changed_tables`], and the standard ones otherwise. Each is marked with its source.
    /// Examples become text.
    pub fn rulebook_of<G: Game>(&self, tables: &[(&str, Vec<Vec<i32>>)]) -> String {
        let describe = |block: &str| {
            let example = Example::read(G::ID, block).expect("our rulebooks have valid examples");
            example.describe(self)
        };
        let (begin, end) = FENCE;
        let book = self.rulebook_to_draw::<G>(tables);
        let mut parts = book.split(begin);
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |book, part| {
            let (block, behind) = part.split_once(end).unwrap_or((part, ""));
            book + "\n" + &describe(block) + "\n" + behind
        })
    }

    /// Like `rulebook_of`, but examples keep their source, for drawing: see [`Example::read`].
    pub fn rulebook_to_draw<G: Game>(&self, tables: &[(&str, Vec<Vec<i32>>)]) -> String {
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

    fn table(&self, id: GameId, info: &DeckTable, rows: &[Vec<i32>], mark: &str) -> String {
        // A minus sign, not the hyphen of notation.
        let number = |number: &i32| number.to_string().replace('-', "−");
        let numbers = |row: &[i32], gap| row.iter().map(number).collect::<Vec<_>>().join(gap);
        let mark = self.message(mark, &[]);
        if info.rows == [""] {
            let row = rows.first().map(Vec::as_slice).unwrap_or_default();
            return format!("{} *{mark}*", numbers(row, ", "));
        }
        // Markdown tables need a head, so this one is empty.
        let mut table =
            format!("|{}\n|{}\n", " |".repeat(info.n_values + 1), "---|".repeat(info.n_values + 1));
        for (name, row) in info.rows.iter().zip(rows) {
            let name = self.message(&format!("{}-row-{name}", id.name()), &[]);
            writeln!(table, "| {name} | {} |", numbers(row, " | "))
                .expect("a string can be written");
        }
        format!("{table}\n*{mark}*")
    }
}
