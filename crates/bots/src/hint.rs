//! Hints: good actions for a seat, how good each is, and why.

use rules::View;

use crate::Craft;
use crate::bot::{ActionValue, Bot, Budget};

/// An action that is worth considering.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hint<G: Craft> {
    /// The action.
    pub action: G::Action,
    /// Its chance to win. `None` if no playout tried it: it is the only action, or the bot does not search.
    pub odds: Option<Odds>,
    /// The reason for it.
    pub why: G::Why,
}

/// A chance to win the game, estimated by a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// The chance.
    pub value: f32,
    /// Half of the 95 % interval.
    pub error: f32,
}

/// The actions that a bot rates highest, at most `max`, best first. Empty if the observer owes no decision.
///
/// Only a view goes in, so a hint reveals nothing that the observer could not know.
pub fn hints<G: Craft>(
    view: &View<G>,
    bot: &mut dyn Bot<G>,
    budget: Budget,
    max: usize,
) -> Vec<Hint<G>> {
    let Some((seat, own)) = &view.own else { return Vec::new() };
    let Some(thought) = bot.think(view, budget) else { return Vec::new() };
    let hint = |value: &ActionValue<G::Action>| {
        let tried = value.visits > 0;
        let odds = tried.then_some(Odds { value: value.mean, error: value.error });
        let why = G::why(&view.open, *seat, own, value.action);
        Hint { action: value.action, odds, why }
    };
    thought.values.iter().take(max).map(hint).collect()
}
