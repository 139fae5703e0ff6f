//! Budgets and the clock: the only place in this crate that reads the time.

use std::time::Instant;

use crate::Budget;

#[inline]
#[expect(
    clippy::disallowed_methods,
    reason = "a deadline needs a clock; budgets in playouts never read it"
)]
fn now() -> Instant {
    Instant::now()
}

impl Budget {
    /// Whether a search may continue after `n_done` playouts.
    #[inline]
    pub(crate) fn allows(self, n_done: u64) -> bool {
        match self {
            Budget::Playouts(n_playouts) => n_done < n_playouts,
            Budget::Until(deadline) => now() < deadline,
        }
    }

    /// Whether a deadline has passed. A budget in playouts has none.
    pub(crate) fn is_late(self) -> bool {
        match self {
            Budget::Playouts(_) => false,
            Budget::Until(deadline) => now() >= deadline,
        }
    }

    /// The share of one thread in a budget that several threads spend together.
    pub(crate) fn share(self, thread: usize, n_threads: usize) -> Budget {
        match self {
            Budget::Until(deadline) => Budget::Until(deadline),
            Budget::Playouts(n_playouts) => {
                let (thread, n_threads) = (thread as u64, n_threads as u64);
                Budget::Playouts(
                    n_playouts / n_threads + u64::from(thread < n_playouts % n_threads),
                )
            }
        }
    }

    /// How many positions the endgame solver may look at in one world: a small part of the budget.
    pub(crate) fn nodes_for_endgame(self) -> u64 {
        let wanted = match self {
            Budget::Playouts(n_playouts) => n_playouts,
            Budget::Until(deadline) => {
                deadline.saturating_duration_since(now()).as_micros() as u64 / 8
            }
        };
        wanted.min(20_000)
    }
}
