//! The server's clock and random seeds. Only this module reads the system's clock.

use table::event::Moment;
use tokio::time::Instant;

/// Monotonic time.
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Wall-clock time, for events.
pub(crate) fn moment() -> Moment {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that the others are handed")]
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Moment::try_from(since.as_millis()).unwrap_or(Moment::MAX)
}

/// A seed for bots, whose dice need not be reproducible.
pub(crate) fn dice_seed() -> u64 {
    getrandom::u64().expect("the system has random bits")
}
