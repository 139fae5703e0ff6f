//! The points of the finished rounds.

use std::cell::OnceCell;
use std::sync::Arc;

use maud::{Markup, PreEscaped, html};
use rules::{Fact, Game};
use table::page::Stage;

use super::Live;
use crate::chart;

/// A finished round.
#[derive(Debug)]
pub struct Round {
    /// The points of each seat and their reasons, each an item of a list.
    pub told: Vec<Arc<str>>,
    /// The total points of each seat after the round.
    pub scores: Vec<i32>,
}

/// The finished rounds of a game.
#[derive(Debug, Default)]
pub struct Rounds {
    finished: Vec<Round>,
    /// The chart of all points, once it was drawn.
    chart: OnceCell<Markup>,
}

impl Rounds {
    /// Adds a finished round.
    pub fn push(&mut self, round: Round) {
        self.finished.push(round);
        self.chart = OnceCell::new();
    }

    /// Forgets the rounds, because a new game begins.
    pub fn clear(&mut self) {
        *self = Rounds::default();
    }

    /// The chart of all points, from the second round on. `label` says what it shows.
    pub(super) fn chart(&self, label: &str) -> Option<&Markup> {
        let draw = || {
            let scores: Vec<&[i32]> = self.finished.iter().map(|round| &*round.scores).collect();
            chart::points(&scores, label)
        };
        (self.finished.len() > 1).then(|| self.chart.get_or_init(draw))
    }
}

impl<G: Game> Live<'_, G> {
    /// The points by rule, round by round; nothing before the first round is over.
    pub(super) fn points(&self) -> Markup {
        let heading = |n: usize| {
            let game = Fact::Text(G::ID.name().to_owned());
            let facts = [("game", game), ("n", Fact::Number(n as i64))];
            self.words.message("live-round", &facts)
        };
        html! {
            @if !self.rounds.finished.is_empty() {
                details #points.points open[self.page.stage == Stage::Over] {
                    summary { h2 { (self.t("live-points")) } }
                    @for (number, round) in (1..).zip(&self.rounds.finished) {
                        h3 { (heading(number)) }
                        ul role="list" { @for item in &round.told { (PreEscaped(item)) } }
                    }
                }
            }
        }
    }
}
