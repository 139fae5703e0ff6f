//! A running game on the screen: the turn, the selection, thinking bots and overlays.

use bots::Hint;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::Frame;
use rules::{Observer, Open as _, Seat, Seats, Turn};
use words::spoken::SpokenView;

use crate::action_choices::ActionChoices;
use crate::face::{Face, Ink, Part, Row};
use crate::layout::{Hit, Hits, Selection, TableLayout, hit, index_key};
use crate::local_table::LocalTable;
use crate::overlay::Overlay;
use crate::palette::Palette;
use crate::screen::{BotReply, Input, Screen, ScreenEffect};
use crate::{begin, curtain, error, hint};

/// The result of a bot's task at a table.
#[derive(Debug)]
pub(crate) enum GameReply<G: Face> {
    /// The action of a bot.
    Move { seat: Seat, action: Option<G::Action> },
    /// A hint for a seat's decision after this number of its decisions.
    Hint { seat: Seat, n_decisions: u64, hints: Vec<Hint<G>> },
}

/// A table on the screen.
#[derive(Debug)]
pub(crate) struct GameScreen<G: Face> {
    table: LocalTable<G>,
    /// The seat whose view is shown.
    who: Observer,
    /// The seat that the curtain waits for.
    curtain: Option<Seat>,
    /// The parts picked so far, and the cursor.
    picked: Vec<Part>,
    cursor: usize,
    overlay: Option<Overlay>,
    /// Whether the table waits after a round, with its score sheet.
    paused: bool,
    notes: Vec<Row>,
    /// Why the game is not saved.
    unsaved: Option<String>,
    /// Bots that are thinking.
    thinking: Seats,
    hits: Hits,
}

