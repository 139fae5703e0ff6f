//! What a good player knows of a game beyond its rules.

mod catbox;
mod catsle;
mod meow;
mod yorozu;

use std::fmt::Debug;

use rules::{Game, Say, Seat};

/// A game that is played with some sense.
///
/// Everything is told from what lies open and from a seat's own cards, so that bots and the players they imagine judge
/// alike, and know no more than they may.
pub trait Craft: Game {
    /// Why one would do something, in the game's own terms.
    type Why: Say + Copy + Eq + Debug + Send + Sync;

    /// How often a kitten plays on a whim, in percent: less where a single card can ruin a round. Measured, see DESIGN.md.
    const KITTEN_WHIMS: u8;

    /// How many games a cat imagines for a decision. Measured, see DESIGN.md.
    const CAT_PLAYOUTS: u64;

    /// How a seat likes what it may do, at a glance: the best rated is what a sensible player does without thinking long.
    ///
    /// Ratings are points of the game, roughly: what doing this brings more than doing something else. They are compared
    /// within one decision only. This is called for every decision of every imagined game, so it is quick: no heap, and
    /// whatever all actions share is worked out once, before the closure is handed back.
    fn judge<'a>(
        open: &'a Self::Open,
        seat: Seat,
        own: &'a Self::Own,
    ) -> impl Fn(Self::Action) -> f32 + 'a;

    /// How far the points of two players drift apart from here to the end of the game, roughly: one standard deviation of
    /// the difference. It tells how sure a lead is.
    fn drift(open: &Self::Open) -> f32;

    /// What a seat can expect beyond its score between rounds, in points, because of what it has or lacks.
    fn prospects(_open: &Self::Open, _seat: Seat) -> f32 {
        0.0
    }

    /// One reason why a seat would do this, which it may do now: what it brings, saves, costs or gives up. It holds for
    /// what is told of, and says "so far" where others can still change it.
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
