//! A bot that knows what is good and does not always do it.

use rules::{Dice, View};

use crate::bot::{Bot, Budget, Thought};
use crate::dice::BotDice;
use crate::{Craft, Greedy};

/// What the rules of thumb like best, but now and then anything that is allowed.
#[derive(Clone, Debug)]
pub struct Whimsical {
    sense: Greedy,
    dice: BotDice,
    percent: u8,
}

impl Whimsical {
    /// One that has a whim in so many of a hundred decisions, with dice made from this seed.
    pub fn new(percent: u8, seed: u64) -> Whimsical {
        Whimsical { sense: Greedy::new(seed), dice: crate::dice(!seed), percent }
    }
}

impl<G: Craft> Bot<G> for Whimsical {
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>> {
        let mut thought = self.sense.think(view, budget)?;
        if self.dice.below(100) < u32::from(self.percent) {
            let whim = self.dice.below(thought.values.len() as u32) as usize;
            thought.action = thought.values[whim].action;
        }
        Some(thought)
    }
}
