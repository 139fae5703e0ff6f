//! The strong bot: tree search guided by what a good player knows.

use std::thread;

use rules::bits::each_bit;
use rules::{Ask as _, Choices, Dice, Open as _, Seat, View};

use crate::Craft;
use crate::bot::{Bot, Budget, Thought};
use crate::dice::BotDice;
use crate::endgame::endgame;
use crate::mcts::{Mcts, Pick, Style, thought};
use crate::tree::Edge;

/// A bot that imagines tables it cannot tell from the real one and plays them on with sense.
#[derive(Debug)]
pub struct Search {
    /// One for each thread.
    searchers: Vec<(Mcts, BotDice)>,
}

impl Search {
    /// One with dice made from this seed.
    pub fn new(seed: u64) -> Search {
        Search::on_threads(seed, 1)
    }

    /// One that thinks on so many threads: each grows a tree of its own, and what they found is added up.
    pub fn on_threads(seed: u64, n_threads: u8) -> Search {
        let dice = |thread: u8| crate::dice(seed ^ u64::from(thread) << 56);
        let searcher = |thread| (Mcts::default(), dice(thread));
        let searchers = (0..n_threads.max(1)).map(searcher).collect();
        Search { searchers }
    }

    /// Decides as if the table were one of those that `imagine` draws: for studies of what knowing more is worth.
    pub fn think_in<G: Craft>(
        &mut self,
        view: &View<G>,
        imagine: impl Fn(&mut BotDice) -> G + Sync,
        budget: Budget,
    ) -> Option<Thought<G::Action>> {
        let choices = view.actions().filter(|choices| !choices.is_empty())?;
        if choices.len() == 1 {
            return thought(view, &[], 0);
        }
        let (edges, nodes) = match endgame(view, &imagine, budget, &mut self.searchers[0].1) {
            Some(solved) => solved,
            None => self.search(view, &imagine, budget),
        };
        thought(view, &edges, nodes)
    }

    fn search<G: Craft>(
        &mut self,
        view: &View<G>,
        imagine: &(impl Fn(&mut BotDice) -> G + Sync),
        budget: Budget,
    ) -> (Vec<Edge>, u64) {
        let n_threads = self.searchers.len();
        let run = |thread: usize, (mcts, dice): &mut (Mcts, BotDice)| {
            mcts.run(view, imagine, &Guided, budget.share(thread, n_threads), dice)
        };
        let Some((first, others)) = self.searchers.split_first_mut() else {
            return (Vec::new(), 0);
        };
        thread::scope(|scope| {
            let others: Vec<_> = (1..)
                .zip(others)
                .map(|(thread, searcher)| scope.spawn(move || run(thread, searcher)))
                .collect();
            let (mut edges, mut nodes) = run(0, first);
            for other in others {
                let (found, n_more) = other.join().expect("a search does not panic");
                nodes += n_more;
                for edge in found {
                    match edges.iter_mut().find(|known| known.bit == edge.bit) {
                        Some(known) => known.merge(&edge),
                        None => edges.push(edge),
                    }
                }
            }
            (edges, nodes)
        })
    }
}

impl<G: Craft> Bot<G> for Search {
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>> {
        let worlds = G::worlds(view);
        self.think_in(view, |dice| G::imagine(&worlds, dice), budget)
    }
}

/// How much it explores what the craft likes.
const EXPLORE: f32 = 0.3;

/// Ratings that differ by this part of the drift count as clearly different.
const CLEAR: f32 = 0.15;

/// What every action gets of the attention, however little the craft likes it.
const OPEN_MIND: f32 = 0.1;

/// By how much less than what is known something untried is expected to bring.
const UNTRIED: f32 = 0.05;

/// In so many of 65,536 decisions beyond the tree a player does anything at all: nobody plays by the book all the time.
const WHIM: u64 = 6_554;

/// In the tree by what was found and what the craft likes; beyond it by the craft, with a whim now and then.
struct Guided;

impl<G: Craft> Style<G> for Guided {
    #[inline]
    fn select(
        &self,
        game: &G,
        seat: Seat,
        choices: Choices<G::Ask>,
        edges: &mut [Edge],
        _: &mut BotDice,
    ) -> Pick {
        let likes = likes(game, seat, choices);
        let (mut tries, mut total) = (0.0, 0.0);
        for edge in edges.iter_mut().filter(|edge| choices.bits & 1 << edge.bit != 0) {
            edge.available += 1;
            tries += edge.visits as f32;
            total += edge.visits as f32 * edge.mean;
        }
        let untried_mean = if tries > 0.0 { total / tries } else { 0.5 } - UNTRIED;
        let pull = EXPLORE * (tries + 1.0).sqrt();
        let mut untried = choices.bits;
        let mut best = (f32::NEG_INFINITY, Pick::Known(0));
        for (k, edge) in edges.iter().enumerate() {
            if choices.bits & 1 << edge.bit != 0 {
                untried &= !(1 << edge.bit);
                let like = likes[usize::from(edge.bit)];
                let bound = edge.mean + pull * like / (1.0 + edge.visits as f32);
                if bound > best.0 {
                    best = (bound, Pick::Known(k));
                }
            }
        }
        for bit in each_bit(untried) {
            let bound = untried_mean + pull * likes[bit as usize];
            if bound > best.0 {
                best = (bound, Pick::New(bit));
            }
        }
        best.1
    }

    fn plays_at_random(&self) -> bool {
        false
    }

    #[inline]
    fn play(&self, game: &G, seat: Seat, dice: &mut BotDice) -> G::Action {
        let (open, own) = (game.open(), game.own(seat));
        let choices = open.actions(seat, &own);
        let bits = dice.bits();
        if (bits & 0xffff) < WHIM {
            return choices.pick(dice);
        }
        let judge = G::judge(open, seat, &own);
        // From a random bit on, so that what is liked alike is picked alike.
        let turn = (bits >> 16) as u32 & 63;
        let mut best = (f32::NEG_INFINITY, choices.nth(0));
        for bit in each_bit(choices.bits.rotate_right(turn)) {
            let action = choices.ask.action((bit + turn) & 63);
            let rating = judge(action);
            if rating > best.0 {
                best = (rating, action);
            }
        }
        best.1
    }
}

/// How much of the attention each action deserves by the craft alone, by its bit: a soft maximum of the ratings.
#[inline]
fn likes<G: Craft>(game: &G, seat: Seat, choices: Choices<G::Ask>) -> [f32; 64] {
    let (open, own) = (game.open(), game.own(seat));
    let judge = G::judge(open, seat, &own);
    let mut likes = [0.0_f32; 64];
    let mut best = f32::NEG_INFINITY;
    for bit in each_bit(choices.bits) {
        let rating = judge(choices.ask.action(bit));
        likes[bit as usize] = rating;
        best = best.max(rating);
    }
    let clear = CLEAR * G::drift(open);
    let mut sum = 0.0;
    for bit in each_bit(choices.bits) {
        let like = &mut likes[bit as usize];
        *like = ((*like - best) / clear).exp();
        sum += *like;
    }
    let even = OPEN_MIND / choices.len() as f32;
    for bit in each_bit(choices.bits) {
        let like = &mut likes[bit as usize];
        *like = (1.0 - OPEN_MIND) * *like / sum + even;
    }
    likes
}
