//! CATSle, designed by Yozaemon Matsumoto and Fukutarou and published by Fukuroudou.
//!
//! The cards of every trick are shared out to build castles: a column for each suit, full but not fuller.
//! A short rulebook, by the rule ids in code and refusals:
//!
//! - **CAS-1, 2** 60 cards: five suits, 1 to 12. With 3 players one suit is left out. `rules.rs`.
//! - **CAS-3, 4** Columns with limits, and with 4 and 5 players a scrap area; hands, extra deck and cards set aside by
//!   player count. `rules.rs`.
//! - **CAS-10, 11** Three rounds; the start passes clockwise; a trick for each card in hand.
//! - **CAS-20 … 22** With 3 players an extra card lies there. Follow suit if you can. The suit led ranks first, then the
//!   rank, and of equal cards the later. `legal.rs`, `Trick::ranking`.
//! - **CAS-23 … 25** The best take one card or two and place them: to their suit, or to an empty place. `legal.rs`.
//! - **CAS-26, 27** One card is left over; the seat that took two leads. `State::take`.
//! - **CAS-30 … 34** A point a card up to the limit, a point lost for each card over it or in the scrap area, a bonus for
//!   perfect columns. `Rules::score`.
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

pub use cards::{Card, Cards, N_COLUMNS, Place, Suit};
pub use imagine::Worlds;
pub use legal::{Ask, Illegal};
pub use notation::{Action, Chance, Deal};
pub use rules::{Lead, MAX_SEATS, MAX_TAKES, MAX_TRICKS, N_EXTRA, N_ROUNDS, Out, Rules, Score};
pub use sheet::Column;
pub use state::{Board, Open, Phase, State, Taken, Trick};
pub use view::{Own, Seen};

use crate::{
    BySeat, Dice, Game, RoundFact, Rules as _, Seat, Secret, SecretKind, Study, in_every_game,
    in_every_study,
};

impl Game for State {
    in_every_game!();

    #[inline]
    fn own(&self, seat: Seat) -> Own {
        Own { hand: self.hands.0.get(seat.index()).copied().unwrap_or_default() }
    }

    #[inline]
    fn finish_round(&mut self, dice: &mut impl Dice) {
        State::finish_round(self, dice);
    }
}

impl Study for State {
    in_every_study!();

    fn every_action(rules: &Rules) -> Vec<Action> {
        let places = Place::ALL.iter().filter(|place| **place != Place::SCRAP || rules.has_scrap());
        let cards = || Cards::ALL.iter();
        let takes = cards().flat_map(|card| places.clone().map(move |&p| Action::Take(card, p)));
        cards().map(Action::Play).chain(takes).collect()
    }

    fn secrets(&self) -> Vec<Secret> {
        let hand = |seat| {
            Secret::new(SecretKind::Hand, Some(seat), self.hands[seat].len(), self.hands[seat])
        };
        let mut secrets: Vec<Secret> = Seat::all(self.open.rules.n_seats()).map(hand).collect();
        let n_extra = if self.open.is_dealt() { self.open.rules.n_extra() } else { 0 };
        let below = &self.extra[self.open.extras().len()..usize::from(n_extra)];
        let value = below.iter().map(Card::to_string).collect::<Vec<_>>().join(",");
        secrets.push(Secret::new(SecretKind::Extra, None, below.len(), value));
        secrets.push(Secret::new(SecretKind::Aside, None, self.aside.len(), self.aside));
        secrets
    }

    fn round_facts(&self, out: &mut Vec<RoundFact>) {
        let open = &self.open;
        let rules = open.rules;
        let n_seats = u32::from(rules.n_seats());
        let (mut perfect, mut all_perfect, mut over, mut scrap, mut below) = (0, 0, 0, 0, 0);
        for seat in Seat::all(rules.n_seats()) {
            let score = open.score(seat);
            perfect += u32::from(score.perfect);
            all_perfect += u32::from(usize::from(score.perfect) == N_COLUMNS);
            over += u32::from(score.over);
            scrap += u32::from(score.scrap > 0);
            below += u32::from(score.sum < 0);
        }
        let (mut first, mut off_suit) = (0, 0);
        for trick in open.tricks() {
            let takers = trick.takers(rules.n_seats());
            let two = takers[rules.takes().len() - 1];
            let card = trick.card_of(two, rules.n_seats());
            first += u32::from(takers[0] == trick.leader());
            off_suit += u32::from(card.map(Card::suit) != trick.led());
        }
        let n_columns = n_seats * N_COLUMNS as u32;
        let n_tricks = u32::from(rules.n_dealt());
        out.push(RoundFact { what: "column-perfect", hits: perfect, of: n_columns });
        out.push(RoundFact { what: "column-over-limit", hits: over, of: n_columns });
        out.push(RoundFact { what: "board-perfect", hits: all_perfect, of: n_seats });
        if rules.has_scrap() {
            out.push(RoundFact { what: "board-with-scrap", hits: scrap, of: n_seats });
        }
        out.push(RoundFact { what: "board-below-zero", hits: below, of: n_seats });
        out.push(RoundFact { what: "trick-leader-first", hits: first, of: n_tricks });
        out.push(RoundFact { what: "two-taken-off-suit", hits: off_suit, of: n_tricks });
    }

    fn check_conservation(&self) -> Result<(), &'static str> {
        let open = &self.open;
        let n_seats = open.rules.n_seats();
        let extra = &self.extra[..usize::from(open.rules.n_extra())];
        if Seat::all(n_seats).any(|seat| self.hands[seat].len() != open.n_held(seat)) {
            return Err("a hand has the wrong size");
        }
        let played = open.tricks().iter().flat_map(|trick| trick.cards().iter());
        if played.clone().copied().collect::<Cards>() != open.played {
            return Err("the cards played are not those of the tricks");
        }
        let single = played.chain(extra).copied().map(Cards::one);
        let piles = single.chain(self.hands.0).chain([self.aside]);
        if open.is_dealt() && Cards::joined(piles) != Some(open.rules.cards(open.out)) {
            return Err("cards are missing or too many");
        }
        if !extra.starts_with(open.extras()) {
            return Err("the extra cards turned up are not those of the deck");
        }
        let mut counts: BySeat<[u8; N_COLUMNS + 1], MAX_SEATS> = BySeat::default();
        for Taken { seat, card, place, .. } in open.taken() {
            counts[seat][place.index()] += 1;
            if open.board(seat).suit_at(place) != Some(card.suit()) {
                return Err("a card lies at the place of another suit");
            }
        }
        if Seat::all(n_seats).any(|seat| open.board(seat).counts() != counts[seat]) {
            return Err("boards do not have the cards that were taken");
        }
        Ok(())
    }
}
