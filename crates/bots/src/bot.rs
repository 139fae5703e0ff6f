//! What a bot is.

use std::time::Instant;

use rules::{Game, View};

/// How long a bot may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Until this moment. What comes of it depends on how fast the machine is.
    Until(Instant),
    /// So many games imagined. The same seed gives the same decision.
    Nodes(u64),
}

/// What a bot thinks of one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value<A> {
    /// The action.
    pub action: A,
    /// How good it looks: to a bot that searches, the chance to win the game; to one that does not, what it likes.
    pub mean: f32,
    /// How far off that may be: half of the 95 % interval.
    pub error: f32,
    /// In how many imagined games it was tried.
    pub visits: u64,
}

/// A decision, and what led to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// What the bot does.
    pub action: A,
    /// Every legal action, the one it likes best first.
    pub values: Vec<Value<A>>,
    /// How many games it imagined.
    pub nodes: u64,
}

/// A player. All it ever gets is what a seat sees.
pub trait Bot<G: Game>: Send {
    /// Decides. Nothing if the observer owes no decision.
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>>;
}
