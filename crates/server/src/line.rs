//! A line to somebody who watches a table: server-sent events, first the whole live part of the page, then what changes.
//!
//! The table itself sends what is new, while that is at hand and nobody has to be woken. What the network does not take at
//! once, and what has to be packed, is left to the task that holds the line. For somebody who is too slow nothing piles up:
//! they skip what they were to be told, and are shown the whole page when they can take it.

use std::fmt;
use std::future::poll_fn;
use std::io::{self, Write as _};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use axum::http::HeaderMap;
use flate2::Compression;
use flate2::write::GzEncoder;
use rules::Observer;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::assets::can_unpack;
use crate::clock;
use crate::room::Request;

/// Proxies close connections on which nothing is said for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// How many lines are packed at once. Each remembers a quarter of a megabyte; who comes later gets plain ones.
pub(crate) const MAX_PACKED: usize = 1_000;

/// What is sent by a line.
pub(crate) trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

/// A line to somebody who watches. It counts as long as somebody holds it.
pub(crate) struct Line {
    who: Observer,
    /// Whom they watch.
    table: mpsc::WeakSender<Request>,
    sending: Mutex<Sending>,
}

/// How far a line is with what it sends.
struct Sending {
    /// What it is sent by, once that is there.
    wire: Option<Box<dyn Wire>>,
    form: Form,
    /// Events that are not on their way yet.
    waiting: Chunk,
    /// What is on its way, and the wire has not taken yet.
    unsent: Vec<u8>,
    sent_at: Instant,
    told: Told,
    /// Wakes whoever holds the line.
    holder: Option<Waker>,
}

/// What somebody has been told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Told {
    /// Everything so far.
    All,
    /// Something was skipped, so that what comes next would make no sense to them.
    NotAll,
    /// The same, and the table knows.
    NotYet,
    /// What they see is no longer theirs to see.
    NothingMore,
}

/// So much waits for somebody who is slow, in bytes. It is more than a page.
const MAX_WAITING: usize = 32 * 1024;

/// Events that are told together, as a chunk of a stream: they go out in one piece.
#[derive(Debug, Default)]
pub(crate) struct Chunk(String);

/// Room for the length of a chunk, before it.
const LENGTH: &str = "000000\r\n";

/// What stands behind a chunk.
const END: &str = "\r\n";

impl Chunk {
    /// One with room for so many bytes.
    pub(crate) fn with_room(n_bytes: usize) -> Chunk {
        Chunk(String::with_capacity(n_bytes))
    }

    /// Adds to the events.
    pub(crate) fn add(&mut self, write: impl FnOnce(&mut String)) {
        let Chunk(text) = self;
        if text.is_empty() {
            text.push_str(LENGTH);
        } else {
            text.truncate(text.len() - END.len());
        }
        write(text);
        let length = text.len() - LENGTH.len();
        if length == 0 {
            // It would mean that the stream ends.
            return text.clear();
        }
        text.replace_range(..LENGTH.len(), &format!("{length:06x}\r\n"));
        text.push_str(END);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lets go of the events and keeps room for others: for how many bytes.
    pub(crate) fn clear(&mut self) -> usize {
        self.0.clear();
        self.0.capacity()
    }

    fn events(&self) -> &str {
        if self.is_empty() { "" } else { &self.0[LENGTH.len()..self.0.len() - END.len()] }
    }
}

impl From<&str> for Chunk {
    fn from(events: &str) -> Chunk {
        let mut chunk = Chunk::default();
        chunk.add(|text| text.push_str(events));
        chunk
    }
}

/// In which form events are sent.
#[derive(Default)]
pub(crate) struct Form {
    /// In chunks. In the old version of HTTP a stream goes on until the connection ends.
    pub(crate) is_chunked: bool,
    /// Packed: what is sent differs little from what came before, and takes a few hundred bytes then.
    pub(crate) packer: Option<Packer>,
}

impl Line {
    pub(crate) fn new(who: Observer, table: mpsc::WeakSender<Request>) -> Line {
        let sending = Sending {
            wire: None,
            form: Form::default(),
            waiting: Chunk::default(),
            unsent: Vec::new(),
            sent_at: clock::now(),
            told: Told::All,
            holder: None,
        };
        Line { who, table, sending: Mutex::new(sending) }
    }

    /// Tells of something that has changed.
    pub(crate) fn tell(&self, news: &Chunk) {
        let mut sending = self.sending();
        if sending.told != Told::All {
            return;
        }
        let is_free = sending.unsent.is_empty() && sending.waiting.is_empty();
        if is_free && sending.wire.is_some() && sending.form.packer.is_none() {
            sending.send(news, &mut Context::from_waker(Waker::noop()));
            if sending.unsent.is_empty() {
                return;
            }
        } else if sending.waiting.events().len() + news.events().len() <= MAX_WAITING {
            sending.waiting.add(|text| text.push_str(news.events()));
        } else {
            (sending.waiting, sending.told) = (Chunk::default(), Told::NotAll);
        }
        sending.wake();
    }

    /// Tells all there is, to somebody who has not been told everything.
    pub(crate) fn tell_all(&self, event: &str) {
        let mut sending = self.sending();
        if sending.told != Told::NothingMore {
            (sending.waiting, sending.told) = (event.into(), Told::All);
            sending.wake();
        }
    }

    /// Whether somebody waits to be told all there is.
    pub(crate) fn waits_for_all(&self) -> bool {
        self.sending().told == Told::NotYet
    }

    /// Ends it.
    pub(crate) fn cut(&self) {
        let mut sending = self.sending();
        (sending.waiting, sending.told) = (Chunk::default(), Told::NothingMore);
        sending.wake();
    }

