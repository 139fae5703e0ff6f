//! The commands, one file each.

mod arena;
mod audit;
mod bots;
mod config;
mod deck;
mod erase;
mod files;
mod games;
mod hint;
mod lab;
mod ladder;
mod log;
mod numbers;
mod operate;
mod play;
mod replay;
mod rulebook;
mod serve;
mod simulate;
mod soak;
mod tables;
mod verify;

use ::bots::{Craft, VisitCraft};
use clap::CommandFactory;
use rules::{GameId, Study};
use words::Words;

use crate::args::{Args, CompletionsArgs};
use crate::output::{Failure, Output};

pub(crate) use self::bots::bots;
pub(crate) use arena::arena;
pub(crate) use audit::audit;
pub(crate) use config::config;
pub(crate) use deck::deck;
pub(crate) use erase::erase;
pub(crate) use games::games;
pub(crate) use hint::hint;
pub(crate) use lab::lab;
pub(crate) use ladder::ladder;
pub(crate) use operate::{prune, tables};
pub(crate) use play::play;
pub(crate) use replay::replay;
pub(crate) use rulebook::rules;
pub(crate) use serve::serve;
pub(crate) use simulate::simulate;
pub(crate) use soak::soak;
pub(crate) use tables::{backup, export, import};
pub(crate) use verify::verify;

/// A command that works in one game.
trait InGame {
    fn run<G: Craft + Study>(self, words: &Words, output: &mut Output) -> Result<(), Failure>;
}

/// Runs a command in a game that is only known at run time.
fn in_game(
    game: GameId,
    command: impl InGame,
    words: &Words,
    output: &mut Output,
) -> Result<(), Failure> {
    struct Run<'a, C>(C, &'a Words, &'a mut Output);
    impl<C: InGame> VisitCraft for Run<'_, C> {
        type Output = Result<(), Failure>;

        fn visit<G: Craft + Study>(self) -> Result<(), Failure> {
            self.0.run::<G>(self.1, self.2)
        }
    }
    ::bots::visit(game, Run(command, words, output))
}

/// `nekoza completions`.
pub(crate) fn completions(args: &CompletionsArgs, output: &mut Output) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "nekoza", &mut script);
    output.line(String::from_utf8_lossy(&script).trim_end())
}
