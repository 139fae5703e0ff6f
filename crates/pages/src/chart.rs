//! The chart of a match: the points of every seat, round by round.

use std::fmt::Write;

use maud::{Markup, html};
use rules::Seat;

use crate::assets::Asset;
use crate::face;

const WIDTH: f32 = 320.0;
const HEIGHT: f32 = 168.0;
/// The place of the lines; around it are the axes.
const LEFT: f32 = 36.0;
const RIGHT: f32 = WIDTH - 14.0;
const TOP: f32 = 24.0;
const BOTTOM: f32 = HEIGHT - 34.0;

/// What is written beside the lines.
pub(crate) struct ChartLabels<'a> {
    /// What the chart shows.
    pub(crate) chart: &'a str,
    /// The name of the axis of points.
    pub(crate) points: &'a str,
    /// The name of the axis of rounds.
    pub(crate) rounds: &'a str,
}

/// A line for each seat, from zero to the last round. `rounds` has the total points after each round.
pub(crate) fn points(rounds: &[&[i32]], labels: &ChartLabels<'_>) -> Markup {
    let n_seats = rounds.iter().map(|points| points.len()).min().unwrap_or(0);
    let all = || rounds.iter().copied().flatten().copied();
    let (low, high) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(1));
    let x = |round: usize| LEFT + (RIGHT - LEFT) * round as f32 / rounds.len() as f32;
    let y = |points: i32| BOTTOM - (BOTTOM - TOP) * (points - low) as f32 / (high - low) as f32;
    let line = |seat: usize| {
        let mut path = format!("M{:.1} {:.1}", x(0), y(0));
        for (round, points) in (1..).zip(rounds) {
            write!(path, "L{:.1} {:.1}", x(round), y(points[seat]))
                .expect("a string takes any text");
        }
        path
    };
    let last = |seat: usize| rounds.last().map_or(0, |points| points[seat]);
    html! {
        svg.chart role="img" aria-label=(labels.chart) viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) {
            text.axis x="0" y="11" { (labels.points) }
            text.axis.end x=(RIGHT) y=(HEIGHT - 3.0) { (labels.rounds) }
            @for points in ticks(low, high) {
                path.tick.zero[points == 0] d=(format!("M{LEFT} {0:.1}H{RIGHT}", y(points))) {}
                text.end x=(LEFT - 8.0) y=(format!("{:.1}", y(points) + 4.0)) { (face::signed(points)) }
            }
            @for round in (1..=rounds.len()).step_by(rounds.len().div_ceil(MAX_LABELS)) {
                path.round d=(format!("M{0:.1} {TOP}V{BOTTOM}", x(round))) {}
                text.middle x=(format!("{:.1}", x(round))) y=(BOTTOM + 16.0) { (round) }
            }
            @for seat in 0..n_seats {
                g class={ "s" (Seat::new(seat as u8)) } {
                    path d=(line(seat)) {}
                    use href=(format!("{}#t-{}", Asset::Kit.url(), Seat::new(seat as u8))) width="14" height="14"
                        x=(format!("{:.1}", x(rounds.len()) - 7.0)) y=(format!("{:.1}", y(last(seat)) - 7.0)) {}
                }
            }
        }
    }
}

/// The most rounds with a number.
const MAX_LABELS: usize = 12;

/// The most points with a number.
const MAX_TICKS: i32 = 6;

/// Round numbers between these, zero among them.
fn ticks(low: i32, high: i32) -> impl Iterator<Item = i32> {
    let sizes = (0..9).flat_map(|power| [1, 2, 5].map(|size| size * 10_i32.pow(power)));
    let step = { sizes }.find(|step| (high / step - low / step) < MAX_TICKS).unwrap_or(i32::MAX);
    (low / step..=high / step).map(move |tick| tick * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: ChartLabels<'_> =
        ChartLabels { chart: "Points by round", points: "Points", rounds: "Rounds" };

    #[test]
    fn every_seat_has_a_line_that_stays_on_the_picture() {
        let drawn = points(&[&[3, -12], &[40, 0], &[40, -1]], &LABELS).into_string();
        assert_eq!(drawn.matches("<g class=\"s").count(), 2);
        let numbers =
            drawn.split(['"', 'M', 'L', 'H', 'V', ' ']).filter_map(|word| word.parse::<f32>().ok());
        assert!(numbers.clone().count() > 20);
        assert!(numbers.into_iter().all(|number| (0.0..=WIDTH).contains(&number)), "{drawn}");
    }

    #[test]
    fn both_axes_have_names_and_numbers() {
        let drawn = points(&[&[3, -12], &[40, 0], &[40, -1]], &LABELS).into_string();
        for label in [">Points<", ">Rounds<", ">−10<", ">0<", ">10<", ">40<", ">1<", ">2<", ">3<"]
        {
            assert!(drawn.contains(label), "{label} is not in {drawn}");
        }
        let many = vec![&[1, 2][..]; 40];
        assert!(
            points(&many, &LABELS).into_string().matches("class=\"middle\"").count() <= MAX_LABELS
        );
    }

    #[test]
    fn ticks_are_few_round_numbers() {
        for (low, high, expected) in [
            (0, 1, &[0, 1][..]),
            (-12, 40, &[-10, 0, 10, 20, 30, 40]),
            (0, 26, &[0, 5, 10, 15, 20, 25]),
            (-3, 4, &[-2, 0, 2, 4]),
            (0, 200, &[0, 50, 100, 150, 200]),
        ] {
            assert_eq!(ticks(low, high).collect::<Vec<_>>(), expected, "{low} to {high}");
        }
    }

    #[test]
    fn a_match_without_points_is_a_line() {
        let drawn = points(&[&[0, 0, 0]], &LABELS).into_string();
        assert!(drawn.contains("M36.0 134.0L306.0 134.0"), "{drawn}");
    }
}
