//! Deck files: the values of a player's own box, in place of the reconstructed standard values.
//!
//! ```
//! use table::deck::{DeckFile, hash_of};
//!
//! let standard = DeckFile::standard(rules::GameId::Meow);
//! let mine = standard.to_toml().replace("-8, -10", "-7, -8");
//! let mine = DeckFile::read(&mine).unwrap();
//! let rules = mine.apply::<rules::meow::State>("meow players=3".parse().unwrap()).unwrap();
//! assert!(rules.to_string().ends_with(" fishbones=-1,-2,-3,-4,-5,-6,-7,-8"));
//! assert!(hash_of::<rules::meow::State>(&rules).starts_with("sha256:"));
//! ```

use std::fmt::Write as _;
use std::ops::Range;

use rules::notation::rows_text;
use rules::{BadDeckTable, DeckTable, Fact, Facts, Game, GameId, Rules, Say, Visit, codes};
use sha2::{Digest, Sha256};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::Position;
use crate::seed::hexadecimal;

/// All value tables of a game, as one box has them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckFile {
    game: GameId,
    /// The owner's name for the deck.
    pub name: Option<String>,
    /// The rows of each table, checked, in the order of the game's list of tables.
    tables: Vec<Vec<Vec<i32>>>,
}

impl DeckFile {
    /// The standard values of a game.
    pub fn standard(game: GameId) -> DeckFile {
        let tables = game.visit(StandardTables);
        DeckFile { game, name: None, tables }
    }

    /// Reads a deck file.
    pub fn read(text: &str) -> Result<DeckFile, DeckError> {
        let file = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(text.len()..text.len());
            let message = error.message().to_owned();
            Source(text).refuse("", &span, DeckProblem::Syntax { message })
        })?;
        let (file, source) = (file.get_ref(), Source(text));
        let game = read_game(source, file)?;
        let name = file.get("name").map(|name| read_text(source, "name", name)).transpose()?;
        let infos = tables_of(game);
        let keys: Vec<&str> =
            ["game", "name"].into_iter().chain(infos.iter().map(|info| info.name)).collect();
        only_keys(source, "", file, &keys)?;
        let tables = infos.iter().map(|info| read_table(source, file, info));
        let tables = tables.collect::<Result<_, _>>()?;
        Ok(DeckFile { game, name: name.map(str::to_owned), tables })
    }

    /// The game that the deck is for.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Puts the values of this deck into rules of the same game.
    pub fn apply<G: Game>(&self, rules: G::Rules) -> Result<G::Rules, DeckError> {
        if self.game != G::ID {
            let found = self.game.name().to_owned();
            let problem = DeckProblem::OtherGame { wanted: G::ID };
            return Err(DeckError { at: None, key: "game".to_owned(), found, problem });
        }
        let tables = G::Rules::TABLES.iter().zip(&self.tables);
        Ok(tables.fold(rules, |rules, (info, rows)| {
            rules.with_table(info.name, rows).expect("rows were checked when they were read")
        }))
    }

    /// The tables, by name.
    pub fn tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)> {
        tables_of(self.game).iter().map(|info| info.name).zip(self.tables.clone()).collect()
    }

    /// The deck as a file. Comments list the allowed values of each table.
    pub fn to_toml(&self) -> String {
        let mut text = format!("game = \"{}\"\n", self.game.name());
        if let Some(name) = &self.name {
            let _infallible = writeln!(text, "name = {}", quoted(name));
        }
        let tables = || tables_of(self.game).iter().zip(&self.tables);
        // TOML counts every line after a table head as part of that table, so plain keys come first.
        for (info, rows) in tables().filter(|(info, _)| is_plain(info)) {
            let _infallible =
                write!(text, "\n{}{} = {}\n", allowed(info), info.name, list(&rows[0]));
        }
        for (info, rows) in tables().filter(|(info, _)| !is_plain(info)) {
            let _infallible = write!(text, "\n{}[{}]\n", allowed(info), info.name);
            for (name, row) in info.rows.iter().zip(rows) {
                let _infallible = writeln!(text, "{name} = {}", list(row));
            }
        }
        text
    }
}

/// The hash of all tables that differ from the standard, for the `Deck` tag of a record.
///
/// It covers exactly what the rules line says. Tables that the variant does not use have no effect.
pub fn hash_of<G: Game>(rules: &G::Rules) -> String {
    let mut text = format!("{}\n", G::ID.name());
    for (name, rows) in rules.changed_tables() {
        let _infallible = writeln!(text, "{name}={}", rows_text(&rows));
    }
    format!("sha256:{}", hexadecimal(&Sha256::digest(text.as_bytes())))
}

/// Why a deck cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckError {
    /// The position in the file. `None` if a key is missing or the file is for another game.
    pub at: Option<Position>,
    /// The key with dots, such as `purple.blue`. Empty if no key was read before the error.
    pub key: String,
    /// The text at that position.
    pub found: String,
    /// What is wrong with it.
    pub problem: DeckProblem,
}

