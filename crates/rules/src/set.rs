//! Sets of cards, colours and the like as the bits of a word.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Sub};

use crate::bits::each_bit;
use crate::notation::write_list;

/// Something with a number below 64: a card, a colour, a cell of a sheet.
pub trait Numbered: Copy {
    /// The thing with this number, which must exist.
    fn from_index(index: u8) -> Self;

    /// Its number.
    fn index(self) -> usize;
}

/// Numbers the things of a type that wraps its number, below some limit, or of an enum by its list.
macro_rules! numbered {
    ($thing:ident below $limit:expr) => {
        impl $thing {
            /// The one with this number, from 0.
            pub(super) const fn numbered(index: u8) -> $thing {
                debug_assert!((index as usize) < $limit);
                $thing(index)
            }
        }

        impl crate::Numbered for $thing {
            #[inline]
            fn from_index(index: u8) -> $thing {
                $thing::numbered(index)
            }

            #[inline]
            fn index(self) -> usize {
                self.0.into()
            }
        }
    };
    ($thing:ident in $all:expr) => {
        impl crate::Numbered for $thing {
            fn from_index(index: u8) -> $thing {
                $all[usize::from(index)]
            }

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use numbered;

/// A set of numbered things. Iteration and text are in the order of the numbers.
pub struct Set<T> {
    bits: u64,
    things: PhantomData<T>,
}

impl<T> Set<T> {
    /// The empty set.
    pub const NONE: Set<T> = Set::from_bits(0);

    /// The things with these numbers, a bit each.
    pub const fn from_bits(bits: u64) -> Set<T> {
        Set { bits, things: PhantomData }
    }

    /// The numbers, a bit each.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The number of members.
    #[inline]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether this is a subset of the other.
    #[inline]
    pub const fn is_within(self, other: Set<T>) -> bool {
        self.bits & !other.bits == 0
    }
}

impl<T: Numbered> Set<T> {
    /// The union of these sets, if no two of them overlap.
    pub fn joined(sets: impl IntoIterator<Item = Set<T>>) -> Option<Set<T>> {
        let mut all = Set::NONE;
        for set in sets {
            if !(all & set).is_empty() {
                return None;
            }
            all = all | set;
        }
        Some(all)
    }

    /// The set of this one thing.
    #[inline]
    pub fn one(thing: T) -> Set<T> {
        Set::from_bits(1 << thing.index())
    }

    /// Whether it is in the set.
    #[inline]
    pub fn has(self, thing: T) -> bool {
        self.bits & (1 << thing.index()) != 0
    }

    /// The set with this too.
    #[inline]
    #[must_use]
    pub fn with(self, thing: T) -> Set<T> {
        Set::from_bits(self.bits | (1 << thing.index()))
    }

    /// The set without this.
    #[inline]
    #[must_use]
    pub fn without(self, thing: T) -> Set<T> {
        Set::from_bits(self.bits & !(1 << thing.index()))
    }

    /// Takes these out of the set, or names one that is not in it.
    pub fn take_out(&mut self, things: Set<T>) -> Result<(), T> {
        if let Some(thing) = (things - *self).first() {
            return Err(thing);
        }
        *self = *self - things;
        Ok(())
    }

    /// The member with the lowest number.
    pub fn first(self) -> Option<T> {
        self.iter().next()
    }

    /// All members, the lowest number first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = T> + Clone {
        each_bit(self.bits).map(|bit| T::from_index(bit as u8))
    }
}

// Derived versions would need the same trait on `T`.
impl<T> Clone for Set<T> {
    fn clone(&self) -> Set<T> {
        *self
    }
}
impl<T> Copy for Set<T> {}
impl<T> PartialEq for Set<T> {
    fn eq(&self, other: &Set<T>) -> bool {
        self.bits == other.bits
    }
}
impl<T> Eq for Set<T> {}
impl<T> Hash for Set<T> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.bits.hash(hasher);
    }
}
impl<T> Default for Set<T> {
    fn default() -> Set<T> {
        Set::NONE
    }
}

impl<T> BitAnd for Set<T> {
    type Output = Set<T>;
    #[inline]
    fn bitand(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits & other.bits)
    }
}

impl<T> BitOr for Set<T> {
    type Output = Set<T>;
    #[inline]
    fn bitor(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits | other.bits)
    }
}

impl<T> Sub for Set<T> {
    type Output = Set<T>;
    #[inline]
    fn sub(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits & !other.bits)
    }
}

impl<T: Numbered> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Set<T> {
        things.into_iter().fold(Set::NONE, Set::with)
    }
}

impl<T: Numbered + fmt::Debug> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Separated by commas, as notation writes lists.
impl<T: Numbered + fmt::Display> fmt::Display for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, self.iter())
    }
}
