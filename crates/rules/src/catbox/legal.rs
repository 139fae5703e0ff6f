//! The legal actions of Cat in the Box, and the reasons why others are illegal.
//!
//! Every answer depends on what lies open and on the asking seat's own cards, and on nothing else.

use super::cards::{Cell, Cells, Colour, Colours, Hand, Value};
use super::notation::{Action, Chance, Deal};
use super::rules::Rules;
use super::state::{Open, Phase, State};
use super::view::Own;
use crate::{
    Choices, Dice, Fact, Facts, HandCount, Joint, Rules as _, Say, Seat, Seats, Standing, Turn,
    codes, deal_out, hands_of_size, in_every_open, lay_out, nothing_to_draw,
};

/// A question to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Which card to set aside (BOX-12). A bit is a value.
    SetAside,
    /// How many tricks to bid (BOX-13). A bit is a bid.
    Bid,
    /// Which card to play in which colour (BOX-20). A bit is a cell.
    Play,
}

impl crate::Ask for Ask {
    type Action = Action;

    #[inline]
    fn action(self, bit: u32) -> Action {
        match self {
            Ask::SetAside => Action::Discard(Cell::numbered(bit as u8).value()),
            Ask::Bid => Action::Bid(bit as u8),
            Ask::Play => Action::Play(Cell::numbered(bit as u8)),
        }
    }
}

/// Why a rule forbids a step that comes at the right time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Illegal {
    /// No such card in hand.
    NotInHand(Phase, Value),
    /// The player card does not show this bid. It shows the bids of these bits.
    NotOffered(u8, u64),
    /// The cell is covered: the seat and the trick, or `None` for a neutral token.
    Covered(Cell, Option<(Seat, u8)>),
    /// The colour was given up in this trick.
    GivenUp(Colour, u8),
    /// Red was led too early. This other cell is legal.
    RedTooEarly(Cell, Cell),
    /// The start player has no seat at this table.
    NoSuchSeat(Seat),
    /// A hand has the wrong number of cards.
    HandSize(HandCount),
    /// The wrong number of cards was turned up.
    UpSize { found: u8, wanted: u8 },
    /// The deal has too many or too few copies of a value.
    Copies { value: Value, found: u8, wanted: u8 },
}

impl Say for Illegal {
    codes! {
        Illegal::NotInHand(..) => "not-in-hand",
        Illegal::NotOffered(..) => "not-offered",
        Illegal::Covered(_, Some(_)) => "covered",
        Illegal::Covered(_, None) => "covered-by-neutral",
        Illegal::GivenUp(..) => "given-up",
        Illegal::RedTooEarly(..) => "red-too-early",
        Illegal::NoSuchSeat(_) => "no-such-seat",
        Illegal::HandSize(_) => "hand-size",
        Illegal::UpSize { .. } => "up-size",
        Illegal::Copies { .. } => "copies",
    }

    fn facts(&self) -> Facts {
        match *self {
            Illegal::NotInHand(_, value) => vec![("value", value.number().into())],
            Illegal::NotOffered(bid, bids) => {
                let bids = crate::bits::each_bit(bids).map(|bid| bid.to_string());
                let bids = bids.collect::<Vec<_>>().join(", ");
                vec![("bid", bid.into()), ("bids", Fact::Text(bids))]
            }
            Illegal::Covered(cell, by) => {
                let mut facts = cell_facts(cell);
                if let Some((seat, trick)) = by {
                    facts.extend([("seat", seat.into()), ("trick", trick.into())]);
                }
                facts
            }
            Illegal::GivenUp(colour, trick) => {
                vec![("colour", Fact::Name(colour.name())), ("trick", trick.into())]
            }
            Illegal::RedTooEarly(cell, other) => vec![
                ("value", cell.value().number().into()),
                ("other", other.value().number().into()),
                ("colour", Fact::Name(other.colour().name())),
            ],
            Illegal::NoSuchSeat(seat) => vec![("seat", seat.into())],
            Illegal::HandSize(count) => count.facts(),
            Illegal::UpSize { found, wanted } => {
                vec![("found", found.into()), ("wanted", wanted.into())]
            }
            Illegal::Copies { value, found, wanted } => vec![
                ("value", value.number().into()),
                ("found", found.into()),
                ("wanted", wanted.into()),
            ],
        }
    }
}

