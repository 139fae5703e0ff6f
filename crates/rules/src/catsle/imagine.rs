//! Tables that an observer of CATSle cannot tell from the real one.
//!
//! Whoever did not follow a suit has none of it (CAS-21). The cards set aside and the extra deck below the card that is
//! turned up can be anything, the deck in any order. Every deal that fits is equally likely: see `hidden`.

use super::cards::{Card, Cards, N_CARDS};
use super::state::State;
use crate::hidden::{Hidden, Shuffled};
use crate::{Dice, View};

/// The tables that fit a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    view: View<State>,
    hidden: Hidden,
}

impl crate::Worlds<State> for Worlds {
    fn new(view: &View<State>) -> Worlds {
        let open = &view.open;
        let own_hand = view.own.map_or(Cards::NONE, |(_, own)| own.hand);
        let deck = if open.is_dealt() { open.rules.cards(open.out) } else { Cards::NONE };
        let cards = deck - own_hand - open.extras().iter().copied().collect();
        // CAS-21: suits are followed.
        let suit = |card: Card| card.suit().cards();
        let n_held = |seat| open.n_held(seat);
        let hidden = Hidden::behind_tricks(view, cards, open.tricks(), suit, n_held);
        Worlds { view: view.clone(), hidden }
    }

    fn draw(&self, dice: &mut impl Dice) -> State {
        let open = &self.view.open;
        let mut state = State { open: *open, ..State::new(open.rules) };
        let own = self.view.own.map(|(seat, own)| (seat, own.hand));
        let mut others = self.hidden.draw_hands(own, &mut state.hands, dice);
        if open.is_dealt() {
            stack_extra(&mut state, &mut others);
        }
        state.aside = Cards::from_bits(others.take(N_CARDS));
        state
    }
}

/// The extra deck: what has been turned up, then other cards in random order.
fn stack_extra(state: &mut State, shuffled: &mut Shuffled) {
    let turned_up = state.open.extras();
    let n_extra = usize::from(state.open.rules.n_extra());
    let (known, unknown) = state.extra[..n_extra].split_at_mut(turned_up.len());
    known.copy_from_slice(turned_up);
    for place in unknown {
        *place = Card::numbered(shuffled.next_card().expect("the deck is unseen"));
    }
}
