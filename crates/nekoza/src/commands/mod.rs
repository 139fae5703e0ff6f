//! What each command does, a file each.

mod arena;
mod audit;
mod bots;
mod deck;
mod files;
mod games;
mod hint;
mod lab;
mod ladder;
mod numbers;
mod replay;
mod rulebook;
mod serve;
mod simulate;
mod soak;

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::output::{Failure, Output};

pub(crate) use self::bots::bots;
pub(crate) use arena::arena;
pub(crate) use audit::audit;
pub(crate) use deck::deck;
pub(crate) use games::games;
pub(crate) use hint::hint;
pub(crate) use lab::lab;
pub(crate) use ladder::ladder;
pub(crate) use replay::replay;
pub(crate) use rulebook::rules;
pub(crate) use serve::serve;
pub(crate) use simulate::simulate;
pub(crate) use soak::soak;

/// `nekoza completions`.
pub(crate) fn completions(args: &CompletionsArgs, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "nekoza", &mut script);
    output.line(String::from_utf8_lossy(&script).trim_end())
}
