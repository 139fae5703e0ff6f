//! A curtain between the turns of people at one terminal, so that nobody sees another's hand.

use ratatui::Frame;
use rules::Seat;
use words::Words;

use crate::face::{Ink, Row, token};
use crate::layout;
use crate::palette::Palette;

/// A screen with only the name of the next player.
pub(crate) fn draw(frame: &mut Frame<'_>, palette: Palette, seat: Seat, words: &Words) {
    let rows = [
        Row::of("░▒▓  ░▒▓  ░▒▓  ░▒▓  ░▒▓", Ink::Dim),
        Row::default(),
        Row::of(format!("{} {}", token(seat), words.seat(seat)), Ink::Accent),
        Row::default(),
        Row::of(words.message("tui-curtain", &[("seat", seat.into())]), Ink::Plain),
        Row::default(),
        Row::of("▓▒░  ▓▒░  ▓▒░  ▓▒░  ▓▒░", Ink::Dim),
    ];
    layout::notice(frame, palette, &rows);
}
