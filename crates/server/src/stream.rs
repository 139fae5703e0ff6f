//! Streams of server-sent events, from a table's task to a browser.
//!
//! The table puts events into a subscriber's outbox and never waits. A slow browser skips events. Once it has read its
//! backlog, it gets a snapshot of the whole page.

use std::convert::Infallible;
use std::fmt;
use std::io::Write as _;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Bytes, Frame};
use pages::pace::Pace;
use rules::Observer;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Sleep, sleep_until};

use crate::address::Address;
use crate::assets::accepts_gzip;
use crate::clock;
use crate::config::PerAddress;
use crate::room::Request;
use crate::slots::{Slot, Slots};

/// The interval of messages on a silent stream. Proxies close connections that are silent for a minute, and a client
/// that has vanished is only noticed when something is sent.
pub(crate) const KEEP_ALIVE: Duration = Duration::from_secs(8);

/// The most bytes of events that wait for a slow reader before anything more is skipped. What one change of the table
/// brings, such as a full trick and the page after it, is sent or skipped as a whole and may be longer.
const MAX_WAITING: usize = 32 * 1024;

/// A browser that watches a table as one observer. It counts as watching until it is dropped.
pub(crate) struct Subscriber {
    who: Observer,
    /// How fast the browser shows what happens, if it says so.
    pace: Option<Pace>,
    room: mpsc::WeakSender<Request>,
    outbox: Mutex<Outbox>,
}

/// Events that are not sent yet.
struct Outbox {
    events: String,
    backlog: Backlog,
    /// Wakes the task that sends.
    sender: Option<Waker>,
}

/// The state of a subscriber's backlog.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Backlog {
    /// The subscriber will get every event so far.
    UpToDate,
    /// Events were skipped. Later events make no sense before a snapshot.
    Skipped,
    /// Events were skipped, and the table was asked for a snapshot.
    SnapshotRequested,
    /// The seat has changed hands, or the table has left memory.
    Closed,
}

impl Subscriber {
    pub(crate) fn new(
        who: Observer,
        pace: Option<Pace>,
        room: mpsc::WeakSender<Request>,
    ) -> Subscriber {
        let outbox = Outbox { events: String::new(), backlog: Backlog::UpToDate, sender: None };
        Subscriber { who, pace, room, outbox: Mutex::new(outbox) }
    }

    /// How fast the browser shows what happens, if it says so.
    pub(crate) fn pace(&self) -> Option<Pace> {
        self.pace
    }

    /// Sends the events that describe a change.
    pub(crate) fn send(&self, events: &str) {
        let mut outbox = self.outbox();
        if outbox.backlog != Backlog::UpToDate {
            return;
        }
        if outbox.events.len() <= MAX_WAITING {
            outbox.events.push_str(events);
        } else {
            (outbox.events, outbox.backlog) = (String::new(), Backlog::Skipped);
        }
        outbox.wake();
    }

    /// Sends a snapshot, which replaces all waiting events.
    pub(crate) fn send_snapshot(&self, event: String) {
        let mut outbox = self.outbox();
        if outbox.backlog != Backlog::Closed {
            (outbox.events, outbox.backlog) = (event, Backlog::UpToDate);
            outbox.wake();
        }
    }

    /// Whether the table has to send a snapshot.
    pub(crate) fn wants_snapshot(&self) -> bool {
        self.outbox().backlog == Backlog::SnapshotRequested
    }

    /// Ends the stream and drops waiting events.
    pub(crate) fn close(&self) {
        let mut outbox = self.outbox();
        (outbox.events, outbox.backlog) = (String::new(), Backlog::Closed);
        outbox.wake();
    }

    /// The waiting events; `None` once the stream is closed. Asks the table for a snapshot after skipped events.
    fn poll_events(&self, context: &mut Context<'_>) -> Poll<Option<String>> {
        let mut outbox = self.outbox();
        outbox.sender = Some(context.waker().clone());
        if !outbox.events.is_empty() {
            return Poll::Ready(Some(std::mem::take(&mut outbox.events)));
        }
        match outbox.backlog {
            Backlog::Closed => return Poll::Ready(None),
            Backlog::Skipped => {
                outbox.backlog = Backlog::SnapshotRequested;
                self.send_to_room(Request::Snapshot(self.who));
            }
            Backlog::UpToDate | Backlog::SnapshotRequested => {}
        }
        Poll::Pending
    }

    /// The waiting events.
    #[cfg(test)]
    pub(crate) fn take_events(&self) -> String {
        std::mem::take(&mut self.outbox().events)
    }

    /// Sends a request to the table, unless it has left memory.
    fn send_to_room(&self, request: Request) {
        if let (Some(room), Ok(runtime)) = (self.room.upgrade(), Handle::try_current()) {
            runtime.spawn(async move {
                let _asleep_by_now = room.send(request).await;
            });
        }
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        // Every change leaves the outbox valid, so a poisoned lock is harmless.
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.send_to_room(Request::StreamEnded(self.who));
    }
}

impl fmt::Debug for Subscriber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscriber").field("who", &self.who).finish_non_exhaustive()
    }
}

