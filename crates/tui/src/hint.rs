//! Hints: what a bot would do, and why.

use std::time::Instant;

use bots::{BotName, Figure, Hint, Think, hints};
use rules::{Fact, View};
use words::spoken::SpokenView;

use crate::face::Face;

/// The bot for hints. Its budget is a number of games, so that the same question has the same answer.
const HINT_BOT: BotName = BotName::Search { think: Think::Playouts(600), n_threads: 1 };

/// The number of actions in a hint.
const N_HINTS: usize = 3;

/// The best actions of the observer, best first. The only input is a view.
pub(crate) fn best_actions<G: Face>(view: &View<G>, seed: u64, now: Instant) -> Vec<Hint<G>> {
    let mut bot = HINT_BOT.bot::<G>(seed);
    hints(view, bot.as_mut(), HINT_BOT.budget(G::ID, now), N_HINTS)
}

/// A hint as a line.
pub(crate) fn line<G: Face>(sight: SpokenView<'_, G>, hint: &Hint<G>) -> String {
    let action = sight.words.capitalise(G::label(sight, hint.action));
    let why = sight.words.hint::<G>(&hint.why);
    let figure = hint.figure();
    let id = match figure {
        None => "tui-hint",
        Some(Figure::Chance(_)) => "tui-hint-chance",
        Some(Figure::Points(_)) => "tui-hint-points",
    };
    let mut facts = figure.map(Figure::facts).unwrap_or_default();
    facts.extend([("action", Fact::Text(action)), ("why", Fact::Text(why))]);
    sight.words.message(id, &facts)
}
