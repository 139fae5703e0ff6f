//! Addresses that are kept out of a table, because its host has removed a player with that address for good.
//!
//! A cookie identifies a player, and a browser can forget it. Addresses are not written to the log: they are kept in
//! memory only, and for a day.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::TableId;
use tokio::time::Instant;

use crate::address::Bucket;
use crate::clock;

/// An address is kept out of a table for this time.
const BAN_LIFETIME: Duration = Duration::from_secs(24 * 3600);

/// The addresses that are kept out of tables, and until when.
#[derive(Debug, Default)]
pub(crate) struct AddressBans(Mutex<HashMap<TableId, Vec<(Bucket, Instant)>>>);

impl AddressBans {
    /// Keeps an address out of a table.
    pub(crate) fn add(&self, table: TableId, address: Bucket) {
        let now = clock::now();
        let mut bans = self.bans();
        bans.retain(|_, bans| {
            bans.retain(|(_, until)| *until > now);
            !bans.is_empty()
        });
        let bans = bans.entry(table).or_default();
        bans.retain(|(banned, _)| *banned != address);
        bans.push((address, now + BAN_LIFETIME));
    }

    /// Whether an address is kept out of a table.
    pub(crate) fn has(&self, table: TableId, address: Bucket) -> bool {
        let now = clock::now();
        let bans = self.bans();
        let is_meant = |&(banned, until): &(Bucket, Instant)| banned == address && until > now;
        bans.get(&table).is_some_and(|bans| bans.iter().any(is_meant))
    }

    fn bans(&self) -> MutexGuard<'_, HashMap<TableId, Vec<(Bucket, Instant)>>> {
        // Every change leaves the map valid, so a poisoned lock is harmless.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_address_is_kept_out_of_one_table_for_a_day() {
        let (bans, table) = (AddressBans::default(), TableId::random());
        let [one, other] = [1, 2].map(|last| Bucket::V4(Ipv4Addr::new(10, 0, 0, last)));
        bans.add(table, one);
        bans.add(table, one);
        assert!(bans.has(table, one));
        assert!(!bans.has(table, other) && !bans.has(TableId::random(), one));
        tokio::time::advance(BAN_LIFETIME).await;
        assert!(!bans.has(table, one));
        // Old bans are forgotten when the next one comes.
        bans.add(TableId::random(), other);
        assert_eq!(bans.bans().len(), 1);
    }
}
