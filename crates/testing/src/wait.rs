//! Waiting for conditions, with one deadline that a busy machine keeps too.

use std::time::{Duration, Instant};

/// How long anything may take before a test fails. Nothing that works takes as long, even while other programs are busy.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// How long to rest between two looks.
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

    /// The time that is left; nothing when it is over.
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

/// Looks until there is something, and panics with what was wanted if it never comes.
#[track_caller]
pub fn until<T>(wanted: &str, mut look: impl FnMut() -> Option<T>) -> T {
    until_ok(wanted, || look().ok_or("not yet"))
}

/// Tries until it works, and panics with the last problem if it never does.
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

/// Rests for a moment between two looks.
pub fn pause() {
    std::thread::sleep(PAUSE);
}
