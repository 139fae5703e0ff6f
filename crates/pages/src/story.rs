//! Sentences about a table: what happened, why a command is refused, and the names in them.
//!
//! News are kept with the names that seats had at the time. They become sentences when they are shown, in the reader's
//! language.

use std::collections::VecDeque;
use std::ops::Range;

use maud::{Render, html};
use rules::{Fact, Game, Say as _};
use table::command::Denial;
use table::lobby::{Names, SeatName};
use table::news::NewsItem;
use words::Words;

use crate::face;

/// How many sentences of the story a page shows.
pub(crate) const MAX_LINES: usize = 40;

/// The news for an observer: the last lines, which a page shows.
#[derive(Debug)]
pub struct Story<G: Game> {
    lines: VecDeque<Line<G>>,
    /// The number of lines so far, with those that were dropped.
    n_told: u64,
}

#[derive(Debug)]
struct Line<G: Game> {
    told: NewsItem<G>,
    names: Names,
}

impl<G: Game> Default for Story<G> {
    fn default() -> Story<G> {
        Story { lines: VecDeque::new(), n_told: 0 }
    }
}

impl<G: Game> Story<G> {
    /// Adds an item of news. Changes that the page shows anyway need no sentence.
    pub fn tell(&mut self, told: NewsItem<G>, names: &Names) {
        if matches!(&told, NewsItem::Company(other) if !other.is_sentence()) {
            return;
        }
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(Line { told, names: names.clone() });
        self.n_told += 1;
    }

    /// Forgets everything, because the seat changes hands.
    pub fn forget(&mut self) {
        self.lines.clear();
    }

    /// The number of lines so far, with those that were dropped.
    pub(crate) fn n_told(&self) -> u64 {
        self.n_told
    }

    /// The lines with these numbers, as items of a list, the newest first. The first line of all has number 0.
    pub(crate) fn items(&self, numbers: Range<u64>, voice: Voice<'_>, out: &mut String) {
        let newest_first = (0..self.n_told).rev().zip(self.lines.iter().rev());
        for (_, line) in newest_first.filter(|(number, _)| numbers.contains(number)) {
            let named;
            let words = if line.names == *voice.names {
                voice.words
            } else {
                named = named_words(voice.words, &line.names);
                &named
            };
            item(&sentence(words, &line.told)).render_to(out);
        }
    }
}

/// A language, with the names that seats have now.
#[derive(Clone, Copy, Debug)]
pub struct Voice<'a> {
    /// The language, with these names.
    pub words: &'a Words,
    /// The names.
    pub names: &'a Names,
}

/// The language with these names for seats. A bot has the name of a cat, a free seat its number.
pub fn named_words(words: &Words, names: &Names) -> Words {
    let name = |(index, name): (usize, &SeatName)| match name {
        SeatName::Person(name) => name.clone(),
        SeatName::Bot => bots::CAT_NAMES[index].to_owned(),
        SeatName::Free => words.message("live-seat", &[("n", Fact::Number(index as i64 + 1))]),
    };
    words.clone().with_names(names.iter().enumerate().map(name).collect())
}

/// An item of news as a sentence.
fn sentence<G: Game>(words: &Words, told: &NewsItem<G>) -> String {
    match told {
        NewsItem::Seen(seen) => words.seen::<G>(seen),
        NewsItem::Company(other) => {
            let id = format!("table-told-{}", other.code());
            words.capitalise(words.message(&id, &other.facts()))
        }
    }
}

/// A sentence as an item of a list.
pub(crate) fn item(sentence: &str) -> impl Render {
    html! { li { (face::text(sentence)) } }
}

/// Why a table refuses a command, as a sentence with the rule.
pub fn refusal(words: &Words, names: &Names, denial: &Denial) -> String {
    let words = named_words(words, names);
    match denial {
        Denial::Rule { game, code, rule, facts } => {
            let why = words.message(&format!("{}-refuse-{code}", game.name()), facts);
            let facts =
                [("why", words.capitalise(why).into()), ("rule", Fact::Text((*rule).to_owned()))];
            words.message("live-refused", &facts)
        }
        Denial::Unreadable(unreadable) => words.capitalise(words.unreadable(unreadable)),
        Denial::Table { code, facts } => {
            words.capitalise(words.message(&format!("table-no-{code}"), facts))
        }
    }
}
