//! The strong bot: tree search guided by rules of thumb.

use std::thread;

use rules::bits::each_bit;
use rules::{Ask as _, Choices, Dice, Open as _, Seat, View};

use crate::Craft;
use crate::bot::{Bot, Budget, Thought};
use crate::dice::BotDice;
use crate::endgame::endgame;
use crate::mcts::{Mcts, Policy, Selected, thought};
use crate::tally::{Tallies, Tally};
use crate::tree::Edge;

/// A bot that imagines tables which fit its view and plays them on by rules of thumb.
#[derive(Debug)]
pub struct Search {
    /// A searcher for each thread.
    searchers: Vec<(Mcts, BotDice)>,
}

impl Search {
    /// A bot with dice from this seed.
    pub fn new(seed: u64) -> Search {
        Search::on_threads(seed, 1)
    }

    /// A bot that thinks on `n_threads` threads. Each grows its own tree, and the results are merged.
    pub fn on_threads(seed: u64, n_threads: u8) -> Search {
        let dice = |thread: u8| crate::dice(seed ^ u64::from(thread) << 56);
        let searcher = |thread| (Mcts::default(), dice(thread));
        let searchers = (0..n_threads.max(1)).map(searcher).collect();
        Search { searchers }
    }

    /// Decides with `imagine` as the source of worlds. Studies use it to measure the value of information.
    pub fn think_in<G: Craft>(
        &mut self,
        view: &View<G>,
        imagine: impl Fn(&mut BotDice) -> G + Sync,
        budget: Budget,
    ) -> Option<Thought<G::Action>> {
        let choices = view.actions().filter(|choices| !choices.is_empty())?;
        if choices.len() == 1 {
            return thought(view, &Tally::none(), 0);
        }
        let (tallies, nodes) = match endgame(view, &imagine, budget, &mut self.searchers[0].1) {
            Some(solved) => solved,
            None => self.search(view, &imagine, budget),
        };
        thought(view, &tallies, nodes)
    }

    fn search<G: Craft>(
        &mut self,
        view: &View<G>,
        imagine: &(impl Fn(&mut BotDice) -> G + Sync),
        budget: Budget,
    ) -> (Tallies, u64) {
        let n_threads = self.searchers.len();
        let run = |thread: usize, (mcts, dice): &mut (Mcts, BotDice)| {
            mcts.run(view, imagine, &Guided, budget.share(thread, n_threads), dice)
        };
        let Some((first, others)) = self.searchers.split_first_mut() else {
            return (Tally::none(), 0);
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..)
                .zip(others)
                .map(|(thread, searcher)| scope.spawn(move || run(thread, searcher)))
                .collect();
            let (mut tallies, mut nodes) = run(0, first);
            for other in others {
                let (found, n_more) = other.join().expect("a search does not panic");
                nodes += n_more;
                for (tally, more) in tallies.iter_mut().zip(&found) {
                    tally.merge(more);
                }
            }
            (tallies, nodes)
        })
    }
}

impl<G: Craft> Bot<G> for Search {
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>> {
        let worlds = G::worlds(view);
        self.think_in(view, |dice| G::imagine(&worlds, dice), budget)
    }
}

/// The exploration constant of PUCT.
const EXPLORE: f32 = 0.3;

/// The temperature of the priors, as a part of the drift.
const TEMPERATURE: f32 = 0.15;

/// The part of the priors that all actions share evenly, so that none is ignored.
const EVEN_PART: f32 = 0.1;

/// First-play reduction: an untried action counts as this much worse than the mean of the tried ones.
const UNTRIED_LOSS: f32 = 0.05;

/// How many of 65,536 decisions in a playout are random, because no player follows the rules of thumb all the time.
const RANDOM_DECISIONS: u64 = 6_554;

/// Selects by PUCT with priors from the craft. Playouts follow the craft, with a random decision now and then.
struct Guided;

impl<G: Craft> Policy<G> for Guided {
    #[inline]
    fn select(
        &self,
        game: &G,
        seat: Seat,
        choices: Choices<G::Ask>,
        edges: &mut [Edge],
        _: &mut BotDice,
    ) -> Selected {
        let priors = priors(game, seat, choices);
        let (mut tries, mut total) = (0.0, 0.0);
        for edge in edges.iter_mut().filter(|edge| choices.bits & 1 << edge.bit != 0) {
            edge.available += 1;
            tries += edge.visits as f32;
            total += edge.visits as f32 * edge.mean;
        }
        let untried_mean = if tries > 0.0 { total / tries } else { 0.5 } - UNTRIED_LOSS;
        let pull = EXPLORE * (tries + 1.0).sqrt();
        let mut untried = choices.bits;
        let mut best = (f32::NEG_INFINITY, Selected::Known(0));
        for (k, edge) in edges.iter().enumerate() {
            if choices.bits & 1 << edge.bit != 0 {
                untried &= !(1 << edge.bit);
                let prior = priors[usize::from(edge.bit)];
                let bound = edge.mean + pull * prior / (1.0 + edge.visits as f32);
                if bound > best.0 {
                    best = (bound, Selected::Known(k));
                }
            }
        }
        for bit in each_bit(untried) {
            let bound = untried_mean + pull * priors[bit as usize];
            if bound > best.0 {
                best = (bound, Selected::New(bit));
            }
        }
        best.1
    }

    fn has_random_playouts(&self) -> bool {
        false
    }

    #[inline]
    fn playout_action(&self, game: &G, seat: Seat, dice: &mut BotDice) -> G::Action {
        let (open, own) = (game.open(), game.own(seat));
        let choices = open.actions(seat, &own);
        let bits = dice.bits();
        if (bits & 0xffff) < RANDOM_DECISIONS {
            return choices.pick(dice);
        }
        let judge = G::judge(open, seat, &own);
        // Starts at a random bit, so that ties are broken at random.
        let start = (bits >> 16) as u32 & 63;
        let mut best = (f32::NEG_INFINITY, choices.nth(0));
        for bit in each_bit(choices.bits.rotate_right(start)) {
            let action = choices.ask.action((bit + start) & 63);
            let rating = judge(action);
            if rating > best.0 {
                best = (rating, action);
            }
        }
        best.1
    }
}

/// The prior of each action by its bit: a softmax of the craft's ratings.
#[inline]
fn priors<G: Craft>(game: &G, seat: Seat, choices: Choices<G::Ask>) -> [f32; 64] {
    let (open, own) = (game.open(), game.own(seat));
    let judge = G::judge(open, seat, &own);
    let mut priors = [0.0_f32; 64];
    let mut best = f32::NEG_INFINITY;
    for bit in each_bit(choices.bits) {
        let rating = judge(choices.ask.action(bit));
        priors[bit as usize] = rating;
        best = best.max(rating);
    }
    let temperature = TEMPERATURE * G::drift(open);
    let mut sum = 0.0;
    for bit in each_bit(choices.bits) {
        let prior = &mut priors[bit as usize];
        *prior = ((*prior - best) / temperature).exp();
        sum += *prior;
    }
    let even = EVEN_PART / choices.len() as f32;
    for bit in each_bit(choices.bits) {
        let prior = &mut priors[bit as usize];
        *prior = (1.0 - EVEN_PART) * *prior / sum + even;
    }
    priors
}
