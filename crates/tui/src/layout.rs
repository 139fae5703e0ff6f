//! The layout of a table: progress, seats, centre with the log beside it, question and hand below.
//!
//! It draws only a [`SpokenView`] and the log of its observer.

use ratatui::Frame;
use ratatui::layout::{Alignment, Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph};
use rules::{Open as _, Seat};
use words::spoken::SpokenView;

use crate::action_choices::{ActionChoices, PartOption};
use crate::face::{DrawnCard, Face, Ink, Part, PlayedCards, Row, signed, token};
use crate::palette::Palette;

/// The smallest window for a table.
pub(crate) const MIN_SIZE: (u16, u16) = (80, 24);

/// From this height on, there is room for one more line.
const TALL: u16 = 32;

/// The minimum width of the log beside the centre.
const MIN_STORY: u16 = 20;

/// A click target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// An option: the number of its part (0 is the first), and its place among the options.
    Option { part_index: usize, place: usize },
    /// A key of the bottom row.
    Key(char),
}

/// An area and its click target.
pub(crate) type Hits = Vec<(Rect, Hit)>;

/// The target at a position.
pub(crate) fn hit(hits: &Hits, column: u16, row: u16) -> Option<Hit> {
    let at = Position { x: column, y: row };
    hits.iter().find(|(area, _)| area.contains(at)).map(|(_, hit)| *hit)
}

/// The decision of the observer, and the parts picked so far.
#[derive(Debug)]
pub(crate) struct Selection<'a, G: Face> {
    pub(crate) question: &'a ActionChoices<G>,
    pub(crate) picked: &'a [Part],
    pub(crate) cursor: usize,
}

/// Everything on the screen of a table.
#[derive(Debug)]
pub(crate) struct TableLayout<'a, G: Face> {
    pub(crate) sight: SpokenView<'a, G>,
    /// The question, or what the table waits for.
    pub(crate) question: String,
    pub(crate) story: &'a [G::Seen],
    pub(crate) selection: Option<Selection<'a, G>>,
    /// The notes below the cards.
    pub(crate) notes: Vec<Row>,
    /// Keys and what they do.
    pub(crate) keys: Vec<(char, String)>,
}

