//! The variants of CATSle as data, with the questions that the other files ask.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::cards::{Cards, N_COLUMNS, N_SUITS, Suit};
use crate::notation::{Picks, RuleOption, Unreadable, Values, Wanted, table_value, write_rules};
use crate::{BadDeckTable, DeckTable, GameId, Seat};

/// The most seats.
pub const MAX_SEATS: usize = 5;

/// Rounds in a game (CAS-10).
pub const N_ROUNDS: usize = 3;

/// The most tricks in a round, and cards dealt to a player (CAS-4, CAS-11).
pub const MAX_TRICKS: usize = 14;

/// Cards in the extra deck of 3 players (CAS-4).
pub const N_EXTRA: usize = 11;

/// The most seats that take cards of a trick (CAS-23).
pub(super) const MAX_TAKERS: usize = 3;

/// The most cards taken in a trick (CAS-23).
pub const MAX_TAKES: usize = 4;

/// Who leads the next trick (CAS-27).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lead {
    /// The seat that took two cards.
    TwoCards,
    /// The seat that ranked first.
    Winner,
}

/// How the suit that 3 players leave out is chosen (CAS-2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Out {
    /// It is drawn at random.
    Random,
    /// It is always this one.
    Chosen(Suit),
}

impl Lead {
    /// The leader after a trick, given the seats that took its cards and the index of the last of them.
    #[inline]
    pub(super) fn after(self, takers: [Seat; MAX_TAKES], last_take: usize) -> Seat {
        match self {
            Lead::TwoCards => takers[last_take],
            Lead::Winner => takers[0],
        }
    }
}

const LEADS: [&str; 2] = ["two-cards", "winner"];
const OUTS: [&str; 1 + N_SUITS] = ["random", "r", "b", "g", "k", "y"];

impl Out {
    const ALL: [Out; 1 + N_SUITS] = [
        Out::Random,
        Out::Chosen(Suit::Red),
        Out::Chosen(Suit::Blue),
        Out::Chosen(Suit::Green),
        Out::Chosen(Suit::Grey),
        Out::Chosen(Suit::Yellow),
    ];

    /// Whether this suit may be left out.
    pub fn allows(self, suit: Suit) -> bool {
        match self {
            Out::Random => true,
            Out::Chosen(chosen) => chosen == suit,
        }
    }
}

/// Derived: the boards for 3 and for 4 players share the half with the columns.
const LIMITS_3: [u8; N_COLUMNS] = [1, 2, 3, 4];

/// A validated variant of CATSle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    n_seats: u8,
    /// Who leads the next trick.
    pub lead: Lead,
    out: Out,
    limits: [u8; N_COLUMNS],
}

impl Rules {
    /// The variant with the standard limits. `None` if the options do not go together: only 3 players leave out a suit.
    pub fn new(n_seats: u8, lead: Lead, out: Out) -> Option<Rules> {
        let fits = match n_seats {
            3 => true,
            4 | 5 => out == Out::Random,
            _ => false,
        };
        let limits = match n_seats {
            3 => LIMITS_3,
            4 => [1, 2, 3, 4],
            _ => [1, 2, 3, 3],
        };
        fits.then_some(Rules { n_seats, lead, out, limits })
    }

    /// CAS-2: how the suit to leave out is chosen, if one is left out.
    pub const fn out(&self) -> Option<Out> {
        if self.n_seats == 3 { Some(self.out) } else { None }
    }

    /// CAS-1, CAS-2: the cards in play without this suit.
    pub fn cards(&self, out: Option<Suit>) -> Cards {
        out.map_or(Cards::ALL, |out| Cards::ALL - out.cards())
    }

    /// CAS-3: how many cards each column takes without a penalty.
    pub const fn limits(&self) -> [u8; N_COLUMNS] {
        self.limits
    }

    /// CAS-3: whether boards have a scrap area.
    pub const fn has_scrap(&self) -> bool {
        self.n_seats > 3
    }

    /// CAS-3: the places of a board, as bits.
    pub const fn places(&self) -> u32 {
        if self.has_scrap() { 0b11111 } else { 0b01111 }
    }

    /// CAS-4, CAS-11: cards dealt to each player, and tricks in a round.
    pub const fn n_dealt(&self) -> u8 {
        match self.n_seats {
            3 => 11,
            4 => 14,
            _ => 12,
        }
    }

    /// CAS-4: cards in the extra deck.
    pub const fn n_extra(&self) -> u8 {
        if self.n_seats == 3 { N_EXTRA as u8 } else { 0 }
    }

    /// CAS-24: the number of cards on offer in a trick, with the extra card.
    pub const fn n_offered(&self) -> u8 {
        n_offered(self.n_seats)
    }

