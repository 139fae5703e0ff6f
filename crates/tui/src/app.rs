//! A running game on the screen: the turn, the selection, thinking bots and overlays.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use rules::{Observer, Seat, Seats, Turn};
use words::spoken::Sight;

use crate::asking::Asking;
use crate::face::{Face, Ink, Part, Row};
use crate::overlay::Overlay;
use crate::palette::Palette;
use crate::screen::{Answering, Hit, Hits, Scene, hit, index_key};
use crate::sitting::Sitting;
use crate::stage::{Answer, Effect, Input, Stage};
use crate::{begin, curtain, hint, trouble};

/// A table on the screen.
#[derive(Debug)]
pub(crate) struct App<G: Face> {
    sitting: Sitting<G>,
    /// The seat whose view is shown.
    who: Observer,
    /// The seat that the curtain waits for.
    curtain: Option<Seat>,
    /// The parts picked so far, and the cursor.
    picked: Vec<Part>,
    cursor: usize,
    overlay: Option<Overlay>,
    /// Whether the points of a finished round are shown.
    paused: bool,
    notes: Vec<Row>,
    /// Why the game is not saved.
    unsaved: Option<String>,
    /// Bots that are thinking.
    thinking: Seats,
    hits: Hits,
}

impl<G: Face> App<G> {
    pub(crate) fn new(sitting: Sitting<G>) -> App<G> {
        let people = sitting.people();
        // With several people, show only open cards until the first turn is known.
        let who = match people.first() {
            Some(seat) if people.len() == 1 => Observer::Seat(seat),
            Some(_) | None => Observer::Rail,
        };
        App {
            sitting,
            who,
            curtain: None,
            picked: Vec::new(),
            cursor: 0,
            overlay: None,
            paused: false,
            notes: Vec::new(),
            unsaved: None,
            thinking: Seats::NONE,
            hits: Hits::new(),
        }
    }

    /// Plays on until a person at the terminal must decide.
    fn advance(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.paused {
            return effects;
        }
        let n_steps = self.sitting.n_steps();
        while self.sitting.turn() == Turn::Chance {
            self.sitting.deal();
        }
        // Deals follow from the seed, so one save after all of them is enough.
        if self.sitting.n_steps() > n_steps {
            effects.push(Effect::Save(self.sitting.text()));
        }
        match self.sitting.turn() {
            Turn::Chance => {}
            Turn::Over => self.show_scores(),
            Turn::Decide(seats) => {
                for seat in seats.without(self.thinking).iter() {
                    effects.extend(self.let_think(seat));
                }
                self.look(seats);
            }
        }
        effects
    }

    fn let_think(&mut self, seat: Seat) -> Option<Effect> {
        let (name, seed) = self.sitting.bot(seat)?;
        let view = self.sitting.view(Observer::Seat(seat));
        self.thinking = self.thinking.with(seat);
        let think = Box::new(move |now| {
            let action = begin::think(&view, name, seed, now);
            Answer::Move { seat, action: action.map(|action| action.to_string()) }
        });
        Some(Effect::Think { think, paced: true })
    }

    /// Shows the table to a person who must decide. If the viewer changes, the curtain closes first.
    fn look(&mut self, asked: Seats) {
        let people = self.sitting.people();
        let mut waiting = asked.iter().filter(|&seat| people.has(seat));
        if self.who.seat().is_some_and(|seat| asked.has(seat)) && self.curtain.is_none() {
            return;
        }
        if let Some(seat) = waiting.next() {
            if people.len() > 1 {
                self.curtain = Some(seat);
            }
            self.who = Observer::Seat(seat);
            self.rest_cursor();
        }
    }

    fn show_scores(&mut self) {
        let view = self.sitting.view(self.who);
        let sight = Sight { view: &view, words: self.sitting.words() };
        let is_over = self.sitting.turn() == Turn::Over;
        let hint = if is_over { "tui-close-over" } else { "tui-close-round" };
        self.overlay =
            Some(Overlay::scores(sight, self.sitting.points(), self.sitting.seats(), Some(hint)));
    }

