//! The terminal: the one place that touches it, and gives it back as it was, whatever happens.

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
use crate::stage::{Effect, Event, Stage, Thought};
use crate::trouble::{self, Trouble};
use crate::{Clock, NewGame, Start, begin, save};

/// The name of threads on which bots think.
const THINKER: &str = "thinker";

/// How a terminal is used.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Which colours it has.
    pub palette: Palette,
    /// How long a bot takes at least, so that people can follow.
    pub pace: Duration,
    /// What time it is, for bots.
    pub clock: Clock,
}

/// Plays on the screen until somebody leaves. What is to be said then, where the game is kept, comes back.
///
/// # Errors
/// If there is no terminal, or the game cannot be begun.
pub fn play(start: Start, keeper: &Keeper, manner: Manner) -> Result<Option<String>, Trouble> {
    let words = Words::english();
    let mut house = House { keeper, manner, words: words.clone(), kept: None };
    let stage: Box<dyn Stage> = match start {
        Start::Menu => Box::new(Menu::new(&words, house.has_save())),
        Start::New(new) => house.begin(new)?,
        Start::Continue => house.go_on()?,
    };
    check_terminal(&words).inspect_err(|_| house.forget())?;
    let left = house.run(stage)?;
    Ok(house.farewell(left))
}

/// Shows the games of a file until somebody leaves.
///
/// # Errors
/// If there is no terminal, or the referee refuses a game.
pub fn replay(records: &[RecordText], manner: Manner) -> Result<(), Trouble> {
    let words = Words::english();
    let shelf = Shelf::new(records, &words)?;
    check_terminal(&words)?;
    let keeper = Keeper::new(PathBuf::new());
    let mut house = House { keeper: &keeper, manner, words, kept: None };
    house.run(Box::new(shelf)).map(drop)
}

fn check_terminal(words: &Words) -> Result<(), Trouble> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Trouble::Usage(words.message("tui-no-terminal", &[])))
}

/// Does what stages want done.
struct House<'a> {
    keeper: &'a Keeper,
    manner: Manner,
    words: Words,
    kept: Option<Kept>,
}

/// What lies on the table when somebody leaves.
struct Left(Option<(String, bool)>);

impl House<'_> {
    fn has_save(&self) -> bool {
        // A damaged one is named when somebody wants to go on with it.
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

    fn go_on(&mut self) -> Result<Box<dyn Stage>, Trouble> {
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
        self.kept = Some(self.keeper.go_on(path));
        Ok(stage)
    }

    /// Leaves no trace of a game that could not begin.
    fn forget(&mut self) {
        if let Some(kept) = self.kept.take() {
            kept.discard_if_empty();
        }
    }

    fn farewell(&self, Left(record): Left) -> Option<String> {
        let (text, is_over) = record?;
        let id = if is_over { "tui-plain-over" } else { "tui-plain-left" };
        Some(self.kept.as_ref()?.farewell(id, &text, &self.words))
    }

    /// Draws, waits for something to happen, and does what is wanted, until somebody leaves.
    fn run(&mut self, mut stage: Box<dyn Stage>) -> Result<Left, Trouble> {
        let (sender, events) = mpsc::channel();
        let mut screen = Screen::open()?;
        listen(&sender);
        let effects = stage.begin();
        let mut leaves = self.carry_out(&mut stage, effects, &sender);
        while !leaves {
            screen.draw(stage.as_mut(), self.manner.palette, &self.words)?;
            let Some(batch) = wait(&events) else { break };
            for event in batch {
                let small = screen.is_small();
                let effects = match event {
                    // In a window that shows nothing, keys do nothing either.
                    Event::Key(key) if small && !leaves_small(key) => Vec::new(),
                    Event::Key(_) if small => vec![Effect::Leave],
                    Event::Mouse(_) if small => Vec::new(),
                    event => stage.on(event),
                };
                leaves |= self.carry_out(&mut stage, effects, &sender);
            }
        }
        drop(screen);
        Ok(Left(stage.record()))
    }

    /// Does all of it, and says whether somebody leaves.
    fn carry_out(
        &mut self,
        stage: &mut Box<dyn Stage>,
        effects: Vec<Effect>,
        sender: &Sender<Event>,
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
                    let pace = if paced { self.manner.pace } else { Duration::ZERO };
                    let_think(think, pace, self.manner.clock, sender.clone());
                }
                Effect::Begin(new) => {
                    let begun = self.begin(new);
                    leaves |= self.change(stage, begun, sender);
                }
                Effect::Continue => {
                    let begun = self.go_on();
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
        sender: &Sender<Event>,
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

/// Thinks on a thread of its own, so that keys are answered meanwhile.
fn let_think(think: Thought, pace: Duration, clock: Clock, sender: Sender<Event>) {
    let thinker = thread::Builder::new().name(THINKER.to_owned());
    let spawned = thinker.spawn(move || {
        let began = clock();
        let answer = think(began);
        thread::sleep(pace.saturating_sub(clock().duration_since(began)));
        // Whoever left does not wait for answers.
        drop(sender.send(Event::Answer(answer)));
    });
    debug_assert!(spawned.is_ok(), "a thread more is no trouble");
}

/// All that has happened, after waiting for something to happen. Nothing if nothing ever will.
fn wait(events: &Receiver<Event>) -> Option<Vec<Event>> {
    let first = events.recv().ok()?;
    Some(std::iter::once(first).chain(events.try_iter()).collect())
}

fn leaves_small(key: event::KeyEvent) -> bool {
    let control = key.modifiers.contains(event::KeyModifiers::CONTROL);
    matches!(
        (key.code, control),
        (event::KeyCode::Char('q'), false) | (event::KeyCode::Char('c'), true)
    )
}

/// Hands on keys and clicks, and that somebody wants this process to end.
fn listen(sender: &Sender<Event>) {
    let signalled = sender.clone();
    // Where another handler is set already, its way to end is as good.
    drop(ctrlc::set_handler(move || drop(signalled.send(Event::Leave))));
    let sender = sender.clone();
    thread::spawn(move || {
        loop {
            let event = match event::read() {
                Ok(event::Event::Key(key)) if key.kind != KeyEventKind::Release => Event::Key(key),
                Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse),
                Ok(event::Event::Resize(..)) => Event::Resize,
                Ok(_) => continue,
                // The terminal is gone.
                Err(_) => Event::Leave,
            };
            let is_last = event == Event::Leave;
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    });
}

/// The terminal while it is ours.
struct Screen {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        let earlier = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            // A bot that fails is not worth the screen: it is noticed where its answer is.
            if thread::current().name() != Some(THINKER) {
                give_back();
                earlier(panicked);
            }
        }));
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)
            .inspect_err(|_| give_back())?;
        // A picture is handed on in one piece, so that nobody sees half of it.
        let whole = BufWriter::with_capacity(1 << 16, io::stdout());
        let terminal = Terminal::new(CrosstermBackend::new(whole));
        Ok(Screen { terminal: terminal.inspect_err(|_| give_back())? })
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

/// Draws a stage, or that the window is too small for it.
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
        give_back();
    }
}

/// Gives the terminal back as it was. If it is gone, there is nobody to tell.
fn give_back() {
    drop(execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show));
    drop(disable_raw_mode());
    drop(io::stdout().flush());
}
