//! Exact play at the end of a round, when few cards and few worlds are left.

use rules::{Ask as _, Open as _, Turn, View, bits::each_bit};

use crate::Craft;
use crate::bot::Budget;
use crate::dice::BotDice;
use crate::outcome::Outcome;
use crate::tally::{Tallies, Tally};

/// How many worlds are drawn in order to find all that are left.
const N_DRAWS: u32 = 96;

/// With more different worlds than this the search takes over.
const MAX_WORLDS: usize = 24;

/// Averages, over the worlds that are left, the outcome of every action if all players know everything and each maximises
/// its own value. `None` if that takes too long, or if chance or sealed choices come before the end of the round.
pub(crate) fn endgame<G: Craft>(
    view: &View<G>,
    mut imagine: impl FnMut(&mut BotDice) -> G,
    budget: Budget,
    dice: &mut BotDice,
) -> Option<(Tallies, u64)> {
    let (seat, own) = view.own.as_ref()?;
    let choices = view.open.actions(*seat, own);
    let max_nodes = budget.nodes_for_endgame();
    // The first world shows whether it takes too long.
    let first = imagine(dice);
    let mut solved_first = Some(solve_root(&first, *seat, choices.bits, max_nodes)?);
    let mut worlds: Vec<(G, u32)> = vec![(first, 1)];
    for _ in 1..N_DRAWS {
        let world = imagine(dice);
        if let Some((_, times)) = worlds.iter_mut().find(|(known, _)| *known == world) {
            *times += 1;
            continue;
        }
        if worlds.len() == MAX_WORLDS {
            return None;
        }
        worlds.push((world, 1));
    }
    let mut tallies = Tally::none();
    let mut n_nodes = 0;
    for (number, (world, times)) in worlds.iter().enumerate() {
        // The worlds solved so far are a fair sample.
        if number > 0 && budget.is_late() {
            break;
        }
        let (solved, nodes) = match solved_first.take() {
            Some(solved) => solved,
            None => solve_root(world, *seat, choices.bits, max_nodes)?,
        };
        n_nodes += nodes;
        for (bit, outcome) in solved {
            for _ in 0..*times {
                tallies[bit as usize].add(&outcome, *seat);
            }
        }
    }
    Some((tallies, n_nodes))
}

/// The outcome of each of a seat's actions in one world, and how many positions that took.
fn solve_root<G: Craft>(
    world: &G,
    seat: rules::Seat,
    bits: u64,
    max_nodes: u64,
) -> Option<(Vec<(u32, Outcome)>, u64)> {
    let mut left = max_nodes;
    let mut solved = Vec::new();
    let choices = world.actions(seat);
    for bit in each_bit(bits) {
        let mut after = world.clone();
        after.act(seat, choices.ask.action(bit));
        solved.push((bit, solve(&after, world.rounds(), &mut left)?));
    }
    Some((solved, max_nodes - left))
}

/// The outcome of the round if all players know everything and each maximises its own value.
fn solve<G: Craft>(game: &G, rounds: u32, left: &mut u64) -> Option<Outcome> {
    if game.rounds() > rounds {
        return Some(Outcome::of::<G>(game.open()));
    }
    let seat = match game.turn() {
        Turn::Over => return Some(Outcome::of::<G>(game.open())),
        Turn::Decide(seats) if seats.len() == 1 => seats.first()?,
        Turn::Decide(_) | Turn::Chance => return None,
    };
    let choices = game.actions(seat);
    let mut best: Option<Outcome> = None;
    for bit in each_bit(choices.bits) {
        *left = left.checked_sub(1)?;
        let mut after = game.clone();
        after.act(seat, choices.ask.action(bit));
        let outcome = solve(&after, rounds, left)?;
        let value = outcome.values[seat.index()];
        if best.is_none_or(|best| value > best.values[seat.index()]) {
            best = Some(outcome);
        }
    }
    best
}
