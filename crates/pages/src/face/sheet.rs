//! The score sheet of a finished round: a row for each seat with its terms, what it has gained, and its total.
//!
//! It is drawn from what lies open. Only the mark on the observer's own row depends on who looks.

use maud::{Markup, Render, html};
use rules::{Fact, Open as _, Seat, Seats, Sheet, SheetRow, Term, Turn};
use words::spoken::sheet::{change, note, short_title, term, title};

use super::Face;
use super::card::{signed, token};
use super::scene::{Scene, Sight};
use super::write::written;
use crate::kit::Mood;

/// The score sheet of the last finished round. Nothing while cards are in play.
pub(crate) fn sheet<G: Face>(sight: &Sight<'_, G>, out: &mut String) {
    if let Some(sheet) = sight.view.open.sheet() {
        ledger(sight, &sheet).render_to(out);
    }
}

fn ledger<G: Face>(sight: &Sight<'_, G>, sheet: &Sheet) -> Markup {
    let words = sight.words;
    let notes: Vec<String> = sheet.notes.iter().map(|some| note::<G>(words, some)).collect();
    let game = [("game", Fact::Text(G::ID.name().to_owned()))];
    let scale = Scale::of(sheet, G::goal(&sight.view.open));
    let standing = sight.standing();
    let ahead = standing.winners.unwrap_or(sheet.leaders());
    html! {
        // It can be scrolled, so a keyboard has to reach it.
        section.ledger.many[sheet.columns().count() > FEW] tabindex="0" aria-label=(sight.say("sheet-title")) {
            div.account {
                p.ended { (notes.join(" ")) }
                table {
                    thead {
                        tr {
                            th scope="col" { (sight.say("sheet-player")) }
                            @for column in sheet.columns() {
                                th scope="col" abbr=(title::<G>(words, column)) { (short_title::<G>(words, column)) }
                            }
                            th.gain scope="col" { (sight.tell("sheet-gained", &game)) }
                            th.total scope="col" { (sight.say("sheet-total")) }
                        }
                    }
                    tbody {
                        @for row in sheet.ranked(ahead) { (line(sight, row, &scale, ahead)) }
                    }
                }
                p.legend { (G::legend(sight.spoken())) }
            }
            (written(|out| G::beside_sheet(sight, out)))
        }
    }
}

/// The row of a seat.
fn line<G: Face>(sight: &Sight<'_, G>, row: &SheetRow, scale: &Scale, ahead: Seats) -> Markup {
    let seat = row.seat;
    let name = sight.words.seat(seat);
    let mine = sight.me() == Some(seat);
    let over = sight.view.open.turn() == Turn::Over;
    let facts = [("before", row.before.into()), ("total", row.total.into())];
    html! {
        tr class={ (TINTS[seat.index()]) @if mine { " me" } } {
            th.who scope="row" {
                (token(sight, seat)) (sight.coat(seat).bust(if ahead.has(seat) { Mood::Happy } else { Mood::Open }))
                span.name { b { (name) } @if mine { " " small { (sight.say("face-you")) } } }
                @if ahead.has(seat) {
                    " " em.tag { (sight.say(if over { "live-winner" } else { "sheet-leading" })) }
                }
                (written(|out| G::beside_name(sight, seat, out)))
            }
            @for term in &row.terms {
                td.term { (cell(sight, seat, term)) }
            }
            td.gain.loss[row.points < 0] { b { (change(row.points)) } }
            td.total {
                div {
                    (scale.bar(row))
                    span.nums role="img" aria-label=(sight.tell("sheet-change", &facts)) {
                        small { (signed(row.before)) } " › " b { (signed(row.total)) }
                    }
                }
            }
        }
    }
}

/// A term: its points, and below or beside them what they are for.
fn cell<G: Face>(scene: &Scene<'_, G>, seat: Seat, of: &Term) -> Markup {
    html! {
        @if let Some(points) = of.points { b.nil[points == 0] { (change(points)) } " " }
        small { (written(|out| G::term(scene, seat, of, out))) }
    }
}

/// The text of a term, which most games draw with a picture before it.
pub(super) fn term_text<G: Face>(scene: &Scene<'_, G>, of: &Term) -> impl Render + use<G> {
    let said = term::<G>(scene.words, of);
    written(move |out| super::text(&said).render_to(out))
}

/// The most terms that fit beside each other with their texts.
const FEW: usize = 4;

/// The classes that give a row the tint of its seat.
const TINTS: [&str; rules::MAX_SEATS] = ["s0", "s1", "s2", "s3", "s4", "s5"];

