//! Tests of the words: nothing is left unsaid, nothing is said with a hole, and what is said stays as it is.

mod accounts;
mod catalogue;
mod hints;
mod playthroughs;
mod rulebooks;

use rules::{Game, Step};
use testing::dice::dice;
use words::Words;

/// The words of every language.
fn languages() -> Vec<Words> {
    let words = |tag| Words::in_language(tag).expect("a language that is listed");
    Words::LANGUAGES.into_iter().map(words).collect()
}

/// The steps of a game played at random.
fn random_game<G: Game>(rules: G::Rules, seed: u64) -> Vec<Step<G>> {
    testing::dice::random_game(rules, usize::MAX, &mut dice(seed)).0
}

/// A sentence that is all there.
#[track_caller]
fn whole(sentence: &str) {
    let hole =
        sentence.is_empty() || sentence.contains(['{', '}', '«', '»', '\u{2068}', '\u{2069}']);
    assert!(!hole, "there is a hole in `{sentence}`");
}
