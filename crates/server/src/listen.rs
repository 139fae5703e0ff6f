//! Listening on an address, serving connections, and shutting down.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rules::{Fact, Facts, Say, codes};
use store::Store;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tower::ServiceExt as _;

use crate::address::{Address, Peer};
use crate::app::App;
use crate::config::Config;
use crate::error::Problem;
use crate::limits::RefusedConnection;
use crate::patience::WriteTimeout;
use crate::shutdown::{Shutdown, ShutdownTrigger};
use crate::slots::{Slot, Slots};
use crate::{clock, room, routes, stream};

/// Why the server cannot start. Messages: `serve-{code}`.
#[derive(Debug)]
pub enum ServeError {
    /// Another program listens on this address.
    PortTaken(SocketAddr),
    /// The system does not let us listen on this address.
    Listen(SocketAddr, io::Error),
    /// The system cannot start threads.
    Threads(io::Error),
}

impl Say for ServeError {
    codes! {
        ServeError::PortTaken(_) => "port-taken",
        ServeError::Listen(..) => "listen",
        ServeError::Threads(_) => "threads",
    }

    fn facts(&self) -> Facts {
        let text = |text: &dyn fmt::Display| Fact::Text(text.to_string());
        match self {
            ServeError::PortTaken(address) => {
                vec![("address", text(address)), ("port", text(&address.port()))]
            }
            ServeError::Listen(address, error) => {
                vec![("address", text(address)), ("error", text(error))]
            }
            ServeError::Threads(error) => vec![("error", text(error))],
        }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::PortTaken(address) => write!(f, "another program listens on {address}"),
            ServeError::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
            ServeError::Threads(error) => write!(f, "cannot start threads: {error}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ServeError::PortTaken(_) => None,
            ServeError::Listen(_, error) | ServeError::Threads(error) => Some(error),
        }
    }
}

/// A server that owns its address. It answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: Listener,
    address: SocketAddr,
    app: App,
    pages: Router,
    trigger: ShutdownTrigger,
}

/// Accepts connections and prepares each of them. Nothing else in this program accepts a connection.
#[derive(Debug)]
struct Listener(TcpListener);

impl Listener {
    async fn bind(address: SocketAddr) -> io::Result<Listener> {
        TcpListener::bind(address).await.map(Listener)
    }

    fn address(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, peer) = self.0.accept().await?;
        // Small messages should go out at once. A socket without this option still works.
        drop(stream.set_nodelay(true));
        notice_loss(&stream);
        Ok((stream, peer))
    }
}

/// Refused connections that hear why, at once. Further ones are dropped without a word.
const MAX_REFUSALS: usize = 64;

/// Time for a refused client to send a request that can be answered.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(3);

/// Time for answers in progress to end during a shutdown.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// The interval between removals of full buckets and of what is no longer remembered.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60);

/// The interval between deletions of old tables, and the time before the first one.
const PRUNING_INTERVAL: Duration = Duration::from_secs(3600);
const FIRST_PRUNING: Duration = Duration::from_secs(60);

/// The size of the read buffer, which limits the headers. It is near the minimum that hyper allows.
const READ_BUFFER: usize = 8 * 1024 + 4 * 1024;

impl Server {
    /// Binds the address. The server keeps its tables in this store, and closes the store at the end.
    pub async fn bind(config: Config, store: Arc<dyn Store>) -> Result<Server, ServeError> {
        Server::bind_with(config, store, routes::pages()).await
    }

    async fn bind_with(
        config: Config,
        store: Arc<dyn Store>,
        pages: Router<App>,
    ) -> Result<Server, ServeError> {
        let listen_error = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => ServeError::PortTaken(config.listen),
            _ => ServeError::Listen(config.listen, error),
        };
        let listener = Listener::bind(config.listen).await.map_err(listen_error)?;
        let address = listener.address().map_err(listen_error)?;
        let (trigger, shutdown) = ShutdownTrigger::new();
        let app = App::new(config, address, shutdown, store);
        let pages = routes::with_layers(pages, &app);
        Ok(Server { listener, address, app, pages, trigger })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address for browsers.
    pub fn url(&self) -> String {
        let public = self.app.config().public_url.as_ref().map(ToString::to_string);
        public.unwrap_or_else(|| {
            // The unspecified address means all addresses, so browsers cannot open it.
            let mut address = self.address;
            if address.ip().is_unspecified() {
                address.set_ip(match address {
                    SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                    SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
                });
            }
            format!("http://{address}")
        })
    }

