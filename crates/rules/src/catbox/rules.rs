//! The variants of Cat in the Box as data, with the questions that the other files ask.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::cards::{Cell, Cells, Colour, Hand, MAX_VALUE, Value};
use crate::notation::{Picks, RuleOption, Unreadable, Values, Wanted, table_value, write_rules};
use crate::{BadDeckTable, DeckTable, GameId, Numbered};

/// The most seats (deluxe).
pub const MAX_SEATS: usize = 5;

/// The most tricks in a round (BOX-14).
pub const MAX_TRICKS: usize = 8;

/// A side of the research sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first side: every row in order.
    Black,
    /// The other side: rows run in different orders.
    Purple,
}

const SIDES: [&str; 2] = ["black", "purple"];
const EDITIONS: [&str; 2] = ["original", "deluxe"];
const COLOURS: [&str; 4] = ["red", "blue", "yellow", "green"];

const fn sheet_table(name: &'static str, n_values: usize) -> DeckTable {
    DeckTable { name, rows: &COLOURS, n_values, min: 1, max: n_values as i32, each_once: true }
}

/// A validated variant of Cat in the Box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    n_seats: u8,
    side: Side,
    sheet: CellLayout,
}

/// The place of each cell on the sheet: column × 4 + row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct CellLayout([u8; MAX_VALUE as usize * 4]);

impl Rules {
    /// The variant with the standard sheet. `None` if the side is not for this number of players.
    pub fn new(n_seats: u8, side: Side) -> Option<Rules> {
        let fits = match n_seats {
            2 => side == Side::Black,
            3 | 4 => true,
            5 => side == Side::Purple,
            _ => false,
        };
        let name = table_in_use(n_seats, side);
        fits.then(|| Rules { n_seats, side, sheet: CellLayout::from_rows(&standard(name)) })
    }

    /// The side of the sheet that is in use.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The edition for this number of players.
    pub fn edition(&self) -> &'static str {
        edition(self.n_seats)
    }

    /// BOX-1: the highest value in the deck.
    pub const fn max_value(&self) -> u8 {
        match self.n_seats {
            2 => 5,
            3 => 6,
            4 => 8,
            _ => 9,
        }
    }

    /// BOX-1: the deck.
    pub const fn deck(&self) -> Hand {
        Hand::deck(self.max_value())
    }

    /// BOX-2: the cells of the sheet.
    pub const fn cells(&self) -> Cells {
        Cells::up_to(self.max_value())
    }

    /// BOX-4: the bids on offer, as bits. With 2 players nobody bids.
    pub const fn bids(&self) -> u64 {
        match self.n_seats {
            2 => 0,
            3 => 1 << 1 | 1 << 3 | 1 << 4,
            _ => 1 << 1 | 1 << 2 | 1 << 3,
        }
    }

    /// BOX-11: cards dealt to each player.
    pub const fn n_dealt(&self) -> u8 {
        if self.n_seats == 5 { 9 } else { 10 }
    }

    /// Deluxe with 2 players: cards turned up after the deal.
    pub const fn n_up(&self) -> u8 {
        if self.n_seats == 2 { 3 } else { 0 }
    }

    /// BOX-14: tricks in a round without a paradox.
    pub const fn n_tricks(&self) -> u8 {
        if self.n_seats == 5 { 7 } else { 8 }
    }

    /// BOX-10: rounds in a game.
    pub const fn n_rounds(&self) -> u8 {
        self.n_seats
    }

    /// BOX-51: whether a player with this bid and this many tricks earns the bonus. Deluxe with 2 players: four tricks or fewer.
    pub fn earns_bonus(&self, bid: Option<u8>, won: u8) -> bool {
        bid.map_or(won <= 4, |bid| bid == won)
    }

    /// Deluxe with 2 players: the cells that neutral tokens cover, for the cards turned up.
    pub fn neutral_cells(&self, up: Hand) -> Cells {
        const ORDER: [Colour; 3] = [Colour::Green, Colour::Yellow, Colour::Blue];
        let mut cells = Cells::NONE;
        for value in Value::up_to(self.max_value()) {
            for &colour in &ORDER[..usize::from(up.count(value)).min(ORDER.len())] {
                cells = cells.with(Cell::new(colour, value));
            }
        }
        cells
    }

    /// The place of a cell on the sheet: its row from the top and its column from the left.
    pub fn place(&self, cell: Cell) -> (u8, u8) {
        let place = self.sheet.0[cell.index()];
        (place % 4, place / 4)
    }

    /// A cell's bit on a map of the sheet, which has four rows to a column.
    #[inline]
    pub fn on_map(&self, cell: Cell) -> u64 {
        1 << self.sheet.0[cell.index()]
    }

    /// The groups of cells that are connected by their sides, each as a map.
    #[inline]
    pub fn groups(&self, cells: Cells) -> impl Iterator<Item = u64> {
        let mut rest = cells.iter().fold(0, |map, cell| map | self.on_map(cell));
        std::iter::from_fn(move || {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let grown = (group | beside(group)) & rest;
                if grown == group {
                    break;
                }
                group = grown;
            }
            rest &= !group;
            (group != 0).then_some(group)
        })
    }

    /// BOX-51: the size of the largest of these groups.
    pub fn largest_group(&self, cells: Cells) -> u8 {
        self.groups(cells).map(|group| group.count_ones() as u8).max().unwrap_or(0)
    }
}

