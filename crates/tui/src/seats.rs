//! The players at a table in a terminal.

use std::fmt;

use bots::{BotName, CAT_NAMES};
use rules::{Fact, Seat, Seats};
use words::Words;

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this terminal, by name.
    Person(String),
    /// A bot.
    Bot(BotName),
}

/// How a record marks a person in its list of players.
const PERSON: &str = "person";

/// The record tag that lists people and bots.
pub(crate) const TAG: &str = "Sits";

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Person(_) => f.write_str(PERSON),
            Player::Bot(name) => name.fmt(f),
        }
    }
}

/// A player for each seat: people first, then the bots in order, the last bot in all remaining seats.
/// `None` if there are more players than seats.
pub fn seat_players(
    n_seats: u8,
    people: &[String],
    bots: &[BotName],
    default: BotName,
) -> Option<Vec<Player>> {
    let n_bots = usize::from(n_seats).checked_sub(people.len())?;
    if bots.len() > n_bots {
        return None;
    }
    let last = bots.last().copied().unwrap_or(default);
    let bots = bots.iter().copied().chain(std::iter::repeat(last)).take(n_bots);
    Some(people.iter().cloned().map(Player::Person).chain(bots.map(Player::Bot)).collect())
}

/// Default names for this number of people.
pub fn people(n_people: usize, words: &Words) -> Vec<String> {
    let name = |number: usize| {
        let id = if n_people == 1 { "tui-person" } else { "tui-person-of-several" };
        words.message(id, &[("n", Fact::Number(number as i64))])
    };
    (1..=n_people).map(name).collect()
}

/// The names of all seats, in order.
pub(crate) fn names(seats: &[Player]) -> Vec<String> {
    let name = |(seat, player): (usize, &Player)| match player {
        Player::Person(name) => name.clone(),
        Player::Bot(_) => CAT_NAMES[seat].to_owned(),
    };
    seats.iter().enumerate().map(name).collect()
}

/// The seats of people.
pub(crate) fn seats_of_people(seats: &[Player]) -> Seats {
    let is_person = |(_, player): &(u8, &Player)| matches!(player, Player::Person(_));
    (0..).zip(seats).filter(is_person).map(|(number, _)| Seat::new(number)).collect()
}

/// The players of a record, from its tags. `None` if they do not fit the table.
pub(crate) fn read(names: &str, players: &str, n_seats: u8) -> Option<Vec<Player>> {
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let players: Vec<&str> = players.split(',').map(str::trim).collect();
    if names.len() != usize::from(n_seats) || players.len() != names.len() {
        return None;
    }
    let read = |(name, player): (&&str, &&str)| match *player {
        PERSON => Some(Player::Person((*name).to_owned())),
        bot => bot.parse().ok().map(Player::Bot),
    };
    names.iter().zip(&players).map(read).collect()
}
