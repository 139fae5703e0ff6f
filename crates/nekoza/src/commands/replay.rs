//! `nekoza replay`.

use std::path::Path;
use std::time::Duration;

use rules::Game;
use table::record::{Record, RecordText};
use table::referee::referee;
use words::Words;
use words::spoken::{self, Spoken, VisitSpoken};

use super::audit::refused;
use super::files::{bad_record, read_records};
use super::play::settings;
use super::rulebook::print_markdown;
use crate::args::ReplayArgs;
use crate::output::{Failure, Output};

pub(crate) fn replay(args: &ReplayArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let records = read_records(&args.record.file, words)?;
    if args.tui {
        let shown = tui::replay(&records, settings(Duration::ZERO), words.clone());
        return shown.map_err(|trouble| match Failure::from(trouble) {
            Failure::Refused(why) => {
                Failure::Refused(format!("{}: {why}", args.record.file.display()))
            }
            other => other,
        });
    }
    for (place, text) in records.iter().enumerate() {
        if place > 0 {
            output.line("\n")?;
        }
        let path = args.record.file.as_path();
        let game = text.game().map_err(|error| bad_record(path, &error, words))?;
        spoken::visit(game, Account { path, text, words, output })?;
    }
    Ok(())
}

/// The story of a record.
struct Account<'a> {
    path: &'a Path,
    text: &'a RecordText,
    words: &'a Words,
    output: &'a mut Output,
}

impl VisitSpoken for Account<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Spoken>(self) -> Result<(), Failure> {
        let Account { path, text, words, output } = self;
        let (record, words) = refereed::<G>(path, text, words)?;
        let account = words::account::<G>(record.rules, &record.steps, &words);
        print_markdown(&account, output)
    }
}

/// A record that the referee accepts, and words that use its names of players.
pub(super) fn refereed<G: Game>(
    path: &Path,
    text: &RecordText,
    words: &Words,
) -> Result<(Record<G>, Words), Failure> {
    let record = Record::<G>::read(text).map_err(|error| bad_record(path, &error, words))?;
    referee(&record, |_| ()).map_err(|why| refused(path, &why, words))?;
    let names = record.tag("Seats").map(seat_names).unwrap_or_default();
    Ok((record, words.clone().with_names(names)))
}

/// The players' names, or none if two players have the same name.
fn seat_names(seats: &str) -> Vec<String> {
    let names: Vec<String> = seats.split(',').map(|name| name.trim().to_owned()).collect();
    let twice = (1..names.len()).any(|place| names[..place].contains(&names[place]));
    if twice { Vec::new() } else { names }
}
