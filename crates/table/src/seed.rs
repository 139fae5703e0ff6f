//! Where the deals of a table come from, so that anybody can check them afterwards.
//!
//! Before the first deal a table tells the [commitment](Seed::commitment), which says nothing about the seed but fits no
//! other; at the end it tells the seed. Every draw of chance has dice of its own, made from the seed and the draw's number,
//! so that whoever has the seed can deal again.

use std::fmt::{self, Write as _};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use rules::Dice;
use sha2::{Digest, Sha256};

/// 256 bits that nobody may know before the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Seed {
    /// A seed of these bits, which should come from the operating system.
    pub const fn new(bits: [u8; 32]) -> Seed {
        Seed(bits)
    }

    /// The seed of a table's game, counted from 1. One game's seed says nothing about another's.
    #[must_use]
    pub fn of_game(&self, number: u32) -> Seed {
        let hash = Sha256::new_with_prefix(b"nekoza game").chain_update(self.0);
        Seed(hash.chain_update(number.to_be_bytes()).finalize().into())
    }

    /// What is told before the first deal: the SHA-256 of the seed, in hexadecimal.
    pub fn commitment(&self) -> String {
        hexadecimal(&Sha256::digest(self.0))
    }

    /// The seed in hexadecimal, for the end of the game.
    pub fn reveal(&self) -> String {
        hexadecimal(&self.0)
    }

    /// A revealed seed.
    pub fn read(text: &str) -> Option<Seed> {
        let mut bits = [0; 32];
        let fits = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        for (place, byte) in bits.iter_mut().enumerate().filter(|_| fits) {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
        }
        fits.then_some(Seed(bits))
    }

    /// The dice for the draw of chance with this number, counted from 0.
    pub fn dice(&self, draw: u64) -> impl Dice + use<> {
        let mut generator = ChaCha20Rng::from_seed(self.0);
        generator.set_stream(draw);
        move || generator.next_u64()
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _infallible = write!(text, "{byte:02x}");
        text
    })
}
