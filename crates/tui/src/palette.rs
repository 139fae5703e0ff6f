//! Colours of the terminal, and the style of each ink.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::face::{Hue, Ink, Row};

/// The colour depth of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Palette {
    /// None: only bold, dim and reversed.
    Mono,
    /// The sixteen that every terminal has.
    Sixteen,
    /// 256 by number.
    Many,
    /// All.
    True,
}

impl Palette {
    /// Chosen from the variables `NO_COLOR`, `COLORTERM` and `TERM`.
    pub fn of(no_color: Option<&str>, colorterm: Option<&str>, term: Option<&str>) -> Palette {
        let term = term.unwrap_or_default();
        let colorterm = colorterm.unwrap_or_default();
        if no_color.is_some_and(|value| !value.is_empty()) || term == "dumb" {
            Palette::Mono
        } else if colorterm == "truecolor" || colorterm == "24bit" || term.ends_with("-direct") {
            Palette::True
        } else if term.contains("256color") {
            Palette::Many
        } else {
            Palette::Sixteen
        }
    }

    /// A colour in three depths, readable on dark and light backgrounds.
    fn colour(self, true_colour: u32, indexed: u8, basic: Color) -> Style {
        match self {
            Palette::Mono => Style::new(),
            Palette::Sixteen => Style::new().fg(basic),
            Palette::Many => Style::new().fg(Color::Indexed(indexed)),
            Palette::True => Style::new().fg(Color::from_u32(true_colour)),
        }
    }

    fn hue(self, hue: Hue) -> Style {
        match hue {
            Hue::Red => self.colour(0x00d9_534f, 167, Color::Red),
            Hue::Blue => self.colour(0x004a_8fe7, 68, Color::LightBlue),
            Hue::Yellow => self.colour(0x00c9_9700, 178, Color::Yellow),
            Hue::Green => self.colour(0x003f_a34d, 71, Color::Green),
            Hue::Grey => self.colour(0x008a_8a8a, 245, Color::Gray),
            Hue::Pink | Hue::Spring => self.colour(0x00d6_5a9a, 169, Color::Magenta),
            Hue::Summer => self.colour(0x001f_9e9e, 37, Color::Cyan),
            Hue::Fall => self.colour(0x00d0_7a1f, 172, Color::Yellow),
            Hue::Winter => self.colour(0x007a_6fe0, 99, Color::LightBlue),
            Hue::Yorozu => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The style of an ink.
    pub(crate) fn style(self, ink: Ink) -> Style {
        match ink {
            Ink::Plain => Style::new(),
            Ink::Dim => Style::new().add_modifier(Modifier::DIM),
            Ink::Strong => Style::new().add_modifier(Modifier::BOLD),
            Ink::Accent => {
                self.colour(0x00e0_8a3c, 215, Color::LightYellow).add_modifier(Modifier::BOLD)
            }
            Ink::Hue(hue) => self.hue(hue),
            Ink::Gone(hue) => self.hue(hue).add_modifier(Modifier::DIM | Modifier::CROSSED_OUT),
            Ink::Good => self.hue(Hue::Green),
            Ink::Bad => self.hue(Hue::Red),
        }
    }

    pub(crate) fn line(self, row: &Row) -> Line<'static> {
        let spans = row.0.iter().map(|(text, ink)| Span::styled(text.clone(), self.style(*ink)));
        Line::from(spans.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environments_say_how_many_colours_there_are() {
        assert_eq!(Palette::of(Some("1"), Some("truecolor"), Some("xterm")), Palette::Mono);
        assert_eq!(Palette::of(Some(""), Some("truecolor"), Some("xterm")), Palette::True);
        assert_eq!(Palette::of(None, None, Some("tmux-256color")), Palette::Many);
        assert_eq!(Palette::of(None, None, Some("linux")), Palette::Sixteen);
        assert_eq!(Palette::of(None, None, None), Palette::Sixteen);
        assert_eq!(Palette::of(None, None, Some("dumb")), Palette::Mono);
    }

    #[test]
    fn without_colours_nothing_has_one() {
        for hue in [Hue::Red, Hue::Blue, Hue::Grey, Hue::Spring, Hue::Yorozu] {
            for ink in [Ink::Hue(hue), Ink::Gone(hue), Ink::Accent, Ink::Good, Ink::Bad] {
                assert_eq!(Palette::Mono.style(ink).fg, None);
            }
        }
    }
}
