//! The score sheet of a feast of Yorozu: fish, multiplied by season where the level says so, booze and crows.

use super::cards::Season;
use super::rules::{MAX_BOOZE, RulesLevel};
use super::state::{Count, Open, Phase};
use crate::sheet::columns;
use crate::{Fact, Note, Seat, Seats, Sheet, SheetRow, Sum, Term};

columns! {
    /// Fish, at the level that does not multiply them.
    Fish => "fish",
    /// Fish of spring.
    Spring => "spring",
    /// Fish of summer.
    Summer => "summer",
    /// Fish of fall.
    Fall => "fall",
    /// Fish of winter.
    Winter => "winter",
    /// Booze.
    Booze => "booze",
    /// Crows.
    Crows => "crows",
}

/// The columns of the seasons, at levels that multiply their fish.
const SEASONS: [Column; Season::ALL.len()] =
    [Column::Spring, Column::Summer, Column::Fall, Column::Winter];

impl Open {
    /// Whether a feast has ended and its cards still lie open. A new deal takes them away, also one that a player asks
    /// for (YOR-12).
    fn has_ended_feast(&self) -> bool {
        let is_between =
            matches!(self.phase, Phase::Deal | Phase::Multipliers | Phase::Bonus | Phase::Over);
        is_between && self.feasts > 0 && self.is_dealt
    }

    pub(super) fn score_sheet(&self) -> Option<Sheet> {
        let row = |seat| {
            let (points, total) = (self.points[seat], self.totals[seat]);
            let before = total.saturating_sub(points);
            SheetRow { seat, terms: self.terms(seat), points, before, total }
        };
        self.has_ended_feast().then(|| Sheet {
            round: self.feasts,
            sum: Sum::Points,
            rows: self.seats().map(row).collect(),
            notes: self.notes(),
        })
    }

    /// The worth of a fish of a season in the last finished feast (YOR-41).
    fn last_times(&self, seat: Seat, season: Season) -> i32 {
        match (self.rules.level, self.in_use[seat]) {
            (RulesLevel::Experienced, Some(card)) => self.rules.multiplier(card, season),
            (RulesLevel::Advanced, _) => self.last_tokens[seat][season as usize].into(),
            (RulesLevel::Basic | RulesLevel::Experienced, _) => 1,
        }
    }

    /// YOR-40, YOR-41: fish, booze and crows.
    fn terms(&self, seat: Seat) -> Vec<Term> {
        let count = self.last_count[seat];
        let fish_of = |season: Season| -> u8 {
            let taken = self.taken(seat).filter(|card| card.season() == Some(season));
            taken.map(|card| self.rules.fish(card)).sum()
        };
        let mut terms = Vec::new();
        match self.rules.level {
            RulesLevel::Basic => {
                terms.push(Term::new(
                    Column::Fish.name(),
                    "fish",
                    vec![("n", count.fish.into())],
                    count.fish,
                ));
            }
            RulesLevel::Experienced | RulesLevel::Advanced => {
                for (column, season) in SEASONS.into_iter().zip(Season::ALL) {
                    let (n_fish, times) = (fish_of(season), self.last_times(seat, season));
                    let facts = vec![
                        ("season", Fact::Name(season.name())),
                        ("n", n_fish.into()),
                        ("times", times.into()),
                    ];
                    terms.push(Term::new(
                        column.name(),
                        "season",
                        facts,
                        i32::from(n_fish) * times,
                    ));
                }
            }
        }
        let Count { fish, booze, crows } = count;
        // Three booze are worth nothing, and halve what the fish are worth: the rest of the points says by how much.
        let worth = count.points() - fish + i32::from(crows);
        let n = ("n", booze.into());
        terms.push(if booze < MAX_BOOZE {
            Term::new(Column::Booze.name(), "booze", vec![n], worth)
        } else {
            let facts = vec![n, ("fish", fish.into()), ("half", (fish + worth).into())];
            Term::new(Column::Booze.name(), "booze-halves", facts, worth)
        });
        terms.push(Term::new(
            Column::Crows.name(),
            "crows",
            vec![("n", crows.into())],
            -i32::from(crows),
        ));
        terms
    }

    fn notes(&self) -> Vec<Note> {
        let drunk: Seats = self.seats().filter(|&seat| self.booze[seat] >= MAX_BOOZE).collect();
        let rounds = ("rounds", self.n_rounds.into());
        let mut notes = vec![if drunk.is_empty() {
            Note { code: "ended", facts: vec![rounds] }
        } else {
            Note { code: "ended-booze", facts: vec![("seats", drunk.into()), rounds] }
        }];
        if self.extra && self.phase != Phase::Over {
            notes.push(Note { code: "one-more", facts: vec![("seats", self.highest().into())] });
        }
        notes
    }
}