pub(super) fn hand_fact(hand: Hand) -> Fact {
    Fact::List(Joint::Space, hand.iter().map(|value| value.number().into()).collect())
}

pub(super) fn cell_facts(cell: Cell) -> Facts {
    vec![("value", cell.value().number().into()), ("colour", Fact::Name(cell.colour().name()))]
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Illegal::NoSuchSeat(_) => "BOX-10",
            Illegal::NotOffered(..) => "BOX-4",
            Illegal::Covered(..) => "BOX-20",
            Illegal::GivenUp(..) => "BOX-21",
            Illegal::RedTooEarly(..) => "BOX-22",
            Illegal::HandSize(_) | Illegal::UpSize { .. } => "BOX-11",
            Illegal::Copies { .. } => "BOX-1",
            Illegal::NotInHand(phase, _) => match phase {
                Phase::SetAside => "BOX-12",
                Phase::Start | Phase::Deal | Phase::Bid | Phase::Play | Phase::Over => "BOX-20",
            },
        }
    }
}

/// The cells that a seat with this hand could cover on its turn (BOX-20 to BOX-23). No cell is a paradox (BOX-40).
#[inline]
pub(super) fn playable(open: &Open, seat: Seat, hand: Hand) -> Cells {
    let free = hand.free_cells(open.covered, open.given_up[seat]);
    let red_waits = open.trick().first().is_none() && (open.covered & Cells::RED).is_empty();
    let other = free - Cells::RED;
    if red_waits && !other.is_empty() { other } else { free }
}

impl crate::Open<State> for Open {
    in_every_open!();

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Start | Phase::Deal => Turn::Chance,
            Phase::SetAside => {
                Turn::Decide(Seats::all(self.rules.n_seats()).without(self.set_aside))
            }
            Phase::Bid | Phase::Play => Turn::Decide(Seats::one(self.turn)),
            Phase::Over => Turn::Over,
        }
    }

    fn draw(&self, dice: &mut impl Dice) -> Chance {
        match self.phase {
            Phase::Start => Chance::Start(Seat::draw(self.rules.n_seats(), dice)),
            Phase::Deal => Chance::Deal(deal(&self.rules, dice)),
            Phase::SetAside | Phase::Bid | Phase::Play | Phase::Over => nothing_to_draw(self.phase),
        }
    }

    fn judge_chance(&self, chance: &Chance) -> Option<Result<(), Illegal>> {
        Some(match (self.phase, chance) {
            (Phase::Start, Chance::Start(seat)) => {
                seat.check_at(self.rules.n_seats()).map_err(Illegal::NoSuchSeat)
            }
            (Phase::Deal, Chance::Deal(deal)) => check_deal(&self.rules, deal),
            (_, Chance::Start(_) | Chance::Deal(_)) => return None,
        })
    }

    /// A seat that plays is shown every card in every colour.
    fn candidates(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let legal = self.actions(seat, own);
        match legal.ask {
            Ask::Play if !legal.is_empty() => {
                Choices { ask: Ask::Play, bits: own.hand.cells().bits() }
            }
            Ask::SetAside | Ask::Bid | Ask::Play => legal,
        }
    }

    /// Reasons come in the order of the rules' ids within a play.
    fn judge(&self, seat: Seat, own: &Own, action: Action) -> Option<Result<(), Illegal>> {
        let phase = self.phase;
        Some(match (phase, action) {
            (Phase::SetAside, Action::Discard(value)) => {
                let held = own.hand.count(value) > 0;
                if held { Ok(()) } else { Err(Illegal::NotInHand(phase, value)) }
            }
            (Phase::Bid, Action::Bid(bid)) => {
                let bids = self.rules.bids();
                let offered = bid < 64 && bids & 1 << bid != 0;
                if offered { Ok(()) } else { Err(Illegal::NotOffered(bid, bids)) }
            }
            (Phase::Play, Action::Play(cell)) => check_play(self, seat, own.hand, cell),
            (_, Action::Discard(_) | Action::Bid(_) | Action::Play(_)) => return None,
        })
    }

    #[inline]
    fn actions(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let (ask, bits) = match self.phase {
            Phase::SetAside if !self.set_aside.has(seat) => (Ask::SetAside, own.hand.distinct()),
            Phase::Bid if self.turn == seat => (Ask::Bid, self.rules.bids()),
            Phase::Play if self.turn == seat => (Ask::Play, playable(self, seat, own.hand).bits()),
            Phase::Start
            | Phase::Deal
            | Phase::SetAside
            | Phase::Bid
            | Phase::Play
            | Phase::Over => (Ask::Play, 0),
        };
        Choices { ask, bits }
    }

    #[inline]
    fn rounds(&self) -> u32 {
        self.rounds.into()
    }

    fn standing(&self) -> Standing {
        // BOX-53: of those with the highest total, the most points in the last round.
        Standing::of::<State, _>(self, |seat| self.scores[seat], |seat| self.points[seat])
    }
}

