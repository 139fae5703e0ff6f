//! The kit of cats, cards and things: one SVG file of symbols, which pages show by their ids.
//!
//! Colours come from the page. `--fur`, `--mark`, `--mark2`, `--muz`, `--iris`, `--ear`, `--nose`, `--line`, `--lid` and
//! `--paw` belong to a cat: a [`Coat`] or a suit sets them. `--mid` and `--tint` belong to a suit, `--seat` to a seat, and `--gh`
//! is how clearly the ghosts of an undeclared box cat show. Nothing here has a `style` attribute, because the policy of
//! our pages forbids them.

use std::fmt::{Display, Write as _};

use maud::Render;
use rules::Seat;

use crate::assets::Asset;
use crate::face::written;

/// Adds to a drawing.
macro_rules! draw {
    ($drawing:expr, $($what:tt)*) => {
        write!($drawing, $($what)*).expect("a string takes any text")
    };
}

mod catbox;
mod catsle;
mod coat;
mod head;
mod icons;
mod meow;
mod numerals;
mod reactions;
mod suits;
mod things;
mod yorozu;

pub use coat::{COATS, Coat, coat, coats};
pub use head::Mood;
pub use things::LANTERN;

/// The board of a card.
const CARD: &str = "0 0 110 154";

/// The whole file.
pub(crate) fn sprite() -> String {
    let mut file = String::from("<svg xmlns=\"http://www.w3.org/2000/svg\">");
    head::symbols(&mut file);
    reactions::symbols(&mut file);
    suits::symbols(&mut file);
    icons::symbols(&mut file);
    numerals::symbols(&mut file);
    things::symbols(&mut file);
    catbox::symbols(&mut file);
    catsle::symbols(&mut file);
    yorozu::symbols(&mut file);
    meow::symbols(&mut file);
    file + "</svg>"
}

/// A symbol of the kit: `kit::drawn("th fish", "th-fish")`.
pub fn drawn(class: impl Display + Copy, id: impl Display + Copy) -> impl Render + Copy {
    // Pages have many of these. The names of classes and symbols need no escaping.
    written(move |out| {
        draw!(out, "<svg class=\"{class}");
        refer(out, id);
    })
}

/// An icon: `kit::icon("hint")`.
pub fn icon(name: &'static str) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<svg class=\"ic");
        refer(out, format_args!("i-{name}"));
    })
}

/// The shape of a suit: `kit::suit("r")`.
pub fn suit(name: &'static str) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<svg class=\"sh");
        refer(out, format_args!("s-{name}"));
    })
}

/// The shape of a seat's token.
pub fn token(seat: Seat) -> impl Render + Copy {
    written(move |out| {
        out.push_str("<svg class=\"sh");
        refer(out, format_args!("t-{}", seat.index()));
    })
}

/// A drawn number. It is as wide as it needs where only its height is set.
pub fn numeral<N: Into<i16>>(n: N) -> impl Render + Copy + use<N> {
    let n = n.into();
    written(move |out| numerals::draw(out, n))
}

/// The picture on a card: `kit::art("yo-sp")`, `kit::art(format_args!("cb{value}"))`.
pub fn art(id: impl Display + Copy) -> impl Render + Copy {
    drawn("art", id)
}

/// Ends the start tag of an SVG, and fills it with a symbol.
fn refer(out: &mut String, id: impl Display) {
    out.push_str("\">");
    link(out, id);
    out.push_str("</svg>");
}

/// Shows a symbol inside an SVG.
fn link(out: &mut String, id: impl Display) {
    draw!(out, "<use href=\"{}#{id}\"/>", Asset::Kit.url());
}

fn symbol(out: &mut String, id: &str, view_box: &str, drawn: &str) {
    draw!(out, "<symbol id=\"{id}\" viewBox=\"{view_box}\">{drawn}</symbol>");
}

/// A drawing in our line.
fn pen(width: f32, drawn: &str) -> String {
    format!(
        "<g stroke=\"var(--line,#2a2430)\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-width=\"{}\">{drawn}</g>",
        short(width)
    )
}

/// A drawing, moved and scaled.
fn placed(x: f32, y: f32, scale: f32, drawn: &str) -> String {
    format!(
        "<g transform=\"translate({} {}) scale({})\">{drawn}</g>",
        short(x),
        short(y),
        short(scale)
    )
}

/// A paw over an edge.
fn paw(x: f32, y: f32, scale: f32) -> String {
    placed(x, y, scale, "<use href=\"#pw\"/>")
}

/// A number with at most two decimals.
fn short(number: f32) -> f32 {
    (number * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests;
