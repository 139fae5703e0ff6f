//! Meow in text: `tokens 5,-3,F,V,…`, `deal 0:g1,b4,… rest:…`, `play g5`, `drop -5`.

use std::fmt;

use super::cards::{Card, Cards, Colour, MAX_VALUE, Token};
use super::rules::{MAX_SEATS, N_TOKENS};
use crate::notation::{
    Reader, Unreadable, Wanted, from_notation, read_hands, read_set, write_hands, write_list,
};
use crate::{BySeat, Seat};

/// An outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The first starting player (MEO-12).
    Start(Seat),
    /// All tokens in stack order (MEO-10).
    Tokens([Token; N_TOKENS]),
    /// A round's cards (MEO-11).
    Deal(Deal),
}

/// All cards of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hands.
    pub hands: BySeat<Cards, MAX_SEATS>,
    /// The cards not dealt.
    pub rest: Cards,
}

/// A decision of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Plays a card (MEO-20).
    Play(Card),
    /// Discards a fishbone of this worth, a positive number (MEO-30).
    Drop(u8),
}

from_notation! {
    Chance => read_chance,
    Action => read_action,
    Token => read_token,
    Card => read_card,
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Start(seat) => write!(f, "start {seat}"),
            Chance::Tokens(tokens) => {
                write!(f, "tokens ")?;
                write_list(f, tokens)
            }
            Chance::Deal(deal) => {
                write!(f, "deal")?;
                write_hands(f, &deal.hands)?;
                if !deal.rest.is_empty() {
                    write!(f, " rest:{}", deal.rest)?;
                }
                Ok(())
            }
        }
    }
}

fn read_chance(reader: &mut Reader<'_>) -> Result<Chance, Unreadable> {
    Ok(match reader.one_of(&["start", "tokens", "deal"])? {
        0 => {
            reader.space("start 3")?;
            Chance::Start(reader.seat()?)
        }
        1 => {
            reader.space("tokens 5,-3,F,V")?;
            Chance::Tokens(read_tokens(reader)?)
        }
        _ => Chance::Deal(read_deal(reader)?),
    })
}

fn read_tokens(reader: &mut Reader<'_>) -> Result<[Token; N_TOKENS], Unreadable> {
    let mut tokens = [Token::Vase; N_TOKENS];
    for (place, token) in tokens.iter_mut().enumerate() {
        if place > 0 {
            reader.exactly(",")?;
        }
        *token = read_token(reader)?;
    }
    Ok(tokens)
}

fn read_token(reader: &mut Reader<'_>) -> Result<Token, Unreadable> {
    if reader.take("F") {
        return Ok(Token::Fish);
    }
    if reader.take("V") {
        return Ok(Token::Vase);
    }
    let before = reader.clone();
    let max = i32::from(Token::MAX_WORTH);
    match reader.number(-max, max) {
        Ok(points) if points > 0 => Ok(Token::Bowl(points as u8)),
        Ok(points) if points < 0 => Ok(Token::Fishbone(points.unsigned_abs() as u8)),
        Ok(_) | Err(_) => Err(before.refuse(Wanted::Like("-3"))),
    }
}

fn read_deal(reader: &mut Reader<'_>) -> Result<Deal, Unreadable> {
    let mut all = Cards::NONE;
    let mut read_cards = |reader: &mut Reader<'_>| read_set(reader, &mut all, read_card);
    let hands = read_hands(reader, &mut read_cards)?;
    let rest = if reader.take(" rest:") { read_cards(reader)? } else { Cards::NONE };
    Ok(Deal { hands, rest })
}

fn read_card(reader: &mut Reader<'_>) -> Result<Card, Unreadable> {
    let before = reader.clone();
    let letter = reader.byte().map(char::from);
    let colour = Colour::ALL.into_iter().find(|colour| Some(colour.letter()) == letter);
    let value = reader.number(1, i32::from(MAX_VALUE)).ok();
    let card = colour.zip(value).and_then(|(colour, value)| Card::new(colour, value as u8));
    card.ok_or_else(|| before.refuse(Wanted::Like("g5")))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(card) => write!(f, "play {card}"),
            Action::Drop(worth) => write!(f, "drop -{worth}"),
        }
    }
}

fn read_action(reader: &mut Reader<'_>) -> Result<Action, Unreadable> {
    let kind = reader.one_of(&["play", "drop"])?;
    reader.space(["play g5", "drop -5"][kind])?;
    Ok(match kind {
        0 => Action::Play(read_card(reader)?),
        _ => Action::Drop(reader.number(-i32::from(Token::MAX_WORTH), -1)?.unsigned_abs() as u8),
    })
}
