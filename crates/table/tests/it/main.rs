//! Tests of the table as a whole: records there and back, records and decks that are wrong, and the referee.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod decks;
mod notation;
mod records;
mod referees;
mod seals;
mod tables;
mod terms;
mod versions;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Dice, Game};
use table::record::{Record, RecordText};

/// Dice that roll the same for the same seed.
fn dice(seed: u64) -> impl Dice {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || generator.next_u64()
}

/// The record of a game played by dice, stopped after so many steps.
fn played<G: Game>(rules: G::Rules, max_steps: usize, dice: &mut impl Dice) -> Record<G> {
    let mut record = Record::new("A \"game\"", rules);
    let mut game = G::new(rules);
    while record.steps.len() < max_steps
        && let Some(step) = game.random_step(dice)
    {
        game.apply(&step);
        record.steps.push(step);
    }
    record.set_tag("Seats", "Mia, Tom");
    record.set_result(&game.standing());
    record
}

/// The only record of a text.
fn read<G: Game>(text: &str) -> Record<G> {
    let texts = RecordText::read_all(text).unwrap();
    assert_eq!(texts.len(), 1, "{text}");
    assert_eq!(texts[0].game(), Ok(G::ID));
    Record::read(&texts[0]).unwrap()
}
