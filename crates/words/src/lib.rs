//! All texts for people: refusals and events as sentences, stories of games, and the rulebooks.
//!
//! `rules` reports codes and facts. The sentences are Fluent messages in one folder for each language. A new language is
//! a new folder and a line in `LANGUAGES`.
//!
//! ```
//! use rules::{Game, Seat, catbox};
//! use words::Words;
//!
//! let game = catbox::State::new("catbox players=3".parse().unwrap());
//! let refused = game.check(Seat::new(0), "bid 1".parse().unwrap()).unwrap_err();
//! let words = Words::default();
//! assert_eq!(
//!     words.refusal::<catbox::State>(&refused),
//!     "not yet: first the start player must be drawn",
//! );
//! ```
//!
//! This crate knows no rules and makes no decisions.

#![warn(missing_docs)]

mod account;
mod cache;
mod catalogue;
pub mod example;
mod rulebook;
pub mod spoken;
mod terminal;

pub use account::account;
pub use catalogue::Words;
pub use terminal::{Style, is_rule_id, terminal};
