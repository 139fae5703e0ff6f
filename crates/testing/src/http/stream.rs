//! Answers without an end: server-sent events, in chunks.

use std::collections::VecDeque;
use std::io::Read as _;
use std::net::TcpStream;

use super::Answer;
use crate::wait::Deadline;

/// The chunk that a server sends to keep a silent stream open. It depends only on the time.
const KEEP_ALIVE: &str = "3\r\n:\n\n\r\n";

/// The end of a message and of its chunk.
const END_OF_MESSAGE: &str = "\n\n\r\n";

/// An open stream. A test may also leave it unread.
#[derive(Debug)]
pub struct Stream {
    socket: TcpStream,
    /// Received bytes that no caller has got yet.
    unread: Vec<u8>,
    /// Events of the last chunk that no caller has got yet.
    events: VecDeque<StreamEvent>,
    /// Whether a caller has got the head.
    is_open: bool,
}

/// An event of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamEvent {
    /// Its kind.
    pub name: String,
    /// Its content.
    pub data: String,
}

impl StreamEvent {
    /// Reads a message of a stream. `None` if it only keeps the stream open.
    pub fn read(text: &str) -> Option<StreamEvent> {
        let line = |start: &str| text.lines().find_map(|line| line.strip_prefix(start));
        let (name, data) = line("event: ").zip(line("data: "))?;
        Some(StreamEvent { name: name.to_owned(), data: data.to_owned() })
    }
}

impl Stream {
    pub(super) fn new(socket: TcpStream) -> Stream {
        Stream { socket, unread: Vec::new(), events: VecDeque::new(), is_open: false }
    }

    /// All bytes up to the end of the first message with this text: head, chunks and messages as they came.
    #[track_caller]
    pub fn until(&mut self, wanted: &str) -> String {
        let deadline = Deadline::new();
        loop {
            let text = String::from_utf8_lossy(&self.unread);
            if let Some(found) = text.find(wanted)
                && let Some(end) = text[found..].find(END_OF_MESSAGE)
            {
                let text = text[..found + end + END_OF_MESSAGE.len()].to_owned();
                self.unread.drain(..text.len());
                self.is_open = true;
                return text.replace(KEEP_ALIVE, "");
            }
            assert!(deadline.left().is_some(), "wanted {wanted} on a stream, found {text}");
            assert!(self.read_more(), "a stream ended before {wanted}");
        }
    }

    /// Everything until the server ends the stream.
    pub fn rest(&mut self) -> String {
        while self.read_more() {}
        String::from_utf8(std::mem::take(&mut self.unread)).unwrap()
    }

    /// The head of the answer.
    pub fn head(&mut self) -> Answer {
        assert!(!self.is_open, "the head was read before");
        let (head, n_bytes) = self.read_until(|bytes| {
            let end = find(bytes, b"\r\n\r\n")? + 4;
            Some((Answer::read(str::from_utf8(&bytes[..end]).unwrap())?, end))
        });
        self.unread.drain(..n_bytes);
        self.is_open = true;
        head
    }

    /// The next event. `None` after the end of the stream.
    pub fn next_event(&mut self) -> Option<StreamEvent> {
        loop {
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            // What one change brings comes in one chunk.
            let text = String::from_utf8(self.next_chunk()?).unwrap();
            self.events.extend(text.split("\n\n").filter_map(StreamEvent::read));
        }
    }

    /// The bytes of the next chunk. `None` after the end of the stream.
    pub fn next_chunk(&mut self) -> Option<Vec<u8>> {
        if !self.is_open {
            let head = self.head();
            assert_eq!(head.status, 200, "{}", head.body);
        }
        let (chunk, n_bytes) = self.read_until(|bytes| {
            let start = find(bytes, b"\r\n")? + 2;
            let size = str::from_utf8(&bytes[..start - 2]).unwrap();
            let size = usize::from_str_radix(size, 16).unwrap();
            let chunk = bytes.get(start..start + size + 2)?;
            Some((chunk[..size].to_vec(), start + size + 2))
        });
        self.unread.drain(..n_bytes);
        (!chunk.is_empty()).then_some(chunk)
    }

    /// Reads until the unread bytes have what is looked for.
    fn read_until<T>(&mut self, look: impl Fn(&[u8]) -> Option<T>) -> T {
        loop {
            if let Some(found) = look(&self.unread) {
                return found;
            }
            let cut = || String::from_utf8_lossy(&self.unread).into_owned();
            let before = cut();
            assert!(self.read_more(), "a stream ended after {before}");
        }
    }

    /// Reads some bytes. Returns whether there were any before the end.
    fn read_more(&mut self) -> bool {
        let mut some = [0; 16_384];
        let n_bytes = self.socket.read(&mut some).unwrap();
        self.unread.extend(&some[..n_bytes]);
        n_bytes > 0
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

/// How many messages these bytes of a stream hold.
pub fn n_messages(bytes: &str) -> usize {
    bytes.matches("\nevent: ").count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::net::TcpListener;

    /// A stream of these bytes.
    fn stream(bytes: &str) -> Stream {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        listener.accept().unwrap().0.write_all(bytes.as_bytes()).unwrap();
        Stream::new(socket)
    }

    const HEAD: &str = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    const ONE: &str = "1b\r\nevent: view\ndata: one \u{732b}\n\n\r\n";
    const TWO: &str = "19\r\nevent: parts\ndata: two!\n\n\r\n";

    #[test]
    fn events_come_one_by_one_and_silence_is_none() {
        let mut events = stream(&[HEAD, ONE, KEEP_ALIVE, TWO, "0\r\n\r\n"].concat());
        let event = |name: &str, data: &str| StreamEvent { name: name.into(), data: data.into() };
        assert_eq!(events.next_event(), Some(event("view", "one \u{732b}")));
        assert_eq!(events.next_event(), Some(event("parts", "two!")));
        assert_eq!(events.next_event(), None);
    }

    #[test]
    fn bytes_come_up_to_the_end_of_a_message_and_without_silence() {
        let mut bytes = stream(&[HEAD, KEEP_ALIVE, ONE, TWO, "0\r\n\r\n"].concat());
        assert_eq!(bytes.until("one"), [HEAD, ONE].concat());
        assert_eq!(bytes.until("two"), TWO);
        assert_eq!(bytes.rest(), "0\r\n\r\n");
    }
}