/// What is wrong with a deck. Messages: `deck-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum DeckProblem {
    /// The file is not TOML. The message is the parser's, in English.
    Syntax { message: String },
    /// A required key is missing.
    MissingKey,
    /// An unknown key; `keys` are the known ones.
    UnknownKey { keys: Vec<&'static str> },
    /// The value must be a text.
    NotText,
    /// No such game.
    UnknownGame,
    /// The value must be a table with these rows.
    NotRows { rows: &'static [&'static str] },
    /// The value must be a list of this many numbers.
    NotList { wanted: usize },
    /// The value must be a whole number. Places count from 1.
    NotNumber { place: usize, min: i32, max: i32 },
    /// A row has too few or too many values.
    Count { n_found: usize, wanted: usize },
    /// A value is out of range; places count from 1.
    Range { place: usize, min: i32, max: i32 },
    /// A value occurs twice in a row of distinct values. Places count from 1.
    Twice { place: usize, min: i32, max: i32 },
    /// The deck and the rules are for different games.
    OtherGame { wanted: GameId },
}

impl Say for DeckError {
    const CODES: &'static [&'static str] = DeckProblem::CODES;

    fn code(&self) -> &'static str {
        self.problem.code()
    }

    fn facts(&self) -> Facts {
        let mut facts = Facts::new();
        if let Some(Position { line, column }) = self.at {
            facts.extend([("line", line.into()), ("column", column.into())]);
        }
        let text = |text: &String| Fact::Text(text.clone());
        facts.extend([("key", text(&self.key)), ("found", text(&self.found))]);
        facts.extend(self.problem.facts());
        facts
    }
}

impl Say for DeckProblem {
    codes! {
        DeckProblem::Syntax { .. } => "syntax",
        DeckProblem::MissingKey => "missing-key",
        DeckProblem::UnknownKey { .. } => "unknown-key",
        DeckProblem::NotText => "not-text",
        DeckProblem::UnknownGame => "unknown-game",
        DeckProblem::NotRows { .. } => "not-rows",
        DeckProblem::NotList { .. } => "not-list",
        DeckProblem::NotNumber { .. } => "not-number",
        DeckProblem::Count { .. } => "count",
        DeckProblem::Range { .. } => "range",
        DeckProblem::Twice { .. } => "twice",
        DeckProblem::OtherGame { .. } => "other-game",
    }

    fn facts(&self) -> Facts {
        let text = |text: &str| Fact::Text(text.to_owned());
        let count = |count: usize| Fact::Number(count as i64);
        match self {
            DeckProblem::Syntax { message } => vec![("message", text(message))],
            DeckProblem::UnknownKey { keys } => vec![("keys", text(&keys.join(", ")))],
            DeckProblem::UnknownGame => vec![("games", text(&GameId::NAMES.join(", ")))],
            DeckProblem::NotRows { rows } => vec![("rows", text(&rows.join(", ")))],
            DeckProblem::NotList { wanted } => vec![("wanted", count(*wanted))],
            DeckProblem::Count { n_found, wanted } => {
                vec![("number", count(*n_found)), ("wanted", count(*wanted))]
            }
            DeckProblem::NotNumber { place, min, max }
            | DeckProblem::Range { place, min, max }
            | DeckProblem::Twice { place, min, max } => {
                vec![("place", count(*place)), ("min", (*min).into()), ("max", (*max).into())]
            }
            DeckProblem::OtherGame { wanted } => vec![("wanted", text(wanted.name()))],
            DeckProblem::MissingKey | DeckProblem::NotText => vec![],
        }
    }
}

struct StandardTables;

impl Visit for StandardTables {
    type Output = Vec<Vec<Vec<i32>>>;

    fn visit<G: Game>(self) -> Self::Output {
        G::Rules::TABLES.iter().map(|info| G::Rules::standard_table(info.name)).collect()
    }
}

struct Infos;

impl Visit for Infos {
    type Output = &'static [DeckTable];

    fn visit<G: Game>(self) -> Self::Output {
        G::Rules::TABLES
    }
}

fn tables_of(game: GameId) -> &'static [DeckTable] {
    game.visit(Infos)
}

/// Whether the table has only one row, which needs no name.
fn is_plain(info: &DeckTable) -> bool {
    info.rows == [""]
}

/// The text of a deck file, for the positions of errors.
#[derive(Clone, Copy)]
struct Source<'a>(&'a str);

impl Source<'_> {
    fn refuse(self, key: &str, span: &Range<usize>, problem: DeckProblem) -> DeckError {
        let found = self.0.get(span.clone()).unwrap_or_default();
        let found = found.lines().next().unwrap_or_default().chars().take(MAX_FOUND).collect();
        DeckError {
            at: Some(Position::of(self.0, span.start)),
            key: key.to_owned(),
            found,
            problem,
        }
    }
}

