//! Rate limits for each address.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::atomic::Ordering;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::app::App;
use crate::config::{Limits, Rate};
use crate::error::{PageError, Problem};

/// The largest request body, in bytes. A form with a deck file fits.
pub(crate) const MAX_BODY: usize = 8 * 1024;

/// The remote address of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The address that rate limits count. For IPv6 it is the network of one customer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(IpAddr);

impl Address {
    pub(crate) fn new(address: IpAddr) -> Address {
        match address.to_canonical() {
            IpAddr::V4(address) => Address(address.into()),
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                Address(Ipv6Addr::from(network).into())
            }
        }
    }

    /// Whether the address is this machine. For IPv6 only the network is known; the network of `::1` has no other
    /// machine.
    pub(crate) fn is_loopback(self) -> bool {
        match self.0 {
            IpAddr::V4(address) => address.is_loopback(),
            IpAddr::V6(network) => network.is_unspecified(),
        }
    }

    /// From the socket. Behind a proxy, from the last entry of the header: clients can forge the entries before it.
    fn of(headers: &HeaderMap, extensions: &Extensions, behind_proxy: bool) -> Address {
        let peer = extensions.get::<Peer>().map(|peer| peer.0.ip());
        let forwarded = || {
            let entries = headers.get_all("x-forwarded-for").iter();
            let last = entries.filter_map(|value| value.to_str().ok()).next_back()?;
            last.rsplit(',').next()?.trim().parse().ok()
        };
        let told = if behind_proxy { forwarded() } else { None };
        // Only tests that call the pages directly have no socket.
        Address::new(told.or(peer).unwrap_or(Ipv6Addr::UNSPECIFIED.into()))
    }
}

impl FromRequestParts<App> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Self::Rejection> {
        Ok(Address::of(&parts.headers, &parts.extensions, app.config().behind_proxy))
    }
}

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
}

/// The remaining requests of each address.
#[derive(Debug)]
pub(crate) struct Buckets {
    requests: Option<DefaultKeyedRateLimiter<Address>>,
    tables: Option<DefaultKeyedRateLimiter<Address>>,
    chat: Option<DefaultKeyedRateLimiter<Address>>,
    hints: Option<DefaultKeyedRateLimiter<Address>>,
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
        }
    }

    /// Takes one request from the address's bucket, or says how long to wait.
    pub(crate) fn take(&self, what: LimitKind, address: Address) -> Result<(), PageError> {
        let bucket = match what {
            LimitKind::Request => &self.requests,
            LimitKind::Table => &self.tables,
            LimitKind::Chat => &self.chat,
            LimitKind::Hint => &self.hints,
        };
        let Some(bucket) = bucket else { return Ok(()) };
        bucket.check_key(&address).map_err(|until| {
            Problem::TooMany(until.wait_time_from(DefaultClock::default().now())).into()
        })
    }

    /// Removes full buckets.
    pub(crate) fn remove_full(&self) {
        let all = [&self.requests, &self.tables, &self.chat, &self.hints];
        for bucket in all.into_iter().flatten() {
            bucket.retain_recent();
            bucket.shrink_to_fit();
        }
    }
}

/// Refuses requests that are too frequent or too large, before any other layer sees them.
pub(crate) async fn guard(
    State(app): State<App>,
    address: Address,
    request: Request,
    next: Next,
) -> Result<Response, PageError> {
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

    use axum::http::HeaderValue;

    use super::*;

    fn address(forwarded: &[&str], behind_proxy: bool) -> Address {
        let name = axum::http::HeaderName::from_static("x-forwarded-for");
        let values =
            forwarded.iter().map(|text| (name.clone(), HeaderValue::from_str(text).unwrap()));
        let mut extensions = Extensions::new();
        extensions.insert(Peer("10.0.0.1:7".parse().unwrap()));
        Address::of(&values.collect(), &extensions, behind_proxy)
    }

    #[test]
    fn only_the_last_entry_of_a_proxy_is_trusted() {
        let v4 = |text: &str| Address(text.parse().unwrap());
        assert_eq!(address(&["1.2.3.4"], false), v4("10.0.0.1"));
        assert_eq!(address(&["1.2.3.4"], true), v4("1.2.3.4"));
        assert_eq!(address(&["6.6.6.6, 1.2.3.4"], true), v4("1.2.3.4"));
        assert_eq!(address(&["6.6.6.6", "1.2.3.4"], true), v4("1.2.3.4"));
        assert_eq!(address(&["nonsense"], true), v4("10.0.0.1"));
        assert_eq!(address(&[], true), v4("10.0.0.1"));
        assert_eq!(address(&["::ffff:1.2.3.4"], true), v4("1.2.3.4"));
        assert_eq!(address(&["2001:db8:1:2:3:4:5:6"], true), v4("2001:db8:1:2::"));
    }

    #[test]
    fn each_address_has_its_own_bucket() {
        let rate = Some(Rate::new(2, Duration::from_secs(3600)));
        let buckets = Buckets::new(&Limits { chat: rate, ..Limits::NONE });
        let [one, other] = ["1.2.3.4", "5.6.7.8"].map(|text| Address(text.parse().unwrap()));
        assert!(buckets.take(LimitKind::Chat, one).is_ok());
        assert!(buckets.take(LimitKind::Chat, one).is_ok());
        assert!(buckets.take(LimitKind::Chat, one).is_err());
        assert!(buckets.take(LimitKind::Chat, other).is_ok());
        assert!(buckets.take(LimitKind::Request, one).is_ok(), "no rate, no limit");
        buckets.remove_full();
        assert!(buckets.take(LimitKind::Chat, one).is_err(), "an empty bucket is not forgotten");
    }
}
