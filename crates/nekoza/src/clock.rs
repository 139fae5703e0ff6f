//! The command's clock: the one place that reads the time.

use std::time::{Duration, Instant, SystemTime};

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

/// Now, in milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "all other code receives this clock")]
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
