//! Which worlds are likely: those in which what the others did makes sense.
//!
//! Every world that fits a view is drawn equally often. But who bids three has a strong hand, and who throws away a good
//! card has a better one. So worlds are drawn in advance, the round is told again in each of them, and each counts the
//! more, the more the others' decisions look like those of a sensible player who holds these cards.

use rules::bits::each_bit;
use rules::{Ask as _, Dice, Seat};

use crate::Craft;
use crate::bot::Budget;
use crate::dice::BotDice;
use crate::search::likes;

/// With so many worlds in mind, more would not change the picture.
const MAX_WORLDS: usize = 1000;

/// Worlds, each as likely as it makes sense.
#[derive(Debug)]
pub(crate) struct Belief<G> {
    worlds: Vec<G>,
    /// For each world, its weight and those before it.
    up_to: Vec<f32>,
}

impl<G: Craft> Belief<G> {
    /// Draws and weighs worlds with a part of the budget.
    pub(crate) fn new(
        observer: Seat,
        imagine: impl Fn(&mut BotDice) -> G,
        budget: Budget,
        dice: &mut BotDice,
    ) -> Belief<G> {
        let mut worlds = Vec::new();
        let mut logs = Vec::new();
        let part = budget.part_for_belief();
        loop {
            let world = imagine(dice);
            logs.push(log_likelihood(&world, observer));
            worlds.push(world);
            if worlds.len() == MAX_WORLDS || !part.allows(worlds.len() as u64) {
                break;
            }
        }
        let best = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        let up_to = logs
            .iter()
            .map(|log| {
                sum += (log - best).exp();
                sum
            })
            .collect();
        Belief { worlds, up_to }
    }

    /// One of the worlds.
    pub(crate) fn draw(&self, dice: &mut BotDice) -> G {
        let sum = self.up_to.last().copied().unwrap_or(0.0);
        let point = (dice.bits() >> 40) as f32 / (1u64 << 24) as f32 * sum;
        let place = self.up_to.partition_point(|&up_to| up_to <= point);
        self.worlds[place.min(self.worlds.len() - 1)].clone()
    }
}

/// How likely the others' decisions of this round are in a world, as a logarithm.
fn log_likelihood<G: Craft>(world: &G, observer: Seat) -> f32 {
    let Some((mut game, acts)) = world.rewound() else { return 0.0 };
    let mut log = 0.0;
    for (seat, action) in acts {
        if seat != observer {
            let choices = game.actions(seat);
            if choices.len() > 1 {
                let likes = likes(&game, seat, choices);
                let is_it = |bit: &u32| choices.ask.action(*bit) == action;
                let bit = each_bit(choices.bits).find(is_it);
                log += bit.map_or(0.0, |bit| likes[bit as usize].ln());
            }
        }
        game.act(seat, action);
    }
    log
}
