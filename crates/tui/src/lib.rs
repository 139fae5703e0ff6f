//! The games in a terminal.
//!
//! - [`play`](play()) plays on the screen, [`replay`](replay()) shows recorded games there.
//! - [`plain`](plain()) plays in lines, for screen readers, pipes and scripts.
//!
//! A table is a record that grows; it is saved before a step is shown. Everything that a person sees is made
//! from a [`View`](rules::View), in words of the catalogue.

mod app;
mod asking;
mod begin;
mod curtain;
mod face;
mod hint;
mod keep;
mod menu;
mod overlay;
mod palette;
mod plain;
mod replay;
mod save;
mod screen;
mod seats;
mod sitting;
mod stage;
mod terminal;
#[cfg(test)]
mod tests;
mod trouble;

use std::time::Instant;

pub use begin::{NewGame, Start, random_seed, seed_of};
pub use keep::Keeper;
pub use palette::Palette;
pub use plain::plain;
pub use seats::{Sits, company, people};
pub use terminal::{Manner, play, replay};
pub use trouble::Trouble;

/// Asks what time it is. Bots that think for a while need to know; nothing else does.
pub type Clock = fn() -> Instant;
