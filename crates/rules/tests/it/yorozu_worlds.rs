//! Imagined tables of Yorozu are uniform and agree with all shown cards: see `worlds`.

use rules::{Game, Observer, Open, Rules, Seat, Step, yorozu};

use crate::worlds::{Deals, Moment, Place, check_moments, last_of};

/// A seat's hand, or a place of the dummy deck. The order of the deck matters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hidden {
    Hand(Seat),
    Dummy(usize),
}

impl Deals for yorozu::State {
    type Place = Hidden;
    type Card = yorozu::Card;

    fn hidden(moment: &Moment<Self>, who: Observer) -> Vec<Place<Hidden, yorozu::Card>> {
        let seats = Seat::all(moment.game.rules().n_seats());
        let mut hidden: Vec<Place<Hidden, yorozu::Card>> = seats
            .filter(|&seat| who != Observer::Seat(seat))
            .map(|seat| {
                let own = moment.game.own(seat);
                Place { place: Hidden::Hand(seat), cards: own.hand.iter().collect() }
            })
            .collect();
        let open = moment.game.open();
        let turned = usize::from(open.phase() == yorozu::Phase::Play);
        let dummy = dealt(moment).dummy.unwrap_or([yorozu::Card::YOROZU_0; yorozu::N_ROUNDS]);
        let n_shown = if dealt(moment).dummy.is_some() {
            open.plays().len() + turned
        } else {
            yorozu::N_ROUNDS
        };
        for (place, card) in dummy.into_iter().enumerate().skip(n_shown) {
            hidden.push(Place { place: Hidden::Dummy(place), cards: vec![card] });
        }
        hidden
    }

    fn retold(moment: &Moment<Self>, hidden: &[Place<Hidden, yorozu::Card>]) -> Vec<Step<Self>> {
        let mut deal = dealt(moment);
        for Place { place, cards } in hidden {
            match *place {
                Hidden::Hand(seat) => {
                    let own = moment.game.own(seat);
                    let cards: yorozu::Cards = cards.iter().copied().collect();
                    deal.hands[seat] = (deal.hands[seat] - own.hand) | cards;
                }
                Hidden::Dummy(place) => {
                    if let Some(dummy) = &mut deal.dummy {
                        dummy[place] = cards[0];
                    }
                }
            }
        }
        moment.with_deal(yorozu::Chance::Deal(deal))
    }
}

fn dealt(moment: &Moment<yorozu::State>) -> yorozu::Deal {
    last_of(moment, |chance| match chance {
        yorozu::Chance::Deal(deal) => Some(*deal),
        yorozu::Chance::Start(_)
        | yorozu::Chance::Multipliers(_)
        | yorozu::Chance::Tie(_)
        | yorozu::Chance::Order(_) => None,
    })
}

/// Checks moments between choices at which shown cards rule out deals.
fn check(line: &str, n_moments: usize) {
    check_moments::<yorozu::State>(line, 0..60, n_moments, |game, who| {
        let open = game.open();
        let playing = matches!(open.phase(), yorozu::Phase::Play | yorozu::Phase::Swap);
        let shows = |seat| who != Observer::Seat(seat) && !open.markers(seat).is_empty();
        let chosen = !open.chosen().is_empty();
        playing && !chosen && open.n_rounds() >= 5 && Seat::all(game.rules().n_seats()).any(shows)
    });
}

#[test]
fn yorozu_worlds_are_uniform() {
    check("yorozu@1 players=4", 12);
    check("yorozu@1 players=3", 8);
}

/// Hidden multiplier cards are equally likely at all seats.
#[test]
fn yorozu_multipliers_are_uniform() {
    const N_DRAWS: i32 = 6000;
    let mut dice = crate::dice(5);
    let mut game = yorozu::State::new("yorozu@1 level=experienced".parse().unwrap());
    crate::play_while(&mut game, &mut dice, |game| {
        game.open().feasts() < 1 || game.open().phase() != yorozu::Phase::Play
    });
    let seat = Seat::new(1);
    let worlds = yorozu::State::worlds(&game.view(Observer::Seat(seat)));
    let hidden: Vec<Seat> = Seat::all(4).filter(|&other| other != seat).collect();
    let others: yorozu::Multipliers =
        hidden.iter().flat_map(|&other| game.own(other).multipliers.iter()).collect();
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..N_DRAWS {
        let world = yorozu::State::imagine(&worlds, &mut dice);
        assert_eq!(world.own(seat), game.own(seat));
        for &other in &hidden {
            for card in world.own(other).multipliers.iter() {
                *counts.entry((other, card)).or_insert(0) += 1;
            }
        }
    }
    // Two feasts into the deal each of three hidden hands has one of three cards.
    assert_eq!(others.len(), 3);
    for (&(other, card), &found) in &counts {
        assert!(others.has(card), "{card} is not hidden");
        let expected = N_DRAWS / 3;
        assert!((found - expected).abs() < 250, "{card} with {other}: {found} of {N_DRAWS}");
    }
    assert_eq!(counts.len(), 9);
}
