//! The games in a terminal.
//!
//! - [`play`](play()) plays on the screen, [`replay`](replay()) shows recorded games there.
//! - [`plain`](plain()) plays in lines, for screen readers, pipes and scripts.
//!
//! A table is a growing record. Each step is saved before it is shown. Everything on the screen comes
//! from a [`View`](rules::View) and the message catalogue.

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
pub use seats::{Player, people, seat_players};
pub use terminal::{Settings, play, replay};
pub use trouble::Trouble;

/// Returns the current time. Only bots with a time limit need it.
pub type Clock = fn() -> Instant;
