//! The tables that the home page lists: one of each visitor, and only while its people are there.
//!
//! Listings are kept in memory. After a restart a table is listed again when one of its players comes back.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::TableId;
use table::event::Holder;
use tokio::time::Instant;

use crate::address::Bucket;
use crate::clock;

/// A table is listed for this time after the last visit of one of its players.
const LISTING_LIFETIME: Duration = Duration::from_secs(600);

/// The number of listed tables of one address: a visitor can forget cookies.
const MAX_PER_ADDRESS: usize = 5;

/// The listed tables.
#[derive(Debug, Default)]
pub(crate) struct Listings(Mutex<HashMap<TableId, Listing>>);

#[derive(Clone, Copy, Debug)]
struct Listing {
    holder: Holder,
    address: Bucket,
    attended: Instant,
}

impl Listings {
    /// Lists a table because this player is there. Tables that the player listed before are no longer listed; of one
    /// address only the latest few are.
    pub(crate) fn add(&self, table: TableId, holder: Holder, address: Bucket) {
        let attended = clock::now();
        let mut listings = self.listings();
        if let Some(listing) = listings.get_mut(&table) {
            listing.attended = attended;
            return;
        }
        listings.retain(|_, listing| listing.holder != holder && !listing.is_over(attended));
        let same = listings.iter().filter(|(_, listing)| listing.address == address);
        let oldest = same.clone().min_by_key(|(_, listing)| listing.attended).map(|(id, _)| *id);
        if let Some(oldest) = oldest.filter(|_| same.count() >= MAX_PER_ADDRESS) {
            listings.remove(&oldest);
        }
        listings.insert(table, Listing { holder, address, attended });
    }

    /// Keeps a table listed: one of its players is there.
    pub(crate) fn keep(&self, table: TableId) {
        if let Some(listing) = self.listings().get_mut(&table) {
            listing.attended = clock::now();
        }
    }

    /// Whether a table is listed.
    pub(crate) fn has(&self, table: TableId) -> bool {
        let now = clock::now();
        self.listings().get(&table).is_some_and(|listing| !listing.is_over(now))
    }

    fn listings(&self) -> MutexGuard<'_, HashMap<TableId, Listing>> {
        // A panic elsewhere leaves the map valid, so a poisoned lock is harmless.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listing {
    fn is_over(&self, now: Instant) -> bool {
        now >= self.attended + LISTING_LIFETIME
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const HOME: Bucket = Bucket::V4(Ipv4Addr::new(10, 0, 0, 1));

    fn holder(number: u8) -> Holder {
        Holder([number; 16])
    }

    #[tokio::test(start_paused = true)]
    async fn tables_without_people_are_not_listed() {
        let (listings, table) = (Listings::default(), TableId::random());
        assert!(!listings.has(table), "after a restart nobody is there");
        listings.add(table, holder(1), HOME);
        let almost = LISTING_LIFETIME.checked_sub(Duration::from_secs(1)).unwrap();
        tokio::time::advance(almost).await;
        assert!(listings.has(table));
        listings.keep(table);
        tokio::time::advance(almost).await;
        assert!(listings.has(table));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(!listings.has(table));
        listings.add(table, holder(2), HOME);
        assert!(listings.has(table), "a player came back");
    }

    #[tokio::test(start_paused = true)]
    async fn a_visitor_lists_one_table_and_an_address_a_few() {
        let listings = Listings::default();
        let [first, second] = [TableId::random(), TableId::random()];
        listings.add(first, holder(1), HOME);
        listings.add(second, holder(1), HOME);
        assert!(!listings.has(first) && listings.has(second));
        let mut tables = vec![second];
        for number in 2..=MAX_PER_ADDRESS as u8 + 1 {
            tokio::time::advance(Duration::from_secs(1)).await;
            let table = TableId::random();
            listings.add(table, holder(number), HOME);
            tables.push(table);
        }
        let listed: Vec<bool> = tables.iter().map(|&table| listings.has(table)).collect();
        assert_eq!(listed, [false, true, true, true, true, true]);
        listings.add(first, holder(1), Bucket::V4(Ipv4Addr::new(10, 0, 0, 2)));
        assert!(listings.has(first) && listings.has(tables[1]), "another address has its own");
    }
}
