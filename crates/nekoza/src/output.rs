//! Standard output, and failures with their exit codes.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments, or a file that they name, are wrong.
    Usage(String),
    /// The referee refused a record.
    Refused(String),
    /// A law of games was broken.
    Broken(String),
    /// Output could not be written.
    Output(io::Error),
    /// The reader of the output is gone.
    ReaderGone,
}

impl Failure {
    /// 1: the record is refused, or a law is broken. 2: wrong usage.
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Refused(_) | Failure::Broken(_) | Failure::Output(_) => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(2),
            Failure::ReaderGone => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
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

    /// Whether the output goes to a terminal.
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

    /// Writes everything that is buffered.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.writer.flush()?)
    }
}

/// For `tui`, which only needs a writer.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Prints a failure on standard error.
pub(crate) fn complain(failure: &Failure) {
    let text = match failure {
        Failure::Usage(text) | Failure::Refused(text) | Failure::Broken(text) => text.clone(),
        Failure::Output(error) => format!("cannot write the output: {error}"),
        Failure::ReaderGone => return,
    };
    let mut stderr = io::stderr().lock();
    // If standard error is closed too, the exit code still tells.
    drop(writeln!(stderr, "nekoza: {text}"));
}
