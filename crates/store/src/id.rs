//! Ids of tables.

use std::fmt;
use std::str::FromStr;

/// The id of a table: 128 random bits, so that nobody can guess the address of a table that is not listed.
///
/// Written as 26 lower-case characters of Crockford's base 32, which has no `i`, `l`, `o` and `u`.
/// Each id has one text form, so that a table has one address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId([u8; 16]);

/// A text that is not the id of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadId {
    /// The text.
    pub found: String,
}

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const N_CHARS: usize = 26;

/// Random bytes from the operating system.
///
/// # Panics
/// If the operating system has no random bits.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random bits");
    bytes
}

impl TableId {
    /// A new id from the operating system.
    ///
    /// # Panics
    /// If the operating system has no random bits.
    pub fn random() -> TableId {
        TableId(random_bytes())
    }

    /// The id with these bits.
    pub const fn from_bytes(bytes: [u8; 16]) -> TableId {
        TableId(bytes)
    }

    /// Its bits.
    pub const fn bytes(self) -> [u8; 16] {
        self.0
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = u128::from_be_bytes(self.0);
        let char = |place: usize| char::from(ALPHABET[(bits >> (5 * place)) as usize & 31]);
        f.pad(&(0..N_CHARS).rev().map(char).collect::<String>())
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for TableId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<TableId, BadId> {
        let bad = || BadId { found: text.to_owned() };
        // 26 characters have 130 bits: the two highest must be 0.
        if text.len() != N_CHARS || text.as_bytes()[0] > b'7' {
            return Err(bad());
        }
        let mut bits = 0;
        for byte in text.bytes() {
            let digit = ALPHABET.iter().position(|&other| other == byte).ok_or_else(bad)?;
            bits = bits << 5 | digit as u128;
        }
        Ok(TableId(u128::to_be_bytes(bits)))
    }
}

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, wanted the id of a table: 26 digits and small letters", self.found)
    }
}

impl std::error::Error for BadId {}
