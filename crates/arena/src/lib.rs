//! Many games at once.
//!
//! Every game has dice of its own, made from a seed and the game's number, so results do not depend on how many threads
//! play or on who is faster.

#![warn(missing_docs)]

mod crowd;
mod dice;
pub mod fuzz;
mod simulate;
mod soak;
mod tally;

pub use crowd::Progress;
pub use dice::dice_of_game;
pub use simulate::{Plan, Played, simulate};
pub use soak::{Soaked, soak};
pub use tally::{FactTally, SeatTally, Tally};
