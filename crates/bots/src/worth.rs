//! What a moment between rounds, or the end, is worth to each seat: its chance to win.

use rules::{MAX_SEATS, Open as _, Seat};

use crate::Craft;

/// Chances to win, for each seat.
pub(crate) type Worth = [f32; MAX_SEATS];

/// How much of the worth of a finished game is who won; the rest is by how much, so that a lost game is still played well.
const WIN_COUNTS: f32 = 0.85;

/// When all is over, being so many points behind is clearly worse than being level.
const MARGIN: f32 = 5.0;

/// The chances to win from here. At the end it is known who did.
pub(crate) fn worth<G: Craft>(open: &G::Open) -> Worth {
    let standing = open.standing();
    let is_over = standing.winners.is_some();
    // The difference of two scores drifts by so much; a logistic curve of this width is as steep as that bell curve.
    let width = if is_over { MARGIN } else { G::drift(open) * 0.55 };
    let mut points = [f32::NEG_INFINITY; MAX_SEATS];
    for seat in Seat::all(standing.n_seats) {
        points[seat.index()] = standing.scores[seat] as f32;
        if !is_over {
            points[seat.index()] += G::prospects(open, seat);
        }
    }
    let best = points.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut worth = points.map(|points| ((points - best) / width).exp());
    let sum: f32 = worth.iter().sum();
    for worth in &mut worth {
        *worth /= sum;
    }
    if let Some(winners) = standing.winners {
        let share = 1.0 / winners.len() as f32;
        for seat in Seat::all(standing.n_seats) {
            let won = if winners.has(seat) { share } else { 0.0 };
            worth[seat.index()] = WIN_COUNTS * won + (1.0 - WIN_COUNTS) * worth[seat.index()];
        }
    }
    worth
}
