//! The score sheet of a round as rows of a table: a row for each seat, most points first.

use ratatui::text::Span;
use rules::{Open as _, Seats, Sheet, SheetRow, Term, Turn};
use words::spoken::SpokenView;
use words::spoken::sheet::{change, short_title, term, told};

use crate::face::{Face, Ink, Row, signed, token};

/// The most columns of the screen for these rows.
const WIDTH: usize = 72;

/// Text in a cell, and its ink.
type Cell = (String, Ink);

/// The rows of a score sheet, the titles of its columns first. Texts beside the points are left out if they do not fit.
pub(crate) fn sheet_rows<G: Face>(sight: SpokenView<'_, G>, sheet: &Sheet) -> Vec<Row> {
    let full = lines(sight, sheet, true);
    if width(&full) <= WIDTH { aligned(&full) } else { aligned(&lines(sight, sheet, false)) }
}

/// All cells, line by line.
fn lines<G: Face>(sight: SpokenView<'_, G>, sheet: &Sheet, has_texts: bool) -> Vec<Vec<Cell>> {
    let game = [("game", G::ID.name().to_owned().into())];
    let titles = sheet.columns().map(|column| short_title::<G>(sight.words, column));
    let mut head: Vec<String> = vec![sight.say("sheet-player")];
    head.extend(titles);
    head.extend([sight.tell("sheet-gained", &game), sight.say("sheet-total"), String::new()]);
    let head = head.into_iter().map(|title| (title, Ink::Dim)).collect();
    let line = |row: &SheetRow| {
        let is_me = sight.me() == Some(row.seat);
        let name = format!("{} {}", token(row.seat), sight.words.seat(row.seat));
        let mut line = vec![(name, if is_me { Ink::Accent } else { Ink::Strong })];
        line.extend(row.terms.iter().map(|some| cell::<G>(sight, some, has_texts)));
        let total = format!("{} › {}", signed(row.before), signed(row.total));
        line.extend([(change(row.points), ink(row.points)), (total, Ink::Strong)]);
        line.push((place(sight, sheet, row), Ink::Good));
        line
    };
    [head].into_iter().chain(sheet.ranked(ahead(sight, sheet)).into_iter().map(line)).collect()
}

/// A term: its points, and what they are for.
fn cell<G: Face>(sight: SpokenView<'_, G>, of: &Term, has_texts: bool) -> Cell {
    match of.points {
        None => (told::<G>(sight.words, of), Ink::Plain),
        Some(points) if has_texts => {
            (format!("{} {}", change(points), term::<G>(sight.words, of)), ink(points))
        }
        Some(points) => (change(points), ink(points)),
    }
}

fn ink(points: i32) -> Ink {
    match points {
        0 => Ink::Dim,
        1.. => Ink::Plain,
        _ => Ink::Bad,
    }
}

/// The seats that lead, or have won.
fn ahead<G: Face>(sight: SpokenView<'_, G>, sheet: &Sheet) -> Seats {
    sight.view.open.standing().winners.unwrap_or(sheet.leaders())
}

/// Whether a seat leads or has won.
fn place<G: Face>(sight: SpokenView<'_, G>, sheet: &Sheet, row: &SheetRow) -> String {
    match (ahead(sight, sheet).has(row.seat), sight.view.open.turn() == Turn::Over) {
        (true, true) => sight.say("live-winner"),
        (true, false) => sight.say("sheet-leading"),
        (false, _) => String::new(),
    }
}

/// The width of each column.
fn widths(lines: &[Vec<Cell>]) -> Vec<usize> {
    let n_columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|(text, _)| Span::raw(text.as_str()).width()).max().unwrap_or(0)
    };
    (0..n_columns).map(widest).collect()
}

/// The width of all columns and the gaps between them.
fn width(lines: &[Vec<Cell>]) -> usize {
    widths(lines).iter().map(|width| width + GAP.len()).sum()
}

const GAP: &str = "  ";

/// The lines with their columns below each other.
fn aligned(lines: &[Vec<Cell>]) -> Vec<Row> {
    let widths = widths(lines);
    let row = |line: &Vec<Cell>| {
        let mut row = Row::default();
        for ((text, ink), width) in line.iter().zip(&widths) {
            let pad = width - Span::raw(text.as_str()).width();
            row.add(text.clone(), *ink);
            row.add(format!("{}{GAP}", " ".repeat(pad)), Ink::Plain);
        }
        row
    };
    lines.iter().map(row).collect()
}
