//! The signal by which all tasks learn that the server stops.

use tokio::sync::watch;

/// Starts the shutdown.
#[derive(Debug)]
pub(crate) struct ShutdownTrigger(watch::Sender<bool>);

/// Waits for the shutdown. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Shutdown(watch::Receiver<bool>);

impl ShutdownTrigger {
    /// A trigger and its receiver.
    pub(crate) fn new() -> (ShutdownTrigger, Shutdown) {
        let (sender, receiver) = watch::channel(false);
        (ShutdownTrigger(sender), Shutdown(receiver))
    }

    /// Starts the shutdown for all receivers.
    pub(crate) fn trigger(&self) {
        self.0.send_replace(true);
    }
}

impl Shutdown {
    /// Waits until the shutdown starts. Endless streams must wait for it too, or the server cannot end.
    pub(crate) async fn started(&self) {
        let mut started = self.0.clone();
        // An error means that the trigger is gone, and with it the server.
        drop(started.wait_for(|&started| started).await);
    }
}

/// Installs handlers for Ctrl-C and the termination signal. The future ends at the first signal.
pub(crate) fn stop_signal() -> impl Future<Output = ()> {
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
    on_signal(tokio::signal::unix::SignalKind::interrupt())
}

#[cfg(unix)]
fn terminated() -> impl Future<Output = ()> {
    on_signal(tokio::signal::unix::SignalKind::terminate())
}

#[cfg(unix)]
fn on_signal(kind: tokio::signal::unix::SignalKind) -> impl Future<Output = ()> {
    let signal = tokio::signal::unix::signal(kind);
    async {
        match signal {
            Ok(mut signal) => drop(signal.recv().await),
            // Without a handler the signal ends the process, as it does by default.
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
