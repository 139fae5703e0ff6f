//! A server in a thread of its own.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use crate::wait::PATIENCE;

/// A server that runs until it is dropped.
#[derive(Debug)]
pub struct Background {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// The server's side: it reports its address and learns when to stop.
#[derive(Debug)]
pub struct ServerHandle {
    ready: mpsc::Sender<SocketAddr>,
    stop: oneshot::Receiver<()>,
}

impl ServerHandle {
    /// Reports the address of the server.
    pub fn listens(&self, address: SocketAddr) {
        self.ready.send(address).unwrap();
    }

    /// Waits until the server should stop.
    pub async fn stopped(self) {
        drop(self.stop.await);
    }
}

impl Background {
    /// Starts a server and waits until it has reported its address.
    pub fn start<F: Future<Output = ()>>(
        serve: impl FnOnce(ServerHandle) -> F + Send + 'static,
    ) -> Background {
        let (stop, stopped) = oneshot::channel();
        let (ready, address) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.unwrap().block_on(serve(ServerHandle { ready, stop: stopped }));
        });
        let address = address.recv_timeout(PATIENCE).expect("a server says where it listens");
        Background { address, stop: Some(stop), thread: Some(thread) }
    }

    /// The address of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the server panicked");
        }
    }
}
