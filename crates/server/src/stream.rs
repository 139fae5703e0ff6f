//! Streams of server-sent events: what a table shows to one browser, from the table's task to an HTTP body.
//!
//! The table puts events into a subscriber's outbox and never waits. A browser that reads too slowly skips events: once
//! it has read its backlog, it is sent a snapshot of the whole page.

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
use rules::Observer;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Sleep, sleep_until};

use crate::assets::can_unpack;
use crate::clock;
use crate::room::Request;

/// Proxies close connections that are silent for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How many streams are packed at once. Each packer takes a quarter of a megabyte; later streams are sent plain.
pub(crate) const MAX_PACKED: usize = 1_000;

/// How many bytes of events wait for a slow reader. It is more than a page.
const MAX_WAITING: usize = 32 * 1024;

/// One browser that watches a table as one observer. It counts as watching until this is dropped.
pub(crate) struct Subscriber {
    who: Observer,
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

/// How far a subscriber is behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Backlog {
    /// The subscriber has, or will read, every event so far.
    UpToDate,
    /// Events were skipped: later ones would make no sense without a snapshot.
    Skipped,
    /// The same, and the table has been asked for a snapshot.
    SnapshotRequested,
    /// The observer's seat has changed hands, or the table is asleep.
    Closed,
}

impl Subscriber {
    pub(crate) fn new(who: Observer, room: mpsc::WeakSender<Request>) -> Subscriber {
        let outbox = Outbox { events: String::new(), backlog: Backlog::UpToDate, sender: None };
        Subscriber { who, room, outbox: Mutex::new(outbox) }
    }

    /// Sends an event that describes a change.
    pub(crate) fn send(&self, event: &str) {
        let mut outbox = self.outbox();
        if outbox.backlog != Backlog::UpToDate {
            return;
        }
        if outbox.events.len() + event.len() <= MAX_WAITING {
            outbox.events.push_str(event);
        } else {
            (outbox.events, outbox.backlog) = (String::new(), Backlog::Skipped);
        }
        outbox.wake();
    }

    /// Sends an event that shows everything, which makes waiting events pointless.
    pub(crate) fn send_snapshot(&self, event: String) {
        let mut outbox = self.outbox();
        if outbox.backlog != Backlog::Closed {
            (outbox.events, outbox.backlog) = (event, Backlog::UpToDate);
            outbox.wake();
        }
    }

    /// Whether the subscriber waits for a snapshot.
    pub(crate) fn wants_snapshot(&self) -> bool {
        self.outbox().backlog == Backlog::SnapshotRequested
    }

    /// Ends the stream. Events that are not sent yet are not sent any more.
    pub(crate) fn close(&self) {
        let mut outbox = self.outbox();
        (outbox.events, outbox.backlog) = (String::new(), Backlog::Closed);
        outbox.wake();
    }

