//! Hints come from a view and from nothing else.

use bots::{Budget, Craft, Greedy, Search, VisitCraft, dice, hints};
use rules::{Dice as _, GameId, Observer, Rules, Turn, View};

const BUDGET: Budget = Budget::Playouts(40);

/// Visits the decisions of random games, a number of games for each variant.
fn every_decision<G: Craft>(n_games: u64, mut look: impl FnMut(&G, &View<G>)) {
    for rules in G::Rules::every() {
        for seed in 0..n_games {
            let mut dice = dice(seed);
            let mut game = G::new(rules);
            while let Some(step) = game.random_step(&mut dice) {
                if let Turn::Decide(seats) = game.turn() {
                    for seat in seats.iter() {
                        look(&game, &game.view(Observer::Seat(seat)));
                    }
                }
                game.apply(&step);
            }
        }
    }
}

/// Another table with the same view must give the same hints.
#[test]
fn hints_depend_on_nothing_hidden() {
    struct Compare;
    impl VisitCraft for Compare {
        type Output = ();
        fn visit<G: Craft>(self) {
            let mut dice = dice(7);
            let (mut n_compared, mut n_different) = (0, 0);
            every_decision::<G>(1, |game, view| {
                // One decision in sixteen is plenty.
                if dice.below(16) > 0 {
                    return;
                }
                let other = G::imagine(&G::worlds(view), &mut dice);
                let other_view = other.view(view.who());
                assert_eq!(*view, other_view);
                let tell = |view: &View<G>| hints(view, &mut Search::new(3), BUDGET, usize::MAX);
                let told = tell(view);
                assert_eq!(told.len(), view.actions().map_or(0, |choices| choices.len()));
                assert_eq!(told, tell(&other_view));
                n_compared += 1;
                n_different += usize::from(*game != other);
            });
            assert!(n_compared > 20 && n_different * 2 > n_compared, "{n_different} other tables");
        }
    }
    for id in GameId::ALL {
        bots::visit(id, Compare);
    }
}

#[test]
fn hints_start_with_the_best_action_and_respect_the_limit() {
    struct Ask;
    impl VisitCraft for Ask {
        type Output = ();
        fn visit<G: Craft>(self) {
            let rules = G::Rules::every()[0];
            let mut dice = dice(2);
            let mut game = G::new(rules);
            assert!(hints(&game.view(Observer::Rail), &mut Search::new(1), BUDGET, 3).is_empty());
            let mut n_asked = 0;
            while n_asked < 20
                && let Some(step) = game.random_step(&mut dice)
            {
                for who in Observer::all(rules.n_seats()) {
                    let view = game.view(who);
                    let owes = who.seat().is_some_and(|seat| game.turn().asks(seat));
                    let told = hints(&view, &mut Search::new(1), BUDGET, 3);
                    let all = hints(&view, &mut Search::new(1), BUDGET, usize::MAX);
                    assert_eq!(told.is_empty(), !owes);
                    assert!(told.len() <= 3 && all.starts_with(&told));
                    // With a single legal action, nothing is searched.
                    let searched = all.iter().any(|hint| hint.odds.is_some());
                    assert_eq!(searched, all.len() > 1);
                    for odds in all.iter().filter_map(|hint| hint.odds) {
                        assert!((0.0..=1.0).contains(&odds.value) && odds.error >= 0.0);
                    }
                    // Greedy has likings, not chances.
                    let liked = hints(&view, &mut Greedy::new(1), BUDGET, 3);
                    assert!(liked.iter().all(|hint| hint.odds.is_none()));
                    n_asked += usize::from(owes);
                }
                game.apply(&step);
            }
        }
    }
    for id in GameId::ALL {
        bots::visit(id, Ask);
    }
}
