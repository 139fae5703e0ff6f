//! Counts over many games.

use rules::{RoundFact, Seat, Standing};

/// Scores of one seat over many games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SeatTally {
    n_games: u64,
    sum: i64,
    sum_of_squares: i64,
    /// The lowest score.
    pub min: i32,
    /// The highest score.
    pub max: i32,
    /// Victories, a shared one counted in parts.
    pub wins: f64,
}

impl SeatTally {
    /// The mean score.
    pub fn mean(&self) -> f64 {
        ratio(self.sum as f64, self.n_games)
    }

    /// The standard deviation of the scores.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        (ratio(self.sum_of_squares as f64, self.n_games) - mean * mean).max(0.0).sqrt()
    }

    /// The share of games won.
    pub fn win_share(&self) -> f64 {
        ratio(self.wins, self.n_games)
    }

    fn add(&mut self, score: i32, wins: f64) {
        let first = self.n_games == 0;
        self.min = if first { score } else { self.min.min(score) };
        self.max = if first { score } else { self.max.max(score) };
        self.n_games += 1;
        self.sum += i64::from(score);
        self.sum_of_squares += i64::from(score) * i64::from(score);
        self.wins += wins;
    }

    fn merge(&mut self, other: &SeatTally) {
        if self.n_games == 0 {
            *self = *other;
        } else if other.n_games > 0 {
            self.min = self.min.min(other.min);
            self.max = self.max.max(other.max);
            self.n_games += other.n_games;
            self.sum += other.sum;
            self.sum_of_squares += other.sum_of_squares;
            self.wins += other.wins;
        }
    }
}

/// How often something happened in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FactTally {
    /// The name of the event.
    pub what: &'static str,
    /// How often it happened.
    pub hits: u64,
    /// How often it could have happened.
    pub of: u64,
}

impl FactTally {
    /// The share of hits among chances.
    pub fn share(&self) -> f64 {
        ratio(self.hits as f64, self.of)
    }
}

/// Counts over many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameTally {
    /// Games played.
    pub n_games: u64,
    /// Rounds played.
    pub n_rounds: u64,
    /// Decisions made.
    pub n_decisions: u64,
    /// Scores, for each seat.
    pub seats: Vec<SeatTally>,
    /// Facts about the rounds.
    pub facts: Vec<FactTally>,
}

impl GameTally {
    /// An empty tally for this many seats.
    pub fn new(n_seats: u8) -> GameTally {
        GameTally { seats: vec![SeatTally::default(); n_seats.into()], ..GameTally::default() }
    }

    /// Adds a finished game.
    pub fn add_game(&mut self, standing: &Standing, n_decisions: u64) {
        self.n_games += 1;
        self.n_rounds += u64::from(standing.rounds);
        self.n_decisions += n_decisions;
        let winners = standing.winners.unwrap_or_default();
        let part = 1.0 / winners.len().max(1) as f64;
        for (seat, tally) in Seat::all(standing.n_seats).zip(&mut self.seats) {
            let wins = if winners.has(seat) { part } else { 0.0 };
            tally.add(standing.scores[seat], wins);
        }
    }

    /// Adds a fact about a round.
    pub fn add_fact(&mut self, fact: RoundFact) {
        self.merge_fact(FactTally { what: fact.what, hits: fact.hits.into(), of: fact.of.into() });
    }

    /// Adds the counts of another tally.
    pub fn merge(&mut self, other: &GameTally) {
        self.n_games += other.n_games;
        self.n_rounds += other.n_rounds;
        self.n_decisions += other.n_decisions;
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.merge(other);
        }
        for &fact in &other.facts {
            self.merge_fact(fact);
        }
    }

    fn merge_fact(&mut self, fact: FactTally) {
        match self.facts.iter_mut().find(|known| known.what == fact.what) {
            Some(known) => {
                known.hits += fact.hits;
                known.of += fact.of;
            }
            None => self.facts.push(fact),
        }
    }
}

fn ratio(sum: f64, n: u64) -> f64 {
    if n == 0 { 0.0 } else { sum / n as f64 }
}