impl<G: Face> TableLayout<'_, G> {
    /// Draws the table and returns its click targets.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, palette: Palette) -> Hits {
        let mut pen = Pen { frame, palette, hits: Vec::new() };
        let area = pen.frame.area();
        let bottom = self.bottom_height(area);
        let [title, seats, centre, below, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(seats_height(self.sight.n_seats()) - 1),
            Constraint::Min(3),
            Constraint::Length(bottom),
            Constraint::Length(1),
        ])
        .areas(area);
        self.title(&mut pen, title);
        self.seats(&mut pen, seats);
        self.centre(&mut pen, centre);
        self.bottom(&mut pen, below);
        self.keys(&mut pen, keys);
        pen.hits
    }

    fn title(&self, pen: &mut Pen<'_, '_>, area: Rect) {
        let mut row = Row::of(format!(" {} ", self.sight.words.title(G::ID)), Ink::Accent);
        row.add(format!(" {}", G::progress(self.sight)), Ink::Plain);
        pen.row(&row, area);
    }

    /// A row for each seat: turn mark, name, points, card and public facts.
    fn seats(&self, pen: &mut Pen<'_, '_>, area: Rect) {
        let sight = self.sight;
        let table = G::played_cards(sight);
        let title = Row::of(format!(" {} ", sight.say("face-players")), Ink::Dim);
        let mut right = table.title.clone();
        if !right.0.is_empty() {
            right.0.insert(0, (" ".to_owned(), Ink::Plain));
            right.add(" ", Ink::Plain);
        }
        let inside = pen.panel(&title, &right, area);
        let standing = sight.view.open.standing();
        let turn = sight.view.open.turn();
        for (row, seat) in inside.rows().zip(sight.around()) {
            let is_me = sight.me() == Some(seat);
            let ink = if is_me { Ink::Accent } else { Ink::Strong };
            let asked = turn.asks(seat);
            let mut line = Row::of(if asked { "▶ " } else { "  " }, Ink::Accent);
            line.add(format!("{} ", token(seat)), ink);
            line.add(fitted(&sight.words.seat(seat), 10), ink);
            line.add(format!("{:>4}  ", signed(standing.scores[seat])), Ink::Strong);
            played(&table, seat, &mut line);
            line.0.extend(G::chip_row(sight, seat).0);
            pen.row(&line, row);
        }
    }

    fn centre(&self, pen: &mut Pen<'_, '_>, area: Rect) {
        let board = G::centre(self.sight, usize::from(area.height.saturating_sub(2)));
        let lines: Vec<Line<'_>> = board.rows.iter().map(|row| pen.palette.line(row)).collect();
        let widest = lines.iter().map(Line::width).max().unwrap_or_default() as u16;
        let wanted = (widest + 3).max(area.width / 2).min(area.width);
        let has_story = area.width - wanted >= MIN_STORY;
        let width = if has_story { wanted } else { area.width };
        let [left, right] =
            Layout::horizontal([Constraint::Length(width), Constraint::Min(0)]).areas(area);
        let title = Row::of(format!(" {} ", board.title), Ink::Dim);
        let inside = pen.panel(&title, &Row::default(), left);
        pen.frame.render_widget(Paragraph::new(lines), inside);
        if has_story {
            let title = Row::of(format!(" {} ", self.sight.say("live-story")), Ink::Dim);
            let inside = pen.panel(&title, &Row::default(), right);
            self.story(pen, inside);
        }
    }

    /// The last sentences of the log, newest at the bottom.
    fn story(&self, pen: &mut Pen<'_, '_>, area: Rect) {
        let room = usize::from(area.height);
        let mut lines: Vec<(String, bool)> = Vec::new();
        for (age, seen) in self.story.iter().rev().enumerate() {
            let wrapped = wrap(
                &self.sight.words.seen::<G>(seen),
                usize::from(area.width).saturating_sub(2),
                "  ",
            );
            lines.extend(wrapped.into_iter().rev().map(|line| (format!(" {line}"), age == 0)));
            if lines.len() >= room {
                break;
            }
        }
        lines.truncate(room);
        let style = |new: bool| pen.palette.style(if new { Ink::Plain } else { Ink::Dim });
        let lines = lines.iter().rev();
        let lines: Vec<Line<'_>> =
            lines.map(|(line, new)| Line::styled(line.as_str(), style(*new))).collect();
        pen.frame.render_widget(Paragraph::new(lines), area);
    }

    /// Whether cards with borders fit: title, seats, centre, question, cards, keys, a line, notes, keys.
    fn has_borders(&self, area: Rect) -> bool {
        let (rows, columns) = G::space_needed(self.sight);
        let others = 1 + u16::from(self.sight.n_seats()) + 2 + 2 + 1 + 3 + 1 + 1 + 2 + 1;
        area.height >= rows + others && area.width >= columns
    }

    /// The height of the question, options with their keys, the options of the second part, the hand if it is not the
    /// options, and notes.
    fn bottom_height(&self, area: Rect) -> u16 {
        let cards = if self.has_borders(area) { 3 } else { 1 };
        let notes = if area.height >= TALL { 3 } else { 2 };
        1 + cards + 1 + 1 + notes
    }

    fn bottom(&self, pen: &mut Pen<'_, '_>, area: Rect) {
        let tall = self.has_borders(pen.frame.area());
        let cards = if tall { 3 } else { 1 };
        let [question, first, keys, second, notes] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Length(cards),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Min(1),
        ])
        .areas(area);
        pen.row(&Row::of(format!(" {}", self.question), Ink::Accent), question);
        let hand = G::hand(self.sight);
        let mut spare = Row::default();
        if let Some(selection) = &self.selection {
            let options = selection.question.options(&[]);
            let chosen = selection.picked.first();
            let cursor = match chosen {
                Some(part) => options.iter().position(|pick| pick.part.id == part.id),
                None => Some(selection.cursor),
            };
            pen.draw_options(&options, 0, cursor, chosen.is_some(), [first, keys], tall);
            if let Some(part) = chosen {
                let options = selection.question.options(std::slice::from_ref(part));
                pen.draw_option_line(&options, 1, selection.cursor, second);
            } else if !shows(&options, &hand) {
                spare = self.hand_row(&hand);
            }
        } else {
            let options = hand.iter().map(|card| PartOption {
                part: Part { id: String::new(), card: card.clone(), key: None },
                allowed: true,
            });
            pen.draw_hand(&options.collect::<Vec<_>>(), first, tall);
        }
        if !spare.0.is_empty() {
            pen.row(&spare, second);
        }
        let rows = self.notes.iter().flat_map(|row| wrap_row(row, usize::from(notes.width) - 2));
        for (row, area) in rows.zip(notes.rows()) {
            pen.row(&row, area);
        }
    }

    /// The player's hand, while the options are other things.
    fn hand_row(&self, hand: &[DrawnCard]) -> Row {
        let mut row = Row::default();
        if !hand.is_empty() {
            row.add(format!(" {}: ", self.sight.say("face-yours")), Ink::Dim);
        }
        for card in hand {
            row.add(format!("{} ", card.text()), card.ink());
        }
        row
    }

    fn keys(&self, pen: &mut Pen<'_, '_>, area: Rect) {
        let mut at = area.x + 1;
        for (key, label) in &self.keys {
            let text = format!("{key} {label}");
            let width = Span::raw(&text).width() as u16;
            if at + width > area.right() {
                break;
            }
            let place = Rect { x: at, y: area.y, width, height: 1 };
            let mut row = Row::of(key.to_string(), Ink::Strong);
            row.add(format!(" {label}"), Ink::Dim);
            pen.row(&row, place);
            pen.hits.push((place, Hit::Key(*key)));
            at += width + 2;
        }
    }
}

