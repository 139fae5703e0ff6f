//! Dice that roll the same for the same seed, and games played by them.

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Dice, Game, Seat, Step, Turn};

/// Dice made from a seed.
pub fn dice(seed: u64) -> impl Dice + Send + use<> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || generator.next_u64()
}

/// One of several things.
pub fn one_of<T: Clone>(things: &[T], dice: &mut impl Dice) -> T {
    things[dice.below(things.len() as u32) as usize].clone()
}

/// The steps of a random game, and how it stands after the last of them. It stops after `max_steps`.
pub fn random_game<G: Game>(
    rules: G::Rules,
    max_steps: usize,
    dice: &mut impl Dice,
) -> (Vec<Step<G>>, G) {
    let mut game = G::new(rules);
    let mut steps = Vec::new();
    while steps.len() < max_steps
        && let Some(step) = game.random_step(dice)
    {
        game.apply(&step);
        steps.push(step);
    }
    (steps, game)
}

/// The steps of a game in which `decide` makes every decision, and how it ends.
pub fn decided_game<G: Game>(
    rules: G::Rules,
    dice: &mut impl Dice,
    mut decide: impl FnMut(&G, Seat) -> G::Action,
) -> (Vec<Step<G>>, G) {
    let mut game = G::new(rules);
    let mut steps = Vec::new();
    loop {
        let step = match game.turn() {
            Turn::Over => return (steps, game),
            Turn::Chance => Step::Chance(game.draw(dice)),
            Turn::Decide(seats) => {
                let seat = seats.first().unwrap();
                Step::Act(seat, decide(&game, seat))
            }
        };
        game.apply(&step);
        steps.push(step);
    }
}
