//! A bot that plays at random.

use rules::{Dice, Game, View};

use crate::bot::{ActionValue, Bot, Budget, Thought};
use crate::dice::BotDice;

/// Plays any legal action, all equally likely.
#[derive(Clone, Debug)]
pub struct Random {
    dice: BotDice,
}

impl Random {
    /// A bot with dice from this seed.
    pub fn new(seed: u64) -> Random {
        Random { dice: crate::dice(seed) }
    }
}

impl<G: Game> Bot<G> for Random {
    fn think(&mut self, view: &View<G>, _: Budget) -> Option<Thought<G::Action>> {
        let choices = view.actions().filter(|choices| !choices.is_empty())?;
        let picked = self.dice.below(choices.len() as u32) as usize;
        let value =
            |action| ActionValue { action, mean: 0.0, error: 0.0, visits: 0, figures: None };
        let values = choices.iter().map(value).collect();
        Some(Thought { action: choices.nth(picked), values, nodes: 0 })
    }
}
