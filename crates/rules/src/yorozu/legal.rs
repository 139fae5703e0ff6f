//! The legal actions of Yorozu, and the reasons why others are illegal.
//!
//! Every answer depends on what lies open and on the asking seat's own cards, and on nothing else.

use super::cards::{Card, Cards, Multiplier, Multipliers, N_CARDS, N_MULTIPLIERS, Season};
use super::notation::{Action, Chance, Deal, MultiplierDeal, Order};
use super::rules::{MAX_SEATS, N_ROUNDS, Rules};
use super::state::{NoToken, Open, Phase, State};
use super::view::Own;
use crate::{
    BySeat, Choices, Dice, Fact, Facts, HandCount, Rules as _, Say, Seat, Seats, Standing, Turn,
    codes, deal_out, following, hands_of_size, in_every_open, lay_out, nothing_to_draw,
};

/// The crows in hand that allow to ask for a new deal (YOR-12).
pub(super) const N_CROWS_FOR_REDEAL: usize = 3;

/// Season cards with booze in every hand (YOR-10).
pub(super) const N_BOOZE_CARDS: usize = 2;

/// A question to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Whether it wants a new deal (YOR-12). Bit 0 is no, bit 1 is yes.
    Redeal,
    /// Which card to choose (YOR-21). A bit is a card.
    Play,
    /// Which Yorozu its crow takes (YOR-32). A bit is a card.
    Swap,
    /// Who starts (YOR-52). A bit is a seat.
    First,
    /// Which multiplier card to use (YOR-51). A bit is a multiplier card.
    Use,
    /// Of which season to take a token (YOR-60, YOR-62, YOR-63). A bit is a season.
    Token,
}

impl crate::Ask for Ask {
    type Action = Action;

    #[inline]
    fn action(self, bit: u32) -> Action {
        match self {
            Ask::Redeal => Action::Redeal(bit == 1),
            Ask::Play => Action::Play(Card::numbered(bit as u8)),
            Ask::Swap => Action::Swap(Card::numbered(bit as u8)),
            Ask::First => Action::First(Seat::new(bit as u8)),
            Ask::Use => Action::Use(Multiplier::numbered(bit as u8)),
            Ask::Token => Action::Token(Season::ALL[bit as usize % 4]),
        }
    }
}

/// Why a rule forbids a step that comes at the right time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Illegal {
    /// Too few crows for a new deal.
    FewCrows { found: u8 },
    /// No such card in hand.
    NotInHand(Card),
    /// The season is closed, and this card of an open season is in hand.
    Closed { season: Season, with: Card },
    /// The card to swap with is not a Yorozu.
    NotYorozu(Card),
    /// No such seat at this table.
    NoSuchSeat(Phase, Seat),
    /// No such multiplier card in hand.
    NotYourMultiplier(Multiplier),
    /// No token of this season is left.
    NoneLeft(Season),
    /// The first three tokens are of different seasons.
    Different(Season),
    /// The seat already has two tokens of this season.
    TwoAlready(Season),
    /// The seat drawn is not among those tied.
    NotTied { phase: Phase, seat: Seat, tied: Seats },
    /// The order does not name each seat once.
    NotAnOrder,
    /// A seat got the wrong number of multiplier cards.
    MultiplierCount(HandCount),
    /// A hand has the wrong number of cards.
    HandSize(HandCount),
    /// A hand has the wrong number of season cards with booze.
    BoozeCards(HandCount),
    /// The dummy deck is missing, or there should be none.
    Dummy { wanted: bool },
    /// The wrong number of cards was turned up.
    UpSize { found: u8, wanted: u8 },
    /// A season card with booze was turned up.
    UpBooze(Card),
}

impl Say for Illegal {
    codes! {
        Illegal::FewCrows { .. } => "few-crows",
        Illegal::NotInHand(_) => "not-in-hand",
        Illegal::Closed { .. } => "closed",
        Illegal::NotYorozu(_) => "not-yorozu",
        Illegal::NoSuchSeat(..) => "no-such-seat",
        Illegal::NotYourMultiplier(_) => "not-your-multiplier",
        Illegal::NoneLeft(_) => "none-left",
        Illegal::Different(_) => "different",
        Illegal::TwoAlready(_) => "two-already",
        Illegal::NotTied { .. } => "not-tied",
        Illegal::NotAnOrder => "not-an-order",
        Illegal::MultiplierCount(_) => "multiplier-count",
        Illegal::HandSize(_) => "hand-size",
        Illegal::BoozeCards(_) => "booze-cards",
        Illegal::Dummy { wanted: true } => "dummy-missing",
        Illegal::Dummy { wanted: false } => "dummy-unwanted",
        Illegal::UpSize { .. } => "up-size",
        Illegal::UpBooze(_) => "up-booze",
    }

