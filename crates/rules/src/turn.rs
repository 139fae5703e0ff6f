//! Whose turn it is, and why a step comes at the wrong time.

use crate::{Seat, Seats};

/// Who has to act for the game to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Chance: the table draws, deals or shuffles.
    Chance,
    /// Each of these seats owes a decision, in any order; one seat's decision changes nothing for the others.
    /// The game's views say whether such a decision is sealed.
    Decide(Seats),
    /// Nobody: the game has ended.
    Over,
}

impl Turn {
    /// Whether this seat owes a decision.
    #[inline]
    pub fn asks(self, seat: Seat) -> bool {
        matches!(self, Turn::Decide(seats) if seats.has(seat))
    }

    /// Checks that this seat owes a decision.
    pub fn check_seat(self, seat: Seat) -> Result<(), Untimely> {
        match self {
            Turn::Over => Err(Untimely::Over),
            Turn::Chance => Err(Untimely::ChanceFirst),
            Turn::Decide(seats) if seats.has(seat) => Ok(()),
            Turn::Decide(seats) => Err(Untimely::NotYourTurn(seats)),
        }
    }

    /// Checks that it is chance's turn.
    pub fn check_chance(self) -> Result<(), Untimely> {
        match self {
            Turn::Over => Err(Untimely::Over),
            Turn::Chance => Ok(()),
            Turn::Decide(seats) => Err(Untimely::SeatsFirst(seats)),
        }
    }
}

/// Why a step comes at the wrong time. The reasons are the same in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Untimely {
    /// The game has ended.
    Over,
    /// A draw or a deal comes first.
    ChanceFirst,
    /// It is the turn of these seats.
    NotYourTurn(Seats),
    /// The seat owes another kind of decision.
    OtherAsked,
    /// These seats decide before chance acts.
    SeatsFirst(Seats),
    /// Chance has to bring another kind of outcome.
    OtherChance,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_seats_that_owe_a_decision_may_act() {
        let [asked, other] = [Seat::new(1), Seat::new(2)];
        let turn = Turn::Decide(Seats::one(asked));
        assert_eq!(turn.check_seat(asked), Ok(()));
        assert_eq!(turn.check_seat(other), Err(Untimely::NotYourTurn(Seats::one(asked))));
        assert_eq!(turn.check_chance(), Err(Untimely::SeatsFirst(Seats::one(asked))));
    }

    #[test]
    fn seats_wait_for_chance_and_nobody_acts_after_the_end() {
        let seat = Seat::new(0);
        assert_eq!(Turn::Chance.check_seat(seat), Err(Untimely::ChanceFirst));
        assert_eq!(Turn::Chance.check_chance(), Ok(()));
        assert_eq!(Turn::Over.check_seat(seat), Err(Untimely::Over));
        assert_eq!(Turn::Over.check_chance(), Err(Untimely::Over));
    }
}
