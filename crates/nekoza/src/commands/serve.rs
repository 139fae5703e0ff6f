//! `nekoza serve`, and a bare `nekoza`.

use std::path::Path;
use std::sync::Arc;

use rules::{Fact, Say};
use server::{Limits, Settings};
use store::{SqliteError, SqliteStore};
use words::Words;

use super::config::settings;
use crate::args::ServeArgs;
use crate::output::{Failure, Output};

pub(crate) fn serve(args: &ServeArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let Settings { mut config, data, log } = settings(args, words)?;
    if args.without_limits && !config.listen.ip().is_loopback() {
        let address = [("address", Fact::Text(config.listen.to_string()))];
        return Err(Failure::Usage(words.message("serve-limits-off", &address)));
    }
    server::logs::start(&log).map_err(|error| {
        let facts = [("found", Fact::Text(log)), ("error", Fact::Text(error.to_string()))];
        Failure::Usage(words.message("serve-bad-log", &facts))
    })?;
    if args.without_limits {
        config.limits = Limits::NONE;
    }
    let store = SqliteStore::open(&data).map_err(|error| not_opened(words, &data, &error))?;
    let mut told = Ok(());
    let served = server::serve_here(config, Arc::new(store), |server| {
        let url = [("url", Fact::Text(server.url()))];
        // Flush now: scripts wait for this line.
        told = output.line(words.message("serve-open", &url)).and_then(|()| output.flush());
    });
    served.map_err(|error| {
        Failure::Usage(words.message(&format!("serve-{}", error.code()), &error.facts()))
    })?;
    match told {
        // The server runs even if nobody reads its output.
        Ok(()) | Err(Failure::ReaderGone) => Ok(()),
        Err(failure) => Err(failure),
    }
}

/// Why the database of a folder cannot be opened.
fn not_opened(words: &Words, folder: &Path, error: &SqliteError) -> Failure {
    let message = match error {
        SqliteError::NotWritable { .. } => "serve-data",
        SqliteError::InUse { .. } => "serve-in-use",
        SqliteError::Damaged { .. } => "serve-damaged",
        SqliteError::NoDatabase { .. }
        | SqliteError::FileExists { .. }
        | SqliteError::TooNew { .. }
        | SqliteError::DiskFull { .. }
        | SqliteError::Failed { .. }
        | SqliteError::Store(_) => "serve-store",
    };
    let folder = Fact::Text(folder.display().to_string());
    let facts = [("folder", folder), ("error", Fact::Text(error.to_string()))];
    Failure::Usage(words.message(message, &facts))
}
