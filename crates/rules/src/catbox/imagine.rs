//! Tables that an observer of Cat in the Box cannot tell from the real one.
//!
//! The rules reveal two things about hidden hands:
//! - A seat that led red before any red was played could name no card another colour (BOX-22).
//!   Covered cells stay covered and colours stay given up, so the seat still holds only such values.
//! - The seat on turn can play a card, or the round would have ended (BOX-40).
//!
//! Each concerns at most one seat. Cards of the same value count as different cards, as in a real deal, so every deal
//! that fits is equally likely. The numbers of cards of each kind in these two hands are drawn with the number of
//! deals as weight; the rest is a plain shuffle.

use super::cards::{Cells, Colour, Colours, Hand, MAX_VALUE, N_COPIES, Value};
use super::rules::{MAX_SEATS, MAX_TRICKS};
use super::state::{Open, Phase, State};
use crate::count::{choose, weighted};
use crate::{BySeat, Dice, Rules as _, Seat, View};

/// All tables that fit a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    view: View<State>,
    /// Cards whose place the observer does not know.
    unseen: Hand,
    /// The hidden hand that can hold only some values, and those values.
    limited: Option<(Seat, Cells)>,
    /// The hidden hand that holds at least one of these values.
    playing: Option<(Seat, Cells)>,
}

impl crate::Worlds<State> for Worlds {
    fn new(view: &View<State>) -> Worlds {
        let open = view.open;
        let hidden = |seat: Seat| {
            view.hides(seat) && open.paradox.is_none_or(|paradox| paradox.seat != seat)
        };
        let playing = (open.phase == Phase::Play && hidden(open.turn)).then(|| {
            let free = open.rules.cells() - open.covered - open.given_up[open.turn].cells();
            (open.turn, free)
        });
        let limited = red_led_early(&open).filter(|&(seat, _)| hidden(seat));
        Worlds { view: view.clone(), unseen: unseen(view), limited, playing }
    }

    fn draw(&self, dice: &mut impl Dice) -> State {
        let open = &self.view.open;
        let mut state = State { open: *open, ..State::new(open.rules) };
        if let Some(paradox) = open.paradox {
            state.hands[paradox.seat] = paradox.hand;
        }
        if let Some((seat, own)) = self.view.own {
            state.hands[seat] = own.hand;
            state.aside[seat] = own.aside;
        }
        let mut piles = Piles::sort(self);
        self.draw_special_hands(&mut piles, &mut state, dice);
        let mut cards = piles.shuffled(dice);
        for seat in Seat::all(open.rules.n_seats()) {
            while state.hands[seat].len() < open.n_held(seat) {
                let card = cards.next().expect("hidden hands add up to the unseen cards");
                state.hands[seat] = state.hands[seat].with(card);
            }
            if open.set_aside.has(seat) && state.aside[seat].is_none() {
                state.aside[seat] = cards.next();
            }
        }
        state.rest = cards.collect();
        state
    }
}

impl Worlds {
    /// Draws the hand that can hold only some values and the hand that can play, so that the rest is unconstrained.
    fn draw_special_hands(&self, piles: &mut Piles, state: &mut State, dice: &mut impl Dice) {
        let size = |seat: Seat| self.view.open.n_held(seat);
        match (self.limited, self.playing) {
            (Some((seat, _)), Some((player, _))) if seat == player => {
                let [playable, stuck] = [piles.len(Pile::FitPlayable), piles.len(Pile::FitStuck)];
                let n_playable = draw_at_least_one(playable, stuck, size(seat), dice);
                let hand = &mut state.hands[seat];
                piles.take(Pile::FitPlayable, n_playable, hand, dice);
                piles.take(Pile::FitStuck, size(seat) - n_playable, hand, dice);
            }
            (Some((seat, _)), player) => {
                let n_player = player.map(|(player, _)| size(player));
                let n_stuck = draw_limited(piles, size(seat), n_player, dice);
                let hand = &mut state.hands[seat];
                piles.take(Pile::FitStuck, n_stuck, hand, dice);
                piles.take(Pile::FitPlayable, size(seat) - n_stuck, hand, dice);
                if let Some((player, _)) = player {
                    draw_playing(piles, size(player), &mut state.hands[player], dice);
                }
            }
            (None, Some((player, _))) => {
                draw_playing(piles, size(player), &mut state.hands[player], dice);
            }
            (None, None) => {}
        }
    }
}

