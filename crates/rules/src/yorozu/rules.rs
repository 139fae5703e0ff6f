//! The variants of Yorozu as data, with the questions that the other files ask.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::cards::{Card, Cards, Multiplier, N_CARDS, N_MULTIPLIERS, N_PLACES, Season};
use crate::notation::{Picks, RuleOption, Unreadable, Values, table_value, write_rules};
use crate::{BadDeckTable, DeckTable, GameId, Numbered, Rules as _};

/// The most seats, and the number of hands in a round: with 3 players the dummy is the fourth.
pub const MAX_SEATS: usize = 4;

/// Rounds in a feast, and cards in a hand.
pub const N_ROUNDS: usize = 9;

/// Booze tokens that end a feast (YOR-29).
pub(super) const MAX_BOOZE: u8 = 3;

/// The level of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RulesLevel {
    /// The basic rules alone.
    Basic,
    /// With multiplier cards (YOR-50 to YOR-53).
    Experienced,
    /// With season tokens (YOR-60 to YOR-64).
    Advanced,
}

/// The edition of the rulebook. Editions differ in the last round in which markers are laid (YOR-23).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edition {
    /// The English one, by The Wood Games.
    Wood,
    /// The Japanese original, by Fukuroudou.
    Fukuroudou,
}

const LEVELS: [&str; 3] = ["basic", "experienced", "advanced"];
const EDITIONS: [&str; 2] = ["wood", "fukuroudou"];
const TARGETS: Values = Values::Numbers { min: 10, max: 200 };
const DEFAULT_TARGET: i32 = 30;

/// Fish on the nine cards of a season, lowest first. Reconstructed: the ends are printed, the single fish are not.
const FISH: [u8; N_PLACES] = [2, 0, 1, 0, 0, 0, 1, 0, 2];
/// The places of the booze cards in a season. Inferred from spring 2 and winter 11, and from there being eight.
const BOOZE: [u8; 2] = [2, 8];
/// Cats on the cards of each season. Inferred for fall and winter.
const CATS: [u8; 4] = [4, 3, 2, 1];

/// The pattern of the multiplier cards, inferred from their number and a printed example: the number names the doubled
/// season, the set how far behind it the negative one follows.
const MULTIPLIERS: [[i8; 4]; N_MULTIPLIERS] = {
    let mut cards = [[1; 4]; N_MULTIPLIERS];
    let mut index = 0;
    while index < N_MULTIPLIERS {
        let (set, doubled) = (index / 4, index % 4);
        cards[index][doubled] = 2;
        cards[index][(doubled + set + 1) % 4] = -1;
        index += 1;
    }
    cards
};

const MULTIPLIER_NAMES: [&str; N_MULTIPLIERS] =
    ["A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4"];

/// A validated variant of Yorozu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    n_seats: u8,
    /// The level of the rules.
    pub level: RulesLevel,
    /// The edition of the rulebook.
    pub edition: Edition,
    target: u8,
    fish: [u8; N_PLACES],
    booze: [u8; 2],
    cats: [u8; 4],
    /// The strength of each card, which follows from its value and cats.
    strengths: [u8; N_CARDS],
    multipliers: [[i8; 4]; N_MULTIPLIERS],
}

/// YOR-3: by value, then by cats.
fn strengths(cats: [u8; 4]) -> [u8; N_CARDS] {
    std::array::from_fn(|index| {
        let card = Card::numbered(index as u8);
        let n_cats = card.season().map_or(0, |season| cats[season as usize]);
        card.value() * 5 + n_cats
    })
}

impl Rules {
    /// The variant with the standard cards. `None` if a number is out of range.
    pub fn new(n_seats: u8, level: RulesLevel, edition: Edition, target: u8) -> Option<Rules> {
        let fits = Rules::PLAYERS.contains(&n_seats) && (10..=200).contains(&target);
        fits.then_some(Rules {
            n_seats,
            level,
            edition,
            target,
            fish: FISH,
            booze: BOOZE,
            cats: CATS,
            strengths: strengths(CATS),
            multipliers: MULTIPLIERS,
        })
    }

    /// YOR-42: the total that ends the match.
    pub fn target(&self) -> i32 {
        i32::from(self.target)
    }

    /// Whether the fourth hand is the dummy deck (YOR-13).
    #[inline]
    pub const fn has_dummy(&self) -> bool {
        self.n_seats == 3
    }

    /// YOR-2: fish on a card.
    pub fn fish(&self, card: Card) -> u8 {
        card.place().map_or(0, |place| self.fish[place])
    }

    /// YOR-10: the season cards with booze.
    #[inline]
    pub const fn booze_season_cards(&self) -> Cards {
        let places = self.booze;
        Cards::from_bits(
            Cards::of_place(places[0] as usize - 1).bits()
                | Cards::of_place(places[1] as usize - 1).bits(),
        )
    }

    /// YOR-2: the cards with booze.
    #[inline]
    pub const fn booze_cards(&self) -> Cards {
        Cards::from_bits(self.booze_season_cards().bits() | Cards::YOROZU.bits())
    }

    /// YOR-3: a number that is higher for the higher card.
    #[inline]
    pub fn strength(&self, card: Card) -> u8 {
        self.strengths[card.index()]
    }

    /// YOR-4: the worth of a fish of a season with this multiplier card.
    pub fn multiplier(&self, card: Multiplier, season: Season) -> i32 {
        self.multipliers[card.index()][season as usize].into()
    }

