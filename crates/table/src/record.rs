//! Record files (`.neko`): games as text.
//!
//! A file is read in two layers. [`RecordText`] knows tags, comments and lines, and is the same for every game.
//! [`Record`] knows the steps of one game. `docs/notation.md` has the grammar.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use rules::notation::{Unreadable, Wanted};
use rules::{Fact, Facts, Game, GameId, Rules, Say, Seat, Standing, Step, codes};

use crate::{Position, deck};

/// The format that this module writes, and the only version that it reads.
pub const FORMAT: &str = "neko 1";

/// The `Result` of an unfinished game.
pub const UNFINISHED: &str = "*";

/// In a seat's own record, stands for everything that the seat does not know.
pub const HIDDEN: &str = "??";

/// Tags that a record derives from its rules, so that they cannot be set.
const DERIVED: [&str; 4] = ["Format", "Game", "Rules", "Deck"];

/// A line `[Name "value"]` of a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Its name: letters, digits and hyphens.
    pub name: String,
    /// Its value, unquoted and unescaped.
    pub value: String,
    /// The position of the value, after the quote.
    pub at: Position,
}

/// A step as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepText {
    /// The step, without surrounding blanks and comments.
    pub text: String,
    /// The position of its first character.
    pub at: Position,
}

/// A record of any game. Its steps are not parsed yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordText {
    /// The rules line.
    pub rules: Tag,
    /// The other tags, in order. Every name is unique.
    pub tags: Vec<Tag>,
    /// The steps, in order.
    pub steps: Vec<StepText>,
}

impl RecordText {
    /// Reads a file of one or more records.
    pub fn read_all(text: &str) -> Result<Vec<RecordText>, RecordError> {
        let mut cursor = Cursor::new(text);
        let mut records = Vec::new();
        cursor.skip_blanks()?;
        if cursor.rest().is_empty() {
            return Err(cursor.refuse(RecordProblem::Empty));
        }
        while !cursor.rest().is_empty() {
            records.push(read_one(&mut cursor)?);
        }
        Ok(records)
    }

    /// The tag with this name. The rules line is not a tag.
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }

    /// The game that was played.
    pub fn game(&self) -> Result<GameId, RecordError> {
        GameId::of_rules_line(&self.rules.value).map_err(|e| in_value(&self.rules, e))
    }
}

/// A record of a game.
///
/// Records are equal if they have the same game, rules, steps and tags. Line numbers do not count.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The name of the game, for people.
    pub game: String,
    /// The rules set.
    pub rules: G::Rules,
    /// The steps, in order.
    pub steps: Vec<Step<G>>,
    tags: Vec<(String, String)>,
    /// The line numbers of the steps and of the result, if the record was read from a file.
    step_lines: Vec<u32>,
    result_line: Option<u32>,
}

impl<G: Game> PartialEq for Record<G> {
    fn eq(&self, other: &Self) -> bool {
        let Record { game, rules, steps, tags, step_lines: _, result_line: _ } = self;
        *game == other.game && *rules == other.rules && *steps == other.steps && *tags == other.tags
    }
}
impl<G: Game> Eq for Record<G> {}

impl<G: Game> Record<G> {
    /// A record without steps. `game` is the display name of the game.
    pub fn new(game: &str, rules: G::Rules) -> Record<G> {
        Record {
            game: game.to_owned(),
            rules,
            steps: Vec::new(),
            tags: Vec::new(),
            step_lines: Vec::new(),
            result_line: None,
        }
    }

    /// Reads the rules and the steps of a record, and checks its deck.
    pub fn read(text: &RecordText) -> Result<Record<G>, RecordError> {
        let rules = G::Rules::from_str(&text.rules.value).map_err(|e| in_value(&text.rules, e))?;
        if let Some(tag) = text.tag("Deck") {
            check_deck::<G>(tag, &rules)?;
        }
        let mut record = Record::new(G::ID.name(), rules);
        for Tag { name, value, at } in &text.tags {
            match name.as_str() {
                "Game" => record.game.clone_from(value),
                name if DERIVED.contains(&name) => {}
                name => {
                    // Not `set_tag`, which looks at all earlier tags: the names of a text are unique.
                    record.tags.push((name.to_owned(), value.clone()));
                    if name == "Result" {
                        record.result_line = Some(at.line);
                    }
                }
            }
        }
        for step in &text.steps {
            record.steps.push(read_step(step, rules.n_seats())?);
            record.step_lines.push(step.at.line);
        }
        Ok(record)
    }

