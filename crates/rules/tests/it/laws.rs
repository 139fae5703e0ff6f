//! Every law, for every variant and player count, a test per game so that they run side by side.

use rules::{Game, GameId, Rules, Step, Study, Visit, laws, yorozu};

struct Obey;

impl Visit for Obey {
    type Output = ();

    fn visit<G: Study>(self) {
        // As many games of each as take about the same time: catbox has few variants, and games of catsle are long.
        let n_games = match G::ID {
            GameId::Catbox => 160,
            GameId::Catsle => 6,
            GameId::Meow => 14,
            GameId::Yorozu => 24,
        };
        for rules in G::Rules::every() {
            for seed in 0..n_games {
                if let Err(broken) = laws::obey::<G>(rules, laws::Care::All, &mut crate::dice(seed))
                {
                    panic!("seed {seed}: {broken}");
                }
            }
        }
    }
}

macro_rules! obeys_every_law {
    ($($id:ident $module:ident $name:literal $title:literal;)*) => {
        mod obeys_every_law {
            $(
                #[test]
                fn $module() {
                    rules::GameId::$id.visit(super::Obey);
                }
            )*
        }
    };
}
rules::games!(obeys_every_law);

/// Nothing limits the number of feasts in a match of Yorozu, so counters hold more than a byte does.
#[test]
fn a_match_of_yorozu_can_go_on_for_hundreds_of_feasts() {
    let losing = ["-9,-9,-9,-9"; 12].join("/");
    let line = format!("yorozu@1 level=experienced fish=9,9,9,9,9,9,9,9,9 multipliers={losing}");
    let mut game = yorozu::State::new(line.parse().unwrap());
    let mut dice = crate::dice(1);
    while game.rounds() < 300 {
        let step = game.random_step(&mut dice).unwrap();
        game.apply(&step);
    }
    assert!(game.standing().scores().iter().all(|&score| score < -40_000));
}

/// At every moment of a game: the round told again from its first card leads to the same table.
struct TellAgain;

impl Visit for TellAgain {
    type Output = ();

    fn visit<G: Study>(self) {
        // Rounds of catbox and yorozu have few decisions.
        let n_games = match G::ID {
            GameId::Catbox => 20,
            GameId::Catsle | GameId::Meow => 2,
            GameId::Yorozu => 40,
        };
        for rules in G::Rules::every() {
            let mut n_told = 0;
            for seed in 0..n_games {
                let mut dice = crate::dice(seed);
                let mut game = G::new(rules);
                while let Some(step) = game.random_step(&mut dice) {
                    game.apply(&step);
                    let Some((mut again, acts)) = game.rewound() else { continue };
                    for (seat, action) in acts {
                        let played = again.play(&Step::Act(seat, action));
                        assert_eq!(played, Ok(()), "{rules}, seed {seed}");
                        n_told += 1;
                    }
                    assert_eq!(again, game, "{rules}, seed {seed}");
                }
            }
            assert!(n_told > 100, "{rules}: rounds have decisions");
        }
    }
}

#[test]
fn a_round_can_be_told_again() {
    for id in GameId::ALL {
        id.visit(TellAgain);
    }
}

/// From every moment of a game: a round finished at once is the round that single steps by the same dice play.
struct FinishRounds;

impl Visit for FinishRounds {
    type Output = ();

    fn visit<G: Game>(self) {
        for rules in G::Rules::every() {
            let mut dice = crate::dice(5);
            let mut game = G::new(rules);
            let mut moment = 0;
            while let Some(step) = game.random_step(&mut dice) {
                game.apply(&step);
                moment += 1;
                let (mut at_once, mut by_steps) = (game.clone(), game.clone());
                at_once.finish_round(&mut crate::dice(moment));
                let mut dice = crate::dice(moment);
                while by_steps.rounds() == game.rounds()
                    && let Some(step) = by_steps.random_step(&mut dice)
                {
                    by_steps.apply(&step);
                }
                assert_eq!(at_once, by_steps, "{rules}, moment {moment}");
            }
        }
    }
}

#[test]
fn a_round_finished_at_once_is_played_as_by_steps() {
    for id in GameId::ALL {
        id.visit(FinishRounds);
    }
}