    /// YOR-50: multiplier cards that each player gets.
    pub const fn n_multipliers(&self) -> usize {
        N_MULTIPLIERS / self.n_seats as usize
    }

    /// YOR-5: tokens of each season.
    pub const fn n_tokens(&self) -> u8 {
        self.n_seats
    }

    /// YOR-23: the last round, from 1, in which markers are laid.
    pub const fn last_marker_round(&self) -> u8 {
        match self.edition {
            Edition::Wood => 8,
            Edition::Fukuroudou => 7,
        }
    }

    fn table(&self, name: &str) -> Vec<Vec<i32>> {
        let row = |values: &[u8]| vec![values.iter().map(|&value| value.into()).collect()];
        match name {
            "fish" => row(&self.fish),
            "booze" => row(&self.booze),
            "cats" => row(&self.cats),
            _ => self.multipliers.iter().map(|card| card.map(i32::from).to_vec()).collect(),
        }
    }
}

fn standard() -> Rules {
    Rules::new(4, RulesLevel::Basic, Edition::Wood, DEFAULT_TARGET as u8).expect("these fit")
}

impl crate::Rules for Rules {
    const GAME: GameId = GameId::Yorozu;

    const PLAYERS: RangeInclusive<u8> = 3..=4;

    const OPTIONS: &'static [RuleOption] = &[
        RuleOption::players::<Rules>(),
        RuleOption { key: "level", values: Values::Words(&LEVELS) },
        RuleOption { key: "edition", values: Values::Words(&EDITIONS) },
        RuleOption { key: "target", values: TARGETS },
        RuleOption { key: "fish", values: Values::Table },
        RuleOption { key: "booze", values: Values::Table },
        RuleOption { key: "cats", values: Values::Table },
        RuleOption { key: "multipliers", values: Values::Table },
    ];

    const TABLES: &'static [DeckTable] = &[
        DeckTable::row("fish", N_PLACES, (0, 9), false),
        DeckTable::row("booze", 2, (1, N_PLACES as i32), true),
        DeckTable::row("cats", 4, (1, 4), true),
        DeckTable {
            name: "multipliers",
            rows: &MULTIPLIER_NAMES,
            n_values: 4,
            min: -9,
            max: 9,
            each_once: false,
        },
    ];

    fn n_seats(&self) -> u8 {
        self.n_seats
    }

    fn every() -> Vec<Rules> {
        let mut every = Vec::new();
        for n_seats in Self::PLAYERS {
            for level in [RulesLevel::Basic, RulesLevel::Experienced, RulesLevel::Advanced] {
                for edition in [Edition::Wood, Edition::Fukuroudou] {
                    every.extend(Rules::new(n_seats, level, edition, DEFAULT_TARGET as u8));
                }
            }
        }
        every
    }

    fn value(&self, key: &str) -> Option<String> {
        match key {
            "players" => Some(self.n_seats.to_string()),
            "level" => Some(LEVELS[self.level as usize].to_owned()),
            "edition" => Some(EDITIONS[self.edition as usize].to_owned()),
            "target" => Some(self.target.to_string()),
            _ => table_value(self, key),
        }
    }

    fn standard_table(name: &str) -> Vec<Vec<i32>> {
        standard().table(name)
    }

    fn with_table(mut self, name: &str, rows: &[Vec<i32>]) -> Result<Rules, BadDeckTable> {
        Self::check_table(name, rows)?;
        let fill = |table: &mut [u8], row: &[i32]| {
            for (place, value) in table.iter_mut().zip(row) {
                *place = *value as u8;
            }
        };
        match name {
            "fish" => fill(&mut self.fish, &rows[0]),
            "booze" => {
                fill(&mut self.booze, &rows[0]);
                // Their order in a deck file has no meaning.
                self.booze.sort_unstable();
            }
            "cats" => {
                fill(&mut self.cats, &rows[0]);
                self.strengths = strengths(self.cats);
            }
            _ if self.level != RulesLevel::Experienced => {}
            _ => {
                for (card, row) in self.multipliers.iter_mut().zip(rows) {
                    for (place, value) in card.iter_mut().zip(row) {
                        *place = *value as i8;
                    }
                }
            }
        }
        Ok(self)
    }

    fn changed_tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)> {
        let tables = Self::TABLES.iter().map(|info| (info.name, self.table(info.name)));
        tables.filter(|(name, rows)| *rows != Self::standard_table(name)).collect()
    }
}

impl FromStr for Rules {
    type Err = Unreadable;

    fn from_str(line: &str) -> Result<Rules, Unreadable> {
        let picks = Picks::read::<Rules>(line)?;
        let n_seats = picks.number_or("players", 4) as u8;
        let level = [RulesLevel::Basic, RulesLevel::Experienced, RulesLevel::Advanced]
            [picks.place_or("level", &LEVELS, 0)];
        let edition = [Edition::Wood, Edition::Fukuroudou][picks.place_or("edition", &EDITIONS, 0)];
        let target = picks.number_or("target", DEFAULT_TARGET) as u8;
        let rules = Rules::new(n_seats, level, edition, target);
        picks.with_tables(rules.expect("the ranges have been checked"), |table| {
            let unused = table == "multipliers" && level != RulesLevel::Experienced;
            unused.then_some("level=experienced")
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rules(f, self)
    }
}
