//! Checked and unchecked steps.

use rules::{Game, GameId, Rules, Seat, Step, Study, Untimely, Visit, catbox};

/// At every moment of a game and for every action of every seat: `play` gives the same answer as `check`, changes nothing if it
/// refuses, and otherwise does the same as `apply`.
struct PlayEverything;

impl Visit for PlayEverything {
    type Output = ();

    fn visit<G: Study>(self) {
        let (mut n_played, mut n_refused) = (0, 0);
        for rules in G::Rules::every().into_iter().step_by(3) {
            let mut dice = crate::dice(3);
            let mut game = G::new(rules);
            while let Some(next) = game.random_step(&mut dice) {
                for seat in Seat::all(rules.n_seats()) {
                    for action in G::every_action(&rules) {
                        let step = Step::Act(seat, action);
                        let mut played = game.clone();
                        let answer = played.play(&step);
                        assert_eq!(answer, game.check(seat, action), "{rules}: {step}");
                        let mut wanted = game.clone();
                        if answer.is_ok() {
                            wanted.apply(&step);
                            n_played += 1;
                        } else {
                            n_refused += 1;
                        }
                        assert_eq!(played, wanted, "{rules}: {step}");
                    }
                }
                assert_eq!(game.play(&next), Ok(()), "{rules}: {next}");
            }
        }
        assert!(n_played > 100 && n_refused > 100, "{n_played} played, {n_refused} refused");
    }
}

#[test]
fn play_checks_and_then_applies() {
    for id in GameId::ALL {
        id.visit(PlayEverything);
    }
}

fn before_the_deal() -> (catbox::State, Step<catbox::State>) {
    let game = catbox::State::new("catbox players=3".parse().unwrap());
    (game, Step::Act(Seat::new(0), "bid 1".parse().unwrap()))
}

#[test]
fn play_refuses_a_decision_before_the_deal() {
    let (mut game, bid) = before_the_deal();
    let refusal = game.play(&bid).unwrap_err();
    assert_eq!(refusal, rules::Refusal::Untimely(Untimely::ChanceFirst, catbox::Phase::Start));
    assert_eq!(game, before_the_deal().0);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "ChanceFirst")]
fn apply_panics_at_an_illegal_step_with_debug_assertions() {
    let (mut game, bid) = before_the_deal();
    game.apply(&bid);
}
