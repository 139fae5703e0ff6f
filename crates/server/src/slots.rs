//! What each address holds open: connections, streams, long work. A slot is held until it is dropped.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::address::{Address, Bucket};
use crate::config::PerAddress;

/// The slots that addresses hold. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    held: Arc<Mutex<HashMap<Bucket, usize>>>,
    most: PerAddress,
}

/// A slot of an address. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    held: Arc<Mutex<HashMap<Bucket, usize>>>,
    address: Address,
}

/// The buckets in which an address is counted.
fn buckets(address: Address) -> impl Iterator<Item = Bucket> {
    [address.bucket()].into_iter().chain(address.site())
}

fn lock(held: &Mutex<HashMap<Bucket, usize>>) -> MutexGuard<'_, HashMap<Bucket, usize>> {
    // No code panics while it holds the lock, so a poisoned one is harmless.
    held.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Slots {
    pub(crate) fn new(most: PerAddress) -> Slots {
        Slots { held: Arc::default(), most }
    }

    /// Takes a slot; `None` if the address or its IPv6 site already holds the most that it may.
    pub(crate) fn take(&self, address: Address) -> Option<Slot> {
        let mut held = lock(&self.held);
        let is_full = |bucket: Bucket| {
            let most = match bucket {
                Bucket::Site(_) => self.most.ipv6_site,
                Bucket::V4(_) | Bucket::V6(_) | Bucket::Strangers => self.most.address,
            };
            held.get(&bucket).is_some_and(|&n_held| n_held >= most) || most == 0
        };
        if buckets(address).any(is_full) {
            return None;
        }
        buckets(address).for_each(|bucket| *held.entry(bucket).or_default() += 1);
        drop(held);
        Some(Slot { held: Arc::clone(&self.held), address })
    }

    /// The number of slots that are held.
    pub(crate) fn n_held(&self) -> usize {
        let of_address = |(bucket, n_held): (&Bucket, &usize)| match bucket {
            Bucket::Site(_) => 0,
            Bucket::V4(_) | Bucket::V6(_) | Bucket::Strangers => *n_held,
        };
        lock(&self.held).iter().map(of_address).sum()
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = lock(&self.held);
        for bucket in buckets(self.address) {
            if let Some(n_held) = held.get_mut(&bucket) {
                *n_held -= 1;
                if *n_held == 0 {
                    held.remove(&bucket);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::tests::address;

    #[test]
    fn an_address_holds_so_many_slots_and_others_have_their_own() {
        let slots = Slots::new(PerAddress { address: 2, ipv6_site: 9 });
        let [one, other] = ["1.2.3.4", "5.6.7.8"].map(address);
        let first = slots.take(one).unwrap();
        let _second = slots.take(one).unwrap();
        assert!(slots.take(one).is_none());
        let _others = slots.take(other).unwrap();
        assert_eq!(slots.n_held(), 3);
        drop(first);
        let again = slots.take(one);
        assert!(again.is_some() && slots.take(one).is_none());
    }

    #[test]
    fn networks_of_one_site_share_a_larger_cap() {
        let slots = Slots::new(PerAddress { address: 2, ipv6_site: 3 });
        let at = |text: &str| slots.take(address(text));
        let held = [at("2001:db8:1:1::1"), at("2001:db8:1:1::2"), at("2001:db8:1:2::1")];
        assert!(held.iter().all(Option::is_some));
        assert!(at("2001:db8:1:1::3").is_none(), "the network is full");
        assert!(at("2001:db8:1:3::1").is_none(), "the site is full");
        assert!(at("2001:db8:2:3::1").is_some(), "another site is not");
        assert_eq!(slots.n_held(), 3);
        drop(held);
        assert_eq!(slots.n_held(), 0);
        assert!(lock(&slots.held).is_empty(), "nobody is remembered");
    }
}
