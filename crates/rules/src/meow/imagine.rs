//! Tables that an observer of Meow cannot tell from the real one.
//!
//! A seat that did not follow a colour has none of it (MEO-20). Which tokens are still stacked is known, their order is
//! not. Every deal that fits is equally likely: see `hidden`.

use super::cards::{Cards, N_CARDS};
use super::state::{Phase, State};
use crate::hidden::BehindTricks;
use crate::{Dice, View};

/// All tables that fit a view.
pub type Worlds = BehindTricks<State>;

impl crate::Worlds<State> for Worlds {
    fn new(view: &View<State>) -> Worlds {
        let open = &view.open;
        let cards = if open.is_dealt() { open.rules.cards() } else { Cards::NONE };
        BehindTricks::prepare(view, cards, open.tricks(), |seat| open.n_held(seat))
    }

    fn draw(&self, dice: &mut impl Dice) -> State {
        let open = &self.view.open;
        let mut state = State { open: *open, ..State::new(open.rules) };
        let mut others = self.draw_hands(&mut state.hands, dice);
        state.rest = Cards::from_bits(others.take(N_CARDS));
        stack_tokens(&mut state, dice);
        state
    }
}

/// The stacks: the tokens laid out, then the others in random order.
fn stack_tokens(state: &mut State, dice: &mut impl Dice) {
    if matches!(state.open.phase, Phase::Start | Phase::Tokens) {
        return;
    }
    let laid_out = state.open.tokens();
    let mut tokens = state.open.rules.tokens();
    for (place, token) in laid_out.iter().enumerate() {
        let from = tokens[place..].iter().position(|other| other == token);
        let from = from.expect("laid out tokens are among all tokens");
        tokens.swap(place, place + from);
    }
    dice.shuffle(&mut tokens[laid_out.len()..]);
    state.stacks = tokens;
}
