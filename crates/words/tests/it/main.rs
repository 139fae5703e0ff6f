//! Tests of the texts: no message is missing, none has an unfilled fact, and snapshots keep the wording.

mod accounts;
mod catalogue;
mod hints;
mod playthroughs;
mod rulebooks;
mod sheets;

use rules::{Game, Step};
use testing::dice::dice;
use words::Words;

/// The words of every language.
fn languages() -> Vec<Words> {
    let words = |tag| Words::in_language(tag).expect("a listed language");
    Words::LANGUAGES.into_iter().map(words).collect()
}

/// The steps of a random game.
fn random_game<G: Game>(rules: G::Rules, seed: u64) -> Vec<Step<G>> {
    testing::dice::random_game(rules, usize::MAX, &mut dice(seed)).0
}

/// Checks that a sentence has no unfilled fact.
#[track_caller]
fn whole(sentence: &str) {
    let hole =
        sentence.is_empty() || sentence.contains(['{', '}', '«', '»', '\u{2068}', '\u{2069}']);
    assert!(!hole, "there is a hole in `{sentence}`");
}
