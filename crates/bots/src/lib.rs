//! Players that see what a seat sees and nothing else.
//!
//! - [`Bot`] is a player: it is handed a [`View`](rules::View) and a [`Budget`], and says what it would do and what it
//!   thinks of everything else. A view is all it gets, so it cannot cheat.
//! - [`Craft`] is what a good player knows of a game beyond its rules: rules of thumb, in a file a game in `craft/`.
//! - [`hints`] tells the best actions with their chances, and a reason for each in terms of the game.
//! - [`BotName`] names a bot and how long it thinks: `greedy`, `search:100ms`; [`Level`] is what people choose: `tiger`.

#![warn(missing_docs)]

mod bot;
mod clock;
mod craft;
mod dice;
mod endgame;
mod greedy;
mod hint;
mod ismcts;
mod level;
mod mcts;
mod name;
mod random;
mod search;
mod tree;
mod whimsical;
mod worth;

pub use bot::{Bot, Budget, Thought, Value};
pub use craft::{Craft, VisitCraft, visit, why};
pub use dice::{BotDice, dice};
pub use greedy::Greedy;
pub use hint::{Hint, Odds, hints};
pub use ismcts::Ismcts;
pub use level::{CAT_NAMES, Level};
pub use name::{BadName, BotName, Think};
pub use random::Random;
pub use search::Search;
pub use whimsical::Whimsical;
