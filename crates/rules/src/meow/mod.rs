//! Meow, designed by Reiner Knizia and published by Cranio Creations.
//!
//! Tricks for award tokens, some of which nobody wants.
//! A short rulebook, by the rule ids in code and refusals:
//!
//! - **MEO-1, 2** 54 cards: green, blue and pink, 1 to 18, green trump. 27 tokens: bowls, fishbones, fish, broken vases.
//! - **MEO-10 … 13** Three rounds of nine turns, each for the next token of the round's open row; the expert deck has just
//!   the cards that are dealt. `rules.rs`.
//! - **MEO-20** Follow the colour led if you can. `legal.rs`.
//! - **MEO-21 … 23** The best green wins, else the best of the colour led; the highest, but a 1 beats its 18. The winner
//!   must take the token. `Trick::winner`.
//! - **MEO-30 … 32** Each fish removes a fishbone; two vases cost 20. `Rules::worth`.
//!
//! The full rulebook is in `words`.

mod beats;
mod cards;
mod imagine;
mod legal;
mod notation;
mod rules;
mod sheet;
mod state;
mod view;

pub use cards::{Card, Cards, Colour, Token};
pub use imagine::Worlds;
pub use legal::{Ask, Illegal};
pub use notation::{Action, Chance, Deal};
pub use rules::{Deck, Fish, MAX_SEATS, N_ROUNDS, N_TOKENS, N_TURNS, Rules, Vases};
pub use sheet::Column;
pub use state::{Open, Phase, State, Trick};
pub use view::{Own, Seen};

use crate::{
    Game, RoundFact, Rules as _, Seat, Secret, SecretKind, Study, in_every_game, in_every_study,
};

impl Game for State {
    in_every_game!();

    #[inline]
    fn own(&self, seat: Seat) -> Own {
        Own { hand: self.hands[seat] }
    }
}

impl Study for State {
    in_every_study!();

    fn every_action(rules: &Rules) -> Vec<Action> {
        let drops = rules.tokens().into_iter().filter_map(|token| match token {
            Token::Fishbone(worth) => Some(Action::Drop(worth)),
            Token::Bowl(_) | Token::Fish | Token::Vase => None,
        });
        let mut actions: Vec<Action> =
            rules.cards().iter().map(Action::Play).chain(drops).collect();
        actions.dedup();
        actions
    }

    fn secrets(&self) -> Vec<Secret> {
        let hand = |seat| {
            Secret::new(SecretKind::Hand, Some(seat), self.hands[seat].len(), self.hands[seat])
        };
        let mut secrets: Vec<Secret> = Seat::all(self.open.rules.n_seats()).map(hand).collect();
        secrets.push(Secret::new(SecretKind::Rest, None, self.rest.len(), self.rest));
        let stacked = match self.open.phase {
            Phase::Start | Phase::Tokens => &[],
            Phase::Deal | Phase::Play | Phase::Drop | Phase::Over => {
                &self.stacks[self.open.tokens().len()..]
            }
        };
        let value = stacked.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        secrets.push(Secret::new(SecretKind::Stacks, None, stacked.len(), value));
        secrets
    }

    fn round_facts(&self, out: &mut Vec<RoundFact>) {
        let open = &self.open;
        let (mut trumped, mut ones) = (0, 0);
        for trick in open.tricks() {
            let Some(card) = trick.winning_card() else { continue };
            trumped += u32::from(trick.led() != Some(card.colour()));
            ones += u32::from(card.value() == 1);
        }
        out.push(RoundFact { what: "turn-won-by-trump", hits: trumped, of: N_TURNS as u32 });
        out.push(RoundFact { what: "turn-won-by-1", hits: ones, of: N_TURNS as u32 });
    }

    fn check_conservation(&self) -> Result<(), &'static str> {
        let open = &self.open;
        let mut seats = Seat::all(open.rules.n_seats());
        if seats.any(|seat| self.hands[seat].len() != open.n_held(seat)) {
            return Err("a hand has the wrong size");
        }
        let played = open.tricks().iter().flat_map(|trick| trick.cards().iter().copied());
        if played.clone().collect::<Cards>() != open.played {
            return Err("the cards played are not those of the tricks");
        }
        let piles = played.map(Cards::one).chain(self.hands.0).chain([self.rest]);
        if open.is_dealt() && Cards::joined(piles) != Some(open.rules.cards()) {
            return Err("cards are missing or too many");
        }
        if open.is_dealt() && legal::check_tokens(&open.rules, &self.stacks).is_err() {
            return Err("tokens are missing or too many");
        }
        if self.stacks[..open.tokens().len()] != *open.tokens() {
            return Err("the tokens laid out are not those of the stacks");
        }
        Ok(())
    }
}
