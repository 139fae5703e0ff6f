//! Hints come from a view and from nothing else.

use bots::{Budget, Craft, Greedy, Search, VisitCraft, all_hints, dice, hints};
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
                let tell = |view: &View<G>| all_hints(view, &mut Search::new(3), BUDGET);
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
fn hints_are_ordered_by_the_figure_that_is_shown() {
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
                    let all = all_hints(&view, &mut Search::new(1), BUDGET);
                    assert_eq!(told.is_empty(), !owes);
                    assert!(told.len() <= 3 && all.starts_with(&told));
                    // With a single legal action, nothing is searched.
                    let searched = all.iter().any(|hint| hint.figures.is_some());
                    assert_eq!(searched, all.len() > 1);
                    for figures in all.iter().filter_map(|hint| hint.figures) {
                        let (chance, points) = (figures.chance, figures.points);
                        assert!((0.0..=1.0).contains(&chance.value) && chance.error >= 0.0);
                        assert!(points.value.abs() < 200.0 && points.error >= 0.0);
                    }
                    let shown: Vec<f32> = told
                        .iter()
                        .filter_map(|hint| Some(hint.figure()?.estimate().value))
                        .collect();
                    assert!(shown.is_sorted_by(|a, b| a >= b), "{shown:?}");
                    // Greedy has likings, no figures.
                    let liked = hints(&view, &mut Greedy::new(1), BUDGET, usize::MAX);
                    assert!(liked.iter().all(|hint| hint.figures.is_none()));
                    assert_eq!(liked.len(), all.len());
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

/// With open cards, and where nobody has a choice afterwards, figures are what the game then gives.
#[test]
fn figures_agree_with_the_end_of_the_game() {
    struct Last;
    impl VisitCraft for Last {
        type Output = ();
        fn visit<G: Craft>(self) {
            let mut n_checked = 0;
            for seed in 0..40 {
                let mut dice = dice(seed);
                let mut game = G::new(format!("{} players=3", G::ID.name()).parse().unwrap());
                while let Some(step) = game.random_step(&mut dice) {
                    if let Turn::Decide(seats) = game.turn()
                        && seats.len() == 1
                    {
                        let seat = seats.first().unwrap();
                        n_checked += compare(&game, &game.view(Observer::Seat(seat)));
                    }
                    game.apply(&step);
                }
            }
            assert!(n_checked > 5, "{} {n_checked}", G::ID.name());
        }
    }
    /// The end of a game in which nobody has a choice left.
    fn end_of<G: Craft>(mut game: G) -> Option<G> {
        loop {
            match game.turn() {
                Turn::Over => return Some(game),
                Turn::Chance => return None,
                Turn::Decide(seats) => {
                    let seat = seats.first().unwrap();
                    let choices = game.actions(seat);
                    if choices.len() > 1 {
                        return None;
                    }
                    game.act(seat, choices.nth(0));
                }
            }
        }
    }
    /// Compares at decisions after which nobody has a choice. Returns the number of decisions compared.
    fn compare<G: Craft>(game: &G, view: &View<G>) -> u32 {
        let seat = view.who().seat().unwrap();
        let score = |game: &G| game.standing().scores[seat];
        let choices = game.actions(seat);
        let after = |action| {
            let mut after = game.clone();
            after.act(seat, action);
            end_of(after)
        };
        if choices.len() < 2 || choices.iter().any(|action| after(action).is_none()) {
            return 0;
        }
        let thought = Search::new(1).think_in(view, |_| game.clone(), BUDGET).unwrap();
        for value in thought.values {
            let Some(figures) = value.figures else { continue };
            let after = after(value.action).unwrap();
            let gain = (score(&after) - score(game)) as f32;
            assert!((figures.points.value - gain).abs() < 0.01, "{gain} {value:?}");
            let winners = after.standing().winners.unwrap();
            let won = if winners.has(seat) { 1.0 / winners.len() as f32 } else { 0.0 };
            assert!((figures.chance.value - won).abs() < 0.01, "{won} {value:?}");
            assert!(figures.points.error < 0.01 && figures.chance.error < 0.01, "{value:?}");
        }
        1
    }
    for id in GameId::ALL {
        bots::visit(id, Last);
    }
}
