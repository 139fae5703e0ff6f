//! `nekoza deck`.

use table::deck::DeckFile;

use crate::args::DeckArgs;
use crate::output::{Failure, Output};

pub(crate) fn deck(args: &DeckArgs, output: &mut Output) -> Result<(), Failure> {
    output.line(DeckFile::standard(args.game.id()).to_toml().trim_end())
}
