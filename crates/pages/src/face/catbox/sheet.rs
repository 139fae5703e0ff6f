//! The research sheet: a cell for each colour and value, with the tokens that cover them.

use maud::{Markup, html};
use rules::catbox::{Cell, Cells, Colour, MAX_SEATS, Phase, Rules, State};
use rules::{Open as _, Seat};
use words::example::catbox::{Tokens, covered};

use super::{explained, letter, trick_in_play};
use crate::face::card::{card_would, head_token, lettered};
use crate::face::scene::{Scene, Sight};
use crate::kit;

/// The research sheet: a row for each colour, with the token on each covered cell. Cells that the observer's hand can
/// still cover are marked.
pub(super) fn sheet(sight: &Sight<'_, State>) -> Markup {
    let open = &sight.view.open;
    let rules = open.rules();
    // Before the first trick nothing is covered or given up.
    let own = sight.view.own.as_ref().filter(|_| open.phase() == Phase::Play);
    let free = own.map_or(Cells::NONE, |(seat, own)| {
        own.hand.free_cells(open.covered(), open.given_up(*seat))
    });
    let paid = paid_groups(sight);
    let mine = sight.me().filter(|_| !open.has_ended_round());
    let largest = largest_group(rules, mine.map_or(Cells::NONE, |me| open.tokens(me)));
    let unfinished = unfinished(sight);
    let lies = trick_in_play(open).filter(|_| !open.has_ended_round());
    let fresh: Cells = lies.into_iter().flat_map(|trick| trick.cards().iter().copied()).collect();
    let mark = |cell| match paid.iter().find(|(_, group)| group.has(cell)) {
        Some(&(seat, _)) => Mark::Paid(seat),
        None if unfinished.has(cell) => Mark::Unfinished,
        None if is_on(rules, largest, cell) => Mark::Group,
        None => Mark::Nothing,
    };
    html! {
        div #sheet.paper {
            table.sheet.(columns(rules)) {
                caption {
                    span { (sight.say("catbox-face-sheet")) }
                    @if !free.is_empty() { small { i.cell.free {} (sight.say("catbox-face-can")) } }
                    @if largest.is_some() {
                        (explained(sight, "group-mine", &html! { summary { i.cell.group {} (sight.say("catbox-face-my-group")) } }))
                    }
                    @if !paid.is_empty() { small { i.cell.paid {} (sight.say("catbox-face-paid")) } }
                    @if !unfinished.is_empty() { small { i.cell.unfinished {} (sight.say("catbox-face-unfinished")) } }
                }
                (sheet_rows(sight, &|seat| open.tokens(seat), [open.covered(), free, fresh], &mark))
            }
        }
    }
}

/// The sheet of an example.
pub(super) fn pictured(
    scene: &Scene<'_, State>,
    tokens: &Tokens,
    free: Cells,
    group: Option<u64>,
) -> Markup {
    let rules = scene.open.rules();
    let mark = |cell| if is_on(rules, group, cell) { Mark::Group } else { Mark::Nothing };
    html! {
        div.paper {
            table.sheet.(columns(rules)) aria-label=(scene.say("catbox-face-sheet")) {
                (sheet_rows(scene, &|seat| tokens[seat], [covered(tokens), free, Cells::NONE], &mark))
            }
        }
    }
}

