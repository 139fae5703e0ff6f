//! Replay: a recorded game step by step, from any seat.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use rules::{Fact, Observer, Open as _, Rules as _, Step};
use table::record::{Record, RecordText};
use table::referee::referee;
use words::Words;
use words::spoken::SpokenView;

use crate::error::{self, PlayError};
use crate::face::{self, Face, Ink, Row, VisitFace};
use crate::layout::{Hit, Hits, TableLayout, hit};
use crate::overlay::Overlay;
use crate::palette::Palette;
use crate::screen::{Input, Screen, ScreenEffect};

/// The number of steps in a long jump.
const STRIDE: usize = 10;

/// The games of a file, with one of them shown.
#[derive(Debug)]
pub(crate) struct ReplayList {
    games: Vec<Box<dyn AnyReplay>>,
    open: usize,
}

/// A recorded game of any kind.
trait AnyReplay: Screen + std::fmt::Debug {}
impl<G: Face> AnyReplay for ReplayScreen<G> {}

impl ReplayList {
    /// The games of these records. The referee checks each of them.
    pub(crate) fn new(records: &[RecordText], words: &Words) -> Result<ReplayList, PlayError> {
        struct OpenReplay<'a>(&'a RecordText, &'a Words);
        impl VisitFace for OpenReplay<'_> {
            type Output = Result<Box<dyn AnyReplay>, PlayError>;
            fn visit<G: Face>(self) -> Self::Output {
                Ok(Box::new(ReplayScreen::<G>::new(self.0, self.1)?))
            }
        }
        let refused = PlayError::Refused;
        let open = |text: &RecordText| {
            let game = text.game().map_err(|error| refused(error::record_reason(&error, words)))?;
            face::visit(game, OpenReplay(text, words))
        };
        let games = records.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        Ok(ReplayList { games, open: 0 })
    }
}

impl Screen for ReplayList {
    fn on(&mut self, input: Input) -> Vec<ScreenEffect> {
        if let Input::Key(KeyEvent { code: KeyCode::Char(letter @ ('n' | 'p')), .. }) = input {
            let last = self.games.len().saturating_sub(1);
            self.open = match letter {
                'n' => (self.open + 1).min(last),
                _ => self.open.saturating_sub(1),
            };
            return Vec::new();
        }
        self.games.get_mut(self.open).map_or(vec![ScreenEffect::Leave], |game| game.on(input))
    }

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        if let Some(game) = self.games.get_mut(self.open) {
            game.draw(frame, palette);
        }
    }
}

/// A recorded game.
#[derive(Debug)]
pub(crate) struct ReplayScreen<G: Face> {
    words: Words,
    rules: G::Rules,
    steps: Vec<Step<G>>,
    /// The number of steps so far.
    at: usize,
    who: Observer,
    /// The log of each observer: the seats in order, then the rail.
    stories: Vec<Vec<G::Seen>>,
    game: G,
    overlay: Option<Overlay>,
    /// The digits of a step number typed so far.
    typed: String,
    hits: Hits,
}

impl<G: Face> ReplayScreen<G> {
    fn new(text: &RecordText, words: &Words) -> Result<ReplayScreen<G>, PlayError> {
        let refused = PlayError::Refused;
        let record = Record::<G>::read(text);
        let record = record.map_err(|error| refused(error::record_reason(&error, words)))?;
        referee(&record, |_| ()).map_err(|why| refused(error::referee_reason(&why, words)))?;
        let names = record.tag("Seats").unwrap_or_default().split(',');
        let names: Vec<String> = names.map(|name| name.trim().to_owned()).collect();
        let twice = (1..names.len()).any(|place| names[..place].contains(&names[place]));
        let words = words.clone().with_names(if twice { Vec::new() } else { names });
        let n_seats = record.rules.n_seats();
        Ok(ReplayScreen {
            words,
            rules: record.rules,
            steps: record.steps,
            at: 0,
            who: Observer::Seat(rules::Seat::new(0)),
            stories: vec![Vec::new(); usize::from(n_seats) + 1],
            game: G::new(record.rules),
            overlay: None,
            typed: String::new(),
            hits: Hits::new(),
        })
    }

    /// Goes to a step. Going back replays from the start: games are short.
    fn go(&mut self, to: usize) {
        let to = to.min(self.steps.len());
        if to < self.at {
            self.at = 0;
            self.game = G::new(self.rules);
            self.stories.iter_mut().for_each(Vec::clear);
        }
        while self.at < to {
            let step = self.steps[self.at];
            let before = self.game.clone();
            self.game.apply(&step);
            for (who, story) in Observer::all(self.rules.n_seats()).zip(&mut self.stories) {
                story.extend(G::seen(&before, &step, &self.game, who));
            }
            self.at += 1;
        }
    }

    fn story(&self) -> &[G::Seen] {
        let place = self.who.seat().map_or(self.stories.len() - 1, rules::Seat::index);
        &self.stories[place]
    }

