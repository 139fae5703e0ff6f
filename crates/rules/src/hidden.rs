//! Random deals of hidden cards: every deal that fits is equally likely, by counting and without rejection.
//!
//! Some hands are limited to some of the cards, such as hands without a suit. They are drawn first: the numbers of cards
//! of each kind are drawn with the number of deals as weight. The other hands can hold any card, so the rest is a plain
//! shuffle.
//!
//! Two cards are of one kind if the same hands among those still to be drawn can hold them. So the fewer hands are left,
//! the fewer kinds there are: at most three for the last two hands, however many suits there are.

use std::ops::ControlFlow;

use crate::bits::{each_bit, random_bit};
use crate::count::choose;
use crate::trick::not_followed;
use crate::{
    BySeat, Dice, Game, Open as _, OwnHand, Rules as _, Seat, Set, Suited, Trick, View, lay_out,
};

/// The most kinds of cards. Each limited hand could double their number, but games have few suits.
const MAX_KINDS: usize = 8;

/// Numbers of cards by kind.
type Counts = [usize; MAX_KINDS];

/// A hidden hand, and the cards that can lie in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiddenHand {
    /// Its seat.
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
    /// For each limited hand but the first: the number of ways to fill it and the hands after it, by the cards left of
    /// each kind. The first hand always finds all cards.
    ways: Vec<u128>,
    all_ways: u128,
}

/// A limited hand, and the kinds of cards that matter from there on.
#[derive(Clone, Copy, Debug)]
struct Limited {
    seat: Seat,
    size: usize,
    /// The kinds of cards that this hand and the later ones tell apart: first those that it can hold.
    kinds: [u64; MAX_KINDS],
    n_own: usize,
    n_kinds: usize,
    /// Where its numbers of ways begin, and their distance for one more card of a kind.
    from: usize,
    strides: [usize; MAX_KINDS],
    /// The same for the next hand, by this one's kinds.
    next_from: usize,
    next_strides: [usize; MAX_KINDS],
}

/// A number of ways that is not counted yet: no real one is as large.
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

    /// Draws the hands, gives each to its seat, and returns the other cards in random order.
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

    /// Draws how many cards of each kind a hand gets, with the number of deals as weight.
    fn draw_filling(&self, place: usize, left: u64, dice: &mut impl Dice) -> Counts {
        let hand = &self.limited[place];
        if place + 1 == self.limited.len() {
            // For the last hand all cards that it can hold are of one kind.
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

    /// Counts the ways to fill this hand and those after it, and stores them.
    fn count_from(&mut self, place: usize, there: Counts) -> u128 {
        let hand = self.limited[place];
        let Some(&next) = self.limited.get(place + 1) else {
            return choose(there[0], hand.size).into();
        };
        let mut total = 0;
        // The closure never breaks.
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
        // The hand's own kinds, then those of later hands only. Cards that no hand can hold do not matter.
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

    /// Lays out its numbers of ways from this index on, and returns how many there can be.
    fn lay_out(&mut self, cards: u64, from: usize) -> usize {
        self.from = from;
        let kinds = &self.kinds[..self.n_kinds];
        // The hands before leave a known number of cards. So if every card is of some kind, the count of one kind follows
        // from the others. Leaving out the largest kind saves the most room.
        let every = kinds.iter().fold(0, |all, kind| all | kind) == cards;
        let follows = (0..self.n_kinds).filter(|_| every).max_by_key(|&k| kinds[k].count_ones());
        let mut n_ways = 1;
        for kind in (0..self.n_kinds).filter(|&kind| Some(kind) != follows) {
            self.strides[kind] = n_ways;
            n_ways *= kinds[kind].count_ones() as usize + 1;
        }
        n_ways
    }

    /// Stores where the numbers of ways of the next hand are.
    fn look_ahead(&mut self, next: &Limited) {
        self.next_from = next.from;
        for kind in 0..self.n_kinds {
            self.next_strides[kind] = self.kind_in(next, kind).map_or(0, |wide| next.strides[wide]);
        }
    }

    /// The next hand's kind that contains this kind, if any later hand can hold it.
    fn kind_in(&self, next: &Limited, kind: usize) -> Option<usize> {
        next.kinds[..next.n_kinds].iter().position(|&wide| self.kinds[kind] & !wide == 0)
    }

    fn counts(&self, left: u64) -> Counts {
        self.kinds.map(|kind| (left & kind).count_ones() as usize)
    }

    /// The index of its number of ways for these counts of cards.
    fn index(&self, there: &Counts) -> usize {
        self.from + there.iter().zip(&self.strides).map(|(n, stride)| n * stride).sum::<usize>()
    }

    /// The counts that the next hand finds after this filling.
    fn left_for(&self, next: &Limited, there: &Counts, filling: &Counts) -> Counts {
        let mut left = [0; MAX_KINDS];
        for kind in 0..self.n_kinds {
            if let Some(wide) = self.kind_in(next, kind) {
                left[wide] += there[kind] - filling[kind];
            }
        }
        left
    }

    /// Calls `each` for every way to fill the hand from these counts: the cards of each kind, the index of the number of
    /// ways for the next hand, and the number of choices of cards.
    fn each_filling<B>(
        &self,
        there: &Counts,
        each: &mut impl FnMut(&Counts, usize, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let after = there.iter().zip(&self.next_strides).map(|(n, stride)| n * stride);
        let after = self.next_from + after.sum::<usize>();
        self.fill(there, 0, self.size, (after, 1), &mut [0; MAX_KINDS], each)
    }

    /// Fills the missing cards of the hand from this kind on.
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

/// Splits cards into the kinds that these hands tell apart, and returns their number.
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

/// All tables that fit a view of a game in which hands are hidden and suits must be followed: a seat that did not follow
/// a suit has none of it.
#[derive(Clone, Debug)]
pub struct BehindTricks<G: Game> {
    /// What the observer knows.
    pub(crate) view: View<G>,
    hidden: Hidden,
}

impl<C: Suited, G: Game<Own = OwnHand<C>>> BehindTricks<G> {
    /// Prepares to draw. `cards` are all that do not lie open elsewhere than in the tricks.
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

    /// Fills the hands of all seats, and returns the other cards.
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
