//! Screens receive inputs, return effects and draw themselves. They know no clock, no file and no terminal.

use std::any::Any;
use std::fmt;
use std::time::Instant;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::Frame;

use crate::NewGame;
use crate::palette::Palette;

/// A screen: menu, table or replay.
pub(crate) trait Screen {
    /// The effects at the start.
    fn begin(&mut self) -> Vec<ScreenEffect> {
        Vec::new()
    }

    /// Handles an input.
    fn on(&mut self, input: Input) -> Vec<ScreenEffect>;

    /// Draws the screen.
    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette);

    /// Reports whether the last save failed, and why.
    fn saved(&mut self, _trouble: Option<String>) {}

    /// Reports an effect that failed.
    fn refused(&mut self, _why: String) {}

    /// The record of the game, and whether it is over.
    fn record(&self) -> Option<(String, bool)> {
        None
    }
}

/// An input: from the user, a thinking bot or the system.
#[derive(Debug)]
pub(crate) enum Input {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// The window changed its size.
    Resize,
    /// A bot has finished thinking.
    BotReply(BotReply),
    /// The system ends this process, or the terminal is gone.
    Leave,
}

/// The result of a [`BotTask`]. Only the screen that started the task knows its type, which depends on the game.
pub(crate) type BotReply = Box<dyn Any + Send>;

/// A computation of a bot. Its argument is the start time.
pub(crate) type BotTask = Box<dyn FnOnce(Instant) -> BotReply + Send>;

/// An effect for the terminal to carry out.
pub(crate) enum ScreenEffect {
    /// Save this record before the next drawing.
    Save(String),
    /// Think on another thread. A paced task takes at least the time that people need to follow.
    Think { task: BotTask, paced: bool },
    /// Start a game.
    Begin(NewGame),
    /// Continue the last unfinished game.
    Continue,
    /// Leave.
    Leave,
}

impl fmt::Debug for ScreenEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ScreenEffect::Save(_) => "Save",
            ScreenEffect::Think { .. } => "Think",
            ScreenEffect::Begin(_) => "Begin",
            ScreenEffect::Continue => "Continue",
            ScreenEffect::Leave => "Leave",
        })
    }
}