/// The scale of the bars: from the lowest total, or zero, to the highest, or the total that ends the match.
struct Scale {
    low: i32,
    high: i32,
}

/// The width of a bar in its own units.
const WIDTH: i32 = 200;

impl Scale {
    fn of(sheet: &Sheet, goal: Option<i32>) -> Scale {
        let all = || sheet.rows.iter().flat_map(|row| [row.before, row.total]);
        Scale {
            low: all().min().unwrap_or(0).min(0),
            high: all().chain(goal).max().unwrap_or(0).max(1),
        }
    }

    /// The place of a total on the bar.
    fn place(&self, total: i32) -> i32 {
        // Totals of a match without end can be huge.
        let (low, high) = (i64::from(self.low), i64::from(self.high));
        ((i64::from(total) - low) * i64::from(WIDTH) / (high - low)) as i32
    }

    /// What a seat had before, and what the round has added or taken away. Numbers beside it say the same.
    fn bar(&self, row: &SheetRow) -> Markup {
        let (zero, before, total) = (self.place(0), self.place(row.before), self.place(row.total));
        // What was there before and still is.
        let kept = match (row.before < 0, row.total < 0) {
            (false, false) => row.before.min(row.total),
            (true, true) => row.before.max(row.total),
            (false, true) | (true, false) => 0,
        };
        let kept = self.place(kept);
        let piece = |from: i32, to: i32| (from.min(to), (from - to).abs());
        let ((kept_at, kept_width), (at, width)) = (piece(zero, kept), piece(before, total));
        html! {
            svg.gauge viewBox=(format!("0 0 {WIDTH} 10")) preserveAspectRatio="none" aria-hidden="true" {
                rect.back width=(WIDTH) height="10" {}
                rect.kept x=(kept_at) width=(kept_width) height="10" {}
                @if row.total < row.before {
                    path.lost d=(format!("M{at} 5h{width}")) {}
                } @else {
                    rect.won x=(at) width=(width) height="10" {}
                }
                @if self.low < 0 { path.zero d=(format!("M{zero} 0v10")) {} }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(before: i32, total: i32) -> SheetRow {
        SheetRow { seat: Seat::new(0), terms: Vec::new(), points: total - before, before, total }
    }

    /// The bars of a sheet with these totals before and after a round.
    fn bars(totals: &[(i32, i32)], goal: Option<i32>) -> Vec<String> {
        let rows: Vec<SheetRow> =
            totals.iter().map(|&(before, total)| row(before, total)).collect();
        let sheet = Sheet { round: 2, sum: rules::Sum::Points, rows, notes: Vec::new() };
        let scale = Scale::of(&sheet, goal);
        sheet.rows.iter().map(|row| scale.bar(row).into_string()).collect()
    }

    #[test]
    fn a_bar_shows_what_was_there_and_what_came() {
        let [won, lost] = bars(&[(8, 20), (10, 5)], None).try_into().unwrap();
        assert!(won.contains(r#"class="kept" x="0" width="80""#), "{won}");
        assert!(won.contains(r#"class="won" x="80" width="120""#), "{won}");
        assert!(lost.contains(r#"class="kept" x="0" width="50""#), "{lost}");
        assert!(lost.contains(r#"class="lost" d="M50 5h50""#), "{lost}");
        let [of_goal] = bars(&[(10, 15)], Some(30)).try_into().unwrap();
        assert!(of_goal.contains(r#"class="won" x="66" width="34""#), "{of_goal}");
    }

    #[test]
    fn bars_below_zero_start_at_zero() {
        let [deeper, up, over] = bars(&[(-2, -10), (-4, -2), (-5, 10)], None).try_into().unwrap();
        assert!(deeper.contains(r#"class="zero" d="M100 0v10""#), "{deeper}");
        assert!(deeper.contains(r#"class="kept" x="80" width="20""#), "{deeper}");
        assert!(deeper.contains(r#"class="lost" d="M0 5h80""#), "{deeper}");
        assert!(up.contains(r#"class="kept" x="80" width="20""#), "{up}");
        assert!(up.contains(r#"class="won" x="60" width="20""#), "{up}");
        assert!(over.contains(r#"class="kept" x="100" width="0""#), "{over}");
        assert!(over.contains(r#"class="won" x="50" width="150""#), "{over}");
    }

    #[test]
    fn a_sheet_without_points_has_empty_bars() {
        let [nothing] = bars(&[(0, 0)], None).try_into().unwrap();
        assert!(nothing.contains(r#"class="won" x="0" width="0""#), "{nothing}");
    }
}
