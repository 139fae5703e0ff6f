//! What the server writes for whoever runs it: one line an event, never a path, a cookie, a name or a card.

use std::fmt;

use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// What cannot be a choice of what is written.
#[derive(Debug)]
pub struct BadFilter(ParseError);

impl fmt::Display for BadFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for BadFilter {}

/// Begins to write to standard error what these targets let pass: `info`, or `warn,server=debug`.
///
/// A process has one log; a second call changes nothing.
pub fn start(targets: &str) -> Result<(), BadFilter> {
    let targets: Targets = targets.parse().map_err(BadFilter)?;
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // Whoever began first goes on.
    drop(tracing_subscriber::registry().with(lines).with(targets).try_init());
    Ok(())
}
