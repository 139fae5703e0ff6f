//! What laws, studies and tests ask of a game beyond playing it.

use std::fmt::{self, Display};

use crate::{Game, Seat};

/// A game that can be studied: what laws, statistics and tests need to know and no player does.
pub trait Study: Game {
    /// Every action that these rules know, at any time of a game.
    fn every_action(rules: &Self::Rules) -> Vec<Self::Action>;

    /// Everything that is hidden from at least one observer.
    fn secrets(&self) -> Vec<Secret>;

    /// Adds the statistics of the round that has just finished to a list.
    fn round_facts(&self, out: &mut Vec<RoundFact>);

    /// Checks that cards and tokens add up. The error says what does not.
    fn check_conservation(&self) -> Result<(), &'static str>;

    /// The table before the first decision of this kind in the round (answers to a new deal, or play), and the decisions
    /// since then, in order. `None` in other phases.
    fn rewound(&self) -> Option<Rewound<Self>>;

    /// The seat that this chance outcome draws to begin the game, in games that draw one.
    fn start_drawn(chance: &Self::Chance) -> Option<Seat>;
}

/// The part of `impl Study` that is the same in every game.
macro_rules! in_every_study {
    () => {
        fn rewound(&self) -> Option<crate::Rewound<State>> {
            State::rewound(self)
        }

        fn start_drawn(chance: &Chance) -> Option<crate::Seat> {
            let Chance::Start(seat) = chance else { return None };
            Some(*seat)
        }
    };
}
pub(crate) use in_every_study;

/// An earlier state of a table, and the decisions since then, in order.
pub type Rewound<G> = (G, Vec<(Seat, <G as Game>::Action)>);

/// A kind of hidden cards or choices.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SecretKind {
    /// The cards of the game that nobody gets.
    Aside,
    /// The cards that the dummy still turns up.
    DummyDeck,
    /// The cards that are turned up one by one.
    Extra,
    /// The cards of a seat.
    Hand,
    /// The multiplier cards of a seat.
    Multipliers,
    /// The cards that were not dealt.
    Rest,
    /// The card that a seat has chosen.
    Sealed,
    /// The card that a seat has set aside.
    SetAside,
    /// The tokens that nobody has seen.
    Stacks,
    /// Whether a seat wishes a new deal.
    Wish,
}

impl Display for SecretKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SecretKind::Aside => "aside",
            SecretKind::DummyDeck => "dummy deck",
            SecretKind::Extra => "extra",
            SecretKind::Hand => "hand",
            SecretKind::Multipliers => "multipliers",
            SecretKind::Rest => "rest",
            SecretKind::Sealed => "sealed",
            SecretKind::SetAside => "set aside",
            SecretKind::Stacks => "stacks",
            SecretKind::Wish => "wish",
        })
    }
}

/// Something that is hidden from at least one observer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    /// Its kind.
    pub kind: SecretKind,
    /// Its owner; `None` for cards that belong to nobody.
    pub whose: Option<Seat>,
    /// How many cards or tokens it has.
    pub count: usize,
    /// The cards or tokens, in notation.
    pub value: String,
}

impl Secret {
    /// A secret of this kind with this many cards or tokens.
    pub fn new(kind: SecretKind, whose: Option<Seat>, count: usize, value: impl Display) -> Secret {
        Secret { kind, whose, count, value: value.to_string() }
    }
}

/// How often something happened in a finished round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundFact {
    /// What happened, in lower case with hyphens: `paradox`.
    pub what: &'static str,
    /// How often it happened.
    pub hits: u32,
    /// How often it could have happened.
    pub of: u32,
}
