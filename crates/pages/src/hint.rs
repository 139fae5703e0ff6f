//! A hint: a bot's advice for a seat, as an element for the player's page or as a page of its own.

use bots::Hint;
use maud::{PreEscaped, html};
use rules::{GameId, Seats, View};
use words::Words;

use crate::assets::Asset;
use crate::face::{self, Face, Help, Sight};
use crate::layout::{Kind, Page};
use crate::story::Voice;

/// A bot's advice, drawn from the player's view.
#[derive(Debug)]
pub struct HintPage {
    game: GameId,
    /// The advice alone, for a page that shows the table already.
    pub part: String,
    /// The table with the advice.
    table: String,
    /// The path of the table.
    path: String,
    words: Words,
}

impl HintPage {
    /// Draws this advice, the best action first. `at` is the question that the seat is asked, `path` the table's. The
    /// cats are those of the table: in their coats, and asleep where players are away.
    pub fn new<G: Face>(
        view: &View<G>,
        advice: &[Hint<G>],
        at: &str,
        radar: bool,
        voice: Voice<'_>,
        away: Seats,
        path: String,
    ) -> HintPage {
        let (post, ask) = (format!("{path}/act"), format!("{path}/hint"));
        let help = Help { tips: false, radar, ask: Some(&ask), told: advice };
        let sight = Sight::new(view, voice.words, &post, at).with_help(help);
        let sight = sight.with_coats(voice.names.coats()).with_away(away);
        let part = face::told(&sight).into_string();
        let table = face::table(&sight).into_string();
        HintPage { game: G::ID, part, table, path, words: voice.words.clone() }
    }

    /// A page for browsers without scripts: the table with the advice, to decide right there.
    pub fn page(&self) -> String {
        let main = html! {
            div.stage {
                p.notice { a href=(self.path) { (self.words.message("live-back", &[])) } }
                (PreEscaped(&self.table))
            }
        };
        Page::new(&self.words, &self.words.title(self.game))
            .kind(Kind::Table(self.game))
            .styles(&[Asset::Table(self.game)])
            .render(&main)
    }
}
