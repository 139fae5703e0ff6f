//! The variants of Meow as data, with the questions that the other files ask.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::cards::{Cards, MAX_VALUE, Token};
use crate::notation::{Picks, RuleOption, Unreadable, Values, table_value, write_rules};
use crate::{BadDeckTable, DeckTable, GameId, Rules as _};

/// The most seats.
pub const MAX_SEATS: usize = 6;

/// Rounds in a game (MEO-10).
pub const N_ROUNDS: usize = 3;

/// Turns in a round, tokens in a stack, and cards dealt to each player (MEO-10, MEO-11).
pub const N_TURNS: usize = 9;

/// Award tokens (MEO-2).
pub const N_TOKENS: usize = N_ROUNDS * N_TURNS;

/// Bowls among the tokens (MEO-2).
const N_BOWLS: usize = 11;

/// Fishbones among the tokens (MEO-2).
const N_FISHBONES: usize = 8;

/// Fish among the tokens, and as many vases (MEO-2).
const N_FISH: usize = 4;

/// The cards in the deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deck {
    /// All 54.
    Basic,
    /// As many as are dealt (MEO-13).
    Expert,
}

/// What three and four broken vases cost (MEO-31).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Vases {
    /// 20 for each pair.
    Pairs,
    /// 20 for two or more.
    Flat,
}

/// Who chooses the fishbones that fish remove (MEO-30).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fish {
    /// Nobody: the worst ones go.
    Auto,
    /// Each owner chooses.
    ByHand,
}

const DECKS: [&str; 2] = ["basic", "expert"];
const VASES: [&str; 2] = ["pairs", "flat"];
const FISH: [&str; 2] = ["auto", "by-hand"];

/// In a set of choices the bit of a fishbone is its worth, so worths are below 64.
const MAX_WORTH: i32 = 50;

/// Reconstructed: their number and range are published, the spread is not.
const BOWLS: [u8; N_BOWLS] = [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10];
/// Reconstructed: their number and range are published, the spread is not.
const FISHBONES: [u8; N_FISHBONES] = [1, 2, 3, 4, 5, 6, 8, 10];

/// A validated variant of Meow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    n_seats: u8,
    /// The cards in the deck.
    pub deck: Deck,
    /// What vases cost.
    pub vases: Vases,
    /// Who chooses the fishbones to discard.
    pub fish: Fish,
    bowls: [u8; N_BOWLS],
    fishbones: [u8; N_FISHBONES],
}

impl Rules {
    /// The variant with the standard tokens. `None` if the number of players is not 2 to 6.
    pub fn new(n_seats: u8, deck: Deck, vases: Vases, fish: Fish) -> Option<Rules> {
        let fits = Rules::PLAYERS.contains(&n_seats);
        fits.then_some(Rules { n_seats, deck, vases, fish, bowls: BOWLS, fishbones: FISHBONES })
    }

    /// MEO-1, MEO-13: the cards in play.
    pub const fn cards(&self) -> Cards {
        let n_low = match self.deck {
            Deck::Basic => MAX_VALUE,
            // With n players 3n of each colour stay: 1 to 3n - 1, and the 18.
            Deck::Expert => self.n_seats * 3 - 1,
        };
        let values = ((1u64 << n_low) - 1) | (1 << (MAX_VALUE - 1));
        Cards::from_bits(values | values << MAX_VALUE | values << (2 * MAX_VALUE))
    }

    /// MEO-2: all tokens: bowls, fishbones, fish, vases.
    pub fn tokens(&self) -> [Token; N_TOKENS] {
        let mut tokens = [Token::Vase; N_TOKENS];
        let bowls = self.bowls.iter().map(|&points| Token::Bowl(points));
        let fishbones = self.fishbones.iter().map(|&points| Token::Fishbone(points));
        let fish = std::iter::repeat_n(Token::Fish, N_FISH);
        for (place, token) in tokens.iter_mut().zip(bowls.chain(fishbones).chain(fish)) {
            *place = token;
        }
        tokens
    }

    /// MEO-31: the points for this many broken vases.
    pub fn vase_points(&self, n_vases: u8) -> i32 {
        let pairs = i32::from(n_vases / 2);
        -20 * match self.vases {
            Vases::Pairs => pairs,
            Vases::Flat => pairs.min(1),
        }
    }