/// Whether the options are the cards of the hand.
fn shows(options: &[PartOption], hand: &[DrawnCard]) -> bool {
    options.iter().map(|pick| &pick.part.card).eq(hand)
}

/// The card in front of a seat, if the game has one.
fn played(table: &PlayedCards, seat: Seat, line: &mut Row) {
    const CARD: usize = 7;
    const NOTE: usize = 7;
    let played = table.plays.iter().find(|played| played.seat == seat);
    let faded = |ink| if table.is_over { Ink::Dim } else { ink };
    match played {
        Some(played) => line.add(fitted(&played.card.text(), CARD), played.card.ink()),
        None if table.plays.is_empty() => line.add(" ".repeat(CARD), Ink::Plain),
        None => line.add(fitted("·", CARD), Ink::Dim),
    }
    if table.has_notes {
        let note = played.and_then(|played| played.note.as_deref()).unwrap_or_default();
        line.add(fitted(note, NOTE), faded(Ink::Good));
    }
}

/// Text padded or cut to a width.
fn fitted(text: &str, width: usize) -> String {
    let mut fitted = String::new();
    let mut used = 0;
    for letter in text.chars() {
        let wide = Span::raw(letter.to_string()).width();
        if used + wide >= width {
            break;
        }
        used += wide;
        fitted.push(letter);
    }
    fitted.extend(std::iter::repeat_n(' ', width - used));
    fitted
}

