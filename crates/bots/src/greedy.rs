//! A bot that does at once what looks best.

use rules::{Dice, Open as _, View};

use crate::Craft;
use crate::bot::{Bot, Budget, Thought, Value};
use crate::dice::BotDice;

/// What the rules of thumb like best; of things they like alike, any.
#[derive(Clone, Debug)]
pub struct Greedy {
    dice: BotDice,
}

impl Greedy {
    /// One with dice made from this seed.
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
        let value = |action| Value { action, mean: judge(action), error: 0.0, visits: 0 };
        let mut values: Vec<Value<G::Action>> = choices.iter().map(value).collect();
        // Shuffled before the sort, which keeps the order of what is liked alike.
        self.dice.shuffle(&mut values);
        values.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        Some(Thought { action: values[0].action, values, nodes: 0 })
    }
}
