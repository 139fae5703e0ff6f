//! The chart of a match: the points of every seat, round by round.

use std::fmt::Write;

use maud::{Markup, html};
use rules::Seat;

const WIDTH: f32 = 320.0;
const HEIGHT: f32 = 128.0;
const MARGIN: f32 = 16.0;

/// A line for each seat, from zero to the last round. `rounds` has the total points after each round.
pub(crate) fn points(rounds: &[&[i32]], label: &str) -> Markup {
    let n_seats = rounds.iter().map(|points| points.len()).min().unwrap_or(0);
    let all = || rounds.iter().copied().flatten().copied();
    let (low, high) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(1));
    let x = |round: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * round as f32 / rounds.len() as f32;
    let y = |points: i32| {
        HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (points - low) as f32 / (high - low) as f32
    };
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
        svg.chart role="img" aria-label=(label) viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) {
            path.zero d=(format!("M{MARGIN} {0:.1}H{1}", y(0), WIDTH - MARGIN)) {}
            @for round in 1..=rounds.len() {
                path.round d=(format!("M{0:.1} {MARGIN}V{1}", x(round), HEIGHT - MARGIN)) {}
            }
            @for seat in 0..n_seats {
                g class={ "p" (Seat::new(seat as u8)) } {
                    path d=(line(seat)) {}
                    use href=(format!("#i-t-{}", Seat::new(seat as u8))) width="14" height="14"
                        x=(format!("{:.1}", x(rounds.len()) - 7.0)) y=(format!("{:.1}", y(last(seat)) - 7.0)) {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_a_line_that_stays_on_the_picture() {
        let drawn = points(&[&[3, -12], &[40, 0], &[40, -1]], "Points").into_string();
        assert_eq!(drawn.matches("<g class=\"p").count(), 2);
        let numbers =
            drawn.split(['"', 'M', 'L', 'H', 'V', ' ']).filter_map(|word| word.parse::<f32>().ok());
        assert!(numbers.clone().count() > 20);
        assert!(numbers.into_iter().all(|number| (0.0..=WIDTH).contains(&number)), "{drawn}");
    }

    #[test]
    fn a_match_without_points_is_a_line() {
        assert!(points(&[&[0, 0, 0]], "Points").into_string().contains("M16.0 112.0L304.0 112.0"));
    }
}
