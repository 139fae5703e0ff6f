//! Tables that an observer of CATSle cannot tell from the real one.
//!
//! A seat that did not follow a suit has none of it (CAS-21). Nothing is known of the cards set aside, nor of the extra
//! deck below the card turned up. Every deal that fits is equally likely: see `hidden`.

use super::cards::{Card, Cards, N_CARDS};
use super::state::State;
use crate::hidden::{BehindTricks, Shuffled};
use crate::{Dice, View};

/// All tables that fit a view.
pub type Worlds = BehindTricks<State>;

impl crate::Worlds<State> for Worlds {
    fn new(view: &View<State>) -> Worlds {
        let open = &view.open;
        let deck = if open.is_dealt() { open.rules.cards(open.out) } else { Cards::NONE };
        let cards = deck - open.extras().iter().copied().collect();
        BehindTricks::prepare(view, cards, open.tricks(), |seat| open.n_held(seat))
    }

    fn draw(&self, dice: &mut impl Dice) -> State {
        let open = &self.view.open;
        let mut state = State { open: *open, ..State::new(open.rules) };
        let mut others = self.draw_hands(&mut state.hands, dice);
        if open.is_dealt() {
            stack_extra(&mut state, &mut others);
        }
        state.aside = Cards::from_bits(others.take(N_CARDS));
        state
    }
}

/// The extra deck: the cards turned up, then other cards in random order.
fn stack_extra(state: &mut State, shuffled: &mut Shuffled) {
    let turned_up = state.open.extras();
    let n_extra = usize::from(state.open.rules.n_extra());
    let (known, unknown) = state.extra[..n_extra].split_at_mut(turned_up.len());
    known.copy_from_slice(turned_up);
    for place in unknown {
        *place = Card::numbered(shuffled.next_card().expect("the deck is unseen"));
    }
}