    /// Plays an action. After the last action of a round, its points are shown before the next round.
    fn act(&mut self, seat: Seat, action: G::Action) -> Vec<Effect> {
        let rounds = self.sitting.rounds();
        if let Err(refusal) = self.sitting.act(seat, action) {
            let words = self.sitting.words();
            let why = words.begin(trouble::of_refusal(&refusal, words));
            self.notes = vec![Row::of(why, Ink::Bad)];
            return Vec::new();
        }
        self.thinking = self.thinking.without(Seats::one(seat));
        if self.who == Observer::Seat(seat) {
            self.notes.clear();
            self.picked.clear();
            self.cursor = 0;
        }
        let over = self.sitting.turn() == Turn::Over;
        let ended = self.sitting.rounds() > rounds && !over;
        // Show no hand: cards left at the end stay hidden.
        if (ended || over) && self.sitting.people().len() > 1 {
            self.who = Observer::Rail;
        }
        if ended && !self.sitting.people().is_empty() {
            self.paused = true;
            self.show_scores();
        }
        let n_steps = self.sitting.n_steps();
        let mut effects = self.advance();
        // If a deal followed, it was saved with the action.
        if self.sitting.n_steps() == n_steps {
            effects.insert(0, Effect::Save(self.sitting.text()));
        }
        self.rest_cursor();
        effects
    }

    /// Puts the cursor on the first legal option.
    fn rest_cursor(&mut self) {
        let Some(asking) = self.asking() else { return };
        let picks = asking.picks(&self.picked);
        if !picks.get(self.cursor).is_some_and(|pick| pick.allowed) {
            self.cursor = picks.iter().position(|pick| pick.allowed).unwrap_or_default();
        }
    }

    fn asking(&self) -> Option<Asking<G>> {
        let view = self.sitting.view(self.who);
        Asking::of(Sight { view: &view, words: self.sitting.words() })
    }

    /// The picked parts and the part under the cursor.
    fn aimed(&self, asking: &Asking<G>) -> Option<Vec<Part>> {
        let pick = asking.picks(&self.picked).into_iter().nth(self.cursor)?;
        let mut aimed = self.picked.clone();
        aimed.push(pick.part);
        Some(aimed)
    }

    /// Picks the part under the cursor. The last part plays the action.
    fn pick(&mut self) -> Vec<Effect> {
        let Some(asking) = self.asking() else { return Vec::new() };
        let Some(aimed) = self.aimed(&asking) else { return Vec::new() };
        if !asking.refusals(&aimed).is_empty() {
            self.say_why(&asking, &aimed);
            return Vec::new();
        }
        let whole = asking.whole(&aimed).map(|choice| choice.action);
        if let (Some(action), Observer::Seat(seat)) = (whole, self.who) {
            return self.act(seat, action);
        }
        self.picked = aimed;
        self.cursor = 0;
        self.notes.clear();
        self.rest_cursor();
        Vec::new()
    }

    /// Undoes the last pick, before the action is played.
    fn take_back(&mut self) {
        self.notes.clear();
        let Some(part) = self.picked.pop() else { return };
        let picks = self.asking().map(|asking| asking.picks(&self.picked)).unwrap_or_default();
        self.cursor = picks.iter().position(|pick| pick.part.id == part.id).unwrap_or_default();
    }

    fn say_why(&mut self, asking: &Asking<G>, aimed: &[Part]) {
        let words = self.sitting.words();
        let refusals = asking.refusals(aimed);
        let told = |refusal| Row::of(words.begin(trouble::of_refusal(refusal, words)), Ink::Bad);
        self.notes = refusals.iter().map(told).collect();
        if self.notes.is_empty() {
            self.notes = vec![Row::of(words.message("tui-allowed", &[]), Ink::Good)];
        }
    }

    fn move_cursor(&mut self, by: isize) {
        let Some(asking) = self.asking() else { return };
        let n_picks = asking.picks(&self.picked).len() as isize;
        if n_picks > 0 {
            self.cursor = (self.cursor as isize + by).rem_euclid(n_picks) as usize;
            self.notes.clear();
        }
    }

