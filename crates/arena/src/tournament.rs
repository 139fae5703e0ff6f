//! Bots against bots on duplicate deals: every line-up plays the same deals.

use std::time::{Duration, Instant};

use bots::Craft;
use rules::{BySeat, Game, MAX_SEATS, RoundFact, Rules, Seat, Standing, Step, Study, Turn};

use crate::player::{ArenaPlayer, PlayerName};
use crate::workers::{self, Progress};
use crate::{GameTally, dice_of_game};

/// The plan of a tournament.
#[derive(Clone, Debug)]
pub struct Tournament<G: Game> {
    /// The variant.
    pub rules: G::Rules,
    /// The players, one per seat.
    pub bots: Vec<PlayerName>,
    /// The number of deals. Every line-up plays each of them.
    pub n_deals: u64,
    /// The seed of all dice.
    pub seed: u64,
    /// The number of threads.
    pub jobs: usize,
}

impl<G: Game> Tournament<G> {
    /// The number of games.
    pub fn n_games(&self) -> u64 {
        self.n_deals * line_ups(&self.bots).len() as u64
    }
}

/// One game of a deal.
#[derive(Clone, Debug)]
pub struct Bout {
    /// For each seat, its player as an index into [`Tournament::bots`].
    pub line_up: Vec<usize>,
    /// The seat drawn to begin, in games that draw one.
    pub start: Option<Seat>,
    /// The standing after each round; the last one is final.
    pub rounds: Vec<Standing>,
    /// The final standing.
    pub standing: Standing,
    /// The time of every decision, by seat.
    pub times: Vec<Vec<Duration>>,
    /// Facts about the rounds.
    pub facts: GameTally,
}

impl Bout {
    /// The number of decisions.
    pub fn n_decisions(&self) -> u64 {
        self.times.iter().map(|times| times.len() as u64).sum()
    }

    /// A seat's part of the victory: 1, less if it is shared, or 0.
    pub fn first_share(&self, seat: Seat) -> f64 {
        let winners = self.standing.winners.unwrap_or_default();
        if winners.has(seat) { 1.0 / winners.len() as f64 } else { 0.0 }
    }

    /// The key that orders seats by place. Winners are above others with as many points, who lost a tie-break.
    pub fn place(&self, seat: Seat) -> (bool, i32) {
        let won = self.standing.winners.is_some_and(|winners| winners.has(seat));
        (won, self.standing.scores[seat])
    }
}

/// A deal that every line-up has played.
#[derive(Clone, Debug)]
pub struct DealPlayed {
    /// Its number, from 0.
    pub deal: u64,
    /// One game per line-up.
    pub bouts: Vec<Bout>,
}

/// The most line-ups: with more, a deal would take too long.
pub const MAX_LINE_UPS: usize = 24;

/// The ways to seat the bots, as indices into the list: all that differ, or, if these are more than [`MAX_LINE_UPS`], the
/// rotations of the list and of its reverse. In both cases each bot has every seat equally often.
pub fn line_ups<T: PartialEq>(bots: &[T]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in bots {
        all = all.iter().flat_map(|seated| seat_one_more(bots, seated)).collect();
    }
    if all.len() <= MAX_LINE_UPS { all } else { rotations(bots) }
}

/// Adds every bot that has no seat yet, but only the first of those with the same name.
fn seat_one_more<T: PartialEq>(bots: &[T], seated: &[usize]) -> Vec<Vec<usize>> {
    let mut more: Vec<Vec<usize>> = Vec::new();
    for (place, name) in bots.iter().enumerate() {
        let tried = |other: &Vec<usize>| other.last().is_some_and(|&last| bots[last] == *name);
        if !seated.contains(&place) && !more.iter().any(tried) {
            more.push(seated.iter().copied().chain([place]).collect());
        }
    }
    more
}

/// The rotations of the list and of its reverse that differ.
fn rotations<T: PartialEq>(bots: &[T]) -> Vec<Vec<usize>> {
    let list: Vec<usize> = (0..bots.len()).collect();
    let reverse = list.iter().rev().copied().collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for mut line_up in [list, reverse] {
        for _ in 0..bots.len() {
            let alike =
                |other: &Vec<usize>| other.iter().zip(&line_up).all(|(&a, &b)| bots[a] == bots[b]);
            if !found.iter().any(alike) {
                found.push(line_up.clone());
            }
            line_up.rotate_left(1);
        }
    }
    found
}

