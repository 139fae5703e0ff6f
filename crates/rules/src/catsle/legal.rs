//! The legal actions of CATSle, and the reasons why others are illegal.
//!
//! Every answer depends on what lies open and on the asking seat's own cards, and on nothing else.

use super::cards::{Card, Cards, N_CARDS, Place, Suit};
use super::notation::{Action, Chance, Deal};
use super::rules::{MAX_SEATS, N_EXTRA, Rules};
use super::state::{Open, Phase, State};
use super::view::Own;
use crate::{
    Choices, Dice, Fact, Facts, HandCount, Rules as _, Say, Seat, Seats, Standing, Turn,
    Unplayable, codes, deal_out, hands_of_size, in_every_open, lay_out, nothing_to_draw,
};

/// A question to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Which card to play (CAS-21). A bit is a card.
    Play,
    /// Which card to take, and where to place it (CAS-24, CAS-25). A bit is the card's index in this list × 8 + the place.
    Take([Card; MAX_SEATS]),
}

impl crate::Ask for Ask {
    type Action = Action;

    #[inline]
    fn action(self, bit: u32) -> Action {
        match self {
            Ask::Play => Action::Play(Card::numbered(bit as u8)),
            Ask::Take(offer) => {
                let place = Place::from_index((bit % 8) as u8);
                Action::Take(offer[(bit / 8) as usize], place)
            }
        }
    }
}

/// Why a rule forbids a step that comes at the right time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Illegal {
    /// The card is not in hand, or does not follow.
    Unplayable(Unplayable<Card>),
    /// The card is not in this trick.
    NotInTrick(Card),
    /// The card has been taken by this seat.
    AlreadyTaken { card: Card, by: Seat },
    /// The boards of this table have no scrap area.
    NoScrapArea,
    /// The suit already has this place on the board.
    SuitElsewhere { suit: Suit, place: Place },
    /// Another suit already has the place.
    PlaceOccupied { place: Place, suit: Suit },
    /// The start player has no seat at this table.
    NoSuchSeat(Seat),
    /// The rules set leaves out another suit.
    OtherSuitOut { found: Suit, wanted: Suit },
    /// A hand has the wrong number of cards.
    HandSize(HandCount),
    /// The extra deck has the wrong number of cards.
    ExtraSize { found: u8, wanted: u8 },
    /// A card of the deal is not in the deck: its suit is left out, or it was dealt twice.
    NotInDeck { card: Card, left_out: bool },
    /// A card of the deck was not dealt.
    Missing(Card),
}

impl Say for Illegal {
    codes! {
        Illegal::Unplayable(Unplayable::NotInHand(_)) => "not-in-hand",
        Illegal::Unplayable(Unplayable::MustFollow(_)) => "must-follow",
        Illegal::NotInTrick(_) => "not-in-trick",
        Illegal::AlreadyTaken { .. } => "already-taken",
        Illegal::NoScrapArea => "no-scrap-area",
        Illegal::SuitElsewhere { .. } => "suit-elsewhere",
        Illegal::PlaceOccupied { .. } => "place-occupied",
        Illegal::NoSuchSeat(_) => "no-such-seat",
        Illegal::OtherSuitOut { .. } => "other-suit-out",
        Illegal::HandSize(_) => "hand-size",
        Illegal::ExtraSize { .. } => "extra-size",
        Illegal::NotInDeck { .. } => "not-in-deck",
        Illegal::Missing(_) => "missing",
    }

    fn facts(&self) -> Facts {
        match *self {
            Illegal::NoScrapArea => vec![],
            Illegal::Unplayable(Unplayable::NotInHand(card))
            | Illegal::NotInTrick(card)
            | Illegal::NotInDeck { card, .. }
            | Illegal::Missing(card) => card_facts(card),
            Illegal::Unplayable(Unplayable::MustFollow(with)) => {
                vec![("suit", Fact::Name(with.suit().name())), ("rank", with.rank().into())]
            }
            Illegal::AlreadyTaken { card, by } => {
                [card_facts(card), vec![("seat", by.into())]].concat()
            }
            Illegal::SuitElsewhere { suit, place } | Illegal::PlaceOccupied { place, suit } => {
                vec![("suit", Fact::Name(suit.name())), ("place", Fact::Name(place.name()))]
            }
            Illegal::NoSuchSeat(seat) => vec![("seat", seat.into())],
            Illegal::OtherSuitOut { found, wanted } => {
                vec![("found", Fact::Name(found.name())), ("wanted", Fact::Name(wanted.name()))]
            }
            Illegal::HandSize(count) => count.facts(),
            Illegal::ExtraSize { found, wanted } => {
                vec![("found", found.into()), ("wanted", wanted.into())]
            }
        }
    }
}

