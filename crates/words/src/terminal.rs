//! Our Markdown on a terminal: headings, paragraphs, lists and tables, fitted to a width.

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use textwrap::WordSplitter;
use textwrap::core::display_width;

/// The abilities of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Plain text.
    Plain,
    /// Bold, italics and a colour for rule ids.
    Ansi,
}

const BOLD: &str = "\x1b[1m";
const ITALIC: &str = "\x1b[3m";
const CYAN: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// The indent of a rule's text. The id is in the margin.
const RULE_INDENT: usize = 8;

/// The minimum width of a page.
const MIN_WIDTH: usize = 20;

/// Markdown as lines of text of at most this width, unless a single word is wider.
pub fn terminal(markdown: &str, width: usize, style: Style) -> String {
    let mut page = TerminalWriter {
        width: width.max(MIN_WIDTH),
        style,
        out: String::new(),
        text: String::new(),
        rule: None,
        strong_from: 0,
        depth: 0,
        table: TableRows::default(),
    };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.take(event);
    }
    page.out
}

struct TerminalWriter {
    width: usize,
    style: Style,
    out: String,
    /// The text of the current block.
    text: String,
    /// The rule id at the start of the block.
    rule: Option<String>,
    /// The position of the bold text in `text`.
    strong_from: usize,
    /// The depth of lists around the block.
    depth: usize,
    table: TableRows,
}

#[derive(Default)]
struct TableRows {
    alignments: Vec<Alignment>,
    rows: Vec<Vec<String>>,
}

impl TerminalWriter {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                // Names come from users, and control characters could harm a terminal.
                self.text.extend(text.chars().filter(|letter| !letter.is_control()));
            }
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => {
                self.strong_from = self.text.len();
                self.style(BOLD);
            }
            Tag::Emphasis => self.style(ITALIC),
            Tag::List(_) => {
                self.flush_item();
                if self.depth == 0 {
                    self.gap();
                }
                self.depth += 1;
            }
            Tag::Table(alignments) => self.table = TableRows { alignments, rows: Vec::new() },
            Tag::TableHead | Tag::TableRow => self.table.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.end_strong(),
            TagEnd::Emphasis => self.style(RESET),
            TagEnd::Heading(level) => self.heading(level),
            TagEnd::Paragraph if self.depth == 0 => self.paragraph(),
            TagEnd::Paragraph | TagEnd::Item => self.flush_item(),
            TagEnd::List(_) => self.depth -= 1,
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.text);
                self.table.rows.last_mut().expect("a cell is in a row").push(cell);
            }
            TagEnd::Table => self.end_table(),
            _ => {}
        }
    }

    fn style(&mut self, code: &str) {
        if self.style == Style::Ansi {
            self.text.push_str(code);
        }
    }

    fn end_strong(&mut self) {
        let strong = self.text[self.strong_from..].trim_start_matches(BOLD);
        if self.strong_from == 0 && self.depth == 0 && is_rule_id(strong) {
            self.rule = Some(strong.to_owned());
            self.text.clear();
        } else {
            self.style(RESET);
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = std::mem::take(&mut self.text);
        let line = match level {
            HeadingLevel::H1 => "═",
            _ => "─",
        };
        self.gap();
        for line_of_text in textwrap::wrap(&text, self.width) {
            match self.style {
                Style::Plain => self.out.push_str(&line_of_text),
                Style::Ansi => self.out.extend([BOLD, &line_of_text, RESET]),
            }
            self.out.push('\n');
        }
        self.out.push_str(&line.repeat(display_width(&text).min(self.width)));
        self.out.push('\n');
    }

    fn paragraph(&mut self) {
        self.gap();
        let Some(rule) = self.rule.take() else { return self.wrap("", "") };
        let shown = match self.style {
            Style::Plain => rule.clone(),
            Style::Ansi => format!("{BOLD}{CYAN}{rule}{RESET}"),
        };
        let pad = RULE_INDENT.saturating_sub(display_width(&rule)).max(1);
        self.text = self.text.trim_start().to_owned();
        self.wrap(&(shown + &" ".repeat(pad)), &" ".repeat(RULE_INDENT));
    }

    fn flush_item(&mut self) {
        if !self.text.is_empty() {
            let indent = "  ".repeat(self.depth.saturating_sub(1));
            self.wrap(&format!("{indent}• "), &format!("{indent}  "));
        }
    }

    fn wrap(&mut self, first: &str, rest: &str) {
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest)
            // Keeps rule ids and values such as `by-hand` in one piece.
            .word_splitter(WordSplitter::NoHyphenation);
        self.out.push_str(&textwrap::fill(&std::mem::take(&mut self.text), options));
        self.out.push('\n');
    }

    fn end_table(&mut self) {
        let TableRows { alignments, rows } = std::mem::take(&mut self.table);
        let widths = column_widths(&rows, alignments.len(), self.width);
        self.gap();
        for (index, row) in rows.iter().enumerate() {
            // An empty head exists only because Markdown needs one.
            let is_head = index == 0;
            if is_head && row.iter().all(String::is_empty) {
                continue;
            }
            self.table_row(row, &widths, &alignments);
            if is_head {
                let line: Vec<String> = widths.iter().map(|&width| "─".repeat(width)).collect();
                self.out.push_str(&line.join(COLUMN_GAP));
                self.out.push('\n');
            }
        }
    }

    fn table_row(&mut self, row: &[String], widths: &[usize], alignments: &[Alignment]) {
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(widths)
            .map(|(cell, &width)| {
                textwrap::wrap(cell, width).into_iter().map(String::from).collect()
            })
            .collect();
        let n_lines = cells.iter().map(Vec::len).max().unwrap_or_default();
        for line_index in 0..n_lines {
            let mut line = String::new();
            for ((cell, &width), alignment) in cells.iter().zip(widths).zip(alignments) {
                let text = cell.get(line_index).map(String::as_str).unwrap_or_default();
                let pad = " ".repeat(width.saturating_sub(display_width(text)));
                match alignment {
                    Alignment::Right => line.extend([&pad, text]),
                    Alignment::Left | Alignment::Center | Alignment::None => {
                        line.extend([text, &pad]);
                    }
                }
                line.push_str(COLUMN_GAP);
            }
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
    }

    /// An empty line between blocks.
    fn gap(&mut self) {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
    }
}

const COLUMN_GAP: &str = "  ";

/// The natural widths of columns, with the widest reduced until the table fits.
fn column_widths(rows: &[Vec<String>], n_columns: usize, width: usize) -> Vec<usize> {
    let wanted = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| display_width(cell)).max()
    };
    let mut widths: Vec<usize> = (0..n_columns).map(|c| wanted(c).unwrap_or(0).max(1)).collect();
    let room = width.saturating_sub(COLUMN_GAP.len() * n_columns.saturating_sub(1)).max(n_columns);
    while widths.iter().sum::<usize>() > room
        && let Some(widest) = widths.iter_mut().max()
    {
        *widest -= 1;
    }
    widths
}

/// Whether this is a rule id, such as `BOX-22`. Rulebooks have it in bold before the rule.
pub fn is_rule_id(text: &str) -> bool {
    text.split_once('-').is_some_and(|(game, number)| {
        let letters = !game.is_empty() && game.bytes().all(|letter| letter.is_ascii_uppercase());
        letters && !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    })
}
