//! The one command. It reads arguments, asks the other crates, and prints.

/// Pages are made of thousands of short texts; this allocator takes half as long for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod args;
mod clock;
mod commands;
mod output;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command, ServeArgs};
use crate::output::{Failure, Output};

fn main() -> ExitCode {
    let args = Args::parse();
    let mut output = Output::new();
    let done = match args.command {
        None => commands::serve(ServeArgs::default(), &mut output),
        Some(Command::Serve(args)) => commands::serve(args, &mut output),
        Some(Command::Play(args)) => commands::play(&args, &mut output),
        Some(Command::Games(args)) => commands::games(&args, &mut output),
        Some(Command::Bots(args)) => commands::bots(&args, &mut output),
        Some(Command::Rules(args)) => commands::rules(&args, &mut output),
        Some(Command::Deck(args)) => commands::deck(&args, &mut output),
        Some(Command::Simulate(args)) => commands::simulate(&args, &mut output),
        Some(Command::Arena(args)) => commands::arena(&args, &mut output),
        Some(Command::Ladder(args)) => commands::ladder(&args, &mut output),
        Some(Command::Lab(args)) => commands::lab(&args, &mut output),
        Some(Command::Soak(args)) => commands::soak(&args, &mut output),
        Some(Command::Replay(args)) => commands::replay(&args, &mut output),
        Some(Command::Hint(args)) => commands::hint(&args, &mut output),
        Some(Command::Audit(args)) => commands::audit(&args, &mut output),
        Some(Command::Verify(args)) => commands::verify(&args, &mut output),
        Some(Command::Backup(args)) => commands::backup(&args),
        Some(Command::Export(args)) => commands::export(&args, &mut output),
        Some(Command::Import(args)) => commands::import(&args, &mut output),
        Some(Command::Completions(args)) => commands::completions(&args, &mut output),
    };
    match done.and_then(|()| output.flush()) {
        // Whoever stopped reading has seen enough, as `| head` does.
        Ok(()) | Err(Failure::NobodyReads) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&failure);
            failure.exit_code()
        }
    }
}
