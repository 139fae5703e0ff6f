//! Tests of the bots: they know no more than they may, decide the same by the same dice, and always decide.

#![expect(clippy::unwrap_used, reason = "a panic in a test names its line")]

mod craft;
mod decide;
mod endgame;
mod hints;
mod know;
mod names;
mod reasons;
mod strength;

use bots::{Bot, BotName, Craft, VisitCraft, dice};
use rules::{Dice, Game, GameId, Seat, Turn};

/// A bot of every kind, one on several threads, and every level.
const BOTS: [&str; 9] = [
    "random",
    "greedy",
    "whimsical:30%",
    "ismcts",
    "search",
    "search:100ms*3",
    "kitten",
    "cat",
    "tiger",
];

/// The bot of this name.
fn bot<G: Craft>(name: &str, seed: u64) -> Box<dyn Bot<G>> {
    name.parse::<BotName>().unwrap().bot(seed)
}

/// The game with four players.
fn four<G: Game>() -> G::Rules {
    format!("{} players=4", G::ID.name()).parse().unwrap()
}

/// Does something with the type of every game.
fn every_game(visit: impl VisitCraft<Output = ()> + Copy) {
    for game in GameId::ALL {
        bots::visit(game, visit);
    }
}

/// Plays a game at random and shows every moment at which a seat can choose, with a seat that can.
fn each_choice<G: Game>(rules: G::Rules, seed: u64, mut show: impl FnMut(&G, Seat)) {
    let mut dice = dice(seed);
    let mut game = G::new(rules);
    while let Some(step) = game.random_step(&mut dice) {
        if let Turn::Decide(seats) = game.turn() {
            let seat = seats.iter().nth(dice.below(seats.len() as u32) as usize).unwrap();
            if game.actions(seat).len() > 1 {
                show(&game, seat);
            }
        }
        game.apply(&step);
    }
}
