//! Networks of addresses, for bans.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use crate::config::BadText;

/// All addresses that begin with the same bits: `203.0.113.0/24`, `2001:db8::/32`, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    n_bits: u8,
}

impl Network {
    /// Whether the network has this address.
    pub fn contains(&self, address: IpAddr) -> bool {
        let [(mine, width), (theirs, their_width)] = [self.address, address].map(bits);
        // A shift by the whole width has no result: the network has every address.
        let rest = u32::from(width - self.n_bits);
        width == their_width && mine.checked_shr(rest) == theirs.checked_shr(rest)
    }
}

/// An address as a number, and the number of its bits. An IPv4 address in the form of IPv6 counts as IPv4.
fn bits(address: IpAddr) -> (u128, u8) {
    match address.to_canonical() {
        IpAddr::V4(address) => (u32::from(address).into(), 32),
        IpAddr::V6(address) => (address.into(), 128),
    }
}

impl FromStr for Network {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Network, BadText> {
        let bad = || BadText(text.to_owned());
        let (address, n_bits) = match text.split_once('/') {
            Some((address, n_bits)) => (address, Some(n_bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let width = bits(address).1;
        let n_bits = match n_bits {
            Some(n_bits) => n_bits.parse().ok().filter(|&n| n <= width).ok_or_else(bad)?,
            None => width,
        };
        Ok(Network { address: address.to_canonical(), n_bits })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.n_bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_have_the_addresses_that_begin_alike() {
        for (network, inside, outside) in [
            ("203.0.113.7", "203.0.113.7", "203.0.113.6"),
            ("203.0.113.7/24", "203.0.113.255", "203.0.114.0"),
            ("203.0.113.0/24", "::ffff:203.0.113.1", "2001:db8::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("2001:db8::1", "2001:db8::1", "2001:db8::2"),
            ("0.0.0.0/0", "1.2.3.4", "::1"),
            ("::/0", "2001:db8::1", "1.2.3.4"),
        ] {
            let parsed: Network = network.parse().unwrap();
            assert!(parsed.contains(inside.parse().unwrap()), "{network} has {inside}");
            assert!(!parsed.contains(outside.parse().unwrap()), "{network} has no {outside}");
            assert_eq!(parsed.to_string().parse(), Ok(parsed));
        }
        for text in ["", "cats", "1.2.3.4/33", "::/129", "1.2.3.4/", "1.2.3.4/x", "1.2.3/8"] {
            assert_eq!(text.parse::<Network>(), Err(BadText(text.to_owned())));
        }
    }
}
