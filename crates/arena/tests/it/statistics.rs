//! Statistics compared with results calculated by hand.

use std::time::Duration;

use arena::{
    Bout, DealPlayed, GameTally, LabTally, Moments, PlayerName, Ratio, Results, Times, t_95,
};
use rules::{BySeat, GameId, RoundFact, Seat, Seats, Standing};

fn close(found: f64, wanted: f64) {
    assert!((found - wanted).abs() < 5e-4, "found {found}, wanted {wanted}");
}

fn moments(numbers: &[f64]) -> Moments {
    let mut moments = Moments::default();
    for &number in numbers {
        moments.add(number);
    }
    moments
}

#[test]
fn a_mean_and_its_interval() {
    // Mean 5, squares of the distances 9+1+1+1+0+0+4+16 = 32, variance 32/7, standard error √(32/56) = 0.7559.
    let moments = moments(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
    close(moments.mean(), 5.0);
    close(moments.variance(), 32.0 / 7.0);
    let [low, high] = moments.estimate().interval.unwrap();
    close(low, 5.0 - 2.3646 * 0.755_93);
    close(high, 5.0 + 2.3646 * 0.755_93);
}

#[test]
fn one_deal_has_no_interval() {
    assert_eq!(moments(&[3.0]).estimate().interval, None);
    assert_eq!(moments(&[]).estimate().interval, None);
}

#[test]
fn a_share_of_100_percent_still_has_an_interval() {
    let [low, high] = moments(&[1.0; 30]).share().interval.unwrap();
    close(low, 0.9);
    close(high, 1.0);
    let [low, high] = moments(&[0.0; 2]).share().interval.unwrap();
    close(low, 0.0);
    close(high, 1.0);
    // A share that cannot differ is known.
    assert_eq!(moments(&[0.25; 9]).share().interval, Some([0.25, 0.25]));
}

#[test]
fn student_quantiles_match_the_tables() {
    for (freedom, wanted) in
        [(1, 12.706), (2, 4.303), (10, 2.228), (11, 2.201), (20, 2.086), (60, 2.000), (1000, 1.962)]
    {
        close(t_95(freedom), wanted);
    }
    assert!(t_95(0).is_infinite());
}

#[test]
fn a_ratio_weighs_deals_by_their_chances() {
    // 3 of 10; the residuals of the deals: 1−0.6, 0−0.9, 2−1.5, so squares 0.16+0.81+0.25 = 1.22; error √(1.22·3/2)/10.
    let mut ratio = Ratio::default();
    for (hits, of) in [(1.0, 2.0), (0.0, 3.0), (2.0, 5.0)] {
        ratio.add(hits, of);
    }
    let estimate = ratio.estimate();
    close(estimate.mean, 0.3);
    close(estimate.error(), 4.3027 * (1.22_f64 * 1.5).sqrt() / 10.0);
}

#[test]
fn differences_need_more_than_both_errors() {
    let (a, b) = (moments(&[1.0, 2.0, 3.0]), moments(&[2.0, 3.0, 4.0]));
    assert!(!a.estimate().differs(&b.estimate()));
    assert!(moments(&[1.0, 1.1, 1.2]).estimate().differs(&moments(&[3.0, 3.1, 3.2]).estimate()));
    assert!(!moments(&[1.0]).estimate().differs(&b.estimate()), "one deal says nothing");
}

#[test]
fn times_are_right_to_3_percent() {
    let mut times = Times::default();
    (1..=1000).for_each(|micros| times.add(Duration::from_micros(micros)));
    let near = |share: f64, micros: f64| {
        let found = times.quantile(share).as_secs_f64() * 1e6;
        assert!((found / micros - 1.0).abs() < 0.035, "{share}: {found} µs, not {micros}");
    };
    near(0.5, 500.0);
    near(0.99, 990.0);
    near(0.001, 1.0);
    near(1.0, 1000.0);
    assert_eq!((times.n(), times.max()), (1000, Duration::from_millis(1)));
    assert_eq!(Times::default().quantile(0.5), Duration::ZERO);
    let mut short = Times::default();
    short.add(Duration::from_nanos(7));
    assert_eq!(short.quantile(0.99), Duration::from_nanos(7));
}

fn names(text: &str) -> Vec<PlayerName> {
    text.split(',').map(|name| name.parse().unwrap()).collect()
}

/// A game of three that ended with these scores; the best win. The first round stood as `first`.
fn bout(line_up: &[usize], start: u8, first: [i32; 3], scores: [i32; 3]) -> Bout {
    let standing = |scores: [i32; 3], rounds, over: bool| {
        let best = scores.iter().max();
        let winners: Seats =
            Seat::all(3).filter(|seat| Some(&scores[seat.index()]) == best).collect();
        let mut by_seat = BySeat::default();
        Seat::all(3).for_each(|seat| by_seat[seat] = scores[seat.index()]);
        Standing { n_seats: 3, rounds, scores: by_seat, winners: over.then_some(winners) }
    };
    let mut facts = GameTally::default();
    facts.add_fact(RoundFact { what: "paradox", hits: 1, of: 2 });
    let end = standing(scores, 2, true);
    Bout {
        line_up: line_up.to_vec(),
        start: Some(Seat::new(start)),
        rounds: vec![standing(first, 1, false), end],
        standing: end,
        times: vec![vec![Duration::from_micros(5)]; 3],
        facts,
    }
}

/// Two deals of one greedy among two random, by hand.
fn played() -> [DealPlayed; 2] {
    let first = [
        bout(&[0, 1, 2], 0, [1, 0, 0], [9, 3, 6]),
        bout(&[1, 0, 2], 0, [0, 2, 1], [3, 8, 8]),
        bout(&[1, 2, 0], 0, [5, 1, 1], [7, 1, 4]),
    ];
    let second = [
        bout(&[0, 1, 2], 2, [0, 0, 3], [2, 2, 5]),
        bout(&[1, 0, 2], 2, [0, 1, 0], [0, 6, 0]),
        bout(&[1, 2, 0], 2, [1, 1, 1], [4, 4, 4]),
    ];
    [first, second].map(|bouts| DealPlayed { deal: 0, bouts: bouts.into() })
}

#[test]
fn results_count_deals() {
    let mut results = Results::new(GameId::Meow, &names("greedy,random,random"));
    for deal in &played() {
        results.add(deal);
    }
    assert_eq!((results.n_deals, results.n_games(), results.n_decisions), (2, 6, 18));
    let [greedy, random] = &results.bots[..] else { panic!("two names are two bots") };
    assert_eq!((greedy.n_seats, random.n_seats), (1, 2));
    // First shares of greedy: 1, ½, 0 and 0, 1, ⅓.
    close(greedy.first.deals.mean(), (1.5 + 4.0 / 3.0) / 6.0);
    close(greedy.first.deals.deviation(), (0.5_f64 - 4.0 / 9.0) / 2.0_f64.sqrt());
    close(random.first.deals.mean(), (1.0 - (1.5 + 4.0 / 3.0) / 6.0) / 2.0);
    // Scores of greedy: 9, 8, 4 and 2, 6, 4; of random 3 6, 3 8, 7 1 and 2 5, 0 0, 4 4.
    close(greedy.score.deals.mean(), 5.5);
    close(random.score.deals.mean(), 43.0 / 12.0);
    close(greedy.score.games.variance(), 7.1);
    assert_eq!(greedy.scores.get(&4), Some(&2));
    assert_eq!([0.0, 0.5, 1.0].map(|share| greedy.score_quantile(share)), [2, 4, 9]);
    // Greedy above random, against both random bots: 1 1, 1 ½, 0 1 and ½ 0, 1 1, ½ ½.
    let above = results.above(0, 1).unwrap();
    close(above.mean, 8.0 / 12.0);
    let below = results.above(1, 0).unwrap();
    close(below.mean, 1.0 - above.mean);
    close(below.interval.unwrap()[0], 1.0 - above.interval.unwrap()[1]);
    assert_eq!(results.above(0, 0), None);
    // The bot that usually places above the other has the higher rating.
    assert!(greedy.rating.0 > random.rating.0 && greedy.rating.1 < 25.0 / 3.0);
    assert_eq!(greedy.times.n(), 6);
    assert_eq!(greedy.worst_overrun(), None);
}

#[test]
fn a_lab_counts_places_from_the_start_player() {
    let mut tally = LabTally::new(3);
    for deal in &played() {
        tally.add(deal);
    }
    assert!(tally.from_start);
    assert_eq!((tally.n_deals, tally.n_games), (2, 6));
    // Seat 0 began in the first deal, seat 2 in the second: 1, 0, 1 and 1, 0, ⅓.
    close(tally.places[0].first.mean(), (2.0 + 4.0 / 3.0) / 6.0);
    close(tally.places[0].score.mean(), (9.0 + 3.0 + 7.0 + 5.0 + 0.0 + 4.0) / 6.0);
    close(tally.places.iter().map(|place| place.first.mean()).sum(), 1.0);
    close(tally.spread.mean(), (6.0 + 5.0 + 6.0 + 3.0 + 6.0 + 0.0) / 6.0);
    close(tally.margin.mean(), (3.0 + 0.0 + 3.0 + 3.0 + 6.0 + 0.0) / 6.0);
    close(tally.shared.mean(), 2.0 / 6.0);
    // Leaders after round 1: seat 0 wins, 1 shares, 0 wins; 2 wins, 1 wins, all three share.
    close(tally.leader_wins.mean(), (1.0 + 0.5 + 1.0 + 1.0 + 1.0 + 1.0 / 3.0) / 6.0);
    close(tally.rounds.mean(), 2.0);
    close(tally.decisions.mean(), 3.0);
    close(tally.fact("paradox").unwrap().mean, 0.5);
    assert_eq!(tally.fact("booze-end"), None);
}
