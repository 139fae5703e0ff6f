//! The knowledge of a good player beyond the rules.

mod catbox;
mod catsle;
mod meow;
mod yorozu;

use std::fmt::Debug;

use rules::{Game, Say, Seat};

/// A game with rules of thumb.
///
/// Their only input is the public state and a seat's own cards. So bots and the players they imagine judge alike, and know
/// no more than they may.
pub trait Craft: Game {
    /// A reason for an action.
    type Why: Say + Copy + Eq + Debug + Send + Sync;

    /// The percentage of random moves of a kitten: lower in games where a single card can ruin a round. Measured, see
    /// DESIGN.md.
    const KITTEN_WHIMS: u8;

    /// The number of playouts of a cat for a decision. Measured, see DESIGN.md.
    const CAT_PLAYOUTS: u64;

    /// Returns a function that rates the actions of a seat. A sensible player who does not think long takes the best one.
    ///
    /// Ratings are roughly points of the game: the gain over other actions. They are compared within one decision only.
    /// Every decision of every playout calls this, so it must be quick: it does not allocate, and it computes everything
    /// that actions share once, before it returns the closure.
    fn judge<'a>(
        open: &'a Self::Open,
        seat: Seat,
        own: &'a Self::Own,
    ) -> impl Fn(Self::Action) -> f32 + 'a;

    /// Roughly the standard deviation of the difference in points between two players, from here to the end of the game.
    /// It measures how safe a lead is.
    fn drift(open: &Self::Open) -> f32;

    /// The points that a seat can expect between rounds beyond its score, because of its tokens or other things.
    fn prospects(_open: &Self::Open, _seat: Seat) -> f32 {
        0.0
    }

    /// A reason for a legal action of a seat: its gain, its cost, or the loss that it avoids. The reason must be true, and
    /// must say "so far" if other players can still change it.
    fn why(open: &Self::Open, seat: Seat, own: &Self::Own, action: Self::Action) -> Self::Why;
}

/// The reasons that hints give, a type for each game.
pub mod why {
    pub use super::catbox::Why as Catbox;
    pub use super::catsle::Why as Catsle;
    pub use super::meow::Why as Meow;
    pub use super::yorozu::{Prize, Weighed, Why as Yorozu};
}

rules::visitor!(pub trait VisitCraft: Craft, pub fn visit);
