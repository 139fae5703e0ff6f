//! `nekoza deck`.

use table::deck::Deck;

use crate::args::DeckArgs;
use crate::output::{Failure, Output};

pub(crate) fn deck(args: &DeckArgs, output: &mut Output) -> Result<(), Failure> {
    output.line(Deck::standard(args.game.id()).to_toml().trim_end())
}