    fn next_observer(&mut self, back: bool) {
        let all: Vec<Observer> = Observer::all(self.rules.n_seats()).collect();
        let here = all.iter().position(|who| *who == self.who).unwrap_or_default();
        let step = if back { all.len() - 1 } else { 1 };
        self.who = all[(here + step) % all.len()];
    }

    fn key(&mut self, key: KeyEvent) -> Vec<ScreenEffect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') {
                vec![ScreenEffect::Leave]
            } else {
                Vec::new()
            };
        }
        if let Some(overlay) = &mut self.overlay {
            if overlay.key(key.code) {
                self.overlay = None;
            }
            return Vec::new();
        }
        let typed = std::mem::take(&mut self.typed);
        match key.code {
            KeyCode::Right | KeyCode::Char(' ') => self.go(self.at + 1),
            KeyCode::Left | KeyCode::Backspace => self.go(self.at.saturating_sub(1)),
            KeyCode::PageDown | KeyCode::Down => self.go(self.at + STRIDE),
            KeyCode::PageUp | KeyCode::Up => self.go(self.at.saturating_sub(STRIDE)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.steps.len()),
            KeyCode::Tab => self.next_observer(false),
            KeyCode::BackTab => self.next_observer(true),
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                self.typed = typed;
                if self.typed.len() < 5 {
                    self.typed.push(digit);
                }
            }
            KeyCode::Enter => {
                if let Ok(step) = typed.parse() {
                    self.go(step);
                }
            }
            KeyCode::Char(letter) => return self.command(letter),
            _ => {}
        }
        Vec::new()
    }

    fn command(&mut self, letter: char) -> Vec<ScreenEffect> {
        let view = self.game.view(self.who);
        let words = self.words.clone();
        let sight = SpokenView { view: &view, words: &words };
        match letter {
            '?' => self.overlay = Some(Overlay::help("tui-replay-help", &words)),
            'l' => self.overlay = Some(Overlay::last(sight)),
            's' => {
                self.overlay = Some(match view.open.sheet() {
                    Some(sheet) => Overlay::sheet(sight, &sheet, "tui-close"),
                    None => Overlay::scores(sight, &[], &[]),
                });
            }
            't' => self.overlay = Some(Overlay::story::<G>(self.story(), &words)),
            'r' => self.overlay = Some(Overlay::rules(sight, None)),
            'v' => self.next_observer(false),
            '→' => self.go(self.at + 1),
            '←' => self.go(self.at.saturating_sub(1)),
            'q' => return vec![ScreenEffect::Leave],
            _ => {}
        }
        Vec::new()
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<ScreenEffect> {
        if let Some(overlay) = &mut self.overlay {
            if overlay.mouse(mouse.kind) {
                self.overlay = None;
            }
            return Vec::new();
        }
        match mouse.kind {
            MouseEventKind::ScrollDown => self.go(self.at + 1),
            MouseEventKind::ScrollUp => self.go(self.at.saturating_sub(1)),
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(Hit::Key(letter)) = hit(&self.hits, mouse.column, mouse.row) {
                    return self.command(letter);
                }
            }
            _ => {}
        }
        Vec::new()
    }
}

impl<G: Face> Screen for ReplayScreen<G> {
    fn on(&mut self, input: Input) -> Vec<ScreenEffect> {
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Leave => vec![ScreenEffect::Leave],
            Input::Resize | Input::BotReply(_) => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        let words = self.words.clone();
        let view = self.game.view(self.who);
        let sight = SpokenView { view: &view, words: &words };
        let seen_by = match self.who.seat() {
            Some(seat) => words.message("tui-replay-seat", &[("seat", seat.into())]),
            None => words.message("tui-replay-rail", &[]),
        };
        let (at, n_steps) = (self.at as i64, self.steps.len() as i64);
        let facts = [("step", Fact::Number(at)), ("steps", Fact::Number(n_steps))];
        let step = words.message("replay-step", &facts);
        let mut notes = vec![Row::of(format!("{step} · {seen_by}"), Ink::Plain)];
        if !self.typed.is_empty() {
            let typed = [("step", Fact::Text(self.typed.clone()))];
            notes.push(Row::of(words.message("tui-replay-jump", &typed), Ink::Accent));
        }
        notes.extend(G::private_facts(sight).into_iter().map(|aside| Row::of(aside, Ink::Dim)));
        let scene = TableLayout {
            sight,
            question: G::question(sight),
            story: self.story(),
            selection: None,
            notes,
            keys: KEYS.iter().map(|(key, id)| (*key, words.message(id, &[]))).collect(),
        };
        self.hits = scene.draw(frame, palette);
        if let Some(overlay) = &mut self.overlay {
            overlay.draw(frame, palette);
        }
    }
}

/// Keys that the bottom row always shows.
const KEYS: [(char, &str); 9] = [
    ('?', "tui-key-help"),
    ('←', "replay-back"),
    ('→', "replay-on"),
    ('v', "tui-key-view"),
    ('l', "tui-key-last"),
    ('s', "tui-key-scores"),
    ('r', "tui-key-rules"),
    ('t', "tui-key-story"),
    ('q', "tui-key-quit"),
];
