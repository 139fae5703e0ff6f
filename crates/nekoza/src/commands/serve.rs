//! `nekoza serve`, and a bare `nekoza`.

use rules::{Fact, Say};
use server::{Config, Limits};
use words::Words;

use crate::args::ServeArgs;
use crate::output::{Failure, Output};

pub(crate) fn serve(args: ServeArgs, output: &mut Output) -> Result<(), Failure> {
    let words = Words::english();
    let ServeArgs { listen, data, public_url, behind_proxy, open_metrics, log, without_limits } =
        args;
    if without_limits && !listen.ip().is_loopback() {
        let address = [("address", Fact::Text(listen.to_string()))];
        return Err(Failure::Usage(words.message("serve-limits-off", &address)));
    }
    server::logs::start(&log).map_err(|error| {
        let facts = [("found", Fact::Text(log)), ("error", Fact::Text(error.to_string()))];
        Failure::Usage(words.message("serve-bad-log", &facts))
    })?;
    let limits = if without_limits { Limits::NONE } else { Limits::default() };
    let config =
        Config { public_url, behind_proxy, open_metrics, limits, ..Config::new(listen, data) };
    let mut told = Ok(());
    let served = server::serve_here(config, |server| {
        let url = [("url", Fact::Text(server.url()))];
        // Whoever waits for this line gets it now, and not when the server ends.
        told = output.line(words.message("serve-open", &url)).and_then(|()| output.flush());
    });
    served.map_err(|error| {
        Failure::Usage(words.message(&format!("serve-{}", error.code()), &error.facts()))
    })?;
    match told {
        // A server serves even if nobody reads where.
        Ok(()) | Err(Failure::NobodyReads) => Ok(()),
        Err(failure) => Err(failure),
    }
}
