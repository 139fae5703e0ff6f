//! Errors before and after a game, as text.

use std::fmt;
use std::io;
use std::path::Path;

use bots::Craft;
use rules::notation::Unreadable;
use rules::{Fact, Refusal, Say as _};
use table::record::{RecordError, RecordProblem};
use table::referee::RuleBreach;
use words::Words;

use crate::local_table::ResumeError;
use crate::save::SaveError;

/// Why a command failed.
#[derive(Debug)]
pub enum PlayError {
    /// Wrong usage.
    Usage(String),
    /// A file was read and refused.
    Refused(String),
    /// Output could not be written.
    Output(io::Error),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Usage(text) | PlayError::Refused(text) => f.write_str(text),
            PlayError::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<io::Error> for PlayError {
    fn from(error: io::Error) -> PlayError {
        PlayError::Output(error)
    }
}

fn text(text: impl fmt::Display) -> Fact {
    Fact::Text(text.to_string())
}

/// An error with a folder or file.
pub(crate) fn save_error(error: &SaveError, words: &Words) -> PlayError {
    match error {
        SaveError::Unwritable(path, why) => PlayError::Usage(unwritable(path, why, words)),
        SaveError::Unreadable(path, why) => {
            let facts = [("path", text(path.display())), ("why", text(why))];
            PlayError::Usage(words.message("tui-unreadable", &facts))
        }
        SaveError::NotText(path, byte) => {
            let why = words.message("tui-not-text", &[("byte", Fact::Number(*byte as i64))]);
            damaged(path, &why, words)
        }
        SaveError::NotRecord(path, error) => damaged(path, &record_reason(error, words), words),
    }
}

fn unwritable(path: &Path, why: &io::Error, words: &Words) -> String {
    words.message("tui-unwritable", &[("path", text(path.display())), ("why", text(why))])
}

/// Why a saved game cannot be resumed.
pub(crate) fn resume_error<G: Craft>(
    path: &Path,
    why: &ResumeError<G>,
    words: &Words,
) -> PlayError {
    let why = match why {
        ResumeError::Unreadable(error) => record_reason(error, words),
        ResumeError::Refused(refused) => referee_reason(refused, words),
        ResumeError::BadTag { tag, found } => {
            let id = if found.is_some() { "tui-bad-tag" } else { "record-missing-tag" };
            let found = text(found.as_deref().unwrap_or_default());
            words.message(id, &[("tag", text(tag)), ("found", found)])
        }
    };
    damaged(path, &why, words)
}

fn damaged(path: &Path, why: &str, words: &Words) -> PlayError {
    let facts = [("path", text(path.display())), ("why", text(why))];
    PlayError::Refused(words.message("tui-damaged", &facts))
}

/// Why a record cannot be read, without the place.
pub fn record_problem(error: &RecordError, words: &Words) -> String {
    match &error.problem {
        RecordProblem::Unreadable(wanted) => {
            let (found, wanted) = (error.found.clone(), wanted.clone());
            words.unreadable(&Unreadable { at: 0, found, wanted })
        }
        _ => words.message(&format!("record-{}", error.code()), &error.facts()),
    }
}

/// Place and reason of an unreadable record.
pub(crate) fn record_reason(error: &RecordError, words: &Words) -> String {
    let why = record_problem(error, words);
    let place = [("line", error.at.line.into()), ("column", error.at.column.into())];
    let [line, column] = place;
    words.message("tui-at", &[line, column, ("why", why.into())])
}

/// Why the referee refused a record.
pub(crate) fn referee_reason<G: Craft>(refused: &RuleBreach<G>, words: &Words) -> String {
    let sentence = words.message(&format!("referee-{}", refused.code()), &refused.facts());
    match refused {
        RuleBreach::Step { refusal, .. } => {
            format!("{sentence}: {}", refusal_reason(refusal, words))
        }
        RuleBreach::CutOff { .. } | RuleBreach::WrongResult { .. } => sentence,
    }
}

/// Why an action is illegal, with its rule.
pub(crate) fn refusal_reason<G: Craft>(refusal: &Refusal<G>, words: &Words) -> String {
    let why = words.refusal::<G>(refusal).into();
    words.message("live-refused", &[("why", why), ("rule", text(refusal.rule()))])
}
