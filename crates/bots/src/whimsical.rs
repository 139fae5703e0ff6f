//! A weaker bot: rules of thumb with random mistakes.

use rules::{Dice, View};

use crate::bot::{Bot, Budget, Thought};
use crate::dice::BotDice;
use crate::{Craft, Greedy};

/// Plays by rules of thumb, but a part of its decisions is random.
#[derive(Clone, Debug)]
pub struct Whimsical {
    greedy: Greedy,
    dice: BotDice,
    percent: u8,
}

impl Whimsical {
    /// A bot that decides at random in `percent` of its decisions, with dice from this seed.
    pub fn new(percent: u8, seed: u64) -> Whimsical {
        Whimsical { greedy: Greedy::new(seed), dice: crate::dice(!seed), percent }
    }
}

impl<G: Craft> Bot<G> for Whimsical {
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>> {
        let mut thought = self.greedy.think(view, budget)?;
        if self.dice.below(100) < u32::from(self.percent) {
            let whim = self.dice.below(thought.values.len() as u32) as usize;
            thought.action = thought.values[whim].action;
        }
        Some(thought)
    }
}
