//! The secret behind a table's deals.

use std::fmt;

use crate::id::random_bytes;

/// The secret behind all deals of a table: 256 random bits that a store keeps and does not use.
///
/// A player who knows it knows every hand. So it has no text form, and `Debug` leaves its bits out; only an export
/// contains them. `table::seed::Seed` deals with these bits. This crate must not depend on dealing, so the two are
/// different types with different names.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredSeed([u8; 32]);

impl StoredSeed {
    /// A new seed from the operating system.
    ///
    /// # Panics
    /// If the operating system has no random bits.
    pub fn random() -> StoredSeed {
        StoredSeed(random_bytes())
    }

    /// The seed with these bits.
    pub const fn from_bytes(bytes: [u8; 32]) -> StoredSeed {
        StoredSeed(bytes)
    }

    /// Its bits, for the dealer.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for StoredSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StoredSeed(..)")
    }
}
