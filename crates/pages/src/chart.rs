//! The chart of a match: the points of every seat, round by round.

use std::fmt::Write;

use maud::{Markup, html};
use rules::Seat;

use crate::assets::Asset;
use crate::face;

const WIDTH: f32 = 400.0;
const HEIGHT: f32 = 184.0;
/// The place of the lines; around it are the axes and the names.
const LEFT: f32 = 36.0;
const RIGHT: f32 = WIDTH - 84.0;
const TOP: f32 = 24.0;
const BOTTOM: f32 = HEIGHT - 34.0;
/// The least distance of two names.
const NAME_HEIGHT: f32 = 14.0;
/// The longest name that fits beside its line.
const MAX_NAME: usize = 10;

/// What is written beside the lines.
pub(crate) struct ChartLabels<'a> {
    /// What the chart shows.
    pub(crate) chart: &'a str,
    /// The name of the axis of points.
    pub(crate) points: &'a str,
    /// The name of the axis of rounds.
    pub(crate) rounds: &'a str,
    /// The name of each seat.
    pub(crate) names: &'a [&'a str],
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
    let token = |seat: usize| format!("{}#t-{}", Asset::Kit.url(), Seat::new(seat as u8));
    let names = apart((0..n_seats).map(|seat| y(last(seat))).collect());
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
                    @for (round, points) in (1..).zip(rounds) {
                        use href=(token(seat)) width="12" height="12"
                            x=(format!("{:.1}", x(round) - 6.0)) y=(format!("{:.1}", y(points[seat]) - 6.0)) {}
                    }
                    text.name x=(RIGHT + 12.0) y=(format!("{:.1}", names[seat] + 4.0)) {
                        (short(labels.names.get(seat).copied().unwrap_or_default()))
                    }
                }
            }
        }
    }
}

/// A name, cut off where the picture ends.
fn short(name: &str) -> String {
    match name.char_indices().nth(MAX_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Moves heights apart, so that no two names stand over each other. The order stays, and so does the picture's edge.
fn apart(mut heights: Vec<f32>) -> Vec<f32> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[b].total_cmp(&heights[a]));
    let mut lowest = BOTTOM;
    for &seat in &order {
        heights[seat] = heights[seat].min(lowest);
        lowest = heights[seat] - NAME_HEIGHT;
    }
    let mut highest = TOP;
    for &seat in order.iter().rev() {
        heights[seat] = heights[seat].max(highest);
        highest = heights[seat] + NAME_HEIGHT;
    }
    heights
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

    const LABELS: ChartLabels<'_> = ChartLabels {
        chart: "Points by round",
        points: "Points",
        rounds: "Rounds",
        names: &["Mia", "Ken"],
    };

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
    fn names_stand_apart() {
        assert_eq!(apart(vec![90.0, 90.0, 30.0, 95.0]), [81.0, 67.0, 30.0, 95.0]);
        assert_eq!(apart(vec![150.0; 6]), [150.0, 136.0, 122.0, 108.0, 94.0, 80.0]);
        assert_eq!(apart(vec![24.0; 3]), [52.0, 38.0, 24.0]);
        assert_eq!(short("Mia"), "Mia");
        assert_eq!(short("Bartholomew II"), "Bartholome…");
    }

    #[test]
    fn a_match_without_points_is_a_line() {
        let drawn = points(&[&[0, 0, 0]], &LABELS).into_string();
        assert!(drawn.contains("M36.0 150.0L316.0 150.0"), "{drawn}");
    }
}