    /// Moves the cursor if the key belongs to an option, and returns whether it does.
    fn jump(&mut self, key: char) -> bool {
        let Some(asking) = self.asking() else { return false };
        let picks = asking.picks(&self.picked);
        let keyed = (0..)
            .zip(&picks)
            .find(|(place, pick)| pick.part.key.or_else(|| index_key(*place)) == Some(key));
        let place = keyed.map(|(place, _)| place).or_else(|| {
            // The next card of the suit with this letter.
            let suited = |place: &usize| {
                let letters = picks[*place].part.card.text();
                key.is_uppercase() && letters.to_uppercase().contains(key)
            };
            let after = self.cursor + 1..picks.len();
            after.chain(0..picks.len()).find(suited)
        });
        if let Some(place) = place {
            self.cursor = place;
            self.notes.clear();
        }
        place.is_some()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => vec![Effect::Leave],
                _ => Vec::new(),
            };
        }
        if self.curtain.is_some() {
            match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => {
                    self.curtain = None;
                    self.rest_cursor();
                }
                KeyCode::Char('q') => return vec![Effect::Leave],
                _ => {}
            }
            return Vec::new();
        }
        if let Some(overlay) = &mut self.overlay {
            return if overlay.key(key.code) { self.close(key.code) } else { Vec::new() };
        }
        match key.code {
            KeyCode::Left | KeyCode::BackTab => self.move_cursor(-1),
            KeyCode::Right | KeyCode::Tab => self.move_cursor(1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.pick(),
            // An arrow moves to the next part, but never plays.
            KeyCode::Down if !self.is_last_part() => return self.pick(),
            KeyCode::Backspace | KeyCode::Esc | KeyCode::Up => self.take_back(),
            KeyCode::Char(letter) => {
                if letter.is_ascii_digit() || letter.is_uppercase() {
                    self.jump(letter);
                } else {
                    return self.command(letter);
                }
            }
            _ => {}
        }
        Vec::new()
    }

    /// Handles letter keys.
    fn command(&mut self, letter: char) -> Vec<Effect> {
        let view = self.sitting.view(self.who);
        let words = self.sitting.words().clone();
        let sight = Sight { view: &view, words: &words };
        // Options have their own letters, such as the one of the scrap area.
        if self.is_pick(letter) {
            self.jump(letter);
            return Vec::new();
        }
        match letter {
            '?' => self.overlay = Some(Overlay::help("tui-help", &words)),
            'l' => self.overlay = Some(Overlay::last(sight)),
            's' => {
                let (points, seats) = (self.sitting.points(), self.sitting.seats());
                self.overlay = Some(Overlay::scores(sight, points, seats, None));
            }
            't' => self.overlay = Some(Overlay::story(self.sitting.story(self.who), &words)),
            'r' => {
                let asking = self.asking();
                let aimed = asking.as_ref().and_then(|asking| {
                    let refusals = asking.refusals(&self.aimed(asking)?);
                    refusals.first().map(rules::Refusal::rule)
                });
                self.overlay = Some(Overlay::rules(sight, aimed));
            }
            'h' => return self.ask_hint().into_iter().collect(),
            'w' => {
                if let Some(asking) = self.asking()
                    && let Some(aimed) = self.aimed(&asking)
                {
                    self.say_why(&asking, &aimed);
                }
            }
            'u' => self.take_back(),
            'q' => return vec![Effect::Leave],
            _ => {}
        }
        Vec::new()
    }

    /// Whether the part under the cursor completes the action.
    fn is_last_part(&self) -> bool {
        self.asking().is_none_or(|asking| {
            self.aimed(&asking).is_none_or(|aimed| asking.whole(&aimed).is_some())
        })
    }

    fn is_pick(&self, letter: char) -> bool {
        let picks = self.asking().map(|asking| asking.picks(&self.picked)).unwrap_or_default();
        picks.iter().any(|pick| pick.part.key == Some(letter))
    }

    fn ask_hint(&mut self) -> Option<Effect> {
        let seat = self.who.seat()?;
        let asked = self.sitting.turn().asks(seat);
        let words = self.sitting.words().clone();
        if !asked {
            self.notes = vec![Row::of(words.message("tui-no-hint", &[]), Ink::Dim)];
            return None;
        }
        self.notes = vec![Row::of(words.message("tui-thinking", &[]), Ink::Dim)];
        let (view, seed) = (self.sitting.view(self.who), self.sitting.thought(seat));
        let n_steps = self.sitting.n_steps();
        let think = Box::new(move |now| {
            let lines = hint::told(&view, &words, seed, now);
            Answer::Hint { n_steps, lines }
        });
        Some(Effect::Think { think, paced: false })
    }

    /// Closes the overlay, and starts the next round after the points of a round.
    fn close(&mut self, code: KeyCode) -> Vec<Effect> {
        self.overlay = None;
        if self.paused {
            self.paused = false;
            return self.advance();
        }
        let leaves = self.sitting.turn() == Turn::Over && code == KeyCode::Char('q');
        if leaves { vec![Effect::Leave] } else { Vec::new() }
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let clicked = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if self.curtain.is_some() {
            return Vec::new();
        }
        if let Some(overlay) = &mut self.overlay {
            return if overlay.mouse(mouse.kind) { self.close(KeyCode::Esc) } else { Vec::new() };
        }
        if !clicked {
            return Vec::new();
        }
        match hit(&self.hits, mouse.column, mouse.row) {
            Some(Hit::Key(letter)) => self.command(letter),
            Some(Hit::Pick { stage, place }) => {
                while self.picked.len() > stage {
                    self.take_back();
                }
                if self.picked.len() == stage && self.cursor == place {
                    return self.pick();
                }
                self.cursor = place;
                self.notes.clear();
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn answer(&mut self, answer: Answer) -> Vec<Effect> {
        match answer {
            Answer::Move { seat, action } => {
                let action = action.and_then(|action| action.parse::<G::Action>().ok());
                match action {
                    Some(action) if self.thinking.has(seat) => self.act(seat, action),
                    Some(_) | None => Vec::new(),
                }
            }
            Answer::Hint { n_steps, lines } => {
                if n_steps == self.sitting.n_steps() {
                    self.notes = lines.into_iter().map(|line| Row::of(line, Ink::Plain)).collect();
                }
                Vec::new()
            }
        }
    }

    /// The notes below the cards: the requested text, or the option under the cursor.
    fn below(&self, sight: Sight<'_, G>, asking: Option<&Asking<G>>) -> Vec<Row> {
        let unsaved = self.unsaved.iter().map(|why| Row::of(why.clone(), Ink::Bad));
        let mut notes: Vec<Row> = unsaved.collect();
        if !self.notes.is_empty() {
            notes.extend(self.notes.iter().cloned());
            return notes;
        }
        let aimed = asking.and_then(|asking| Some((asking, self.aimed(asking)?)));
        if let Some((asking, aimed)) = aimed {
            let whole = asking.whole(&aimed);
            let label = whole.map(|choice| sight.words.begin(G::label(sight, choice.action)));
            let allowed = asking.refusals(&aimed).is_empty();
            let id = match (whole.is_some(), allowed) {
                (true, true) => "tui-send",
                (false, true) => "tui-pick",
                (_, false) => "tui-not-allowed",
            };
            let label = label
                .unwrap_or_else(|| aimed.last().map(|part| part.card.text()).unwrap_or_default());
            notes.push(Row::of(sight.tell(id, &[("label", label.into())]), Ink::Dim));
        }
        notes.extend(G::asides(sight).into_iter().map(|aside| Row::of(aside, Ink::Dim)));
        notes
    }
}

impl<G: Face> Stage for App<G> {
    fn begin(&mut self) -> Vec<Effect> {
        let effects = self.advance();
        self.rest_cursor();
        effects
    }

    fn on(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::Answer(answer) => self.answer(answer),
            Input::Resize => Vec::new(),
            Input::Leave => vec![Effect::Leave],
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        let words = self.sitting.words().clone();
        if let Some(seat) = self.curtain {
            return curtain::draw(frame, palette, seat, &words);
        }
        let view = self.sitting.view(self.who);
        let sight = Sight { view: &view, words: &words };
        let asking = Asking::of(sight);
        let notes = self.below(sight, asking.as_ref());
        let keys = KEYS.map(|(key, id)| (key, words.message(id, &[])));
        let scene = Scene {
            sight,
            story: self.sitting.story(self.who),
            answering: asking.as_ref().map(|asking| Answering {
                asking,
                picked: &self.picked,
                cursor: self.cursor,
            }),
            notes,
            keys: keys.to_vec(),
        };
        self.hits = scene.draw(frame, palette);
        if let Some(overlay) = &mut self.overlay {
            overlay.draw(frame, palette);
        }
    }

    fn saved(&mut self, trouble: Option<String>) {
        self.unsaved = trouble;
    }

    fn record(&self) -> Option<(String, bool)> {
        Some((self.sitting.text(), self.sitting.turn() == Turn::Over))
    }
}

/// Keys that the bottom row always shows.
const KEYS: [(char, &str); 9] = [
    ('?', "tui-key-help"),
    ('h', "tui-key-hint"),
    ('w', "tui-key-why"),
    ('u', "tui-key-back"),
    ('l', "tui-key-last"),
    ('s', "tui-key-scores"),
    ('r', "tui-key-rules"),
    ('t', "tui-key-story"),
    ('q', "tui-key-quit"),
];
