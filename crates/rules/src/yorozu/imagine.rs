//! Tables that an observer of Yorozu cannot tell from the real one.
//!
//! Each hidden hand was dealt two season cards with booze (YOR-10), and the cards it has played are known. A seat that
//! played a card of a closed season has none of the seasons that were open (YOR-22). Season cards with booze and other
//! cards are dealt apart, so they are drawn apart, each by the counts of `hidden`.
//! A sealed choice is any that the imagined hand allows; so is a wish for a new deal.

use super::cards::{Card, Cards, Multipliers};
use super::legal::{N_BOOZE_CARDS, playable};
use super::rules::N_ROUNDS;
use super::state::{DUMMY, Open, Phase, State};
use crate::hidden::{Hidden, HiddenHand, Shuffled};
use crate::{Dice, Seat, View, lay_out};

/// All tables that fit a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    view: View<State>,
    /// The hidden season cards with booze, and the other hidden cards.
    piles: [Hidden; 2],
}

impl crate::Worlds<State> for Worlds {
    fn new(view: &View<State>) -> Worlds {
        let open = view.open;
        let own_hand = view.own.map_or(Cards::NONE, |(_, own)| own.hand);
        let deck = if open.is_dealt { Cards::ALL } else { Cards::NONE };
        let unseen = deck - open.seen_cards() - own_hand;
        let booze = open.rules.booze_season_cards();
        let dummy = open.rules.has_dummy().then_some(DUMMY);
        let places = || open.seats().filter(|&seat| view.hides(seat)).chain(dummy);
        let hands = |with_booze: bool| {
            places().map(move |seat| {
                let (n_booze, n_others) = n_hidden(&open, seat);
                let size = if with_booze { n_booze } else { n_others };
                HiddenHand { seat, size, missing: open.voids[seat].cards().bits() }
            })
        };
        let with_booze = Hidden::new((unseen & booze).bits(), hands(true));
        let others = Hidden::new((unseen - booze).bits(), hands(false));
        Worlds { view: view.clone(), piles: [with_booze, others] }
    }

    fn draw(&self, dice: &mut impl Dice) -> State {
        let open = &self.view.open;
        let mut state = State { open: *open, ..State::new(open.rules) };
        for pile in &self.piles {
            pile.draw(dice, |seat, cards| {
                state.hands[seat] = state.hands[seat] | Cards::from_bits(cards);
            });
        }
        if open.rules.has_dummy() {
            let deck = std::mem::take(&mut state.hands[DUMMY]);
            stack_dummy(deck, &mut state, dice);
        }
        for seat in open.seats() {
            match self.view.own {
                Some((own_seat, own)) if own_seat == seat => {
                    state.hands[seat] = own.hand;
                    state.sealed[seat] = own.sealed;
                    state.multipliers[seat] = own.multipliers;
                    if own.wish {
                        state.wishes = state.wishes.with(seat);
                    }
                }
                Some(_) | None => imagine_choice(seat, &mut state, dice),
            }
        }
        self.draw_multipliers(&mut state, dice);
        state
    }
}

impl Worlds {
    /// Multiplier cards that nobody has shown can be in any hand.
    fn draw_multipliers(&self, state: &mut State, dice: &mut impl Dice) {
        let own = self.view.own.map_or(Multipliers::NONE, |(_, own)| own.multipliers);
        let unseen = Multipliers::ALL - state.open.used - own;
        let mut shuffled = Shuffled::new(unseen.bits(), dice);
        for seat in state.open.seats().filter(|&seat| self.view.hides(seat)) {
            let n_held = state.open.n_multipliers[seat].into();
            state.multipliers[seat] = Multipliers::from_bits(shuffled.take(n_held));
        }
    }
}

/// The dummy deck: the cards turned up, then the others in random order.
fn stack_dummy(deck: Cards, state: &mut State, dice: &mut impl Dice) {
    let State { open, dummy, .. } = state;
    if !open.is_dealt {
        return;
    }
    let turned = open.plays().iter().map(|round| round[DUMMY]);
    let turned = turned.chain(open.dummy_up.filter(|_| open.dummy_turned()));
    let mut shuffled = Shuffled::new(deck.bits(), dice);
    let others = std::iter::from_fn(|| shuffled.next_card().map(Card::numbered));
    lay_out(turned.chain(others), dummy);
}

/// The sealed choices of the other seats.
fn imagine_choice(seat: Seat, state: &mut State, dice: &mut impl Dice) {
    if !state.open.chosen.has(seat) {
        return;
    }
    let hand = state.hands[seat];
    if state.open.phase == Phase::Play {
        let cards = playable(&state.open, hand);
        state.sealed[seat] =
            Some(Card::numbered(crate::bits::random_bit(cards.bits(), dice) as u8));
    } else if (hand & Cards::CROWS).len() >= super::legal::N_CROWS_FOR_REDEAL && dice.below(2) == 1
    {
        state.wishes = state.wishes.with(seat);
    }
}

/// The numbers of season cards with booze and of others in a hidden hand or in the dummy deck.
fn n_hidden(open: &Open, place: Seat) -> (usize, usize) {
    if !open.is_dealt {
        return (0, 0);
    }
    let turned_up = open.dummy_up.filter(|_| place == DUMMY && open.dummy_turned());
    let shown = || open.plays().iter().map(|round| round[place]).chain(turned_up);
    let booze = open.rules.booze_season_cards();
    let n_booze = N_BOOZE_CARDS - shown().filter(|&card| booze.has(card)).count();
    (n_booze, N_ROUNDS - shown().count() - n_booze)
}
