//! Why a step is refused: it comes at the wrong time, or a rule of the game forbids it.

use std::fmt::Debug;

use crate::{Fact, Facts, Game, Say, Untimely, codes};

/// A stage of a game: dealing, bidding, playing cards.
pub trait Phase: Copy + Eq + Debug + Send {
    /// The catalogue's name for what the game waits for in this phase.
    fn asked(self) -> &'static str;

    /// The id of the rule that describes this phase, such as `BOX-13`.
    fn rule(self) -> &'static str;
}

/// Why a rule of the game forbids a step that comes at the right time.
pub trait Illegal: Say + Copy + Eq + Debug {
    /// The id of that rule in the game's rulebook, such as `BOX-22`.
    fn rule(&self) -> &'static str;
}

/// Why a step is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal<G: Game> {
    /// It comes at the wrong time: the phase says what the game waits for.
    Untimely(Untimely, G::Phase),
    /// A rule of the game forbids it.
    Illegal(G::Illegal),
}

impl<G: Game> Copy for Refusal<G> {}

impl<G: Game> Refusal<G> {
    /// Every code that a refusal in this game can have.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        Self::CODES.iter().chain(G::Illegal::CODES).copied()
    }

    /// The id of the rule behind the refusal.
    pub fn rule(&self) -> &'static str {
        match self {
            Refusal::Untimely(_, phase) => phase.rule(),
            Refusal::Illegal(illegal) => illegal.rule(),
        }
    }
}

impl<G: Game> Say for Refusal<G> {
    codes! {
        Refusal::Untimely(Untimely::Over, _) => "over",
        Refusal::Untimely(Untimely::ChanceFirst, _) => "chance-first",
        Refusal::Untimely(Untimely::NotYourTurn(_), _) => "not-your-turn",
        Refusal::Untimely(Untimely::OtherAsked, _) => "other-asked",
        Refusal::Untimely(Untimely::SeatsFirst(_), _) => "seats-first",
        Refusal::Untimely(Untimely::OtherChance, _) => "other-chance";
        Refusal::Illegal(illegal) => illegal.code(),
    }

    fn facts(&self) -> Facts {
        let (why, phase) = match self {
            Refusal::Untimely(why, phase) => (why, phase),
            Refusal::Illegal(illegal) => return illegal.facts(),
        };
        let asked = ("asked", Fact::Name(phase.asked()));
        match *why {
            Untimely::Over => vec![],
            Untimely::ChanceFirst | Untimely::OtherAsked | Untimely::OtherChance => vec![asked],
            Untimely::NotYourTurn(seats) | Untimely::SeatsFirst(seats) => {
                vec![asked, ("seats", seats.into())]
            }
        }
    }
}
