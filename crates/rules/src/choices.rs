//! The answers to a question as the bits of a word.

use std::fmt::Debug;

use crate::Dice;
use crate::bits::{each_bit, nth_bit, random_bit};

/// A question to a seat. It gives each bit of a [`Choices`] its meaning.
pub trait Ask: Copy + Eq + Debug {
    /// The type of an answer.
    type Action;

    /// The answer that this bit stands for.
    fn action(self, bit: u32) -> Self::Action;
}

/// A set of answers to one question, small enough to pass by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices<K> {
    /// The question.
    pub ask: K,
    /// The answers in the set: `ask` knows the meaning of each bit.
    pub bits: u64,
}

impl<K: Ask> Choices<K> {
    /// The number of answers.
    #[inline]
    pub fn len(&self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether the set has no answer.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// The `k`-th answer, in the order of [`Choices::iter`].
    #[inline]
    pub fn nth(&self, k: usize) -> K::Action {
        self.ask.action(nth_bit(self.bits, k as u32))
    }

    /// A random answer, all equally likely.
    #[inline]
    pub fn pick(&self, dice: &mut impl Dice) -> K::Action {
        self.ask.action(random_bit(self.bits, dice))
    }

    /// All answers, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = K::Action> + Clone + use<K> {
        let ask = self.ask;
        each_bit(self.bits).map(move |bit| ask.action(bit))
    }
}
