//! How fast the rules are: whole random games, and the calls that searches make.
//!
//! `cargo bench -p rules` prints times per item; the counter gives decisions per second for whole games.

use std::ops::RangeInclusive;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rules::{Dice, Game, Observer, Rules, Step, Turn};

fn main() {
    divan::main();
}

fn dice(seed: u64) -> impl Dice {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || generator.next_u64()
}

/// Plays a game to its end and tells how many decisions it had.
fn play<G: Game>(rules: G::Rules, dice: &mut impl Dice) -> usize {
    let mut game = G::new(rules);
    let mut n_decisions = 0;
    while let Some(step) = game.random_step(dice) {
        n_decisions += usize::from(matches!(step, Step::Act(..)));
        game.apply(&step);
    }
    assert!(game.turn() == Turn::Over);
    n_decisions
}

/// Games at random moments: some random games, stopped where a seat owes a decision.
fn moments<G: Game>(rules: G::Rules) -> Vec<(G, rules::Seat)> {
    let mut dice = dice(7);
    let mut moments = Vec::new();
    for _ in 0..64 {
        let mut game = G::new(rules);
        let mut states = Vec::new();
        while let Some(step) = game.random_step(&mut dice) {
            if let Step::Act(seat, _) = step {
                states.push((game.clone(), seat));
            }
            game.apply(&step);
        }
        moments.push(states.swap_remove(dice.below(states.len() as u32) as usize));
    }
    moments
}

const N_GAMES: usize = 200;

fn whole_games<G: Game>(bencher: Bencher<'_, '_>, rules: G::Rules) {
    let n_decisions: usize =
        (0..N_GAMES as u64).map(|seed| play::<G>(rules, &mut dice(seed))).sum();
    bencher
        .counter(ItemsCount::new(n_decisions))
        .bench(|| (0..N_GAMES as u64).map(|seed| play::<G>(rules, &mut dice(seed))).sum::<usize>());
}

fn each_moment<G: Game, T>(
    bencher: Bencher<'_, '_>,
    rules: G::Rules,
    mut call: impl FnMut(&G, rules::Seat) -> T,
) {
    let moments = moments::<G>(rules);
    bencher.counter(ItemsCount::new(moments.len())).bench_local(|| {
        for (game, seat) in &moments {
            black_box(call(black_box(game), *seat));
        }
    });
}

/// The benchmarks of every game, for each of its player counts.
macro_rules! benches {
    ($($id:ident $module:ident $name:literal $title:literal;)*) => {
        $(benches! { $module })*
    };
    ($module:ident) => {
        mod $module {
            use super::*;

            type State = ::rules::$module::State;

            const PLAYERS: RangeInclusive<u8> = <::rules::$module::Rules as Rules>::PLAYERS;

            fn rules(n_players: u8) -> <State as Game>::Rules {
                let line = format!("{} players={n_players}", <State as Game>::ID.name());
                let rules: <State as Game>::Rules = line.parse().expect("the line is right");
                assert_eq!(rules.n_seats(), n_players);
                rules
            }

            #[divan::bench(args = PLAYERS)]
            fn whole_game(bencher: Bencher<'_, '_>, n_players: u8) {
                whole_games::<State>(bencher, rules(n_players));
            }

            #[divan::bench(args = PLAYERS)]
            fn actions(bencher: Bencher<'_, '_>, n_players: u8) {
                each_moment::<State, _>(bencher, rules(n_players), |game, seat| game.actions(seat));
            }

            #[divan::bench(args = PLAYERS)]
            fn apply(bencher: Bencher<'_, '_>, n_players: u8) {
                each_moment::<State, _>(bencher, rules(n_players), |game, seat| {
                    let mut after = game.clone();
                    after.act(seat, game.actions(seat).nth(0));
                    after
                });
            }

            #[divan::bench(args = PLAYERS)]
            fn view(bencher: Bencher<'_, '_>, n_players: u8) {
                each_moment::<State, _>(bencher, rules(n_players), |game, seat| {
                    game.view(Observer::Seat(seat))
                });
            }

            #[divan::bench(args = PLAYERS)]
            fn draw_world(bencher: Bencher<'_, '_>, n_players: u8) {
                let mut dice = dice(11);
                let worlds_at = |(game, seat): &(State, _)| {
                    State::worlds(&game.view(Observer::Seat(*seat)))
                };
                let prepared: Vec<_> = moments(rules(n_players)).iter().map(worlds_at).collect();
                bencher.counter(ItemsCount::new(prepared.len())).bench_local(|| {
                    for worlds in &prepared {
                        black_box(State::imagine(black_box(worlds), &mut dice));
                    }
                });
            }

            #[divan::bench(args = PLAYERS)]
            fn imagine(bencher: Bencher<'_, '_>, n_players: u8) {
                let mut dice = dice(11);
                each_moment::<State, _>(bencher, rules(n_players), move |game, seat| {
                    let worlds = State::worlds(&game.view(Observer::Seat(seat)));
                    State::imagine(&worlds, &mut dice)
                });
            }
        }
    };
}

rules::games!(benches);
