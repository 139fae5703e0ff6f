//! The live part of a page as a stream of server-sent events: the whole of it, whenever it changes.
//!
//! Whoever is slow skips versions and gets the newest, so nothing piles up for them.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as HttpBody, Frame};
use tokio::sync::mpsc;

use crate::room::{Request, Shown, Watching};
use crate::shutdown::Shutdown;

/// Proxies close connections on which nothing is said for a minute.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Whoever takes nothing for so long is not there any more, whatever the network says.
const PATIENCE: Duration = Duration::from_secs(30);

/// A stream that lasts as long as somebody watches.
pub(crate) fn live(watching: Watching, shutdown: Shutdown) -> Response {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(feed(watching, shutdown, sender));
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache, no-transform")),
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    (headers, Body::new(Events(receiver))).into_response()
}

/// Sends what is new until nobody reads, the seat changes hands, or the server stops.
async fn feed(mut watching: Watching, shutdown: Shutdown, sender: mpsc::Sender<Bytes>) {
    let stopping = shutdown.begun();
    tokio::pin!(stopping);
    let mut bytes = event(&watching.shown.borrow_and_update());
    bytes.insert_str(0, "retry: 1000\n\n");
    loop {
        let Ok(Ok(())) = tokio::time::timeout(PATIENCE, sender.send(bytes.into())).await else {
            break;
        };
        bytes = tokio::select! {
            () = &mut stopping => break,
            () = sender.closed() => break,
            changed = watching.shown.changed() => match changed {
                Ok(()) => event(&watching.shown.borrow_and_update()),
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

fn event(shown: &Shown) -> String {
    let Shown { version, html } = shown;
    format!("id: {version}\nevent: view\ndata: {html}\n\n")
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