    /// Waiting events, or nothing when the stream is closed. Asks the table for a snapshot where events were skipped.
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
                self.tell_room(Request::Snapshot(self.who));
            }
            Backlog::UpToDate | Backlog::SnapshotRequested => {}
        }
        Poll::Pending
    }

    /// Tells the table something, unless it is asleep.
    fn tell_room(&self, request: Request) {
        if let (Some(room), Ok(runtime)) = (self.room.upgrade(), Handle::try_current()) {
            runtime.spawn(async move {
                let _asleep_by_now = room.send(request).await;
            });
        }
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        // Every change of an outbox leaves it whole.
        self.outbox.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        self.tell_room(Request::Left(self.who));
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

/// Answers with the stream of a subscriber, packed where the browser can unpack it and a packer is left.
pub(crate) fn response(
    subscriber: Arc<Subscriber>,
    request: &HeaderMap,
    packers: &Arc<Semaphore>,
) -> Response {
    let packer = Packer::new(request, packers);
    let encoding = packer.as_ref().map(|_| [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform")),
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let keep_alive = Box::pin(sleep_until(clock::now() + KEEP_ALIVE));
    let body = Body::new(EventBody { subscriber, packer, keep_alive });
    (encoding.map(HeaderMap::from_iter).unwrap_or_default(), headers, body).into_response()
}

/// The body of a stream.
struct EventBody {
    subscriber: Arc<Subscriber>,
    packer: Option<Packer>,
    keep_alive: Pin<Box<Sleep>>,
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
        let bytes = match &mut body.packer {
            Some(packer) => packer.pack(&events),
            None => events.into_bytes(),
        };
        Poll::Ready(Some(Ok(Frame::data(bytes.into()))))
    }
}

/// Packs events, each so that it can be unpacked at once. An update differs little from what came before and takes a few
/// hundred bytes.
struct Packer {
    encoder: GzEncoder<Vec<u8>>,
    _permit: OwnedSemaphorePermit,
}

impl Packer {
    /// A packer, where the browser can unpack and one is left.
    fn new(request: &HeaderMap, packers: &Arc<Semaphore>) -> Option<Packer> {
        let packers = can_unpack(request).then(|| Arc::clone(packers))?;
        let permit = packers.try_acquire_owned().ok()?;
        let encoder = GzEncoder::new(Vec::new(), Compression::new(5));
        Some(Packer { encoder, _permit: permit })
    }

    fn pack(&mut self, events: &str) -> Vec<u8> {
        let packed = self.encoder.write_all(events.as_bytes()).and_then(|()| self.encoder.flush());
        packed.expect("a list of bytes takes everything");
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

    /// A stream and its reader.
    struct Stream {
        subscriber: Arc<Subscriber>,
        response: Response,
        requests: mpsc::Receiver<Request>,
        _room: mpsc::Sender<Request>,
    }

    fn stream(encoding: &str) -> Stream {
        let (room, requests) = mpsc::channel(1);
        let subscriber = Arc::new(Subscriber::new(Observer::Rail, room.downgrade()));
        let headers = [(ACCEPT_ENCODING, encoding.parse().unwrap())].into_iter().collect();
        let packers = Arc::new(Semaphore::new(1));
        let response = response(Arc::clone(&subscriber), &headers, &packers);
        Stream { subscriber, response, requests, _room: room }
    }

    impl Stream {
        /// The next bytes, or nothing when the stream has ended.
        async fn read(&mut self) -> Option<Vec<u8>> {
            let body = self.response.body_mut();
            let frame = poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await?;
            Some(frame.unwrap().into_data().unwrap().to_vec())
        }

        async fn read_text(&mut self) -> Option<String> {
            self.read().await.map(|bytes| String::from_utf8(bytes).unwrap())
        }

        /// Lets the body look for events when there are none.
        async fn is_silent(&mut self) -> bool {
            let body = self.response.body_mut();
            poll_fn(|context| Poll::Ready(Pin::new(&mut *body).poll_frame(context).is_pending()))
                .await
        }
    }

    #[tokio::test]
    async fn events_that_wait_go_out_together() {
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
    async fn packed_events_can_be_unpacked_one_by_one() {
        let mut stream = stream("gzip");
        assert_eq!(stream.response.headers()[CONTENT_ENCODING], "gzip");
        let mut packed = Vec::new();
        let mut expected = String::new();
        for event in ["all\n\n", "one\n\n"] {
            stream.subscriber.send(event);
            packed.extend(stream.read().await.unwrap());
            expected.push_str(event);
            let mut unpacked = vec![0; 100];
            let n_bytes = GzDecoder::new(&packed[..]).read(&mut unpacked).unwrap();
            assert_eq!(std::str::from_utf8(&unpacked[..n_bytes]).unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn a_slow_reader_skips_events_and_is_sent_a_snapshot() {
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
    async fn a_silent_stream_says_that_it_is_alive() {
        let mut stream = stream("identity");
        assert_eq!(stream.read_text().await.unwrap(), ":\n\n");
        assert_eq!(stream.read_text().await.unwrap(), ":\n\n");
    }

    #[tokio::test]
    async fn the_table_hears_that_a_subscriber_has_left() {
        let Stream { subscriber, response, mut requests, _room } = stream("identity");
        drop(subscriber);
        drop(response);
        assert!(matches!(requests.recv().await, Some(Request::Left(Observer::Rail))));
    }
}
