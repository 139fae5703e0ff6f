//! The seed behind the deals of a table. After a game, anyone can check the deals.
//!
//! Before the first deal a table publishes the [commitment](Seed::commitment). It reveals nothing about the seed and fits
//! no other. At the end the table publishes the seed. Each chance draw has its own dice, made from the seed and the number
//! of the draw. So the seed is enough to repeat all deals.

use std::fmt::{self, Write as _};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use rules::Dice;
use sha2::{Digest, Sha256};

/// 256 secret bits. They are revealed when the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Seed {
    /// A seed from these bits. They should come from the operating system.
    pub const fn new(bits: [u8; 32]) -> Seed {
        Seed(bits)
    }

    /// The seed of one game at the table, counted from 1. It reveals nothing about the seeds of other games.
    #[must_use]
    pub fn of_game(&self, number: u32) -> Seed {
        let hash = Sha256::new_with_prefix(b"nekoza game").chain_update(self.0);
        Seed(hash.chain_update(number.to_be_bytes()).finalize().into())
    }

    /// The SHA-256 of the seed in hexadecimal, published before the first deal.
    pub fn commitment(&self) -> String {
        hexadecimal(&Sha256::digest(self.0))
    }

    /// The seed in hexadecimal, published at the end of the game.
    pub fn reveal(&self) -> String {
        hexadecimal(&self.0)
    }

    /// Reads a revealed seed.
    pub fn read(text: &str) -> Option<Seed> {
        let mut bits = [0; 32];
        let fits = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        for (place, byte) in bits.iter_mut().enumerate().filter(|_| fits) {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
        }
        fits.then_some(Seed(bits))
    }

    /// The dice of a chance draw, counted from 0.
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
