//! Yorozu in text: `deal 0:sp1,… up:fa4,wi9 dummy:…`, `play sp4`, `swap yo13`, `use A1`, `token sp`.

use std::fmt;

use super::cards::{Card, Cards, Multiplier, Multipliers, Season};
use super::rules::{MAX_SEATS, N_ROUNDS};
use crate::notation::{
    Reader, Unreadable, Wanted, from_notation, read_hands, read_new, read_set, write_hands,
    write_list,
};
use crate::{BySeat, Seat};

/// An outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The start player of the first feast (YOR-52).
    Start(Seat),
    /// Multiplier cards for everybody (YOR-50, YOR-53).
    Multipliers(MultiplierDeal),
    /// A feast's cards (YOR-10, YOR-11).
    Deal(Deal),
    /// One of the seats tied for the lowest total (YOR-52, YOR-63).
    Tie(Seat),
    /// The order in which the first tokens are taken (YOR-60).
    Order(Order),
}

/// All cards of a feast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hands.
    pub hands: BySeat<Cards, MAX_SEATS>,
    /// The two cards turned up.
    pub up: Cards,
    /// With 3 players: the dummy deck from the top.
    pub dummy: Option<[Card; N_ROUNDS]>,
}

/// The multiplier cards of every seat.
pub type MultiplierDeal = BySeat<Multipliers, MAX_SEATS>;

/// Seats in an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The number of seats.
    pub n_seats: u8,
    /// The seats in order. Unused slots hold seat 0.
    pub seats: [Seat; MAX_SEATS],
}

/// A decision of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Answers whether it wants a new deal (YOR-12).
    Redeal(bool),
    /// Chooses a card (YOR-21).
    Play(Card),
    /// Swaps its crow with this Yorozu (YOR-32).
    Swap(Card),
    /// Names the start player (YOR-52).
    First(Seat),
    /// Chooses a multiplier card (YOR-51).
    Use(Multiplier),
    /// Takes a token of a season (YOR-60, YOR-62, YOR-63).
    Token(Season),
}

from_notation! {
    Chance => read_chance,
    Action => read_action,
    Card => read_card,
    Multiplier => read_multiplier,
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Start(seat) => write!(f, "start {seat}"),
            Chance::Multipliers(hands) => {
                write!(f, "multipliers")?;
                write_hands(f, hands)
            }
            Chance::Deal(deal) => write!(f, "{deal}"),
            Chance::Tie(seat) => write!(f, "tie {seat}"),
            Chance::Order(order) => {
                write!(f, "order ")?;
                write_list(f, &order.seats[..usize::from(order.n_seats)])
            }
        }
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal")?;
        write_hands(f, &self.hands)?;
        // The lower card first; of equal values the later season is lower, as on the standard cards (YOR-3).
        let mut up: Vec<Card> = self.up.iter().collect();
        up.sort_by_key(|card| (card.value(), std::cmp::Reverse(card.season())));
        write!(f, " up:")?;
        write_list(f, &up)?;
        if let Some(dummy) = &self.dummy {
            write!(f, " dummy:")?;
            write_list(f, dummy)?;
        }
        Ok(())
    }
}

fn read_chance(reader: &mut Reader<'_>) -> Result<Chance, Unreadable> {
    Ok(match reader.one_of(&["start", "multipliers", "deal", "tie", "order"])? {
        0 => {
            reader.space("start 0")?;
            Chance::Start(reader.seat()?)
        }
        1 => {
            let mut all = Multipliers::NONE;
            let hand = |reader: &mut Reader<'_>| read_set(reader, &mut all, read_multiplier);
            Chance::Multipliers(read_hands(reader, hand)?)
        }
        2 => Chance::Deal(read_deal(reader)?),
        3 => {
            reader.space("tie 2")?;
            Chance::Tie(reader.seat()?)
        }
        _ => {
            reader.space("order 2,0,3,1")?;
            Chance::Order(read_order(reader)?)
        }
    })
}

fn read_deal(reader: &mut Reader<'_>) -> Result<Deal, Unreadable> {
    let mut all = Cards::NONE;
    let hands = read_hands(reader, |reader| read_set(reader, &mut all, read_card))?;
    if !reader.take(" up:") {
        return Err(reader.refuse(Wanted::Like("up:fa4,wi9")));
    }
    let mut up = Cards::NONE;
    read_cards(reader, &mut all, |place, card| {
        up = up.with(card);
        place < 2
    })?;
    let dummy = if reader.take(" dummy:") { Some(read_dummy(reader, &mut all)?) } else { None };
    Ok(Deal { hands, up, dummy })
}

