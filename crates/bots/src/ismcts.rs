//! The yardstick: single-observer information-set tree search as textbooks have it, with uniform random playouts.

use rules::{Choices, Game, Seat, View, bits::random_bit};

use crate::Craft;
use crate::bot::{Bot, Budget, Thought};
use crate::dice::BotDice;
use crate::mcts::{Mcts, Pick, Style, thought};
use crate::tree::Edge;

/// How much it explores: 0.7 is the usual choice for rewards between 0 and 1.
const EXPLORE: f32 = 0.7;

/// A bot that searches and knows nothing of the game but its rules.
#[derive(Debug)]
pub struct Ismcts {
    mcts: Mcts,
    dice: BotDice,
}

impl Ismcts {
    /// One with dice made from this seed.
    pub fn new(seed: u64) -> Ismcts {
        Ismcts { mcts: Mcts::default(), dice: crate::dice(seed) }
    }
}

impl<G: Craft> Bot<G> for Ismcts {
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>> {
        view.actions().filter(|choices| !choices.is_empty())?;
        let worlds = G::worlds(view);
        let imagine = |dice: &mut BotDice| G::imagine(&worlds, dice);
        let (edges, nodes) = self.mcts.run(view, imagine, &Plain, budget, &mut self.dice);
        thought(view, &edges, nodes)
    }
}

/// Tries everything once, then by upper confidence bounds; plays out at random.
struct Plain;

impl<G: Game> Style<G> for Plain {
    #[inline]
    fn select(
        &self,
        _: &G,
        _: Seat,
        choices: Choices<G::Ask>,
        edges: &mut [Edge],
        dice: &mut BotDice,
    ) -> Pick {
        // First those that can be done in this world: without a branch, for which ones can cannot be guessed.
        let mut tried = 0;
        let mut able = [0u8; 64];
        let mut n_able = 0;
        for (k, edge) in (0..).zip(edges.iter()) {
            tried |= 1 << edge.bit;
            able[n_able % 64] = k;
            n_able += (choices.bits >> edge.bit & 1) as usize;
        }
        let untried = choices.bits & !tried;
        let mut best = (f32::NEG_INFINITY, 0);
        for &k in &able[..n_able] {
            let k = usize::from(k);
            let edge = &mut edges[k];
            edge.available += 1;
            let bound = edge.mean + EXPLORE * (log(edge.available) / edge.visits as f32).sqrt();
            if bound > best.0 {
                best = (bound, k);
            }
        }
        if untried == 0 { Pick::Known(best.1) } else { Pick::New(random_bit(untried, dice)) }
    }

    fn plays_at_random(&self) -> bool {
        true
    }

    #[inline]
    fn play(&self, game: &G, seat: Seat, dice: &mut BotDice) -> G::Action {
        game.actions(seat).pick(dice)
    }
}

/// The natural logarithm, near enough for exploring: exact at powers of two, straight between them.
#[inline]
fn log(n: u32) -> f32 {
    let float = (n as f32).to_bits();
    let exponent = (float >> 23) as f32 - 127.0;
    let rest = (float & 0x7f_ffff) as f32 / 8_388_608.0;
    (exponent + rest) * std::f32::consts::LN_2
}