    /// Serves until `stop` ends. Then it ends the streams, waits for answers in progress, and returns.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, address, app, pages, trigger } = self;
        tracing::info!(%address, "serving");
        // Each connection holds a sender. When the last one is dropped, all connections have ended.
        let (connection_alive, mut all_ended) = mpsc::channel::<Infallible>(1);
        let all_slots = Arc::new(Semaphore::new(app.config().limits.n_connections));
        let entrance = Entrance::new(&app);
        let cleaner = tokio::spawn(clean_up(app.clone()));
        tokio::pin!(stop);
        loop {
            // Without a free slot, clients wait in the system's queue.
            let accepted = async {
                let permit = Arc::clone(&all_slots).acquire_owned().await;
                (listener.accept().await, permit)
            };
            tokio::select! {
                () = &mut stop => break,
                (accepted, permit) = accepted => match (accepted, permit) {
                    (Ok((stream, peer)), Ok(permit)) => {
                        if let Some(entry) = entrance.enter(peer) {
                            let held = (permit, entry, connection_alive.clone());
                            serve_connection(stream, peer, pages.clone(), app.clone(), held);
                        }
                    }
                    (Err(error), _) => accept_failed(&error).await,
                    (Ok(_), Err(_)) => break,
                },
            }
        }
        drop(listener);
        tracing::info!("stopping");
        trigger.trigger();
        drop(connection_alive);
        let all_ended = async {
            all_ended.recv().await;
            app.hall().all_ended().await;
        };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, all_ended).await.is_err() {
            tracing::warn!("some answers or tables did not end in time");
        }
        if let Err(error) = app.hall().store().close().await {
            tracing::error!(%error, "the store did not close well");
        }
        cleaner.abort();
        tracing::info!("stopped");
    }
}

/// Decides who may connect.
struct Entrance<'a> {
    app: &'a App,
    slots: Slots,
    refusals: Arc<Semaphore>,
}

/// How a connection is served.
enum Entry {
    /// Behind a proxy the connections are the proxy's, and hold no slot of an address.
    Admitted { _slot: Option<Slot> },
    /// The first request is answered with this problem, and then the connection ends.
    Refused { problem: Problem, _permit: OwnedSemaphorePermit },
}

impl<'a> Entrance<'a> {
    fn new(app: &'a App) -> Entrance<'a> {
        let slots = Slots::new(app.config().limits.connections);
        Entrance { app, slots, refusals: Arc::new(Semaphore::new(MAX_REFUSALS)) }
    }

    /// Admits a connection, or refuses it politely; `None` drops it.
    fn enter(&self, peer: SocketAddr) -> Option<Entry> {
        let config = self.app.config();
        if config.behind_proxy {
            return Some(Entry::Admitted { _slot: None });
        }
        let address = Address::of_peer(peer);
        let problem = if config.is_banned(address) {
            Problem::Banned
        } else {
            match self.slots.take(address) {
                Some(slot) => return Some(Entry::Admitted { _slot: Some(slot) }),
                None => Problem::Crowded,
            }
        };
        self.app.metrics().connections_refused.fetch_add(1, Ordering::Relaxed);
        let permit = Arc::clone(&self.refusals).try_acquire_owned().ok()?;
        Some(Entry::Refused { problem, _permit: permit })
    }
}

/// Answers the requests of a connection until the client leaves or the server stops. The connection keeps its permits
/// until it closes.
fn serve_connection(
    stream: TcpStream,
    peer: SocketAddr,
    pages: Router,
    app: App,
    held: (OwnedSemaphorePermit, Entry, mpsc::Sender<Infallible>),
) {
    let timeouts = app.config().timeouts;
    let refused = match held.1 {
        Entry::Admitted { .. } => None,
        Entry::Refused { problem, .. } => Some(RefusedConnection(problem)),
    };
    let service = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        if let Some(refused) = refused {
            request.extensions_mut().insert(refused);
        }
        pages.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(if refused.is_some() { REFUSAL_TIMEOUT } else { timeouts.headers })
        .keep_alive(refused.is_none())
        .max_buf_size(READ_BUFFER)
        .serve_connection(TokioIo::new(WriteTimeout::new(stream, timeouts.reading)), service);
    tokio::spawn(async move {
        app.metrics().connections.fetch_add(1, Ordering::Relaxed);
        let mut connection = pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = app.shutdown().started() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            // Clients disconnect at any time; that is normal.
            tracing::trace!(%error, "a connection broke");
        }
        app.metrics().connections.fetch_sub(1, Ordering::Relaxed);
        drop(held);
    });
}

/// The system ends a connection whose client confirms nothing for this time.
const LOSS_TIMEOUT: Duration = Duration::from_secs(11);