/// Plays the deals and passes each to `gather`, in order. Unfinished deals are left out.
pub fn tournament<G: Craft + Study>(
    plan: &Tournament<G>,
    progress: &Progress,
    mut gather: impl FnMut(DealPlayed),
) {
    let line_ups = line_ups(&plan.bots);
    let n_line_ups = line_ups.len();
    let play_game = |games: std::ops::Range<u64>| {
        let (deal, place) = (games.start / n_line_ups as u64, games.start % n_line_ups as u64);
        play_bout(plan, deal, &line_ups[place as usize], progress)
    };
    // Threads share games, not deals, so that a deal of many slow games keeps all of them busy.
    let n_games = plan.n_deals * n_line_ups as u64;
    let (mut deal, mut bouts) = (0, Vec::new());
    let mut broken_off = false;
    workers::work(n_games, 1, plan.jobs, progress, play_game, |bout| {
        broken_off |= bout.is_none();
        if broken_off {
            return;
        }
        bouts.extend(bout);
        if bouts.len() == n_line_ups {
            gather(DealPlayed { deal, bouts: std::mem::take(&mut bouts) });
            deal += 1;
        }
    });
}

/// Plays one game of a deal. Chance brings the same to every line-up, because its dice depend only on the deal and on the
/// number of chance steps before. `None` if the tournament is stopped.
#[expect(clippy::disallowed_methods, reason = "bots get a deadline, and their time is measured")]
fn play_bout<G: Craft + Study>(
    plan: &Tournament<G>,
    deal: u64,
    line_up: &[usize],
    progress: &Progress,
) -> Option<Bout> {
    let mut game = G::new(plan.rules);
    let n_seats = plan.rules.n_seats();
    // Dice belong to the seat, so that line-ups differ only in their bots.
    let player = |seat: Seat| {
        let seed = (plan.seed ^ deal << 20).wrapping_mul(8) + seat.index() as u64;
        plan.bots[line_up[seat.index()]].player::<G>(seed)
    };
    let mut players: Vec<ArenaPlayer<G>> = Seat::all(n_seats).map(player).collect();
    let mut times = vec![Vec::new(); players.len()];
    let mut n_chances = 0;
    let mut start = None;
    let (mut rounds, mut facts) = (Vec::new(), GameTally::default());
    let mut round_facts: Vec<RoundFact> = Vec::new();
    let mut decided: BySeat<Option<G::Action>, MAX_SEATS> = BySeat([None; MAX_SEATS]);
    loop {
        let step = match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                n_chances += 1;
                let mut dice = dice_of_game(plan.seed, deal << 16 | n_chances);
                let chance = game.draw(&mut dice);
                start = start.or(G::start_drawn(&chance));
                Step::Chance(chance)
            }
            Turn::Decide(seats) => {
                if progress.is_stopped() {
                    return None;
                }
                // Seats that decide at once all think before any of them acts, so that none knows of another's choice.
                for seat in seats.iter() {
                    if decided[seat].is_some() {
                        continue;
                    }
                    let name = plan.bots[line_up[seat.index()]];
                    let now = Instant::now();
                    let thought = players[seat.index()].think(&game, seat, name.budget(G::ID, now));
                    times[seat.index()].push(now.elapsed());
                    decided[seat] = thought.map(|thought| thought.action);
                }
                let seat = seats.first().expect("a seat owes a decision");
                let action = decided[seat].take();
                Step::Act(seat, action.expect("a seat that owes a decision can decide"))
            }
        };
        game.apply(&step);
        if game.rounds() > rounds.len() as u32 {
            rounds.push(game.standing());
            game.round_facts(&mut round_facts);
            round_facts.drain(..).for_each(|fact| facts.add_fact(fact));
        }
    }
    let line_up = line_up.to_vec();
    Some(Bout { line_up, start, rounds, standing: game.standing(), times, facts })
}
