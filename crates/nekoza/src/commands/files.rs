//! Reading files and arguments, with errors that give place and reason.

use std::fs::{self, OpenOptions};
use std::path::Path;

use rules::notation::Unreadable;
use rules::{Game, GameId, Say};
use table::deck::{DeckError, DeckFile, DeckProblem};
use table::record::{RecordError, RecordProblem, RecordText};
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
    let reason = words.unreadable(error);
    Failure::Usage(format!("cannot read these rules:\n  {line}\n  {:column$}^ {reason}", ""))
}

/// A deck file of this game.
pub(crate) fn read_deck(path: &Path, game: GameId, words: &Words) -> Result<DeckFile, Failure> {
    let text = read_text(path)?;
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
    let text = read_text(path)?;
    RecordText::read_all(&text).map_err(|error| bad_record(path, &error, words))
}

/// Place and reason of an unreadable record.
pub(crate) fn bad_record(path: &Path, error: &RecordError, words: &Words) -> Failure {
    let (line, column) = (error.at.line, error.at.column);
    let reason = record_reason(error, words);
    Failure::Refused(format!("{}:{line}:{column}: {reason}", path.display()))
}

/// Why a record could not be read.
pub(crate) fn record_reason(error: &RecordError, words: &Words) -> String {
    match &error.problem {
        RecordProblem::Unreadable(wanted) => {
            let (found, wanted) = (error.found.clone(), wanted.clone());
            words.unreadable(&Unreadable { at: 0, found, wanted })
        }
        _ => words.message(&format!("record-{}", error.code()), &error.facts()),
    }
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let unread = |what: String| Failure::Usage(format!("cannot read {}: {what}", path.display()));
    let bytes = fs::read(path).map_err(|error| unread(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        unread(format!("byte {} is not UTF-8 text", at + 1))
    })
}

/// An HTML report whose file is known to be writable.
pub(crate) struct ReportFile<'a> {
    path: &'a Path,
}

impl ReportFile<'_> {
    /// Checks that the file can be written, and keeps its content until [`ReportFile::write`].
    pub(crate) fn open(path: &Path) -> Result<ReportFile<'_>, Failure> {
        let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        opened.map(|_| ReportFile { path }).map_err(|error| unwritten(path, &error))
    }

    /// Writes the page.
    pub(crate) fn write(self, html: &str) -> Result<(), Failure> {
        fs::write(self.path, html).map_err(|error| unwritten(self.path, &error))
    }
}

fn unwritten(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Usage(format!("cannot write {}: {error}", path.display()))
}