/// Draws the number of playable cards in a hand of `size`, at least one.
fn draw_at_least_one(playable: usize, stuck: usize, size: usize, dice: &mut impl Dice) -> usize {
    let mut weights = [0u128; MAX_TRICKS + 2];
    for (n_playable, weight) in weights.iter_mut().enumerate().take(size + 1).skip(1) {
        *weight =
            u128::from(choose(playable, n_playable)) * u128::from(choose(stuck, size - n_playable));
    }
    weighted(&weights, dice)
}

fn draw_playing(piles: &mut Piles, size: usize, hand: &mut Hand, dice: &mut impl Dice) {
    let playable = [Pile::FitPlayable, Pile::OtherPlayable];
    let stuck = [Pile::FitStuck, Pile::OtherStuck];
    let count = |piles: &Piles, pair: [Pile; 2]| piles.len(pair[0]) + piles.len(pair[1]);
    let n_playable = draw_at_least_one(count(piles, playable), count(piles, stuck), size, dice);
    for (pair, n) in [(playable, n_playable), (stuck, size - n_playable)] {
        for _ in 0..n {
            let from_first = (dice.below(count(piles, pair) as u32) as usize) < piles.len(pair[0]);
            piles.take(if from_first { pair[0] } else { pair[1] }, 1, hand, dice);
        }
    }
}

/// Draws how many cards of the limited hand the player on turn could not play.
fn draw_limited(
    piles: &Piles,
    size: usize,
    n_player: Option<usize>,
    dice: &mut impl Dice,
) -> usize {
    let all: usize = Pile::ALL.into_iter().map(|pile| piles.len(pile)).sum();
    let stuck = piles.len(Pile::FitStuck) + piles.len(Pile::OtherStuck);
    let mut weights = [0u128; MAX_TRICKS + 2];
    for (n_stuck, weight) in weights.iter_mut().enumerate().take(size + 1) {
        let ways = choose(piles.len(Pile::FitStuck), n_stuck)
            * choose(piles.len(Pile::FitPlayable), size - n_stuck);
        if ways == 0 {
            continue;
        }
        let player_ways =
            n_player.map_or(1, |n| choose(all - size, n) - choose(stuck - n_stuck, n));
        *weight = u128::from(ways) * u128::from(player_ways);
    }
    weighted(&weights, dice)
}

/// The unseen cards, sorted by two questions: can the limited hand hold them, can the player on turn play them?
#[derive(Clone, Copy)]
enum Pile {
    FitPlayable,
    FitStuck,
    OtherPlayable,
    OtherStuck,
}

impl Pile {
    const ALL: [Pile; 4] =
        [Pile::FitPlayable, Pile::FitStuck, Pile::OtherPlayable, Pile::OtherStuck];
}

const N_CARDS: usize = MAX_VALUE as usize * N_COPIES as usize;

struct Piles {
    cards: [[Option<Value>; N_CARDS]; 4],
    n_cards: [usize; 4],
}

