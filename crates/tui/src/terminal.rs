//! The only code that touches the terminal. It always restores it, even after a panic.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write as _};
use std::panic;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, KeyEventKind};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute, queue};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use rules::Fact;
use table::record::RecordText;
use words::Words;

use crate::app::App;
use crate::face::{self, Face, Ink, Row, VisitFace};
use crate::keep::{Keeper, Kept};
use crate::menu::Menu;
use crate::palette::Palette;
use crate::replay::Shelf;
use crate::screen::{self, MIN_SIZE};
use crate::sitting::Sitting;
use crate::stage::{Effect, Input, Stage, Thought};
use crate::trouble::{self, Trouble};
use crate::{Clock, NewGame, Start, begin, save};

/// The name of threads for bots.
const THINKER: &str = "thinker";

/// Settings of a terminal.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Its colours.
    pub palette: Palette,
    /// The minimum time of a bot's move, so that people can follow.
    pub pace: Duration,
    /// The clock for bots.
    pub clock: Clock,
}

/// Plays on the screen until the user leaves. Returns the farewell, which says where the game is saved.
///
/// # Errors
/// If there is no terminal, or the game cannot start.
pub fn play(
    start: Start,
    keeper: &Keeper,
    settings: Settings,
    words: Words,
) -> Result<Option<String>, Trouble> {
    let mut runner = Runner { keeper, settings, words, kept: None };
    let stage: Box<dyn Stage> = match start {
        Start::Menu => Box::new(Menu::new(&runner.words, runner.has_save())),
        Start::New(new) => runner.begin(new)?,
        Start::Continue => runner.resume()?,
    };
    check_terminal(&runner.words).inspect_err(|_| runner.forget())?;
    let stage = runner.run(stage)?;
    Ok(runner.farewell(stage.as_ref()))
}

/// Shows the games of a file until the user leaves.
///
/// # Errors
/// If there is no terminal, or the referee refuses a game.
pub fn replay(records: &[RecordText], settings: Settings, words: Words) -> Result<(), Trouble> {
    let shelf = Shelf::new(records, &words)?;
    check_terminal(&words)?;
    let keeper = Keeper::new(PathBuf::new());
    let mut runner = Runner { keeper: &keeper, settings, words, kept: None };
    runner.run(Box::new(shelf)).map(drop)
}

fn check_terminal(words: &Words) -> Result<(), Trouble> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Trouble::Usage(words.message("tui-no-terminal", &[])))
}

/// Runs stages and carries out their effects.
struct Runner<'a> {
    keeper: &'a Keeper,
    settings: Settings,
    words: Words,
    kept: Option<Kept>,
}

impl Runner<'_> {
    fn has_save(&self) -> bool {
        // A damaged save counts: the error is shown when the user continues it.
        !matches!(save::unfinished(self.keeper.folder()), Ok(None))
    }

    fn begin(&mut self, new: NewGame) -> Result<Box<dyn Stage>, Trouble> {
        struct Sit<'a>(NewGame, &'a Words);
        impl VisitFace for Sit<'_> {
            type Output = Result<Box<dyn Stage>, Trouble>;
            fn visit<G: Face>(self) -> Self::Output {
                Ok(Box::new(App::new(self.0.sit::<G>(self.1)?)))
            }
        }
        let game = new.game();
        let stage = face::visit(game, Sit(new, &self.words))?;
        let kept = self.keeper.begin(game);
        self.kept = Some(kept.map_err(|error| trouble::of_save(&error, &self.words))?);
        Ok(stage)
    }

    fn resume(&mut self) -> Result<Box<dyn Stage>, Trouble> {
        struct Sit<'a>(&'a RecordText, PathBuf, &'a Words);
        impl VisitFace for Sit<'_> {
            type Output = Result<Box<dyn Stage>, Trouble>;
            fn visit<G: Face>(self) -> Self::Output {
                let Sit(text, path, words) = self;
                let sitting = Sitting::<G>::resume(text, words);
                let sitting = sitting.map_err(|why| trouble::of_damaged(&path, &why, words))?;
                Ok(Box::new(App::new(sitting)))
            }
        }
        let (path, text) = begin::unfinished(self.keeper, &self.words)?;
        let game = text.game().map_err(|error| {
            Trouble::Refused(self.words.begin(trouble::of_record(&error, &self.words)))
        })?;
        let stage = face::visit(game, Sit(&text, path.clone(), &self.words))?;
        self.kept = Some(self.keeper.resume(path));
        Ok(stage)
    }

    /// Removes the file of a game that could not start.
    fn forget(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.discard_if_empty();
        }
    }

    /// Says where the game is saved.
    fn farewell(&self, stage: &dyn Stage) -> Option<String> {
        let (text, is_over) = stage.record()?;
        let id = if is_over { "tui-plain-over" } else { "tui-plain-left" };
        Some(self.kept.as_ref()?.farewell(id, &text, &self.words))
    }

    /// The main loop: draws, waits for inputs and carries out effects, until the user leaves.
    /// Returns the last stage.
    fn run(&mut self, mut stage: Box<dyn Stage>) -> Result<Box<dyn Stage>, Trouble> {
        let (sender, inputs) = mpsc::channel();
        let mut screen = Screen::open()?;
        listen(&sender);
        let effects = stage.begin();
        let mut leaves = self.carry_out(&mut stage, effects, &sender);
        while !leaves {
            screen.draw(stage.as_mut(), self.settings.palette, &self.words)?;
            let Some(batch) = wait(&inputs) else { break };
            for input in batch {
                let small = screen.is_small();
                let effects = match input {
                    // A window that is too small ignores keys.
                    Input::Key(key) if small && !is_leave_key(key) => Vec::new(),
                    Input::Key(_) if small => vec![Effect::Leave],
                    Input::Mouse(_) if small => Vec::new(),
                    input => stage.on(input),
                };
                leaves |= self.carry_out(&mut stage, effects, &sender);
            }
        }
        drop(screen);
        Ok(stage)
    }

    /// Carries out effects, and returns whether the user leaves.
    fn carry_out(
        &mut self,
        stage: &mut Box<dyn Stage>,
        effects: Vec<Effect>,
        sender: &Sender<Input>,
    ) -> bool {
        let mut leaves = false;
        for effect in effects {
            match effect {
                Effect::Save(text) => {
                    if let Some(kept) = &mut self.kept {
                        kept.keep(&text);
                        stage.saved(kept.lost(&self.words));
                    }
                }
                Effect::Think { think, paced } => {
                    let pace = if paced { self.settings.pace } else { Duration::ZERO };
                    think_apart(think, pace, self.settings.clock, sender.clone());
                }
                Effect::Begin(new) => {
                    let begun = self.begin(new);
                    leaves |= self.change(stage, begun, sender);
                }
                Effect::Continue => {
                    let begun = self.resume();
                    leaves |= self.change(stage, begun, sender);
                }
                Effect::Leave => leaves = true,
            }
        }
        leaves
    }

    fn change(
        &mut self,
        stage: &mut Box<dyn Stage>,
        begun: Result<Box<dyn Stage>, Trouble>,
        sender: &Sender<Input>,
    ) -> bool {
        match begun {
            Ok(next) => {
                *stage = next;
                let effects = stage.begin();
                self.carry_out(stage, effects, sender)
            }
            Err(trouble) => {
                stage.refused(trouble.to_string());
                false
            }
        }
    }
}

