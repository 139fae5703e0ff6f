//! The menu: game, rules and players.

use bots::{BotName, Level};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType};
use rules::notation::Values;
use rules::{Game, GameId, Rules, Visit};
use words::Words;

use crate::face::{Ink, Row};
use crate::layout;
use crate::palette::Palette;
use crate::screen::{Input, Screen, ScreenEffect};
use crate::{NewGame, people, random_seed, seat_players};

/// A menu line with a value.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Field {
    /// The key of a rules line, if the line is about a rule.
    key: Option<&'static str>,
    label: String,
    values: Vec<String>,
    value: usize,
}

/// The options of a game.
#[derive(Debug)]
pub(crate) struct Menu {
    words: Words,
    has_save: bool,
    game: usize,
    fields: Vec<Field>,
    people: usize,
    level: usize,
    /// The selected line.
    line: usize,
    why: Option<String>,
    places: Vec<(Rect, usize)>,
}

/// The keys of rules lines in the menu, and their values.
struct RuleOptions;

impl Visit for RuleOptions {
    type Output = Vec<(&'static str, Vec<String>)>;

    fn visit<G: Game>(self) -> Self::Output {
        let option = |option: &rules::notation::RuleOption| {
            let values = match option.values {
                Values::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
                Values::Numbers { min, max } if option.key == "players" => {
                    (min..=max).map(|number| number.to_string()).collect()
                }
                // The default target is fine, and custom values come from deck files.
                Values::Numbers { .. } | Values::Table => return None,
            };
            Some((option.key, values))
        };
        G::Rules::OPTIONS.iter().filter_map(option).collect()
    }
}

/// The complete rules line for a short one.
struct CompleteRules<'a>(&'a str);

