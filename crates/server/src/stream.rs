//! The live part of a page as an answer that does not end: its head, and then what a [`Line`] sends.
//!
//! A stream has the connection on which it was asked for to itself from then on. All that answering requests takes, most
//! of all room for what may be asked, is given back: there are four streams at a table.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, DATE,
    TRANSFER_ENCODING, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::clock;
use crate::line::{Form, Line, Packer, Wire};

/// The head of a stream that lasts as long as somebody watches, packed where the browser can unpack and `packers` has one
/// left. The rest comes when the stream [is taken](Stream::taken_from) from it.
pub(crate) fn live(line: Arc<Line>, asked: &HeaderMap, packers: &Arc<Semaphore>) -> Response {
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
    answer.extensions_mut().insert(Begins(Arc::new(Mutex::new(Some((line, packer))))));
    answer
}

/// What an answer carries that is the head of a stream: whoever asks first takes it.
#[derive(Clone)]
struct Begins(Arc<Mutex<Option<Beginning>>>);

/// A line, and what packs what it sends.
type Beginning = (Arc<Line>, Option<Packer>);

/// A stream that is about to be sent.
pub(crate) struct Stream {
    head: Vec<u8>,
    line: Arc<Line>,
    form: Form,
}

impl Stream {
    /// The stream that an answer is the head of, if it is. It is asked for in this version of HTTP.
    pub(crate) fn taken_from(answer: &mut Response, version: Version) -> Option<Stream> {
        let Begins(begins) = answer.extensions_mut().remove()?;
        let (line, packer) = begins.lock().unwrap_or_else(PoisonError::into_inner).take()?;
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
        Some(Stream { head, line, form: Form { is_chunked, packer } })
    }