pub(super) fn check_play(open: &Open, seat: Seat, hand: Hand, cell: Cell) -> Result<(), Illegal> {
    let colour = cell.colour();
    if hand.count(cell.value()) == 0 {
        return Err(Illegal::NotInHand(Phase::Play, cell.value()));
    }
    if open.covered.has(cell) {
        return Err(Illegal::Covered(cell, covered_by(open, cell)));
    }
    if open.given_up[seat].has(colour) {
        return Err(Illegal::GivenUp(colour, given_up_in(open, seat, colour)));
    }
    let leading = open.trick().first().is_none();
    let no_red_yet = (open.covered & Cells::RED).is_empty();
    if colour == Colour::Red && leading && no_red_yet {
        let others = hand.free_cells(open.covered, open.given_up[seat]) - Cells::RED;
        if let Some(other) = others.first() {
            return Err(Illegal::RedTooEarly(cell, other));
        }
    }
    Ok(())
}

/// The seat that covered a cell, and the trick, counted from 1. `None` for a neutral token.
fn covered_by(open: &Open, cell: Cell) -> Option<(Seat, u8)> {
    let n_seats = open.rules.n_seats();
    (1..)
        .zip(open.tricks())
        .find_map(|(number, trick)| trick.player_of(cell, n_seats).map(|seat| (seat, number)))
}

/// The trick in which a seat gave up a colour, counted from 1.
fn given_up_in(open: &Open, seat: Seat, colour: Colour) -> u8 {
    let n_seats = open.rules.n_seats();
    let gave_up = |trick: &super::state::Trick| {
        trick.led() == Some(colour)
            && trick.card_of(seat, n_seats).is_some_and(|cell| cell.colour() != colour)
    };
    (1..).zip(open.tricks()).find(|(_, trick)| gave_up(trick)).map_or(0, |(number, _)| number)
}

fn check_deal(rules: &Rules, deal: &Deal) -> Result<(), Illegal> {
    for dealt in hands_of_size(&deal.hands, rules.n_seats(), rules.n_dealt(), Hand::len) {
        dealt.map_err(Illegal::HandSize)?;
    }
    if deal.up.len() as u8 != rules.n_up() {
        return Err(Illegal::UpSize { found: deal.up.len() as u8, wanted: rules.n_up() });
    }
    for value in Value::up_to(super::cards::MAX_VALUE) {
        let in_hands: u8 = deal.hands.0.iter().map(|hand| hand.count(value)).sum();
        let found = in_hands + deal.up.count(value) + deal.rest.count(value);
        let wanted = rules.deck().count(value);
        if found != wanted {
            return Err(Illegal::Copies { value, found, wanted });
        }
    }
    Ok(())
}

fn deal(rules: &Rules, dice: &mut impl Dice) -> Deal {
    const ONE: Value = match Value::new(1) {
        Some(value) => value,
        None => unreachable!(),
    };
    let mut deck = [ONE; super::cards::MAX_VALUE as usize * super::cards::N_COPIES as usize];
    let cards = lay_out(rules.deck().iter(), &mut deck);
    let n_each = usize::from(rules.n_dealt());
    let n_dealt = n_each * usize::from(rules.n_seats());
    let n_up = usize::from(rules.n_up());
    dice.shuffle_front(cards, n_dealt + n_up);
    let (dealt, others) = cards.split_at(n_dealt);
    let (up, rest) = others.split_at(n_up);
    Deal {
        hands: deal_out(dealt, n_each),
        up: up.iter().copied().collect(),
        rest: rest.iter().copied().collect(),
    }
}

/// BOX-25: nobody gives up all four colours.
pub(super) fn some_colour_left(given_up: Colours) -> bool {
    given_up.len() < Colour::ALL.len()
}
