//! Yorozu (Festival of a Thousand Cats), designed by Fukutarou.
//!
//! Everybody chooses a card at once; the highest and the lowest take the face-up pair, the others their own card.
//! A short rulebook, by the rule ids in code and refusals:
//!
//! - **YOR-1 … 5** Nine cards in each of four seasons, two Yorozu (0 and 13); fish, booze and crows by place. `rules.rs`.
//! - **YOR-10 … 13** Two booze cards and seven others for each of four hands, two cards face up; a seat with three crows
//!   may ask for a new deal; with 3 players the fourth hand is the dummy deck.
//! - **YOR-20 … 29** Seasons face up are closed. Choose in secret, reveal, let crows swap, take, and go on until a player
//!   has three booze or the hands are empty. `legal.rs`, `State::take_cards`.
//! - **YOR-30 … 33** A crow swaps places with a Yorozu. `State::resolve_crows`.
//! - **YOR-40 … 43** Fish, booze and crows count; the match ends at a target, with one more feast for a tie. `Count::points`.
//! - **YOR-50 … 53** Experienced: multiplier cards. **YOR-60 … 64** Advanced: season tokens.
//! - **YOR-70** The dummy plays along and does not score.
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

pub use cards::{Card, Cards, Multiplier, Multipliers, Season, Seasons};
pub use imagine::Worlds;
pub use legal::{Ask, Illegal};
pub use notation::{Action, Chance, Deal, MultiplierDeal, Order};
pub use rules::{Edition, MAX_SEATS, N_ROUNDS, Rules, RulesLevel};
pub use sheet::Column;
pub use state::{Count, NoToken, Open, Phase, State};
pub use view::{Own, Place, Seen};

use crate::{
    Game, RoundFact, Rules as _, Seat, Secret, SecretKind, Study, in_every_game, in_every_study,
};

impl Game for State {
    in_every_game!();

    #[inline]
    fn own(&self, seat: Seat) -> Own {
        if seat.index() >= usize::from(self.open.rules.n_seats()) {
            return Own::default();
        }
        Own {
            hand: self.hands[seat],
            sealed: self.sealed[seat],
            wish: self.wishes.has(seat),
            multipliers: self.multipliers[seat],
        }
    }
}

impl Study for State {
    in_every_study!();

    fn every_action(rules: &Rules) -> Vec<Action> {
        let answers = [false, true].into_iter().map(Action::Redeal);
        let mut actions: Vec<Action> = answers.chain(Cards::ALL.iter().map(Action::Play)).collect();
        actions.extend(Cards::YOROZU.iter().map(Action::Swap));
        match rules.level {
            RulesLevel::Basic => {}
            RulesLevel::Experienced => {
                actions.extend(Seat::all(rules.n_seats()).map(Action::First));
                actions.extend(Multipliers::ALL.iter().map(Action::Use));
            }
            RulesLevel::Advanced => actions.extend(Season::ALL.map(Action::Token)),
        }
        actions
    }

    fn secrets(&self) -> Vec<Secret> {
        let mut secrets = Vec::new();
        for seat in self.open.seats() {
            let (whose, hand) = (Some(seat), self.hands[seat]);
            secrets.push(Secret::new(SecretKind::Hand, whose, hand.len(), hand));
            let sealed = self.sealed[seat];
            let value = sealed.map(|card| card.to_string()).unwrap_or_default();
            secrets.push(Secret::new(
                SecretKind::Sealed,
                whose,
                usize::from(sealed.is_some()),
                value,
            ));
            let answered = self.open.phase == Phase::Redeal && self.open.chosen.has(seat);
            let wish = self.wishes.has(seat);
            secrets.push(Secret::new(SecretKind::Wish, whose, usize::from(answered), wish));
            let multipliers = self.multipliers[seat];
            secrets.push(Secret::new(
                SecretKind::Multipliers,
                whose,
                multipliers.len(),
                multipliers,
            ));
        }
        let deck = self.dummy_deck();
        let value = deck.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        secrets.push(Secret::new(SecretKind::DummyDeck, None, deck.len(), value));
        secrets
    }

    fn round_facts(&self, out: &mut Vec<RoundFact>) {
        let open = &self.open;
        let drunk = open.seats().filter(|&seat| open.booze[seat] >= rules::MAX_BOOZE).count();
        out.push(RoundFact { what: "booze-end", hits: u32::from(drunk > 0), of: 1 });
        let (n_rounds, n_swaps) = (u32::from(open.n_rounds), u32::from(open.n_swaps));
        out.push(RoundFact { what: "rounds-played", hits: n_rounds, of: N_ROUNDS as u32 });
        out.push(RoundFact { what: "crow-swap", hits: n_swaps, of: n_rounds });
        let marked = open.seats().filter(|&seat| !open.markers[seat].is_empty()).count();
        let n_seats = u32::from(open.rules.n_seats());
        out.push(RoundFact { what: "season-declared", hits: marked as u32, of: n_seats });
    }

    fn check_conservation(&self) -> Result<(), &'static str> {
        let open = &self.open;
        if open.is_dealt {
            for seat in open.seats() {
                if self.hands[seat].len() != open.n_held() {
                    return Err("a hand has the wrong size");
                }
                if self.sealed[seat].is_some_and(|card| !self.hands[seat].has(card)) {
                    return Err("a sealed card is not in hand");
                }
            }
            let deck = self.dummy_deck().iter().copied().map(Cards::one);
            let piles = deck.chain(self.hands.0).chain([open.seen_cards()]);
            if Cards::joined(piles) != Some(Cards::ALL) {
                return Err("cards are missing or too many");
            }
        }
        let held = open.seats().fold(open.used, |all, seat| all | self.multipliers[seat]);
        let dealt = open.rules.level == RulesLevel::Experienced
            && !matches!(open.phase, Phase::Start | Phase::Multipliers);
        if dealt && held != Multipliers::ALL {
            return Err("multiplier cards are missing");
        }
        for season in 0..Season::ALL.len() {
            let n_out: u8 = open.seats().map(|seat| open.tokens[seat][season]).sum();
            if n_out > open.rules.n_tokens() {
                return Err("YOR-5: more tokens of a season than there are");
            }
        }
        Ok(())
    }
}

impl State {
    /// The cards of the dummy deck that have not been turned up.
    fn dummy_deck(&self) -> &[Card] {
        if !self.open.rules.has_dummy() || !self.open.is_dealt {
            return &[];
        }
        let n_turned = self.open.plays().len() + usize::from(self.open.dummy_turned());
        &self.dummy[n_turned.min(N_ROUNDS)..]
    }
}
