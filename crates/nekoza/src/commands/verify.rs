//! `nekoza verify`.

use std::path::Path;

use bots::Craft;
use rules::{Fact, Say};
use table::record::{Record, RecordText};
use table::referee::referee;
use table::verify::{Unverified, verify as deal_again};
use words::Words;

use super::audit::refused;
use super::files::{bad_record, read_records};
use super::{InGame, in_game};
use crate::args::RecordArg;
use crate::output::{Failure, Output};

pub(crate) fn verify(args: &RecordArg, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let path = args.file.as_path();
    for text in read_records(path, words)? {
        let game = text.game().map_err(|error| bad_record(path, &error, words))?;
        in_game(game, Verify { path, text: &text }, words, output)?;
    }
    Ok(())
}

struct Verify<'a> {
    path: &'a Path,
    text: &'a RecordText,
}

impl InGame for Verify<'_> {
    fn run<G: Craft>(self, words: &Words, output: &mut Output) -> Result<(), Failure> {
        let Verify { path, text } = self;
        let record = Record::<G>::read(text).map_err(|error| bad_record(path, &error, words))?;
        // Comparing deals makes sense only in a legal game.
        referee(&record, |_| ()).map_err(|why| refused(path, &why, words))?;
        let n_draws = deal_again(&record).map_err(|why| unverified(path, &why, words))?;
        output.line(words.message("verify-verified", &[("n", Fact::Number(n_draws as i64))]))
    }
}

fn unverified(path: &Path, why: &Unverified, words: &Words) -> Failure {
    let line = match why {
        Unverified::OtherDeal { line, .. } => format!(":{line}"),
        Unverified::NoTag { .. } | Unverified::BadSeed { .. } | Unverified::OtherSeed { .. } => {
            String::new()
        }
    };
    let reason = words.message(&format!("verify-{}", why.code()), &why.facts());
    Failure::Refused(format!("{}{line}: {reason}", path.display()))
}
