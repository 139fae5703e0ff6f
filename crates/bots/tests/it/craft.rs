//! Promises of every `Craft`.

use bots::{Craft, VisitCraft, dice};
use rules::{Rules, Turn};

#[derive(Clone, Copy)]
struct Rated;

impl VisitCraft for Rated {
    type Output = ();

    fn visit<G: Craft>(self) {
        for rules in G::Rules::every() {
            let mut dice = dice(7);
            let mut game = G::new(rules);
            let at_first = G::drift(game.open());
            while let Some(step) = game.random_step(&mut dice) {
                if let Turn::Decide(seats) = game.turn() {
                    let seat = seats.first().unwrap();
                    let own = game.own(seat);
                    let judge = G::judge(game.open(), seat, &own);
                    let rated = game.actions(seat).iter().all(|action| judge(action).is_finite());
                    assert!(rated, "{rules}");
                }
                game.apply(&step);
                assert!(G::drift(game.open()) > 0.0, "{rules}");
            }
            assert!(G::drift(game.open()) < at_first / 2.0, "{rules}: at the end a lead is sure");
        }
    }
}

#[test]
fn every_decision_is_rated_and_points_drift_least_at_the_end() {
    crate::every_game(Rated);
}
