//! The command's clock: the one place that asks what time it is.

use std::time::{Duration, Instant};

/// A watch that was started.
#[derive(Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts one.
    #[expect(clippy::disallowed_methods, reason = "this is the clock that the others are handed")]
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// When it was started.
    pub(crate) fn started(&self) -> Instant {
        self.0
    }

    /// How long it has run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