/// Messages quote at most this many characters of a value.
const MAX_FOUND: usize = 40;

fn missing(key: &str) -> DeckError {
    let problem = DeckProblem::MissingKey;
    DeckError { at: None, key: key.to_owned(), found: String::new(), problem }
}

fn read_game(source: Source<'_>, file: &DeTable<'_>) -> Result<GameId, DeckError> {
    let game = file.get("game").ok_or_else(|| missing("game"))?;
    let name = read_text(source, "game", game)?;
    let unknown = || source.refuse("game", &game.span(), DeckProblem::UnknownGame);
    GameId::named(name).ok_or_else(unknown)
}

fn read_text<'a>(
    source: Source<'_>,
    key: &str,
    value: &'a Spanned<DeValue<'_>>,
) -> Result<&'a str, DeckError> {
    let not_text = || source.refuse(key, &value.span(), DeckProblem::NotText);
    value.get_ref().as_str().ok_or_else(not_text)
}

fn only_keys(
    source: Source<'_>,
    parent: &str,
    table: &DeTable<'_>,
    keys: &[&'static str],
) -> Result<(), DeckError> {
    let unknown = table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
    let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
    let path = dotted(parent, key.get_ref());
    let problem = DeckProblem::UnknownKey { keys: keys.to_vec() };
    Err(source.refuse(&path, &key.span(), problem))
}

fn dotted(parent: &str, key: &str) -> String {
    if parent.is_empty() { key.to_owned() } else { format!("{parent}.{key}") }
}

fn read_table(
    source: Source<'_>,
    file: &DeTable<'_>,
    info: &'static DeckTable,
) -> Result<Vec<Vec<i32>>, DeckError> {
    let value = file.get(info.name).ok_or_else(|| missing(info.name))?;
    if is_plain(info) {
        return read_row(source, info.name, value, info).map(|row| vec![row]);
    }
    let Some(table) = value.get_ref().as_table() else {
        let problem = DeckProblem::NotRows { rows: info.rows };
        return Err(source.refuse(info.name, &value.span(), problem));
    };
    only_keys(source, info.name, table, info.rows)?;
    let row = |name: &&'static str| {
        let key = dotted(info.name, name);
        let value = table.get(*name).ok_or_else(|| missing(&key))?;
        read_row(source, &key, value, info)
    };
    info.rows.iter().map(row).collect()
}

fn read_row(
    source: Source<'_>,
    key: &str,
    value: &Spanned<DeValue<'_>>,
    info: &DeckTable,
) -> Result<Vec<i32>, DeckError> {
    let &DeckTable { n_values: wanted, min, max, .. } = info;
    let Some(values) = value.get_ref().as_array() else {
        return Err(source.refuse(key, &value.span(), DeckProblem::NotList { wanted }));
    };
    let mut row = Vec::new();
    for (place, value) in (1..).zip(values.iter()) {
        let Some(number) = value.get_ref().as_integer() else {
            let problem = DeckProblem::NotNumber { place, min, max };
            return Err(source.refuse(key, &value.span(), problem));
        };
        let number = i32::from_str_radix(number.as_str(), number.radix());
        // A number that does not fit is out of any range; the error quotes it from the file.
        row.push(number.unwrap_or(i32::MAX));
    }
    // Tables are checked as a whole, so every row gets the values of this one.
    let rows = vec![row; info.rows.len()];
    match info.check(&rows) {
        Ok(()) => Ok(rows.into_iter().next().unwrap_or_default()),
        Err(bad) => {
            let (place, problem) = match bad {
                BadDeckTable::Rows { wanted, found: n_found }
                | BadDeckTable::Values { wanted, found: n_found, .. } => {
                    (None, DeckProblem::Count { n_found, wanted })
                }
                BadDeckTable::Range { place, min, max, .. } => {
                    (Some(place), DeckProblem::Range { place: place + 1, min, max })
                }
                BadDeckTable::Twice { place, .. } => {
                    (Some(place), DeckProblem::Twice { place: place + 1, min, max })
                }
            };
            let span =
                place.and_then(|place| values.get(place)).map_or(value.span(), Spanned::span);
            Err(source.refuse(key, &span, problem))
        }
    }
}

/// The allowed values of a table, as a TOML comment.
fn allowed(info: &DeckTable) -> String {
    let DeckTable { n_values, min, max, each_once, .. } = info;
    let once = if *each_once { ", each once" } else { "" };
    format!("# {n_values} values from {min} to {max}{once}\n")
}

fn list(row: &[i32]) -> String {
    format!("[{}]", row.iter().map(i32::to_string).collect::<Vec<_>>().join(", "))
}

/// Quotes a text for TOML.
fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if control.is_control() => {
                let _infallible = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}
