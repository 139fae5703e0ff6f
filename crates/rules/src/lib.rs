//! The rules of card games about cats: which steps are legal, why others are not, and who may know what.
//!
//! A game is its rules set and a list of steps. This plays a random game to its end:
//!
//! ```
//! use rules::{Game, Observer, Turn, catbox};
//!
//! let rules: catbox::Rules = "catbox@1 players=3".parse().unwrap();
//! let mut game = catbox::State::new(rules);
//! let mut state = 7u64;
//! let mut dice = || {
//!     state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
//!     state ^ (state >> 29)
//! };
//! while let Some(step) = game.random_step(&mut dice) {
//!     assert_eq!(game.play(&step), Ok(()));
//! }
//! assert_eq!(game.turn(), Turn::Over);
//! assert!(game.standing().winners.is_some());
//! assert!(game.view(Observer::Rail).actions().is_none());
//! ```
//!
//! Start reading at [`Game`], the contract, then in a game's folder: each has the same files. [`laws`] has the laws that
//! every game obeys. Nothing here knows a clock, makes a random number, or has text for people.

#![warn(missing_docs, clippy::float_arithmetic, clippy::wildcard_enum_match_arm)]

mod any;
mod beat;
pub mod bits;
pub mod catbox;
pub mod catsle;
mod choices;
pub mod count;
mod deal;
mod deck_table;
mod dice;
mod game;
pub mod hidden;
pub mod laws;
pub mod meow;
pub mod notation;
mod open;
mod refusal;
mod ruleset;
mod say;
mod seat;
mod set;
mod sheet;
mod standing;
mod study;
mod trick;
mod turn;
pub mod yorozu;

pub use any::{GameId, Visit};
pub use beat::{Beat, BeatKind};
pub use choices::{Ask, Choices};
pub(crate) use deal::next_start;
pub use deal::{HandCount, OwnHand, deal_out, hands_of_size, lay_out};
pub use deck_table::{BadDeckTable, DeckTable};
pub use dice::Dice;
pub(crate) use game::in_every_game;
pub use game::{Game, Observer, Step, View, Worlds};
pub use open::Open;
pub(crate) use open::{in_every_open, nothing_to_draw};
pub use refusal::{Illegal, Phase, Refusal};
pub use ruleset::Rules;
pub use say::{CardFact, Fact, Facts, Joint, Say, plain};
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
pub(crate) use set::numbered;
pub use set::{Numbered, Set};
pub use sheet::{Note, Sheet, SheetRow, Sum, Term};
pub use standing::{Standing, Won};
pub(crate) use study::in_every_study;
pub use study::{Rewound, RoundFact, Secret, SecretKind, Study};
pub use trick::{Suited, Trick, Unplayable, following};
pub(crate) use trick::{begun, suited};
pub use turn::{Turn, Untimely};
