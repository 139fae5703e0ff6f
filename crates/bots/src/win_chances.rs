//! Each seat's chance to win the game, at its end or between two rounds.

use rules::{MAX_SEATS, Open as _, Seat};

use crate::Craft;

/// The chance of each seat to win.
pub(crate) type WinChances = [f32; MAX_SEATS];

/// The weight of the victory in a finished game. The rest is the margin, so that bots still play well in a lost game.
const VICTORY: f32 = 0.85;

/// The scale of the margin in a finished game, in points.
const MARGIN: f32 = 5.0;

/// The chances at this point, between rounds or after the game.
pub(crate) fn win_chances<G: Craft>(open: &G::Open) -> WinChances {
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
    let mut chances = points.map(|points| ((points - best) / width).exp());
    let sum: f32 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= sum;
    }
    if let Some(winners) = standing.winners {
        let share = 1.0 / winners.len() as f32;
        for seat in Seat::all(standing.n_seats) {
            let won = if winners.has(seat) { share } else { 0.0 };
            let chance = &mut chances[seat.index()];
            *chance = VICTORY * won + (1.0 - VICTORY) * *chance;
        }
    }
    chances
}
