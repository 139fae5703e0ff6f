//! Random games: the same for any number of threads, with plausible statistics.

use arena::{GameTally, Progress, Simulation, simulate, soak};
use rules::{Study, catbox, meow};

fn tally<G: Study>(line: &str, n_games: u64, jobs: usize) -> GameTally {
    let rules = line.parse().expect("the line is right");
    simulate::<G>(&Simulation { rules, n_games, seed: 5, jobs }, &Progress::default(), None)
}

fn share(tally: &GameTally, what: &str) -> f64 {
    tally.facts.iter().find(|fact| fact.what == what).expect("the fact is counted").share()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = tally::<catbox::State>("catbox players=3", 2000, 1);
    for jobs in [2, 5] {
        assert_eq!(tally::<catbox::State>("catbox players=3", 2000, jobs), one);
    }
    assert_eq!(one.n_games, 2000);
    assert_eq!(one.n_rounds, 6000);
}

#[test]
fn games_are_kept_in_order() {
    let rules = "meow players=2".parse().unwrap();
    let simulation = Simulation::<meow::State> { rules, n_games: 700, seed: 5, jobs: 4 };
    let mut numbers = Vec::new();
    simulate(&simulation, &Progress::default(), Some(&mut |played| numbers.push(played.game)));
    assert_eq!(numbers, (0..700).collect::<Vec<_>>());
}

#[test]
fn seats_are_alike_and_shares_are_shares() {
    for line in ["catbox players=4", "catbox players=2", "catbox players=5"] {
        let tally = tally::<catbox::State>(line, 4000, 2);
        let wins: f64 = tally.seats.iter().map(|seat| seat.wins).sum();
        assert!((wins - 4000.0).abs() < 1e-6, "{line}: {wins} victories");
        let even = 1.0 / tally.seats.len() as f64;
        for seat in &tally.seats {
            let share = seat.win_share();
            assert!((share - even).abs() < 0.04, "{line}: a seat wins {share}");
        }
        let paradox = share(&tally, "paradox");
        // Random players give up colours at random, and soon cannot name any.
        assert!(paradox > 0.5, "{line}: paradox {paradox}");
    }
}

#[test]
fn tokens_of_meow_are_all_scored() {
    // Bowls are worth 60 and fishbones cost 39; fish and vases move the sum, and it stays between those bounds.
    let tally = tally::<meow::State>("meow players=4", 2000, 1);
    let mean: f64 = tally.seats.iter().map(arena::SeatTally::mean).sum();
    assert!((21.0 - 40.0..60.0).contains(&mean), "scores add up to {mean} on average");
}

#[test]
fn a_soak_counts_its_games() {
    let rules = "meow players=3 fish=by-hand".parse().unwrap();
    let soaked = soak::<meow::State>(rules, 40, 1, 2, &Progress::default()).unwrap();
    assert_eq!(soaked.n_games, 40);
    assert!(soaked.n_steps > 40 * 81);
}
