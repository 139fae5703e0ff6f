//! The laws, checked on very many games.

use rules::Study;
use rules::laws::{self, Broken, Care};

use crate::dice_of_game;
use crate::workers::{self, Progress};

/// A soak without a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Soaked {
    /// Games played, each checked against every law.
    pub n_games: u64,
    /// Steps checked.
    pub n_steps: u64,
}

/// Plays the games at random and checks every law. Returns the fault with the lowest game number.
pub fn soak<G: Study>(
    rules: G::Rules,
    n_games: u64,
    seed: u64,
    jobs: usize,
    progress: &Progress,
) -> Result<Soaked, (u64, Broken)> {
    let mut soaked = Soaked::default();
    let mut first_fault = None;
    let obey_block = |games: std::ops::Range<u64>| {
        let mut n_steps = 0;
        for game in games.clone() {
            match laws::obey::<G>(rules, Care::Sample, &mut dice_of_game(seed, game)) {
                Ok(obeyed) => n_steps += obeyed.n_steps as u64,
                Err(broken) => return Err((game, broken)),
            }
        }
        Ok(Soaked { n_games: games.end - games.start, n_steps })
    };
    workers::work(n_games, 16, jobs, progress, obey_block, |result| match result {
        Ok(block) => {
            soaked.n_games += block.n_games;
            soaked.n_steps += block.n_steps;
        }
        Err(fault) => {
            first_fault.get_or_insert(fault);
            progress.stop();
        }
    });
    first_fault.map_or(Ok(soaked), Err)
}
