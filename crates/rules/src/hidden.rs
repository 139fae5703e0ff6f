//! Hidden cards, and the hands they can lie in: every deal that fits equally likely, by counting and without rejection.
//!
//! Some hands are limited to some of the cards, such as those without a suit. They are drawn first, by how many deals have
//! so many cards of each kind in them; what they leave can lie anywhere else, so the rest is a plain shuffle.
//!
//! Cards that the hands still to be drawn can hold alike are of one kind. So the fewer hands are left, the fewer kinds
//! there are to tell apart: at most three for the last two hands, however many suits there are.

use std::ops::ControlFlow;

use crate::bits::{each_bit, random_bit};
use crate::count::choose;
use crate::trick::not_followed;
use crate::{
    BySeat, Dice, Game, Open as _, OwnHand, Rules as _, Seat, Set, Suited, Trick, View, lay_out,
};

/// The most kinds of cards: each limited hand can tell apart at most twice as many, but games have few suits.
const MAX_KINDS: usize = 8;

/// Numbers of cards by kind.
type Counts = [usize; MAX_KINDS];

/// A hidden hand, and the cards that can lie in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiddenHand {
    /// Whose it is.
    pub seat: Seat,
    /// How many cards it holds.
    pub size: usize,
    /// The cards that it cannot hold, as bits.
    pub missing: u64,
}

/// All ways to lay hidden cards into hidden hands, prepared for drawing.
#[derive(Clone, Debug)]
pub struct Hidden {
    cards: u64,
    /// Hands that cannot hold some of the cards.
    limited: Vec<Limited>,
    /// Hands that can hold them all.
    free: Vec<HiddenHand>,
    /// In how many ways the limited hands from one on can be filled, by what is left of each kind; hand after hand. The
    /// first hand needs none, for it finds all cards.
    ways: Vec<u128>,
    all_ways: u128,
}

/// A limited hand, and the kinds of cards that matter from there on.
#[derive(Clone, Copy, Debug)]
struct Limited {
    seat: Seat,
    size: usize,
    /// Cards that this hand and the later ones can hold alike: first those that it can hold.
    kinds: [u64; MAX_KINDS],
    n_own: usize,
    n_kinds: usize,
    /// Where its numbers of ways begin, and how far apart they are when there is one card more of a kind.
    from: usize,
    strides: [usize; MAX_KINDS],
    /// The same for the next hand, by this one's kinds.
    next_from: usize,
    next_strides: [usize; MAX_KINDS],
}

/// What no number of deals comes near.
const UNKNOWN: u128 = u128::MAX;

impl Hidden {
    /// Prepares to draw. There must be a deal that fits.
    ///
    /// # Panics
    /// If the hands tell more than eight kinds of cards apart.
    pub fn new(cards: u64, hands: impl Iterator<Item = HiddenHand>) -> Hidden {
        let misses = |hand: &HiddenHand| hand.missing & cards != 0 && hand.size > 0;
        let (hands, free): (Vec<_>, Vec<_>) = hands.partition(misses);
        let mut limited: Vec<Limited> = Vec::with_capacity(hands.len());
        let mut n_ways = 0;
        for place in 0..hands.len() {
            let mut hand = Limited::new(&hands[place..], cards);
            if place > 0 {
                n_ways += hand.lay_out(cards, n_ways);
            }
            limited.push(hand);
        }
        for place in 1..limited.len() {
            let next = limited[place];
            limited[place - 1].look_ahead(&next);
        }
        let mut hidden = Hidden { cards, limited, free, ways: vec![UNKNOWN; n_ways], all_ways: 1 };
        if let Some(first) = hidden.limited.first() {
            hidden.all_ways = hidden.count_from(0, first.counts(cards));
        }
        hidden
    }