impl Outbox {
    fn wake(&mut self) {
        if let Some(sender) = self.sender.take() {
            sender.wake();
        }
    }
}

/// Permits for compressed streams. A compressor takes a quarter of a megabyte of memory, so there are not many, and one
/// address gets only a part of them.
#[derive(Debug)]
pub(crate) struct GzipPermits {
    permits: Arc<Semaphore>,
    slots: Slots,
}

/// Lets a stream be compressed until it ends.
#[derive(Debug)]
pub(crate) struct GzipPermit {
    _permit: OwnedSemaphorePermit,
    _slot: Slot,
}

impl GzipPermits {
    /// This many permits. An address gets a twentieth of them, an IPv6 site a quarter.
    pub(crate) fn new(n_permits: usize) -> GzipPermits {
        let share = |parts| n_permits.div_ceil(parts);
        let most = PerAddress { address: share(20), ipv6_site: share(4) };
        GzipPermits { permits: Arc::new(Semaphore::new(n_permits)), slots: Slots::new(most) }
    }

    /// A permit, if the browser accepts gzip, and one is free for this address.
    pub(crate) fn take(&self, request: &HeaderMap, address: Address) -> Option<GzipPermit> {
        let slot = accepts_gzip(request).then(|| self.slots.take(address))??;
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        Some(GzipPermit { _permit: permit, _slot: slot })
    }
}

/// The stream of a subscriber as an answer, compressed with a permit. It holds its slot until it ends.
pub(crate) fn response(
    subscriber: Arc<Subscriber>,
    gzip_permit: Option<GzipPermit>,
    slot: Slot,
) -> Response {
    let compressor = gzip_permit.map(Compressor::new);
    let encoding =
        compressor.as_ref().map(|_| [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform")),
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let keep_alive = Box::pin(sleep_until(clock::now() + KEEP_ALIVE));
    let body = Body::new(EventBody { subscriber, compressor, keep_alive, _slot: slot });
    (encoding.map(HeaderMap::from_iter).unwrap_or_default(), headers, body).into_response()
}

/// The body of a stream.
struct EventBody {
    subscriber: Arc<Subscriber>,
    compressor: Option<Compressor>,
    keep_alive: Pin<Box<Sleep>>,
    _slot: Slot,
}

impl hyper::body::Body for EventBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let body = &mut *self;
        let events = match body.subscriber.poll_events(context) {
            Poll::Ready(None) => return Poll::Ready(None),
            Poll::Ready(Some(events)) => events,
            Poll::Pending => {
                if body.keep_alive.as_mut().poll(context).is_pending() {
                    return Poll::Pending;
                }
                ":\n\n".to_owned()
            }
        };
        body.keep_alive.as_mut().reset(clock::now() + KEEP_ALIVE);
        let bytes = match &mut body.compressor {
            Some(compressor) => compressor.compress(&events),
            None => events.into_bytes(),
        };
        Poll::Ready(Some(Ok(Frame::data(bytes.into()))))
    }
}

/// Compresses events so that each can be read at once. Updates resemble earlier ones and take only a few hundred bytes.
struct Compressor {
    encoder: GzEncoder<Vec<u8>>,
    _permit: GzipPermit,
}

impl Compressor {
    fn new(permit: GzipPermit) -> Compressor {
        let encoder = GzEncoder::new(Vec::new(), Compression::new(5));
        Compressor { encoder, _permit: permit }
    }

