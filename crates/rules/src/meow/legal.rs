//! The legal actions of Meow, and the reasons why others are illegal.
//!
//! Every answer depends on what lies open and on the asking seat's own cards, and on nothing else.

use super::cards::{Card, Cards, N_CARDS, Token};
use super::notation::{Action, Chance, Deal};
use super::rules::{N_TOKENS, N_TURNS, Rules};
use super::state::{Open, Phase, State};
use super::view::Own;
use crate::{
    Choices, Dice, Fact, Facts, HandCount, Rules as _, Say, Seat, Seats, Standing, Turn,
    Unplayable, codes, deal_out, hands_of_size, in_every_open, lay_out, nothing_to_draw,
};

/// A question to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Which card to play (MEO-20). A bit is a card.
    Play,
    /// Which fishbone to discard (MEO-30). A bit is its worth.
    Drop,
}

impl crate::Ask for Ask {
    type Action = Action;

    #[inline]
    fn action(self, bit: u32) -> Action {
        match self {
            Ask::Play => Action::Play(Card::numbered(bit as u8)),
            Ask::Drop => Action::Drop(bit as u8),
        }
    }
}

/// Why a rule forbids a step that comes at the right time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Illegal {
    /// The card is not in hand, or does not follow.
    Unplayable(Unplayable<Card>),
    /// The seat has no fishbone of this worth.
    NoSuchFishbone(u8),
    /// The starting player has no seat at this table.
    NoSuchSeat(Seat),
    /// The stacks have too many or too few of a token.
    Tokens { token: Token, found: u8, wanted: u8 },
    /// A hand has the wrong number of cards.
    HandSize(HandCount),
    /// A card of the deal is not in the deck.
    NotInDeck(Card),
    /// A card of the deck was not dealt.
    Missing(Card),
}

impl Say for Illegal {
    codes! {
        Illegal::Unplayable(Unplayable::NotInHand(_)) => "not-in-hand",
        Illegal::Unplayable(Unplayable::MustFollow(_)) => "must-follow",
        Illegal::NoSuchFishbone(_) => "no-such-fishbone",
        Illegal::NoSuchSeat(_) => "no-such-seat",
        Illegal::Tokens { .. } => "tokens",
        Illegal::HandSize(_) => "hand-size",
        Illegal::NotInDeck(_) => "not-in-deck",
        Illegal::Missing(_) => "missing",
    }

    fn facts(&self) -> Facts {
        match *self {
            Illegal::Unplayable(Unplayable::NotInHand(card))
            | Illegal::NotInDeck(card)
            | Illegal::Missing(card) => card_facts(card),
            Illegal::Unplayable(Unplayable::MustFollow(with)) => {
                vec![("colour", Fact::Name(with.colour().name())), ("value", with.value().into())]
            }
            Illegal::NoSuchFishbone(worth) => vec![("worth", (-i32::from(worth)).into())],
            Illegal::NoSuchSeat(seat) => vec![("seat", seat.into())],
            Illegal::Tokens { token, found, wanted } => {
                vec![("token", token.into()), ("found", found.into()), ("wanted", wanted.into())]
            }
            Illegal::HandSize(count) => count.facts(),
        }
    }
}

pub(super) fn card_facts(card: Card) -> Facts {
    vec![("value", card.value().into()), ("colour", Fact::Name(card.colour().name()))]
}

pub(super) fn cards_fact(cards: Cards) -> Fact {
    Fact::cards(cards.iter(), |card| card.colour().name(), Card::value)
}

impl crate::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Illegal::Unplayable(_) => "MEO-20",
            Illegal::NoSuchFishbone(_) => "MEO-30",
            Illegal::NoSuchSeat(_) => "MEO-12",
            Illegal::Tokens { .. } => "MEO-2",
            Illegal::HandSize(_) => "MEO-11",
            Illegal::NotInDeck(_) | Illegal::Missing(_) => "MEO-1",
        }
    }
}