    /// Draws the hands, gives each to its seat, and hands back the other cards in random order.
    pub fn draw(&self, dice: &mut impl Dice, mut give: impl FnMut(Seat, u64)) -> Shuffled {
        let mut left = self.cards;
        for (place, hand) in self.limited.iter().enumerate() {
            let filling = self.draw_filling(place, left, dice);
            let mut drawn = 0;
            for (&kind, n) in hand.kinds.iter().zip(filling) {
                for _ in 0..n {
                    drawn |= 1 << random_bit(left & kind & !drawn, dice);
                }
            }
            give(hand.seat, drawn);
            left &= !drawn;
        }
        let mut shuffled = Shuffled::new(left, dice);
        for hand in &self.free {
            give(hand.seat, shuffled.take(hand.size));
        }
        shuffled
    }

    /// How many cards of each kind a hand gets, by the number of deals.
    fn draw_filling(&self, place: usize, left: u64, dice: &mut impl Dice) -> Counts {
        let hand = &self.limited[place];
        if place + 1 == self.limited.len() {
            // To the last hand all cards that it can hold are alike.
            let mut filling = [0; MAX_KINDS];
            filling[0] = hand.size;
            return filling;
        }
        let there = hand.counts(left);
        let all = if place == 0 { self.all_ways } else { self.ways[hand.index(&there)] };
        let mut point = dice.below_wide(all);
        let drawn = hand.each_filling(&there, &mut |filling, after, n| {
            let n_deals = u128::from(n) * self.ways[after];
            if point < n_deals {
                return ControlFlow::Break(*filling);
            }
            point -= n_deals;
            ControlFlow::Continue(())
        });
        drawn.break_value().expect("the point lies below the number of deals")
    }

    /// Counts the ways for this hand and those after it, and keeps what it finds.
    fn count_from(&mut self, place: usize, there: Counts) -> u128 {
        let hand = self.limited[place];
        let Some(&next) = self.limited.get(place + 1) else {
            return choose(there[0], hand.size).into();
        };
        let mut total = 0;
        // It is never broken off.
        let _ended = hand.each_filling(&there, &mut |filling, after, n| -> ControlFlow<()> {
            if self.ways[after] == UNKNOWN {
                self.ways[after] =
                    self.count_from(place + 1, hand.left_for(&next, &there, filling));
            }
            total += u128::from(n) * self.ways[after];
            ControlFlow::Continue(())
        });
        total
    }
}

impl Limited {
    /// The first of these hands, and the kinds that matter to all of them.
    fn new(hands: &[HiddenHand], cards: u64) -> Limited {
        let HiddenHand { seat, size, missing } = hands[0];
        let missed_by_all = hands.iter().fold(cards, |missed, hand| missed & hand.missing);
        let mut kinds = [0; MAX_KINDS];
        // The hand's own kinds, then those of later hands only; what no hand can hold does not matter.
        let n_own = split(cards & !missing, hands, &mut kinds);
        let n_later = split(cards & missing & !missed_by_all, hands, &mut kinds[n_own..]);
        Limited {
            seat,
            size,
            kinds,
            n_own,
            n_kinds: n_own + n_later,
            from: 0,
            strides: [0; MAX_KINDS],
            next_from: 0,
            next_strides: [0; MAX_KINDS],
        }
    }

    /// Lays its numbers of ways out from there on, and tells how many there can be.
    fn lay_out(&mut self, cards: u64, from: usize) -> usize {
        self.from = from;
        let kinds = &self.kinds[..self.n_kinds];
        // As many cards are left as the hands before leave. So if every card is of some kind, the count of one kind follows
        // from the others': best of the largest.
        let every = kinds.iter().fold(0, |all, kind| all | kind) == cards;
        let follows = (0..self.n_kinds).filter(|_| every).max_by_key(|&k| kinds[k].count_ones());
        let mut n_ways = 1;
        for kind in (0..self.n_kinds).filter(|&kind| Some(kind) != follows) {
            self.strides[kind] = n_ways;
            n_ways *= kinds[kind].count_ones() as usize + 1;
        }
        n_ways
    }

    /// Learns where the numbers of ways of the next hand lie.
    fn look_ahead(&mut self, next: &Limited) {
        self.next_from = next.from;
        for kind in 0..self.n_kinds {
            self.next_strides[kind] = self.kind_in(next, kind).map_or(0, |wide| next.strides[wide]);
        }
    }

