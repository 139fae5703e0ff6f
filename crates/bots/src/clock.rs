//! The bots' clock: the one place here that asks what time it is.

use std::time::Instant;

use crate::Budget;

#[inline]
#[expect(
    clippy::disallowed_methods,
    reason = "a deadline needs a clock; decisions by nodes do not ask it"
)]
fn now() -> Instant {
    Instant::now()
}

impl Budget {
    /// Whether a search that has imagined so many games may go on.
    #[inline]
    pub(crate) fn allows(self, n_done: u64) -> bool {
        match self {
            Budget::Nodes(n_nodes) => n_done < n_nodes,
            Budget::Until(deadline) => now() < deadline,
        }
    }

    /// Whether a deadline has passed. A number of nodes never does.
    pub(crate) fn is_late(self) -> bool {
        match self {
            Budget::Nodes(_) => false,
            Budget::Until(deadline) => now() >= deadline,
        }
    }

    /// One thread's share of what several spend together.
    pub(crate) fn share(self, thread: usize, n_threads: usize) -> Budget {
        match self {
            Budget::Until(deadline) => Budget::Until(deadline),
            Budget::Nodes(n_nodes) => {
                let (thread, n_threads) = (thread as u64, n_threads as u64);
                Budget::Nodes(n_nodes / n_threads + u64::from(thread < n_nodes % n_threads))
            }
        }
    }

    /// How many moments may be looked at to work out the end of a round in one world: a small part of the time.
    pub(crate) fn nodes_for_endgame(self) -> u64 {
        let wanted = match self {
            Budget::Nodes(n_nodes) => n_nodes,
            Budget::Until(deadline) => {
                deadline.saturating_duration_since(now()).as_micros() as u64 / 8
            }
        };
        wanted.min(20_000)
    }
}
