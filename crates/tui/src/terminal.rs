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

use crate::error::{self, PlayError};
use crate::face::{self, Face, Ink, Row, VisitFace};
use crate::game_screen::GameScreen;
use crate::layout::{self, MIN_SIZE};
use crate::local_table::LocalTable;
use crate::menu::Menu;
use crate::palette::Palette;
use crate::replay::ReplayList;
use crate::save_folder::{SaveFolder, SavedGame};
use crate::screen::{BotTask, Input, Screen, ScreenEffect};
use crate::{Clock, NewGame, Start, begin, save};

/// The name of threads for bots.
const THINKER: &str = "thinker";

/// Settings of a terminal.
#[derive(Clone, Copy, Debug)]
pub struct TerminalSettings {
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
    saves: &SaveFolder,
    settings: TerminalSettings,
    words: Words,
) -> Result<Option<String>, PlayError> {
    let mut runner = Runner { saves, settings, words, saved_game: None };
    let screen: Box<dyn Screen> = match start {
        Start::Menu => Box::new(Menu::new(&runner.words, runner.has_save())),
        Start::New(new) => runner.begin(new)?,
        Start::Continue => runner.resume()?,
    };
    check_terminal(&runner.words).inspect_err(|_| runner.forget())?;
    let screen = runner.run(screen)?;
    Ok(runner.farewell(screen.as_ref()))
}

/// Shows the games of a file until the user leaves.
///
/// # Errors
/// If there is no terminal, or the referee refuses a game.
pub fn replay(
    records: &[RecordText],
    settings: TerminalSettings,
    words: Words,
) -> Result<(), PlayError> {
    let list = ReplayList::new(records, &words)?;
    check_terminal(&words)?;
    let saves = SaveFolder::new(PathBuf::new());
    let mut runner = Runner { saves: &saves, settings, words, saved_game: None };
    runner.run(Box::new(list)).map(drop)
}

fn check_terminal(words: &Words) -> Result<(), PlayError> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(PlayError::Usage(words.message("tui-no-terminal", &[])))
}

/// Runs screens and carries out their effects.
struct Runner<'a> {
    saves: &'a SaveFolder,
    settings: TerminalSettings,
    words: Words,
    saved_game: Option<SavedGame>,
}

