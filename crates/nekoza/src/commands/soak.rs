//! `nekoza soak`.

use arena::Progress;
use rules::{Game, GameId, Rules, Visit};
use serde_json::json;

use crate::args::SoakArgs;
use crate::clock::Stopwatch;
use crate::output::{Failure, Output};

pub(crate) fn soak(args: &SoakArgs, output: &mut Output) -> Result<(), Failure> {
    let named = args.game.as_deref().and_then(GameId::named);
    for id in GameId::ALL {
        if named.is_none_or(|named| named == id) {
            id.visit(Soak { args, output })?;
        }
    }
    Ok(())
}

struct Soak<'a> {
    args: &'a SoakArgs,
    output: &'a mut Output,
}

impl Visit for Soak<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let Soak { args, output } = self;
        for rules in G::Rules::every() {
            let watch = Stopwatch::start();
            let progress = Progress::default();
            let soaked =
                arena::soak::<G>(rules, args.games, args.seed, args.jobs.into(), &progress);
            let soaked = soaked.map_err(|(game, broken)| {
                Failure::Broken(format!("seed {}, game {game}: {broken}", args.seed))
            })?;
            let seconds = watch.elapsed().as_secs_f64();
            if args.json {
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
