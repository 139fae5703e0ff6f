//! The live part of a page as a stream of server-sent events: first the whole of it, then what changes.
//!
//! Whoever is slow skips editions and gets all that changed since the last one, so nothing piles up for them. A browser
//! that can unpack gets it in a few hundred bytes: it differs little from what came before.

use std::convert::Infallible;
use std::io::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Body as HttpBody, Frame};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::assets::can_unpack;
use crate::room::{Request, Watching};
use crate::shutdown::Shutdown;

/// Proxies close connections on which nothing is said for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Whoever takes nothing for so long is not there any more, whatever the network says.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many streams are packed at once. Each remembers a quarter of a megabyte; who comes later gets plain ones.
pub(crate) const MAX_PACKED: usize = 1_000;

/// A stream that lasts as long as somebody watches, packed where the browser can unpack and `packers` has one left.
pub(crate) fn live(
    watching: Watching,
    shutdown: Shutdown,
    asked: &HeaderMap,
    packers: &Arc<Semaphore>,
) -> Response {
    let (sender, receiver) = mpsc::channel(1);
    let packer = Packer::for_whom(asked, packers);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform")),
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let packed = packer.is_some().then_some([(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
    tokio::spawn(feed(watching, shutdown, sender, packer));
    (headers, packed.map(HeaderMap::from_iter).unwrap_or_default(), Body::new(Events(receiver)))
        .into_response()
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

/// Sends what is new until nobody reads, the seat changes hands, or the server stops.
async fn feed(
    mut watching: Watching,
    shutdown: Shutdown,
    sender: mpsc::Sender<Bytes>,
    mut packer: Option<Packer>,
) {
    let stopping = shutdown.begun();
    tokio::pin!(stopping);
    let (mut text, mut sent) = watching.shown.borrow_and_update().event(None);
    text.insert_str(0, "retry: 1000\n\n");
    loop {
        let bytes = match &mut packer {
            Some(packer) => packer.pack(&text),
            None => text.into(),
        };
        let Ok(Ok(())) = tokio::time::timeout(PATIENCE, sender.send(bytes)).await else {
            break;
        };
        text = tokio::select! {
            () = &mut stopping => break,
            () = sender.closed() => break,
            changed = watching.shown.changed() => match changed {
                Ok(()) => {
                    let text;
                    (text, sent) = watching.shown.borrow_and_update().event(Some(sent));
                    text
                }
                Err(_) => break,
            },
            () = tokio::time::sleep_until(crate::clock::now() + KEEP_ALIVE) => ":\n\n".to_owned(),
        };
    }
    let Watching { who, shown, left } = watching;
    // Before the table hears of it: it counts who watches.
    drop(shown);
    if let Some(room) = left.upgrade() {
        let _asleep_by_now = room.send(Request::Left(who)).await;
    }
}

/// The events as the body of an answer.
struct Events(mpsc::Receiver<Bytes>);

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
