//! `GET /healthz`: whether the server can play, which means that its store can write.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use store::Store;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::app::App;
use crate::clock;
use crate::error::{PageError, Problem};

/// The path of the health check.
pub(crate) const PATH: &str = "/healthz";

/// How long an answer of the store is remembered: a check costs as much as a write, and everyone may ask.
const REMEMBERED: Duration = Duration::from_secs(5);

/// A store that does not answer in this time cannot write.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

/// The last answer of the store.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<(Instant, bool)>>);

impl Health {
    /// Whether the store could write a moment ago.
    async fn can_write(&self, store: &dyn Store) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, can_write)) = *last
            && clock::now() < at + REMEMBERED
        {
            return can_write;
        }
        let can_write = match tokio::time::timeout(STORE_TIMEOUT, store.check_writable()).await {
            Ok(Ok(())) => true,
            Ok(Err(error)) => {
                tracing::error!(%error, "the store cannot write");
                false
            }
            Err(_) => {
                tracing::error!("the store does not answer");
                false
            }
        };
        *last = Some((clock::now(), can_write));
        can_write
    }
}

/// `GET /healthz`.
pub(crate) async fn show(State(app): State<App>) -> Result<impl IntoResponse, PageError> {
    if app.health().can_write(app.hall().store().as_ref()).await {
        Ok(([(CACHE_CONTROL, "no-store")], "ok\n"))
    } else {
        Err(Problem::StoreFailed.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_store_is_asked_again_after_a_while() {
        let store = store::SqliteStore::open(&testing::folder::empty("health")).unwrap();
        let health = Health::default();
        // While the clock is paused, it would run to the timeout before the store's thread answers.
        assert!(health.can_write(&store).await);
        store.close().await.unwrap();
        tokio::time::pause();
        assert!(health.can_write(&store).await, "the answer is remembered");
        tokio::time::advance(REMEMBERED).await;
        tokio::time::resume();
        assert!(!health.can_write(&store).await);
        assert!(!health.can_write(&store).await);
    }
}
