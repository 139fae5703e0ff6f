//! Imagined tables of CATSle are uniform and agree with all shown cards: see `worlds`.

use std::collections::BTreeMap;

use rules::{Game, Observer, Open as _, Rules, Seat, Step, Turn, catsle};

use crate::worlds::{Deals, Moment, Place, any, check_uniform, last_of, moments, rules_deals_out};

/// A seat's hand, a place of the extra deck, or the cards set aside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hidden {
    Hand(Seat),
    /// A card of the extra deck, by its place from the top. The order matters.
    Extra(usize),
    Aside,
}

impl Deals for catsle::State {
    type Place = Hidden;
    type Card = catsle::Card;

    fn hidden(moment: &Moment<Self>, who: Observer) -> Vec<Place<Hidden, catsle::Card>> {
        let open = moment.game.open();
        let deal = dealt(moment);
        let seats = Seat::all(open.rules().n_seats());
        let hands = seats.filter(|&seat| who != Observer::Seat(seat)).map(|seat| {
            let cards = moment.game.own(seat).hand.iter().collect();
            Place { place: Hidden::Hand(seat), cards }
        });
        let below = deal.extra().iter().enumerate().skip(open.extras().len());
        let extra =
            below.map(|(place, &card)| Place { place: Hidden::Extra(place), cards: vec![card] });
        let aside = Place { place: Hidden::Aside, cards: deal.aside.iter().collect() };
        hands.chain(extra).chain([aside]).collect()
    }

    fn retold(moment: &Moment<Self>, hidden: &[Place<Hidden, catsle::Card>]) -> Vec<Step<Self>> {
        let mut deal = dealt(moment);
        for Place { place, cards } in hidden {
            let set: catsle::Cards = cards.iter().copied().collect();
            match *place {
                Hidden::Hand(seat) => {
                    let own = moment.game.own(seat);
                    deal.hands[seat] = (deal.hands[seat] - own.hand) | set;
                }
                Hidden::Extra(place) => deal.extra[place] = cards[0],
                Hidden::Aside => deal.aside = set,
            }
        }
        moment.with_deal(catsle::Chance::Deal(deal))
    }
}

fn dealt(moment: &Moment<catsle::State>) -> catsle::Deal {
    last_of(moment, |chance| match chance {
        catsle::Chance::Deal(deal) => Some(*deal),
        catsle::Chance::Start(_) | catsle::Chance::Out(_) => None,
    })
}

/// Checks moments of the first round at which a missing suit rules out deals: a few for each number of cards in the extra
/// deck and each number of hidden hands without a suit.
fn check(line: &str, n_kinds: usize) {
    const N_MOMENTS: u32 = 2;
    let rules: catsle::Rules = line.parse().unwrap();
    let mut n_checked: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    moments::<catsle::State>(rules, 0..30, any, |moment| {
        let open = moment.game.open();
        if open.rounds() > 0 || Game::turn(&moment.game) == Turn::Chance {
            return;
        }
        let n_extra = dealt(&moment).extra().len() - open.extras().len();
        for who in Observer::all(rules.n_seats()) {
            let n_limited = n_limited(open, who);
            let n_before = n_checked.get(&(n_extra, n_limited)).copied().unwrap_or(0);
            if n_before < N_MOMENTS && rules_deals_out(&moment, who) {
                check_uniform(&moment, who);
                n_checked.insert((n_extra, n_limited), n_before + 1);
            }
        }
    });
    let n_found = n_checked.values().filter(|&&n| n == N_MOMENTS).count();
    assert!(n_found >= n_kinds, "kinds of moments checked of {line}: {n_checked:?}");
}

/// The number of hidden hands that are known to lack a suit.
fn n_limited(open: &catsle::Open, who: Observer) -> usize {
    let n_seats = open.rules().n_seats();
    let limited = |seat: &Seat| {
        let missed = |trick: &catsle::Trick| {
            let card = trick.card_of(*seat, n_seats);
            card.is_some_and(|card| Some(card.suit()) != trick.led())
        };
        who != Observer::Seat(*seat) && open.n_held(*seat) > 0 && open.tricks().iter().any(missed)
    };
    Seat::all(n_seats).filter(limited).count()
}

#[test]
fn worlds_are_uniform_with_three_players_and_an_extra_deck() {
    check("catsle@1 players=3", 5);
}

#[test]
fn worlds_are_uniform_with_four_players() {
    check("catsle@1 players=4", 3);
}

#[test]
fn worlds_are_uniform_with_five_players() {
    check("catsle@1 players=5", 4);
}