impl Runner<'_> {
    fn has_save(&self) -> bool {
        // A damaged save counts: the error is shown when the user continues it.
        !matches!(save::unfinished(self.saves.folder()), Ok(None))
    }

    fn begin(&mut self, new: NewGame) -> Result<Box<dyn Screen>, PlayError> {
        struct Open<'a>(NewGame, &'a Words);
        impl VisitFace for Open<'_> {
            type Output = Result<Box<dyn Screen>, PlayError>;
            fn visit<G: Face>(self) -> Self::Output {
                Ok(Box::new(GameScreen::new(self.0.sit::<G>(self.1)?)))
            }
        }
        let game = new.game();
        let screen = face::visit(game, Open(new, &self.words))?;
        let saved_game = self.saves.create(game);
        self.saved_game = Some(saved_game.map_err(|error| error::save_error(&error, &self.words))?);
        Ok(screen)
    }

    fn resume(&mut self) -> Result<Box<dyn Screen>, PlayError> {
        struct Open<'a>(&'a RecordText, PathBuf, &'a Words);
        impl VisitFace for Open<'_> {
            type Output = Result<Box<dyn Screen>, PlayError>;
            fn visit<G: Face>(self) -> Self::Output {
                let Open(text, path, words) = self;
                let table = LocalTable::<G>::resume(text, words);
                let table = table.map_err(|why| error::resume_error(&path, &why, words))?;
                Ok(Box::new(GameScreen::new(table)))
            }
        }
        let (path, text) = begin::unfinished(self.saves, &self.words)?;
        let game = text.game().map_err(|error| {
            PlayError::Refused(self.words.capitalise(error::record_reason(&error, &self.words)))
        })?;
        let screen = face::visit(game, Open(&text, path.clone(), &self.words))?;
        self.saved_game = Some(self.saves.resume(path));
        Ok(screen)
    }

    /// Removes the file of a game that could not start.
    fn forget(&mut self) {
        if let Some(saved_game) = self.saved_game.take() {
            saved_game.discard_if_empty();
        }
    }

    /// Says where the game is saved.
    fn farewell(&self, screen: &dyn Screen) -> Option<String> {
        let (text, is_over) = screen.record()?;
        let id = if is_over { "tui-plain-over" } else { "tui-plain-left" };
        Some(self.saved_game.as_ref()?.farewell(id, &text, &self.words))
    }

    /// The main loop: draws, waits for inputs and carries out effects, until the user leaves.
    /// Returns the last screen.
    fn run(&mut self, mut screen: Box<dyn Screen>) -> Result<Box<dyn Screen>, PlayError> {
        let (sender, inputs) = mpsc::channel();
        let mut terminal = RawTerminal::open()?;
        listen(&sender);
        let effects = screen.begin();
        let mut leaves = self.carry_out(&mut screen, effects, &sender);
        while !leaves {
            terminal.draw(screen.as_mut(), self.settings.palette, &self.words)?;
            let Some(batch) = wait(&inputs) else { break };
            for input in batch {
                let small = terminal.is_small();
                let effects = match input {
                    // A window that is too small ignores keys.
                    Input::Key(key) if small && !is_leave_key(key) => Vec::new(),
                    Input::Key(_) if small => vec![ScreenEffect::Leave],
                    Input::Mouse(_) if small => Vec::new(),
                    input => screen.on(input),
                };
                leaves |= self.carry_out(&mut screen, effects, &sender);
            }
        }
        drop(terminal);
        Ok(screen)
    }

    /// Carries out effects, and returns whether the user leaves.
    fn carry_out(
        &mut self,
        screen: &mut Box<dyn Screen>,
        effects: Vec<ScreenEffect>,
        sender: &Sender<Input>,
    ) -> bool {
        let mut leaves = false;
        for effect in effects {
            match effect {
                ScreenEffect::Save(text) => {
                    if let Some(saved_game) = &mut self.saved_game {
                        saved_game.save(&text);
                        screen.saved(saved_game.save_error(&self.words));
                    }
                }
                ScreenEffect::Think { task, paced } => {
                    let pace = if paced { self.settings.pace } else { Duration::ZERO };
                    think_in_background(task, pace, self.settings.clock, sender.clone());
                }
                ScreenEffect::Begin(new) => {
                    let begun = self.begin(new);
                    leaves |= self.change(screen, begun, sender);
                }
                ScreenEffect::Continue => {
                    let begun = self.resume();
                    leaves |= self.change(screen, begun, sender);
                }
                ScreenEffect::Leave => leaves = true,
            }
        }
        leaves
    }

    fn change(
        &mut self,
        screen: &mut Box<dyn Screen>,
        begun: Result<Box<dyn Screen>, PlayError>,
        sender: &Sender<Input>,
    ) -> bool {
        match begun {
            Ok(next) => {
                *screen = next;
                let effects = screen.begin();
                self.carry_out(screen, effects, sender)
            }
            Err(error) => {
                screen.refused(error.to_string());
                false
            }
        }
    }
}

/// Thinks on another thread, so that keys still work.
fn think_in_background(task: BotTask, pace: Duration, clock: Clock, sender: Sender<Input>) {
    let thinker = thread::Builder::new().name(THINKER.to_owned());
    let spawned = thinker.spawn(move || {
        let began = clock();
        let reply = task(began);
        thread::sleep(pace.saturating_sub(clock().duration_since(began)));
        // The receiver is gone if the user left.
        drop(sender.send(Input::BotReply(reply)));
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
            let is_last = matches!(input, Input::Leave);
            if sender.send(input).is_err() || is_last {
                return;
            }
        }
    });
}

/// The terminal in raw mode.
struct RawTerminal {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl RawTerminal {
    fn open() -> io::Result<RawTerminal> {
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
        Ok(RawTerminal { terminal: terminal.inspect_err(|_| restore())? })
    }

    fn is_small(&self) -> bool {
        let size = self.terminal.size().unwrap_or_default();
        size.width < MIN_SIZE.0 || size.height < MIN_SIZE.1
    }

    fn draw(&mut self, screen: &mut dyn Screen, palette: Palette, words: &Words) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(|frame| draw(screen, frame, palette, words))?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }
}

/// Draws a screen, or a notice if the window is too small.
pub(crate) fn draw(
    screen: &mut dyn Screen,
    frame: &mut ratatui::Frame<'_>,
    palette: Palette,
    words: &Words,
) {
    let area = frame.area();
    if area.width >= MIN_SIZE.0 && area.height >= MIN_SIZE.1 {
        return screen.draw(frame, palette);
    }
    let facts =
        [("columns", Fact::Number(area.width.into())), ("rows", Fact::Number(area.height.into()))];
    let said = words.message("tui-too-small", &facts);
    let mut rows: Vec<Row> = layout::wrap(&said, area.width.into(), "")
        .into_iter()
        .map(|line| Row::of(line, Ink::Plain))
        .collect();
    rows.push(Row::of(words.message("tui-too-small-quit", &[]), Ink::Dim));
    layout::notice(frame, palette, &rows);
}

impl Drop for RawTerminal {
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