pub(super) fn card_facts(card: Card) -> Facts {
    vec![("suit", Fact::Name(card.suit().name())), ("rank", card.rank().into())]
}

pub(super) fn cards_fact(cards: Cards) -> Fact {
    Fact::cards(cards.iter(), |card| card.suit().name(), Card::rank)
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unplayable(_) => "CAS-21",
            Illegal::NotInTrick(_) | Illegal::AlreadyTaken { .. } => "CAS-24",
            Illegal::NoScrapArea => "CAS-3",
            Illegal::SuitElsewhere { .. } | Illegal::PlaceOccupied { .. } => "CAS-25",
            Illegal::NoSuchSeat(_) => "CAS-10",
            Illegal::OtherSuitOut { .. } | Illegal::NotInDeck { left_out: true, .. } => "CAS-2",
            Illegal::HandSize(_) | Illegal::ExtraSize { .. } => "CAS-4",
            Illegal::NotInDeck { left_out: false, .. } | Illegal::Missing(_) => "CAS-1",
        }
    }
}

impl crate::Open<State> for Open {
    in_every_open!();

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Start | Phase::Out | Phase::Deal => Turn::Chance,
            Phase::Play | Phase::Take => Turn::Decide(Seats::one(self.turn)),
            Phase::Over => Turn::Over,
        }
    }

    fn draw(&self, dice: &mut impl Dice) -> Chance {
        match self.phase {
            Phase::Start => Chance::Start(Seat::draw(self.rules.n_seats(), dice)),
            Phase::Out => {
                let allowed = |suit: &Suit| self.rules.out().is_some_and(|out| out.allows(*suit));
                let n_allowed = Suit::ALL.iter().filter(|suit| allowed(suit)).count() as u32;
                let place = dice.below(n_allowed) as usize;
                let suit = Suit::ALL.into_iter().filter(allowed).nth(place);
                Chance::Out(suit.expect("the place is below the number of suits"))
            }
            Phase::Deal => Chance::Deal(deal(self.rules, self.out, dice)),
            Phase::Play | Phase::Take | Phase::Over => nothing_to_draw(self.phase),
        }
    }

    fn judge_chance(&self, chance: &Chance) -> Option<Result<(), Illegal>> {
        Some(match (self.phase, chance) {
            (Phase::Start, Chance::Start(seat)) => {
                seat.check_at(self.rules.n_seats()).map_err(Illegal::NoSuchSeat)
            }
            (Phase::Out, Chance::Out(suit)) => match self.rules.out() {
                Some(super::Out::Chosen(wanted)) if wanted != *suit => {
                    Err(Illegal::OtherSuitOut { found: *suit, wanted })
                }
                Some(_) | None => Ok(()),
            },
            (Phase::Deal, Chance::Deal(deal)) => check_deal(self.rules, self.out, deal),
            (_, Chance::Start(_) | Chance::Out(_) | Chance::Deal(_)) => return None,
        })
    }

    /// A seat that plays is shown every card; a seat that takes, every card on offer at every place of the board.
    fn candidates(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let legal = self.actions(seat, own);
        match legal.ask {
            Ask::Play if !legal.is_empty() => Choices { ask: Ask::Play, bits: own.hand.bits() },
            Ask::Play => legal,
            Ask::Take(_) => {
                let all = |_| self.rules.places();
                Choices { ask: legal.ask, bits: self.takeable(all) }
            }
        }
    }

    /// Reasons come in the order of the rules' ids within a take.
    fn judge(&self, seat: Seat, own: &Own, action: Action) -> Option<Result<(), Illegal>> {
        Some(match (self.phase, action) {
            // CAS-21: any card leads, and the others follow its suit if they can.
            (Phase::Play, Action::Play(card)) => {
                self.trick().check_following(own.hand, card).map_err(Illegal::Unplayable)
            }
            (Phase::Take, Action::Take(card, place)) => check_take(self, seat, card, place),
            (_, Action::Play(_) | Action::Take(..)) => return None,
        })
    }

    #[inline]
    fn actions(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        match self.phase {
            Phase::Play if self.turn == seat => {
                Choices { ask: Ask::Play, bits: self.trick().following(own.hand).bits() }
            }
            Phase::Take if self.turn == seat => {
                let board = &self.boards[seat];
                // CAS-25: to its suit, or to any empty place.
                let bits = self.takeable(|card| board.places(card.suit()));
                Choices { ask: Ask::Take(self.offer(self.n_tricks.into())), bits }
            }
            Phase::Start | Phase::Out | Phase::Deal | Phase::Play | Phase::Take | Phase::Over => {
                Choices { ask: Ask::Play, bits: 0 }
            }
        }
    }

    #[inline]
    fn rounds(&self) -> u32 {
        self.rounds.into()
    }

    fn standing(&self) -> Standing {
        // CAS-34: of those with the highest total, the most perfect columns in the last round.
        let perfect = |seat| self.score(seat).perfect;
        Standing::of::<State, _>(self, |seat| self.scores[seat], perfect)
    }
}

