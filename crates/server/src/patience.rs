//! Connections that time out when the client stops reading.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep_until};

use crate::clock;

/// A connection whose writes fail when the client stops reading for too long.
#[derive(Debug)]
pub(crate) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// The deadline of the pending write.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    /// Drops a client that reads nothing for this time.
    pub(crate) fn new(stream: S, timeout: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, timeout, deadline: None }
    }

    fn with_timeout<T>(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.deadline = None;
            return sent;
        }
        let end = clock::now() + self.timeout;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep_until(end)));
        deadline.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.with_timeout(context, sent)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    /// The paused clock moves only when all tasks wait, so the timeout decides and not the machine.
    #[tokio::test(start_paused = true)]
    async fn clients_that_stop_reading_are_dropped_and_slow_ones_are_not() {
        let timeout = crate::config::Timeouts::default().reading;
        let (near, mut far) = tokio::io::duplex(4);
        let mut connection = WriteTimeout::new(near, timeout);
        let mut taken = [0; 12];
        let slow = async {
            for four in taken.chunks_mut(4) {
                tokio::time::advance(timeout / 10 * 9).await;
                far.read_exact(four).await.unwrap();
            }
        };
        let (sent, ()) = tokio::join!(connection.write_all(b"sixteen letters!"), slow);
        assert!(sent.is_ok());
        assert_eq!(&taken, b"sixteen lett");
        let stopped = clock::now();
        let dropped = tokio::time::timeout(timeout * 2, connection.write_all(b"more")).await;
        let error = dropped.expect("the connection gives up").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!((clock::now() - stopped).as_secs(), timeout.as_secs());
    }
}
