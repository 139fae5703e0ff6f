//! What playouts say about an action: means and their errors.

use crate::bot::{Figures, MeanError};
use crate::outcome::Outcome;
use rules::Seat;

/// The mean and the spread of numbers that arrive one by one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moments {
    n: u32,
    mean: f32,
    /// The sum of squared deviations from the mean.
    squares: f32,
}

impl Moments {
    #[inline]
    fn add(&mut self, number: f32) {
        self.n += 1;
        let off = number - self.mean;
        self.mean += off / self.n as f32;
        self.squares += off * (number - self.mean);
    }

    fn merge(&mut self, other: &Moments) {
        let (n, m) = (self.n as f32, other.n as f32);
        if m == 0.0 {
            return;
        }
        let off = other.mean - self.mean;
        self.mean += off * m / (n + m);
        self.squares += other.squares + off * off * n * m / (n + m);
        self.n += other.n;
    }

    /// The mean with half of its 95 % interval, if the numbers were independent. A single number has no error.
    fn estimate(&self) -> Option<MeanError> {
        let n = self.n as f32;
        let error = || 1.96 * (self.squares / (n - 1.0) / n).sqrt();
        (self.n > 1).then(|| MeanError { value: self.mean, error: error() })
    }
}

/// The tallies of all actions, by their bits of the choices.
pub(crate) type Tallies = [Tally; 64];

/// The outcomes of the playouts that began with one action, for the seat that searches.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    value: Moments,
    chance: Moments,
    points: Moments,
}

impl Tally {
    /// Tallies without any playout.
    pub(crate) fn none() -> Tallies {
        [Tally::default(); 64]
    }

    /// Adds the outcome of one playout.
    #[inline]
    pub(crate) fn add(&mut self, outcome: &Outcome, seat: Seat) {
        let seat = seat.index();
        self.value.add(outcome.values[seat]);
        self.chance.add(outcome.chances[seat]);
        self.points.add(outcome.points[seat]);
    }

    /// Adds the playouts of another search.
    pub(crate) fn merge(&mut self, other: &Tally) {
        self.value.merge(&other.value);
        self.chance.merge(&other.chance);
        self.points.merge(&other.points);
    }

    /// The number of playouts.
    pub(crate) fn visits(&self) -> u64 {
        self.value.n.into()
    }

    /// The mean value.
    pub(crate) fn mean(&self) -> f32 {
        self.value.mean
    }

    /// Half of the 95 % interval of the mean value. Values lie between 0 and 1, so no error is larger than 1.
    pub(crate) fn error(&self) -> f32 {
        self.value.estimate().map_or(1.0, |estimate| estimate.error)
    }

    /// The chance to win, and the points that are gained by a seat that has `score` points now.
    pub(crate) fn figures(&self, score: i32) -> Option<Figures> {
        let (chance, points) = (self.chance.estimate()?, self.points.estimate()?);
        let gain = points.value - score as f32;
        Some(Figures { chance, points: MeanError { value: gain, ..points } })
    }
}