impl Open {
    /// The cards still on offer, each at its places, as bits of [`Ask::Take`].
    #[inline]
    fn takeable(&self, places: impl Fn(Card) -> u32) -> u64 {
        let offer = self.offer(self.n_tricks.into());
        let mut bits = 0;
        for (slot, &card) in offer.iter().enumerate() {
            // Branch-free: the processor cannot predict which cards are left.
            let there = u64::from(self.offered >> slot & 1);
            bits |= (there * u64::from(places(card))) << (slot * 8);
        }
        bits
    }
}

/// CAS-24: the card must be on offer. CAS-3, CAS-25: the place must exist, and be empty or of the same suit.
fn check_take(open: &Open, seat: Seat, card: Card, place: Place) -> Result<(), Illegal> {
    if open.rules.places() & 1 << place.index() == 0 {
        return Err(Illegal::NoScrapArea);
    }
    let offer = open.offer(open.n_tricks.into());
    let mut offer = offer.iter().take(open.rules.n_offered().into());
    let Some(slot) = offer.position(|&offered| offered == card) else {
        return Err(Illegal::NotInTrick(card));
    };
    if open.offered & 1 << slot == 0 {
        let taken = open.taken().find(|taken| taken.trick == open.n_tricks && taken.card == card);
        let by = taken.expect("a card that is gone was taken").seat;
        return Err(Illegal::AlreadyTaken { card, by });
    }
    let (board, suit) = (open.board(seat), card.suit());
    if let Some(own) = board.place_of(suit) {
        let there = own == place;
        return if there { Ok(()) } else { Err(Illegal::SuitElsewhere { suit, place: own }) };
    }
    match board.suit_at(place) {
        Some(suit) => Err(Illegal::PlaceOccupied { place, suit }),
        None => Ok(()),
    }
}

fn check_deal(rules: Rules, out: Option<Suit>, deal: &Deal) -> Result<(), Illegal> {
    let mut left = rules.cards(out);
    let not_in_deck = |card: Card| Illegal::NotInDeck { card, left_out: Some(card.suit()) == out };
    for dealt in hands_of_size(&deal.hands, rules.n_seats(), rules.n_dealt(), Cards::len) {
        let (_, hand) = dealt.map_err(Illegal::HandSize)?;
        left.take_out(hand).map_err(not_in_deck)?;
    }
    let (found, wanted) = (deal.n_extra, rules.n_extra());
    if found != wanted {
        return Err(Illegal::ExtraSize { found, wanted });
    }
    for &card in deal.extra() {
        left.take_out(Cards::one(card)).map_err(not_in_deck)?;
    }
    left.take_out(deal.aside).map_err(not_in_deck)?;
    match left.first() {
        Some(card) => Err(Illegal::Missing(card)),
        None => Ok(()),
    }
}

fn deal(rules: Rules, out: Option<Suit>, dice: &mut impl Dice) -> Deal {
    let mut deck = [Card::numbered(0); N_CARDS];
    let cards = lay_out(rules.cards(out).iter(), &mut deck);
    let n_each = usize::from(rules.n_dealt());
    let n_dealt = usize::from(rules.n_seats()) * n_each;
    let n_extra = usize::from(rules.n_extra());
    dice.shuffle_front(cards, n_dealt + n_extra);
    let (dealt, rest) = cards.split_at(n_dealt);
    let (below, aside) = rest.split_at(n_extra);
    let mut extra = [Card::numbered(0); N_EXTRA];
    extra[..n_extra].copy_from_slice(below);
    let aside = aside.iter().copied().collect();
    Deal { hands: deal_out(dealt, n_each), n_extra: n_extra as u8, extra, aside }
}