    /// MEO-30 to MEO-32: the worth of these tokens together, with this many fish used on the worst fishbones.
    pub fn worth(&self, tokens: impl IntoIterator<Item = Token>, n_fish: usize) -> i32 {
        let mut fishbones = [0u8; N_TOKENS];
        let (mut bowls, mut n_fishbones, mut n_vases) = (0, 0, 0);
        for token in tokens {
            match token {
                Token::Bowl(points) => bowls += i32::from(points),
                Token::Fishbone(worth) => {
                    fishbones[n_fishbones] = worth;
                    n_fishbones += 1;
                }
                Token::Fish => {}
                Token::Vase => n_vases += 1,
            }
        }
        fishbones[..n_fishbones].sort_unstable();
        let n_left = n_fishbones.saturating_sub(n_fish);
        let lost: i32 = fishbones[..n_left].iter().map(|&worth| i32::from(worth)).sum();
        bowls - lost + self.vase_points(n_vases)
    }
}

fn standard(table: &str) -> Vec<Vec<i32>> {
    match table {
        "bowls" => vec![BOWLS.map(i32::from).to_vec()],
        "fishbones" => vec![FISHBONES.map(|worth| -i32::from(worth)).to_vec()],
        _ => Vec::new(),
    }
}

impl crate::Rules for Rules {
    const GAME: GameId = GameId::Meow;

    const PLAYERS: RangeInclusive<u8> = 2..=6;

    const OPTIONS: &'static [RuleOption] = &[
        RuleOption::players::<Rules>(),
        RuleOption { key: "deck", values: Values::Words(&DECKS) },
        RuleOption { key: "vases", values: Values::Words(&VASES) },
        RuleOption { key: "fish", values: Values::Words(&FISH) },
        RuleOption { key: "bowls", values: Values::Table },
        RuleOption { key: "fishbones", values: Values::Table },
    ];

    const TABLES: &'static [DeckTable] = &[
        DeckTable::row("bowls", N_BOWLS, (1, MAX_WORTH), false),
        DeckTable::row("fishbones", N_FISHBONES, (-MAX_WORTH, -1), false),
    ];

    fn n_seats(&self) -> u8 {
        self.n_seats
    }

    fn every() -> Vec<Rules> {
        let mut every = Vec::new();
        for n_seats in Self::PLAYERS {
            for deck in [Deck::Basic, Deck::Expert] {
                for vases in [Vases::Pairs, Vases::Flat] {
                    for fish in [Fish::Auto, Fish::ByHand] {
                        every.extend(Rules::new(n_seats, deck, vases, fish));
                    }
                }
            }
        }
        every
    }

    fn value(&self, key: &str) -> Option<String> {
        match key {
            "players" => Some(self.n_seats.to_string()),
            "deck" => Some(DECKS[self.deck as usize].to_owned()),
            "vases" => Some(VASES[self.vases as usize].to_owned()),
            "fish" => Some(FISH[self.fish as usize].to_owned()),
            _ => table_value(self, key),
        }
    }

    fn standard_table(name: &str) -> Vec<Vec<i32>> {
        standard(name)
    }

    fn with_table(mut self, name: &str, rows: &[Vec<i32>]) -> Result<Rules, BadDeckTable> {
        Self::check_table(name, rows)?;
        let table: &mut [u8] = if name == "bowls" { &mut self.bowls } else { &mut self.fishbones };
        for (place, value) in table.iter_mut().zip(&rows[0]) {
            *place = value.unsigned_abs() as u8;
        }
        // Their order in a deck file has no meaning.
        table.sort_unstable();
        Ok(self)
    }

    fn changed_tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)> {
        let bowls = vec![self.bowls.map(i32::from).to_vec()];
        let fishbones = vec![self.fishbones.map(|worth| -i32::from(worth)).to_vec()];
        let tables = [("bowls", bowls), ("fishbones", fishbones)];
        tables.into_iter().filter(|(name, rows)| *rows != standard(name)).collect()
    }
}

impl FromStr for Rules {
    type Err = Unreadable;

    fn from_str(line: &str) -> Result<Rules, Unreadable> {
        let picks = Picks::read::<Rules>(line)?;
        let n_seats = picks.number_or("players", 4) as u8;
        let deck = [Deck::Basic, Deck::Expert][picks.place_or("deck", &DECKS, 0)];
        let vases = [Vases::Pairs, Vases::Flat][picks.place_or("vases", &VASES, 0)];
        let fish = [Fish::Auto, Fish::ByHand][picks.place_or("fish", &FISH, 0)];
        let rules = Rules::new(n_seats, deck, vases, fish);
        picks.with_tables(rules.expect("the range of players has been checked"), |_| None)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rules(f, self)
    }
}
