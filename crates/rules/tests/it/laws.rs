//! Every law for every variant and player count. Each game has its own test, so that they run in parallel.

use rules::{Game, GameId, Rules, Step, Study, Visit, laws, yorozu};

struct Obey;

impl Visit for Obey {
    type Output = ();

    fn visit<G: Study>(self) {
        // The numbers give each game about the same time: catbox has few variants, and games of catsle are long.
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

/// A match of Yorozu has no maximum number of feasts, so counters must hold more than a byte.
#[test]
fn a_match_of_yorozu_can_have_hundreds_of_feasts() {
    let losing = ["-9,-9,-9,-9"; 12].join("/");
    let line = format!("yorozu@1 level=experienced fish=9,9,9,9,9,9,9,9,9 multipliers={losing}");
    let mut game = yorozu::State::new(line.parse().unwrap());
    let mut dice = crate::dice(1);
    crate::play_while(&mut game, &mut dice, |game| game.rounds() < 300);
    assert!(game.standing().scores().iter().all(|&score| score < -40_000));
}

/// At every moment of a game: replaying the round from its first card leads to the same table.
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
fn a_round_can_be_replayed() {
    for id in GameId::ALL {
        id.visit(TellAgain);
    }
}

/// From every moment of a game: `finish_round` gives the same round as single steps with the same dice.
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
fn finish_round_equals_single_steps() {
    for id in GameId::ALL {
        id.visit(FinishRounds);
    }
}
