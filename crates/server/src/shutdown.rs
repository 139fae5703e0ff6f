//! How everything learns that the server stops.

use tokio::sync::watch;

/// Tells everybody who listens that the server stops.
#[derive(Debug)]
pub(crate) struct Stop(watch::Sender<bool>);

/// Learns that the server stops. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Shutdown(watch::Receiver<bool>);

impl Stop {
    /// A server that does not stop yet.
    pub(crate) fn new() -> (Stop, Shutdown) {
        let (sender, receiver) = watch::channel(false);
        (Stop(sender), Shutdown(receiver))
    }

    /// Tells everybody.
    pub(crate) fn now(&self) {
        self.0.send_replace(true);
    }
}

impl Shutdown {
    /// Waits until the server stops. A stream that does not wait for this as well keeps the server from ending.
    pub(crate) async fn begun(&self) {
        let mut stopping = self.0.clone();
        // If nobody is left who could tell, the server is gone already.
        drop(stopping.wait_for(|&stopping| stopping).await);
    }
}

/// Listens from now on for Ctrl-C and for the signal by which a system asks its services to end: done at the first.
pub(crate) fn asked_to_stop() -> impl Future<Output = ()> {
    let (interrupted, terminated) = (interrupted(), terminated());
    async {
        tokio::select! {
            () = interrupted => {}
            () = terminated => {}
        }
    }
}

#[cfg(unix)]
fn interrupted() -> impl Future<Output = ()> {
    signalled(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(unix)]
fn terminated() -> impl Future<Output = ()> {
    signalled(tokio::signal::unix::SignalKind::terminate())
}

#[cfg(unix)]
fn signalled(kind: tokio::signal::unix::SignalKind) -> impl Future<Output = ()> {
    let signal = tokio::signal::unix::signal(kind);
    async {
        match signal {
            Ok(mut signal) => drop(signal.recv().await),
            // Without a handler the signal ends the process as it always does.
            Err(_) => std::future::pending().await,
        }
    }
}

#[cfg(not(unix))]
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
