//! Waiting for conditions, with one deadline that is long enough for a busy machine.

use std::time::{Duration, Instant};

/// The time limit of every wait in a test. Nothing that works takes as long, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The pause between two checks.
const PAUSE: Duration = Duration::from_millis(10);

/// The moment at which a test gives up.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// [`PATIENCE`] from now.
    #[expect(clippy::disallowed_methods, reason = "the one clock of all tests")]
    pub fn new() -> Deadline {
        Deadline(Instant::now() + PATIENCE)
    }

    /// The time that is left. `None` after the deadline.
    #[expect(clippy::disallowed_methods, reason = "the one clock of all tests")]
    pub fn left(self) -> Option<Duration> {
        let left = self.0.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }
}

impl Default for Deadline {
    fn default() -> Deadline {
        Deadline::new()
    }
}

/// Calls `look` until it returns a value. Panics with `wanted` after the deadline.
#[track_caller]
pub fn until<T>(wanted: &str, mut look: impl FnMut() -> Option<T>) -> T {
    until_ok(wanted, || look().ok_or("not yet"))
}

/// Calls `look` until it succeeds. Panics with `wanted` and the last problem after the deadline.
#[track_caller]
pub fn until_ok<T, E: std::fmt::Display>(
    wanted: &str,
    mut look: impl FnMut() -> Result<T, E>,
) -> T {
    let deadline = Deadline::new();
    loop {
        match look() {
            Ok(found) => return found,
            Err(problem) if deadline.left().is_none() => panic!("wanted {wanted}: {problem}"),
            Err(_) => pause(),
        }
    }
}

/// Pauses between two checks.
pub fn pause() {
    std::thread::sleep(PAUSE);
}
