//! Who plays in a tournament: bots, who see what their seat sees, and cheaters, who see everything.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use bots::{BadName, Bot, BotName, Budget, Craft, Search, Think, Thought};
use rules::{Game, GameId, Observer, Seat};

/// How a cheater's name begins; how long it thinks may follow.
const CHEATER: &str = "cheater";

/// A player by name, and how long it thinks: `greedy`, `search:100ms`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerName {
    /// A bot.
    Bot(BotName),
    /// `search` with all cards in sight: how far skill can go, and luck caps it.
    Cheater(Think),
}

impl PlayerName {
    /// What a player of this name may spend on a decision of this game that begins now.
    pub fn budget(self, game: GameId, now: Instant) -> Budget {
        match self {
            PlayerName::Bot(name) => name.budget(game, now),
            PlayerName::Cheater(think) => think.budget(now),
        }
    }

    /// The time that a player of this name has for a decision of this game, if time is what it is given.
    pub fn time(self, game: GameId) -> Option<Duration> {
        let think = match self {
            PlayerName::Bot(name) => name.think(game),
            PlayerName::Cheater(think) => Some(think),
        };
        think.and_then(Think::time)
    }

    /// A player of this name with dice made from this seed.
    pub fn player<G: Craft>(self, seed: u64) -> Player<G> {
        match self {
            PlayerName::Bot(name) => Player::Bot(name.bot(seed)),
            PlayerName::Cheater(_) => Player::Cheater(Box::new(OpenCards(Search::new(seed)))),
        }
    }
}

impl From<BotName> for PlayerName {
    fn from(name: BotName) -> PlayerName {
        PlayerName::Bot(name)
    }
}

impl FromStr for PlayerName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<PlayerName, BadName> {
        match text.split_once(':') {
            Some((CHEATER, think)) => think.parse().map(PlayerName::Cheater),
            None if text == CHEATER => Ok(PlayerName::Cheater(Think::default())),
            Some(_) | None => text.parse().map(PlayerName::Bot),
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Bot(name) => name.fmt(f),
            PlayerName::Cheater(think) => write!(f, "{CHEATER}:{think}"),
        }
    }
}

/// Somebody who knows all cards. There is no way from here to a table where people play: `bots` does not know of it.
pub trait Cheater<G: Game>: Send {
    /// Decides for a seat, with everything in sight. Nothing if the seat owes no decision.
    fn think(&mut self, game: &G, seat: Seat, budget: Budget) -> Option<Thought<G::Action>>;
}

/// Searches the one table that there is.
#[derive(Debug)]
struct OpenCards(Search);

impl<G: Craft> Cheater<G> for OpenCards {
    fn think(&mut self, game: &G, seat: Seat, budget: Budget) -> Option<Thought<G::Action>> {
        self.0.think_in(&game.view(Observer::Seat(seat)), |_| game.clone(), budget)
    }
}

/// Somebody at a seat of a tournament.
pub enum Player<G: Game> {
    /// Sees what the seat sees.
    Bot(Box<dyn Bot<G>>),
    /// Sees everything.
    Cheater(Box<dyn Cheater<G>>),
}

impl<G: Game> Player<G> {
    /// Decides for a seat. Only here is a player handed anything, and a bot is handed a view.
    pub fn think(&mut self, game: &G, seat: Seat, budget: Budget) -> Option<Thought<G::Action>> {
        match self {
            Player::Bot(bot) => bot.think(&game.view(Observer::Seat(seat)), budget),
            Player::Cheater(cheater) => cheater.think(game, seat, budget),
        }
    }
}

impl<G: Game> fmt::Debug for Player<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Bot(_) => "Bot",
            Player::Cheater(_) => "Cheater",
        })
    }
}
