//! Tests of the rules as a whole: laws, planted leaks, cases by rule id, visibility, and imagined worlds.

#![expect(clippy::unwrap_used, reason = "tests and their helpers may panic")]

mod beats;
mod cases;
mod catsle_worlds;
mod laws;
mod leaks;
mod play;
mod radar;
mod sheets;
mod versions;
mod visibility;
mod worlds;
mod yorozu_worlds;

use std::path::{Path, PathBuf};

use rules::{Dice, Game};
use testing::dice::dice;

/// Plays at random for as long as a condition holds.
fn play_while<G: Game>(game: &mut G, dice: &mut impl Dice, goes_on: impl Fn(&G) -> bool) {
    while goes_on(game) {
        let step = game.random_step(dice).unwrap();
        game.apply(&step);
    }
}

/// A path inside this crate.
fn path(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

/// The text of a file inside this crate, or next to it.
fn text(inside: &str) -> String {
    let path = path(inside);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
