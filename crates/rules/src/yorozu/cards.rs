//! The pieces of Yorozu: season cards, the two Yorozu, and multiplier cards.

use std::fmt;

use crate::{Set, numbered};

/// Cards of each season (YOR-1).
pub(super) const N_PLACES: usize = 9;

/// Season cards and the two Yorozu (YOR-1).
pub(super) const N_CARDS: usize = 38;

/// Multiplier cards (YOR-4).
pub(super) const N_MULTIPLIERS: usize = 12;

/// A season (YOR-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Season {
    /// Values 1 to 9.
    Spring,
    /// Values 2 to 10.
    Summer,
    /// Values 3 to 11.
    Fall,
    /// Values 4 to 12.
    Winter,
}

impl Season {
    /// All seasons, in the order of the year.
    pub const ALL: [Season; 4] = [Season::Spring, Season::Summer, Season::Fall, Season::Winter];

    /// Its letters in notation.
    pub const fn letters(self) -> &'static str {
        match self {
            Season::Spring => "sp",
            Season::Summer => "su",
            Season::Fall => "fa",
            Season::Winter => "wi",
        }
    }

    /// Its name in the message catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Season::Spring => "season-spring",
            Season::Summer => "season-summer",
            Season::Fall => "season-fall",
            Season::Winter => "season-winter",
        }
    }

    /// All cards of this season.
    pub const fn cards(self) -> Cards {
        Cards::from_bits(((1 << N_PLACES) - 1) << (self as usize * N_PLACES))
    }
}

numbered!(Season in Season::ALL);

/// A set of seasons.
pub type Seasons = Set<Season>;

impl Seasons {
    /// The other seasons.
    #[must_use]
    pub const fn others(self) -> Seasons {
        Seasons::from_bits(!self.bits() & 0xf)
    }

    /// All cards of these seasons.
    #[inline]
    pub const fn cards(self) -> Cards {
        CARDS_OF[(self.bits() & 0xf) as usize]
    }
}

/// The cards of each set of seasons, as a table because every choice needs them.
const CARDS_OF: [Cards; 16] = {
    let mut table = [Cards::NONE; 16];
    let mut set = 0;
    while set < table.len() {
        let mut season = 0;
        while season < Season::ALL.len() {
            if set & (1 << season) != 0 {
                table[set] =
                    Cards::from_bits(table[set].bits() | Season::ALL[season].cards().bits());
            }
            season += 1;
        }
        set += 1;
    }
    table
};

/// The season of each card as a set, for the same reason.
const SEASON_OF: [Seasons; N_CARDS] = {
    let mut table = [Seasons::NONE; N_CARDS];
    let mut index = 0;
    while index < N_CARDS {
        if let Some(season) = Card(index as u8).season() {
            table[index] = Seasons::from_bits(1 << season as u8);
        }
        index += 1;
    }
    table
};

/// A card: one of a season's nine, or a Yorozu (YOR-1). Cards are numbered by season and place, Yorozu last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The lower Yorozu.
    pub const YOROZU_0: Card = Card(36);
    /// The higher Yorozu.
    pub const YOROZU_13: Card = Card(37);

    /// The card of this season and value, if there is one.
    pub const fn new(season: Season, value: u8) -> Option<Card> {
        let first = season as u8 + 1;
        if value >= first && value < first + N_PLACES as u8 {
            Some(Card(season as u8 * N_PLACES as u8 + value - first))
        } else {
            None
        }
    }

    /// Its season; a Yorozu has none.
    #[inline]
    pub const fn season(self) -> Option<Season> {
        match self.0 {
            0..9 => Some(Season::Spring),
            9..18 => Some(Season::Summer),
            18..27 => Some(Season::Fall),
            27..36 => Some(Season::Winter),
            _ => None,
        }
    }

    /// Its season as a set; a Yorozu's is empty.
    #[inline]
    pub const fn seasons(self) -> Seasons {
        SEASON_OF[self.0 as usize]
    }

    /// Its place in its season, from 0.
    pub const fn place(self) -> Option<usize> {
        if self.0 < 36 { Some(self.0 as usize % N_PLACES) } else { None }
    }

    /// Its value.
    pub const fn value(self) -> u8 {
        match self.0 {
            36 => 0,
            37 => 13,
            index => index % N_PLACES as u8 + index / N_PLACES as u8 + 1,
        }
    }

    /// YOR-2: whether it shows a crow, as the fifth of each season does.
    #[inline]
    pub fn is_crow(self) -> bool {
        Cards::CROWS.has(self)
    }

    /// Whether it is a Yorozu.
    pub const fn is_yorozu(self) -> bool {
        self.0 >= 36
    }
}

numbered!(Card below N_CARDS);

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.season().map_or("yo", Season::letters), self.value())
    }
}

/// A set of cards. Sorted by season, then value, Yorozu last.
pub type Cards = Set<Card>;

impl Cards {
    /// All cards.
    pub const ALL: Cards = Cards::from_bits((1 << N_CARDS) - 1);
    /// Both Yorozu.
    pub const YOROZU: Cards = Cards::from_bits(0b11 << 36);
    /// The four crows (YOR-2).
    pub const CROWS: Cards = Cards::of_place(4);

    /// The cards of this place in every season, from 0.
    pub(super) const fn of_place(place: usize) -> Cards {
        Cards::from_bits(0x804_0201 << place)
    }
}

/// A multiplier card (YOR-4): sets A, B and C, numbered 1 to 4, one set after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Multiplier(u8);

numbered!(Multiplier below N_MULTIPLIERS);

impl fmt::Display for Multiplier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ['A', 'B', 'C'][usize::from(self.0 / 4)], self.0 % 4 + 1)
    }
}

/// A set of multiplier cards.
pub type Multipliers = Set<Multiplier>;

impl Multipliers {
    /// All twelve.
    pub const ALL: Multipliers = Multipliers::from_bits((1 << N_MULTIPLIERS) - 1);
}
