//! The live part of a page as a stream of server-sent events: first the whole of it, then what changes.
//!
//! Whoever is slow skips editions and gets all that changed since the last one, so nothing piles up for them. A browser
//! that can unpack gets it in a few hundred bytes: it differs little from what came before.

use std::convert::Infallible;
use std::io::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Body as HttpBody, Frame};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::assets::can_unpack;
use crate::clock;
use crate::room::{Request, Watching};

/// Proxies close connections on which nothing is said for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How many streams are packed at once. Each remembers a quarter of a megabyte; who comes later gets plain ones.
pub(crate) const MAX_PACKED: usize = 1_000;

/// A stream that lasts as long as somebody watches, packed where the browser can unpack and `packers` has one left.
pub(crate) fn live(watching: Watching, asked: &HeaderMap, packers: &Arc<Semaphore>) -> Response {
    let packer = Packer::for_whom(asked, packers);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform")),
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let packed = packer.is_some().then_some([(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
    let body = Body::new(Events(Some(Box::pin(Feed::new(watching, packer).next()))));
    (headers, packed.map(HeaderMap::from_iter).unwrap_or_default(), body).into_response()
}

/// Packs a stream, each event so that it can be unpacked at once.
struct Packer {
    encoder: GzEncoder<Vec<u8>>,
    _permit: OwnedSemaphorePermit,
}

impl Packer {
    fn for_whom(asked: &HeaderMap, packers: &Arc<Semaphore>) -> Option<Packer> {
        let packers = can_unpack(asked).then(|| Arc::clone(packers))?;
        let permit = packers.try_acquire_owned().ok()?;
        let encoder = GzEncoder::new(Vec::new(), Compression::new(5));
        Some(Packer { encoder, _permit: permit })
    }

    fn pack(&mut self, text: &str) -> Bytes {
        let packed = self.encoder.write_all(text.as_bytes()).and_then(|()| self.encoder.flush());
        packed.expect("a list of bytes takes it");
        std::mem::take(self.encoder.get_mut()).into()
    }
}

/// What somebody is sent, until the seat changes hands or the server stops: both end what is watched.
struct Feed {
    watching: Option<Watching>,
    packer: Option<Packer>,
    /// The edition that was sent last.
    sent: Option<u64>,
    sent_at: Instant,
    /// When to see whether the stream has been silent for too long. Set anew only when it rings: news come often.
    silence: Pin<Box<Sleep>>,
}

impl Feed {
    fn new(watching: Watching, packer: Option<Packer>) -> Feed {
        let now = clock::now();
        let silence = Box::pin(sleep_until(now + KEEP_ALIVE));
        Feed { watching: Some(watching), packer, sent: None, sent_at: now, silence }
    }

    /// What is to be sent next, and the rest.
    async fn next(mut self) -> Option<(Bytes, Feed)> {
        let shown = &mut self.watching.as_mut()?.shown;
        let text = loop {
            if self.sent.is_some() {
                tokio::select! {
                    changed = shown.changed() => changed.ok()?,
                    () = &mut self.silence => {
                        let now = clock::now();
                        let due = self.sent_at + KEEP_ALIVE;
                        if due <= now {
                            self.silence.as_mut().reset(now + KEEP_ALIVE);
                            break ":\n\n".to_owned();
                        }
                        self.silence.as_mut().reset(due);
                        continue;
                    }
                }
            }
            let is_first = self.sent.is_none();
            let (event, sent) = shown.borrow_and_update().event(self.sent);
            self.sent = Some(sent);
            break if is_first { ["retry: 1000\n\n", &event].concat() } else { event };
        };
        self.sent_at = clock::now();
        let bytes = match &mut self.packer {
            Some(packer) => packer.pack(&text),
            None => text.into(),
        };
        Some((bytes, self))
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        let Some(Watching { who, shown, left }) = self.watching.take() else { return };
        // Before the table hears of it: it counts who watches.
        drop(shown);
        if let (Some(room), Ok(threads)) = (left.upgrade(), Handle::try_current()) {
            threads.spawn(async move {
                let _asleep_by_now = room.send(Request::Left(who)).await;
            });
        }
    }
}

/// The events as the body of an answer. Whoever sends the answer asks for the next when there is room for it.
struct Events(Option<Next>);

type Next = Pin<Box<dyn Future<Output = Option<(Bytes, Feed)>> + Send>>;

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let Some(next) = &mut self.0 else { return Poll::Ready(None) };
        let next = ready!(next.as_mut().poll(context));
        let (bytes, feed) = next.unzip();
        self.0 = feed.map(|feed| Box::pin(feed.next()) as _);
        Poll::Ready(bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