/// Thinks on another thread, so that keys still work.
fn think_apart(think: Thought, pace: Duration, clock: Clock, sender: Sender<Input>) {
    let thinker = thread::Builder::new().name(THINKER.to_owned());
    let spawned = thinker.spawn(move || {
        let began = clock();
        let answer = think(began);
        thread::sleep(pace.saturating_sub(clock().duration_since(began)));
        // The receiver is gone if the user left.
        drop(sender.send(Input::Answer(answer)));
    });
    debug_assert!(spawned.is_ok(), "one more thread can start");
}

/// Waits for inputs and returns all of them. `None` if all senders are gone.
fn wait(inputs: &Receiver<Input>) -> Option<Vec<Input>> {
    let first = inputs.recv().ok()?;
    Some(std::iter::once(first).chain(inputs.try_iter()).collect())
}

fn is_leave_key(key: event::KeyEvent) -> bool {
    let control = key.modifiers.contains(event::KeyModifiers::CONTROL);
    matches!(
        (key.code, control),
        (event::KeyCode::Char('q'), false) | (event::KeyCode::Char('c'), true)
    )
}

/// Sends keys, clicks and signals as inputs.
fn listen(sender: &Sender<Input>) {
    let signalled = sender.clone();
    // If a handler is already set, that handler ends the process.
    drop(ctrlc::set_handler(move || drop(signalled.send(Input::Leave))));
    let sender = sender.clone();
    thread::spawn(move || {
        loop {
            let input = match event::read() {
                Ok(event::Event::Key(key)) if key.kind != KeyEventKind::Release => Input::Key(key),
                Ok(event::Event::Mouse(mouse)) => Input::Mouse(mouse),
                Ok(event::Event::Resize(..)) => Input::Resize,
                Ok(_) => continue,
                // The terminal is gone.
                Err(_) => Input::Leave,
            };
            let is_last = input == Input::Leave;
            if sender.send(input).is_err() || is_last {
                return;
            }
        }
    });
}

/// The terminal in raw mode.
struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            // A panic of a bot must not disturb the screen: `begin::think` handles it.
            if thread::current().name() != Some(THINKER) {
                restore();
                earlier(panicked);
            }
        }));
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
            .inspect_err(|_| restore())?;
        // Write each frame in one piece, so that it never appears in parts.
        let whole = BufWriter::with_capacity(1 << 16, io::stdout());
        let terminal = Terminal::new(CrosstermBackend::new(whole));
        Ok(Screen { terminal: terminal.inspect_err(|_| restore())? })
    }

    fn is_small(&self) -> bool {
        let size = self.terminal.size().unwrap_or_default();
        size.width < MIN_SIZE.0 || size.height < MIN_SIZE.1
    }

    fn draw(&mut self, stage: &mut dyn Stage, palette: Palette, words: &Words) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| draw(stage, frame, palette, words))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }
}

/// Draws a stage, or a notice if the window is too small.
pub(crate) fn draw(
    stage: &mut dyn Stage,
    frame: &mut ratatui::Frame<'_>,
    palette: Palette,
    words: &Words,
) {
    let area = frame.area();
    if area.width >= MIN_SIZE.0 && area.height >= MIN_SIZE.1 {
        return stage.draw(frame, palette);
    }
    let facts =
        [("columns", Fact::Number(area.width.into())), ("rows", Fact::Number(area.height.into()))];
    let said = words.message("tui-too-small", &facts);
    let mut rows: Vec<Row> = screen::wrap(&said, area.width.into(), "")
        .into_iter()
        .map(|line| Row::of(line, Ink::Plain))
        .collect();
    rows.push(Row::of(words.message("tui-too-small-quit", &[]), Ink::Dim));
    screen::notice(frame, palette, &rows);
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. Errors are ignored: the terminal may be gone.
fn restore() {
    drop(execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show));
    drop(disable_raw_mode());
    drop(io::stdout().flush());
}
