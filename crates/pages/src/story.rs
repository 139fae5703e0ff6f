//! Sentences about a table: what happened, why a command is refused, and the names in them.

use std::sync::Arc;

use maud::html;
use rules::{Fact, Game, Say as _, Seat};
use table::command::No;
use table::lobby::{Lobby, Sitter};
use table::told;
use words::Words;

use crate::face;

/// The names of all seats, in order.
pub fn names(lobby: &Lobby, words: &Words) -> Vec<String> {
    let name = |seat: Seat| match &lobby.chair(seat).sitter {
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { .. } => bots::CAT_NAMES[seat.index()].to_owned(),
        Sitter::Nobody => {
            words.message("live-seat", &[("n", Fact::Number(seat.index() as i64 + 1))])
        }
    };
    lobby.seats().map(name).collect()
}

/// News as a sentence; nothing for news that the page shows anyway.
pub fn sentence<G: Game>(words: &Words, told: &told::Told<G>) -> Option<String> {
    match told {
        told::Told::Seen(seen) => Some(words.seen::<G>(seen)),
        told::Told::Other(other) if other.is_sentence() => {
            let id = format!("table-told-{}", other.code());
            Some(words.begin(words.message(&id, &other.facts())))
        }
        told::Told::Other(_) => None,
    }
}

/// A sentence as an item of the story.
pub fn item(sentence: &str) -> Arc<str> {
    html! { li { (face::text(sentence)) } }.into_string().into()
}

/// Why a table refuses a command, as a sentence with the rule.
pub fn refusal<G: Game>(words: &Words, no: &No<G>) -> String {
    match no {
        No::Illegal(illegal) => {
            let why = words.begin(words.refusal::<G>(illegal));
            let facts = [("why", why.into()), ("rule", Fact::Text(illegal.rule().to_owned()))];
            words.message("live-refused", &facts)
        }
        No::Unreadable(unreadable) => words.begin(words.unreadable(unreadable)),
        no => words.begin(words.message(&format!("table-no-{}", no.code()), &no.facts())),
    }
}
