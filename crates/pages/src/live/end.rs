//! The end of a game: winners, ranking, and what can be done next.

use std::cmp::Reverse;

use bots::Craft;
use maud::{Markup, html};
use rules::{Seat, Standing};

use super::Live;
use crate::face;
use crate::kit::Mood;

impl<G: Craft> Live<'_, G> {
    /// The end of a game. `won` is the sentence that names the winners.
    pub(super) fn end(&self, won: &str, standing: &Standing) -> Markup {
        let mut ranked: Vec<(Seat, i32)> =
            self.seats().map(|(seat, ..)| (seat, standing.scores[seat])).collect();
        let has_won = |seat| standing.winners.is_some_and(|winners| winners.has(seat));
        ranked.sort_by_key(|&(seat, score)| Reverse((score, has_won(seat))));
        html! {
            section.end aria-label=(self.t("live-end")) {
                div role="status" { h2 { (won) } }
                ol.ranking role="list" {
                    @for (seat, score) in ranked {
                        li class={ "s" (seat) @if has_won(seat) { " won" } } {
                            (self.token(seat))
                            (self.coat(seat).bust(if has_won(seat) { Mood::Happy } else { Mood::Open }))
                            b { (self.words().seat(seat)) }
                            @if has_won(seat) { " " span.tag { (self.t("live-winner")) } }
                            span.score { (face::signed(score)) }
                        }
                    }
                }
                @if let Some(chart) = self.chart() { (chart) }
                div.next {
                    (self.ready())
                    a.button href=(format!("{}/replay", self.path)) { (self.t("live-replay")) }
                    a.button href=(format!("{}/record.neko", self.path)) download { (self.t("live-record")) }
                }
            }
        }
    }
}
