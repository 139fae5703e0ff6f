//! The address of a client, as limits, bans and the metrics see it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};

use crate::app::App;

/// The remote address of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// The address of a client. A stranger has none: the proxy reported nothing that we can read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address(Option<IpAddr>);

/// What limits count: an IPv4 address, the IPv6 network of one customer, or all strangers together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Bucket {
    /// An IPv4 address.
    V4(Ipv4Addr),
    /// The first 64 bits of an IPv6 address.
    V6(u64),
    /// The first 48 bits of an IPv6 address: a site, which has 65,536 networks.
    Site(u64),
    /// All clients without an address.
    Strangers,
}

impl Address {
    /// The other end of a connection.
    pub(crate) fn of_peer(peer: SocketAddr) -> Address {
        Address::new(peer.ip())
    }

    fn new(address: IpAddr) -> Address {
        // `::1` is the same machine as 127.0.0.1.
        let address = match address.to_canonical() {
            IpAddr::V6(address) if address.is_loopback() => Ipv4Addr::LOCALHOST.into(),
            address => address,
        };
        Address(Some(address))
    }

    /// The IP address; `None` for strangers.
    pub(crate) fn ip(self) -> Option<IpAddr> {
        self.0
    }

    /// Whether the client is this machine. Strangers never are.
    pub(crate) fn is_loopback(self) -> bool {
        self.0.is_some_and(|address| address.is_loopback())
    }

    /// The bucket that limits count.
    pub(crate) fn bucket(self) -> Bucket {
        match self.0 {
            Some(IpAddr::V4(address)) => Bucket::V4(address),
            Some(IpAddr::V6(address)) => Bucket::V6((u128::from(address) >> 64) as u64),
            None => Bucket::Strangers,
        }
    }

    /// The bucket of the IPv6 site. One customer may own a whole site, so its networks are also counted together.
    pub(crate) fn site(self) -> Option<Bucket> {
        match self.0 {
            Some(IpAddr::V6(address)) => Some(Bucket::Site((u128::from(address) >> 80) as u64)),
            Some(IpAddr::V4(_)) | None => None,
        }
    }

    /// The widest bucket that is likely to be one customer: an IPv6 site, or else the address.
    pub(crate) fn customer(self) -> Bucket {
        self.site().unwrap_or(self.bucket())
    }

    /// From the socket. Behind a proxy, from the last entry of the header: clients can forge the entries before it.
    ///
    /// A header that is missing or cannot be read makes a stranger, also on this machine: clients can make a proxy drop
    /// the header by naming it in `Connection`.
    fn of(headers: &HeaderMap, extensions: &Extensions, behind_proxy: bool) -> Address {
        // Only tests that call the pages directly have no socket.
        let peer = extensions.get::<Peer>().map_or(Address(None), |peer| Address::of_peer(peer.0));
        if !behind_proxy {
            return peer;
        }
        let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
        let entry = forwarded.and_then(|value| last_entry(value.as_bytes()));
        entry.map_or(Address(None), Address::new)
    }
}

/// The address after the last comma: `ip`, `ip:port`, `[ip]` or `[ip]:port`. The bytes before it may be anything.
fn last_entry(header: &[u8]) -> Option<IpAddr> {
    let last = header.rsplit(|&byte| byte == b',').next()?;
    let last = str::from_utf8(last).ok()?.trim();
    let bracketed = || last.strip_prefix('[')?.strip_suffix(']')?.parse().map(IpAddr::V6).ok();
    let with_port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
    last.parse().ok().or_else(bracketed).or_else(with_port)
}

impl FromRequestParts<App> for Address {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Self::Rejection> {
        Ok(Address::of(&parts.headers, &parts.extensions, app.config().behind_proxy))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    /// The address with this text.
    pub(crate) fn address(text: &str) -> Address {
        Address::new(text.parse().unwrap())
    }

    const STRANGER: Address = Address(None);

    fn of(peer: &str, forwarded: &[&[u8]], behind_proxy: bool) -> Address {
        let name = HeaderName::from_static("x-forwarded-for");
        let value = |bytes: &&[u8]| (name.clone(), HeaderValue::from_bytes(bytes).unwrap());
        let mut extensions = Extensions::new();
        extensions.insert(Peer(peer.parse().unwrap()));
        Address::of(&forwarded.iter().map(value).collect(), &extensions, behind_proxy)
    }

    #[test]
    fn only_the_last_entry_of_a_proxy_is_trusted() {
        let told = |forwarded: &[&[u8]]| of("10.0.0.1:7", forwarded, true);
        assert_eq!(of("10.0.0.1:7", &[b"1.2.3.4"], false), address("10.0.0.1"));
        let lists: [&[&[u8]]; 9] = [
            &[b"1.2.3.4"],
            &[b"6.6.6.6, 1.2.3.4"],
            &[b"6.6.6.6,1.2.3.4 "],
            &[b"6.6.6.6", b"1.2.3.4"],
            &[b"::ffff:1.2.3.4"],
            &[b"1.2.3.4:567"],
            &[b"[::ffff:1.2.3.4]:567"],
            &[b"\xff\xfe, 1.2.3.4"],
            &[b"caf\xe9", b"1.2.3.4"],
        ];
        for list in lists {
            assert_eq!(told(list), address("1.2.3.4"), "{list:?}");
        }
        for six in ["2001:db8::6", "[2001:db8::6]", "[2001:db8::6]:80", "x, [2001:db8::6]:80"] {
            assert_eq!(told(&[six.as_bytes()]), address("2001:db8::6"), "{six}");
        }
    }

    #[test]
    fn what_a_proxy_reports_and_nobody_can_read_is_a_stranger() {
        let unreadable: [&[u8]; 9] = [
            b"",
            b"unknown",
            b"1.2.3.4,",
            b"127.0.0.1, 1.2.3.4.5",
            b"127.0.0.1, \xff",
            b"[1.2.3.4]",
            b"[::1",
            b"127.0.0.1:99999",
            b"127.0.0.1 203.0.113.7",
        ];
        for value in unreadable {
            let told = of("127.0.0.1:7", &[value], true);
            assert_eq!(told, STRANGER, "{value:?}");
            assert!(!told.is_loopback() && told.bucket() == Bucket::Strangers);
        }
        // An unreadable header must not uncover an earlier one, which clients can forge.
        assert_eq!(of("127.0.0.1:7", &[b"127.0.0.1", b"caf\xe9"], true), STRANGER);
    }

    #[test]
    fn a_request_without_the_header_of_the_proxy_is_a_strangers() {
        for peer in ["127.0.0.1:7", "[::1]:7", "[::ffff:127.0.0.1]:7", "10.0.0.1:7"] {
            assert_eq!(of(peer, &[], true), STRANGER, "{peer}");
        }
        assert_eq!(Address::of(&HeaderMap::new(), &Extensions::new(), false), STRANGER);
    }

    #[test]
    fn networks_and_sites_are_counted_together() {
        let [one, near, far] =
            ["2001:db8:1:2::3", "2001:db8:1:2:ffff::", "2001:db8:1:3::3"].map(address);
        assert_eq!(one.bucket(), near.bucket());
        assert_ne!(one.bucket(), far.bucket());
        assert_eq!(one.site(), far.site());
        assert_ne!(one.site(), address("2001:db8:2:2::3").site());
        assert_eq!((address("1.2.3.4").site(), STRANGER.site()), (None, None));
        // The network of `::1` has other addresses, and those are not this machine.
        assert!(address("::1").is_loopback() && !address("::203.0.113.7").is_loopback());
    }
}
