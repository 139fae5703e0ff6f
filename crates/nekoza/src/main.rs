//! The `nekoza` command: reads arguments, calls the other crates, and prints.

/// Pages consist of thousands of short texts. This allocator needs half the time for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod args;
mod clock;
mod commands;
mod environment;
mod output;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command, ServeArgs};
use crate::output::{Failure, Output};

fn main() -> ExitCode {
    let args = Args::parse();
    let words = environment::words();
    let mut output = Output::new();
    let done = match args.command {
        None => commands::serve(&ServeArgs::default(), &words, &mut output),
        Some(Command::Serve(args)) => commands::serve(&args, &words, &mut output),
        Some(Command::Config) => commands::config(&mut output),
        Some(Command::Play(args)) => commands::play(&args, &words, &mut output),
        Some(Command::Games(args)) => commands::games(&args, &words, &mut output),
        Some(Command::Bots(args)) => commands::bots(&args, &words, &mut output),
        Some(Command::Rules(args)) => commands::rules(&args, &words, &mut output),
        Some(Command::Deck(args)) => commands::deck(&args, &mut output),
        Some(Command::Simulate(args)) => commands::simulate(&args, &words, &mut output),
        Some(Command::Arena(args)) => commands::arena(&args, &words, &mut output),
        Some(Command::Ladder(args)) => commands::ladder(&args, &mut output),
        Some(Command::Lab(args)) => commands::lab(&args, &words, &mut output),
        Some(Command::Soak(args)) => commands::soak(&args, &words, &mut output),
        Some(Command::Replay(args)) => commands::replay(&args, &words, &mut output),
        Some(Command::Hint(args)) => commands::hint(&args, &words, &mut output),
        Some(Command::Audit(args)) => commands::audit(&args, &words, &mut output),
        Some(Command::Verify(args)) => commands::verify(&args, &words, &mut output),
        Some(Command::Backup(args)) => commands::backup(&args),
        Some(Command::Export(args)) => commands::export(&args, &mut output),
        Some(Command::Import(args)) => commands::import(&args, &words, &mut output),
        Some(Command::Completions(args)) => commands::completions(&args, &mut output),
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
