//! The screen without a terminal: keys in, pictures out.

mod keys;
mod screens;
mod worlds;

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use words::Words;

use crate::app::App;
use crate::face::Face;
use crate::palette::Palette;
use crate::sitting::Sitting;
use crate::stage::{Effect, Input, Stage};
use crate::{people, seat_players, seed_of, terminal};

#[expect(
    clippy::disallowed_methods,
    reason = "bots are handed a clock, though none here thinks by it"
)]
fn now() -> Instant {
    Instant::now()
}

/// A screen, and somebody who presses keys.
struct Desk {
    stage: Box<dyn Stage>,
    terminal: Terminal<TestBackend>,
    /// Whether somebody left.
    left: bool,
    /// How often something was saved.
    n_saved: usize,
}

/// A table with people in the first seats and kittens in the others.
fn sitting<G: Face>(rules: G::Rules, n_people: usize, seed: u64) -> Sitting<G> {
    use rules::Rules as _;
    let words = Words::default();
    let people = people(n_people, &words);
    let seats = seat_players(rules.n_seats(), &people, &[], "kitten".parse().unwrap()).unwrap();
    Sitting::new(rules, seats, seed_of(seed), &words)
}

impl Desk {
    fn new(stage: Box<dyn Stage>, columns: u16, rows: u16) -> Desk {
        let terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let mut desk = Desk { stage, terminal, left: false, n_saved: 0 };
        let effects = desk.stage.begin();
        desk.carry_out(effects);
        desk
    }

    fn at<G: Face>(rules: &str, n_people: usize, seed: u64, size: (u16, u16)) -> Desk {
        let app = App::new(sitting::<G>(rules.parse().unwrap(), n_people, seed));
        Desk::new(Box::new(app), size.0, size.1)
    }

    /// Bots think at once, one after another.
    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Save(text) => {
                    assert!(!text.is_empty());
                    self.n_saved += 1;
                }
                Effect::Think { think, .. } => {
                    let answer = think(now());
                    let effects = self.stage.on(Input::Answer(answer));
                    self.carry_out(effects);
                }
                Effect::Leave => self.left = true,
                Effect::Begin(_) | Effect::Continue => panic!("only a house can do that"),
            }
        }
    }

    fn code(&mut self, code: KeyCode) {
        let effects = self.stage.on(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.carry_out(effects);
    }

    /// Presses keys: letters and digits as they are, `⏎` Enter, `⎋` Esc, and arrows.
    fn press(&mut self, keys: &str) -> &mut Desk {
        for key in keys.chars() {
            self.code(match key {
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '→' => KeyCode::Right,
                '←' => KeyCode::Left,
                '↓' => KeyCode::Down,
                '↑' => KeyCode::Up,
                '⇥' => KeyCode::Tab,
                key => KeyCode::Char(key),
            });
        }
        self
    }

    fn click(&mut self, column: u16, row: u16) {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        let effects = self.stage.on(Input::Mouse(mouse));
        self.carry_out(effects);
    }

    fn buffer(&mut self, palette: Palette) -> Buffer {
        let (stage, words) = (self.stage.as_mut(), Words::default());
        self.terminal.draw(|frame| terminal::draw(stage, frame, palette, &words)).unwrap();
        self.terminal.backend().buffer().clone()
    }

    /// What is to be read.
    fn text(&mut self) -> String {
        let buffer = self.buffer(Palette::True);
        let mut text = String::new();
        for row in 0..buffer.area.height {
            let cells = (0..buffer.area.width).map(|column| buffer[(column, row)].symbol());
            text += cells.collect::<String>().trim_end();
            text.push('\n');
        }
        text
    }

    fn is_over(&self) -> bool {
        self.stage.record().is_some_and(|(_, is_over)| is_over)
    }
}
