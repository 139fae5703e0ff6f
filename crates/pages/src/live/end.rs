//! The end of a game: winners, ranking, all rounds, and the buttons for the next game.

use std::cmp::Reverse;
use std::fmt::Write as _;

use bots::Craft;
use maud::{Markup, html};
use rules::{Fact, Observer, Seat, Seats, Standing};

use super::Live;
use crate::face;
use crate::kit::Mood;

/// A seat on the podium.
pub(super) struct RankPlace {
    pub(super) seat: Seat,
    pub(super) score: i32,
    /// From 1; equals share one.
    rank: usize,
    has_won: bool,
}

impl<G: Craft> Live<'_, G> {
    /// The end of a game. `won` is the sentence that names the winners.
    pub(super) fn end(&self, won: &str, standing: &Standing) -> Markup {
        let places = self.places(standing);
        html! {
            section.end aria-label=(self.t("live-end")) {
                (confetti())
                div.result role="status" { h2 { (won) } }
                ol.ranking role="list" { @for place in &places { (self.place(place)) } }
                div.next {
                    (self.ready())
                    @if let Some(missing) = self.missing() { (missing) }
                    a.button href=(format!("{}/replay", self.path)) { (self.t("live-replay")) }
                    a.button href=(format!("{}/record.neko", self.path)) download { (self.t("live-record")) }
                    a.button href="/" { (self.t("page-home")) }
                }
                section.rounds aria-labelledby="rounds" {
                    h3 #rounds { (self.t("live-course")) }
                    @if let Some(chart) = self.chart() { (chart) }
                    (self.rounds_table(&places))
                }
            }
        }
    }

    /// All seats, the best first.
    fn places(&self, standing: &Standing) -> Vec<RankPlace> {
        let has_won = |seat| standing.winners.is_some_and(|winners| winners.has(seat));
        let result = |seat| (standing.scores[seat], has_won(seat));
        let seats = || self.seats().map(|(seat, ..)| seat);
        let place = |seat| RankPlace {
            seat,
            score: standing.scores[seat],
            rank: 1 + seats().filter(|&other| result(other) > result(seat)).count(),
            has_won: has_won(seat),
        };
        let mut places: Vec<RankPlace> = seats().map(place).collect();
        places.sort_by_key(|place| Reverse(result(place.seat)));
        places
    }

    /// A cat on a box that is as high as its rank.
    fn place(&self, &RankPlace { seat, score, rank, has_won }: &RankPlace) -> Markup {
        let mood = if has_won { Mood::Happy } else { Mood::Open };
        let rank_facts = [("n", Fact::Number(rank as i64))];
        html! {
            li class={ "s" (seat) " rank-" (rank) @if has_won { " won" } } {
                @if has_won { (crown()) }
                (self.coat(seat).bust(mood))
                div.box {
                    span.rank { (self.words().message("live-rank", &rank_facts)) }
                    span.score { (face::signed(score)) }
                    span.who {
                        (self.token(seat)) b { (self.words().seat(seat)) }
                        @if self.table.who == Observer::Seat(seat) { " " small { (self.t("live-you")) } }
                    }
                    @if has_won { " " span.tag { (self.t("live-winner")) } }
                }
            }
        }
    }

    /// The players that the next game waits for, once the observer is ready.
    fn missing(&self) -> Option<Markup> {
        let missing: Seats = self.missing_players().collect();
        let waits = self.me()?.ready && !missing.is_empty();
        let facts = [("seats", missing.into())];
        waits.then(|| html! { p.quiet { (self.words().message("live-next-waiting", &facts)) } })
    }
}

fn crown() -> Markup {
    html! {
        svg.crown viewBox="-40 -74 80 50" aria-hidden="true" {
            path d="M-26-30L-32-64-14-50 0-70 14-50 32-64 26-30Q0-40-26-30Z" {}
        }
    }
}

/// Shreds of paper in four colours, as they fall. Multiples of 0.755 and 0.570 scatter evenly over a plane.
fn confetti() -> Markup {
    let shreds = |colour: i32| {
        let mut path = String::new();
        for n in (colour..N_SHREDS).step_by(N_COLOURS) {
            let (x, y) = (n * 755 % 1000 * 4 / 5, n * 570 % 1000 * 2 / 5);
            // A shred leans to one of three sides.
            let sides = ["l9 4-3 6-9-4z", "l10-4 2 6-10 4z", "l4 9-6 2-4-9z"];
            write!(path, "M{x} {y}{}", sides[(n % 3) as usize]).expect("a string takes any text");
        }
        path
    };
    html! {
        svg.confetti viewBox="0 0 800 400" preserveAspectRatio="xMidYMin slice" aria-hidden="true" {
            @for (colour, class) in (0..).zip(["r", "b", "y", "g"]) { path.(class) d=(shreds(colour)) {} }
        }
    }
}

const N_SHREDS: i32 = 44;
const N_COLOURS: usize = 4;
