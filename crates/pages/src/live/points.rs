//! The points of the finished rounds.

use bots::Craft;
use maud::{Markup, html};
use rules::{Fact, Game};
use table::lobby::Names;
use table::view::Stage;

use super::Live;
use crate::chart::{self, ChartLabels};
use crate::story::{item, named_words};

/// A finished round.
#[derive(Debug)]
pub struct Round<G: Game> {
    /// The points of each seat and their reasons.
    pub scored: Vec<G::Seen>,
    /// The names of the seats at the time.
    pub names: Names,
    /// The total points of each seat after the round.
    pub scores: Vec<i32>,
}

impl<G: Craft> Live<'_, G> {
    /// The chart of all points, from the second round on.
    pub(super) fn chart(&self) -> Option<Markup> {
        let scores: Vec<&[i32]> = self.rounds.iter().map(|round| &*round.scores).collect();
        let game = [("game", Fact::Text(G::ID.name().to_owned()))];
        let labels = ChartLabels {
            chart: &self.t("live-chart"),
            points: &self.t("live-points"),
            rounds: &self.words().message("live-rounds", &game),
        };
        (scores.len() > 1).then(|| chart::points(&scores, &labels))
    }

    /// The points by rule, round by round; empty before the end of the first round.
    pub(super) fn points(&self) -> Markup {
        let heading = |n: usize| {
            let game = Fact::Text(G::ID.name().to_owned());
            let facts = [("game", game), ("n", Fact::Number(n as i64))];
            self.words().message("live-round", &facts)
        };
        let items = |round: &Round<G>| {
            let words = named_words(self.words(), &round.names);
            html! { @for scored in &round.scored { (item(&words.seen::<G>(scored))) } }
        };
        html! {
            @if !self.rounds.is_empty() {
                details #points.points open[self.table.stage == Stage::Over] {
                    summary { h2 { (self.t("live-points")) } }
                    @for (number, round) in (1..).zip(self.rounds) {
                        h3 { (heading(number)) }
                        ul role="list" { (items(round)) }
                    }
                }
            }
        }
    }
}
