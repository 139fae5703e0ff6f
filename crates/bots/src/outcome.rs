//! The outcome of a playout for each seat, at the end of the game or between two rounds.

use rules::{MAX_SEATS, Open as _, Seat};

use crate::Craft;

/// A number for each seat.
pub(crate) type SeatValues = [f32; MAX_SEATS];

/// The outcome of a playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// What searches maximise: the chance to win, and in a finished game also the margin.
    pub(crate) values: SeatValues,
    /// The chance to win.
    pub(crate) chances: SeatValues,
    /// The score, and between rounds the points that it can be expected to change by ([`Craft::prospects`]).
    pub(crate) points: SeatValues,
}

/// The weight of the victory in a finished game. The rest is the margin, so that bots still play well in a lost game.
const VICTORY: f32 = 0.85;

/// The scale of the margin in a finished game, in points.
const MARGIN: f32 = 5.0;

impl Outcome {
    /// The outcome at this point, between rounds or after the game.
    pub(crate) fn of<G: Craft>(open: &G::Open) -> Outcome {
        let standing = open.standing();
        let is_over = standing.winners.is_some();
        // A logistic curve of this width is as steep as the normal distribution of the score difference.
        let width = if is_over { MARGIN } else { G::drift(open) * 0.55 };
        let mut points = [f32::NEG_INFINITY; MAX_SEATS];
        for seat in Seat::all(standing.n_seats) {
            points[seat.index()] = standing.scores[seat] as f32;
            if !is_over {
                points[seat.index()] += G::prospects(open, seat);
            }
        }
        let best = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut values = points.map(|points| ((points - best) / width).exp());
        let sum: f32 = values.iter().sum();
        for value in &mut values {
            *value /= sum;
        }
        let mut chances = values;
        if let Some(winners) = standing.winners {
            let share = 1.0 / winners.len() as f32;
            for seat in Seat::all(standing.n_seats) {
                let won = if winners.has(seat) { share } else { 0.0 };
                chances[seat.index()] = won;
                let value = &mut values[seat.index()];
                *value = VICTORY * won + (1.0 - VICTORY) * *value;
            }
        }
        Outcome { values, chances, points }
    }
}
