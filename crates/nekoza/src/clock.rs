//! The command's clock: the one place that reads the time.

use std::time::{Duration, Instant};

/// A running stopwatch.
#[derive(Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts a stopwatch.
    #[expect(clippy::disallowed_methods, reason = "all other code receives this clock")]
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The start time.
    pub(crate) fn started(&self) -> Instant {
        self.0
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
