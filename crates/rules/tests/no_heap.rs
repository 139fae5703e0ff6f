//! Playing does not allocate: searches play millions of games, and an allocator would take most of their time.
//!
//! This is a test binary of its own, because counting allocations replaces the allocator of the whole process.

use allocation_counter::measure;
use rules::{Game, GameId, Rules, Turn, Visit};
use testing::dice::dice;

const N_GAMES: u64 = 20;

struct Count;

impl Visit for Count {
    type Output = ();

    fn visit<G: Game>(self) {
        for rules in G::Rules::every() {
            let mut dice = dice(7);
            let counted = measure(|| {
                for _ in 0..N_GAMES {
                    let mut game = G::new(rules);
                    while let Some(step) = game.random_step(&mut dice) {
                        game.apply(&step);
                    }
                    assert!(game.turn() == Turn::Over);
                }
            });
            assert_eq!(counted.count_total, 0, "allocations in {N_GAMES} games of {rules}");
        }
    }
}

#[test]
fn playing_allocates_nothing() {
    let boxed = measure(|| drop(std::hint::black_box(Box::new(7))));
    assert_eq!(boxed.count_total, 1, "the counter counts");
    for id in GameId::ALL {
        id.visit(Count);
    }
}
