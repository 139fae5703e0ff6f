//! What a table's deals are made of.

use std::fmt;

/// The secret that all deals of a table are made of.
///
/// Whoever knows it knows every hand, so it is never shown: it has no text form, and `Debug` leaves its bits out.
/// Only a table's export has them.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A new one, from the operating system.
    ///
    /// # Panics
    /// If the operating system has no random bits.
    pub fn random() -> Seed {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the operating system has random bits");
        Seed(bytes)
    }

    /// The seed of these bits.
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// Its bits, for the dealer.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}
