//! `nekoza replay`.

use std::path::Path;
use std::time::Duration;

use bots::Craft;
use rules::Game;
use table::record::{Record, RecordText};
use table::referee::referee;
use words::Words;

use super::audit::refused;
use super::files::{bad_record, read_records};
use super::play::settings;
use super::rulebook::print_markdown;
use super::{InGame, in_game};
use crate::args::ReplayArgs;
use crate::output::{Failure, Output};

pub(crate) fn replay(args: &ReplayArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let records = read_records(&args.file, words)?;
    if args.tui {
        let shown = tui::replay(&records, settings(Duration::ZERO), words.clone());
        return shown.map_err(|trouble| match Failure::from(trouble) {
            Failure::Refused(why) => Failure::Refused(format!("{}: {why}", args.file.display())),
            other => other,
        });
    }
    for (place, text) in records.iter().enumerate() {
        if place > 0 {
            output.line("\n")?;
        }
        let path = args.file.as_path();
        let game = text.game().map_err(|error| bad_record(path, &error, words))?;
        in_game(game, (path, text), words, output)?;
    }
    Ok(())
}

impl InGame for (&Path, &RecordText) {
    fn run<G: Craft>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let (path, text) = self;
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
