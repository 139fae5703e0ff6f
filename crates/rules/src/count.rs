//! Counting ways to deal, in whole numbers.

use crate::Dice;

const MAX_N: usize = 60;
const MAX_K: usize = 20;

const BINOMIALS: [[u64; MAX_K + 1]; MAX_N + 1] = {
    let mut table = [[0; MAX_K + 1]; MAX_N + 1];
    let mut n = 0;
    while n <= MAX_N {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k <= MAX_K {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of ways to choose `k` of `n` things; 0 when `k` is more than `n`.
///
/// # Panics
/// If `n` is more than 60, or both `k` and `n - k` are more than 20: no hand is that large.
pub fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    BINOMIALS[n][k.min(n - k)]
}

/// A random index into a list of weights, each as likely as its weight. The weights must not all be 0.
pub fn weighted(weights: &[u128], dice: &mut impl Dice) -> usize {
    let mut point = dice.below_wide(weights.iter().sum());
    for (place, &weight) in weights.iter().enumerate() {
        if point < weight {
            return place;
        }
        point -= weight;
    }
    unreachable!("the point lies below the sum of the weights")
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn choose_counts() {
        assert_eq!(choose(0, 0), 1);
        assert_eq!(choose(45, 9), 886_163_135);
        assert_eq!(choose(45, 36), 886_163_135);
        assert_eq!(choose(3, 4), 0);
    }
}
