//! The live part of a page as a stream of server-sent events: first the whole of it, then what changes.
//!
//! Whoever is slow skips editions and gets all that changed since the last one, so nothing piles up for them. A browser
//! that can unpack gets it in a few hundred bytes: it differs little from what came before.
//!
//! A stream has the connection on which it was asked for to itself from then on. All that answering requests takes, most
//! of all room for what may be asked, is given back: there are four streams at a table.

use std::io::{self, Write as _};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, DATE,
    TRANSFER_ENCODING, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
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

/// The head of a stream that lasts as long as somebody watches, packed where the browser can unpack and `packers` has one
/// left. The rest comes when the stream [is taken](Stream::taken_from) from it.
pub(crate) fn live(watching: Watching, asked: &HeaderMap, packers: &Arc<Semaphore>) -> Response {
    let packer = Packer::for_whom(asked, packers);
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform")),
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    let packed = packer.is_some().then_some([(CONTENT_ENCODING, HeaderValue::from_static("gzip"))]);
    let mut answer =
        (headers, packed.map(HeaderMap::from_iter).unwrap_or_default()).into_response();
    let feed = Feed::new(watching, packer);
    answer.extensions_mut().insert(Begins(Arc::new(Mutex::new(Some(feed)))));
    answer
}

/// What an answer carries that is the head of a stream.
#[derive(Clone)]
struct Begins(Arc<Mutex<Option<Feed>>>);

/// A stream that is about to be sent.
pub(crate) struct Stream {
    head: Vec<u8>,
    feed: Feed,
    /// Whether it comes in chunks. In the old version of HTTP it goes on until the connection ends.
    is_chunked: bool,
}

impl Stream {
    /// The stream that an answer is the head of, if it is. It is asked for in this version of HTTP.
    pub(crate) fn taken_from(answer: &mut Response, version: Version) -> Option<Stream> {
        let Begins(feed) = answer.extensions_mut().remove()?;
        let feed = feed.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let is_chunked = version >= Version::HTTP_11;
        let headers = answer.headers_mut();
        headers.remove(CONTENT_LENGTH);
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
        if is_chunked {
            headers.insert(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
        }
        let now = SystemTime::UNIX_EPOCH + Duration::from_millis(clock::moment());
        if let Ok(now) = httpdate::fmt_http_date(now).try_into() {
            headers.insert(DATE, now);
        }
        let mut head = format!("HTTP/1.1 {}\r\n", answer.status()).into_bytes();
        for (name, value) in answer.headers() {
            head.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
        }
        head.extend(b"\r\n");
        Some(Stream { head, feed, is_chunked })
    }

    /// Sends it until it ends, or until the other side has gone or says something: nothing can be asked here any more.
    pub(crate) async fn send(
        mut self,
        mut connection: impl AsyncRead + AsyncWrite + Unpin,
    ) -> io::Result<()> {
        connection.write_all(&std::mem::take(&mut self.head)).await?;
        let mut something = [0; 1];
        loop {
            let event = tokio::select! {
                biased;
                event = self.feed.next() => event,
                said = connection.read(&mut something) => return said.map(drop),
            };
            let Some(event) = event else { break };
            connection.write_all(&self.framed(event)).await?;
        }
        if self.is_chunked {
            connection.write_all(b"0\r\n\r\n").await?;
        }
        connection.shutdown().await
    }

    /// An event as it is sent.
    fn framed(&self, mut event: Vec<u8>) -> Vec<u8> {
        if self.is_chunked {
            let mut length = event.len() - LENGTH.len();
            for digit in event[..LENGTH.len() - 2].iter_mut().rev() {
                *digit = b"0123456789abcdef"[length % 16];
                length /= 16;
            }
            event.extend(b"\r\n");
        } else {
            event.drain(..LENGTH.len());
        }
        event
    }
}

/// Room before an event for the length of a chunk, which is known when the event is.
const LENGTH: &str = "00000000\r\n";

/// The same before the first event, with how soon to come back when the stream breaks.
const FIRST: &str = "00000000\r\nretry: 1000\n\n";

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