fn read_dummy(reader: &mut Reader<'_>, all: &mut Cards) -> Result<[Card; N_ROUNDS], Unreadable> {
    let mut dummy = [Card::YOROZU_0; N_ROUNDS];
    let n_read = read_cards(reader, all, |place, card| match dummy.get_mut(place) {
        Some(empty) => {
            *empty = card;
            true
        }
        None => false,
    })?;
    if n_read < N_ROUNDS { Err(reader.refuse(Wanted::Like(",sp4"))) } else { Ok(dummy) }
}

/// Reads cards that have not been read before, and passes each on with its index; `keep` says whether there is room.
fn read_cards(
    reader: &mut Reader<'_>,
    all: &mut Cards,
    mut keep: impl FnMut(usize, Card) -> bool,
) -> Result<usize, Unreadable> {
    for place in 0.. {
        let before = reader.clone();
        let card = read_new(reader, all, read_card)?;
        if !keep(place, card) {
            return Err(before.refuse(Wanted::End));
        }
        if !reader.take(",") {
            return Ok(place + 1);
        }
    }
    unreachable!("there are fewer cards than numbers")
}

fn read_card(reader: &mut Reader<'_>) -> Result<Card, Unreadable> {
    let before = reader.clone();
    let refuse = || before.refuse(Wanted::Like("sp4"));
    let season = Season::ALL.into_iter().find(|season| reader.take(season.letters()));
    if season.is_none() && !reader.take("yo") {
        return Err(refuse());
    }
    let value = reader.number(0, 13).map_err(|_| refuse())? as u8;
    let card = match (season, value) {
        (Some(season), value) => Card::new(season, value),
        (None, 0) => Some(Card::YOROZU_0),
        (None, 13) => Some(Card::YOROZU_13),
        (None, _) => None,
    };
    card.ok_or_else(refuse)
}

fn read_multiplier(reader: &mut Reader<'_>) -> Result<Multiplier, Unreadable> {
    let before = reader.clone();
    let set = reader.byte().and_then(|letter| letter.checked_sub(b'A')).filter(|&set| set < 3);
    let number = reader.number(1, 4).ok();
    let card = set.zip(number).map(|(set, n)| Multiplier::numbered(set * 4 + n as u8 - 1));
    card.ok_or_else(|| before.refuse(Wanted::Like("A1")))
}

fn read_order(reader: &mut Reader<'_>) -> Result<Order, Unreadable> {
    let mut order = Order { n_seats: 0, seats: [Seat::new(0); MAX_SEATS] };
    loop {
        let before = reader.clone();
        let seat = reader.seat()?;
        let Some(place) = order.seats.get_mut(usize::from(order.n_seats)) else {
            return Err(before.refuse(Wanted::End));
        };
        *place = seat;
        order.n_seats += 1;
        if !reader.take(",") {
            return Ok(order);
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Redeal(true) => write!(f, "redeal yes"),
            Action::Redeal(false) => write!(f, "redeal no"),
            Action::Play(card) => write!(f, "play {card}"),
            Action::Swap(card) => write!(f, "swap {card}"),
            Action::First(seat) => write!(f, "first {seat}"),
            Action::Use(card) => write!(f, "use {card}"),
            Action::Token(season) => write!(f, "token {}", season.letters()),
        }
    }
}

const VERBS: [&str; 6] = ["redeal", "play", "swap", "first", "use", "token"];
const EXAMPLES: [&str; 6] = ["redeal no", "play sp4", "swap yo13", "first 2", "use A1", "token sp"];

fn read_action(reader: &mut Reader<'_>) -> Result<Action, Unreadable> {
    let kind = reader.one_of(&VERBS)?;
    reader.space(EXAMPLES[kind])?;
    Ok(match kind {
        0 => Action::Redeal(reader.one_of(&["no", "yes"])? == 1),
        1 => Action::Play(read_card(reader)?),
        2 => Action::Swap(read_card(reader)?),
        3 => Action::First(reader.seat()?),
        4 => Action::Use(read_multiplier(reader)?),
        _ => Action::Token(Season::ALL[reader.one_of(&Season::ALL.map(Season::letters))?]),
    })
}