impl Piles {
    fn sort(worlds: &Worlds) -> Piles {
        let mut piles = Piles { cards: [[None; N_CARDS]; 4], n_cards: [0; 4] };
        let within = |limits: Option<(Seat, Cells)>, value: Value| {
            let cells = Hand::EMPTY.with(value).cells();
            limits.is_none_or(|(_, allowed)| !(allowed & cells).is_empty())
        };
        for value in worlds.unseen.iter() {
            let pile = match (within(worlds.limited, value), within(worlds.playing, value)) {
                (true, true) => Pile::FitPlayable,
                (true, false) => Pile::FitStuck,
                (false, true) => Pile::OtherPlayable,
                (false, false) => Pile::OtherStuck,
            } as usize;
            piles.cards[pile][piles.n_cards[pile]] = Some(value);
            piles.n_cards[pile] += 1;
        }
        piles
    }

    fn len(&self, pile: Pile) -> usize {
        self.n_cards[pile as usize]
    }

    /// Moves `n` random cards of a pile to a hand.
    fn take(&mut self, pile: Pile, n: usize, hand: &mut Hand, dice: &mut impl Dice) {
        for _ in 0..n {
            let n_left = self.n_cards[pile as usize];
            let cards = &mut self.cards[pile as usize];
            let from = dice.below(n_left as u32) as usize;
            let card = cards[from].take().expect("the pile has this card");
            cards.swap(from, n_left - 1);
            self.n_cards[pile as usize] -= 1;
            *hand = hand.with(card);
        }
    }

    fn shuffled<D: Dice>(&self, dice: &mut D) -> impl Iterator<Item = Value> + use<D> {
        let mut all = [None; N_CARDS];
        let mut n_all = 0;
        for pile in Pile::ALL {
            for &card in &self.cards[pile as usize][..self.len(pile)] {
                all[n_all] = card;
                n_all += 1;
            }
        }
        dice.shuffle(&mut all[..n_all]);
        all.into_iter().flatten()
    }
}

/// The cards that the observer cannot see.
fn unseen(view: &View<State>) -> Hand {
    let open = &view.open;
    let mut unseen = [0u8; MAX_VALUE as usize];
    if !open.is_dealt() {
        return Hand::EMPTY;
    }
    for value in Value::up_to(open.rules.max_value()) {
        let mut seen = open.up.count(value);
        for seat in Seat::all(open.rules.n_seats()) {
            let played = open.tokens[seat].iter().filter(|cell| cell.value() == value).count();
            seen += played as u8;
        }
        if let Some((_, own)) = view.own {
            seen += own.hand.count(value) + u8::from(own.aside == Some(value));
        }
        if let Some(paradox) = open.paradox
            && view.hides(paradox.seat)
        {
            seen += paradox.hand.count(value);
        }
        unseen[usize::from(value.number()) - 1] = N_COPIES - seen;
    }
    let counted = Value::up_to(MAX_VALUE).zip(unseen);
    counted.flat_map(|(value, n)| std::iter::repeat_n(value, usize::from(n))).collect()
}

/// The seat that led red before any red was played, and the cells of the values that it can hold.
fn red_led_early(open: &Open) -> Option<(Seat, Cells)> {
    let n_seats = open.rules.n_seats();
    let mut covered = open.rules.neutral_cells(open.up);
    let mut given_up: BySeat<Colours, MAX_SEATS> = BySeat::default();
    for trick in open.tricks() {
        for (seat, cell) in trick.plays(n_seats) {
            let leads = seat == trick.leader();
            if cell.colour() == Colour::Red && (covered & Cells::RED).is_empty() {
                let nameable = open.rules.cells() - covered - given_up[seat].cells() - Cells::RED;
                return leads.then(|| (seat, values_without(open, nameable)));
            }
            if let Some(led) = trick.led()
                && led != cell.colour()
            {
                given_up[seat] = given_up[seat].with(led);
            }
            covered = covered.with(cell);
        }
    }
    None
}

/// All cells of the values that have none of these cells.
fn values_without(open: &Open, cells: Cells) -> Cells {
    let mut all = Cells::NONE;
    for value in Value::up_to(open.rules.max_value()) {
        let of_value = Hand::EMPTY.with(value).cells();
        if (of_value & cells).is_empty() {
            all = all | of_value;
        }
    }
    all
}
