//! The closed list of games, and the one place that turns a game's name into its type.

use crate::Game;
use crate::notation::{Reader, Unreadable, Wanted};
use crate::{catbox, catsle, meow, yorozu};

/// Which game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameId {
    /// Cat in the Box.
    Catbox,
    /// CATSle.
    Catsle,
    /// Yorozu.
    Yorozu,
    /// Meow.
    Meow,
}

impl GameId {
    /// All games.
    pub const ALL: [GameId; 4] = [GameId::Catbox, GameId::Catsle, GameId::Yorozu, GameId::Meow];

    /// All names, in the same order.
    pub const NAMES: [&'static str; 4] = ["catbox", "catsle", "yorozu", "meow"];

    /// Its name in rules lines, commands and messages.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The version of its rules that new games use.
    pub const fn version(self) -> u32 {
        match self {
            GameId::Catbox | GameId::Catsle | GameId::Yorozu | GameId::Meow => 1,
        }
    }

    /// The game with this name.
    pub fn named(name: &str) -> Option<GameId> {
        GameId::ALL.into_iter().find(|id| id.name() == name)
    }

    /// The game that a rules line is about.
    pub fn of_rules_line(line: &str) -> Result<GameId, Unreadable> {
        let name = line.split([' ', '@']).next().unwrap_or_default();
        let unknown = || Reader::new(line).refuse(Wanted::Word(GameId::NAMES.to_vec()));
        GameId::named(name).ok_or_else(unknown)
    }

    /// Does something with the type of this game.
    pub fn visit<V: Visit>(self, visitor: V) -> V::Output {
        match self {
            GameId::Catbox => visitor.visit::<catbox::State>(),
            GameId::Catsle => visitor.visit::<catsle::State>(),
            GameId::Yorozu => visitor.visit::<yorozu::State>(),
            GameId::Meow => visitor.visit::<meow::State>(),
        }
    }
}

/// Something to do with the type of a game that is known only at run time.
pub trait Visit {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game>(self) -> Self::Output;
}