/// Text wrapped to a width, with an indent for all lines but the first.
pub(crate) fn wrap(text: &str, width: usize, indent: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { break };
        let joined = usize::from(!line.trim().is_empty());
        if Span::raw(line.as_str()).width() + joined + Span::raw(word).width() > width
            && !line.trim().is_empty()
        {
            lines.push(format!("{indent}{word}"));
        } else {
            if joined == 1 {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// Wraps a row of a single ink. A row of several inks stays as it is.
fn wrap_row(row: &Row, width: usize) -> Vec<Row> {
    match row.0.as_slice() {
        [(text, ink)] => {
            let lines = wrap(text, width, "");
            lines.into_iter().map(|line| Row::of(format!(" {line}"), *ink)).collect()
        }
        _ => vec![row.clone()],
    }
}

/// Draws, and collects click targets.
struct Pen<'a, 'f> {
    frame: &'a mut Frame<'f>,
    palette: Palette,
    hits: Hits,
}

impl Pen<'_, '_> {
    fn row(&mut self, row: &Row, area: Rect) {
        self.frame.render_widget(self.palette.line(row), area);
    }

    /// Draws a border with titles, and returns the area inside.
    fn panel(&mut self, title: &Row, right: &Row, area: Rect) -> Rect {
        let block = Block::bordered()
            .border_type(BorderType::Rounded)
            .border_style(self.palette.style(Ink::Dim))
            .title(self.palette.line(title))
            .title(self.palette.line(right).alignment(Alignment::Right));
        let inside = block.inner(area);
        self.frame.render_widget(block, area);
        inside
    }

    fn style(&self, pick: &PartOption, at_cursor: bool) -> Style {
        let style = self.palette.style(pick.part.card.ink());
        let style = if pick.allowed {
            style
        } else {
            style.add_modifier(Modifier::DIM | Modifier::CROSSED_OUT)
        };
        if at_cursor { style.add_modifier(Modifier::REVERSED | Modifier::BOLD) } else { style }
    }

    /// Draws the options as cards with their keys below, and marks the picked one.
    fn draw_options(
        &mut self,
        options: &[PartOption],
        part_index: usize,
        cursor: Option<usize>,
        done: bool,
        [area, keys]: [Rect; 2],
        tall: bool,
    ) {
        let widths = widths(options);
        let boxed = tall && widths.iter().map(|width| width + 3).sum::<u16>() < area.width;
        let airy = widths.iter().map(|width| width + 3).sum::<u16>() < area.width;
        let mut at = area.x + 1;
        for (place, (pick, width)) in options.iter().zip(widths).enumerate() {
            let here = cursor == Some(place);
            let width = if boxed || airy { width + 2 } else { width };
            if at + width > area.right() {
                break;
            }
            let spot = Rect { x: at, y: area.y, width, height: area.height };
            self.card(pick, here, spot, boxed);
            let (key, ink) = match pick.part.key.or_else(|| index_key(place)) {
                _ if here && !done => ("▲".to_owned(), Ink::Accent),
                _ if here => ("✓".to_owned(), Ink::Accent),
                Some(key) if !done => (key.to_string(), Ink::Dim),
                Some(_) | None => (String::new(), Ink::Dim),
            };
            let below = Rect { x: at, y: keys.y, width, height: 1 };
            let shown = Line::styled(key, self.palette.style(ink)).alignment(Alignment::Center);
            self.frame.render_widget(shown, below);
            let clicked = Rect { height: area.height + 1, ..spot };
            self.hits.push((clicked, Hit::Option { part_index, place }));
            at += width + 1;
        }
    }

    /// Cards without a picked one.
    fn draw_hand(&mut self, hand: &[PartOption], area: Rect, tall: bool) {
        let widths = widths(hand);
        let boxed = tall && widths.iter().map(|width| width + 3).sum::<u16>() < area.width;
        let airy = widths.iter().map(|width| width + 3).sum::<u16>() < area.width;
        let mut at = area.x + 1;
        for (pick, width) in hand.iter().zip(widths) {
            let width = if boxed || airy { width + 2 } else { width };
            if at + width <= area.right() {
                self.card(
                    pick,
                    false,
                    Rect { x: at, y: area.y, width, height: area.height },
                    boxed,
                );
            }
            at += width + 1;
        }
    }

    fn card(&mut self, pick: &PartOption, here: bool, spot: Rect, boxed: bool) {
        let text = pick.part.card.text();
        let style = self.style(pick, here);
        if boxed {
            let ink = if here { Ink::Accent } else { Ink::Dim };
            let border = if here { BorderType::Thick } else { BorderType::Rounded };
            let block = Block::bordered().border_type(border).border_style(self.palette.style(ink));
            let inside = block.inner(spot);
            self.frame.render_widget(block, spot);
            let room = usize::from(inside.width);
            self.frame.render_widget(Span::styled(format!("{text:^room$}"), style), inside);
        } else {
            let room = usize::from(spot.width);
            self.frame.render_widget(Span::styled(format!("{text:^room$}"), style), spot);
        }
    }

    /// The options of the second part in one line, each after its key.
    fn draw_option_line(
        &mut self,
        options: &[PartOption],
        part_index: usize,
        cursor: usize,
        area: Rect,
    ) {
        let mut at = area.x + 1;
        for (place, pick) in options.iter().enumerate() {
            let text = pick.part.card.text();
            let key = pick.part.key.or_else(|| index_key(place)).map_or(' ', |key| key);
            let width = Span::raw(&text).width() as u16 + 2;
            if at + width > area.right() {
                break;
            }
            let spot = Rect { x: at, y: area.y, width, height: 1 };
            let style = self.style(pick, cursor == place);
            let mark = if cursor == place { '▸' } else { key };
            let ink = if cursor == place { Ink::Accent } else { Ink::Dim };
            let mark = Span::styled(format!("{mark} "), self.palette.style(ink));
            self.frame.render_widget(Line::from(vec![mark, Span::styled(text, style)]), spot);
            self.hits.push((spot, Hit::Option { part_index, place }));
            at += width + 2;
        }
    }
}

fn widths(options: &[PartOption]) -> Vec<u16> {
    options.iter().map(|pick| (Span::raw(pick.part.card.text()).width() as u16).max(3)).collect()
}

/// The key for this place: digits for the first ten.
pub(crate) fn index_key(place: usize) -> Option<char> {
    "1234567890".chars().nth(place)
}

/// The rows of the progress and the seats, with their cards, at the top of the screen.
pub(crate) fn seats_height(n_seats: u8) -> u16 {
    1 + u16::from(n_seats) + 2
}

/// Draws a scrollable window with a title above and a hint below, and returns the scroll position that fits. It lies in
/// the middle, or at the bottom, where so many rows above it stay in sight.
pub(crate) fn popup(
    frame: &mut Frame<'_>,
    palette: Palette,
    (title, hint): (&str, &str),
    rows: &[Row],
    scroll: usize,
    below: Option<u16>,
) -> usize {
    let area = frame.area();
    let lines: Vec<Line<'_>> = rows.iter().map(|row| palette.line(row)).collect();
    let widest = lines.iter().map(Line::width).max().unwrap_or_default() as u16;
    let width = (widest + 4).max(hint.chars().count() as u16 + 6).min(area.width - 4);
    // The row of keys stays in sight too.
    let most = below.map_or(area.height - 2, |above| area.height - above - 1);
    let height = (lines.len() as u16 + 2).clamp(3, most);
    let y = match below {
        Some(_) => area.height - height - 1,
        None => (area.height - height) / 2,
    };
    let place = Rect { x: (area.width - width) / 2, y, width, height };
    let room = usize::from(height - 2);
    let scroll = scroll.min(lines.len().saturating_sub(room));
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(palette.style(Ink::Accent))
        .title(Line::styled(format!(" {title} "), palette.style(Ink::Accent)))
        .title_bottom(
            Line::styled(format!(" {hint} "), palette.style(Ink::Dim)).alignment(Alignment::Right),
        );
    let inside = block.inner(place);
    let inside = Rect { x: inside.x + 1, width: inside.width.saturating_sub(1), ..inside };
    frame.render_widget(Clear, place);
    frame.render_widget(block, place);
    let shown: Vec<Line<'_>> = lines.into_iter().skip(scroll).take(room).collect();
    frame.render_widget(Paragraph::new(Text::from(shown)), inside);
    scroll
}

/// A few lines in the middle of an empty screen.
pub(crate) fn notice(frame: &mut Frame<'_>, palette: Palette, rows: &[Row]) {
    let area = frame.area();
    frame.render_widget(Clear, area);
    let top = area.height.saturating_sub(rows.len() as u16) / 2;
    let lines: Vec<Line<'_>> =
        rows.iter().map(|row| palette.line(row).alignment(Alignment::Center)).collect();
    let place = Rect { y: area.y + top, height: area.height - top, ..area };
    frame.render_widget(Paragraph::new(lines), place);
}
