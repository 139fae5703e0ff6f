//! Every law, for every variant and player count, a test per game so that they run side by side.

use rules::{Game, Rules, catbox, catsle, laws, meow, yorozu};

fn obey<G: Game>(n_games: u64) {
    for rules in G::Rules::every() {
        for seed in 0..n_games {
            if let Err(broken) = laws::obey::<G>(rules, laws::Care::All, &mut crate::dice(seed)) {
                panic!("seed {seed}: {broken}");
            }
        }
    }
}

#[test]
fn catbox_obeys_every_law() {
    obey::<catbox::State>(160);
}

#[test]
fn catsle_obeys_every_law() {
    obey::<catsle::State>(6);
}

#[test]
fn meow_obeys_every_law() {
    obey::<meow::State>(14);
}

#[test]
fn yorozu_obeys_every_law() {
    obey::<yorozu::State>(24);
}

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
fn rounds_can_be_told_again<G: Game>(n_games: u64) {
    for rules in G::Rules::every() {
        let mut n_told = 0;
        for seed in 0..n_games {
            let mut dice = crate::dice(seed);
            let mut game = G::new(rules);
            while let Some(step) = game.random_step(&mut dice) {
                game.apply(&step);
                let Some((mut again, acts)) = game.rewound() else { continue };
                for (seat, action) in acts {
                    assert_eq!(again.check(seat, action), Ok(()), "{rules}, seed {seed}");
                    again.act(seat, action);
                    n_told += 1;
                }
                assert_eq!(again, game, "{rules}, seed {seed}");
            }
        }
        assert!(n_told > 100, "{rules}: rounds have decisions");
    }
}

#[test]
fn a_round_can_be_told_again() {
    rounds_can_be_told_again::<catbox::State>(20);
    rounds_can_be_told_again::<catsle::State>(2);
    rounds_can_be_told_again::<meow::State>(2);
    rounds_can_be_told_again::<yorozu::State>(40);
}

/// From every moment of a game: a round finished at once is the round that single steps by the same dice play.
fn finishes_rounds_as_steps_do<G: Game>() {
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

#[test]
fn a_round_finished_at_once_is_played_as_by_steps() {
    finishes_rounds_as_steps_do::<catbox::State>();
    finishes_rounds_as_steps_do::<catsle::State>();
    finishes_rounds_as_steps_do::<meow::State>();
    finishes_rounds_as_steps_do::<yorozu::State>();
}
