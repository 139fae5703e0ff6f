//! Which bits of a word are set.

use crate::Dice;

/// The bits that are set, lowest first.
pub fn each_bit(bits: u64) -> EachBit {
    EachBit(bits)
}

/// The bits of a word that are set. See [`each_bit`].
#[derive(Clone, Debug)]
pub struct EachBit(u64);

impl Iterator for EachBit {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n_bits = self.0.count_ones() as usize;
        (n_bits, Some(n_bits))
    }
}

impl DoubleEndedIterator for EachBit {
    fn next_back(&mut self) -> Option<u32> {
        let bit = self.0.checked_ilog2()?;
        self.0 &= !(1 << bit);
        Some(bit)
    }
}

/// The position of the `k`-th set bit, counted from 0 and from the lowest.
#[inline]
pub fn nth_bit(bits: u64, k: u32) -> u32 {
    nth_bit_by_sums(bits, byte_sums(bits), k)
}

/// The position of a random set bit, all equally likely. At least one must be set.
#[inline]
pub fn random_bit(bits: u64, dice: &mut impl Dice) -> u32 {
    let sums = byte_sums(bits);
    let n_bits = (sums >> 56) as u32;
    nth_bit_by_sums(bits, sums, dice.below(n_bits))
}

/// The same for half a word, by the same dice, and faster.
#[expect(clippy::inline_always, reason = "a call would cost a third of what it does")]
#[inline(always)]
pub(crate) fn random_bit_32(bits: u32, dice: &mut impl Dice) -> u32 {
    let sums = byte_sums_32(bits);
    let k = dice.below(sums >> 24);
    let above = (sums + (127 - k) * ONES as u32) & HIGH as u32 | 1 << 31;
    let byte = above.trailing_zeros() & !7;
    let before = ((sums << 8) >> byte) & 0xff;
    byte + nth_in_byte(bits >> byte, k - before)
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// In each byte, how many bits are set in it and in those below.
#[inline]
fn byte_sums(bits: u64) -> u64 {
    let pairs = bits - ((bits >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

#[inline]
fn byte_sums_32(bits: u32) -> u32 {
    let pairs = bits - ((bits >> 1) & 0x5555_5555);
    let nibbles = (pairs & 0x3333_3333) + ((pairs >> 2) & 0x3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f).wrapping_mul(ONES as u32)
}

/// Running sums find the byte, and a table finds the bit in it. Branch-free, because its position cannot be predicted,
/// and a few instructions on any processor.
#[inline]
fn nth_bit_by_sums(bits: u64, sums: u64, k: u32) -> u32 {
    debug_assert!(k < bits.count_ones(), "there is no such bit");
    // A sum above `k` sets the highest bit of its byte. The last sum always is above `k`; setting its bit here spares a
    // check for zero.
    let above = (sums + u64::from(127 - k) * ONES) & HIGH | 1 << 63;
    let byte = above.trailing_zeros() & !7;
    let before = ((sums << 8) >> byte) as u32 & 0xff;
    byte + nth_in_byte((bits >> byte) as u32, k - before)
}

/// The position of the `k`-th set bit of the lowest byte.
#[inline]
fn nth_in_byte(bits: u32, k: u32) -> u32 {
    NTH_IN_BYTE[bits as usize % 256][k as usize % 8].into()
}

/// The position of the `k`-th set bit of a byte, by the byte and `k`.
static NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut nth = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                nth[byte][k] = bit;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    nth
};

#[cfg(test)]
mod tests {
    use super::{each_bit, nth_bit, random_bit, random_bit_32};

    #[test]
    fn nth_bit_is_the_nth_of_each_bit() {
        for seed in 1..2000u64 {
            let bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left((seed % 64) as u32)
                & seed.wrapping_mul(0xd1b5_4a32_d192_ed03);
            for (k, bit) in each_bit(bits).enumerate() {
                assert_eq!(nth_bit(bits, k as u32), bit, "bits {bits:#x}, k {k}");
            }
        }
        assert_eq!(nth_bit(u64::MAX, 63), 63);
        assert_eq!(nth_bit(1 << 63, 0), 63);
    }

    #[test]
    fn half_a_word_is_picked_from_as_a_whole_one() {
        for seed in 1..2000u64 {
            let bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left((seed % 64) as u32);
            let half = (bits as u32) & (bits >> 32) as u32 | 1 << (seed % 32);
            let dice = || seed.wrapping_mul(0xd1b5_4a32_d192_ed03);
            let (mut once, mut again) = (dice, dice);
            assert_eq!(random_bit_32(half, &mut once), random_bit(half.into(), &mut again));
        }
    }
}
