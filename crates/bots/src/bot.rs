//! The interface of a bot.

use std::time::Instant;

use rules::{Game, View};

/// How long a bot may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Until this moment. The decision then depends on the speed of the machine.
    Until(Instant),
    /// This many playouts (imagined games). The same seed gives the same decision.
    Playouts(u64),
}

/// A bot's opinion of one action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionValue<A> {
    /// The action.
    pub action: A,
    /// How good it looks: what the bot maximises if it searches, otherwise a rating by rules of thumb.
    pub mean: f32,
    /// Half of the 95 % interval of the mean.
    pub error: f32,
    /// The number of playouts that tried it.
    pub visits: u64,
    /// What these playouts say in terms of the game. `None` with fewer than two, which have no error.
    pub figures: Option<Figures>,
}

/// Estimates of an action by playouts, from the knowledge of the seat that decides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// The chance to win the game.
    pub chance: MeanError,
    /// The points that the seat gains from now to the end of the round, and what its tokens then promise.
    pub points: MeanError,
}

/// A mean and its error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanError {
    /// The mean.
    pub value: f32,
    /// Half of the 95 % interval of the mean.
    pub error: f32,
}

/// A decision and the reasons for it.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// The action that the bot chooses.
    pub action: A,
    /// Every legal action, best first.
    pub values: Vec<ActionValue<A>>,
    /// The number of playouts. In a solved endgame, the number of positions.
    pub nodes: u64,
}

/// A player that gets only the view of its seat.
pub trait Bot<G: Game>: Send {
    /// Decides; `None` if the observer owes no decision.
    fn think(&mut self, view: &View<G>, budget: Budget) -> Option<Thought<G::Action>>;
}