    /// The tags that were set, in order, without the derived tags.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(other, _)| other == name);
        tag.map(|(_, value)| value.as_str())
    }

    /// Sets a tag. A tag that exists keeps its place.
    ///
    /// # Panics
    /// If the name is invalid, or the tag is derived (`Format`, `Game`, `Rules`, `Deck`).
    pub fn set_tag(&mut self, name: &str, value: &str) {
        assert!(!name.is_empty() && name.chars().all(in_name), "{name:?} is the name of a tag");
        assert!(!DERIVED.contains(&name), "{name} is written by the record");
        match self.tags.iter_mut().find(|(other, _)| is_same_name(other, name)) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Sets the `Result` tag: the scores, or `*` for an unfinished game.
    pub fn set_result(&mut self, standing: &Standing) {
        match standing.winners {
            Some(_) => self.set_tag("Result", &scores_text(standing.scores())),
            None => self.set_tag("Result", UNFINISHED),
        }
    }

    /// The line number of a step, counted from 0: as read from a file, or else as it would be written.
    pub fn line_of_step(&self, step_index: usize) -> u32 {
        let written = || (self.written_tags().count() + 2 + step_index) as u32;
        self.step_lines.get(step_index).copied().unwrap_or_else(written)
    }

    /// The line number of the `Result` tag: as read from a file, or else as it would be written.
    pub fn line_of_result(&self) -> u32 {
        let before = self.written_tags().take_while(|(name, _)| name != "Result").count();
        self.result_line.unwrap_or(before as u32 + 1)
    }

    /// All tags in the order they are written.
    fn written_tags(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let changed = !self.rules.changed_tables().is_empty();
        let deck = changed.then(|| ("Deck".to_owned(), deck::hash_of::<G>(&self.rules)));
        let first = [
            ("Format".to_owned(), FORMAT.to_owned()),
            ("Game".to_owned(), self.game.clone()),
            ("Rules".to_owned(), self.rules.to_string()),
        ];
        first.into_iter().chain(deck).chain(self.tags.iter().cloned())
    }
}

/// Scores in the format of the `Result` tag.
pub fn scores_text(scores: &[i32]) -> String {
    scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
}

impl<G: Game> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.written_tags() {
            write_tag(f, &name, &value)?;
        }
        writeln!(f)?;
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for character in value.chars() {
        match character {
            '"' => write!(f, "\\\"")?,
            '\\' => write!(f, "\\\\")?,
            '\n' => write!(f, "\\n")?,
            other => write!(f, "{other}")?,
        }
    }
    writeln!(f, "\"]")
}

/// Why a text is not a record, with the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The position.
    pub at: Position,
    /// The text at that position; empty at the end of the file.
    pub found: String,
    /// What is wrong with it.
    pub problem: RecordProblem,
}

/// What is wrong with a record's text. Messages: `record-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum RecordProblem {
    /// The file contains no record.
    Empty,
    /// A line that begins like a tag is not `[Name "value"]`.
    BadTag,
    /// The value of a tag does not end on its line.
    UnclosedQuote,
    /// A backslash is not followed by a quote, a backslash or an `n`.
    BadEscape,
    /// A comment is not closed.
    UnclosedComment,
    /// A header has the same tag twice.
    TagTwice { tag: String },
    /// A header lacks a required tag.
    MissingTag { tag: &'static str },
    /// A header has no steps, and the result does not say that the game is unfinished.
    NoSteps,
    /// The record has a later format.
    UnknownFormat,
    /// The `Deck` tag is not the hash of the deck in the rules line.
    DeckMismatch { wanted: String },
    /// The game has no seat with this number; it has `n_seats`.
    NoSuchSeat { n_seats: u8 },
    /// The step hides cards: a seat's own record cannot be refereed.
    HiddenCards,
    /// The rules line or a step cannot be read.
    Unreadable(Wanted),
}