    /// Sends a head and then what is told until the line is cut, or until the other side has gone or says something:
    /// nothing can be asked here any more.
    pub(crate) async fn hold(
        &self,
        head: Vec<u8>,
        form: Form,
        wire: Box<dyn Wire>,
    ) -> io::Result<()> {
        let end: &[u8] = if form.is_chunked { b"0\r\n\r\n" } else { b"" };
        {
            let mut sending = self.sending();
            (sending.unsent, sending.form, sending.wire) = (head, form, Some(wire));
        }
        // Set anew only when it rings: news come often.
        let mut silence = Box::pin(sleep_until(clock::now() + KEEP_ALIVE));
        poll_fn(|context| self.poll(context, silence.as_mut())).await?;
        let wire = self.sending().wire.take();
        if let Some(mut wire) = wire {
            wire.write_all(end).await?;
            wire.shutdown().await?;
        }
        Ok(())
    }

    /// Sends as much as the wire takes. Ready when the line is cut, or when there is nobody at its other end.
    fn poll(
        &self,
        context: &mut Context<'_>,
        mut silence: Pin<&mut Sleep>,
    ) -> Poll<io::Result<()>> {
        let sending = &mut *self.sending();
        sending.holder.get_or_insert_with(|| context.waker().clone()).clone_from(context.waker());
        if let Poll::Ready(said) = sending.poll_said(context) {
            sending.wire = None;
            return Poll::Ready(said);
        }
        loop {
            ready!(sending.poll_unsent(context))?;
            if !sending.waiting.is_empty() {
                let waiting = std::mem::take(&mut sending.waiting);
                sending.send(&waiting, context);
                continue;
            }
            match sending.told {
                Told::NothingMore => return Poll::Ready(Ok(())),
                Told::NotAll => {
                    sending.told = Told::NotYet;
                    self.ask(Request::TellAll(self.who));
                }
                Told::All | Told::NotYet => {}
            }
            ready!(silence.as_mut().poll(context));
            let (now, due) = (clock::now(), sending.sent_at + KEEP_ALIVE);
            let is_due = due <= now;
            silence.as_mut().reset(if is_due { now + KEEP_ALIVE } else { due });
            if is_due {
                sending.send(&":\n\n".into(), context);
            }
        }
    }

    /// Asks the table something, unless it is asleep.
    fn ask(&self, request: Request) {
        if let (Some(table), Ok(threads)) = (self.table.upgrade(), Handle::try_current()) {
            threads.spawn(async move {
                let _asleep_by_now = table.send(request).await;
            });
        }
    }

    fn sending(&self) -> MutexGuard<'_, Sending> {
        // Whatever somebody did with it before, what is on its way is whole.
        self.sending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.ask(Request::Left(self.who));
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("who", &self.who).finish_non_exhaustive()
    }
}

impl Sending {
    /// Sends something as far as the wire takes it, which has taken all that came before.
    fn send(&mut self, chunk: &Chunk, context: &mut Context<'_>) {
        self.sent_at = clock::now();
        let Form { is_chunked, packer } = &mut self.form;
        let packed = packer.as_mut().map(|packer| packer.pack(chunk.events(), *is_chunked));
        let bytes = match &packed {
            Some(packed) => packed,
            None if *is_chunked => chunk.0.as_bytes(),
            None => chunk.events().as_bytes(),
        };
        let sent = self.wire.as_mut().map(|wire| Pin::new(wire).poll_write(context, bytes));
        let n_sent = match sent {
            Some(Poll::Ready(Ok(n_bytes))) => n_bytes,
            // Whoever sends the rest will see why.
            Some(Poll::Ready(Err(_)) | Poll::Pending) | None => 0,
        };
        self.unsent.extend_from_slice(&bytes[n_sent..]);
    }

    /// Sends what the wire has not taken yet.
    fn poll_unsent(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let unsent = std::mem::take(&mut self.unsent);
        let mut n_sent = 0;
        while n_sent < unsent.len() {
            let Some(wire) = &mut self.wire else { break };
            match Pin::new(wire).poll_write(context, &unsent[n_sent..]) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(n_bytes)) => n_sent += n_bytes,
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => {
                    self.unsent = unsent[n_sent..].to_vec();
                    return Poll::Pending;
                }
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Whether the other side has said something, or has gone.
    fn poll_said(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(wire) = &mut self.wire else { return Poll::Ready(Ok(())) };
        Pin::new(wire).poll_read(context, &mut ReadBuf::new(&mut [0; 1]))
    }

    fn wake(&self) {
        if let Some(holder) = &self.holder {
            holder.wake_by_ref();
        }
    }
}

/// Packs events, each so that it can be unpacked at once.
pub(crate) struct Packer {
    encoder: GzEncoder<Vec<u8>>,
    _permit: OwnedSemaphorePermit,
}

impl Packer {
    /// One of these, where the browser can unpack and there is one left.
    pub(crate) fn for_whom(asked: &HeaderMap, packers: &Arc<Semaphore>) -> Option<Packer> {
        let packers = can_unpack(asked).then(|| Arc::clone(packers))?;
        let permit = packers.try_acquire_owned().ok()?;
        let encoder = GzEncoder::new(Vec::new(), Compression::new(5));
        Some(Packer { encoder, _permit: permit })
    }

    fn pack(&mut self, events: &str, is_chunked: bool) -> Vec<u8> {
        let packed = self.encoder.write_all(events.as_bytes()).and_then(|()| self.encoder.flush());
        packed.expect("a list of bytes takes it");
        let packed = std::mem::take(self.encoder.get_mut());
        if is_chunked {
            [format!("{:x}\r\n", packed.len()).as_bytes(), &packed, END.as_bytes()].concat()
        } else {
            packed
        }
    }
}
