//! The score sheet of a round of Meow: bowls, fishbones, fish and vases. The score counts all tokens won so far.

use super::cards::Token;
use super::rules::N_TURNS;
use super::state::{Open, Phase};
use crate::sheet::columns;
use crate::{Note, Rules as _, Seat, Seats, Sheet, SheetRow, Sum, Term};

columns! {
    /// Bowls.
    Bowls => "bowls",
    /// Fishbones.
    Fishbones => "fishbones",
    /// Fish, which take fishbones away.
    Fish => "fish",
    /// Vases.
    Vases => "vases",
}

impl Open {
    pub(super) fn score_sheet(&self) -> Option<Sheet> {
        let has_ended_round = match self.phase {
            Phase::Deal | Phase::Drop | Phase::Over => self.rounds > 0,
            Phase::Start | Phase::Tokens | Phase::Play => false,
        };
        let row = |seat| {
            let (before, total) = (self.score_before(seat), self.score(seat));
            SheetRow { seat, terms: self.terms(seat), points: total - before, before, total }
        };
        has_ended_round.then(|| Sheet {
            round: self.rounds.into(),
            sum: Sum::Total,
            rows: Seat::all(self.rules.n_seats()).map(row).collect(),
            notes: self.notes(),
        })
    }

    /// MEO-32: the score before the last finished round. Nothing was discarded by hand then.
    fn score_before(&self, seat: Seat) -> i32 {
        let n_before = (usize::from(self.rounds) - 1) * N_TURNS;
        let won = || self.all_won(seat).filter(|&(place, _)| place < n_before);
        let n_fish = won().filter(|&(_, token)| token == Token::Fish).count();
        self.rules.worth(won().map(|(_, token)| token), n_fish)
    }

    /// MEO-30 to MEO-32: what bowls bring, fishbones cost, fish take back and vases cost.
    fn terms(&self, seat: Seat) -> Vec<Term> {
        let (mut bowls, mut bones, mut n_bowls, mut n_bones) = (0, 0, 0u8, 0u8);
        let (mut n_fish, mut n_vases) = (0u8, 0u8);
        for (_, token) in self.all_won(seat) {
            match token {
                Token::Bowl(worth) => (bowls, n_bowls) = (bowls + i32::from(worth), n_bowls + 1),
                Token::Fishbone(worth) => {
                    (bones, n_bones) = (bones + i32::from(worth), n_bones + 1);
                }
                Token::Fish => n_fish += 1,
                Token::Vase => n_vases += 1,
            }
        }
        let vases = self.rules.vase_points(n_vases);
        // What fish take back is what the score has beyond bowls, fishbones and vases: the rules say which they are.
        let taken_back = self.score(seat) - (bowls - bones + vases);
        let count = |n: u8| vec![("n", n.into())];
        let vases_code = if vases < 0 { "vases-cost" } else { "vases" };
        vec![
            Term::new(Column::Bowls.name(), "bowls", count(n_bowls), bowls),
            Term::new(Column::Fishbones.name(), "fishbones", count(n_bones), -bones),
            Term::new(Column::Fish.name(), "fish", count(n_fish), taken_back),
            Term::new(Column::Vases.name(), vases_code, count(n_vases), vases),
        ]
    }

    fn notes(&self) -> Vec<Note> {
        let tokens = ("tokens", (N_TURNS as i64).into());
        let mut notes = vec![Note { code: "ended", facts: vec![tokens] }];
        if self.phase == Phase::Drop {
            let seats: Seats = self.droppers();
            notes.push(Note { code: "drop", facts: vec![("seats", seats.into())] });
        }
        notes
    }

    /// All tokens that a seat has won, also those it has discarded, each with its index among all tokens.
    fn all_won(&self, seat: Seat) -> impl Iterator<Item = (usize, Token)> + '_ {
        let won = self.tokens[..usize::from(self.n_won)].iter().zip(&self.winners).enumerate();
        won.filter(move |&(_, (_, &winner))| winner == seat)
            .map(|(place, (&token, _))| (place, token))
    }
}
