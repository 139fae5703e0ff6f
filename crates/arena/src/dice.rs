//! Random numbers for simulations: fast, the same on every machine, and not for tables where people play.

use rules::Dice;

/// The dice of one game among many. Different games and different seeds give independent sequences.
pub fn dice_of_game(seed: u64, game: u64) -> impl Dice {
    // Seeding runs the number through SplitMix64, which only needs a different number for each game.
    bots::dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ game)
}
