//! Tables that an observer of Meow cannot tell from the real one.
//!
//! Whoever did not follow a colour has none of it (MEO-20). The tokens still stacked are known as a set, their order is
//! not. Hands with a missing colour are drawn first, by how many deals have so many cards of each colour; whatever they
//! leave can lie anywhere, so the rest is a plain shuffle, and every deal that fits is equally likely.

use super::cards::{Card, Cards, Colour, N_CARDS};
use super::rules::MAX_SEATS;
use super::state::{Open, Phase, State};
use super::view::Own;
use crate::count::{choose, weighted};
use crate::{BySeat, Dice, Rules as _, Seat, View};

/// Numbers of cards by colour.
type ByColour = [usize; 3];

/// The tables that fit a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    open: Open,
    own: Option<(Seat, Own)>,
    /// Cards whose place the observer does not know.
    unseen: Cards,
    /// Hidden hands that miss a colour.
    limited: Vec<Limited>,
}

/// A hidden hand that misses a colour.
#[derive(Clone, Debug)]
struct Limited {
    seat: Seat,
    size: usize,
    can_hold: [bool; 3],
    /// In how many ways the hands after this one can be drawn, by how many greens and blues are left for them.
    ways_after: Vec<u128>,
    blues: usize,
}

impl Limited {
    /// The numbers of cards by colour that the hand can have if so many are there, each with the number of ways.
    fn each_way(&self, there: ByColour) -> impl Iterator<Item = (ByColour, u128)> + '_ {
        let most = move |colour: usize| {
            if self.can_hold[colour] { there[colour].min(self.size) } else { 0 }
        };
        (0..=most(0)).flat_map(move |greens| {
            (0..=most(1).min(self.size - greens)).filter_map(move |blues| {
                let pinks = self.size - greens - blues;
                let ways = choose(there[0], greens) * choose(there[1], blues);
                let hand = [greens, blues, pinks];
                (pinks <= most(2)).then(|| (hand, u128::from(ways * choose(there[2], pinks))))
            })
        })
    }

    fn ways_after(&self, left: ByColour) -> u128 {
        self.ways_after[left[0] * (self.blues + 1) + left[1]]
    }
}

impl Worlds {
    pub(super) fn new(view: &View<State>) -> Worlds {
        let open = view.open;
        let played = open.tricks().iter().flat_map(|trick| trick.cards().iter().copied());
        let own_hand = view.own.map_or(Cards::NONE, |(_, own)| own.hand);
        let deck = if open.is_dealt() { open.rules.cards() } else { Cards::NONE };
        let unseen = deck - played.collect() - own_hand;
        let voids = voids(&open);
        let hidden = Seat::all(open.rules.n_seats()).filter(|&seat| view.hides(seat));
        let limited = hidden.filter(|&seat| voids[seat] != [false; 3]).map(|seat| Limited {
            seat,
            size: open.n_held(seat),
            can_hold: voids[seat].map(|void| !void),
            ways_after: Vec::new(),
            blues: 0,
        });
        let limited = count_ways(limited.collect(), by_colour(unseen));
        Worlds { open, own: view.own, unseen, limited }
    }

    pub(super) fn draw(&self, dice: &mut impl Dice) -> State {
        let mut state = State { open: self.open, ..State::new(self.open.rules) };
        if let Some((seat, own)) = self.own {
            state.hands[seat] = own.hand;
        }
        let mut left = self.unseen;
        for limited in &self.limited {
            let there = by_colour(left);
            let mut ways = [([0; 3], 0); 64];
            let mut n_ways = 0;
            for (hand, n) in limited.each_way(there) {
                let after = [there[0] - hand[0], there[1] - hand[1], there[2] - hand[2]];
                ways[n_ways] = (hand, n * limited.ways_after(after));
                n_ways += 1;
            }
            let weights = ways.map(|(_, n)| n);
            let (hand, _) = ways[weighted(&weights[..n_ways], dice)];
            for (colour, n) in Colour::ALL.into_iter().zip(hand) {
                let cards = draw_cards(left & colour.cards(), n, dice);
                state.hands[limited.seat] = state.hands[limited.seat] | cards;
                left = left - cards;
            }
        }
        let mut shuffled = Shuffled::new(left, dice);
        for seat in Seat::all(self.open.rules.n_seats()) {
            let n_missing = self.open.n_held(seat) - state.hands[seat].len();
            state.hands[seat] = state.hands[seat] | shuffled.take(n_missing);
        }
        state.rest = shuffled.take(N_CARDS);
        self.stack_tokens(&mut state, dice);
        state
    }

