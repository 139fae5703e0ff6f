//! Reading files and arguments, with errors that give place and reason.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use rules::notation::Unreadable;
use rules::{Fact, Game, GameId, Say};
use table::deck::{DeckError, DeckFile, DeckProblem};
use table::record::{RecordError, RecordText};
use words::Words;

use crate::args::VariantArgs;
use crate::output::Failure;

/// The rules set that the arguments describe.
pub(crate) fn read_variant<G: Game>(
    args: &VariantArgs,
    words: &Words,
) -> Result<G::Rules, Failure> {
    let line = rules_line(args, "");
    let rules: G::Rules = line.parse().map_err(|error| bad_line(&line, &error, words))?;
    with_deck::<G>(rules, args, words)
}

/// The rules line of the arguments, plus more keys. Without a version it means the newest.
pub(crate) fn rules_line(args: &VariantArgs, more: &str) -> String {
    let mut line = args.game.id().name().to_owned();
    let players = args.players.as_ref().map(|players| format!("players={players}"));
    let given = players.as_deref().into_iter().chain(args.rules.split_whitespace());
    for word in given.chain(more.split_whitespace()) {
        line.push(' ');
        line.push_str(word);
    }
    line
}

/// The rules with the values of the deck file, if there is one.
pub(crate) fn with_deck<G: Game>(
    rules: G::Rules,
    args: &VariantArgs,
    words: &Words,
) -> Result<G::Rules, Failure> {
    let Some(path) = &args.deck else { return Ok(rules) };
    let deck = read_deck(path, G::ID, words)?;
    deck.apply::<G>(rules).map_err(|error| bad_deck(path, &error, words))
}

/// Points at the place in a rules line that could not be read.
pub(crate) fn bad_line(line: &str, error: &Unreadable, words: &Words) -> Failure {
    let column = line[..error.at.min(line.len())].chars().count();
    let (title, reason) = (words.message("command-bad-rules", &[]), words.unreadable(error));
    Failure::Usage(format!("{title}\n  {line}\n  {:column$}^ {reason}", ""))
}

/// A deck file of this game.
pub(crate) fn read_deck(path: &Path, game: GameId, words: &Words) -> Result<DeckFile, Failure> {
    let text = read_text(path, words)?;
    let deck = DeckFile::read(&text).map_err(|error| bad_deck(path, &error, words))?;
    if deck.game() == game {
        return Ok(deck);
    }
    let found = deck.game().name().to_owned();
    let problem = DeckProblem::OtherGame { wanted: game };
    Err(bad_deck(path, &DeckError { at: None, key: "game".to_owned(), found, problem }, words))
}

fn bad_deck(path: &Path, error: &DeckError, words: &Words) -> Failure {
    let place = error.at.map(|at| format!(":{}:{}", at.line, at.column)).unwrap_or_default();
    let reason = words.message(&format!("deck-{}", error.code()), &error.facts());
    Failure::Usage(format!("{}{place}: {reason}", path.display()))
}

/// The records of a file.
pub(crate) fn read_records(path: &Path, words: &Words) -> Result<Vec<RecordText>, Failure> {
    let text = read_text(path, words)?;
    RecordText::read_all(&text).map_err(|error| bad_record(path, &error, words))
}

/// Place and reason of an unreadable record.
pub(crate) fn bad_record(path: &Path, error: &RecordError, words: &Words) -> Failure {
    let (line, column) = (error.at.line, error.at.column);
    let reason = tui::record_problem(error, words);
    Failure::Refused(format!("{}:{line}:{column}: {reason}", path.display()))
}

/// The text of a file.
pub(crate) fn read_text(path: &Path, words: &Words) -> Result<String, Failure> {
    let bytes =
        fs::read(path).map_err(|error| file_error("command-unread", path, &error, words))?;
    String::from_utf8(bytes).map_err(|error| {
        let byte = Fact::Number(error.utf8_error().valid_up_to() as i64 + 1);
        let facts = [("path", path.display().to_string().into()), ("byte", byte)];
        Failure::Usage(words.message("command-not-text", &facts))
    })
}

/// A file that cannot be written.
pub(crate) fn unwritten(path: &Path, error: &io::Error, words: &Words) -> Failure {
    file_error("command-unwritten", path, error, words)
}

fn file_error(id: &str, path: &Path, error: &io::Error, words: &Words) -> Failure {
    let facts = [("path", path.display().to_string().into()), ("error", error.to_string().into())];
    Failure::Usage(words.message(id, &facts))
}

/// An HTML report whose file is known to be writable.
pub(crate) struct ReportFile<'a> {
    path: &'a Path,
}

impl ReportFile<'_> {
    /// Checks that the file can be written, and keeps its content until [`ReportFile::write`].
    pub(crate) fn open<'a>(path: &'a Path, words: &Words) -> Result<ReportFile<'a>, Failure> {
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        opened.map(|_| ReportFile { path }).map_err(|error| unwritten(path, &error, words))
    }

    /// Writes the page.
    pub(crate) fn write(self, html: &str, words: &Words) -> Result<(), Failure> {
        fs::write(self.path, html).map_err(|error| unwritten(self.path, &error, words))
    }
}
