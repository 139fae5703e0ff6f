//! The server's log for operators: one line per event. It never contains a path, a cookie, a name or a card.

use std::fmt;

use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// An invalid filter for the log.
#[derive(Debug)]
pub struct BadFilter(ParseError);

impl fmt::Display for BadFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for BadFilter {}

/// Starts logging to standard error with this filter, such as `info` or `warn,server=debug`.
///
/// A process has one log: further calls change nothing.
pub fn start(targets: &str) -> Result<(), BadFilter> {
    let targets: Targets = targets.parse().map_err(BadFilter)?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // An error means that a log was started before; it stays.
    drop(tracing_subscriber::registry().with(lines).with(targets).try_init());
    Ok(())
}
