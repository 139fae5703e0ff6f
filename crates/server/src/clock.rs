//! The server's clock and its dice: the one place that asks what time it is.

use table::event::Moment;
use tokio::time::Instant;

/// The time that has passed, and never goes back.
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The time of day, to be written down.
pub(crate) fn moment() -> Moment {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that the others are handed")]
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Moment::try_from(since.as_millis()).unwrap_or(Moment::MAX)
}

/// What dice are made from that need not be kept: those of a bot's thoughts.
pub(crate) fn dice_seed() -> u64 {
    getrandom::u64().expect("the system has random bits")
}
