//! The server's clock: the one place that asks what time it is.

use std::time::Instant;

/// The time that has passed, and never goes back.
#[expect(clippy::disallowed_methods, reason = "this is the clock that the others are handed")]
pub(crate) fn now() -> Instant {
    Instant::now()
}