    fn facts(&self) -> Facts {
        let counts =
            |found: u8, wanted: u8| vec![("found", found.into()), ("wanted", wanted.into())];
        match *self {
            Illegal::NotAnOrder | Illegal::Dummy { .. } => vec![],
            Illegal::FewCrows { found } => counts(found, N_CROWS_FOR_REDEAL as u8),
            Illegal::NotInHand(card) | Illegal::NotYorozu(card) | Illegal::UpBooze(card) => {
                card_facts(card)
            }
            Illegal::Closed { season, with } => {
                [card_facts(with), vec![("closed", Fact::Name(season.name()))]].concat()
            }
            Illegal::NoSuchSeat(_, seat) => vec![("seat", seat.into())],
            Illegal::NotYourMultiplier(card) => vec![("card", card.to_string().into())],
            Illegal::NoneLeft(season)
            | Illegal::Different(season)
            | Illegal::TwoAlready(season) => {
                vec![("season", Fact::Name(season.name()))]
            }
            Illegal::NotTied { seat, tied, .. } => {
                vec![("seat", seat.into()), ("tied", tied.into())]
            }
            Illegal::MultiplierCount(count)
            | Illegal::HandSize(count)
            | Illegal::BoozeCards(count) => count.facts(),
            Illegal::UpSize { found, wanted } => counts(found, wanted),
        }
    }
}

/// The facts about a card: its value and its season, or that it is a Yorozu.
pub(super) fn card_facts(card: Card) -> Facts {
    vec![("season", Fact::Name(suit(card))), ("value", card.value().into())]
}

pub(super) fn cards_fact(cards: impl IntoIterator<Item = Card>) -> Fact {
    Fact::cards(cards, suit, Card::value)
}

/// The name of a card's season in the message catalogue, where a Yorozu counts as one of its own.
fn suit(card: Card) -> &'static str {
    card.season().map_or("season-yorozu", Season::name)
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Illegal::FewCrows { .. } => "YOR-12",
            Illegal::NotInHand(_) | Illegal::Closed { .. } => "YOR-21",
            Illegal::NotYorozu(_) => "YOR-32",
            Illegal::NotYourMultiplier(_) => "YOR-51",
            Illegal::Different(_) | Illegal::NotAnOrder => "YOR-60",
            Illegal::NoneLeft(_) | Illegal::TwoAlready(_) => "YOR-64",
            Illegal::MultiplierCount(_) => "YOR-50",
            Illegal::HandSize(_) | Illegal::UpSize { .. } | Illegal::UpBooze(_) => "YOR-11",
            Illegal::BoozeCards(_) => "YOR-10",
            Illegal::Dummy { .. } => "YOR-13",
            Illegal::NoSuchSeat(phase, _) | Illegal::NotTied { phase, .. } => {
                crate::Phase::rule(*phase)
            }
        }
    }
}

