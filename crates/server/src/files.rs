//! The limit on open files, which also limits connections.

/// Raises the limit to the most that the system allows. The default, often 1024, is meant for old programs. If the
/// system refuses, fewer connections fit and clients wait.
#[cfg(unix)]
pub(crate) fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit { current: limit.maximum, ..limit };
    if let Err(error) = setrlimit(Resource::Nofile, most) {
        tracing::debug!(%error, "no more files can be open at once");
    }
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_file_limit() {}
