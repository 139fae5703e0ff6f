//! Drawn numbers, 30 high, so that cards look the same on every system. They are put together from the symbols of
//! digits, so that there is no number that a deck file allows and the kit lacks.

use std::fmt::Write as _;

use super::link;
use crate::assets::Asset;

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

/// The digits of a number, each with its place from the left.
fn digits(n: i16) -> impl Iterator<Item = (usize, f32)> {
    let n_digits = n.unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
    let mut x = if n < 0 { MINUS } else { 0.0 };
    (0..n_digits).rev().map(move |power| {
        let digit = usize::from(n.unsigned_abs() / 10_u16.pow(power) % 10);
        let place = (digit, x);
        x += WIDTHS[digit] - OVERLAP;
        place
    })
}

/// How wide a number is where its height is 30.
fn width(n: i16) -> f32 {
    digits(n).last().map_or(0.0, |(digit, x)| x + WIDTHS[digit])
}

/// A number, put together from the symbols of its digits.
pub(super) fn draw(out: &mut String, n: i16) {
    draw!(out, "<svg class=\"num\" viewBox=\"0 0 {} 30\">", width(n));
    if n < 0 {
        link(out, "d-");
    }
    for (digit, x) in digits(n) {
        if x > 0.0 {
            draw!(out, "<use href=\"{}#d{digit}\" x=\"{x}\"/>", Asset::Kit.url());
        } else {
            link(out, format_args!("d{digit}"));
        }
    }
    out.push_str("</svg>");
}

pub(super) fn symbols(out: &mut String) {
    let digits = (0..).zip(DIGITS).map(|(digit, path): (u8, _)| (char::from(b'0' + digit), path));
    for (name, path) in digits.chain([('-', "M3 16H13")]) {
        draw!(
            out,
            "<path id=\"d{name}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"var(--nw,5.4)\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{path}\"/>"
        );
    }
}