impl Say for RecordError {
    const CODES: &'static [&'static str] = RecordProblem::CODES;

    fn code(&self) -> &'static str {
        self.problem.code()
    }

    fn facts(&self) -> Facts {
        let mut facts = vec![
            ("line", self.at.line.into()),
            ("column", self.at.column.into()),
            ("found", Fact::Text(self.found.clone())),
        ];
        facts.extend(self.problem.facts());
        facts
    }
}

impl Say for RecordProblem {
    codes! {
        RecordProblem::Empty => "empty",
        RecordProblem::BadTag => "bad-tag",
        RecordProblem::UnclosedQuote => "unclosed-quote",
        RecordProblem::BadEscape => "bad-escape",
        RecordProblem::UnclosedComment => "unclosed-comment",
        RecordProblem::TagTwice { .. } => "tag-twice",
        RecordProblem::MissingTag { .. } => "missing-tag",
        RecordProblem::NoSteps => "no-steps",
        RecordProblem::UnknownFormat => "unknown-format",
        RecordProblem::DeckMismatch { .. } => "deck-mismatch",
        RecordProblem::NoSuchSeat { .. } => "no-such-seat",
        RecordProblem::HiddenCards => "hidden-cards",
        RecordProblem::Unreadable(_) => "unreadable",
    }

    fn facts(&self) -> Facts {
        match self {
            RecordProblem::TagTwice { tag } => vec![("tag", Fact::Text(tag.clone()))],
            RecordProblem::MissingTag { tag } => vec![("tag", Fact::Text((*tag).into()))],
            RecordProblem::UnknownFormat => vec![("wanted", Fact::Text(FORMAT.into()))],
            RecordProblem::DeckMismatch { wanted } => vec![("wanted", Fact::Text(wanted.clone()))],
            // Sentences name the highest seat number.
            RecordProblem::NoSuchSeat { n_seats } => vec![("last", (n_seats - 1).into())],
            // `Wanted` has its own code and facts.
            RecordProblem::Unreadable(wanted) => wanted.facts(),
            RecordProblem::Empty
            | RecordProblem::BadTag
            | RecordProblem::UnclosedQuote
            | RecordProblem::BadEscape
            | RecordProblem::UnclosedComment
            | RecordProblem::NoSteps
            | RecordProblem::HiddenCards => vec![],
        }
    }
}

/// The gap between two steps or tags.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// No empty line.
    Close,
    /// At least one empty line.
    EmptyLine,
}

/// Reads one record and the blanks after it.
fn read_one(cursor: &mut Cursor<'_>) -> Result<RecordText, RecordError> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut names = BTreeSet::new();
    while cursor.rest().starts_with('[') {
        let name_at = cursor.right(1);
        let tag = read_tag(cursor)?;
        if !names.insert(TagName(tag.name.clone())) {
            let problem = RecordProblem::TagTwice { tag: tag.name.clone() };
            return Err(RecordError { at: name_at, found: tag.name, problem });
        }
        if tag.name == "Format" {
            check_format(&tag)?;
        }
        tags.push(tag);
        if cursor.skip_blanks()? == Gap::EmptyLine {
            break;
        }
    }
    let Some(rules_index) = tags.iter().position(|tag| tag.name == "Rules") else {
        return Err(cursor.refuse(RecordProblem::MissingTag { tag: "Rules" }));
    };
    let rules = tags.remove(rules_index);
    let mut steps = Vec::new();
    while !cursor.rest().is_empty() && !cursor.rest().starts_with('[') {
        let at = cursor.at;
        let text = cursor.take_while(|c| c != '\n' && c != '{').trim_end_matches(is_blank);
        steps.push(StepText { text: text.to_owned(), at });
        cursor.skip_blanks()?;
    }
    let unfinished = tags.iter().any(|tag| tag.name == "Result" && tag.value == UNFINISHED);
    if steps.is_empty() && !unfinished {
        return Err(cursor.refuse(RecordProblem::NoSteps));
    }
    Ok(RecordText { rules, tags, steps })
}

/// The name of a tag in a set of names. Large headers are read in time that grows with their length: tests count how many
/// names are compared.
struct TagName(String);

