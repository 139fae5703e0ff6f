//! The points of the finished rounds: by rule, as a chart and as a table.

use bots::Craft;
use maud::{Markup, html};
use rules::{Fact, Game};
use table::lobby::Names;
use table::view::Stage;

use super::Live;
use super::end::RankPlace;
use crate::chart::{self, ChartLabels};
use crate::face;
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
        let names: Vec<_> = self.seats().map(|(seat, ..)| self.words().seat(seat)).collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        let labels = ChartLabels {
            chart: &self.t("live-chart"),
            points: &self.t("live-points"),
            rounds: &self.rounds_title(),
            names: &names,
        };
        (scores.len() > 1).then(|| chart::points(&scores, &labels))
    }

    /// What each seat has gained in each round, and its total, in the order of the places.
    pub(super) fn rounds_table(&self, places: &[RankPlace]) -> Markup {
        let total_before = |round: usize, seat: usize| match round.checked_sub(1) {
            Some(before) => self.rounds[before].scores[seat],
            None => 0,
        };
        let gained =
            |round: usize, seat: usize| self.rounds[round].scores[seat] - total_before(round, seat);
        html! {
            // Many rounds can be scrolled, so a keyboard has to reach them.
            div.scroll tabindex="0" role="group" aria-labelledby="rounds" {
                table {
                    thead {
                        tr {
                            th scope="col" { (self.rounds_title()) }
                            @for round in 1..=self.rounds.len() { th scope="col" { (round) } }
                            th.total scope="col" { (self.t("sheet-total")) }
                        }
                    }
                    tbody {
                        @for place in places {
                            @let seat = place.seat.index();
                            tr class={ "s" (place.seat) } {
                                th scope="row" { (self.token(place.seat)) (self.words().seat(place.seat)) }
                                @for round in 0..self.rounds.len() {
                                    @let points = gained(round, seat);
                                    td.loss[points < 0] { (face::signed(points)) }
                                }
                                td.total { b { (face::signed(place.score)) } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn rounds_title(&self) -> String {
        let game = [("game", Fact::Text(G::ID.name().to_owned()))];
        self.words().message("live-rounds", &game)
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
