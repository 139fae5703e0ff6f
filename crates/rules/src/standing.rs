//! Scores and winners.

use crate::{BySeat, Facts, Game, MAX_SEATS, Open, Rules, Say, Seat, Seats, Turn};

/// The scores so far; final when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How many seats have a score.
    pub n_seats: u8,
    /// How many rounds have been finished.
    pub rounds: u32,
    /// Points, for each seat.
    pub scores: BySeat<i32, MAX_SEATS>,
    /// The winners, tie-breaks applied; several share the victory. `None` until the game is over.
    pub winners: Option<Seats>,
}

impl Standing {
    /// The standing of a table. Among the seats with the most points, those with the highest tie-break win.
    pub fn of<G: Game, T: Ord>(
        open: &G::Open,
        score: impl Fn(Seat) -> i32,
        tie_break: impl Fn(Seat) -> T,
    ) -> Standing {
        let n_seats = open.rules().n_seats();
        let mut scores = BySeat::default();
        for seat in Seat::all(n_seats) {
            scores[seat] = score(seat);
        }
        let over = open.turn() == Turn::Over;
        let winners = over.then(|| Seats::highest(n_seats, |seat| (scores[seat], tie_break(seat))));
        Standing { n_seats, rounds: open.rounds(), scores, winners }
    }

    /// The victory, once the game is over.
    pub fn won(&self) -> Option<Won> {
        let seats = self.winners?;
        let score = self.scores[seats.first()?];
        let tied = Seat::all(self.n_seats).filter(|&seat| self.scores[seat] == score).collect();
        Some(Won { seats, tied, score })
    }

    /// The scores, one for each seat at the table.
    pub fn scores(&self) -> &[i32] {
        &self.scores.0[..usize::from(self.n_seats)]
    }
}

/// A victory: who won, and with how many points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Won {
    /// The winners; several share the victory.
    pub seats: Seats,
    /// All seats with the winners' score. If they are more than the winners, a tie-break decided.
    pub tied: Seats,
    /// The winners' score.
    pub score: i32,
}

impl Say for Won {
    const CODES: &'static [&'static str] = &["won", "won-on-tie-break"];

    fn code(&self) -> &'static str {
        Self::CODES[usize::from(self.seats != self.tied)]
    }

    fn facts(&self) -> Facts {
        let mut facts = vec![("seats", self.seats.into()), ("n", (self.seats.len() as i64).into())];
        if self.seats != self.tied {
            facts.push(("tied", self.tied.into()));
        }
        facts.push(("score", self.score.into()));
        facts
    }
}