impl Ord for TagName {
    fn cmp(&self, other: &TagName) -> Ordering {
        #[cfg(test)]
        tests::count_comparison();
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for TagName {
    fn partial_cmp(&self, other: &TagName) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for TagName {
    fn eq(&self, other: &TagName) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for TagName {}

fn is_same_name(one: &str, other: &str) -> bool {
    #[cfg(test)]
    tests::count_comparison();
    one == other
}

/// Reads `[Name "value"]` up to the end of the line or a comment.
fn read_tag(cursor: &mut Cursor<'_>) -> Result<Tag, RecordError> {
    cursor.expect('[')?;
    let name = cursor.take_while(in_name).to_owned();
    if name.is_empty() || !cursor.rest().starts_with(is_blank) {
        return Err(cursor.refuse(RecordProblem::BadTag));
    }
    cursor.take_while(is_blank);
    let quote = cursor.clone();
    cursor.expect('"')?;
    let at = cursor.at;
    let mut value = String::new();
    loop {
        value.push_str(cursor.take_while(|c| !matches!(c, '"' | '\\' | '\n')));
        match cursor.peek() {
            Some('"') => break,
            Some('\\') => value.push(read_escape(cursor)?),
            Some(_) | None => return Err(quote.refuse(RecordProblem::UnclosedQuote)),
        }
    }
    cursor.expect('"')?;
    cursor.take_while(is_blank);
    cursor.expect(']')?;
    cursor.take_while(is_blank);
    match cursor.peek() {
        Some('\n' | '{') | None => Ok(Tag { name, value, at }),
        Some(_) => Err(cursor.refuse(RecordProblem::BadTag)),
    }
}

fn read_escape(cursor: &mut Cursor<'_>) -> Result<char, RecordError> {
    let escape = cursor.rest().chars().take(2).collect::<String>();
    let character = match escape.as_str() {
        "\\\"" => '"',
        "\\\\" => '\\',
        "\\n" => '\n',
        _ => {
            let found = escape.trim_end_matches(['\r', '\n']).to_owned();
            return Err(RecordError { at: cursor.at, found, problem: RecordProblem::BadEscape });
        }
    };
    cursor.skip(escape.len());
    Ok(character)
}

fn check_format(tag: &Tag) -> Result<(), RecordError> {
    let version = tag.value.strip_prefix("neko ").unwrap_or_default();
    let is_ours = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    if !is_ours || tag.value == FORMAT {
        return Ok(());
    }
    let found = tag.value.clone();
    Err(RecordError { at: tag.at, found, problem: RecordProblem::UnknownFormat })
}

fn check_deck<G: Game>(tag: &Tag, rules: &G::Rules) -> Result<(), RecordError> {
    let wanted = deck::hash_of::<G>(rules);
    if tag.value == wanted {
        return Ok(());
    }
    let found = tag.value.clone();
    Err(RecordError { at: tag.at, found, problem: RecordProblem::DeckMismatch { wanted } })
}

fn read_step<G: Game>(step: &StepText, n_seats: u8) -> Result<Step<G>, RecordError> {
    let text = step.text.as_str();
    let fault = |byte: usize, found: &str, problem| {
        let before = text.get(..byte).unwrap_or(text);
        let at = step.at.right(before.chars().count());
        RecordError { at, found: found.to_owned(), problem }
    };
    if let Some(byte) = text.find(HIDDEN) {
        return Err(fault(byte, HIDDEN, RecordProblem::HiddenCards));
    }
    let unreadable = |shift: usize, unreadable: Unreadable| {
        let Unreadable { at, found, wanted } = unreadable;
        fault(shift + at, &found, RecordProblem::Unreadable(wanted))
    };
    let is_act =
        text.len() > 1 && text.as_bytes()[0].is_ascii_digit() && text.as_bytes()[1] == b' ';
    if !is_act {
        return text.parse().map(Step::Chance).map_err(|e| unreadable(0, e));
    }
    let (digit, action) = (&text[..1], &text[2..]);
    let seat = Seat::read(text.as_bytes()[0]);
    let seat = seat.ok_or_else(|| fault(0, digit, RecordProblem::NoSuchSeat { n_seats }))?;
    action.parse().map(|action| Step::Act(seat, action)).map_err(|e| unreadable(2, e))
}

/// Turns an error in the value of a tag into a `RecordError` with its position in the file.
fn in_value(tag: &Tag, unreadable: Unreadable) -> RecordError {
    let Unreadable { at, found, wanted } = unreadable;
    let before = tag.value.get(..at).unwrap_or(&tag.value);
    // Escaped characters take two characters in the file.
    let n_chars = before.chars().map(|c| 1 + usize::from(matches!(c, '"' | '\\' | '\n'))).sum();
    RecordError { at: tag.at.right(n_chars), found, problem: RecordProblem::Unreadable(wanted) }
}

fn in_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-'
}

/// White space within a line. It includes the carriage return, for files from Windows.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r')
}

/// A position in a file and the text after it.
#[derive(Clone)]
struct Cursor<'a> {
    rest: &'a str,
    at: Position,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Cursor<'a> {
        // Some editors write an invisible byte order mark.
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Cursor { rest, at: Position { line: 1, column: 1 } }
    }

