//! When enough has been played: a sequential test on deals.
//!
//! Looking at an ordinary 95 % interval after every deal, and stopping when it leaves 0 out, would sooner or later find a
//! difference between any two bots. The generalised sequential probability ratio test may be looked at after every deal.

use crate::Moments;

/// What a sequential test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first-named bot comes first more often than the others.
    Ahead,
    /// It comes first less often.
    Behind,
    /// A difference as large as the test looks for is ruled out.
    Level,
    /// Too few deals to tell.
    Undecided,
}

impl Verdict {
    /// As one word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Ahead => "ahead",
            Verdict::Behind => "behind",
            Verdict::Level => "level",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Two tests side by side, of a difference Δ that comes deal by deal: Δ = δ against Δ = 0, and Δ = −δ against Δ = 0.
///
/// Each may wrongly claim a lead with half of the error allowed, so both together keep to it. A lead of δ or more is
/// overlooked with at most the error allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sequential {
    error: f64,
    differences: Moments,
    verdict: Verdict,
}

impl Sequential {
    /// The smallest difference of first share that the test must not overlook: δ.
    pub const SMALLEST: f64 = 0.05;

    /// Before this many deals the variance is not known well enough to say anything.
    pub const MIN_DEALS: u64 = 32;

    /// A test that is right with this confidence, such as 0.95.
    pub fn new(confidence: f64) -> Sequential {
        let error = 1.0 - confidence;
        Sequential { error, differences: Moments::default(), verdict: Verdict::Undecided }
    }

    /// Counts the difference in one deal, unless all is decided. Says what is known now.
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

    /// What is known.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// How sure the test is meant to be.
    pub fn confidence(&self) -> f64 {
        1.0 - self.error
    }

    /// The log likelihood ratios: of a lead of δ against none, and of a deficit of δ against none.
    pub fn llr(&self) -> [f64; 2] {
        let n = self.differences.n() as f64;
        // Where no two deals differ, the ratio is as good as endless; the least variance keeps it a number.
        let variance = self.differences.variance().max(1e-9);
        [Self::SMALLEST, -Self::SMALLEST]
            .map(|delta| n * delta * (2.0 * self.differences.mean() - delta) / (2.0 * variance))
    }

    /// Where a log likelihood ratio decides: against the lead when it falls to the first, for it when it rises to the
    /// second.
    pub fn bounds(&self) -> [f64; 2] {
        let claim = self.error / 2.0;
        [(self.error / (1.0 - claim)).ln(), ((1.0 - self.error) / claim).ln()]
    }

    /// The mean difference, and an interval that is right however the stopping was chosen: a confidence sequence.
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
