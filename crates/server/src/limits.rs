//! Rate limits for each address.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

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
use crate::health;

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
    requests: Option<Limiter>,
    tables: Option<Limiter>,
    chat: Option<Limiter>,
    hints: Option<Limiter>,
    toggles: Option<Limiter>,
    n_refused: AtomicU64,
}

/// One rate limit, for addresses and for IPv6 sites.
#[derive(Debug)]
struct Limiter {
    addresses: DefaultKeyedRateLimiter<Bucket>,
    sites: DefaultKeyedRateLimiter<Bucket>,
}

/// A site may ask as often as this many addresses: it can belong to one customer, or to a few hundred.
const ADDRESSES_PER_SITE: NonZeroU32 = NonZeroU32::new(10).expect("ten is not zero");

impl Limiter {
    fn new(rate: Rate) -> Limiter {
        let limiter = |burst: NonZeroU32, every: Duration| {
            let quota = Quota::with_period(every).unwrap_or(Quota::per_second(burst));
            RateLimiter::keyed(quota.allow_burst(burst))
        };
        let site_burst = rate.burst.saturating_mul(ADDRESSES_PER_SITE);
        Limiter {
            addresses: limiter(rate.burst, rate.every),
            sites: limiter(site_burst, rate.every / ADDRESSES_PER_SITE.get()),
        }
    }

    /// Takes one request, or says how long to wait.
    fn take(&self, address: Address) -> Result<(), Duration> {
        let check = |limiter: &DefaultKeyedRateLimiter<Bucket>, bucket: Bucket| {
            let wait =
                |until: governor::NotUntil<_>| until.wait_time_from(DefaultClock::default().now());
            limiter.check_key(&bucket).map_err(wait)
        };
        check(&self.addresses, address.bucket())?;
        address.site().map_or(Ok(()), |site| check(&self.sites, site))
    }
}

impl Buckets {
    pub(crate) fn new(limits: &Limits) -> Buckets {
        Buckets {
            requests: limits.requests.map(Limiter::new),
            tables: limits.tables.map(Limiter::new),
            chat: limits.chat.map(Limiter::new),
            hints: limits.hints.map(Limiter::new),
            toggles: limits.toggles.map(Limiter::new),
            n_refused: AtomicU64::new(0),
        }
    }

    /// Takes one request from the buckets of an address, or says how long to wait.
    pub(crate) fn take(&self, what: LimitKind, address: Address) -> Result<(), PageError> {
        let limiter = match what {
            LimitKind::Request => &self.requests,
            LimitKind::Table => &self.tables,
            LimitKind::Chat => &self.chat,
            LimitKind::Hint => &self.hints,
            LimitKind::Toggle => &self.toggles,
        };
        let taken = limiter.as_ref().map_or(Ok(()), |limiter| limiter.take(address));
        taken.map_err(|wait| {
            self.n_refused.fetch_add(1, Ordering::Relaxed);
            Problem::TooMany(wait).into()
        })
    }

    /// The number of requests that were refused.
    pub(crate) fn n_refused(&self) -> u64 {
        self.n_refused.load(Ordering::Relaxed)
    }

    /// Removes full buckets.
    pub(crate) fn remove_full(&self) {
        let all = [&self.requests, &self.tables, &self.chat, &self.hints, &self.toggles];
        for limiter in all.into_iter().flatten().flat_map(|one| [&one.addresses, &one.sites]) {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Marks the requests of a connection that is refused, with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RefusedConnection(pub(crate) Problem);

/// Refuses requests that are too frequent or too large, before any other layer sees them.
pub(crate) async fn guard(
    State(app): State<App>,
    address: Address,
    request: Request,
    next: Next,
) -> Result<Response, PageError> {
    if let Some(RefusedConnection(problem)) = request.extensions().get() {
        return Err((*problem).into());
    }
    // Programs that watch the server come past the proxy as strangers, and a flood of strangers must not make it look
    // dead. The answer is remembered, so it costs no more than a refusal.
    if request.uri().path() != health::PATH {
        if app.config().is_banned(address) {
            return Err(Problem::Banned.into());
        }
        app.buckets().take(LimitKind::Request, address)?;
    }
    let length = request.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    let length: Option<usize> = length.and_then(|length| length.parse().ok());
    if length.is_some_and(|n_bytes| n_bytes > MAX_BODY) {
        return Err(Problem::TooLarge.into());
    }
    Ok(next.run(request).await)
}

#[cfg(test)]
mod tests {
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
    #[test]
    fn networks_of_one_site_share_larger_buckets() {
        let rate = Some(Rate::new(2, Duration::from_secs(3600)));
        let buckets = Buckets::new(&Limits { tables: rate, ..Limits::NONE });
        let take = |network: u32| {
            let from = address(&format!("2001:db8:1:{network:x}::1"));
            buckets.take(LimitKind::Table, from).is_ok()
        };
        assert_eq!([take(0), take(0), take(0)], [true, true, false]);
        assert_eq!((1..100).filter(|&network| take(network)).count(), 18, "twenty in all");
        assert!(buckets.take(LimitKind::Table, address("2001:db8:2::1")).is_ok(), "another site");
        assert_eq!(buckets.n_refused(), 1 + 99 - 18);
    }
}
