//! Random games.

use rules::{Game, RoundFact, Rules, Step, Study};

use crate::workers::{self, Progress};
use crate::{GameTally, dice_of_game};

/// The games to simulate.
#[derive(Clone, Copy, Debug)]
pub struct Simulation<G: Game> {
    /// The variant.
    pub rules: G::Rules,
    /// How many games.
    pub n_games: u64,
    /// The seed of all dice.
    pub seed: u64,
    /// The number of threads.
    pub jobs: usize,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// Its number, from 0.
    pub game: u64,
    /// Its steps.
    pub steps: Vec<Step<G>>,
    /// The final standing.
    pub standing: rules::Standing,
}

/// Games that a thread plays before it reports them.
const BLOCK: u64 = 256;

/// Plays the games at random and tallies them. `keep`, if given, gets every game, in order.
pub fn simulate<G: Study>(
    simulation: &Simulation<G>,
    progress: &Progress,
    mut keep: Option<&mut dyn FnMut(PlayedGame<G>)>,
) -> GameTally {
    let keeps = keep.is_some();
    let play_block = |games: std::ops::Range<u64>| {
        let mut tally = GameTally::new(simulation.rules.n_seats());
        let mut kept = Vec::new();
        let mut facts = Vec::new();
        for game in games {
            let mut steps = Vec::new();
            let on_step = |step: &Step<G>| {
                if keeps {
                    steps.push(*step);
                }
            };
            let standing = play_one(simulation, game, &mut tally, &mut facts, on_step);
            if keeps {
                kept.push(PlayedGame { game, steps, standing });
            }
        }
        (tally, kept)
    };
    let mut total = GameTally::new(simulation.rules.n_seats());
    workers::work(
        simulation.n_games,
        BLOCK,
        simulation.jobs,
        progress,
        play_block,
        |(tally, kept)| {
            total.merge(&tally);
            if let Some(keep) = &mut keep {
                kept.into_iter().for_each(&mut **keep);
            }
        },
    );
    total
}

fn play_one<G: Study>(
    simulation: &Simulation<G>,
    number: u64,
    tally: &mut GameTally,
    facts: &mut Vec<RoundFact>,
    mut on_step: impl FnMut(&Step<G>),
) -> rules::Standing {
    let mut dice = dice_of_game(simulation.seed, number);
    let mut game = G::new(simulation.rules);
    let mut n_decisions = 0;
    let mut rounds = 0;
    while let Some(step) = game.random_step(&mut dice) {
        n_decisions += u64::from(matches!(step, Step::Act(..)));
        game.apply(&step);
        on_step(&step);
        if game.rounds() > rounds {
            rounds = game.rounds();
            game.round_facts(facts);
            facts.drain(..).for_each(|fact| tally.add_fact(fact));
        }
    }
    let standing = game.standing();
    tally.add_game(&standing, n_decisions);
    standing
}
