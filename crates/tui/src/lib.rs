//! The games in a terminal.
//!
//! - [`plain`] plays in lines, for screen readers, pipes and scripts.
//!
//! A table is a record that grows ([`sitting`]); it is saved before a step is shown. Everything that a person sees is made
//! from a [`View`](rules::View), in words of the catalogue.

#![expect(dead_code, reason = "the screen that uses the rest comes next")]

mod asking;
mod face;
mod hint;
mod keep;
mod plain;
mod play;
mod save;
mod seats;
mod sitting;
mod trouble;

use std::time::Instant;

pub use keep::Keeper;
pub use plain::plain;
pub use play::{NewGame, Start, random_seed, seed_of};
pub use seats::{Sits, company, people};
pub use trouble::Trouble;

/// Asks what time it is. Bots that think for a while need to know; nothing else does.
pub type Clock = fn() -> Instant;
