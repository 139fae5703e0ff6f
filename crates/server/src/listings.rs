//! The tables that the home page lists: one of each visitor, and only while its people are there.
//!
//! Listings are kept in memory. After a restart a table is listed again when one of its players comes back.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::TableId;
use table::event::Holder;
use tokio::time::Instant;

use crate::address::Bucket;
use crate::clock;

/// The number of listed tables of one address: a visitor can forget cookies.
const MAX_PER_ADDRESS: usize = 5;

/// The number of tables that the home page asks the store for. Some of them may be over.
const MAX_ASKED: usize = 300;

/// The listed tables.
#[derive(Debug)]
pub(crate) struct Listings {
    tables: Mutex<HashMap<TableId, Listing>>,
    /// The number of tables that were added so far.
    n_added: AtomicU64,
    /// A table is listed for this time after the last visit of one of its players.
    lifetime: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Listing {
    holder: Holder,
    address: Bucket,
    attended: Instant,
}

impl Listings {
    pub(crate) fn new(lifetime: Duration) -> Listings {
        Listings { tables: Mutex::default(), n_added: AtomicU64::new(0), lifetime }
    }

    /// Lists the table of this host because one of its players is there, who came from this address. Tables that the host
    /// listed before are no longer listed; of one address only the latest few are.
    pub(crate) fn add(&self, table: TableId, holder: Holder, address: Bucket) {
        let attended = clock::now();
        let mut listings = self.listings();
        if let Some(listing) = listings.get_mut(&table) {
            listing.attended = attended;
            return;
        }
        let is_over = |listing: &Listing| listing.is_over(self.lifetime, attended);
        listings.retain(|_, listing| listing.holder != holder && !is_over(listing));
        let same = listings.iter().filter(|(_, listing)| listing.address == address);
        let oldest = same.clone().min_by_key(|(_, listing)| listing.attended).map(|(id, _)| *id);
        if let Some(oldest) = oldest.filter(|_| same.count() >= MAX_PER_ADDRESS) {
            listings.remove(&oldest);
        }
        listings.insert(table, Listing { holder, address, attended });
        self.n_added.fetch_add(1, Ordering::Relaxed);
    }

    /// The number of tables that were added so far: a cache key for lists.
    pub(crate) fn n_added(&self) -> u64 {
        self.n_added.load(Ordering::Relaxed)
    }

    /// Keeps a table listed: one of its players is there.
    pub(crate) fn keep(&self, table: TableId) {
        if let Some(listing) = self.listings().get_mut(&table) {
            listing.attended = clock::now();
        }
    }

    /// The tables to look for, each with the number of listings of its address before it: the latest of each address
    /// first, so that a few addresses cannot fill the home page.
    pub(crate) fn ranked(&self) -> Vec<(TableId, usize)> {
        let now = clock::now();
        let listings = self.listings();
        let listed = listings.iter().filter(|(_, listing)| !listing.is_over(self.lifetime, now));
        let mut listed: Vec<(TableId, Listing)> = listed.map(|(&id, &one)| (id, one)).collect();
        drop(listings);
        listed.sort_by_key(|(id, listing)| (Reverse(listing.attended), *id));
        let mut n_listed: HashMap<Bucket, usize> = HashMap::new();
        let mut ranked: Vec<(TableId, usize)> = listed
            .into_iter()
            .map(|(id, listing)| {
                let n_before = n_listed.entry(listing.address).or_default();
                *n_before += 1;
                (id, *n_before - 1)
            })
            .collect();
        ranked.sort_by_key(|(_, rank)| *rank);
        ranked.truncate(MAX_ASKED);
        ranked
    }

    fn listings(&self) -> MutexGuard<'_, HashMap<TableId, Listing>> {
        // A panic elsewhere leaves the map valid, so a poisoned lock is harmless.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listing {
    fn is_over(&self, lifetime: Duration, now: Instant) -> bool {
        now >= self.attended + lifetime
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const LIFETIME: Duration = Duration::from_secs(600);

    const HOME: Bucket = Bucket::V4(Ipv4Addr::new(10, 0, 0, 1));

    fn holder(number: u8) -> Holder {
        Holder([number; 16])
    }

    fn has(listings: &Listings, table: TableId) -> bool {
        listings.ranked().iter().any(|(id, _)| *id == table)
    }

    #[tokio::test(start_paused = true)]
    async fn tables_without_people_are_not_listed() {
        let (listings, table) = (Listings::new(LIFETIME), TableId::random());
        assert!(!has(&listings, table), "after a restart nobody is there");
        listings.add(table, holder(1), HOME);
        let almost = LIFETIME.checked_sub(Duration::from_secs(1)).unwrap();
        tokio::time::advance(almost).await;
        assert!(has(&listings, table));
        listings.keep(table);
        tokio::time::advance(almost).await;
        assert!(has(&listings, table));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(!has(&listings, table));
        listings.add(table, holder(2), HOME);
        assert!(has(&listings, table), "a player came back");
    }

    #[tokio::test(start_paused = true)]
    async fn a_visitor_lists_one_table_and_an_address_a_few() {
        let listings = Listings::new(LIFETIME);
        let [first, second] = [TableId::random(), TableId::random()];
        listings.add(first, holder(1), HOME);
        listings.add(second, holder(1), HOME);
        assert!(!has(&listings, first) && has(&listings, second));
        let mut tables = vec![second];
        for number in 2..=MAX_PER_ADDRESS as u8 + 1 {
            tokio::time::advance(Duration::from_secs(1)).await;
            let table = TableId::random();
            listings.add(table, holder(number), HOME);
            tables.push(table);
        }
        let listed: Vec<bool> = tables.iter().map(|&table| has(&listings, table)).collect();
        assert_eq!(listed, [false, true, true, true, true, true]);
        listings.add(first, holder(1), Bucket::V4(Ipv4Addr::new(10, 0, 0, 2)));
        assert!(has(&listings, first) && has(&listings, tables[1]), "another address has its own");
    }

    #[tokio::test(start_paused = true)]
    async fn every_address_has_a_place_before_one_has_a_second() {
        let listings = Listings::new(LIFETIME);
        let add = |number: u8, last: u8| {
            let table = TableId::random();
            listings.add(table, holder(number), Bucket::V4(Ipv4Addr::new(10, 0, 0, last)));
            table
        };
        let mut tables = Vec::new();
        for (number, last) in [(1, 1), (2, 2), (3, 2), (4, 2)] {
            tokio::time::advance(Duration::from_secs(1)).await;
            tables.push(add(number, last));
        }
        let ranked = [(tables[3], 0), (tables[0], 0), (tables[2], 1), (tables[1], 2)];
        assert_eq!(listings.ranked(), ranked);
    }
}
