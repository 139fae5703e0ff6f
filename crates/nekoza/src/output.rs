//! Printing, and what to do when something fails.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

/// Why the command could not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments, or a file that they name, are not right.
    Usage(String),
    /// A record was read and refused.
    Refused(String),
    /// A law of games was broken.
    Broken(String),
    /// Output could not be written.
    Output(io::Error),
    /// Whoever read the output has gone.
    NobodyReads,
}

impl Failure {
    /// 1: the record is refused, or something is broken. 2: the command was not used right.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Refused(_) | Failure::Broken(_) | Failure::Output(_) => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(2),
            Failure::NobodyReads => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::NobodyReads,
            _ => Failure::Output(error),
        }
    }
}

/// Standard output.
#[derive(Debug)]
pub(crate) struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    terminal: bool,
}

impl Output {
    pub(crate) fn new() -> Output {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Output { writer: BufWriter::new(stdout.lock()), terminal }
    }

    /// Whether a person sees the output as it is.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        Ok(writeln!(self.writer, "{}", text.as_ref())?)
    }

    /// Prints a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &serde_json::Value) -> Result<(), Failure> {
        Ok(writeln!(self.writer, "{value}")?)
    }

    /// Hands everything on.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }
}

/// For those who only know that it can be written to.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Says on standard error why nothing came of it.
pub(crate) fn complain(failure: &Failure) {
    let text = match failure {
        Failure::Usage(text) | Failure::Refused(text) | Failure::Broken(text) => text.clone(),
        Failure::Output(error) => format!("cannot write the output: {error}"),
        Failure::NobodyReads => return,
    };
    let mut stderr = io::stderr().lock();
    // If even this cannot be written there is nobody left to tell; the exit code still says it.
    drop(writeln!(stderr, "nekoza: {text}"));
}
