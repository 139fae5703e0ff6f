//! A sequential test on deals, which decides when to stop.
//!
//! Checking an ordinary 95 % interval after every deal, and stopping when it excludes 0, would sooner or later find a
//! difference between any two bots. The generalised sequential probability ratio test may be checked after every deal.

use crate::Moments;

/// The result of a sequential test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first bot comes first more often than the others.
    Ahead,
    /// It comes first less often.
    Behind,
    /// The difference is smaller than the test looks for.
    Level,
    /// Too few deals so far.
    Undecided,
}

impl Verdict {
    /// The verdict as a word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Ahead => "ahead",
            Verdict::Behind => "behind",
            Verdict::Level => "level",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Two tests of the mean difference Δ per deal, side by side: Δ = δ against Δ = 0, and Δ = −δ against Δ = 0.
///
/// Each may wrongly claim a lead with half of the allowed error, so both together keep to it. They overlook a lead of δ or
/// more with at most the allowed error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    error: f64,
    differences: Moments,
    verdict: Verdict,
}

impl Sequential {
    /// δ: the smallest difference of first shares that the test must find.
    pub const SMALLEST: f64 = 0.05;

    /// The test decides nothing before this many deals, because the variance is not known well enough.
    pub const MIN_DEALS: u64 = 32;

    /// A test with this confidence, such as 0.95.
    pub fn new(confidence: f64) -> Sequential {
        let error = 1.0 - confidence;
        Sequential { error, differences: Moments::default(), verdict: Verdict::Undecided }
    }

    /// Adds the difference in one deal, unless the test has decided. Returns the verdict.
    pub fn add(&mut self, difference: f64) -> Verdict {
        if self.verdict == Verdict::Undecided {
            self.differences.add(difference);
            self.verdict = self.judge();
        }
        self.verdict
    }

    fn judge(&self) -> Verdict {
        if self.differences.n() < Self::MIN_DEALS {
            return Verdict::Undecided;
        }
        let ([ahead, behind], [lower, upper]) = (self.llr(), self.bounds());
        if ahead >= upper {
            Verdict::Ahead
        } else if behind >= upper {
            Verdict::Behind
        } else if ahead <= lower && behind <= lower {
            Verdict::Level
        } else {
            Verdict::Undecided
        }
    }

    /// The verdict so far.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// The confidence that was asked for.
    pub fn confidence(&self) -> f64 {
        1.0 - self.error
    }

    /// The log likelihood ratios: of a lead of δ against none, and of a deficit of δ against none.
    pub fn llr(&self) -> [f64; 2] {
        let n = self.differences.n() as f64;
        // If no two deals differ, the variance is 0 and the ratio infinite. A least variance keeps it finite.
        let variance = self.differences.variance().max(1e-9);
        [Self::SMALLEST, -Self::SMALLEST]
            .map(|delta| n * delta * (2.0 * self.differences.mean() - delta) / (2.0 * variance))
    }

    /// The bounds of a log likelihood ratio: the lead is rejected at the lower one and accepted at the upper one.
    pub fn bounds(&self) -> [f64; 2] {
        let claim = self.error / 2.0;
        [(self.error / (1.0 - claim)).ln(), ((1.0 - self.error) / claim).ln()]
    }

    /// The mean difference, and a confidence sequence: an interval that holds whenever the test stops.
    ///
    /// Waudby-Smith and others, "Time-uniform central limit theory and asymptotic confidence sequences", theorem 2.2.
    pub fn difference(&self) -> (f64, Option<[f64; 2]>) {
        // The sequence is narrowest near this many deals.
        const TUNED_TO: f64 = 500.0;
        let mean = self.differences.mean();
        let n = self.differences.n() as f64;
        let width = -2.0 * self.error.ln();
        let spread = n * (width + width.ln() + 1.0) / TUNED_TO;
        let reach = 2.0 * (spread + 1.0) / (n * spread) * ((spread + 1.0).sqrt() / self.error).ln();
        let known = self.differences.n() >= Self::MIN_DEALS;
        let half = self.differences.deviation() * reach.sqrt();
        (mean, known.then_some([mean - half, mean + half]))
    }
}