/// The rows of the sheet, by colour. `fresh` are the cells of the trick that lies on the table.
fn sheet_rows(
    scene: &Scene<'_, State>,
    tokens: &dyn Fn(Seat) -> Cells,
    [covered, free, fresh]: [Cells; 3],
    mark: &dyn Fn(Cell) -> Mark,
) -> Markup {
    let rules = scene.open.rules();
    let owner = |cell| Seat::all(scene.n_seats()).find(|&seat| tokens(seat).has(cell));
    let mut cells: Vec<Cell> = rules.cells().iter().collect();
    cells.sort_by_key(|&cell| rules.place(cell));
    let rows: Vec<&[Cell]> = cells.chunks(rules.max_value().into()).collect();
    // Cells of one group that share a side are joined.
    let joined = |cell: Cell, (row, column): (u8, u8)| {
        let of = mark(cell);
        let is_group = matches!(of, Mark::Group | Mark::Paid(_));
        is_group && cells.iter().any(|&next| rules.place(next) == (row, column) && mark(next) == of)
    };
    let values = |row: &[Cell]| row.iter().map(|cell| cell.value()).collect::<Vec<_>>();
    // On one side of the sheet the rows run in different orders: there each cell says its value.
    let alike = rows.windows(2).all(|pair| values(pair[0]) == values(pair[1]));
    html! {
        @if let Some(first) = rows.first().filter(|_| alike) {
            thead {
                tr.row.hd {
                    td {}
                    @for cell in *first { th.h scope="col" aria-label=(cell.value()) { (kit::numeral(cell.value().number())) } }
                }
            }
        }
        tbody {
            @for row in rows {
                @if let Some(colour) = row.first().map(|cell| cell.colour()) {
                    tr.row.(letter(colour)) {
                        @let name = scene.say(colour.name());
                        // BOX-2: red is trump.
                        @let trump = (colour == Colour::Red).then(|| scene.say("face-trump"));
                        @let label = trump.as_ref().map(|trump| card_would(scene, &name, trump));
                        th.rl scope="row" aria-label=(label.unwrap_or(name)) {
                            (lettered(letter(colour)))
                            @if let Some(trump) = trump { small { (trump) } }
                        }
                        @for &cell in row {
                            @let owner = owner(cell);
                            @let (at, column) = rules.place(cell);
                            @let class = cell_class(&[
                                (owner.is_some() || covered.has(cell), "full"),
                                (free.has(cell), "free"),
                                (fresh.has(cell), "fresh"),
                                (mark(cell) != Mark::Nothing, mark(cell).class()),
                                (joined(cell, (at, column + 1)), "joins-right"),
                                (joined(cell, (at + 1, column)), "joins-below"),
                            ]);
                            td class=(class) data-cell=(cell) {
                                @if !alike { small.value { (cell.value()) } }
                                @if let Some(seat) = owner {
                                    (head_token(scene, seat)) span.v { (cell.value()) " " (scene.words.seat(seat)) }
                                } @else if covered.has(cell) {
                                    i.neutral {} span.v { (cell.value()) " " (scene.say("catbox-face-neutral")) }
                                } @else {
                                    (kit::suit(letter(colour))) span.v { (cell.value()) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The classes of a cell: those that are true of it.
fn cell_class(names: &[(bool, &str)]) -> String {
    let mut class = "cell".to_owned();
    for (_, name) in names.iter().filter(|(is, _)| *is) {
        class.push(' ');
        class.push_str(name);
    }
    class
}

/// The class of a sheet with this many columns.
fn columns(rules: &Rules) -> &'static str {
    match rules.max_value() {
        5 => "v5",
        6 => "v6",
        8 => "v8",
        _ => "v9",
    }
}

/// What a cell of the sheet belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Nothing,
    /// The trick that a paradox has left unfinished.
    Unfinished,
    /// The observer's largest group.
    Group,
    /// A group that has scored.
    Paid(Seat),
}

impl Mark {
    fn class(self) -> &'static str {
        match self {
            Mark::Nothing => "",
            Mark::Unfinished => "unfinished",
            Mark::Group => "group",
            Mark::Paid(seat) => PAID[seat.index()],
        }
    }
}

/// The classes of a cell in a group that has scored, by seat.
const PAID: [&str; MAX_SEATS] = ["paid s0", "paid s1", "paid s2", "paid s3", "paid s4"];

/// BOX-51: the groups that have earned a bonus, once the round is over.
fn paid_groups(scene: &Scene<'_, State>) -> Vec<(Seat, Cells)> {
    let seats = Seat::all(scene.n_seats());
    seats.filter_map(|seat| Some((seat, scene.open.paid_group(seat)?))).collect()
}

/// BOX-41: the cells of the trick that a paradox has left unfinished.
fn unfinished(scene: &Scene<'_, State>) -> Cells {
    let open = scene.open;
    let n_done = open.n_finished();
    let trick = open.tricks().get(n_done).filter(|_| open.paradox().is_some());
    trick.into_iter().flat_map(|trick| trick.cards().iter().copied()).collect()
}

/// Whether a cell is on this map of the sheet.
fn is_on(rules: &Rules, map: Option<u64>, cell: Cell) -> bool {
    map.is_some_and(|map| map & rules.on_map(cell) != 0)
}

/// BOX-51: the group that a bonus would count, on the map of the sheet. A lone token is no group.
pub(super) fn largest_group(rules: &Rules, tokens: Cells) -> Option<u64> {
    let largest = rules.groups(tokens).max_by_key(|group| group.count_ones());
    largest.filter(|map| map.count_ones() > 1)
}

/// A group of tokens as it lies on the sheet, small.
pub(super) fn outline(rules: &Rules, group: Cells) -> Markup {
    const SIDE: u8 = 10;
    let places: Vec<(u8, u8)> = group.iter().map(|cell| rules.place(cell)).collect();
    let rows = || places.iter().map(|(row, _)| *row);
    let columns = || places.iter().map(|(_, column)| *column);
    let (top, left) = (rows().min().unwrap_or(0), columns().min().unwrap_or(0));
    let (height, width) =
        (rows().max().unwrap_or(0) - top + 1, columns().max().unwrap_or(0) - left + 1);
    let (width, height) = (width * SIDE, height * SIDE);
    html! {
        svg.outline aria-hidden="true" width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) {
            @for (row, column) in &places {
                rect x=((column - left) * SIDE + 1) y=((row - top) * SIDE + 1) width=(SIDE - 2) height=(SIDE - 2) rx="2" {}
            }
        }
    }
}