impl crate::Open<State> for Open {
    in_every_open!();

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Start
            | Phase::Multipliers
            | Phase::Deal
            | Phase::TieToName
            | Phase::TieToTake
            | Phase::Order => Turn::Chance,
            Phase::Redeal | Phase::Play => {
                Turn::Decide(Seats::all(self.rules.n_seats()).without(self.chosen))
            }
            Phase::First
            | Phase::Use
            | Phase::FirstTokens
            | Phase::Token
            | Phase::Swap
            | Phase::Bonus => Turn::Decide(Seats::one(self.turn)),
            Phase::Over => Turn::Over,
        }
    }

    fn draw(&self, dice: &mut impl Dice) -> Chance {
        match self.phase {
            Phase::Start => Chance::Start(Seat::draw(self.rules.n_seats(), dice)),
            Phase::Multipliers => Chance::Multipliers(deal_multipliers(&self.rules, dice)),
            Phase::Deal => Chance::Deal(deal(&self.rules, dice)),
            Phase::TieToName | Phase::TieToTake => {
                let tied = self.lowest();
                let seat = tied.iter().nth(dice.below(tied.len() as u32) as usize);
                Chance::Tie(seat.expect("the place is below the number of seats"))
            }
            Phase::Order => {
                let mut seats = [Seat::new(0); MAX_SEATS];
                dice.shuffle(lay_out(self.seats(), &mut seats));
                Chance::Order(Order { n_seats: self.rules.n_seats(), seats })
            }
            Phase::Redeal
            | Phase::First
            | Phase::Use
            | Phase::FirstTokens
            | Phase::Token
            | Phase::Play
            | Phase::Swap
            | Phase::Bonus
            | Phase::Over => nothing_to_draw(self.phase),
        }
    }

    fn judge_chance(&self, chance: &Chance) -> Option<Result<(), Illegal>> {
        let phase = self.phase;
        Some(match (phase, chance) {
            (Phase::Start, Chance::Start(seat)) => {
                seat.check_at(self.rules.n_seats()).map_err(|seat| Illegal::NoSuchSeat(phase, seat))
            }
            (Phase::Multipliers, Chance::Multipliers(deal)) => check_multipliers(&self.rules, deal),
            (Phase::Deal, Chance::Deal(deal)) => check_deal(&self.rules, deal),
            (Phase::TieToName | Phase::TieToTake, Chance::Tie(seat)) => {
                let (seat, tied) = (*seat, self.lowest());
                if tied.has(seat) { Ok(()) } else { Err(Illegal::NotTied { phase, seat, tied }) }
            }
            (Phase::Order, Chance::Order(order)) => {
                let seats = &order.seats[..usize::from(order.n_seats)];
                let each_once = order.n_seats == self.rules.n_seats()
                    && seats.iter().copied().collect::<Seats>() == Seats::all(order.n_seats);
                if each_once { Ok(()) } else { Err(Illegal::NotAnOrder) }
            }
            (
                _,
                Chance::Start(_)
                | Chance::Multipliers(_)
                | Chance::Deal(_)
                | Chance::Tie(_)
                | Chance::Order(_),
            ) => return None,
        })
    }

    /// A seat that plays is shown every card; one that takes a token, every season; one that answers, both answers.
    fn candidates(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let legal = self.actions(seat, own);
        let bits = match legal.ask {
            _ if legal.is_empty() => 0,
            Ask::Play => own.hand.bits(),
            Ask::Token => 0xf,
            Ask::Redeal => 0b11,
            Ask::Swap | Ask::First | Ask::Use => legal.bits,
        };
        Choices { ask: legal.ask, bits }
    }

    fn judge(&self, seat: Seat, own: &Own, action: Action) -> Option<Result<(), Illegal>> {
        let phase = self.phase;
        Some(match (phase, action) {
            (Phase::Redeal, Action::Redeal(wish)) => {
                let n_crows = (own.hand & Cards::CROWS).len();
                let fits = !wish || n_crows >= N_CROWS_FOR_REDEAL;
                if fits { Ok(()) } else { Err(Illegal::FewCrows { found: n_crows as u8 }) }
            }
            (Phase::Play, Action::Play(card)) => check_play(self, own.hand, card),
            (Phase::Swap, Action::Swap(card)) => {
                if card.is_yorozu() {
                    Ok(())
                } else {
                    Err(Illegal::NotYorozu(card))
                }
            }
            (Phase::First, Action::First(start)) => {
                let seated = start.check_at(self.rules.n_seats());
                seated.map_err(|seat| Illegal::NoSuchSeat(phase, seat))
            }
            (Phase::Use, Action::Use(card)) => {
                let held = own.multipliers.has(card);
                if held { Ok(()) } else { Err(Illegal::NotYourMultiplier(card)) }
            }
            (Phase::FirstTokens | Phase::Token | Phase::Bonus, Action::Token(season)) => {
                match self.no_token(seat, season) {
                    None => Ok(()),
                    Some(NoToken::NoneLeft) => Err(Illegal::NoneLeft(season)),
                    Some(NoToken::Different) => Err(Illegal::Different(season)),
                    Some(NoToken::TwoAlready) => Err(Illegal::TwoAlready(season)),
                }
            }
            (
                _,
                Action::Redeal(_)
                | Action::Play(_)
                | Action::Swap(_)
                | Action::First(_)
                | Action::Use(_)
                | Action::Token(_),
            ) => return None,
        })
    }

    #[inline]
    fn actions(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let asked = self.turn().asks(seat);
        let (ask, bits) = match self.phase {
            Phase::Redeal => {
                let may_ask = (own.hand & Cards::CROWS).len() >= N_CROWS_FOR_REDEAL;
                (Ask::Redeal, if may_ask { 0b11 } else { 0b01 })
            }
            Phase::Play => (Ask::Play, playable(self, own.hand).bits()),
            Phase::Swap => (Ask::Swap, Cards::YOROZU.bits()),
            Phase::First => (Ask::First, (1 << self.rules.n_seats()) - 1),
            Phase::Use => (Ask::Use, own.multipliers.bits()),
            Phase::FirstTokens | Phase::Token | Phase::Bonus => {
                (Ask::Token, self.takeable(seat).bits())
            }
            Phase::Start
            | Phase::Multipliers
            | Phase::Deal
            | Phase::TieToName
            | Phase::TieToTake
            | Phase::Order
            | Phase::Over => (Ask::Play, 0),
        };
        if asked { Choices { ask, bits } } else { Choices { ask: Ask::Play, bits: 0 } }
    }

    /// YOR-12: nobody has to say that they want no new deal.
    fn silent_answer(&self) -> Option<Action> {
        (self.phase == Phase::Redeal).then_some(Action::Redeal(false))
    }

    #[inline]
    fn rounds(&self) -> u32 {
        self.feasts
    }

    fn standing(&self) -> Standing {
        Standing::of::<State, _>(self, |seat| self.totals[seat], |_| ())
    }
}