/// A player who has vanished is shown as away after this time at most: until the server sends something that nobody
/// confirms, until the system gives the connection up, and until the player could have come back.
const LOSS_NOTICED: Duration = Duration::from_secs(30);
const _: () = assert!(
    stream::KEEP_ALIVE.as_secs() + LOSS_TIMEOUT.as_secs() + room::PAGE_GRACE.as_secs()
        < LOSS_NOTICED.as_secs()
);

/// Lets the system notice a client that has vanished, such as a phone without a network.
#[cfg(target_os = "linux")]
fn notice_loss(stream: &TcpStream) {
    let millis = LOSS_TIMEOUT.as_millis() as u32;
    if let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(stream, millis) {
        tracing::debug!(%error, "clients that vanish are noticed late");
    }
}

/// Other systems notice it by their own timers.
#[cfg(not(target_os = "linux"))]
fn notice_loss(_: &TcpStream) {}

/// Ignores clients that disconnected while they were accepted. After other errors, waits for the system to recover.
async fn accept_failed(error: &io::Error) {
    let left = [
        io::ErrorKind::ConnectionRefused,
        io::ErrorKind::ConnectionAborted,
        io::ErrorKind::ConnectionReset,
    ];
    if !left.contains(&error.kind()) {
        tracing::error!(%error, "cannot accept connections");
        let rest = tokio::time::timeout(Duration::from_secs(1), std::future::pending::<()>());
        drop(rest.await);
    }
}