    fn pack(&mut self, text: &str) -> Vec<u8> {
        let mut pack = || {
            let (length, event) = text.as_bytes().split_at(LENGTH.len());
            self.encoder.get_mut().extend(length);
            self.encoder.write_all(event)?;
            self.encoder.flush()
        };
        pack().expect("a list of bytes takes it");
        std::mem::take(self.encoder.get_mut())
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

    /// What is to be sent next, behind room for its length.
    async fn next(&mut self) -> Option<Vec<u8>> {
        let before = if self.sent.is_none() { FIRST } else { LENGTH };
        let is_new = self.sent.is_none() || self.is_news().await?;
        let text = if is_new {
            let shown = &mut self.watching.as_mut()?.shown;
            let (event, sent) = shown.borrow_and_update().event(self.sent, before);
            self.sent = Some(sent);
            event
        } else {
            [before, ":\n\n"].concat()
        };
        self.sent_at = clock::now();
        Some(match &mut self.packer {
            Some(packer) => packer.pack(&text),
            None => text.into(),
        })
    }

    /// Waits until there is something new, or until nothing has been for so long that it has to be said.
    async fn is_news(&mut self) -> Option<bool> {
        let shown = &mut self.watching.as_mut()?.shown;
        loop {
            tokio::select! {
                changed = shown.changed() => return changed.ok().map(|()| true),
                () = &mut self.silence => {
                    let now = clock::now();
                    let due = self.sent_at + KEEP_ALIVE;
                    let is_due = due <= now;
                    self.silence.as_mut().reset(if is_due { now + KEEP_ALIVE } else { due });
                    if is_due {
                        return Some(false);
                    }
                }
            }
        }
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

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::http::header::ACCEPT_ENCODING;
    use flate2::read::GzDecoder;
    use rules::Observer;
    use tokio::io::{DuplexStream, duplex};
    use tokio::sync::{mpsc, watch};

    use super::*;
    use crate::piece::Shown;

    /// A stream, and whoever shows something on it.
    fn stream(version: Version, encoding: &str) -> (Stream, watch::Sender<Shown>) {
        let shows = watch::Sender::new(Shown::default());
        let (room, _) = mpsc::channel(1);
        let watching =
            Watching { who: Observer::Rail, shown: shows.subscribe(), left: room.downgrade() };
        let asked = [(ACCEPT_ENCODING, encoding.parse().unwrap())].into_iter().collect();
        let mut answer = live(watching, &asked, &Arc::new(Semaphore::new(1)));
        (Stream::taken_from(&mut answer, version).unwrap(), shows)
    }

    fn show(shows: &watch::Sender<Shown>, text: &str) {
        shows.send_modify(|shown| shown.tell(text.into()));
        let mut pieces = crate::piece::Pieces::default();
        pieces.story();
        assert!(shows.send_if_modified(|shown| shown.update(7, &mut pieces)));
    }

    /// All that comes until there is so much of it, without its head.
    async fn read(far: &mut DuplexStream, n_bytes: usize) -> Vec<u8> {
        let mut all = Vec::new();
        loop {
            let body = all.windows(4).position(|bytes| bytes == b"\r\n\r\n").map(|at| at + 4);
            if let Some(body) = body.filter(|body| all.len() >= body + n_bytes) {
                return all.split_off(body);
            }
            assert_ne!(far.read_buf(&mut all).await.unwrap(), 0, "it ended early");
        }
    }

    const EMPTY: &str = "retry: 1000\n\nid: 0\nevent: view\ndata: \n\n";
    const NEWS: &str = "id: 7\nevent: view\ndata: <li>news</li>\n\n";

    #[tokio::test]
    async fn a_stream_comes_in_chunks_until_what_is_watched_ends() {
        let (stream, shows) = stream(Version::HTTP_11, "identity");
        let head = String::from_utf8(stream.head.clone()).unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(
            head.contains("transfer-encoding: chunked\r\n") && head.contains("date: "),
            "{head}"
        );
        assert!(!head.contains("content-length") && !head.contains("gzip"), "{head}");
        let (near, mut far) = duplex(4096);
        let sent = tokio::spawn(stream.send(near));
        let chunk = |text: &str| format!("{:08x}\r\n{text}\r\n", text.len());
        let first = chunk(EMPTY);
        assert_eq!(read(&mut far, first.len()).await, first.as_bytes());
        show(&shows, "<li>news</li>");
        drop(shows);
        let mut rest = String::new();
        far.read_to_string(&mut rest).await.unwrap();
        assert_eq!(rest, chunk(NEWS) + "0\r\n\r\n");
        sent.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn in_the_old_version_it_goes_on_until_the_connection_ends() {
        let (stream, shows) = stream(Version::HTTP_10, "identity");
        assert!(!String::from_utf8(stream.head.clone()).unwrap().contains("chunked"));
        let (near, mut far) = duplex(4096);
        tokio::spawn(stream.send(near));
        assert_eq!(read(&mut far, EMPTY.len()).await, EMPTY.as_bytes());
        show(&shows, "<li>news</li>");
        drop(shows);
        let mut rest = String::new();
        far.read_to_string(&mut rest).await.unwrap();
        assert_eq!(rest, NEWS);
    }

    #[tokio::test]
    async fn what_is_packed_can_be_unpacked_event_by_event() {
        let (mut stream, shows) = stream(Version::HTTP_11, "gzip");
        assert!(String::from_utf8(stream.head.clone()).unwrap().contains("gzip"));
        let mut packed = Vec::new();
        for (text, wanted) in [("", EMPTY), ("<li>news</li>", NEWS)] {
            if !text.is_empty() {
                show(&shows, text);
            }
            let event = stream.feed.next().await.unwrap();
            packed.extend(&event[LENGTH.len()..]);
            let mut unpacked = vec![0; 1000];
            let n_bytes = GzDecoder::new(&packed[..]).read(&mut unpacked).unwrap();
            let unpacked = String::from_utf8(unpacked[..n_bytes].to_vec()).unwrap();
            assert!(unpacked.ends_with(wanted), "{unpacked}");
        }
    }

    #[tokio::test]
    async fn who_leaves_or_speaks_is_sent_nothing_more() {
        for says in [&b""[..], b"GET / HTTP/1.1\r\n\r\n"] {
            let (stream, shows) = stream(Version::HTTP_11, "identity");
            let (near, mut far) = duplex(4096);
            let sent = tokio::spawn(stream.send(near));
            read(&mut far, 1).await;
            far.write_all(says).await.unwrap();
            far.shutdown().await.unwrap();
            sent.await.unwrap().unwrap();
            assert_eq!(shows.receiver_count(), 0);
        }
    }
}