    /// Sends it by this connection until it ends.
    pub(crate) async fn send(self, connection: impl Wire + 'static) -> io::Result<()> {
        let Stream { head, line, form } = self;
        line.hold(head, form, Box::new(connection)).await
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::http::header::ACCEPT_ENCODING;
    use flate2::read::GzDecoder;
    use rules::Observer;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
    use tokio::sync::mpsc;

    use super::*;
    use crate::room::Request;
    use crate::screen::Screen;

    /// A table that is awake: where it is asked something, and what it was asked.
    type Awake = (mpsc::Sender<Request>, mpsc::Receiver<Request>);

    /// A stream, the screen that it shows, and the table.
    fn stream(version: Version, encoding: &str) -> (Stream, Screen, Awake) {
        let mut screen = Screen::default();
        let (table, asked) = mpsc::channel(1);
        let line = screen.watch(Observer::Rail, table.downgrade(), "all of it");
        let headers = [(ACCEPT_ENCODING, encoding.parse().unwrap())].into_iter().collect();
        let mut answer = live(line, &headers, &Arc::new(Semaphore::new(1)));
        (Stream::taken_from(&mut answer, version).unwrap(), screen, (table, asked))
    }

    fn show(screen: &mut Screen, text: &str) {
        screen.shown.tell(text.into());
        screen.version = 7;
        screen.show(|_, pieces| pieces.story());
        screen.tell_news();
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

    const ALL: &str = "retry: 1000\n\nid: 0\nevent: view\ndata: all of it\n\n";
    const NEWS: &str = "id: 7\nevent: view\ndata: <li>news</li>\n\n";

    fn chunk(text: &str) -> String {
        format!("{:06x}\r\n{text}\r\n", text.len())
    }

    #[tokio::test]
    async fn a_stream_comes_in_chunks_until_it_is_cut() {
        let (stream, mut screen, _table) = stream(Version::HTTP_11, "identity");
        let head = String::from_utf8(stream.head.clone()).unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(
            head.contains("transfer-encoding: chunked\r\n") && head.contains("date: "),
            "{head}"
        );
        assert!(!head.contains("content-length") && !head.contains("gzip"), "{head}");
        let (near, mut far) = duplex(4096);
        let sent = tokio::spawn(stream.send(near));
        let first = chunk(ALL);
        assert_eq!(read(&mut far, first.len()).await, first.as_bytes());
        show(&mut screen, "<li>news</li>");
        drop(screen);
        let mut rest = String::new();
        far.read_to_string(&mut rest).await.unwrap();
        assert_eq!(rest, chunk(NEWS) + "0\r\n\r\n");
        sent.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn in_the_old_version_it_goes_on_until_the_connection_ends() {
        let (stream, mut screen, _table) = stream(Version::HTTP_10, "identity");
        assert!(!String::from_utf8(stream.head.clone()).unwrap().contains("chunked"));
        let (near, mut far) = duplex(4096);
        tokio::spawn(stream.send(near));
        assert_eq!(read(&mut far, ALL.len()).await, ALL.as_bytes());
        show(&mut screen, "<li>news</li>");
        drop(screen);
        let mut rest = String::new();
        far.read_to_string(&mut rest).await.unwrap();
        assert_eq!(rest, NEWS);
    }

    #[tokio::test]
    async fn what_is_packed_can_be_unpacked_event_by_event() {
        let (stream, mut screen, _table) = stream(Version::HTTP_10, "gzip");
        assert!(String::from_utf8(stream.head.clone()).unwrap().contains("gzip"));
        let (near, mut far) = duplex(4096);
        tokio::spawn(stream.send(near));
        let mut packed = read(&mut far, 1).await;
        for (text, wanted) in [("", ALL), ("<li>news</li>", NEWS)] {
            if !text.is_empty() {
                show(&mut screen, text);
            }
            let mut unpacked = String::new();
            while !unpacked.ends_with(wanted) {
                let mut some = vec![0; 1000];
                let n_bytes = GzDecoder::new(&packed[..]).read(&mut some).unwrap_or(0);
                unpacked = String::from_utf8(some[..n_bytes].to_vec()).unwrap();
                if !unpacked.ends_with(wanted) {
                    assert_ne!(far.read_buf(&mut packed).await.unwrap(), 0, "{unpacked}");
                }
            }
        }
    }

    /// Reads until something has come, whole.
    async fn read_until(far: &mut DuplexStream, text: &str) -> String {
        let mut all = Vec::new();
        while !all.windows(text.len()).any(|some| some == text.as_bytes())
            || !all.ends_with(b"\n\n\r\n")
        {
            assert_ne!(far.read_buf(&mut all).await.unwrap(), 0);
        }
        String::from_utf8(all).unwrap()
    }

    #[tokio::test]
    async fn who_is_slow_is_told_everything_later() {
        let (stream, mut screen, _table) = stream(Version::HTTP_11, "identity");
        let (near, mut far) = duplex(64);
        tokio::spawn(stream.send(near));
        let first = chunk(ALL);
        assert_eq!(read(&mut far, first.len()).await, first.as_bytes());
        for number in 0..50 {
            show(&mut screen, &format!("<li>news {number} of the whole wide world</li>"));
        }
        let all = read_until(&mut far, "news 49 ").await;
        for number in 0..50 {
            assert_eq!(all.matches(&format!("news {number} ")).count(), 1, "{all}");
        }
    }

    #[tokio::test]
    async fn who_is_too_slow_sees_all_of_it_again() {
        let (stream, mut screen, (_table, mut asked)) = stream(Version::HTTP_11, "identity");
        let (near, mut far) = duplex(64);
        tokio::spawn(stream.send(near));
        let first = chunk(ALL);
        assert_eq!(read(&mut far, first.len()).await, first.as_bytes());
        for number in 0..50 {
            show(&mut screen, &format!("<li>news {number} {}</li>", "of the world ".repeat(100)));
        }
        screen.tell_all("too early, for they have not asked yet");
        let all = read_until(&mut far, "news 0 ").await;
        assert!(!all.contains("news 1 "), "{all}");
        assert!(matches!(asked.recv().await, Some(Request::TellAll(Observer::Rail))));
        show(&mut screen, "they would not know what this belongs to");
        screen.tell_all("all of it");
        assert_eq!(read_until(&mut far, "all of it").await, chunk(&ALL.replace(" 0", " 7")));
        show(&mut screen, "<li>the end</li>");
        let all = read_until(&mut far, "the end").await;
        assert_eq!(all.matches("event: parts").count(), 1, "{all}");
        assert!(!all.contains("they would not"), "{all}");
    }

    #[tokio::test]
    async fn who_was_cut_off_is_not_sent_what_others_see() {
        for version in [Version::HTTP_10, Version::HTTP_11] {
            let (stream, mut screen, _table) = stream(version, "identity");
            show(&mut screen, "<li>for them</li>");
            let (near, mut far) = duplex(64);
            let sent = tokio::spawn(stream.send(near));
            screen.cut();
            show(&mut screen, "<li>for others</li>");
            let mut all = String::new();
            far.read_to_string(&mut all).await.unwrap();
            assert!(!all.contains("for others"), "{all}");
            sent.await.unwrap().unwrap();
        }
    }

    #[tokio::test]
    async fn who_leaves_or_speaks_is_sent_nothing_more() {
        for says in [&b""[..], b"GET / HTTP/1.1\r\n\r\n"] {
            let (stream, screen, (_table, mut asked)) = stream(Version::HTTP_11, "identity");
            let (near, mut far) = duplex(4096);
            let sent = tokio::spawn(stream.send(near));
            read(&mut far, 1).await;
            assert!(screen.is_watched());
            far.write_all(says).await.unwrap();
            far.shutdown().await.unwrap();
            sent.await.unwrap().unwrap();
            assert!(!screen.is_watched());
            assert!(matches!(asked.recv().await, Some(Request::Left(Observer::Rail))));
        }
    }
}