impl Visit for CompleteRules<'_> {
    type Output = Option<(String, u8, Vec<(&'static str, String)>)>;

    fn visit<G: Game>(self) -> Self::Output {
        let rules = self.0.parse::<G::Rules>().ok()?;
        let keys = G::Rules::OPTIONS.iter().map(|option| option.key);
        let values = keys.filter_map(|key| Some((key, rules.value(key)?)));
        Some((rules.to_string(), rules.n_seats(), values.collect()))
    }
}

impl Menu {
    /// A menu, with a line to continue a saved game if there is one.
    pub(crate) fn new(words: &Words, has_save: bool) -> Menu {
        let mut menu = Menu {
            words: words.clone(),
            has_save,
            game: 0,
            fields: Vec::new(),
            people: 1,
            level: 1,
            line: 0,
            why: None,
            places: Vec::new(),
        };
        menu.set_game(0);
        menu
    }

    fn id(&self) -> GameId {
        GameId::ALL[self.game]
    }

    fn set_game(&mut self, game: usize) {
        self.game = game;
        self.fields = Vec::new();
        for (key, values) in self.id().visit(RuleOptions) {
            let label = self.words.option(self.id(), key);
            let label = label.split(':').next().unwrap_or_default().to_owned();
            self.fields.push(Field { key: Some(key), label, values, value: 0 });
        }
        let usual = self.id().visit(CompleteRules(self.id().name()));
        for (key, value) in usual.map(|(.., values)| values).unwrap_or_default() {
            self.set(key, &value);
        }
        self.people = self.people.min(self.n_seats());
    }

    fn set(&mut self, key: &str, value: &str) {
        if let Some(field) = self.fields.iter_mut().find(|field| field.key == Some(key)) {
            let place = field.values.iter().position(|other| other == value);
            field.value = place.unwrap_or(field.value);
        }
    }

    /// The rules line of these fields, without those that conflict with others.
    fn rules(&self) -> String {
        let mut line = self.id().name().to_owned();
        for field in &self.fields {
            let Some(key) = field.key else { continue };
            let longer = format!("{line} {key}={}", field.values[field.value]);
            if self.id().visit(CompleteRules(&longer)).is_some() {
                line = longer;
            }
        }
        line
    }

    fn n_seats(&self) -> usize {
        self.id().visit(CompleteRules(&self.rules())).map_or(2, |(_, n_seats, _)| n_seats.into())
    }

    /// The fields that matter with this number of players.
    fn shown(&self) -> Vec<usize> {
        let players = self.fields.iter().find(|field| field.key == Some("players"));
        let players = players.map(|field| field.values[field.value].as_str()).unwrap_or_default();
        let has_say = |place: &usize| {
            let field = &self.fields[*place];
            let Some(key) = field.key.filter(|&key| key != "players") else { return true };
            let line =
                |value: &str| format!("{} players={players} {key}={value}", self.id().name());
            let reads = |value: &&String| self.id().visit(CompleteRules(&line(value))).is_some();
            field.values.iter().filter(reads).count() > 1
        };
        (0..self.fields.len()).filter(has_say).collect()
    }

    /// All lines: saved game, game, rules, people, bots and start.
    fn lines(&self) -> Vec<MenuLine> {
        let mut lines = Vec::new();
        if self.has_save {
            lines.push(MenuLine::Continue);
        }
        lines.push(MenuLine::Game);
        lines.extend(self.shown().into_iter().map(MenuLine::Field));
        lines.extend([MenuLine::People, MenuLine::Bots, MenuLine::Play]);
        lines
    }

    fn change(&mut self, by: isize) {
        let turned = |value: usize, n: usize| (value as isize + by).rem_euclid(n as isize) as usize;
        self.why = None;
        match self.lines().get(self.line) {
            Some(MenuLine::Game) => self.set_game(turned(self.game, GameId::ALL.len())),
            Some(MenuLine::Field(place)) => {
                let field = &mut self.fields[*place];
                field.value = turned(field.value, field.values.len());
                self.people = self.people.min(self.n_seats());
            }
            Some(MenuLine::People) => {
                self.people = turned(self.people - 1, self.n_seats()) + 1;
            }
            Some(MenuLine::Bots) => self.level = turned(self.level, Level::ALL.len()),
            Some(MenuLine::Continue | MenuLine::Play) | None => {}
        }
    }

    fn begin(&mut self) -> Vec<ScreenEffect> {
        if self.lines().get(self.line) == Some(&MenuLine::Continue) {
            return vec![ScreenEffect::Continue];
        }
        let bot = BotName::Level(Level::ALL[self.level]);
        let names = people(self.people, &self.words);
        let seats = seat_players(self.n_seats() as u8, &names, &[], bot).unwrap_or_default();
        let seed = match random_seed() {
            Ok(seed) => seed,
            Err(error) => {
                self.why = Some(error.to_string());
                return Vec::new();
            }
        };
        match NewGame::new(&self.rules(), seats, seed, &self.words) {
            Ok(new) => vec![ScreenEffect::Begin(new)],
            Err(error) => {
                self.why = Some(error.to_string());
                Vec::new()
            }
        }
    }

    fn key(&mut self, key: KeyEvent) -> Vec<ScreenEffect> {
        let n_lines = self.lines().len();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return if key.code == KeyCode::Char('c') {
                vec![ScreenEffect::Leave]
            } else {
                Vec::new()
            };
        }
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.line = (self.line + n_lines - 1) % n_lines,
            KeyCode::Down | KeyCode::Tab => self.line = (self.line + 1) % n_lines,
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            KeyCode::Char(digit @ '1'..='4') => self.set_game(digit as usize - '1' as usize),
            KeyCode::Enter => return self.begin(),
            KeyCode::Char('q') | KeyCode::Esc => return vec![ScreenEffect::Leave],
            _ => {}
        }
        Vec::new()
    }

    /// Label, value and explanation of a line.
    fn describe(&self, line: &MenuLine) -> (String, String, String) {
        let say = |id: &str| self.words.message(id, &[]);
        let alone = |label: String, value: String| (label, value, String::new());
        match line {
            MenuLine::Continue => alone(String::new(), say("tui-menu-continue")),
            MenuLine::Game => alone(say("tui-menu-game"), self.words.title(self.id())),
            MenuLine::Field(place) => {
                let field = &self.fields[*place];
                let (key, value) = (field.key.unwrap_or_default(), &field.values[field.value]);
                if key == "players" {
                    return alone(say("tui-menu-players"), value.clone());
                }
                let what = self.words.option_value(self.id(), key, value);
                (self.words.capitalise(key.to_owned()), value.clone(), what)
            }
            MenuLine::People => alone(say("tui-menu-people"), self.people.to_string()),
            MenuLine::Bots => {
                let level = Level::ALL[self.level].name();
                (say("tui-menu-bots"), level.to_owned(), self.words.bot(level))
            }
            MenuLine::Play => alone(String::new(), say("tui-menu-play")),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum MenuLine {
    Continue,
    Game,
    Field(usize),
    People,
    Bots,
    Play,
}

impl Screen for Menu {
    fn on(&mut self, input: Input) -> Vec<ScreenEffect> {
        match input {
            Input::Key(key) => self.key(key),
            Input::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                let at = ratatui::layout::Position { x: mouse.column, y: mouse.row };
                let clicked = self.places.iter().find(|(area, _)| area.contains(at));
                let Some(&(_, line)) = clicked else { return Vec::new() };
                self.line = line;
                if let Some(MenuLine::Continue | MenuLine::Play) = self.lines().get(line) {
                    return self.begin();
                }
                self.change(1);
                Vec::new()
            }
            Input::Leave => vec![ScreenEffect::Leave],
            Input::Mouse(_) | Input::Resize | Input::BotReply(_) => Vec::new(),
        }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, palette: Palette) {
        const WIDTH: u16 = 76;
        let lines = self.lines();
        self.line = self.line.min(lines.len() - 1);
        let area = frame.area();
        // A cat, the title, the lines with a gap before the last, and the keys.
        let height = lines.len() as u16 + 6;
        let place = Rect {
            x: area.width.saturating_sub(WIDTH) / 2,
            y: area.height.saturating_sub(height + 4) / 2 + 3,
            width: WIDTH.min(area.width),
            height,
        };
        let cat = [r"  /\_/\ ", r" ( o.o )", r"  > ^ < "];
        for (row, line) in (0..).zip(cat) {
            let spot = Rect { x: place.x + 3, y: place.y - 3 + row, width: 8, height: 1 };
            frame.render_widget(Line::styled(line, palette.style(Ink::Accent)), spot);
        }
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(palette.style(Ink::Dim))
            .title(Line::styled(
                format!(" {} ", self.words.message("tui-menu-title", &[])),
                palette.style(Ink::Accent),
            ));
        let inside = block.inner(place);
        frame.render_widget(block, place);
        self.places.clear();
        let mut top = inside.y + 1;
        for (number, line) in lines.iter().enumerate() {
            if *line == MenuLine::Play {
                top += 1;
            }
            let here = number == self.line;
            let (label, value, _) = self.describe(line);
            let mut row = Row::of(if here { " ▸ " } else { "   " }, Ink::Accent);
            row.add(format!("{label:<14}"), Ink::Dim);
            let turns = !label.is_empty();
            let ink = if here { Ink::Accent } else { Ink::Strong };
            row.add(if turns && here { format!("‹ {value} ›") } else { value }, ink);
            let spot = Rect { y: top, height: 1, ..inside };
            frame.render_widget(palette.line(&row), spot);
            self.places.push((spot, number));
            top += 1;
        }
        let explained = lines.get(self.line).map(|line| self.describe(line).2).unwrap_or_default();
        let explained = self.words.capitalise(explained);
        let keys = self.words.message("tui-menu-keys", &[]);
        let (first, ink) = match &self.why {
            Some(why) => (why, Ink::Bad),
            None if explained.is_empty() => (&keys, Ink::Dim),
            None => (&explained, Ink::Plain),
        };
        for (row, line) in (0..).zip(layout::wrap(first, usize::from(WIDTH) - 2, "")) {
            let spot = Rect { x: place.x + 1, y: place.bottom() + row, height: 1, ..place };
            if spot.y < area.bottom() {
                frame.render_widget(Line::styled(line, palette.style(ink)), spot);
            }
        }
    }

    fn refused(&mut self, why: String) {
        self.why = Some(self.words.capitalise(why));
    }
}