    /// Which of the next hand's kinds has this one in it, if any hand after this one can hold it.
    fn kind_in(&self, next: &Limited, kind: usize) -> Option<usize> {
        next.kinds[..next.n_kinds].iter().position(|&wide| self.kinds[kind] & !wide == 0)
    }

    fn counts(&self, left: u64) -> Counts {
        self.kinds.map(|kind| (left & kind).count_ones() as usize)
    }

    /// The place of its number of ways when so many cards are there.
    fn index(&self, there: &Counts) -> usize {
        self.from + there.iter().zip(&self.strides).map(|(n, stride)| n * stride).sum::<usize>()
    }

    /// What the next hand finds when this one is filled.
    fn left_for(&self, next: &Limited, there: &Counts, filling: &Counts) -> Counts {
        let mut left = [0; MAX_KINDS];
        for kind in 0..self.n_kinds {
            if let Some(wide) = self.kind_in(next, kind) {
                left[wide] += there[kind] - filling[kind];
            }
        }
        left
    }

    /// Every way to fill the hand when so many cards of each kind are there: how many of each, the place of the number of
    /// ways after it, and in how many ways.
    fn each_filling<B>(
        &self,
        there: &Counts,
        each: &mut impl FnMut(&Counts, usize, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let after = there.iter().zip(&self.next_strides).map(|(n, stride)| n * stride);
        let after = self.next_from + after.sum::<usize>();
        self.fill(there, 0, self.size, (after, 1), &mut [0; MAX_KINDS], each)
    }

    /// Fills what is missing of the hand from this kind on.
    fn fill<B>(
        &self,
        there: &Counts,
        kind: usize,
        missing: usize,
        (after, ways): (usize, u64),
        filling: &mut Counts,
        each: &mut impl FnMut(&Counts, usize, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let room_after: usize = there[..self.n_own].iter().skip(kind + 1).sum();
        for n in missing.saturating_sub(room_after)..=missing.min(there[kind]) {
            filling[kind] = n;
            let so_far = (after - n * self.next_strides[kind], ways * choose(there[kind], n));
            if kind + 1 < self.n_own {
                self.fill(there, kind + 1, missing - n, so_far, filling, each)?;
            } else {
                each(filling, so_far.0, so_far.1)?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Splits cards into the kinds that these hands tell apart, and tells how many there are.
fn split(cards: u64, hands: &[HiddenHand], kinds: &mut [u64]) -> usize {
    let mut n_kinds = 0;
    let mut rest = cards;
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        let like = |hand: &HiddenHand| {
            if hand.missing & first == 0 { !hand.missing } else { hand.missing }
        };
        let kind = hands.iter().fold(rest, |kind, hand| kind & like(hand));
        assert!(n_kinds < kinds.len(), "games tell at most {MAX_KINDS} kinds apart");
        kinds[n_kinds] = kind;
        n_kinds += 1;
        rest &= !kind;
    }
    n_kinds
}

/// The tables that fit a view, where a seat has its hand to itself and suits are followed by whoever can: so who did not
/// follow one has none of it.
#[derive(Clone, Debug)]
pub struct BehindTricks<G: Game> {
    /// What the observer knows.
    pub(crate) view: View<G>,
    hidden: Hidden,
}

impl<C: Suited, G: Game<Own = OwnHand<C>>> BehindTricks<G> {
    /// Prepares to draw. `cards` are those that do not lie open, but for the ones in the tricks.
    pub(crate) fn prepare<const N: usize>(
        view: &View<G>,
        cards: Set<C>,
        tricks: &[Trick<C, N>],
        n_held: impl Fn(Seat) -> usize,
    ) -> BehindTricks<G> {
        let own_hand = view.own.map_or(Set::NONE, |(_, own)| own.hand);
        let played = tricks.iter().flat_map(|trick| trick.cards().iter().copied());
        let unseen = cards - own_hand - played.collect();
        let n_seats = view.open.rules().n_seats();
        let missing = not_followed(tricks, n_seats);
        let hands = Seat::all(n_seats).filter(|&seat| view.hides(seat)).map(|seat| HiddenHand {
            seat,
            size: n_held(seat),
            missing: missing[seat].bits(),
        });
        BehindTricks { view: view.clone(), hidden: Hidden::new(unseen.bits(), hands) }
    }

    /// Fills the hands of all seats, and hands back the other cards.
    #[inline]
    pub(crate) fn draw_hands<const N: usize>(
        &self,
        hands: &mut BySeat<Set<C>, N>,
        dice: &mut impl Dice,
    ) -> Shuffled {
        if let Some((seat, own)) = self.view.own {
            hands[seat] = own.hand;
        }
        self.hidden.draw(dice, |seat, cards| hands[seat] = Set::from_bits(cards))
    }
}

/// Cards in random order, to be taken from the front.
#[derive(Clone, Copy, Debug)]
pub struct Shuffled {
    cards: [u8; 64],
    n_cards: usize,
    n_taken: usize,
}

impl Shuffled {
    /// Shuffles a set of cards, given as bits.
    pub fn new(set: u64, dice: &mut impl Dice) -> Shuffled {
        let mut cards = [0; 64];
        let in_set = lay_out(each_bit(set).map(|bit| bit as u8), &mut cards);
        dice.shuffle(in_set);
        let n_cards = in_set.len();
        Shuffled { cards, n_cards, n_taken: 0 }
    }

    /// The next card, if there is one.
    pub fn next_card(&mut self) -> Option<u8> {
        let card = *self.cards[..self.n_cards].get(self.n_taken)?;
        self.n_taken += 1;
        Some(card)
    }

    /// The next cards, or as many as there are, as bits.
    pub fn take(&mut self, n: usize) -> u64 {
        let from = self.n_taken;
        self.n_taken = (from + n).min(self.n_cards);
        self.cards[from..self.n_taken].iter().fold(0, |set, card| set | 1 << card)
    }
}

#[cfg(test)]
mod tests {
    use super::{Hidden, HiddenHand};
    use crate::{Dice, Seat};

    /// Every way to fill the hands one after the other, counted by filling them.
    fn brute(cards: u64, hands: &[HiddenHand]) -> u128 {
        let Some((hand, later)) = hands.split_first() else { return 1 };
        let subsets = (0..=cards).filter(|drawn| drawn & !(cards & !hand.missing) == 0);
        let fits = subsets.filter(|drawn| drawn.count_ones() as usize == hand.size);
        fits.map(|drawn| brute(cards & !drawn, later)).sum()
    }

    #[test]
    fn ways_are_as_many_as_there_are() {
        let mut state = 5u64;
        let mut dice = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 31
        };
        // Two cards of each suit, and one suit has a third.
        let suits = [0b11, 0b1100, 0b11_0000, 0b1100_0000, 0b111_0000_0000];
        let mut n_checked = 0;
        for _ in 0..200 {
            let cards = (dice.bits() | dice.bits()) & 0x7ff;
            let mut n_left = cards.count_ones() as usize;
            let mut hands = Vec::new();
            for seat in 0..dice.below(6) as u8 {
                let size = dice.below(3) as usize;
                let missing = suits.iter().filter(|_| dice.below(2) == 0).sum();
                if size <= n_left {
                    n_left -= size;
                    hands.push(HiddenHand { seat: Seat::new(seat), size, missing });
                }
            }
            let limited: Vec<_> =
                hands.iter().filter(|hand| hand.missing & cards != 0).copied().collect();
            let wanted = brute(cards, &limited);
            if wanted == 0 {
                continue;
            }
            n_checked += 1;
            let hidden = Hidden::new(cards, hands.iter().copied());
            assert_eq!(hidden.all_ways, wanted, "{hidden:?}");
            let mut all = 0;
            let mut others = hidden.draw(&mut dice, |seat, drawn| {
                let hand = hands.iter().find(|hand| hand.seat == seat).expect("it is hidden");
                assert_eq!((drawn & hand.missing, drawn & all), (0, 0));
                assert_eq!(drawn.count_ones() as usize, hand.size);
                all |= drawn;
            });
            let others = others.take(64);
            assert_eq!((all | others, all & others), (cards, 0));
        }
        assert!(n_checked > 50, "{n_checked}");
    }
}
