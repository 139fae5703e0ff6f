//! Every bot answers every question of every variant, however little time it has.

use std::collections::BTreeSet;
use std::time::Instant;

use bots::{Budget, Craft, VisitCraft, dice};
use rules::{Game, GameId, Observer, Rules, Seat, View};
use testing::dice::decided_game;

use crate::{BOTS, bot, each_choice, every_game, four};

/// Asks a bot, and checks that its action is legal and that it rates every legal action.
fn ask<G: Craft>(name: &str, seed: u64, view: &View<G>, budget: Budget) -> G::Action {
    let thought = bot::<G>(name, seed).think(view, budget).unwrap();
    assert_eq!(view.check(thought.action), Some(Ok(())), "{name}: {}", thought.action);
    let choices = view.actions().unwrap();
    assert_eq!(thought.values.len(), choices.len(), "{name} on {:?}", choices.ask);
    for action in choices.iter() {
        assert!(thought.values.iter().any(|value| value.action == action), "{name}: {action}");
    }
    thought.action
}

#[test]
fn every_question_of_every_variant_is_answered() {
    #[derive(Clone, Copy)]
    struct Check;
    impl VisitCraft for Check {
        type Output = ();
        fn visit<G: Craft>(self) {
            let mut asked = BTreeSet::new();
            for (seed, rules) in (0..).zip(G::Rules::every()) {
                asked.extend(play_by_all::<G>(rules, seed));
            }
            // Games continue until the rarest question: a crow that can choose between two Yorozu.
            for seed in 0..100 {
                each_choice::<G>(four::<G>(), seed, |game, seat| {
                    if asked.insert(kind(game, seat)) {
                        let view = game.view(Observer::Seat(seat));
                        for name in BOTS {
                            ask(name, seed, &view, Budget::Playouts(1));
                        }
                    }
                });
            }
            let n_kinds = match G::ID {
                GameId::Catbox => 3,
                GameId::Catsle | GameId::Meow => 2,
                GameId::Yorozu => 6,
            };
            assert_eq!(asked.len(), n_kinds, "{:?} asked {asked:?}", G::ID);
        }
    }
    every_game(Check);
}

/// Plays a game in which all bots decide every question, and their answers are played in turn. Returns the questions.
fn play_by_all<G: Craft>(rules: G::Rules, seed: u64) -> Vec<String> {
    let mut dice = dice(seed);
    let mut asked = Vec::new();
    decided_game::<G>(rules, &mut dice, |game, seat| {
        let view = game.view(Observer::Seat(seat));
        let answers = BOTS.map(|name| ask(name, seed, &view, Budget::Playouts(1)));
        asked.push(kind(game, seat));
        answers[asked.len() % BOTS.len()]
    });
    asked
}

/// The name of the question to a seat.
fn kind<G: Game>(game: &G, seat: Seat) -> String {
    let ask = format!("{:?}", game.actions(seat).ask);
    ask.split('(').next().unwrap().to_owned()
}

#[test]
fn bots_without_time_still_answer() {
    #[derive(Clone, Copy)]
    struct Check;
    impl VisitCraft for Check {
        type Output = ();
        #[expect(clippy::disallowed_methods, reason = "a moment that has passed is wanted")]
        fn visit<G: Craft>(self) {
            let passed = Instant::now();
            each_choice::<G>(four::<G>(), 2, |game, seat| {
                let view = game.view(Observer::Seat(seat));
                for name in BOTS {
                    for budget in [Budget::Until(passed), Budget::Playouts(0), Budget::Playouts(1)]
                    {
                        ask(name, 4, &view, budget);
                    }
                }
            });
        }
    }
    every_game(Check);
}

/// Seats without a decision and the rail do not answer.
#[test]
fn observers_without_a_decision_do_not_answer() {
    #[derive(Clone, Copy)]
    struct Check;
    impl VisitCraft for Check {
        type Output = ();
        fn visit<G: Craft>(self) {
            each_choice::<G>(four::<G>(), 6, |game, _| {
                let unasked = Seat::all(4).find(|&seat| !game.turn().asks(seat));
                for who in unasked.map(Observer::Seat).into_iter().chain([Observer::Rail]) {
                    for name in BOTS {
                        let thought = bot::<G>(name, 1).think(&game.view(who), Budget::Playouts(1));
                        assert_eq!(thought, None, "{name} answers as {who:?}");
                    }
                }
            });
        }
    }
    every_game(Check);
}
