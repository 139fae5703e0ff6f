//! A bot that follows rules of thumb and does not look ahead.

use rules::{Dice, Open as _, View};

use crate::Craft;
use crate::bot::{ActionValue, Bot, Budget, Thought};
use crate::dice::BotDice;

/// Plays the action that the rules of thumb rate highest. Ties are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy {
    dice: BotDice,
}

impl Greedy {
    /// A bot with dice from this seed.
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: crate::dice(seed) }
    }
}

impl<G: Craft> Bot<G> for Greedy {
    fn think(&mut self, view: &View<G>, _: Budget) -> Option<Thought<G::Action>> {
        let (seat, own) = view.own.as_ref()?;
        let choices = view.open.actions(*seat, own);
        if choices.is_empty() {
            return None;
        }
        let judge = G::judge(&view.open, *seat, own);
        let value = |action| ActionValue {
            action,
            mean: judge(action),
            error: 0.0,
            visits: 0,
            figures: None,
        };
        let mut values: Vec<ActionValue<G::Action>> = choices.iter().map(value).collect();
        // The sort is stable, so shuffling before it breaks ties at random.
        self.dice.shuffle(&mut values);
        values.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        Some(Thought { action: values[0].action, values, nodes: 0 })
    }
}
