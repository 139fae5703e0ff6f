//! `nekoza soak`.

use arena::Progress;
use bots::Craft;
use rules::{GameId, Rules, Study};
use serde_json::json;
use words::Words;

use super::{InGame, in_game};
use crate::args::SoakArgs;
use crate::clock::Stopwatch;
use crate::output::{Failure, Output};

pub(crate) fn soak(args: &SoakArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let named = args.game.as_deref().and_then(GameId::named);
    for id in GameId::ALL {
        if named.is_none_or(|named| named == id) {
            in_game(id, args, words, output)?;
        }
    }
    Ok(())
}

impl InGame for &SoakArgs {
    fn run<G: Craft + Study>(self, _: &Words, output: &mut Output) -> Result<(), Failure> {
        for rules in G::Rules::every() {
            let watch = Stopwatch::start();
            let progress = Progress::default();
            let soaked =
                arena::soak::<G>(rules, self.games, self.run.seed, self.run.jobs.into(), &progress);
            let soaked = soaked.map_err(|(game, broken)| {
                Failure::Broken(format!("seed {}, game {game}: {broken}", self.run.seed))
            })?;
            let seconds = watch.elapsed().as_secs_f64();
            if self.json {
                output.json(&json!({
                    "rules": rules.to_string(),
                    "games": soaked.n_games,
                    "steps": soaked.n_steps,
                    "seconds": seconds,
                }))?;
            } else {
                let (n_games, n_steps) = (soaked.n_games, soaked.n_steps);
                output.line(format!(
                    "{rules}: {n_games} games, {n_steps} steps, every law kept ({seconds:.1} s)"
                ))?;
            }
            output.flush()?;
        }
        Ok(())
    }
}
