//! Players of a tournament: bots, which get the view of their seat, and cheaters, which see everything.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use bots::{BadName, Bot, BotName, Budget, Craft, Search, Think, Thought};
use rules::{Game, GameId, Observer, Seat};

/// The first word of a cheater's name. How long it thinks may follow.
const CHEATER: &str = "cheater";

/// The name of a player, with how long it thinks: `greedy`, `search:100ms`, `cheater:1s`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerName {
    /// A bot.
    Bot(BotName),
    /// `search` with all cards in sight: the upper bound for honest bots.
    Cheater(Think),
}

impl PlayerName {
    /// The budget of this player for a decision of this game that starts now.
    pub fn budget(self, game: GameId, now: Instant) -> Budget {
        match self {
            PlayerName::Bot(name) => name.budget(game, now),
            PlayerName::Cheater(think) => think.budget(now),
        }
    }

    /// The time of this player for a decision of this game; `None` if its budget is not a time.
    pub fn time(self, game: GameId) -> Option<Duration> {
        let think = match self {
            PlayerName::Bot(name) => name.think(game),
            PlayerName::Cheater(think) => Some(think),
        };
        think.and_then(Think::time)
    }

    /// A new player of this name with dice from this seed.
    pub fn player<G: Craft>(self, seed: u64) -> ArenaPlayer<G> {
        match self {
            PlayerName::Bot(name) => ArenaPlayer::Bot(name.bot(seed)),
            PlayerName::Cheater(_) => ArenaPlayer::Cheater(Box::new(OpenCards(Search::new(seed)))),
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

/// A player that sees all cards. It cannot sit at a table where people play, because `bots` has no such type.
pub trait Cheater<G: Game>: Send {
    /// Decides for a seat; `None` if the seat owes no decision.
    fn think(&mut self, game: &G, seat: Seat, budget: Budget) -> Option<Thought<G::Action>>;
}

/// Searches the real table only, instead of imagined ones.
#[derive(Debug)]
struct OpenCards(Search);

impl<G: Craft> Cheater<G> for OpenCards {
    fn think(&mut self, game: &G, seat: Seat, budget: Budget) -> Option<Thought<G::Action>> {
        self.0.think_in(&game.view(Observer::Seat(seat)), |_| game.clone(), budget)
    }
}

/// A player at a seat of a tournament.
pub enum ArenaPlayer<G: Game> {
    /// Gets the view of its seat.
    Bot(Box<dyn Bot<G>>),
    /// Sees everything.
    Cheater(Box<dyn Cheater<G>>),
}

impl<G: Game> ArenaPlayer<G> {
    /// Decides for a seat. This is the only place that gives a player anything, and a bot gets a view.
    pub fn think(&mut self, game: &G, seat: Seat, budget: Budget) -> Option<Thought<G::Action>> {
        match self {
            ArenaPlayer::Bot(bot) => bot.think(&game.view(Observer::Seat(seat)), budget),
            ArenaPlayer::Cheater(cheater) => cheater.think(game, seat, budget),
        }
    }
}

impl<G: Game> fmt::Debug for ArenaPlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArenaPlayer::Bot(_) => "Bot",
            ArenaPlayer::Cheater(_) => "Cheater",
        })
    }
}