impl<G: Face> GameScreen<G> {
    pub(crate) fn new(table: LocalTable<G>) -> GameScreen<G> {
        let people = table.people();
        // With several people, show only open cards until the first turn is known.
        let who = match people.first() {
            Some(seat) if people.len() == 1 => Observer::Seat(seat),
            Some(_) | None => Observer::Rail,
        };
        GameScreen {
            table,
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
    fn advance(&mut self) -> Vec<ScreenEffect> {
        let mut effects = Vec::new();
        if self.paused {
            return effects;
        }
        let n_steps = self.table.n_steps();
        while self.table.turn() == Turn::Chance {
            self.table.deal();
        }
        // Deals follow from the seed, so one save after all of them is enough.
        if self.table.n_steps() > n_steps {
            effects.push(ScreenEffect::Save(self.table.text()));
        }
        match self.table.turn() {
            Turn::Chance => {}
            Turn::Over => self.show_sheet(),
            Turn::Decide(seats) => {
                for seat in seats.without(self.thinking).iter() {
                    effects.extend(self.start_bot(seat));
                }
                self.show_to(seats);
            }
        }
        effects
    }

    fn start_bot(&mut self, seat: Seat) -> Option<ScreenEffect> {
        let (name, seed) = self.table.bot(seat)?;
        let view = self.table.view(Observer::Seat(seat));
        self.thinking = self.thinking.with(seat);
        let task = Box::new(move |now| {
            let action = begin::think(&view, name, seed, now);
            Box::new(GameReply::Move::<G> { seat, action }) as BotReply
        });
        Some(ScreenEffect::Think { task, paced: true })
    }

    /// Shows the table to a person who must decide. If the viewer changes, the curtain closes first.
    fn show_to(&mut self, asked: Seats) {
        let people = self.table.people();
        let mut waiting = asked.iter().filter(|&seat| people.has(seat));
        if self.who.seat().is_some_and(|seat| asked.has(seat)) && self.curtain.is_none() {
            return;
        }
        if let Some(seat) = waiting.next() {
            if people.len() > 1 {
                self.curtain = Some(seat);
            }
            self.who = Observer::Seat(seat);
            self.reset_cursor();
        }
    }

    /// Shows the score sheet of the last round, if it still lies there.
    fn show_sheet(&mut self) {
        let view = self.table.view(self.who);
        let sight = SpokenView { view: &view, words: self.table.words() };
        let Some(sheet) = view.open.sheet() else { return };
        let is_over = self.table.turn() == Turn::Over;
        let hint = if is_over { "tui-close-over" } else { "tui-close-round" };
        self.overlay = Some(Overlay::sheet(sight, &sheet, hint));
    }

    /// Waits after a round, if people play: the board stays, and the score sheet lies over it.
    fn pause(&mut self) {
        if self.table.is_between_rounds() && !self.table.people().is_empty() {
            self.paused = true;
            self.show_sheet();
        }
    }

    /// Plays an action. After the last action of a round, its score sheet is shown before the next round.
    fn act(&mut self, seat: Seat, action: G::Action) -> Vec<ScreenEffect> {
        let was_asked = self.who.seat().is_some_and(|seat| self.is_asked(seat));
        if let Err(refusal) = self.table.act(seat, action) {
            let words = self.table.words();
            let why = words.capitalise(error::refusal_reason(&refusal, words));
            self.notes = vec![Row::of(why, Ink::Bad)];
            return Vec::new();
        }
        self.thinking = self.thinking.without(Seats::one(seat));
        if self.who == Observer::Seat(seat) {
            self.notes.clear();
            self.picked.clear();
            self.cursor = 0;
        }
        let over = self.table.turn() == Turn::Over;
        // Show no hand: cards left at the end stay hidden.
        if (self.table.is_between_rounds() || over) && self.table.people().len() > 1 {
            self.who = Observer::Rail;
        }
        self.pause();
        let n_steps = self.table.n_steps();
        let mut effects = self.advance();
        // If a deal followed, it was saved with the action.
        if self.table.n_steps() == n_steps {
            effects.insert(0, ScreenEffect::Save(self.table.text()));
        }
        // Notes belong to a question, or to waiting for one.
        if !was_asked && self.who.seat().is_some_and(|seat| self.is_asked(seat)) {
            self.notes.clear();
        }
        self.reset_cursor();
        effects
    }

    /// Whether the viewer has this seat and owes a decision.
    fn is_asked(&self, seat: Seat) -> bool {
        self.who == Observer::Seat(seat) && self.table.turn().asks(seat)
    }

    /// Puts the cursor on the first legal option.
    fn reset_cursor(&mut self) {
        let Some(question) = self.current_question() else { return };
        let options = question.options(&self.picked);
        if !options.get(self.cursor).is_some_and(|pick| pick.allowed) {
            self.cursor = options.iter().position(|pick| pick.allowed).unwrap_or_default();
        }
    }

    /// The question to the player on the screen. While the table waits after a round, nobody is asked.
    fn current_question(&self) -> Option<ActionChoices<G>> {
        if self.paused {
            return None;
        }
        let view = self.table.view(self.who);
        ActionChoices::of(SpokenView { view: &view, words: self.table.words() })
    }

    /// The picked parts and the part under the cursor.
    fn aimed_parts(&self, question: &ActionChoices<G>) -> Option<Vec<Part>> {
        let pick = question.options(&self.picked).into_iter().nth(self.cursor)?;
        let mut aimed = self.picked.clone();
        aimed.push(pick.part);
        Some(aimed)
    }

    /// Picks the part under the cursor. The last part plays the action.
    fn pick(&mut self) -> Vec<ScreenEffect> {
        let Some(question) = self.current_question() else { return Vec::new() };
        let Some(aimed) = self.aimed_parts(&question) else { return Vec::new() };
        if !question.refusals(&aimed).is_empty() {
            self.explain(&question, &aimed);
            return Vec::new();
        }
        let whole = question.complete(&aimed).map(|choice| choice.action);
        if let (Some(action), Observer::Seat(seat)) = (whole, self.who) {
            return self.act(seat, action);
        }
        self.picked = aimed;
        self.cursor = 0;
        self.notes.clear();
        self.reset_cursor();
        Vec::new()
    }

    /// Undoes the last pick, before the action is played.
    fn undo_pick(&mut self) {
        self.notes.clear();
        let Some(part) = self.picked.pop() else { return };
        let options = self
            .current_question()
            .map(|question| question.options(&self.picked))
            .unwrap_or_default();
        self.cursor = options.iter().position(|pick| pick.part.id == part.id).unwrap_or_default();
    }

    fn explain(&mut self, question: &ActionChoices<G>, aimed: &[Part]) {
        let words = self.table.words();
        let refusals = question.refusals(aimed);
        let told =
            |refusal| Row::of(words.capitalise(error::refusal_reason(refusal, words)), Ink::Bad);
        self.notes = refusals.iter().map(told).collect();
        if self.notes.is_empty() {
            self.notes = vec![Row::of(words.message("tui-allowed", &[]), Ink::Good)];
        }
    }

    fn move_cursor(&mut self, by: isize) {
        let Some(question) = self.current_question() else { return };
        let n_picks = question.options(&self.picked).len() as isize;
        if n_picks > 0 {
            self.cursor = (self.cursor as isize + by).rem_euclid(n_picks) as usize;
            self.notes.clear();
        }
    }

    /// Moves the cursor if the key belongs to an option, and returns whether it does.
    fn jump(&mut self, key: char) -> bool {
        let Some(question) = self.current_question() else { return false };
        let options = question.options(&self.picked);
        let keyed = (0..)
            .zip(&options)
            .find(|(place, pick)| pick.part.key.or_else(|| index_key(*place)) == Some(key));
        let place = keyed.map(|(place, _)| place).or_else(|| {
            // The next card of the suit with this letter.
            let suited = |place: &usize| {
                let letters = options[*place].part.card.text();
                key.is_uppercase() && letters.to_uppercase().contains(key)
            };
            let after = self.cursor + 1..options.len();
            after.chain(0..options.len()).find(suited)
        });
        if let Some(place) = place {
            self.cursor = place;
            self.notes.clear();
        }
        place.is_some()
    }

    fn key(&mut self, key: KeyEvent) -> Vec<ScreenEffect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd') => vec![ScreenEffect::Leave],
                _ => Vec::new(),
            };
        }
        if self.curtain.is_some() {
            match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => {
                    self.curtain = None;
                    self.reset_cursor();
                }
                KeyCode::Char('q') => return vec![ScreenEffect::Leave],
                _ => {}
            }
            return Vec::new();
        }
        if let Some(overlay) = &mut self.overlay {
            return if overlay.key(key.code) { self.close(key.code) } else { Vec::new() };
        }
        if self.paused && matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) {
            return self.next_round();
        }
        match key.code {
            KeyCode::Left | KeyCode::BackTab => self.move_cursor(-1),
            KeyCode::Right | KeyCode::Tab => self.move_cursor(1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.pick(),
            // An arrow moves to the next part, but never plays.
            KeyCode::Down if !self.is_last_part() => return self.pick(),
            KeyCode::Backspace | KeyCode::Esc | KeyCode::Up => self.undo_pick(),
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
    fn command(&mut self, letter: char) -> Vec<ScreenEffect> {
        let view = self.table.view(self.who);
        let words = self.table.words().clone();
        let sight = SpokenView { view: &view, words: &words };
        // Options have their own letters, such as the one of the scrap area.
        if self.is_pick(letter) {
            self.jump(letter);
            return Vec::new();
        }
        match letter {
            '?' => self.overlay = Some(Overlay::help("tui-help", &words)),
            'l' => self.overlay = Some(Overlay::last(sight)),
            's' if self.paused => self.show_sheet(),
            'h' | 'w' | 'u' if self.paused => {}
            's' => {
                let (points, seats) = (self.table.points(), self.table.seats());
                self.overlay = Some(Overlay::scores(sight, points, seats));
            }
            't' => self.overlay = Some(Overlay::story::<G>(self.table.story(self.who), &words)),
            'r' => {
                let question = self.current_question();
                let aimed = question.as_ref().and_then(|question| {
                    let refusals = question.refusals(&self.aimed_parts(question)?);
                    refusals.first().map(rules::Refusal::rule)
                });
                self.overlay = Some(Overlay::rules(sight, aimed));
            }
            'h' => return self.ask_hint().into_iter().collect(),
            'w' => {
                if let Some(question) = self.current_question()
                    && let Some(aimed) = self.aimed_parts(&question)
                {
                    self.explain(&question, &aimed);
                }
            }
            'u' => self.undo_pick(),
            'q' => return vec![ScreenEffect::Leave],
            _ => {}
        }
        Vec::new()
    }

    /// Whether the part under the cursor completes the action.
    fn is_last_part(&self) -> bool {
        self.current_question().is_none_or(|question| {
            self.aimed_parts(&question).is_none_or(|aimed| question.complete(&aimed).is_some())
        })
    }

    fn is_pick(&self, letter: char) -> bool {
        let options = self
            .current_question()
            .map(|question| question.options(&self.picked))
            .unwrap_or_default();
        options.iter().any(|pick| pick.part.key == Some(letter))
    }

    fn ask_hint(&mut self) -> Option<ScreenEffect> {
        let seat = self.who.seat()?;
        let words = self.table.words();
        if !self.is_asked(seat) {
            self.notes = vec![Row::of(words.message("tui-no-hint", &[]), Ink::Dim)];
            return None;
        }
        self.notes = vec![Row::of(words.message("tui-thinking", &[]), Ink::Dim)];
        let (view, seed) = (self.table.view(self.who), self.table.bot_seed(seat));
        let n_decisions = self.table.n_decisions(seat);
        let task = Box::new(move |now| {
            let hints = hint::best_actions(&view, seed, now);
            Box::new(GameReply::Hint::<G> { seat, n_decisions, hints }) as BotReply
        });
        Some(ScreenEffect::Think { task, paced: false })
    }

    /// Closes the overlay. Enter on a score sheet also starts the next round.
    fn close(&mut self, code: KeyCode) -> Vec<ScreenEffect> {
        self.overlay = None;
        if self.paused && matches!(code, KeyCode::Enter | KeyCode::Char(' ')) {
            return self.next_round();
        }
        let leaves = code == KeyCode::Char('q') && (self.paused || self.table.turn() == Turn::Over);
        if leaves { vec![ScreenEffect::Leave] } else { Vec::new() }
    }

    /// Goes on after a round.
    fn next_round(&mut self) -> Vec<ScreenEffect> {
        self.paused = false;
        let effects = self.advance();
        self.reset_cursor();
        effects
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Vec<ScreenEffect> {
        let clicked = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if self.curtain.is_some() {
            return Vec::new();
        }
        if let Some(overlay) = &mut self.overlay {
            let closes = overlay.mouse(mouse.kind);
            // A click goes on after a round, as Enter does.
            let code = if self.paused { KeyCode::Enter } else { KeyCode::Esc };
            return if closes { self.close(code) } else { Vec::new() };
        }
        if !clicked {
            return Vec::new();
        }
        match hit(&self.hits, mouse.column, mouse.row) {
            Some(Hit::Key(letter)) => self.command(letter),
            Some(Hit::Option { part_index, place }) => {
                while self.picked.len() > part_index {
                    self.undo_pick();
                }
                if self.picked.len() == part_index && self.cursor == place {
                    return self.pick();
                }
                self.cursor = place;
                self.notes.clear();
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    fn receive(&mut self, reply: BotReply) -> Vec<ScreenEffect> {
        // No other screen starts tasks.
        let Ok(reply) = reply.downcast::<GameReply<G>>() else { return Vec::new() };
        match *reply {
            GameReply::Move { seat, action } => match action {
                Some(action) if self.thinking.has(seat) => self.act(seat, action),
                Some(_) | None => Vec::new(),
            },
            GameReply::Hint { seat, n_decisions, hints } => {
                // Others may have chosen meanwhile: the question is still the same.
                if self.is_asked(seat) && n_decisions == self.table.n_decisions(seat) {
                    let view = self.table.view(self.who);
                    let sight = SpokenView { view: &view, words: self.table.words() };
                    let line = |told| Row::of(hint::line(sight, told), Ink::Plain);
                    self.notes = hints.iter().map(line).collect();
                }
                Vec::new()
            }
        }
    }

    /// The notes below the cards: the requested text, or the option under the cursor.
    fn below(&self, sight: SpokenView<'_, G>, question: Option<&ActionChoices<G>>) -> Vec<Row> {
        let unsaved = self.unsaved.iter().map(|why| Row::of(why.clone(), Ink::Bad));
        let mut notes: Vec<Row> = unsaved.collect();
        if self.paused {
            notes.push(Row::of(sight.say("tui-next-round"), Ink::Accent));
            return notes;
        }
        if !self.notes.is_empty() {
            notes.extend(self.notes.iter().cloned());
            return notes;
        }
        let aimed = question.and_then(|question| Some((question, self.aimed_parts(question)?)));
        if let Some((question, aimed)) = aimed {
            let whole = question.complete(&aimed);
            let label = whole.map(|choice| sight.words.capitalise(G::label(sight, choice.action)));
            let allowed = question.refusals(&aimed).is_empty();
            let id = match (whole.is_some(), allowed) {
                (true, true) => "tui-send",
                (false, true) => "tui-pick",
                (_, false) => "tui-not-allowed",
            };
            let label = label
                .unwrap_or_else(|| aimed.last().map(|part| part.card.text()).unwrap_or_default());
            notes.push(Row::of(sight.tell(id, &[("label", label.into())]), Ink::Dim));
        }
        notes.extend(G::private_facts(sight).into_iter().map(|aside| Row::of(aside, Ink::Dim)));
        notes
    }
}

impl<G: Face> Screen for GameScreen<G> {
    fn begin(&mut self) -> Vec<ScreenEffect> {
        self.pause();
        let effects = self.advance();
        self.reset_cursor();
        effects
    }

    fn on(&mut self, input: Input) -> Vec<ScreenEffect> {
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) => self.mouse(mouse),
            Input::BotReply(reply) => self.receive(reply),
            Input::Resize => Vec::new(),
            Input::Leave => vec![ScreenEffect::Leave],
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        let words = self.table.words().clone();
        if let Some(seat) = self.curtain {
            return curtain::draw(frame, palette, seat, &words);
        }
        let view = self.table.view(self.who);
        let sight = SpokenView { view: &view, words: &words };
        let question = self.current_question();
        let headline = view.open.sheet().filter(|_| self.paused);
        let headline = headline.map(|sheet| words::spoken::sheet::headline(sight, &sheet));
        let notes = self.below(sight, question.as_ref());
        let keys = KEYS.map(|(key, id)| (key, words.message(id, &[])));
        let scene = TableLayout {
            sight,
            question: headline.unwrap_or_else(|| G::question(sight)),
            story: self.table.story(self.who),
            selection: question.as_ref().map(|question| Selection {
                question,
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

    fn saved(&mut self, error: Option<String>) {
        self.unsaved = error;
    }

    fn record(&self) -> Option<(String, bool)> {
        Some((self.table.text(), self.table.turn() == Turn::Over))
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
