//! Chance as an argument: rules never make random numbers, callers pass dice.

/// A source of random bits. Any `FnMut() -> u64` whose values are uniform is one.
pub trait Dice {
    /// 64 uniform bits.
    fn bits(&mut self) -> u64;

    /// A number below `n`, every one equally likely (Lemire's multiplication, without bias).
    ///
    /// # Panics
    /// If `n` is 0: there is no number below it.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "no number is below 0");
        let n = u64::from(n);
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let uneven = n.wrapping_neg() % n;
            while (product as u64) < uneven {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as u32
    }

    /// A number below `n`, every one equally likely, for counts of worlds that outgrow 64 bits.
    ///
    /// # Panics
    /// If `n` is 0: there is no number below it.
    fn below_wide(&mut self, n: u128) -> u128 {
        assert!(n > 0, "no number is below 0");
        let shift = (n - 1).leading_zeros();
        if shift == u128::BITS {
            return 0;
        }
        loop {
            let low = u128::from(self.bits());
            let bits = if shift >= 64 { low << 64 } else { low << 64 | u128::from(self.bits()) };
            let number = bits >> shift;
            if number < n {
                return number;
            }
        }
    }

    /// Puts `n` random items in front, in random order; the others follow in some order.
    #[inline]
    fn shuffle_front<T>(&mut self, items: &mut [T], n: usize) {
        let last = items.len().saturating_sub(1);
        for place in 0..n.min(last) {
            let from = place + self.below((items.len() - place) as u32) as usize;
            items.swap(place, from);
        }
    }

    /// Puts all items in random order.
    #[inline]
    fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_front(items, items.len());
    }
}

impl<F: FnMut() -> u64> Dice for F {
    #[inline]
    fn bits(&mut self) -> u64 {
        self()
    }
}
