//! `nekoza rules`.

use rules::{Game, Visit};
use table::deck::DeckFile;
use words::{Style, Words, terminal};

use super::files::read_deck;
use crate::args::RulesArgs;
use crate::output::{Failure, Output};

/// Lines longer than this are hard to read, however wide the window is.
const MAX_WIDTH: usize = 90;

pub(crate) fn rules(args: &RulesArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let id = args.game.id();
    let deck = args.deck.as_deref().map(|path| read_deck(path, id, words)).transpose()?;
    let markdown = id.visit(Fill { words, deck });
    print_markdown(&markdown, output)
}

/// Prints Markdown as wide as the window, up to [`MAX_WIDTH`].
pub(crate) fn print_markdown(markdown: &str, output: &mut Output) -> Result<(), Failure> {
    let (width, style) = if output.is_terminal() {
        let size = terminal_size::terminal_size();
        let columns = size.map_or(80, |(terminal_size::Width(columns), _)| usize::from(columns));
        (columns.clamp(40, MAX_WIDTH), Style::Ansi)
    } else {
        (80, Style::Plain)
    };
    output.line(terminal(markdown, width, style).trim_end())
}

struct Fill<'a> {
    words: &'a Words,
    deck: Option<DeckFile>,
}

impl Visit for Fill<'_> {
    type Output = String;

    fn visit<G: Game>(self) -> String {
        let tables = self.deck.as_ref().map(DeckFile::tables).unwrap_or_default();
        self.words.rulebook_of::<G>(&tables)
    }
}
