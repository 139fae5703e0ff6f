//! The sequential test on streams with a known difference.

use arena::{Sequential, Verdict, dice_of_game};
use rules::Dice as _;

/// Plays a stream of deals whose first share differs by `difference` on average until the test decides.
fn verdict(stream: u64, difference: f64, max_deals: u32) -> (Verdict, u32) {
    let mut dice = dice_of_game(77, stream);
    let mut test = Sequential::new(0.95);
    for n_deals in 1..=max_deals {
        // Four games a deal, each won or lost: coarse steps, as in play.
        let wins =
            (0..4).filter(|_| f64::from(dice.below(1_000_000)) / 1e6 < 0.25 + 0.75 * difference);
        let share = wins.count() as f64 / 4.0;
        if test.add(share - (1.0 - share) / 3.0) != Verdict::Undecided {
            return (test.verdict(), n_deals);
        }
    }
    (test.verdict(), max_deals)
}

fn count(difference: f64, wanted: Verdict) -> usize {
    (0..400).filter(|&stream| verdict(stream, difference, 20_000).0 == wanted).count()
}

#[test]
fn error_rates_are_below_the_limit() {
    // 5 % of 400 is 20; three standard deviations more would be 33.
    let claims = 400 - count(0.0, Verdict::Level);
    assert!(claims <= 33, "{claims} of 400 streams without a difference were decided otherwise");
    let found = count(Sequential::SMALLEST, Verdict::Ahead);
    assert!(found >= 400 - 33, "{found} of 400 leads were found");
    let found = count(-Sequential::SMALLEST, Verdict::Behind);
    assert!(found >= 400 - 33, "{found} of 400 deficits were found");
}

#[test]
fn large_differences_are_found_soon() {
    for stream in 0..50 {
        let (found, n_deals) = verdict(stream, 0.4, 1000);
        assert_eq!(found, Verdict::Ahead);
        assert!(n_deals < 100, "{n_deals} deals");
    }
}

#[test]
fn few_deals_decide_nothing() {
    let mut test = Sequential::new(0.95);
    for _ in 1..Sequential::MIN_DEALS {
        assert_eq!(test.add(1.0), Verdict::Undecided);
    }
    assert_eq!(test.add(1.0), Verdict::Ahead);
    // Later deals do not change the decision.
    assert_eq!(test.add(-1.0), Verdict::Ahead);
    assert!(test.difference().0 > 0.999);
}

#[test]
fn the_interval_holds_at_every_moment() {
    let mut n_missed = 0;
    for stream in 0..200 {
        let mut dice = dice_of_game(78, stream);
        let mut test = Sequential::new(0.95);
        let misses = (0..3000).any(|_| {
            // Between −1 and 1 with mean 0, so that the test never decides for long.
            let x = 2.0 * f64::from(dice.below(1_000_000)) / 1e6 - 1.0;
            test.add(x);
            test.difference().1.is_some_and(|[low, high]| low > 0.0 || high < 0.0)
        });
        n_missed += u32::from(misses);
    }
    // 5 % of 200 is 10; three standard deviations more would be 19.
    assert!(n_missed <= 19, "the interval left the truth out in {n_missed} of 200 streams");
}

#[test]
fn bounds_are_walds() {
    let [lower, upper] = Sequential::new(0.95).bounds();
    assert!((lower - (0.05_f64 / 0.975).ln()).abs() < 1e-9);
    assert!((upper - (0.95_f64 / 0.025).ln()).abs() < 1e-9);
}
