//! Tables in a terminal, as people use them.

#![expect(clippy::unwrap_used, reason = "a panic in a test names its line")]

mod plain;
mod words;

use std::time::Instant;

use testing::folder::empty as folder;

#[expect(
    clippy::disallowed_methods,
    reason = "bots need a clock argument, but none here has a time limit"
)]
fn clock() -> Instant {
    Instant::now()
}

/// A new game with people in the first seats and kittens in the others.
fn new_game(rules: &str, n_people: usize, seed: u64) -> tui::NewGame {
    let words = ::words::Words::default();
    let n_seats = rules.split("players=").nth(1).unwrap().chars().next().unwrap();
    let n_seats = n_seats.to_digit(10).unwrap() as u8;
    let people = tui::people(n_people, &words);
    let seats = tui::seat_players(n_seats, &people, &[], "kitten".parse().unwrap()).unwrap();
    tui::NewGame::new(rules, seats, tui::seed_of(seed), &words).unwrap()
}
