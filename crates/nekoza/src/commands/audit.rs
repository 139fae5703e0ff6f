//! `nekoza audit`.

use std::path::Path;

use bots::Craft;
use rules::{Game, Say, Seat};
use serde_json::{Value, json};
use table::record::{Record, RecordError, RecordText};
use table::referee::{RefereeEvent, RuleBreach, referee};
use words::Words;

use super::files::{bad_record, read_text};
use super::{InGame, in_game};
use crate::args::AuditArgs;
use crate::output::{Failure, Output};

pub(crate) fn audit(args: &AuditArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let (path, json) = (args.record.file.as_path(), args.json);
    let text = read_text(path, words)?;
    let records = RecordText::read_all(&text);
    for text in report_unreadable(records, path, json, words, output)? {
        let game = report_unreadable(text.game(), path, json, words, output)?;
        in_game(game, Audit { path, text: &text, json }, words, output)?;
    }
    Ok(())
}

/// Returns what was read, or reports the error: in JSON too with `--json`.
fn report_unreadable<T>(
    read: Result<T, RecordError>,
    path: &Path,
    json: bool,
    words: &Words,
    output: &mut Output,
) -> Result<T, Failure> {
    let error = match read {
        Ok(read) => return Ok(read),
        Err(error) => error,
    };
    if json {
        output.json(&json!({
            "kind": "refused",
            "code": error.code(),
            "line": error.at.line,
            "column": error.at.column,
            "reason": tui::record_problem(&error, words),
        }))?;
        output.flush()?;
    }
    Err(bad_record(path, &error, words))
}

struct Audit<'a> {
    path: &'a Path,
    text: &'a RecordText,
    json: bool,
}

impl InGame for Audit<'_> {
    fn run<G: Craft>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let Audit { path, text, json } = self;
        let record = report_unreadable(Record::<G>::read(text), path, json, words, output)?;
        let mut printed = Ok(());
        let mut n_steps = 0;
        let verdict = referee(&record, |event| {
            n_steps += usize::from(matches!(
                event,
                RefereeEvent::Chance { .. } | RefereeEvent::Act { .. }
            ));
            if printed.is_ok() {
                printed = if json {
                    output.json(&event_json(&event))
                } else {
                    output.line(event_text(&event, n_steps))
                };
            }
        });
        printed?;
        let Err(why) = verdict else { return Ok(()) };
        if json {
            output.json(&refused_json(&why, words))?;
        }
        Err(refused(path, &why, words))
    }
}

fn event_json(event: &RefereeEvent) -> Value {
    match event {
        RefereeEvent::Rules { text } => json!({ "kind": "rules", "text": text }),
        RefereeEvent::Chance { text } => json!({ "kind": "chance", "text": text }),
        RefereeEvent::Act { seat, text, legal } => {
            json!({ "kind": "act", "seat": seat.index(), "text": text, "legal": legal })
        }
        RefereeEvent::Standing { rounds: _, scores } => {
            json!({ "kind": "standing", "scores": scores })
        }
        RefereeEvent::End { scores, winners } => {
            let winners: Vec<usize> = winners.iter().map(Seat::index).collect();
            json!({ "kind": "end", "scores": scores, "winners": winners })
        }
    }
}

fn event_text(event: &RefereeEvent, n_steps: usize) -> String {
    let joined = |scores: &[i32]| scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
    match event {
        RefereeEvent::Rules { text } => text.clone(),
        RefereeEvent::Chance { text } => format!("{n_steps:>4}  {text}"),
        RefereeEvent::Act { seat, text, legal } => {
            format!("{n_steps:>4}  {seat} {text:<12} of {}: {}", legal.len(), legal.join(", "))
        }
        RefereeEvent::Standing { rounds, scores } => {
            format!("      after round {rounds}: {}", joined(scores))
        }
        RefereeEvent::End { scores, winners } => {
            format!("      end: {}, won by {winners}", joined(scores))
        }
    }
}

fn refused_json<G: Game>(why: &RuleBreach<G>, words: &Words) -> Value {
    match why {
        RuleBreach::Step { step, line, seat, text, refusal } => json!({
            "kind": "refused",
            "code": refusal.code(),
            "rule": refusal.rule(),
            "step": step,
            "line": line,
            "seat": seat.map(Seat::index),
            "text": text,
            "reason": words.refusal::<G>(refusal),
        }),
        RuleBreach::CutOff { step, line, .. } => json!({
            "kind": "refused",
            "code": why.code(),
            "step": step,
            "line": line,
            "reason": sentence(why, words),
        }),
        RuleBreach::WrongResult { line, .. } => json!({
            "kind": "refused",
            "code": why.code(),
            "line": line,
            "reason": sentence(why, words),
        }),
    }
}

/// Why the referee refused a record, as text.
pub(crate) fn refused<G: Game>(path: &Path, why: &RuleBreach<G>, words: &Words) -> Failure {
    let (line, reason) = match why {
        RuleBreach::Step { line, refusal, .. } => {
            let reason = words.refusal::<G>(refusal);
            (line, format!("{}: {} {reason}", sentence(why, words), refusal.rule()))
        }
        RuleBreach::CutOff { line, .. } | RuleBreach::WrongResult { line, .. } => {
            (line, sentence(why, words))
        }
    };
    Failure::Refused(format!("{}:{line}: {reason}", path.display()))
}

fn sentence<G: Game>(why: &RuleBreach<G>, words: &Words) -> String {
    words.message(&format!("referee-{}", why.code()), &why.facts())
}
