//! How many connections the system lets us have: to it, each is an open file.

/// Asks the system for as many as it allows at all. What it grants without being asked, often 1024, is meant for programs
/// that cannot count further. Where it refuses there are fewer, and clients wait.
#[cfg(unix)]
pub(crate) fn allow_many() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit { current: limit.maximum, ..limit };
    if let Err(error) = setrlimit(Resource::Nofile, most) {
        tracing::debug!(%error, "no more files can be open at once");
    }
}

/// Here they are not counted.
#[cfg(not(unix))]
pub(crate) fn allow_many() {}
