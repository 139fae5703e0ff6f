//! Tests of the whole crate: records, decks, the referee, sealed choices and tables.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod cats;
mod changes;
mod closed;
mod decks;
mod facts;
mod hands;
mod interludes;
mod lobby;
mod names;
mod notation;
mod records;
mod referees;
mod seals;
mod silences;
mod tables;
mod terms;
mod versions;

use rules::{Dice, Game};
use table::record::{Record, RecordText};
use testing::dice::{dice, random_game};

/// The record of a random game, stopped after this many steps.
fn played<G: Game>(rules: G::Rules, max_steps: usize, dice: &mut impl Dice) -> Record<G> {
    let mut record = Record::new("A \"game\"", rules);
    let (steps, game) = random_game::<G>(rules, max_steps, dice);
    record.steps = steps;
    record.set_tag("Seats", "Mia, Tom");
    record.set_result(&game.standing());
    record
}

/// The only record in a text.
fn read<G: Game>(text: &str) -> Record<G> {
    let texts = RecordText::read_all(text).unwrap();
    assert_eq!(texts.len(), 1, "{text}");
    assert_eq!(texts[0].game(), Ok(G::ID));
    Record::read(&texts[0]).unwrap()
}
