//! Tests of the screen without a terminal: they press keys and read the text.

/// A test of each game, which runs a visitor.
macro_rules! in_every_game {
    ($name:ident $Visitor:ident $($id:ident $module:ident $title_id:literal $title:literal;)*) => {
        mod $name {
            $(
                #[test]
                fn $module() {
                    crate::face::visit(rules::GameId::$id, super::$Visitor);
                }
            )*
        }
    };
}

mod keys;
mod screens;
mod worlds;

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use words::Words;

use crate::face::Face;
use crate::game_screen::GameScreen;
use crate::local_table::LocalTable;
use crate::palette::Palette;
use crate::screen::{Input, Screen, ScreenEffect};
use crate::{people, seat_players, seed_of, terminal};

#[expect(
    clippy::disallowed_methods,
    reason = "bots need a clock argument, but none here has a time limit"
)]
fn now() -> Instant {
    Instant::now()
}

/// A screen without a terminal. Tests press its keys and read its text.
struct TestScreen {
    screen: Box<dyn Screen>,
    terminal: Terminal<TestBackend>,
    /// Whether the user left.
    left: bool,
    /// The number of saves.
    n_saved: usize,
}

/// A table with people in the first seats and kittens in the others.
fn new_table<G: Face>(rules: G::Rules, n_people: usize, seed: u64) -> LocalTable<G> {
    use rules::Rules as _;
    let words = Words::default();
    let people = people(n_people, &words);
    let seats = seat_players(rules.n_seats(), &people, &[], "kitten".parse().unwrap()).unwrap();
    LocalTable::new(rules, seats, seed_of(seed), &words)
}

impl TestScreen {
    fn new(screen: Box<dyn Screen>, columns: u16, rows: u16) -> TestScreen {
        let terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let mut desk = TestScreen { screen, terminal, left: false, n_saved: 0 };
        let effects = desk.screen.begin();
        desk.carry_out(effects);
        desk
    }

    fn at<G: Face>(rules: &str, n_people: usize, seed: u64, size: (u16, u16)) -> TestScreen {
        let game = GameScreen::new(new_table::<G>(rules.parse().unwrap(), n_people, seed));
        TestScreen::new(Box::new(game), size.0, size.1)
    }

    /// Bots think at once, one after another.
    fn carry_out(&mut self, effects: Vec<ScreenEffect>) {
        for effect in effects {
            match effect {
                ScreenEffect::Save(text) => {
                    assert!(!text.is_empty());
                    self.n_saved += 1;
                }
                ScreenEffect::Think { task, .. } => {
                    let reply = task(now());
                    let effects = self.screen.on(Input::BotReply(reply));
                    self.carry_out(effects);
                }
                ScreenEffect::Leave => self.left = true,
                ScreenEffect::Begin(_) | ScreenEffect::Continue => {
                    panic!("tests start no other game")
                }
            }
        }
    }

    fn code(&mut self, code: KeyCode) {
        let effects = self.screen.on(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.carry_out(effects);
    }

    /// Presses keys: letters and digits as they are, `⏎` Enter, `⎋` Esc, and arrows.
    fn press(&mut self, keys: &str) -> &mut TestScreen {
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
        let effects = self.screen.on(Input::Mouse(mouse));
        self.carry_out(effects);
    }

    fn buffer(&mut self, palette: Palette) -> Buffer {
        let (screen, words) = (self.screen.as_mut(), Words::default());
        self.terminal.draw(|frame| terminal::draw(screen, frame, palette, &words)).unwrap();
        self.terminal.backend().buffer().clone()
    }

    /// The text on the screen.
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
        self.screen.record().is_some_and(|(_, is_over)| is_over)
    }
}
