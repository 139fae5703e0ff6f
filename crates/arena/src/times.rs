//! Thinking times.

use std::time::Duration;

/// A histogram of thinking times. Its buckets are a sixteenth of their value wide, so its size does not grow with the
/// number of decisions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times {
    buckets: Vec<u64>,
    n: u64,
    total: Duration,
    max: Duration,
}

/// Times below this have a bucket for every nanosecond.
const EXACT: u64 = 32;

impl Times {
    /// Adds a decision.
    pub fn add(&mut self, time: Duration) {
        let bucket = bucket(time.as_nanos().try_into().unwrap_or(u64::MAX));
        if self.buckets.len() <= bucket {
            self.buckets.resize(bucket + 1, 0);
        }
        self.buckets[bucket] += 1;
        self.n += 1;
        self.total += time;
        self.max = self.max.max(time);
    }

    /// How many decisions.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The sum of all times.
    pub fn total(&self) -> Duration {
        self.total
    }

    /// The longest time.
    pub fn max(&self) -> Duration {
        self.max
    }

    /// The time that this share of the decisions did not exceed, with an error of at most 3 %.
    pub fn quantile(&self, share: f64) -> Duration {
        let wanted = (share * self.n as f64).ceil() as u64;
        let mut seen = 0;
        let found = self.buckets.iter().position(|&count| {
            seen += count;
            seen >= wanted.max(1)
        });
        found.map_or(Duration::ZERO, |place| Duration::from_nanos(middle(place)).min(self.max))
    }
}

fn bucket(nanos: u64) -> usize {
    if nanos < EXACT {
        return nanos as usize;
    }
    let octave = nanos.ilog2();
    let sixteenth = (nanos >> (octave - 4)) & 15;
    (u64::from(octave - 5) * 16 + sixteenth + EXACT) as usize
}

fn middle(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < EXACT {
        return bucket;
    }
    let (octave, sixteenth) = ((bucket - EXACT) / 16 + 5, (bucket - EXACT) % 16);
    let width = 1 << (octave - 4);
    (16 + sixteenth) * width + width / 2
}
