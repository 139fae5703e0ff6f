//! The server's clock and random seeds. Only this module reads the system's clock.

use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use table::event::Moment;
use tokio::time::Instant;

/// Monotonic time.
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The time for events and deadlines. It starts as the wall clock's time and then runs with the monotonic clock, so that
/// setting the system's clock neither uses up a player's time nor starts a stand-in.
pub(crate) fn moment() -> Moment {
    let (start, began) = *START;
    let since = now().into_std().saturating_duration_since(began);
    start.saturating_add(Moment::try_from(since.as_millis()).unwrap_or(Moment::MAX))
}

/// The time of the wall clock, for lists. Deadlines use [`moment`].
pub(crate) fn wall_clock() -> Moment {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that the others are handed")]
    let now = SystemTime::now();
    let since = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment::try_from(since.as_millis()).unwrap_or(Moment::MAX)
}

/// When [`moment`] was first asked, by both clocks.
static START: LazyLock<(Moment, std::time::Instant)> = LazyLock::new(|| {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that the others are handed")]
    let began = std::time::Instant::now();
    (wall_clock(), began)
});

/// A seed for bots, whose dice need not be reproducible.
pub(crate) fn dice_seed() -> u64 {
    getrandom::u64().expect("the system has random bits")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The paused clock is the monotonic one; the wall clock goes on.
    #[tokio::test(start_paused = true)]
    async fn moments_follow_the_monotonic_clock() {
        let before = moment();
        assert!(before.abs_diff(wall_clock()) < 3_600_000, "they start with the wall clock");
        tokio::time::advance(Duration::from_secs(86_400)).await;
        // The clock was paused a little before the first moment.
        assert!((moment() - before).abs_diff(86_400_000) < 1000);
    }
}