    /// The stacks: what has been laid out, then the other tokens in random order.
    fn stack_tokens(&self, state: &mut State, dice: &mut impl Dice) {
        if matches!(self.open.phase, Phase::Start | Phase::Tokens) {
            return;
        }
        let laid_out = self.open.tokens();
        let mut tokens = self.open.rules.tokens();
        for (place, token) in laid_out.iter().enumerate() {
            let from = tokens[place..].iter().position(|other| other == token);
            let from = from.expect("laid out tokens are among all tokens");
            tokens.swap(place, place + from);
        }
        dice.shuffle(&mut tokens[laid_out.len()..]);
        state.stacks = tokens;
    }
}

/// MEO-20: the colours that each seat has shown not to have.
fn voids(open: &Open) -> BySeat<[bool; 3], MAX_SEATS> {
    let mut voids: BySeat<[bool; 3], MAX_SEATS> = BySeat::default();
    for trick in open.tricks() {
        let Some(led) = trick.led() else { continue };
        for (seat, card) in trick.plays(open.rules.n_seats()) {
            if card.colour() != led {
                voids[seat][led as usize] = true;
            }
        }
    }
    voids
}

/// Fills in, from the last hand to the first, in how many ways the hands after each can be drawn.
fn count_ways(mut limited: Vec<Limited>, unseen: ByColour) -> Vec<Limited> {
    let mut n_left = unseen.iter().sum::<usize>();
    let mut left_after = Vec::new();
    for hand in &limited {
        n_left -= hand.size;
        left_after.push(n_left);
    }
    for index in (0..limited.len()).rev() {
        let mut ways_after = vec![0; (unseen[0] + 1) * (unseen[1] + 1)];
        for greens in 0..=unseen[0] {
            for blues in 0..=unseen[1] {
                let Some(pinks) = left_after[index].checked_sub(greens + blues) else { continue };
                if pinks > unseen[2] {
                    continue;
                }
                let there = [greens, blues, pinks];
                let ways = limited.get(index + 1).map_or(1, |next| {
                    let total = next.each_way(there).map(|(hand, n)| {
                        let after = [greens - hand[0], blues - hand[1], pinks - hand[2]];
                        n * next.ways_after(after)
                    });
                    total.sum()
                });
                ways_after[greens * (unseen[1] + 1) + blues] = ways;
            }
        }
        limited[index].ways_after = ways_after;
        limited[index].blues = unseen[1];
    }
    limited
}

fn by_colour(cards: Cards) -> ByColour {
    Colour::ALL.map(|colour| (cards & colour.cards()).len())
}

/// `n` random cards of a set.
fn draw_cards(cards: Cards, n: usize, dice: &mut impl Dice) -> Cards {
    let mut left = cards;
    for _ in 0..n {
        let place = dice.below(left.len() as u32);
        left = left.without(Card::from_index(crate::bits::nth_bit(left.0, place) as u8));
    }
    cards - left
}

/// Cards in random order, to be taken from the front.
struct Shuffled {
    cards: [Card; N_CARDS],
    n_cards: usize,
    n_taken: usize,
}

impl Shuffled {
    fn new(set: Cards, dice: &mut impl Dice) -> Shuffled {
        let mut cards = [Card::from_index(0); N_CARDS];
        for (place, card) in cards.iter_mut().zip(set.iter()) {
            *place = card;
        }
        dice.shuffle(&mut cards[..set.len()]);
        Shuffled { cards, n_cards: set.len(), n_taken: 0 }
    }

    fn take(&mut self, n: usize) -> Cards {
        let from = self.n_taken;
        self.n_taken = (from + n).min(self.n_cards);
        self.cards[from..self.n_taken].iter().copied().collect()
    }
}
