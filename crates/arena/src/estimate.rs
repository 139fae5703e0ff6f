//! Means and their confidence intervals.
//!
//! The unit is a deal: games of one deal are correlated, so callers average them first.

/// With fewer deals than this an interval is rough: one odd deal moves it.
pub const FEW_DEALS: u64 = 30;

/// Mean and variance of a stream of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Moments {
    n: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        // Welford's algorithm: plain sums of squares would lose digits.
        self.n += 1;
        let off = number - self.mean;
        self.mean += off / self.n as f64;
        self.squares += off * (number - self.mean);
    }

    /// How many numbers.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// Their mean.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Their variance; 0 for fewer than two.
    pub fn variance(&self) -> f64 {
        if self.n < 2 { 0.0 } else { self.squares / (self.n - 1) as f64 }
    }

    /// Their standard deviation.
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The mean with its 95 % interval by Student's t.
    pub fn estimate(&self) -> Estimate {
        let error =
            (self.n > 1).then(|| t_95(self.n - 1) * (self.variance() / self.n as f64).sqrt());
        Estimate { mean: self.mean, interval: error.map(|error| around(self.mean, error)) }
    }

    /// The same for numbers that lie between 0 and 1.
    pub fn share(&self) -> Estimate {
        let plain = self.estimate();
        let interval = plain.interval.map(|[low, high]| {
            // Rule of three: what never happened in n deals has, with 95 % confidence, a share below 3/n.
            // Without it, identical deals would give an interval of width 0.
            let unseen = 3.0 / self.n as f64;
            let low = if self.mean >= 1.0 { 1.0 - unseen } else { low };
            let high = if self.mean <= 0.0 { unseen } else { high };
            [low.clamp(0.0, 1.0), high.clamp(0.0, 1.0)]
        });
        Estimate { interval, ..plain }
    }
}

/// A mean with its 95 % interval. A single deal has none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The ends of the interval.
    pub interval: Option<[f64; 2]>,
}

impl Estimate {
    /// Half the width of the interval; infinite if there is none.
    pub fn error(&self) -> f64 {
        self.interval.map_or(f64::INFINITY, |[low, high]| (high - low) / 2.0)
    }

    /// Whether two means from independent games differ by more than chance explains in 19 of 20 cases.
    pub fn differs(&self, other: &Estimate) -> bool {
        (self.mean - other.mean).abs() > self.error().hypot(other.error())
    }
}

/// A share of chances, where the number of chances differs from deal to deal.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ratio {
    n: u64,
    hits: f64,
    chances: f64,
    hits_squared: f64,
    both: f64,
    chances_squared: f64,
}

impl Ratio {
    /// Adds a deal.
    pub fn add(&mut self, hits: f64, chances: f64) {
        self.n += 1;
        self.hits += hits;
        self.chances += chances;
        self.hits_squared += hits * hits;
        self.both += hits * chances;
        self.chances_squared += chances * chances;
    }

    /// The share of hits among chances, with its 95 % interval over deals.
    pub fn estimate(&self) -> Estimate {
        if self.chances <= 0.0 {
            return Estimate { mean: 0.0, interval: None };
        }
        let ratio = self.hits / self.chances;
        let interval = (self.n > 1).then(|| {
            // The delta method: a deal's residual is hits − ratio × chances.
            let residuals =
                self.hits_squared - 2.0 * ratio * self.both + ratio * ratio * self.chances_squared;
            let n = self.n as f64;
            let error = (residuals.max(0.0) * n / (n - 1.0)).sqrt() / self.chances;
            around(ratio, t_95(self.n - 1) * error)
        });
        Estimate { mean: ratio, interval }
    }
}

fn around(mean: f64, error: f64) -> [f64; 2] {
    [mean - error, mean + error]
}

/// The 97.5 % quantile of Student's t with this many degrees of freedom: a 95 % interval is this many standard errors wide on
/// each side.
pub fn t_95(freedom: u64) -> f64 {
    const FIRST: [f64; 10] =
        [12.706_2, 4.302_7, 3.182_4, 2.776_4, 2.570_6, 2.446_9, 2.364_6, 2.306_0, 2.262_2, 2.228_1];
    const Z: f64 = 1.959_964;
    match freedom {
        0 => f64::INFINITY,
        1..=10 => FIRST[freedom as usize - 1],
        // Cornish and Fisher's expansion, correct to four digits from here on.
        _ => {
            let n = freedom as f64;
            let [z3, z5, z7] = [3, 5, 7].map(|power| Z.powi(power));
            Z + (z3 + Z) / (4.0 * n)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * n * n)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * Z) / (384.0 * n * n * n)
        }
    }
}
