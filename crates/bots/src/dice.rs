//! Random numbers for bots: fast, and the same on every machine.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::Dice;

/// A bot's dice.
#[derive(Clone, Debug)]
pub struct BotDice(Xoshiro256PlusPlus);

/// Dice from a seed. Different seeds give independent sequences.
pub fn dice(seed: u64) -> BotDice {
    BotDice(Xoshiro256PlusPlus::seed_from_u64(seed))
}

impl Dice for BotDice {
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}
