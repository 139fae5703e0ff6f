//! The settings that operators choose.

use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use bots::Think;
use store::PrunePolicy;

use crate::address::Address;
use crate::network::Network;

/// The address of the server, and the limits for clients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The address to listen on. Port 0 means any free port.
    pub listen: SocketAddr,
    /// The public address, if it differs from the listening address.
    pub public_url: Option<PublicUrl>,
    /// Whether a proxy reports the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// Whether everyone may read `/metrics`. By default only this machine may.
    pub open_metrics: bool,
    /// Rate limits for each address.
    pub limits: Limits,
    /// How long clients may take.
    pub timeouts: Timeouts,
    /// How long things last that are kept in memory only.
    pub lifetimes: Lifetimes,
    /// Networks whose requests are all refused.
    pub banned: Vec<Network>,
    /// Which tables are deleted while the server runs.
    pub pruning: PrunePolicy,
    /// The bot's thinking time for a hint.
    pub hints: Think,
}

/// How long clients may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// For the headers of a request. An idle connection is closed after this time.
    pub headers: Duration,
    /// For a whole form.
    pub form: Duration,
    /// For reading some of an answer. A client that reads nothing for this time is dropped.
    pub reading: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            headers: Duration::from_secs(30),
            form: Duration::from_secs(10),
            reading: Duration::from_secs(30),
        }
    }
}

/// How long things last that are kept in memory only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifetimes {
    /// The entry of a table on the home page, after the last visit of one of its players.
    pub listing: Duration,
    /// A link that moves a seat to another browser.
    pub link: Duration,
}

impl Default for Lifetimes {
    fn default() -> Lifetimes {
        let ten_minutes = Duration::from_secs(600);
        Lifetimes { listing: ten_minutes, link: ten_minutes }
    }
}

impl Config {
    /// Settings for a server among friends: no proxy, the default limits.
    pub fn new(listen: SocketAddr) -> Config {
        Config {
            listen,
            public_url: None,
            behind_proxy: false,
            open_metrics: false,
            limits: Limits::default(),
            timeouts: Timeouts::default(),
            lifetimes: Lifetimes::default(),
            banned: Vec::new(),
            pruning: PrunePolicy::default(),
            hints: Think::Time(Duration::from_millis(300)),
        }
    }

    /// Whether this address is banned. Strangers may have any address: they are banned as soon as any address is.
    pub(crate) fn is_banned(&self, address: Address) -> bool {
        let is_meant = |network: &Network| address.ip().is_none_or(|ip| network.contains(ip));
        self.banned.iter().any(is_meant)
    }

    /// Whether the public address uses https, so that cookies can require it.
    pub(crate) fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(PublicUrl::is_https)
    }
}

/// Rate limits for each address. `None` means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests of any kind.
    pub requests: Option<Rate>,
    /// New tables.
    pub tables: Option<Rate>,
    /// Chat lines.
    pub chat: Option<Rate>,
    /// Hints, which take computing time.
    pub hints: Option<Rate>,
    /// Commands that can be repeated without end, such as ready and not ready. Each makes a table's log longer.
    pub toggles: Option<Rate>,
    /// Open connections, for all addresses together.
    pub n_connections: usize,
    /// Open connections for each address. Behind a proxy all connections are the proxy's, and nothing is counted.
    pub connections: PerAddress,
    /// Open streams for each address.
    pub streams: PerAddress,
    /// Compressed streams, for all addresses together. An address gets a twentieth of them, an IPv6 site a quarter;
    /// further streams are not compressed.
    pub n_compressed: usize,
    /// Logs that are read for replays and records at once. Further requests wait their turn.
    pub n_replays: usize,
    /// The longest log that is read for replays and records, in events.
    pub replay_events: u64,
}

/// How much an address may hold at once. IPv6 addresses count by network (64 bits), and by site (48 bits) besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerAddress {
    /// For an IPv4 address or an IPv6 network.
    pub address: usize,
    /// For an IPv6 site, which has 65,536 networks.
    pub ipv6_site: usize,
}

impl PerAddress {
    /// No limit.
    pub const ANY: PerAddress = PerAddress { address: usize::MAX, ipv6_site: usize::MAX };
}

/// A rate limit: a burst, and then one request per interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// The size of the burst.
    pub burst: NonZeroU32,
    /// The time until the next request is allowed.
    pub every: Duration,
}

impl Rate {
    /// A burst of this size, and one more request every `every`.
    ///
    /// # Panics
    /// If `burst` is 0.
    pub const fn new(burst: u32, every: Duration) -> Rate {
        Rate { burst: NonZeroU32::new(burst).expect("a rate lets something pass"), every }
    }
}

impl Limits {
    /// No limits, for benchmarks on one machine.
    pub const NONE: Limits = Limits {
        requests: None,
        tables: None,
        chat: None,
        hints: None,
        toggles: None,
        n_connections: 100_000,
        connections: PerAddress::ANY,
        streams: PerAddress::ANY,
        n_compressed: 1_000,
        n_replays: 4,
        replay_events: 1_000_000,
    };
}

impl Default for Limits {
    /// A family or a school class behind one address stays below these limits.
    fn default() -> Limits {
        Limits {
            requests: Some(Rate::new(240, Duration::from_millis(25))),
            tables: Some(Rate::new(12, Duration::from_secs(20))),
            chat: Some(Rate::new(8, Duration::from_secs(2))),
            hints: Some(Rate::new(12, Duration::from_secs(2))),
            toggles: Some(Rate::new(40, Duration::from_secs(2))),
            n_connections: 20_000,
            connections: PerAddress { address: 200, ipv6_site: 2_000 },
            streams: PerAddress { address: 100, ipv6_site: 1_000 },
            n_compressed: 1_000,
            n_replays: 2,
            replay_events: 100_000,
        }
    }
}

/// A scheme, a host and an optional port: `https://cats.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Whether it is https.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The address in the format of an origin, without a slash at the end.
    pub fn origin(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that is not a value of the wanted type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadText(pub String);

impl FromStr for PublicUrl {
    type Err = BadText;

    fn from_str(text: &str) -> Result<PublicUrl, BadText> {
        let bad = || BadText(text.to_owned());
        let origin = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        let host = host.ok_or_else(bad)?;
        // These characters are also safe in links and headers.
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        let fits = !host.is_empty() && host.len() <= 255 && host.bytes().all(plain);
        if fits && host.parse::<axum::http::uri::Authority>().is_ok() {
            Ok(PublicUrl(origin))
        } else {
            Err(bad())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_urls_are_origins() {
        for (text, origin) in [
            ("https://cats.example", "https://cats.example"),
            ("https://Cats.Example/", "https://cats.example"),
            ("http://192.168.0.7:8080", "http://192.168.0.7:8080"),
            ("http://[::1]:80", "http://[::1]:80"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().origin(), origin);
        }
        for text in [
            "",
            "cats.example",
            "ftp://x",
            "https://",
            "https://a/b",
            "https://a b",
            "https://a\"b",
        ] {
            assert_eq!(text.parse::<PublicUrl>(), Err(BadText(text.to_owned())));
        }
    }
}
