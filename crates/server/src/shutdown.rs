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

/// Waits for Ctrl-C, or for the signal by which a system asks its services to end.
pub(crate) async fn asked_to_stop() {
    let ctrl_c = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = ctrl_c => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut signal) => drop(signal.recv().await),
        // Without a handler the signal ends the process as it always does.
        Err(_) => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}
