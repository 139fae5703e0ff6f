//! The time to draw a game in progress for the player whose turn it is, and the time of each part.
//!
//! `cargo bench -p pages --bench pages`

use divan::Bencher;
use divan::counter::BytesCount;
use pages::face::{Face, Sight, table};
use pages::piece::Pieces;
use rules::{Observer, Turn, View, catbox, catsle, meow, yorozu};
use testing::dice::dice;
use words::Words;

fn main() {
    divan::main();
}

/// The view of the player whose turn it is after this many decisions.
fn middle<G: Face>(n_decisions: usize) -> View<G> {
    let line = format!("{} players=4", G::ID.name());
    let mut game = G::new(line.parse().expect("the line is right"));
    let mut dice = dice(1);
    let mut n_left = n_decisions;
    loop {
        if let Turn::Decide(seats) = game.turn() {
            let seat = seats.first().expect("a seat owes a decision");
            if n_left == 0 {
                return game.view(Observer::Seat(seat));
            }
            n_left -= 1;
        }
        let step = game.random_step(&mut dice).expect("a game does not end so soon");
        game.apply(&step);
    }
}

fn pages<G: Face>(bencher: Bencher<'_, '_>, part: &str) {
    let view = middle::<G>(30);
    let names = ["Mia", "Ken", "Ada", "Ben"].map(str::to_owned);
    let words = Words::default().with_names(names.to_vec());
    let sight = Sight::new(&view, &words, "/t/x/act", "1.7");
    let make = || match part {
        "whole" => table(&sight).into_string(),
        "board" => {
            let mut pieces = Pieces::default();
            G::board(&sight, &mut pieces);
            pieces.html()
        }
        _ => {
            let mut out = String::new();
            G::hand(&sight, &mut out);
            out
        }
    };
    bencher.counter(BytesCount::new(make().len())).bench_local(make);
}

#[divan::bench(args = ["whole", "board", "hand"])]
fn catbox(bencher: Bencher<'_, '_>, part: &str) {
    pages::<catbox::State>(bencher, part);
}

#[divan::bench(args = ["whole", "board", "hand"])]
fn catsle(bencher: Bencher<'_, '_>, part: &str) {
    pages::<catsle::State>(bencher, part);
}

#[divan::bench(args = ["whole", "board", "hand"])]
fn yorozu(bencher: Bencher<'_, '_>, part: &str) {
    pages::<yorozu::State>(bencher, part);
}

#[divan::bench(args = ["whole", "board", "hand"])]
fn meow(bencher: Bencher<'_, '_>, part: &str) {
    pages::<meow::State>(bencher, part);
}
