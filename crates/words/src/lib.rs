//! What people read: refusals and events as sentences, accounts of games, and the rulebooks.
//!
//! `rules` tells codes and facts; the sentences are in the catalogue, a folder a language, in Fluent. Another language is
//! another folder and a line in `LANGUAGES`.
//!
//! ```
//! use rules::{Game, Seat, catbox};
//! use words::Words;
//!
//! let game = catbox::State::new("catbox players=3".parse().unwrap());
//! let refused = game.check(Seat::new(0), "bid 1".parse().unwrap()).unwrap_err();
//! let words = Words::english();
//! assert_eq!(
//!     words.refusal::<catbox::State>(&refused),
//!     "not yet: first the start player must be drawn",
//! );
//! ```
//!
//! Nothing here knows a rule or takes a decision.

#![warn(missing_docs)]

mod account;
mod catalogue;
pub mod example;
mod memory;
mod rulebook;
pub mod spoken;
mod terminal;

pub use account::account;
pub use catalogue::Words;
pub use terminal::{Style, is_rule_id, terminal};
