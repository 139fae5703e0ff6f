//! Beats: what a table shows for a moment between two steps.

use crate::Game;

/// A state that a table shows for a moment between two steps, so that everybody sees what happened.
///
/// It is only looked at, by its views. Nobody continues from it: whom it asks and what would be legal mean nothing.
/// A beat follows from the public part of a step, so its view adds nothing to the observer's views before and after the
/// step: [`Law::Secrecy`](crate::laws::Law::Secrecy) covers it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beat<G: Game> {
    /// What it shows.
    pub kind: BeatKind,
    /// The state to look at.
    pub state: G,
}

/// What a beat shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BeatKind {
    /// The cards of a trick, before they are taken or after the last of them was.
    Trick,
    /// Sealed choices that have just been turned over, before anything follows from them or before it is taken.
    Reveal,
}
