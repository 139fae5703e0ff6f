//! The `nekoza` command: reads arguments, calls the other crates, and prints.

/// Pages consist of thousands of short texts. This allocator needs half the time for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod args;
mod clock;
mod commands;
mod environment;
mod operator_args;
mod output;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, CliCommand, ServeArgs};
use crate::output::{Failure, Output};

fn main() -> ExitCode {
    let args = Args::parse();
    let words = environment::words();
    let mut output = Output::new();
    let done = match args.command {
        None => commands::serve(&ServeArgs::default(), &words, &mut output),
        Some(CliCommand::Serve(args)) => commands::serve(&args, &words, &mut output),
        Some(CliCommand::Config) => commands::config(&mut output),
        Some(CliCommand::Play(args)) => commands::play(&args, &words, &mut output),
        Some(CliCommand::Games(args)) => commands::games(&args, &words, &mut output),
        Some(CliCommand::Bots(args)) => commands::bots(&args, &words, &mut output),
        Some(CliCommand::Rules(args)) => commands::rules(&args, &words, &mut output),
        Some(CliCommand::Deck(args)) => commands::deck(&args, &mut output),
        Some(CliCommand::Simulate(args)) => commands::simulate(&args, &words, &mut output),
        Some(CliCommand::Arena(args)) => commands::arena(&args, &words, &mut output),
        Some(CliCommand::Ladder(args)) => commands::ladder(&args, &words, &mut output),
        Some(CliCommand::Lab(args)) => commands::lab(&args, &words, &mut output),
        Some(CliCommand::Soak(args)) => commands::soak(&args, &words, &mut output),
        Some(CliCommand::Replay(args)) => commands::replay(&args, &words, &mut output),
        Some(CliCommand::Hint(args)) => commands::hint(&args, &words, &mut output),
        Some(CliCommand::Audit(args)) => commands::audit(&args, &words, &mut output),
        Some(CliCommand::Verify(args)) => commands::verify(&args, &words, &mut output),
        Some(CliCommand::Backup(args)) => commands::backup(&args),
        Some(CliCommand::Export(args)) => commands::export(&args, &mut output),
        Some(CliCommand::Import(args)) => commands::import(&args, &words, &mut output),
        Some(CliCommand::Tables(args)) => commands::tables(&args, &words, &mut output),
        Some(CliCommand::Prune(args)) => commands::prune(&args, &words, &mut output),
        Some(CliCommand::Erase(args)) => commands::erase(&args, &words, &mut output),
        Some(CliCommand::Completions(args)) => commands::completions(&args, &mut output),
    };
    match done.and_then(|()| output.flush()) {
        // A reader that stopped reading, such as `| head`, is no failure.
        Ok(()) | Err(Failure::ReaderGone) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&failure);
            failure.exit_code()
        }
    }
}
