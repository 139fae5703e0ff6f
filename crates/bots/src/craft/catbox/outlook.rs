//! How many cards of a hand can probably still be played, and how many cells there are for them.

/// The chance that another player takes one of my cells, for each unseen card of its value.
const TAKEN: f32 = 0.08;

/// How many cards will probably be played, and how many cells there are for them. Both are packed into one word, so that
/// one addition adds up both.
#[derive(Clone, Copy)]
pub(super) struct Outlook(u32);

impl Outlook {
    pub(super) const NONE: Outlook = Outlook(0);
    const N_CELLS: u32 = 24;
    const ONE_CARD: f32 = 4096.0;

    const fn new(n_playable: f32, n_cells: usize) -> Outlook {
        Outlook((n_cells as u32) << Self::N_CELLS | (n_playable * Self::ONE_CARD) as u32)
    }

    #[inline]
    pub(super) const fn plus(self, other: Outlook) -> Outlook {
        Outlook(self.0 + other.0)
    }

    #[inline]
    pub(super) const fn less(self, other: Outlook) -> Outlook {
        Outlook(self.0 - other.0)
    }

    #[inline]
    pub(super) fn n_playable(self) -> f32 {
        f32::from(self.0 as u16) * (1.0 / Self::ONE_CARD)
    }

    #[inline]
    pub(super) fn n_cells(self) -> usize {
        (self.0 >> Self::N_CELLS) as usize
    }
}

/// The outlook of all cards of a value, and the loss from playing one of them now. Indexed by the number of unseen
/// cards of the value, of such cards in my hand, and of cells that I could take with them.
pub(super) const OUTLOOKS: [[[[Outlook; 2]; 5]; 6]; 6] = {
    let mut table = [[[[Outlook::NONE; 2]; 5]; 6]; 6];
    let mut n_out = 0;
    while n_out < 6 {
        let mut n_held = 1;
        while n_held < 6 {
            // Without a cell there is nothing to play and nothing to lose.
            let mut n_cells = 1;
            while n_cells < 5 {
                let all = Outlook::new(n_playable(n_out, n_held, n_cells), n_cells);
                // With the last card of a value its cells are out of reach.
                let n_cells_then = if n_held == 1 { 0 } else { n_cells - 1 };
                let n_playable_then = n_playable(n_out, n_held - 1, n_cells - 1);
                let then = Outlook::new(n_playable_then, n_cells_then);
                table[n_out][n_held][n_cells] = [all, all.less(then)];
                n_cells += 1;
            }
            n_held += 1;
        }
        n_out += 1;
    }
    table
};

/// How many of `n_held` cards of a value will probably be played. The first is stuck only if others take all cells, the
/// second if others take all but one, and so on.
const fn n_playable(n_out: usize, n_held: usize, n_cells: usize) -> f32 {
    let all = if n_held < n_cells { n_held } else { n_cells };
    let mut sum = 0.0;
    let mut card = 0;
    while card < all {
        let mut stuck = 1.0;
        let mut cell = card;
        while cell < n_cells {
            stuck *= TAKEN * n_out as f32;
            cell += 1;
        }
        sum += 1.0 - stuck;
        card += 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::n_playable;

    #[test]
    fn only_unseen_cards_can_take_my_cells() {
        let is = |found: f32, wanted: f32| (found - wanted).abs() < 1e-6;
        assert!(is(n_playable(0, 2, 2), 2.0));
        assert!(is(n_playable(0, 3, 2), 2.0));
        assert!(is(n_playable(5, 3, 0), 0.0));
        assert!(n_playable(3, 2, 2) < n_playable(1, 2, 2));
        assert!(n_playable(3, 2, 2) < n_playable(3, 2, 3));
    }
}