/// Removes full buckets, old addresses, expired links and old tables at intervals, until the server stops.
async fn clean_up(app: App) {
    let mut full = tokio::time::interval(CLEANUP_INTERVAL);
    let mut old = tokio::time::interval_at(clock::now() + FIRST_PRUNING, PRUNING_INTERVAL);
    let shutdown: Shutdown = app.shutdown().clone();
    loop {
        tokio::select! {
            () = shutdown.started() => return,
            _ = full.tick() => {
                app.buckets().remove_full();
                app.hall().seat_addresses().forget_old();
                app.transfer_links().forget_old();
            }
            _ = old.tick() => app.hall().prune(app.config().pruning.clone()).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use axum::extract::State;
    use axum::routing::get;
    use hyper::body::{Bytes, Frame};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// A body that sends one chunk and then waits for the shutdown.
    struct Endless {
        said: bool,
        until: Pin<Box<dyn Future<Output = ()> + Send>>,
    }

    impl hyper::body::Body for Endless {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            cx: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            if !std::mem::replace(&mut self.said, true) {
                return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"hello")))));
            }
            self.until.as_mut().poll(cx).map(|()| None)
        }
    }

    async fn stream(State(app): State<App>) -> Body {
        let shutdown = app.shutdown().clone();
        let until = Box::pin(async move { shutdown.started().await });
        Body::new(Endless { said: false, until })
    }

    /// A server of this runtime, and its settings are the defaults.
    async fn serve(name: &str, pages: Router<App>) -> (App, SocketAddr) {
        let store = Arc::new(store::SqliteStore::open(&testing::folder::empty(name)).unwrap());
        let config = Config::new("127.0.0.1:0".parse().unwrap());
        let server = Server::bind_with(config, store, pages).await.unwrap();
        let (app, address) = (server.app.clone(), server.address());
        tokio::spawn(server.run(std::future::pending()));
        (app, address)
    }

    /// Sends these bytes and then nothing. Returns the answer, and the seconds until the server hung up.
    ///
    /// The clock is paused and moves only when all tasks wait. Nobody waits for a day in fact.
    async fn hang_up_after(address: SocketAddr, bytes: &[u8]) -> (String, u64) {
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(bytes).await.unwrap();
        let began = clock::now();
        let mut answer = Vec::new();
        let day = Duration::from_secs(86_400);
        let read = tokio::time::timeout(day, client.read_to_end(&mut answer)).await;
        read.expect("the server hangs up").unwrap();
        (String::from_utf8(answer).unwrap(), (clock::now() - began).as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn clients_that_do_not_finish_a_request_are_dropped() {
        let (_, address) = serve("patience", routes::pages()).await;
        for unfinished in ["", "GET / HTTP/1.1\r\nhost: here\r\n"] {
            let (answer, seconds) = hang_up_after(address, unfinished.as_bytes()).await;
            assert!((30..=31).contains(&seconds), "{seconds} seconds for {unfinished:?}");
            assert!(!answer.contains("200 OK"), "{answer}");
        }
        let form = "POST /new HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-length: 100\r\n\
            content-type: application/x-www-form-urlencoded\r\n\r\ngame=meow&name=";
        let (answer, seconds) = hang_up_after(address, form.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
        assert!((10..=11).contains(&seconds), "{seconds} seconds for a form");
    }

    /// A body without an end.
    struct Flood;

    impl hyper::body::Body for Flood {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(&[b'x'; 16_384])))))
        }
    }

    #[tokio::test(start_paused = true)]
    async fn clients_that_stop_reading_are_dropped() {
        let pages = Router::new().route("/", get(|| async { Body::new(Flood) }));
        let (app, address) = serve("unread", pages).await;
        let mut client = TcpStream::connect(address).await.unwrap();
        client.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").await.unwrap();
        let mut some = [0; 1024];
        client.read_exact(&mut some).await.unwrap();
        let open = || app.metrics().connections.load(Ordering::Relaxed);
        assert_eq!(open(), 1);
        let mut seconds = tokio::time::interval(Duration::from_secs(1));
        for _ in 0..40 {
            seconds.tick().await;
        }
        assert_eq!(open(), 0, "the connection is dropped after 30 seconds");
    }

    #[tokio::test(start_paused = true)]
    async fn tables_that_nobody_played_at_are_deleted_by_and_by() {
        let (app, _) = serve("pruning", routes::pages()).await;
        let store = Arc::clone(app.hall().store());
        let table = |stage, played, updated| {
            let head = store::Head {
                game: "meow".to_owned(),
                stage,
                played,
                listed: false,
                free_seats: 0,
                names: Vec::new(),
                updated,
            };
            let (id, seed) = (store::TableId::random(), store::StoredSeed::random());
            store::StoredTable { id, seed, head, events: vec!["an event".to_owned()] }
        };
        let now = clock::wall_clock().cast_signed();
        let week = 7 * 24 * 3_600_000;
        let kept = [
            table(store::TableStage::Over, true, 0),
            table(store::TableStage::Playing, true, 0),
            table(store::TableStage::Waiting, false, now - week + 600_000),
        ];
        let old = table(store::TableStage::Waiting, false, now - week - 1000);
        // A game against bots begins at once, and this visitor never came back.
        let left = table(store::TableStage::Playing, false, now - week - 2000);
        for table in kept.iter().chain([&left, &old]) {
            store.create(table.clone()).await.unwrap();
        }
        // The paused clock runs while the store works, so there is no telling how long that takes.
        let deadline = testing::wait::Deadline::new();
        let mut minutes = tokio::time::interval(Duration::from_secs(60));
        while store.exists(old.id).await.unwrap() {
            assert!(deadline.left().is_some(), "the table is still there");
            minutes.tick().await;
        }
        for table in kept {
            assert_eq!(store.exists(table.id).await, Ok(true));
        }
        assert_eq!(store.exists(left.id).await, Ok(false));
    }

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn the_system_watches_for_clients_that_vanish() {
        let listener = Listener::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let client = TcpStream::connect(listener.address().unwrap());
        let (accepted, _client) = tokio::join!(listener.accept(), client);
        let (socket, _) = accepted.unwrap();
        assert_eq!(rustix::net::sockopt::tcp_user_timeout(&socket).unwrap(), 11_000);
        assert!(socket.nodelay().unwrap());
    }

    #[tokio::test]
    async fn open_streams_end_at_shutdown() {
        let folder = testing::folder::empty("open-streams");
        let store = Arc::new(store::SqliteStore::open(&folder).unwrap());
        let config = Config::new("127.0.0.1:0".parse().unwrap());
        let pages = Router::new().route("/", get(stream));
        let server = Server::bind_with(config, store, pages).await.unwrap();
        let address = server.address();
        let (heard, hearing) = tokio::sync::oneshot::channel();
        let client = std::thread::spawn(move || {
            let mut socket = std::net::TcpStream::connect(address).unwrap();
            socket.set_read_timeout(Some(testing::wait::PATIENCE)).unwrap();
            socket.write_all(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n").unwrap();
            let (mut all, mut some) = (Vec::new(), [0; 1024]);
            while !all.ends_with(b"hello\r\n") {
                let n_bytes = socket.read(&mut some).unwrap();
                assert_ne!(n_bytes, 0, "the stream ended early");
                all.extend(&some[..n_bytes]);
            }
            heard.send(()).unwrap();
            // The stream must end with the last chunk of the body, and then the connection must close.
            let mut rest = String::new();
            socket.read_to_string(&mut rest).unwrap();
            rest
        });
        let stop = async { hearing.await.unwrap() };
        server.run(stop).await;
        assert_eq!(client.join().unwrap(), "0\r\n\r\n");
    }
}
