//! Rate limits for each address.

use std::sync::atomic::Ordering;

use axum::extract::{Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::address::{Address, Bucket};
use crate::app::App;
use crate::config::{Limits, Rate};
use crate::error::{PageError, Problem};

/// The largest request body, in bytes. A form with a deck file fits.
pub(crate) const MAX_BODY: usize = 8 * 1024;

/// The kinds of rate limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LimitKind {
    /// A request of any kind.
    Request,
    /// Creating a table.
    Table,
    /// Sending a chat line.
    Chat,
    /// Asking for a hint.
    Hint,
    /// A command that can be repeated without end.
    Toggle,
}

/// The remaining requests of each address.
#[derive(Debug)]
pub(crate) struct Buckets {
    requests: Option<DefaultKeyedRateLimiter<Bucket>>,
    tables: Option<DefaultKeyedRateLimiter<Bucket>>,
    chat: Option<DefaultKeyedRateLimiter<Bucket>>,
    hints: Option<DefaultKeyedRateLimiter<Bucket>>,
    toggles: Option<DefaultKeyedRateLimiter<Bucket>>,
}

impl Buckets {
    pub(crate) fn new(limits: &Limits) -> Buckets {
        let bucket = |rate: Rate| {
            let quota = Quota::with_period(rate.every)
                .unwrap_or(Quota::per_second(rate.burst))
                .allow_burst(rate.burst);
            RateLimiter::keyed(quota)
        };
        Buckets {
            requests: limits.requests.map(bucket),
            tables: limits.tables.map(bucket),
            chat: limits.chat.map(bucket),
            hints: limits.hints.map(bucket),
            toggles: limits.toggles.map(bucket),
        }
    }

    /// Takes one request from the address's bucket, or says how long to wait.
    pub(crate) fn take(&self, what: LimitKind, address: Address) -> Result<(), PageError> {
        let bucket = match what {
            LimitKind::Request => &self.requests,
            LimitKind::Table => &self.tables,
            LimitKind::Chat => &self.chat,
            LimitKind::Hint => &self.hints,
            LimitKind::Toggle => &self.toggles,
        };
        let Some(bucket) = bucket else { return Ok(()) };
        bucket.check_key(&address.bucket()).map_err(|until| {
            Problem::TooMany(until.wait_time_from(DefaultClock::default().now())).into()
        })
    }

    /// Removes full buckets.
    pub(crate) fn remove_full(&self) {
        let all = [&self.requests, &self.tables, &self.chat, &self.hints, &self.toggles];
        for bucket in all.into_iter().flatten() {
            bucket.retain_recent();
            bucket.shrink_to_fit();
        }
    }
}

/// Marks the requests of a connection that is refused, with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Refused(pub(crate) Problem);

/// Refuses requests that are too frequent or too large, before any other layer sees them.
pub(crate) async fn guard(
    State(app): State<App>,
    address: Address,
    request: Request,
    next: Next,
) -> Result<Response, PageError> {
    if let Some(Refused(problem)) = request.extensions().get() {
        return Err((*problem).into());
    }
    if app.config().is_banned(address) {
        return Err(Problem::Banned.into());
    }
    app.buckets().take(LimitKind::Request, address).inspect_err(|_| {
        app.metrics().refused.fetch_add(1, Ordering::Relaxed);
    })?;
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let length: Option<usize> = length.and_then(|length| length.parse().ok());
    if length.is_some_and(|n_bytes| n_bytes > MAX_BODY) {
        return Err(Problem::TooLarge.into());
    }
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::address::tests::address;

    #[test]
    fn each_address_has_its_own_bucket() {
        let rate = Some(Rate::new(2, Duration::from_secs(3600)));
        let buckets = Buckets::new(&Limits { chat: rate, ..Limits::NONE });
        let [one, other] = ["1.2.3.4", "5.6.7.8"].map(address);
        assert!(buckets.take(LimitKind::Chat, one).is_ok());
        assert!(buckets.take(LimitKind::Chat, one).is_ok());
        assert!(buckets.take(LimitKind::Chat, one).is_err());
        assert!(buckets.take(LimitKind::Chat, other).is_ok());
        assert!(buckets.take(LimitKind::Request, one).is_ok(), "no rate, no limit");
        buckets.remove_full();
        assert!(buckets.take(LimitKind::Chat, one).is_err(), "an empty bucket is not forgotten");
    }
}
