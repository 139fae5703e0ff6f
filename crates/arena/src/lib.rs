//! Many games at once: simulations, tournaments and statistics.
//!
//! - [`simulate`] plays at random and counts; [`soak`] plays at random under every law.
//! - [`tournament`] lets bots play duplicate deals. [`compete`] finds the better bot. [`LabTally`] describes a variant.
//! - [`report`] writes either as a page with plots from [`plot`].
//!
//! Every game has its own dice, made from a seed and the game's number. So results do not depend on the number of threads
//! or on their speed.

#![warn(missing_docs)]

pub mod corpus;
mod dice;
mod estimate;
pub mod fuzz;
mod lab;
mod ladder;
mod player;
pub mod plot;
pub mod report;
mod results;
mod sequential;
mod simulate;
mod soak;
mod tally;
mod times;
mod tournament;
mod workers;

pub use dice::dice_of_game;
pub use estimate::{Estimate, FEW_DEALS, Moments, Ratio, t_95};
pub use lab::{FactRatio, LabRow, LabTally, PlaceTally, Unit, measures};
pub use ladder::{Rung, ladder};
pub use player::{ArenaPlayer, Cheater, PlayerName};
pub use results::{BotResult, Measured, Pair, Results, compete};
pub use sequential::{Sequential, Verdict};
pub use simulate::{PlayedGame, Simulation, simulate};
pub use soak::{Soaked, soak};
pub use tally::{FactTally, GameTally, SeatTally};
pub use times::Times;
pub use tournament::{Bout, DealPlayed, MAX_LINE_UPS, Tournament, line_ups, tournament};
pub use workers::Progress;
