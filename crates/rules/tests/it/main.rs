//! Tests of the rules as a whole: laws, planted leaks, cases filed by rule id, who sees what, and which worlds are imagined.

#![expect(clippy::unwrap_used, reason = "a test may panic, and so may what it is made of")]

mod cases;
mod catsle_worlds;
mod laws;
mod leaks;
mod play;
mod radar;
mod versions;
mod visibility;
mod worlds;
mod yorozu_worlds;

use std::path::{Path, PathBuf};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Dice;

/// Dice that roll the same for the same seed.
fn dice(seed: u64) -> impl Dice {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || generator.next_u64()
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