    /// CAS-23: the takers of single cards in order, as ranks from 0. The last taker takes two.
    pub const fn takes(&self) -> &'static [u8] {
        takes(self.n_seats)
    }

    /// CAS-30 to CAS-33: the score of a board with these numbers of cards.
    pub fn score(&self, counts: [u8; N_COLUMNS + 1]) -> Score {
        let (mut points, mut perfect, mut over) = (0, 0, 0);
        for (&n_cards, &limit) in counts.iter().zip(&self.limits) {
            points += column_points(n_cards, limit);
            perfect += u8::from(n_cards == limit);
            over += u8::from(n_cards > limit);
        }
        let scrap = counts[N_COLUMNS];
        let bonus = [0, 0, 1, 2, 4][usize::from(perfect)];
        let sum = points - i32::from(scrap) + i32::from(bonus);
        Score { sum, points: sum.max(0), perfect, bonus, over, scrap }
    }
}

/// CAS-30: the points of a column with this limit.
#[inline]
pub(super) fn column_points(n_cards: u8, limit: u8) -> i32 {
    if n_cards <= limit { n_cards.into() } else { i32::from(limit) - i32::from(n_cards) }
}

/// [`Rules::n_offered`] by the number of seats.
#[inline]
pub(super) const fn n_offered(n_seats: u8) -> u8 {
    if n_seats == 3 { 4 } else { n_seats }
}

/// [`Rules::takes`] by the number of seats.
#[inline]
pub(super) const fn takes(n_seats: u8) -> &'static [u8] {
    if n_seats == 5 { &[0, 1, 2, 2] } else { &[0, 1, 1] }
}

/// The score of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The sum of columns, scrap area and bonus.
    pub sum: i32,
    /// The points for the round: the sum, but at least 0 (CAS-33).
    pub points: i32,
    /// The number of perfect columns, exactly at their limit (CAS-32).
    pub perfect: u8,
    /// The bonus for perfect columns.
    pub bonus: u8,
    /// Columns over their limit (CAS-30).
    pub over: u8,
    /// Cards in the scrap area (CAS-31).
    pub scrap: u8,
}

impl Score {
    /// CAS-30: the points of the columns alone.
    pub fn columns(self) -> i32 {
        self.sum + i32::from(self.scrap) - i32::from(self.bonus)
    }
}

impl crate::Rules for Rules {
    const GAME: GameId = GameId::Catsle;

    const PLAYERS: RangeInclusive<u8> = 3..=5;

    const OPTIONS: &'static [RuleOption] = &[
        RuleOption::players::<Rules>(),
        RuleOption { key: "lead", values: Values::Words(&LEADS) },
        RuleOption { key: "out", values: Values::Words(&OUTS) },
        RuleOption { key: "limits3", values: Values::Table },
    ];

    const TABLES: &'static [DeckTable] = &[DeckTable::row("limits3", N_COLUMNS, (1, 9), false)];

    fn n_seats(&self) -> u8 {
        self.n_seats
    }

    fn every() -> Vec<Rules> {
        let by_out = |(n_seats, lead)| {
            Out::ALL.iter().filter_map(move |&out| Rules::new(n_seats, lead, out))
        };
        let by_lead = |n_seats| [(n_seats, Lead::TwoCards), (n_seats, Lead::Winner)];
        Self::PLAYERS.flat_map(by_lead).flat_map(by_out).collect()
    }

    fn value(&self, key: &str) -> Option<String> {
        match key {
            "players" => Some(self.n_seats.to_string()),
            "lead" => Some(LEADS[self.lead as usize].to_owned()),
            "out" => {
                let place = Out::ALL.iter().position(|&out| Some(out) == self.out())?;
                Some(OUTS[place].to_owned())
            }
            _ => table_value(self, key),
        }
    }

    fn standard_table(name: &str) -> Vec<Vec<i32>> {
        match name {
            "limits3" => vec![LIMITS_3.map(i32::from).to_vec()],
            _ => Vec::new(),
        }
    }

    fn with_table(mut self, name: &str, rows: &[Vec<i32>]) -> Result<Rules, BadDeckTable> {
        Self::check_table(name, rows)?;
        if self.n_seats == 3 {
            for (limit, &value) in self.limits.iter_mut().zip(&rows[0]) {
                *limit = value as u8;
            }
        }
        Ok(self)
    }

    fn changed_tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)> {
        let changed = self.n_seats == 3 && self.limits != LIMITS_3;
        if changed { vec![("limits3", vec![self.limits.map(i32::from).to_vec()])] } else { vec![] }
    }
}

impl FromStr for Rules {
    type Err = Unreadable;

    fn from_str(line: &str) -> Result<Rules, Unreadable> {
        const THREE: &str = "players=3";
        let picks = Picks::read::<Rules>(line)?;
        let n_seats = picks.number_or("players", 4) as u8;
        let lead = [Lead::TwoCards, Lead::Winner][picks.place_or("lead", &LEADS, 0)];
        let out = Out::ALL[picks.place_or("out", &OUTS, 0)];
        if n_seats != 3 && picks.get("out").is_some() {
            return Err(picks.refuse("out", Wanted::OnlyWith { with: THREE }));
        }
        let rules = Rules::new(n_seats, lead, out);
        let rules = rules.expect("the range of players and what goes with it have been checked");
        picks.with_tables(rules, |_| (n_seats != 3).then_some(THREE))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rules(f, self)
    }
}