    fn compress(&mut self, events: &str) -> Vec<u8> {
        let compressed =
            self.encoder.write_all(events.as_bytes()).and_then(|()| self.encoder.flush());
        compressed.expect("a list of bytes takes everything");
        std::mem::take(self.encoder.get_mut())
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::io::Read as _;

    use axum::http::header::ACCEPT_ENCODING;
    use flate2::read::GzDecoder;
    use hyper::body::Body as _;

    use super::*;
    use crate::address::tests::address;

    /// A stream and its reader.
    struct Stream {
        subscriber: Arc<Subscriber>,
        response: Response,
        requests: mpsc::Receiver<Request>,
        _room: mpsc::Sender<Request>,
    }

    fn accepting(encoding: &str) -> HeaderMap {
        [(ACCEPT_ENCODING, encoding.parse().unwrap())].into_iter().collect()
    }

    fn stream(encoding: &str) -> Stream {
        let (room, requests) = mpsc::channel(1);
        let subscriber = Arc::new(Subscriber::new(Observer::Rail, None, room.downgrade()));
        let permit = GzipPermits::new(1).take(&accepting(encoding), address("1.2.3.4"));
        let slot = Slots::new(PerAddress::ANY).take(address("1.2.3.4")).unwrap();
        let response = response(Arc::clone(&subscriber), permit, slot);
        Stream { subscriber, response, requests, _room: room }
    }

    impl Stream {
        /// The next bytes; `None` at the end of the stream.
        async fn read(&mut self) -> Option<Vec<u8>> {
            let body = self.response.body_mut();
            let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await?;
            Some(frame.unwrap().into_data().unwrap().to_vec())
        }

        async fn read_text(&mut self) -> Option<String> {
            self.read().await.map(|bytes| String::from_utf8(bytes).unwrap())
        }

        /// Whether the body has no events. Polls it once.
        async fn is_silent(&mut self) -> bool {
            let body = self.response.body_mut();
            poll_fn(|context| Poll::Ready(Pin::new(&mut *body).poll_frame(context).is_pending()))
                .await
        }
    }

    #[tokio::test]
    async fn waiting_events_are_sent_together() {
        let mut stream = stream("identity");
        assert_eq!(stream.response.headers()[CONTENT_TYPE], "text/event-stream");
        assert!(!stream.response.headers().contains_key(CONTENT_ENCODING));
        stream.subscriber.send_snapshot("all\n\n".to_owned());
        stream.subscriber.send("one\n\n");
        assert_eq!(stream.read_text().await.unwrap(), "all\n\none\n\n");
        stream.subscriber.send("two\n\n");
        assert_eq!(stream.read_text().await.unwrap(), "two\n\n");
        assert!(stream.is_silent().await);
        stream.subscriber.close();
        assert_eq!(stream.read_text().await, None);
    }

    #[tokio::test]
    async fn compressed_events_can_be_read_one_by_one() {
        let mut stream = stream("gzip");
        assert_eq!(stream.response.headers()[CONTENT_ENCODING], "gzip");
        let mut compressed = Vec::new();
        let mut expected = String::new();
        for event in ["all\n\n", "one\n\n"] {
            stream.subscriber.send(event);
            compressed.extend(stream.read().await.unwrap());
            expected.push_str(event);
            let mut unpacked = vec![0; 100];
            let n_bytes = GzDecoder::new(&compressed[..]).read(&mut unpacked).unwrap();
            assert_eq!(std::str::from_utf8(&unpacked[..n_bytes]).unwrap(), expected);
        }
    }

    #[test]
    fn one_address_gets_a_part_of_the_compressed_streams() {
        let permits = GzipPermits::new(100);
        let take = |encoding, from: &str| permits.take(&accepting(encoding), address(from));
        let held: Vec<_> = std::iter::from_fn(|| take("gzip", "1.2.3.4")).take(200).collect();
        assert_eq!(held.len(), 5);
        assert!(take("identity", "5.6.7.8").is_none() && take("gzip", "5.6.7.8").is_some());
        let site = (0..200).filter_map(|n| take("gzip", &format!("2001:db8:1:{n:x}::1")));
        assert_eq!(site.collect::<Vec<_>>().len(), 25, "held together, then dropped");
        let all = (0..200).filter_map(|n| take("gzip", &format!("10.0.0.{n}")));
        assert_eq!(all.collect::<Vec<_>>().len(), 95, "those of the first address are taken");
        drop(held);
        assert!(take("gzip", "1.2.3.4").is_some());
    }

    #[tokio::test]
    async fn a_slow_reader_skips_events_and_gets_a_snapshot() {
        let mut stream = stream("identity");
        stream.subscriber.send("one\n\n");
        for _ in 0..50 {
            stream.subscriber.send(&"too much to wait for\n\n".repeat(100));
        }
        assert!(!stream.subscriber.wants_snapshot(), "nobody has asked yet");
        assert!(stream.is_silent().await, "events that would make no sense are dropped");
        assert!(matches!(stream.requests.recv().await, Some(Request::Snapshot(Observer::Rail))));
        assert!(stream.subscriber.wants_snapshot());
        stream.subscriber.send("makes no sense before the snapshot\n\n");
        stream.subscriber.send_snapshot("all\n\n".to_owned());
        stream.subscriber.send("two\n\n");
        assert_eq!(stream.read_text().await.unwrap(), "all\n\ntwo\n\n");
    }

    /// The last trick of a match comes with a whole page, and must not be dropped because that is long.
    #[tokio::test]
    async fn a_reader_who_keeps_up_gets_all_of_a_change() {
        let mut stream = stream("identity");
        for _ in 0..3 {
            let change = format!("a full trick\n\n{}\n\n", "a long page".repeat(MAX_WAITING / 5));
            stream.subscriber.send(&change);
            assert_eq!(stream.read_text().await, Some(change));
        }
        assert!(!stream.subscriber.wants_snapshot());
    }

    #[tokio::test]
    async fn a_closed_stream_sends_nothing_more() {
        let mut stream = stream("identity");
        stream.subscriber.send("for them\n\n");
        stream.subscriber.close();
        stream.subscriber.send("for others\n\n");
        stream.subscriber.send_snapshot("all, for others\n\n".to_owned());
        assert_eq!(stream.read_text().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_stream_sends_keep_alives() {
        let mut stream = stream("identity");
        assert_eq!(stream.read_text().await.unwrap(), ":\n\n");
        assert_eq!(stream.read_text().await.unwrap(), ":\n\n");
    }

    #[tokio::test]
    async fn the_table_learns_that_a_stream_has_ended() {
        let Stream { subscriber, response, mut requests, _room } = stream("identity");
        drop(subscriber);
        drop(response);
        assert!(matches!(requests.recv().await, Some(Request::StreamEnded(Observer::Rail))));
    }
}
