//! The last cards of a round, worked out.

use bots::{Bot, Budget, Craft, Search, Thought, dice};
use rules::{Game, Observer, Seat, Turn, View, catsle, meow};

use crate::each_choice;

const BUDGET: Budget = Budget::Playouts(2000);

/// More worlds than this are not few.
const MAX_WORLDS: usize = 20;

/// Thinks with all cards in sight.
fn think_openly<G: Craft>(view: &View<G>, world: &G) -> Thought<G::Action> {
    Search::new(1).think_in(view, |_| world.clone(), BUDGET).unwrap()
}

/// A seat's part of the victory (0 to 2) if both players of Meow for two know all cards. `None` if chance decides, or if
/// the answer takes too long.
fn part_of_victory(game: &meow::State, me: Seat) -> Option<usize> {
    let deciding = match game.turn() {
        Turn::Over => {
            let winners = game.standing().winners.unwrap();
            return Some(if winners.has(me) { 2 / winners.len() } else { 0 });
        }
        Turn::Chance => return None,
        Turn::Decide(seats) => seats.first().unwrap(),
    };
    let choices = game.actions(deciding);
    if choices.len() > 4 {
        return None;
    }
    let parts = choices.iter().map(|action| {
        let mut after = *game;
        after.act(deciding, action);
        part_of_victory(&after, me)
    });
    let parts: Vec<usize> = parts.collect::<Option<_>>()?;
    if deciding == me { parts.into_iter().max() } else { parts.into_iter().min() }
}

/// With two players the gain of one is the loss of the other, so trying everything finds the best action.
#[test]
fn the_best_action_is_found_with_open_cards() {
    let mut n_mattered = 0;
    for seed in 0..100 {
        each_choice::<meow::State>("meow players=2".parse().unwrap(), seed, |game, seat| {
            if game.rounds() < 2 || part_of_victory(game, seat).is_none() {
                return;
            }
            let part_of = |action| {
                let mut after = *game;
                after.act(seat, action);
                part_of_victory(&after, seat).unwrap()
            };
            let parts: Vec<usize> = game.actions(seat).iter().map(part_of).collect();
            let best = *parts.iter().max().unwrap();
            let thought = think_openly(&game.view(Observer::Seat(seat)), game);
            assert_eq!(part_of(thought.action), best, "of {parts:?}");
            n_mattered += u32::from(parts.iter().any(|&part| part != best));
        });
    }
    assert!(n_mattered >= 10, "only {n_mattered} decisions mattered");
}

/// With hidden cards, the value of an action is its mean over all worlds with open cards. CATSle for five deals all cards,
/// so few worlds are left towards the end.
#[test]
fn with_hidden_cards_worlds_are_averaged() {
    const N_DRAWS: u16 = 400;
    // The solver draws worlds too, and two samples differ by chance.
    const NEAR: f32 = 0.1;
    let mut n_checked = 0;
    for seed in 0..10 {
        each_choice::<catsle::State>("catsle players=5".parse().unwrap(), seed, |game, seat| {
            let view = game.view(Observer::Seat(seat));
            let worlds = worlds(&view, N_DRAWS);
            if worlds.len() < 2 || worlds.len() > MAX_WORLDS {
                return;
            }
            let thought = Search::new(2).think(&view, BUDGET).unwrap();
            // A search tries better actions more often; a solver does not.
            let visits = thought.values[0].visits;
            if thought.values.iter().any(|value| value.visits != visits) {
                return;
            }
            let solved: Vec<_> =
                worlds.iter().map(|(world, n)| (think_openly(&view, world), *n)).collect();
            let worth_of = |action: catsle::Action| -> f32 {
                let parts = solved.iter().map(|(thought, n)| {
                    let value = thought.values.iter().find(|value| value.action == action);
                    value.unwrap().mean * f32::from(*n)
                });
                parts.sum::<f32>() / f32::from(N_DRAWS)
            };
            let chosen = worth_of(thought.action);
            for value in &thought.values {
                let (action, worth) = (value.action, worth_of(value.action));
                assert!((worth - value.mean).abs() < NEAR, "{action}: {worth}, {}", value.mean);
                assert!(chosen > worth - 2.0 * NEAR, "{action} is better than {}", thought.action);
            }
            n_checked += 1;
        });
    }
    assert!(n_checked >= 10, "only {n_checked} decisions with few worlds");
}

/// The tables that fit a view, and how often each was drawn.
fn worlds<G: Game>(view: &View<G>, n_draws: u16) -> Vec<(G, u16)> {
    let mut dice = dice(7);
    let all = G::worlds(view);
    let mut worlds: Vec<(G, u16)> = Vec::new();
    for _ in 0..n_draws {
        let world = G::imagine(&all, &mut dice);
        match worlds.iter().position(|(known, _)| *known == world) {
            Some(place) => worlds[place].1 += 1,
            None => worlds.push((world, 1)),
        }
        if worlds.len() > MAX_WORLDS {
            break;
        }
    }
    worlds
}
