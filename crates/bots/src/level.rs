//! The levels of bots that people choose from.

use std::time::Duration;

use rules::GameId;

use crate::craft::{VisitCraft, visit};
use crate::{BotName, Craft, Think};

/// The names of bots, by seat. They are the same in every language.
pub const CAT_NAMES: [&str; rules::MAX_SEATS] = ["Momo", "Tama", "Kuro", "Shiro", "Hana", "Mike"];

/// The strength of an opponent.
///
/// Measurements choose the bot of each level, so that a level is about as strong in every game: see DESIGN.md.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Weak: plays by rules of thumb, with random moves in between.
    Kitten,
    /// Medium: searches a little.
    Cat,
    /// Strong: searches for a second.
    Tiger,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 3] = [Level::Kitten, Level::Cat, Level::Tiger];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Kitten => "kitten",
            Level::Cat => "cat",
            Level::Tiger => "tiger",
        }
    }

    /// The level of this name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// The bot that plays this level in a game, and how long it thinks.
    pub fn plays(self, game: GameId) -> BotName {
        visit(game, Plays(self))
    }
}

struct Plays(Level);

impl VisitCraft for Plays {
    type Output = BotName;

    fn visit<G: Craft>(self) -> BotName {
        match self.0 {
            Level::Kitten => BotName::Whimsical(G::KITTEN_WHIMS),
            // Playouts, not time: a cat is as strong on a slow machine.
            Level::Cat => search(Think::Playouts(G::CAT_PLAYOUTS)),
            Level::Tiger => search(Think::Time(Duration::from_secs(1))),
        }
    }
}

fn search(think: Think) -> BotName {
    BotName::Search { think, n_threads: 1 }
}
