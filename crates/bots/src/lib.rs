//! Bots: players that see only the view of their seat.
//!
//! - [`Bot`] is a player. It gets a [`View`](rules::View) and a [`Budget`] and returns a [`Thought`]: the action it chooses
//!   and its opinion of every other. It gets no more than the view, so it cannot cheat.
//! - [`Craft`] is the knowledge of a good player beyond the rules: rules of thumb, one folder per game in `craft/`.
//! - [`hints`] lists the best actions with their chances or expected points, and a reason for each in terms of the game.
//! - [`BotName`] names a bot and how long it thinks: `greedy`, `search:100ms`. People choose a [`Level`]: `tiger`.

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
mod outcome;
mod random;
mod search;
mod tally;
mod tree;
mod whimsical;

pub use bot::{ActionValue, Bot, Budget, Figures, MeanError, Thought};
pub use craft::{Craft, VisitCraft, visit, why};
pub use dice::{BotDice, dice};
pub use greedy::Greedy;
pub use hint::{Figure, Hint, Measure, all_hints, hints};
pub use ismcts::Ismcts;
pub use level::{CAT_NAMES, Level};
pub use name::{BadName, BotName, Think};
pub use random::Random;
pub use search::Search;
pub use whimsical::Whimsical;
