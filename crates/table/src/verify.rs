//! Repeats the deals of a finished game from its revealed seed, and compares them with the record.

use rules::{Fact, Facts, Game, Say, Step, Turn, codes};

use crate::record::Record;
use crate::seed::Seed;
use crate::table::Table;

/// Why the deals of a record cannot be verified. Messages: `verify-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Unverified {
    /// The record lacks this tag: no table with a committed seed dealt it, or the game is unfinished.
    NoTag { tag: &'static str },
    /// The tag `Seed` is not a seed.
    BadSeed { found: String },
    /// The seed does not fit the commitment.
    OtherSeed { found: String, wanted: String },
    /// The seed gives another deal at this step. Steps count from 1.
    OtherDeal { step: usize, line: u32, found: String, wanted: String },
}

impl Say for Unverified {
    codes! {
        Unverified::NoTag { .. } => "no-tag",
        Unverified::BadSeed { .. } => "bad-seed",
        Unverified::OtherSeed { .. } => "other-seed",
        Unverified::OtherDeal { .. } => "other-deal",
    }

    fn facts(&self) -> Facts {
        let text = |text: &str| Fact::Text(text.to_owned());
        match self {
            Unverified::NoTag { tag } => vec![("tag", text(tag))],
            Unverified::BadSeed { found } => vec![("found", text(found))],
            Unverified::OtherSeed { found, wanted } => {
                vec![("found", text(found)), ("wanted", text(wanted))]
            }
            Unverified::OtherDeal { step, line, found, wanted } => vec![
                ("step", Fact::Number(*step as i64)),
                ("line", (*line).into()),
                ("found", text(found)),
                ("wanted", text(wanted)),
            ],
        }
    }
}

/// Repeats all deals. Returns the number of verified chance draws.
///
/// The record must have passed the referee.
///
/// # Errors
/// At the first difference.
pub fn verify<G: Game>(record: &Record<G>) -> Result<u64, Unverified> {
    let tag = |tag| record.tag(tag).ok_or(Unverified::NoTag { tag });
    let (commitment, revealed) = (tag("Commitment")?, tag("Seed")?);
    let seed = Seed::read(revealed);
    let seed = seed.ok_or_else(|| Unverified::BadSeed { found: revealed.to_owned() })?;
    if seed.commitment() != commitment {
        let (found, wanted) = (seed.commitment(), commitment.to_owned());
        return Err(Unverified::OtherSeed { found, wanted });
    }
    let (mut game, mut n_draws) = (G::new(record.rules), 0);
    for (index, step) in record.steps.iter().enumerate() {
        if let Step::Chance(found) = step {
            let wanted = game.draw(&mut seed.dice(n_draws));
            n_draws += 1;
            if wanted != *found {
                let (found, wanted) = (found.to_string(), wanted.to_string());
                let line = record.line_of_step(index);
                return Err(Unverified::OtherDeal { step: index + 1, line, found, wanted });
            }
        }
        game.apply(step);
    }
    Ok(n_draws)
}

impl<G: Game> Table<G> {
    /// The next chance draw as the seed of this table deals it; `None` if no draw comes next.
    pub fn dealt_by(&self, seed: &Seed) -> Option<G::Chance> {
        let play = self.play().filter(|play| play.pause().is_none())?;
        let game = play.sealed().told();
        let draw = || game.draw(&mut seed.of_game(play.number).dice(play.n_draws()));
        (game.turn() == Turn::Chance).then(draw)
    }
}
