//! How strong a bot people sit down with.

use std::time::Duration;

use rules::GameId;

use crate::craft::{VisitCraft, visit};
use crate::{BotName, Craft, Think};

/// What bots answer to, by seat. Cats' names are the same in every language.
pub const CAT_NAMES: [&str; rules::MAX_SEATS] = ["Momo", "Tama", "Kuro", "Shiro", "Hana", "Mike"];

/// Opponents for people, who want to know how hard it will be and not how it is done.
///
/// What each plays is chosen by measuring, so that a level is about as strong in every game: see DESIGN.md.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    /// Knows what is good, is easily distracted, and is a joy to win against.
    Kitten,
    /// Looks a little ahead and punishes carelessness, but misses what is far away.
    Cat,
    /// Thinks for a second about everything it cannot see, and forgives nothing.
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
            // Games imagined, not time: a cat is as strong on a slow machine.
            Level::Cat => search(Think::Playouts(G::CAT_PLAYOUTS)),
            Level::Tiger => search(Think::Time(Duration::from_secs(1))),
        }
    }
}

fn search(think: Think) -> BotName {
    BotName::Search { think, n_threads: 1 }
}
