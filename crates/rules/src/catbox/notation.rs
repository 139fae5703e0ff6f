//! Cat in the Box in text: `deal 0:1123345678 …`, `discard 5`, `bid 2`, `play 6b`.

use std::fmt;

use super::cards::{Cell, Colour, Hand, Value};
use super::rules::MAX_SEATS;
use crate::notation::{Reader, Unreadable, Wanted, from_notation, read_hands, write_hands};
use crate::{BySeat, Seat};

/// An outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The first start player (BOX-10).
    Start(Seat),
    /// A round's cards (BOX-11).
    Deal(Deal),
}

/// All cards of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hands.
    pub hands: BySeat<Hand, MAX_SEATS>,
    /// Deluxe with 2 players: the cards turned up.
    pub up: Hand,
    /// The cards not dealt and not seen.
    pub rest: Hand,
}

/// A decision of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Sets a card aside (BOX-12).
    Discard(Value),
    /// Bids a number of tricks (BOX-13).
    Bid(u8),
    /// Plays a card as this colour (BOX-20).
    Play(Cell),
}

from_notation! {
    Chance => read_chance,
    Action => read_action,
    Hand => read_cards,
    Cell => read_cell,
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Start(seat) => write!(f, "start {seat}"),
            Chance::Deal(deal) => {
                write!(f, "deal")?;
                write_hands(f, &deal.hands)?;
                for (name, cards) in [("up", deal.up), ("rest", deal.rest)] {
                    if !cards.is_empty() {
                        write!(f, " {name}:{cards}")?;
                    }
                }
                Ok(())
            }
        }
    }
}

fn read_chance(reader: &mut Reader<'_>) -> Result<Chance, Unreadable> {
    Ok(match reader.one_of(&["start", "deal"])? {
        0 => {
            reader.space("start 2")?;
            Chance::Start(reader.seat()?)
        }
        _ => Chance::Deal(read_deal(reader)?),
    })
}

fn read_deal(reader: &mut Reader<'_>) -> Result<Deal, Unreadable> {
    let hands = read_hands(reader, read_cards)?;
    let up = if reader.take(" up:") { read_cards(reader)? } else { Hand::EMPTY };
    let rest = if reader.take(" rest:") { read_cards(reader)? } else { Hand::EMPTY };
    Ok(Deal { hands, up, rest })
}

fn read_cards(reader: &mut Reader<'_>) -> Result<Hand, Unreadable> {
    let mut hand = Hand::EMPTY;
    while !reader.rest().is_empty() && !reader.rest().starts_with(' ') {
        let before = reader.clone();
        let value = read_value(reader)?;
        // Four bits count a value, and no deck comes near that.
        if hand.count(value) == 15 {
            return Err(before.refuse(Wanted::Like("1123345678")));
        }
        hand = hand.with(value);
    }
    if hand.is_empty() { Err(reader.refuse(Wanted::Like("1123345678"))) } else { Ok(hand) }
}

fn read_value(reader: &mut Reader<'_>) -> Result<Value, Unreadable> {
    let before = reader.clone();
    let digit = reader.byte().filter(u8::is_ascii_digit);
    let value = digit.and_then(|digit| Value::new(digit - b'0'));
    value.ok_or_else(|| before.refuse(Wanted::Number(1, i32::from(super::cards::MAX_VALUE))))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Discard(value) => write!(f, "discard {value}"),
            Action::Bid(bid) => write!(f, "bid {bid}"),
            Action::Play(cell) => write!(f, "play {cell}"),
        }
    }
}

fn read_action(reader: &mut Reader<'_>) -> Result<Action, Unreadable> {
    let kind = reader.one_of(&["discard", "bid", "play"])?;
    reader.space(["discard 5", "bid 2", "play 6b"][kind])?;
    Ok(match kind {
        0 => Action::Discard(read_value(reader)?),
        1 => Action::Bid(reader.number(0, 9)? as u8),
        _ => Action::Play(read_cell(reader)?),
    })
}

fn read_cell(reader: &mut Reader<'_>) -> Result<Cell, Unreadable> {
    let before = reader.clone();
    let refuse = || before.refuse(Wanted::Like("6b"));
    let value = read_value(reader).map_err(|_| refuse())?;
    let letter = reader.byte().map(char::from);
    let colour = Colour::ALL.into_iter().find(|colour| Some(colour.letter()) == letter);
    Ok(Cell::new(colour.ok_or_else(refuse)?, value))
}
