//! The action of a bot depends only on the view of its seat and on its dice.

use bots::{Bot, Budget, Craft, Search, VisitCraft, dice};
use rules::{Observer, Rules, Seat, Step, Turn, catbox, yorozu};
use testing::dice::decided_game;

use crate::{BOTS, bot, each_choice, every_game, four};

const BUDGET: Budget = Budget::Playouts(7);

/// Two tables that look alike from a seat: every bot thinks the same of both, down to the last digit.
#[test]
fn bots_know_only_the_view_of_their_seat() {
    #[derive(Clone, Copy)]
    struct Check;
    impl VisitCraft for Check {
        type Output = ();
        fn visit<G: Craft>(self) {
            let mut dice = dice(5);
            let mut n_different = 0;
            each_choice::<G>(four::<G>(), 5, |game, seat| {
                let who = Observer::Seat(seat);
                let view = game.view(who);
                let other = G::imagine(&G::worlds(&view), &mut dice);
                n_different += u32::from(other != *game);
                for name in BOTS {
                    let thoughts = [game, &other]
                        .map(|table| bot::<G>(name, 9).think(&table.view(who), BUDGET).unwrap());
                    assert_eq!(thoughts[0], thoughts[1], "{name} at {seat} in {:?}", G::ID);
                }
            });
            assert!(n_different > 20, "{:?}: only {n_different} tables differed", G::ID);
        }
    }
    every_game(Check);
}

/// A sealed choice of another seat makes no difference.
#[test]
fn sealed_choices_are_not_known() {
    fn check<G: Craft>() {
        let mut n_sealed = 0;
        for seed in 0..4 {
            each_choice::<G>(four::<G>(), seed, |game, seat| {
                let Turn::Decide(seats) = game.turn() else { return };
                let Some(other) = seats.iter().find(|&other| other != seat) else { return };
                let choices = game.actions(other);
                let last = choices.nth(choices.len() - 1);
                let thoughts = [choices.nth(0), last].map(|action| {
                    let mut game = game.clone();
                    game.act(other, action);
                    Search::new(3).think(&game.view(Observer::Seat(seat)), BUDGET).unwrap()
                });
                assert_eq!(thoughts[0], thoughts[1], "{seat} knows what {other} has chosen");
                n_sealed += usize::from(choices.len() > 1);
            });
        }
        assert!(n_sealed > 10, "{:?}: only {n_sealed} sealed choices", G::ID);
    }
    check::<catbox::State>();
    check::<yorozu::State>();
}

/// The same seeds and budgets give the same game, in any order of the threads of a search.
#[test]
fn the_same_dice_give_the_same_game() {
    fn play<G: Craft>(name: &str) -> Vec<Step<G>> {
        let rules = four::<G>();
        let mut dice = dice(8);
        let mut bots: Vec<_> =
            Seat::all(rules.n_seats()).zip(8..).map(|(_, seed)| bot::<G>(name, seed)).collect();
        let (steps, _) = decided_game::<G>(rules, &mut dice, |game, seat| {
            bots[seat.index()].think(&game.view(Observer::Seat(seat)), BUDGET).unwrap().action
        });
        steps
    }
    #[derive(Clone, Copy)]
    struct Check;
    impl VisitCraft for Check {
        type Output = ();
        fn visit<G: Craft>(self) {
            for name in BOTS {
                assert!(play::<G>(name) == play::<G>(name), "{name} in {:?}", G::ID);
            }
        }
    }
    every_game(Check);
}
