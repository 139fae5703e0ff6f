//! Tests of the words: nothing is left unsaid, nothing is said with a hole, and what is said stays as it is.

mod accounts;
mod catalogue;
mod hints;
mod playthroughs;
mod rulebooks;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Dice, Game, Step};
use words::Words;

/// Dice that roll the same for the same seed.
fn dice(seed: u64) -> impl Dice {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || generator.next_u64()
}

/// The words of every language.
fn languages() -> Vec<Words> {
    let words = |tag| Words::in_language(tag).expect("a language that is listed");
    Words::LANGUAGES.into_iter().map(words).collect()
}

/// The steps of a game played at random.
fn random_game<G: Game>(rules: G::Rules, seed: u64) -> Vec<Step<G>> {
    let mut dice = dice(seed);
    let mut game = G::new(rules);
    let mut steps = Vec::new();
    while let Some(step) = game.random_step(&mut dice) {
        game.apply(&step);
        steps.push(step);
    }
    steps
}

/// A sentence that is all there.
#[track_caller]
fn whole(sentence: &str) {
    let hole =
        sentence.is_empty() || sentence.contains(['{', '}', '«', '»', '\u{2068}', '\u{2069}']);
    assert!(!hole, "there is a hole in `{sentence}`");
}
