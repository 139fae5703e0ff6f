//! Tables that an observer of CATSle cannot tell from the real one.
//!
//! Whoever did not follow a suit has none of it (CAS-21). The cards set aside and the extra deck below the card that is
//! turned up can be anything, the deck in any order. Every deal that fits is equally likely: see `hidden`.

use super::cards::{Card, Cards, N_CARDS};
use super::state::{Open, State};
use super::view::Own;
use crate::hidden::{Hidden, HiddenHand, Shuffled};
use crate::{Dice, Rules as _, Seat, View, not_followed};

/// The tables that fit a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    open: Open,
    own: Option<(Seat, Own)>,
    hidden: Hidden,
}

impl Worlds {
    pub(super) fn new(view: &View<State>) -> Worlds {
        let open = view.open;
        let played = open.tricks().iter().flat_map(|trick| trick.cards().iter().copied());
        let seen: Cards = played.chain(open.extras().iter().copied()).collect();
        let own_hand = view.own.map_or(Cards::NONE, |(_, own)| own.hand);
        let deck = if open.is_dealt() { open.rules.cards(open.out) } else { Cards::NONE };
        let unseen = deck - seen - own_hand;
        // CAS-21: who did not follow a suit has none of it.
        let n_seats = open.rules.n_seats();
        let missing = not_followed(open.tricks(), n_seats, |card| card.suit().cards().bits());
        let hidden = Seat::all(n_seats).filter(|&seat| view.hides(seat)).map(|seat| HiddenHand {
            seat,
            size: open.n_held(seat),
            missing: missing[seat],
        });
        Worlds { open, own: view.own, hidden: Hidden::new(unseen.bits(), hidden) }
    }

    pub(super) fn draw(&self, dice: &mut impl Dice) -> State {
        let mut state = State { open: self.open, ..State::new(self.open.rules) };
        if let Some((seat, own)) = self.own {
            state.hands[seat] = own.hand;
        }
        let mut others = self.hidden.draw(dice, |seat, cards| {
            state.hands[seat] = Cards::from_bits(cards);
        });
        if self.open.is_dealt() {
            self.stack_extra(&mut state, &mut others);
        }
        state.aside = Cards::from_bits(others.take(N_CARDS));
        state
    }

    /// The extra deck: what has been turned up, then other cards in random order.
    fn stack_extra(&self, state: &mut State, shuffled: &mut Shuffled) {
        let turned_up = self.open.extras();
        let n_extra = usize::from(self.open.rules.n_extra());
        let (known, unknown) = state.extra[..n_extra].split_at_mut(turned_up.len());
        known.copy_from_slice(turned_up);
        for place in unknown {
            *place = Card::numbered(shuffled.next_card().expect("the deck is unseen"));
        }
    }
}
