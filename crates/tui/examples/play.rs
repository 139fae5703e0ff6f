//! Plays on the screen without the rest of the command: `cargo run -p tui --example play -- RULES FOLDER [PEOPLE]`.

use std::time::{Duration, Instant};

use tui::{
    NewGame, Palette, PlayError, SaveFolder, Start, TerminalSettings, people, random_seed,
    seat_players, seed_of,
};
use words::Words;

#[expect(clippy::disallowed_methods, reason = "an example has no other clock")]
fn clock() -> Instant {
    Instant::now()
}

#[expect(clippy::print_stdout, reason = "this is what it is for")]
fn main() -> Result<(), PlayError> {
    let words = Words::default();
    let mut args = std::env::args().skip(1);
    let rules = args.next().unwrap_or_default();
    let saves = SaveFolder::new(args.next().unwrap_or_else(|| "data".to_owned()).into());
    let n_people = args.next().and_then(|number| number.parse().ok()).unwrap_or(1);
    let seed = args.next().and_then(|number| number.parse().ok()).map(seed_of);
    let start = match rules.split_once("players=") {
        Some((_, number)) => {
            let n_seats = number[..1].parse().unwrap_or(4);
            let bot = "kitten".parse().map_err(|_| PlayError::Usage(rules.clone()))?;
            let seats =
                seat_players(n_seats, &people(n_people, &words), &[], bot).unwrap_or_default();
            Start::New(NewGame::new(&rules, seats, seed.map_or_else(random_seed, Ok)?, &words)?)
        }
        None if rules == "continue" => Start::Continue,
        None => Start::Menu,
    };
    let settings =
        TerminalSettings { palette: Palette::True, pace: Duration::from_millis(20), clock };
    if let Some(farewell) = tui::play(start, &saves, settings, words)? {
        println!("{farewell}");
    }
    Ok(())
}
