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
