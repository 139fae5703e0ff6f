//! Hints: what one could do, how good that is, and why.

use rules::View;

use crate::Craft;
use crate::bot::{Bot, Budget, Value};

/// Something that one could do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hint<G: Craft> {
    /// What.
    pub action: G::Action,
    /// How good it is. Nothing where no game was imagined for it: because nothing else can be done, or because the bot
    /// does not search.
    pub odds: Option<Odds>,
    /// Why one would do it.
    pub why: G::Why,
}

/// A chance to win the game, as a search estimates it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// The chance.
    pub value: f32,
    /// How far off that may be: half of the 95 % interval.
    pub error: f32,
}

/// What a bot thinks of the best actions, the one it likes best first and at most so many. Nothing if the observer owes no
/// decision.
///
/// All that goes in is a view, so a hint tells nothing that the observer could not know.
pub fn hints<G: Craft>(
    view: &View<G>,
    bot: &mut dyn Bot<G>,
    budget: Budget,
    max: usize,
) -> Vec<Hint<G>> {
    let Some((seat, own)) = &view.own else { return Vec::new() };
    let Some(thought) = bot.think(view, budget) else { return Vec::new() };
    let hint = |value: &Value<G::Action>| {
        let tried = value.visits > 0;
        let odds = tried.then_some(Odds { value: value.mean, error: value.error });
        let why = G::why(&view.open, *seat, own, value.action);
        Hint { action: value.action, odds, why }
    };
    thought.values.iter().take(max).map(hint).collect()
}
