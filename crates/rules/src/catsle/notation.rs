//! CATSle in text: `out y`, `deal 0:r1,b4,… extra:… aside:…`, `play r8`, `take b12 4`.

use std::fmt;

use super::cards::{Card, Cards, MAX_RANK, Place, Suit};
use super::rules::{MAX_SEATS, N_EXTRA};
use crate::notation::{
    Reader, Unreadable, Wanted, from_notation, read_hands, read_new, read_set, write_hands,
    write_list,
};
use crate::{BySeat, Seat};

/// An outcome of chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// The first start player (CAS-10).
    Start(Seat),
    /// The suit left out (CAS-2).
    Out(Suit),
    /// A round's cards (CAS-4).
    Deal(Deal),
}

/// All cards of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The hands.
    pub hands: BySeat<Cards, MAX_SEATS>,
    /// How many cards the extra deck has.
    pub n_extra: u8,
    /// The extra deck from the top. Unused slots hold red 1.
    pub extra: [Card; N_EXTRA],
    /// The cards set aside unseen.
    pub aside: Cards,
}

impl Deal {
    /// The extra deck from the top.
    pub fn extra(&self) -> &[Card] {
        &self.extra[..usize::from(self.n_extra)]
    }
}

/// A decision of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Plays a card (CAS-21).
    Play(Card),
    /// Takes a card and places it (CAS-24, CAS-25).
    Take(Card, Place),
}

from_notation! {
    Chance => read_chance,
    Action => read_action,
    Card => read_card,
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Start(seat) => write!(f, "start {seat}"),
            Chance::Out(suit) => write!(f, "out {suit}"),
            Chance::Deal(deal) => {
                write!(f, "deal")?;
                write_hands(f, &deal.hands)?;
                if deal.n_extra > 0 {
                    write!(f, " extra:")?;
                    write_list(f, deal.extra())?;
                }
                if !deal.aside.is_empty() {
                    write!(f, " aside:{}", deal.aside)?;
                }
                Ok(())
            }
        }
    }
}

fn read_chance(reader: &mut Reader<'_>) -> Result<Chance, Unreadable> {
    Ok(match reader.one_of(&["start", "out", "deal"])? {
        0 => {
            reader.space("start 3")?;
            Chance::Start(reader.seat()?)
        }
        1 => {
            reader.space("out y")?;
            let before = reader.clone();
            let suit = read_suit(reader);
            Chance::Out(suit.ok_or_else(|| before.refuse(Wanted::Like("y")))?)
        }
        _ => Chance::Deal(read_deal(reader)?),
    })
}

fn read_deal(reader: &mut Reader<'_>) -> Result<Deal, Unreadable> {
    let mut all = Cards::NONE;
    let hands = read_hands(reader, |reader| read_set(reader, &mut all, read_card))?;
    let mut extra = [Card::numbered(0); N_EXTRA];
    let mut n_extra = 0;
    let mut more = reader.take(" extra:");
    while more {
        extra[n_extra] = read_new(reader, &mut all, read_card)?;
        n_extra += 1;
        more = n_extra < N_EXTRA && reader.take(",");
    }
    let has_aside = reader.take(" aside:");
    let aside = if has_aside { read_set(reader, &mut all, read_card)? } else { Cards::NONE };
    Ok(Deal { hands, n_extra: n_extra as u8, extra, aside })
}

fn read_suit(reader: &mut Reader<'_>) -> Option<Suit> {
    let letter = reader.byte().map(char::from);
    Suit::ALL.into_iter().find(|suit| Some(suit.letter()) == letter)
}

fn read_card(reader: &mut Reader<'_>) -> Result<Card, Unreadable> {
    let before = reader.clone();
    let suit = read_suit(reader);
    let rank = reader.number(1, i32::from(MAX_RANK)).ok();
    let card = suit.zip(rank).and_then(|(suit, rank)| Card::new(suit, rank as u8));
    card.ok_or_else(|| before.refuse(Wanted::Like("r8")))
}

fn read_place(reader: &mut Reader<'_>) -> Result<Place, Unreadable> {
    let before = reader.clone();
    let letter = reader.byte().map(char::from);
    let place = Place::ALL.into_iter().find(|place| Some(place.letter()) == letter);
    place.ok_or_else(|| before.refuse(Wanted::Word(vec!["1", "2", "3", "4", "s"])))
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Play(card) => write!(f, "play {card}"),
            Action::Take(card, place) => write!(f, "take {card} {place}"),
        }
    }
}

fn read_action(reader: &mut Reader<'_>) -> Result<Action, Unreadable> {
    let kind = reader.one_of(&["play", "take"])?;
    reader.space(["play r8", "take b12 4"][kind])?;
    let card = read_card(reader)?;
    Ok(if kind == 0 {
        Action::Play(card)
    } else {
        reader.space("take b12 4")?;
        Action::Take(card, read_place(reader)?)
    })
}
