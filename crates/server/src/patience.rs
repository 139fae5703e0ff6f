//! Connections whose other side takes nothing any more, whatever the network says.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep_until};

use crate::clock;

/// Whoever takes nothing for so long is not there any more.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection that breaks when what is sent is not taken for too long.
#[derive(Debug)]
pub(crate) struct Patient<S> {
    stream: S,
    patience: Duration,
    /// What is to be sent waits until then.
    waits: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub(crate) fn new(stream: S) -> Patient<S> {
        Patient { stream, patience: PATIENCE, waits: None }
    }

    fn within_patience<T>(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.waits = None;
            return sent;
        }
        let end = clock::now() + self.patience;
        let waits = self.waits.get_or_insert_with(|| Box::pin(sleep_until(end)));
        waits.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.within_patience(context, sent)
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

    #[tokio::test]
    async fn who_takes_nothing_is_given_up_and_who_is_slow_is_not() {
        let (near, mut far) = tokio::io::duplex(4);
        let mut patient = Patient::new(near);
        let mut taken = [0; 12];
        let slow = async {
            tokio::task::yield_now().await;
            far.read_exact(&mut taken).await
        };
        let (sent, read) = tokio::join!(patient.write_all(b"sixteen letters!"), slow);
        assert!(sent.is_ok() && read.is_ok());
        assert_eq!(&taken, b"sixteen lett");
        patient.patience = Duration::ZERO;
        let error = patient.write_all(b"more").await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