impl crate::Open<State> for Open {
    in_every_open!();

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Start | Phase::Tokens | Phase::Deal => Turn::Chance,
            Phase::Play => Turn::Decide(Seats::one(self.turn)),
            Phase::Drop => Turn::Decide(self.droppers()),
            Phase::Over => Turn::Over,
        }
    }

    fn draw(&self, dice: &mut impl Dice) -> Chance {
        match self.phase {
            Phase::Start => Chance::Start(Seat::draw(self.rules.n_seats(), dice)),
            Phase::Tokens => {
                let mut tokens = self.rules.tokens();
                dice.shuffle(&mut tokens);
                Chance::Tokens(tokens)
            }
            Phase::Deal => Chance::Deal(deal(&self.rules, dice)),
            Phase::Play | Phase::Drop | Phase::Over => nothing_to_draw(self.phase),
        }
    }

    fn judge_chance(&self, chance: &Chance) -> Option<Result<(), Illegal>> {
        Some(match (self.phase, chance) {
            (Phase::Start, Chance::Start(seat)) => {
                seat.check_at(self.rules.n_seats()).map_err(Illegal::NoSuchSeat)
            }
            (Phase::Tokens, Chance::Tokens(tokens)) => check_tokens(&self.rules, tokens),
            (Phase::Deal, Chance::Deal(deal)) => check_deal(&self.rules, deal),
            (_, Chance::Start(_) | Chance::Tokens(_) | Chance::Deal(_)) => return None,
        })
    }

    /// A seat that plays is shown every card.
    fn candidates(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let legal = self.actions(seat, own);
        match legal.ask {
            Ask::Play if !legal.is_empty() => Choices { ask: Ask::Play, bits: own.hand.bits() },
            Ask::Play | Ask::Drop => legal,
        }
    }

    fn judge(&self, seat: Seat, own: &Own, action: Action) -> Option<Result<(), Illegal>> {
        Some(match (self.phase, action) {
            // MEO-20: any card leads, and the others follow its colour if they can.
            (Phase::Play, Action::Play(card)) => {
                self.trick().check_following(own.hand, card).map_err(Illegal::Unplayable)
            }
            (Phase::Drop, Action::Drop(worth)) => {
                let owned = worth < 64 && self.fishbones(seat) & 1 << worth != 0;
                if owned { Ok(()) } else { Err(Illegal::NoSuchFishbone(worth)) }
            }
            (_, Action::Play(_) | Action::Drop(_)) => return None,
        })
    }

    #[inline]
    fn actions(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        match self.phase {
            Phase::Play if self.turn == seat => {
                Choices { ask: Ask::Play, bits: self.trick().following(own.hand).bits() }
            }
            Phase::Drop if self.droppers().has(seat) => {
                Choices { ask: Ask::Drop, bits: self.fishbones(seat) }
            }
            Phase::Start
            | Phase::Tokens
            | Phase::Deal
            | Phase::Play
            | Phase::Drop
            | Phase::Over => Choices { ask: Ask::Play, bits: 0 },
        }
    }

    #[inline]
    fn rounds(&self) -> u32 {
        self.rounds.into()
    }

    fn standing(&self) -> Standing {
        Standing::of::<State, _>(self, |seat| self.score(seat), |_| ())
    }
}

pub(super) fn check_tokens(rules: &Rules, tokens: &[Token; N_TOKENS]) -> Result<(), Illegal> {
    let standard = rules.tokens();
    let (found, wanted) = (count_tokens(tokens), count_tokens(&standard));
    if found == wanted {
        return Ok(());
    }
    for &token in tokens.iter().chain(&standard) {
        let (found, wanted) = (found[token.key()], wanted[token.key()]);
        if found != wanted {
            return Err(Illegal::Tokens { token, found, wanted });
        }
    }
    unreachable!("some count differs")
}

fn count_tokens(tokens: &[Token; N_TOKENS]) -> [u8; Token::N_KEYS] {
    let mut counts = [0; Token::N_KEYS];
    for token in tokens {
        counts[token.key()] += 1;
    }
    counts
}

fn check_deal(rules: &Rules, deal: &Deal) -> Result<(), Illegal> {
    let mut left = rules.cards();
    for dealt in hands_of_size(&deal.hands, rules.n_seats(), N_TURNS as u8, Cards::len) {
        let (_, hand) = dealt.map_err(Illegal::HandSize)?;
        left.take_out(hand).map_err(Illegal::NotInDeck)?;
    }
    left.take_out(deal.rest).map_err(Illegal::NotInDeck)?;
    match left.first() {
        Some(card) => Err(Illegal::Missing(card)),
        None => Ok(()),
    }
}

fn deal(rules: &Rules, dice: &mut impl Dice) -> Deal {
    let mut deck = [Card::numbered(0); N_CARDS];
    let cards = lay_out(rules.cards().iter(), &mut deck);
    let n_dealt = usize::from(rules.n_seats()) * N_TURNS;
    dice.shuffle_front(cards, n_dealt);
    let (dealt, rest) = cards.split_at(n_dealt);
    Deal { hands: deal_out(dealt, N_TURNS), rest: rest.iter().copied().collect() }
}