/// The neighbours of these places on a map of the sheet.
#[inline]
pub const fn beside(map: u64) -> u64 {
    const TOP: u64 = Cells::RED.bits();
    const BOTTOM: u64 = Cells::RED.bits() << 3;
    map << 4 | map >> 4 | (map & !BOTTOM) << 1 | (map & !TOP) >> 1
}

impl CellLayout {
    fn from_rows(rows: &[Vec<i32>]) -> CellLayout {
        let mut places: [u8; MAX_VALUE as usize * 4] = std::array::from_fn(|index| index as u8);
        for (colour, row) in Colour::ALL.into_iter().zip(rows) {
            for (column, &number) in row.iter().enumerate() {
                let value = Value::new(number as u8).expect("tables are checked");
                places[Cell::new(colour, value).index()] = column as u8 * 4 + colour as u8;
            }
        }
        CellLayout(places)
    }

    fn to_rows(self, n_values: usize) -> Vec<Vec<i32>> {
        let mut rows = vec![vec![0; n_values]; COLOURS.len()];
        for (index, &place) in self.0.iter().enumerate().take(n_values * 4) {
            rows[usize::from(place % 4)][usize::from(place / 4)] = index as i32 / 4 + 1;
        }
        rows
    }
}

fn edition(n_seats: u8) -> &'static str {
    EDITIONS[usize::from(!(3..=4).contains(&n_seats))]
}

/// The name of the table that holds the sheet in play.
fn table_in_use(n_seats: u8, side: Side) -> &'static str {
    match (side, n_seats) {
        (Side::Black, _) => "black",
        (Side::Purple, 5) => "purple9",
        (Side::Purple, _) => "purple",
    }
}

/// The reconstructed sheets: rows red, blue, yellow, green from the top.
fn standard(table: &str) -> Vec<Vec<i32>> {
    let rows: [&str; 4] = match table {
        "black" => ["12345678", "12345678", "12345678", "12345678"],
        "purple" => ["12345678", "21436587", "12345678", "21436587"],
        "purple9" => ["123456789", "231564897", "312645978", "123456789"],
        _ => return Vec::new(),
    };
    rows.iter().map(|row| row.bytes().map(|digit| i32::from(digit - b'0')).collect()).collect()
}

impl crate::Rules for Rules {
    const GAME: GameId = GameId::Catbox;

    const PLAYERS: RangeInclusive<u8> = 2..=5;

    const OPTIONS: &'static [RuleOption] = &[
        RuleOption::players::<Rules>(),
        RuleOption { key: "edition", values: Values::Words(&EDITIONS) },
        RuleOption { key: "side", values: Values::Words(&SIDES) },
        RuleOption { key: "black", values: Values::Table },
        RuleOption { key: "purple", values: Values::Table },
        RuleOption { key: "purple9", values: Values::Table },
    ];

    const TABLES: &'static [DeckTable] =
        &[sheet_table("black", 8), sheet_table("purple", 8), sheet_table("purple9", 9)];

    fn n_seats(&self) -> u8 {
        self.n_seats
    }

    fn every() -> Vec<Rules> {
        let sides = [Side::Black, Side::Purple];
        Self::PLAYERS
            .flat_map(|n| sides.into_iter().filter_map(move |side| Rules::new(n, side)))
            .collect()
    }

    fn value(&self, key: &str) -> Option<String> {
        match key {
            "players" => Some(self.n_seats.to_string()),
            "edition" => Some(self.edition().to_owned()),
            "side" => Some(SIDES[self.side as usize].to_owned()),
            _ => table_value(self, key),
        }
    }

    fn standard_table(name: &str) -> Vec<Vec<i32>> {
        standard(name)
    }

    fn with_table(self, name: &str, rows: &[Vec<i32>]) -> Result<Rules, BadDeckTable> {
        Self::check_table(name, rows)?;
        let in_use = name == table_in_use(self.n_seats, self.side);
        Ok(if in_use { Rules { sheet: CellLayout::from_rows(rows), ..self } } else { self })
    }

    fn changed_tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)> {
        let name = table_in_use(self.n_seats, self.side);
        let rows = standard(name);
        let changed = self.sheet != CellLayout::from_rows(&rows);
        if changed { vec![(name, self.sheet.to_rows(rows[0].len()))] } else { vec![] }
    }
}

impl FromStr for Rules {
    type Err = Unreadable;

    fn from_str(line: &str) -> Result<Rules, Unreadable> {
        let picks = Picks::read::<Rules>(line)?;
        let n_seats = picks.number_or("players", 4) as u8;
        let with = format!("players={n_seats}");
        if picks.get("edition").is_some_and(|picked| picked != edition(n_seats)) {
            let allowed = vec![edition(n_seats)];
            return Err(picks.refuse("edition", Wanted::Fitting { with, allowed }));
        }
        let side = match picks.place_or("side", &SIDES, usize::from(n_seats == 5)) {
            0 => Side::Black,
            _ => Side::Purple,
        };
        let Some(rules) = Rules::new(n_seats, side) else {
            let allowed = vec![SIDES[usize::from(n_seats == 5)]];
            return Err(picks.refuse("side", Wanted::Fitting { with, allowed }));
        };
        picks.with_tables(rules, |table| match table {
            _ if table == table_in_use(n_seats, side) => None,
            "black" => Some("side=black"),
            "purple" => Some("players=4 side=purple"),
            _ => Some("players=5"),
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rules(f, self)
    }
}