    fn rest(&self) -> &'a str {
        self.rest
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn right(&self, n_chars: usize) -> Position {
        self.at.right(n_chars)
    }

    /// Skips bytes, which must end at a character.
    fn skip(&mut self, n_bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(n_bytes);
        for character in skipped.chars() {
            self.at = match character {
                '\n' => Position { line: self.at.line + 1, column: 1 },
                _ => self.at.right(1),
            };
        }
        self.rest = rest;
        skipped
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        self.skip(self.rest.find(|c| !wanted(c)).unwrap_or(self.rest.len()))
    }

    fn expect(&mut self, wanted: char) -> Result<(), RecordError> {
        if self.peek() != Some(wanted) {
            return Err(self.refuse(RecordProblem::BadTag));
        }
        self.skip(wanted.len_utf8());
        Ok(())
    }

    /// Skips white space, empty lines and comments. A line with a comment is not empty.
    fn skip_blanks(&mut self) -> Result<Gap, RecordError> {
        let mut gap = Gap::Close;
        loop {
            let line_begins = self.at.column == 1;
            self.take_while(is_blank);
            match self.peek() {
                Some('\n') => {
                    if line_begins {
                        gap = Gap::EmptyLine;
                    }
                    self.skip(1);
                }
                Some('{') => {
                    let unclosed = || self.refuse(RecordProblem::UnclosedComment);
                    let end = self.rest.find('}').ok_or_else(unclosed)?;
                    self.skip(end + 1);
                }
                Some(_) | None => return Ok(gap),
            }
        }
    }

    /// The error for the word at the cursor.
    fn refuse(&self, problem: RecordProblem) -> RecordError {
        let found = self.rest.trim_start_matches(is_blank);
        let found = found.split(|c| is_blank(c) || c == '\n').next().unwrap_or_default();
        RecordError { at: self.at, found: found.chars().take(MAX_FOUND).collect(), problem }
    }
}

/// Messages quote at most this many characters.
const MAX_FOUND: usize = 40;

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::fmt::Write as _;

    use rules::meow;

    use super::*;

    thread_local! {
        static N_COMPARISONS: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn count_comparison() {
        N_COMPARISONS.set(N_COMPARISONS.get() + 1);
    }

    /// Reads a record with this many tags. Returns the number of names that were compared.
    fn comparisons(n_tags: usize) -> usize {
        let mut text = "[Rules \"meow@1 players=3\"]\n[Result \"*\"]\n".to_owned();
        for number in 0..n_tags {
            writeln!(text, "[Tag{number} \"\"]").unwrap();
        }
        N_COMPARISONS.set(0);
        let texts = RecordText::read_all(&text).unwrap();
        let record = Record::<meow::State>::read(&texts[0]).unwrap();
        assert_eq!(record.tags().len(), n_tags + 1);
        N_COMPARISONS.get()
    }

    #[test]
    fn tags_are_read_in_linear_time() {
        let [few, many] = [1000, 10_000].map(comparisons);
        // A tag is compared with as many names as a binary search looks at.
        assert!((1000..20_000).contains(&few), "{few} comparisons");
        assert!(many < few * 20, "{many} comparisons for ten times as many tags as {few}");
    }
}
