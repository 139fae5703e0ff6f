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