/// YOR-21, YOR-22: cards of open seasons and Yorozu, or any card if the hand has none of an open season.
#[inline]
pub(super) fn playable(open: &Open, hand: Cards) -> Cards {
    let open_cards = open.open_seasons().cards();
    match following(hand.bits(), open_cards.bits()) {
        all if all == hand.bits() => hand,
        of_open_seasons => Cards::from_bits(of_open_seasons) | (hand & Cards::YOROZU),
    }
}

fn check_play(open: &Open, hand: Cards, card: Card) -> Result<(), Illegal> {
    if !hand.has(card) {
        return Err(Illegal::NotInHand(card));
    }
    let open_seasons = open.open_seasons();
    if let Some(season) = card.season()
        && !open_seasons.has(season)
        && let Some(with) = (hand & open_seasons.cards()).first()
    {
        return Err(Illegal::Closed { season, with });
    }
    Ok(())
}

fn check_multipliers(rules: &Rules, hands: &MultiplierDeal) -> Result<(), Illegal> {
    let n_each = rules.n_multipliers() as u8;
    for dealt in hands_of_size(hands, rules.n_seats(), n_each, Multipliers::len) {
        dealt.map_err(Illegal::MultiplierCount)?;
    }
    Ok(())
}

fn check_deal(rules: &Rules, deal: &Deal) -> Result<(), Illegal> {
    let booze = rules.booze_season_cards();
    if deal.dummy.is_some() != rules.has_dummy() {
        return Err(Illegal::Dummy { wanted: rules.has_dummy() });
    }
    let found = deal.up.len() as u8;
    if found != 2 {
        return Err(Illegal::UpSize { found, wanted: 2 });
    }
    if let Some(card) = (deal.up & booze).first() {
        return Err(Illegal::UpBooze(card));
    }
    for dealt in hands_of_size(&deal.hands, rules.n_seats(), N_ROUNDS as u8, Cards::len) {
        let (seat, hand) = dealt.map_err(Illegal::HandSize)?;
        let (found, wanted) = ((hand & booze).len() as u8, N_BOOZE_CARDS as u8);
        if seat.is_at(rules.n_seats()) && found != wanted {
            return Err(Illegal::BoozeCards(HandCount { seat, found, wanted }));
        }
    }
    // A deal never has a card twice, so the dummy deck has exactly the remaining cards.
    Ok(())
}

/// YOR-10, YOR-11, YOR-13: a random deal. Season cards with booze are dealt apart from the others.
fn deal(rules: &Rules, dice: &mut impl Dice) -> Deal {
    let booze = rules.booze_season_cards();
    let mut cards = [Card::YOROZU_0; N_CARDS];
    lay_out(booze.iter().chain((Cards::ALL - booze).iter()), &mut cards);
    let (with_booze, others) = cards.split_at_mut(booze.len());
    dice.shuffle(with_booze);
    dice.shuffle(others);
    let (up, others) = others.split_at(2);
    let hands =
        with_booze.chunks_exact(N_BOOZE_CARDS).zip(others.chunks_exact(N_ROUNDS - N_BOOZE_CARDS));
    let mut deal = Deal { hands: BySeat::default(), up: up.iter().copied().collect(), dummy: None };
    for (index, (with_booze, others)) in hands.enumerate() {
        if index < usize::from(rules.n_seats()) {
            deal.hands.0[index] = with_booze.iter().chain(others).copied().collect();
        } else {
            let mut dummy = [Card::YOROZU_0; N_ROUNDS];
            dice.shuffle(lay_out(with_booze.iter().chain(others).copied(), &mut dummy));
            deal.dummy = Some(dummy);
        }
    }
    deal
}

/// YOR-50: a random deal of multiplier cards.
fn deal_multipliers(rules: &Rules, dice: &mut impl Dice) -> MultiplierDeal {
    let mut cards = [Multiplier::numbered(0); N_MULTIPLIERS];
    dice.shuffle(lay_out(Multipliers::ALL.iter(), &mut cards));
    deal_out(&cards, rules.n_multipliers())
}
