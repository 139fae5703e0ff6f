//! Who sits at a table in a terminal.

use std::fmt;

use bots::{BotName, CAT_NAMES};
use rules::{Fact, Seat, Seats};
use words::Words;

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sits {
    /// Somebody at this terminal, by name.
    Person(String),
    /// A bot.
    Bot(BotName),
}

/// How people are written among those who sit at a table, in a record.
const PERSON: &str = "person";

/// The tag of a record that says who is a person and who is which bot.
pub(crate) const TAG: &str = "Sits";

impl fmt::Display for Sits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sits::Person(_) => f.write_str(PERSON),
            Sits::Bot(name) => name.fmt(f),
        }
    }
}

/// So many people and bots: people first, then bots as they are listed, the last of them in all seats that are left.
/// `None` if there are more than seats.
pub fn company(
    n_seats: u8,
    people: &[String],
    bots: &[BotName],
    default: BotName,
) -> Option<Vec<Sits>> {
    let n_bots = usize::from(n_seats).checked_sub(people.len())?;
    if bots.len() > n_bots {
        return None;
    }
    let last = bots.last().copied().unwrap_or(default);
    let bots = bots.iter().copied().chain(std::iter::repeat(last)).take(n_bots);
    Some(people.iter().cloned().map(Sits::Person).chain(bots.map(Sits::Bot)).collect())
}

/// What people are called who did not say: so many of them.
pub fn people(n_people: usize, words: &Words) -> Vec<String> {
    let name = |number: usize| {
        let id = if n_people == 1 { "tui-person" } else { "tui-person-of-several" };
        words.message(id, &[("n", Fact::Number(number as i64))])
    };
    (1..=n_people).map(name).collect()
}

/// The names of all seats, in order.
pub(crate) fn names(seats: &[Sits]) -> Vec<String> {
    let name = |(seat, sits): (usize, &Sits)| match sits {
        Sits::Person(name) => name.clone(),
        Sits::Bot(_) => CAT_NAMES[seat].to_owned(),
    };
    seats.iter().enumerate().map(name).collect()
}

/// The seats of people.
pub(crate) fn seats_of_people(seats: &[Sits]) -> Seats {
    let is_person = |(_, sits): &(u8, &Sits)| matches!(sits, Sits::Person(_));
    (0..).zip(seats).filter(is_person).map(|(number, _)| Seat::new(number)).collect()
}

/// Who sits at the table of a record, from its tags. `None` if they do not fit the table.
pub(crate) fn read(names: &str, sits: &str, n_seats: u8) -> Option<Vec<Sits>> {
    let names: Vec<&str> = names.split(',').map(str::trim).collect();
    let sits: Vec<&str> = sits.split(',').map(str::trim).collect();
    if names.len() != usize::from(n_seats) || sits.len() != names.len() {
        return None;
    }
    let read = |(name, sits): (&&str, &&str)| match *sits {
        PERSON => Some(Sits::Person((*name).to_owned())),
        bot => bot.parse().ok().map(Sits::Bot),
    };
    names.iter().zip(&sits).map(read).collect()
}
