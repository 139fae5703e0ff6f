//! What can be on a screen: it is told what happens, answers with what is to be done, and draws itself. It touches nothing.

use std::fmt;
use std::time::Instant;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::Frame;
use rules::Seat;

use crate::NewGame;
use crate::palette::Palette;

/// Something that is on the screen.
pub(crate) trait Stage {
    /// What is to be done at the beginning.
    fn begin(&mut self) -> Vec<Effect> {
        Vec::new()
    }

    /// What is to be done about something.
    fn on(&mut self, event: Event) -> Vec<Effect>;

    /// Draws all of it.
    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette);

    /// Why the last step could not be saved, or that it could.
    fn saved(&mut self, _trouble: Option<String>) {}

    /// Something that could not be done.
    fn refused(&mut self, _why: String) {}

    /// The game that is played, as text, and whether it is over.
    fn record(&self) -> Option<(String, bool)> {
        None
    }
}

/// Something that happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    /// The window has another size.
    Resize,
    /// Somebody has finished thinking.
    Answer(Answer),
    /// Whoever looks after this process wants it to end, or the terminal is gone.
    Leave,
}

/// What came of a thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// What a bot does, in notation.
    Move { seat: Seat, action: Option<String> },
    /// A hint, for the decision after so many steps.
    Hint { n_steps: usize, lines: Vec<String> },
}

/// A thought that takes a while. It is handed the time.
pub(crate) type Thought = Box<dyn FnOnce(Instant) -> Answer + Send>;

/// Something to do.
pub(crate) enum Effect {
    /// Keep this text, before anything more is shown.
    Save(String),
    /// Think, elsewhere; what bots do comes no faster than people can follow.
    Think { think: Thought, paced: bool },
    /// Begin a game.
    Begin(NewGame),
    /// Go on with the game that was played last.
    Continue,
    /// Leave.
    Leave,
}

impl fmt::Debug for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Effect::Save(_) => "Save",
            Effect::Think { .. } => "Think",
            Effect::Begin(_) => "Begin",
            Effect::Continue => "Continue",
            Effect::Leave => "Leave",
        })
    }
}
