//! Drawn numerals, 30 high, so that cards look the same on every system.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::symbol;

/// The digits as strokes.
const DIGITS: [&str; 10] = [
    "M11 3.5C5.5 3.5 3.5 9 3.5 15S5.5 26.5 11 26.5 18.5 21 18.5 15 16.5 3.5 11 3.5Z",
    "M5 8L11.5 3.5V26.5",
    "M4 9.5C4 5.8 7 3.5 11 3.5S18 6 18 9.8C18 14.5 12 18.5 4 26.5H18.5",
    "M4.5 6.5C6 4.5 8 3.5 11 3.5 15 3.5 17.5 5.8 17.5 9 17.5 12.3 15 14.3 10.5 14.3 15.5 14.3 18.3 16.6 18.3 20.2 18.3 24 15 26.5 11 26.5 7.6 26.5 5 25.2 3.5 22.8",
    "M14.5 26.5V3.5L3 19.5H19",
    "M17 3.5H6L5 13.8C6.6 12.5 8.7 11.8 11 11.8 15.5 11.8 18.5 14.6 18.5 19S15.3 26.5 10.8 26.5C7.5 26.5 5 25.2 3.5 23",
    "M16.5 5C15 4 13.5 3.5 11.8 3.5 6.5 3.5 3.5 9 3.5 16.5 3.5 22.5 6.3 26.5 11 26.5 15.4 26.5 18.5 23.4 18.5 19.3S15.5 12.3 11.3 12.3C7.5 12.3 4.5 14.5 3.5 17.5",
    "M3.5 3.5H18.5L9 26.5",
    "M11 14.2C7 14.2 4.8 12 4.8 9 4.8 5.8 7.3 3.5 11 3.5S17.2 5.8 17.2 9C17.2 12 15 14.2 11 14.2ZM11 14.2C6.4 14.2 3.5 16.7 3.5 20.3 3.5 24 6.6 26.5 11 26.5S18.5 24 18.5 20.3C18.5 16.7 15.6 14.2 11 14.2Z",
    "M5.5 25C7 26 8.5 26.5 10.2 26.5 15.5 26.5 18.5 21 18.5 13.5 18.5 7.5 15.7 3.5 11 3.5 6.6 3.5 3.5 6.6 3.5 10.7S6.5 17.7 10.7 17.7C14.5 17.7 17.5 15.5 18.5 12.5",
];

/// The room of each digit.
const WIDTHS: [f32; 10] = [22.0, 15.5, 22.0, 22.0, 22.5, 22.0, 22.0, 22.0, 22.0, 22.0];

/// How much closer the digits of one number stand.
const OVERLAP: f32 = 1.5;

/// The room of a minus sign.
const MINUS: f32 = 15.0;

/// The numbers that are drawn.
const NUMBERS: RangeInclusive<i16> = -10..=18;

/// Its digits, each with its place from the left, and its width.
fn lay(n: i16) -> ([Option<(usize, f32)>; 2], f32) {
    let (tens, ones) = (usize::from(n.unsigned_abs() / 10), usize::from(n.unsigned_abs() % 10));
    let left = if n < 0 { MINUS } else { 0.0 };
    if tens == 0 {
        return ([Some((ones, left)), None], left + WIDTHS[ones]);
    }
    let second = left + WIDTHS[tens] - OVERLAP;
    ([Some((tens, left)), Some((ones, second))], second + WIDTHS[ones])
}

/// How wide a number is where its height is 30.
pub(super) fn width(n: i16) -> f32 {
    lay(n).1
}

pub(super) fn symbols(out: &mut String) {
    for (digit, path) in DIGITS.iter().enumerate() {
        draw!(out, "<path id=\"d{digit}\" d=\"{path}\"/>");
    }
    for n in NUMBERS {
        let (digits, width) = lay(n);
        let mut drawn = String::from(
            "<g fill=\"none\" stroke=\"currentColor\" stroke-width=\"var(--nw,5.4)\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        );
        if n < 0 {
            drawn.push_str("<path d=\"M3 16H13\"/>");
        }
        for (digit, x) in digits.into_iter().flatten() {
            draw!(drawn, "<use href=\"#d{digit}\" x=\"{x}\"/>");
        }
        drawn.push_str("</g>");
        symbol(out, &format!("n{n}"), &format!("0 0 {width} 30"), &drawn);
    }
}
