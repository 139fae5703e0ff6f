//! Tables that an observer of Meow cannot tell from the real one.
//!
//! Whoever did not follow a colour has none of it (MEO-20). The tokens still stacked are known as a set, their order is
//! not. Every deal that fits is equally likely: see `hidden`.

use super::cards::{Cards, N_CARDS};
use super::state::{Open, Phase, State};
use super::view::Own;
use crate::hidden::{Hidden, HiddenHand};
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
        let own_hand = view.own.map_or(Cards::NONE, |(_, own)| own.hand);
        let deck = if open.is_dealt() { open.rules.cards() } else { Cards::NONE };
        let unseen = deck - played.collect() - own_hand;
        // MEO-20: who did not follow a colour has none of it.
        let n_seats = open.rules.n_seats();
        let missing = not_followed(open.tricks(), n_seats, |card| card.colour().cards().bits());
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
        state.rest = Cards::from_bits(others.take(N_CARDS));
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
