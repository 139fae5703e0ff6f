//! The addresses from which players came: for bans by address, and so that nobody sees a second hand with a second
//! browser.
//!
//! Addresses are not written to the log: they are kept in memory only, and for a day after a player was last there. A
//! table that leaves memory does not lose them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rules::Seat;
use store::TableId;
use tokio::time::Instant;

use crate::address::Bucket;
use crate::clock;

/// Addresses are remembered for this time after the last request of a player.
const LIFETIME: Duration = Duration::from_secs(24 * 3600);

/// The addresses of the players of all tables. Clients without an address are left out.
#[derive(Debug, Default)]
pub(crate) struct SeatAddresses(Mutex<HashMap<TableId, TableAddresses>>);

/// The addresses of the players of one table.
#[derive(Debug)]
struct TableAddresses {
    /// The address from which each player was here last.
    last: BTreeMap<Seat, Bucket>,
    /// The addresses to which hands of the current game were shown.
    hands: HashSet<(Seat, Bucket)>,
    until: Instant,
}

impl SeatAddresses {
    /// Records a request of a seat's player. During a game it shows the hand.
    pub(crate) fn note(&self, table: TableId, seat: Seat, address: Bucket, is_playing: bool) {
        if address == Bucket::Strangers {
            return;
        }
        let until = clock::now() + LIFETIME;
        let mut tables = self.tables();
        let table = tables.entry(table).or_insert_with(|| TableAddresses {
            last: BTreeMap::new(),
            hands: HashSet::new(),
            until,
        });
        table.until = until;
        table.last.insert(seat, address);
        if is_playing {
            table.hands.insert((seat, address));
        }
    }

    /// The address from which the seat's player was here last.
    pub(crate) fn last(&self, table: TableId, seat: Seat) -> Option<Bucket> {
        self.tables().get(&table)?.last.get(&seat).copied()
    }

    /// Records that a seat has another player, or none. Who has seen its hand stays known.
    pub(crate) fn note_new_player(&self, table: TableId, seat: Seat) {
        if let Some(table) = self.tables().get_mut(&table) {
            table.last.remove(&seat);
        }
    }

    /// Records that a game begins: all players see their hands.
    pub(crate) fn note_beginning(&self, table: TableId) {
        if let Some(table) = self.tables().get_mut(&table) {
            table.hands = table.last.iter().map(|(&seat, &address)| (seat, address)).collect();
        }
    }

    /// Records that a game is over. All hands lie open.
    pub(crate) fn note_end(&self, table: TableId) {
        if let Some(table) = self.tables().get_mut(&table) {
            table.hands.clear();
        }
    }

    /// Whether the hand of this seat was shown to an address during the current game.
    pub(crate) fn has_seen(&self, table: TableId, seat: Seat, address: Bucket) -> bool {
        let tables = self.tables();
        tables.get(&table).is_some_and(|table| table.hands.contains(&(seat, address)))
    }

    /// A seat other than this one whose hand was shown to an address during the current game.
    pub(crate) fn other_hand_seen(
        &self,
        table: TableId,
        seat: Seat,
        address: Bucket,
    ) -> Option<Seat> {
        let tables = self.tables();
        let mut hands = tables.get(&table)?.hands.iter();
        hands.find(|(hand, from)| *hand != seat && *from == address).map(|(hand, _)| *hand)
    }

    /// Forgets the addresses of tables at which nobody has been for a day.
    pub(crate) fn forget_old(&self) {
        let now = clock::now();
        self.tables().retain(|_, table| table.until > now);
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, TableAddresses>> {
        // Every change leaves the map valid, so a poisoned lock is harmless.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

    fn bucket(last: u8) -> Bucket {
        Bucket::V4(Ipv4Addr::new(10, 0, 0, last))
    }

    #[tokio::test]
    async fn hands_are_seen_from_the_beginning_of_a_game_to_its_end() {
        let (known, table) = (SeatAddresses::default(), TableId::random());
        known.note(table, SEATS[0], bucket(1), false);
        assert_eq!(known.other_hand_seen(table, SEATS[1], bucket(1)), None, "before the game");
        known.note_beginning(table);
        assert_eq!(known.other_hand_seen(table, SEATS[1], bucket(1)), Some(SEATS[0]));
        assert_eq!(known.other_hand_seen(table, SEATS[0], bucket(1)), None, "the same hand");
        assert_eq!(known.other_hand_seen(table, SEATS[1], bucket(2)), None);
        assert_eq!(known.other_hand_seen(TableId::random(), SEATS[1], bucket(1)), None);
        // The player comes from another address, and leaves.
        known.note(table, SEATS[0], bucket(2), true);
        known.note_new_player(table, SEATS[0]);
        assert_eq!(known.last(table, SEATS[0]), None);
        for address in [bucket(1), bucket(2)] {
            assert_eq!(known.other_hand_seen(table, SEATS[1], address), Some(SEATS[0]));
            assert!(known.has_seen(table, SEATS[0], address));
        }
        known.note_end(table);
        assert_eq!(known.other_hand_seen(table, SEATS[1], bucket(1)), None);
    }

    #[tokio::test]
    async fn clients_without_an_address_are_not_taken_for_one() {
        let (known, table) = (SeatAddresses::default(), TableId::random());
        known.note(table, SEATS[0], Bucket::Strangers, true);
        assert_eq!(known.other_hand_seen(table, SEATS[1], Bucket::Strangers), None);
        assert_eq!(known.last(table, SEATS[0]), None);
    }

    #[tokio::test(start_paused = true)]
    async fn addresses_are_forgotten_a_day_after_the_last_request() {
        let (known, table) = (SeatAddresses::default(), TableId::random());
        known.note(table, SEATS[0], bucket(1), false);
        tokio::time::advance(LIFETIME / 2).await;
        known.note(table, SEATS[1], bucket(2), false);
        tokio::time::advance(LIFETIME / 2).await;
        known.forget_old();
        assert_eq!(known.last(table, SEATS[0]), Some(bucket(1)));
        tokio::time::advance(LIFETIME / 2).await;
        known.forget_old();
        assert!(known.tables().is_empty());
    }
}
