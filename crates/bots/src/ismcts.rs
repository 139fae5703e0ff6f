//! The yardstick: single-observer ISMCTS as in textbooks, with uniform random playouts.

use rules::{Choices, Game, Seat, View, bits::random_bit};

use crate::Craft;
use crate::bot::{Bot, Budget, Thought};
use crate::dice::BotDice;
use crate::mcts::{Mcts, Policy, Selected, thought};
use crate::tree::Edge;

/// The exploration constant: 0.7 is the usual choice for rewards between 0 and 1.
const EXPLORE: f32 = 0.7;

/// A bot that searches and knows only the rules of the game.
#[derive(Debug)]
pub struct Ismcts {
    mcts: Mcts,
    dice: BotDice,
}

impl Ismcts {
    /// A bot with dice from this seed.
    pub fn new(seed: u64) -> Ismcts {
        Ismcts { mcts: Mcts::default(), dice: crate::dice(seed) }
    }
}

impl<G: Craft> Bot<G> for Ismcts {
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>> {
        view.actions().filter(|choices| !choices.is_empty())?;
        let worlds = G::worlds(view);
        let imagine = |dice: &mut BotDice| G::imagine(&worlds, dice);
        let (tallies, nodes) = self.mcts.run(view, imagine, &Uct, budget, &mut self.dice);
        thought(view, &tallies, nodes)
    }
}

/// Tries every action once, then selects by upper confidence bounds. Playouts are random.
struct Uct;

impl<G: Game> Policy<G> for Uct {
    #[inline]
    fn select(
        &self,
        _: &G,
        _: Seat,
        choices: Choices<G::Ask>,
        edges: &mut [Edge],
        dice: &mut BotDice,
    ) -> Selected {
        // Lists the edges that are legal in this world. Without a branch, because processors cannot predict which are.
        let mut tried = 0;
        let mut legal = [0u8; 64];
        let mut n_legal = 0;
        for (k, edge) in (0..).zip(edges.iter()) {
            tried |= 1 << edge.bit;
            legal[n_legal % 64] = k;
            n_legal += (choices.bits >> edge.bit & 1) as usize;
        }
        let untried = choices.bits & !tried;
        let mut best = (f32::NEG_INFINITY, 0);
        for &k in &legal[..n_legal] {
            let k = usize::from(k);
            let edge = &mut edges[k];
            edge.available += 1;
            let bound = edge.mean + EXPLORE * (log(edge.available) / edge.visits as f32).sqrt();
            if bound > best.0 {
                best = (bound, k);
            }
        }
        if untried == 0 {
            Selected::Known(best.1)
        } else {
            Selected::New(random_bit(untried, dice))
        }
    }

    fn has_random_playouts(&self) -> bool {
        true
    }

    #[inline]
    fn playout_action(&self, game: &G, seat: Seat, dice: &mut BotDice) -> G::Action {
        game.actions(seat).pick(dice)
    }
}

/// The natural logarithm, exact at powers of two and linear between them: good enough for exploration.
#[inline]
fn log(n: u32) -> f32 {
    let float = (n as f32).to_bits();
    let exponent = (float >> 23) as f32 - 127.0;
    let rest = (float & 0x7f_ffff) as f32 / 8_388_608.0;
    (exponent + rest) * std::f32::consts::LN_2
}
