//! How fast the rules are: whole random games, and the calls that searches make.
//!
//! `cargo bench -p rules` prints times per item; the counter gives decisions per second for whole games.

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

/// The benchmarks of one game, for each of its player counts.
macro_rules! benches_of {
    ($name:ident, $game:ty, $players:expr) => {
        mod $name {
            use super::*;

            fn rules(n_players: u8) -> <$game as Game>::Rules {
                let line = format!("{} players={n_players}", <$game as Game>::ID.name());
                let rules: <$game as Game>::Rules = line.parse().expect("the line is right");
                assert_eq!(rules.n_seats(), n_players);
                rules
            }

            #[divan::bench(args = $players)]
            fn whole_game(bencher: Bencher<'_, '_>, n_players: u8) {
                whole_games::<$game>(bencher, rules(n_players));
            }

            #[divan::bench(args = $players)]
            fn actions(bencher: Bencher<'_, '_>, n_players: u8) {
                each_moment::<$game, _>(bencher, rules(n_players), |game, seat| game.actions(seat));
            }

            #[divan::bench(args = $players)]
            fn apply(bencher: Bencher<'_, '_>, n_players: u8) {
                each_moment::<$game, _>(bencher, rules(n_players), |game, seat| {
                    let mut after = game.clone();
                    after.act(seat, game.actions(seat).nth(0));
                    after
                });
            }

            #[divan::bench(args = $players)]
            fn view(bencher: Bencher<'_, '_>, n_players: u8) {
                each_moment::<$game, _>(bencher, rules(n_players), |game, seat| {
                    game.view(Observer::Seat(seat))
                });
            }

            #[divan::bench(args = $players)]
            fn draw_world(bencher: Bencher<'_, '_>, n_players: u8) {
                let mut dice = dice(11);
                let worlds_at = |(game, seat): &($game, _)| {
                    <$game as Game>::worlds(&game.view(Observer::Seat(*seat)))
                };
                let prepared: Vec<_> = moments(rules(n_players)).iter().map(worlds_at).collect();
                bencher.counter(ItemsCount::new(prepared.len())).bench_local(|| {
                    for worlds in &prepared {
                        black_box(<$game as Game>::imagine(black_box(worlds), &mut dice));
                    }
                });
            }

            #[divan::bench(args = $players)]
            fn imagine(bencher: Bencher<'_, '_>, n_players: u8) {
                let mut dice = dice(11);
                each_moment::<$game, _>(bencher, rules(n_players), move |game, seat| {
                    let worlds = <$game as Game>::worlds(&game.view(Observer::Seat(seat)));
                    <$game as Game>::imagine(&worlds, &mut dice)
                });
            }
        }
    };
}

benches_of!(catbox, ::rules::catbox::State, [2u8, 3, 4, 5]);
benches_of!(catsle, ::rules::catsle::State, [3u8, 4, 5]);
benches_of!(yorozu, ::rules::yorozu::State, [3u8, 4]);
benches_of!(meow, ::rules::meow::State, [2u8, 3, 4, 5, 6]);
