//! How many connections the system lets us have: to it, each is an open file.

/// Asks for as many as the system allows. It often grants 1024 to programs that do not ask. Where it refuses, connecting
/// to many tables fails and says so.
#[cfg(unix)]
pub(crate) fn allow_many() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// Here they are not counted.
#[cfg(not(unix))]
pub(crate) fn allow_many() {}
