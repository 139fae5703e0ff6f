//! How fast the searching bots imagine games, from the first decision of a round.
//!
//! `cargo bench -p bots` prints the time of a decision; the counter gives imagined games (iterations) per second.

use bots::{Bot, BotName, Budget, Craft, dice};
use divan::Bencher;
use divan::counter::ItemsCount;
use rules::{Observer, Step, Turn, View, catbox, catsle, meow, yorozu};

fn main() {
    divan::main();
}

const N_PLAYOUTS: u64 = 20_000;

/// The view of the first seat that has to decide.
fn opening<G: Craft>() -> View<G> {
    let line = format!("{}@1 players=4", G::ID.name());
    let mut game = G::new(line.parse().expect("the line is right"));
    let mut dice = dice(3);
    loop {
        match game.turn() {
            Turn::Decide(seats) => {
                let seat = seats.first().expect("a seat owes a decision");
                // Skips forced decisions, such as declining a new deal that is not allowed.
                if game.actions(seat).len() > 1 {
                    return game.view(Observer::Seat(seat));
                }
                game.act(seat, game.actions(seat).nth(0));
            }
            Turn::Chance => {
                let chance = game.draw(&mut dice);
                game.apply(&Step::Chance(chance));
            }
            Turn::Over => unreachable!("a game begins with a decision"),
        }
    }
}

fn iterations<G: Craft>(bencher: Bencher<'_, '_>, bot: &str) {
    let view = opening::<G>();
    let name: BotName = bot.parse().expect("a bot");
    let mut bot: Box<dyn Bot<G>> = name.bot(1);
    bencher
        .counter(ItemsCount::new(N_PLAYOUTS))
        .bench_local(|| bot.think(&view, Budget::Playouts(N_PLAYOUTS)));
}

#[divan::bench(args = ["ismcts", "search"])]
fn catbox(bencher: Bencher<'_, '_>, bot: &str) {
    iterations::<catbox::State>(bencher, bot);
}

#[divan::bench(args = ["ismcts", "search"])]
fn catsle(bencher: Bencher<'_, '_>, bot: &str) {
    iterations::<catsle::State>(bencher, bot);
}

#[divan::bench(args = ["ismcts", "search"])]
fn meow(bencher: Bencher<'_, '_>, bot: &str) {
    iterations::<meow::State>(bencher, bot);
}

#[divan::bench(args = ["ismcts", "search"])]
fn yorozu(bencher: Bencher<'_, '_>, bot: &str) {
    iterations::<yorozu::State>(bencher, bot);
}
