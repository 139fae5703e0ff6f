//! `nekoza replay`.

use std::path::Path;

use rules::{Game, Visit};
use table::record::{Record, RecordText};
use table::referee::referee;
use words::Words;

use super::audit::refused;
use super::files::{bad_record, read_records};
use super::rulebook::print_markdown;
use crate::args::ReplayArgs;
use crate::output::{Failure, Output};

pub(crate) fn replay(args: &ReplayArgs, output: &mut Output) -> Result<(), Failure> {
    let words = Words::english();
    let records = read_records(&args.file, &words)?;
    for (place, text) in records.iter().enumerate() {
        if place > 0 {
            output.line("\n")?;
        }
        let path = &args.file;
        let game = text.game().map_err(|error| bad_record(path, &error, &words))?;
        game.visit(Tell { path, text, output })?;
    }
    Ok(())
}

struct Tell<'a> {
    path: &'a Path,
    text: &'a RecordText,
    output: &'a mut Output,
}

impl Visit for Tell<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self) -> Result<(), Failure> {
        let Tell { path, text, output } = self;
        let mut words = Words::english();
        let record = Record::<G>::read(text).map_err(|error| bad_record(path, &error, &words))?;
        referee(&record, |_| ()).map_err(|why| refused(path, &why, &words))?;
        words = with_players(words, &record);
        let account = words::account::<G>(record.rules, &record.steps, &words);
        print_markdown(&account, output)
    }
}

/// Tells seats by the names that the record gives.
pub(super) fn with_players<G: Game>(words: Words, record: &Record<G>) -> Words {
    match record.tag("Seats") {
        Some(names) => words.with_names(seat_names(names)),
        None => words,
    }
}

/// The players' names, if they tell the players apart.
fn seat_names(seats: &str) -> Vec<String> {
    let names: Vec<String> = seats.split(',').map(|name| name.trim().to_owned()).collect();
    let twice = (1..names.len()).any(|place| names[..place].contains(&names[place]));
    if twice { Vec::new() } else { names }
}
