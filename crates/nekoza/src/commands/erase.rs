//! `nekoza erase`: removes a person's name, chat lines, reactions and coats from stored tables.

use std::collections::BTreeSet;

use rules::{Fact, Game, GameId, MAX_SEATS, Study, Visit};
use store::{SqliteEditor, SqliteError, SqliteStore, StoredTable};
use table::cat::Reaction;
use table::event::{Event, EventKind, Holder};
use words::Words;

use super::operate::failure;
use crate::operator_args::{EraseArgs, EraseWho};
use crate::output::{Failure, Output};

/// The name that replaces an erased one. A number follows if the table has a person of that name.
const NEUTRAL_NAME: &str = "Guest";

/// The text that replaces an erased chat line. A chat line cannot be empty.
const NEUTRAL_TEXT: &str = "…";

/// The reaction that replaces an erased one.
const NEUTRAL_REACTION: Reaction = Reaction::Happy;

pub(crate) fn erase(args: &EraseArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let who = Who::read(&args.who, words)?;
    let data = &args.folder.data;
    let fail = |error: SqliteError| failure(words, data, &error);
    if args.dry_run {
        let mut n_tables = 0;
        for (id, _) in SqliteStore::tables_in(data).map_err(fail)? {
            let is_asked = args.table.is_none_or(|table| table == id);
            if is_asked
                && who.erased_from(&SqliteStore::table_in(data, id).map_err(fail)?).is_some()
            {
                n_tables += 1;
                output.line(id.to_string())?;
            }
        }
        output.line(words.message("tables-count", &[("n", Fact::from(n_tables))]))?;
        return output.line(words.message("tables-dry-run", &[]));
    }
    let mut editor = SqliteEditor::open(data).map_err(fail)?;
    let ids: Vec<_> = match args.table {
        Some(id) => vec![id],
        None => editor.tables().map_err(fail)?.into_iter().map(|(id, _)| id).collect(),
    };
    let mut n_tables: u32 = 0;
    for id in ids {
        let table = editor.read(id).map_err(fail)?;
        if let Some(erased) = who.erased_from(&table) {
            editor.rewrite(&erased).map_err(fail)?;
            n_tables += 1;
        }
    }
    editor.finish().map_err(fail)?;
    output.line(words.message("erase-done", &[("n", Fact::from(n_tables))]))
}

/// The person whose traces are erased.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Who {
    Name(String),
    Holder(Holder),
}

impl Who {
    fn read(args: &EraseWho, words: &Words) -> Result<Who, Failure> {
        match (&args.name, &args.holder) {
            (Some(name), _) => Ok(Who::Name(name.trim().to_owned())),
            (None, holder) => {
                let holder = holder.as_deref().unwrap_or_default();
                let bits = u128::from_str_radix(holder, 16).ok().filter(|_| holder.len() == 32);
                let bits = bits.ok_or_else(|| {
                    let found = [("found", Fact::Text(holder.to_owned()))];
                    Failure::Usage(words.message("erase-bad-holder", &found))
                })?;
                Ok(Who::Holder(Holder(bits.to_be_bytes())))
            }
        }
    }

    /// The table without this person, if the person was there. A table of an unknown game stays as it is.
    fn erased_from(&self, table: &StoredTable) -> Option<StoredTable> {
        GameId::named(&table.head.game)?.visit(Erase { who: self, table })
    }

    fn is(&self, holder: Holder, name: &str) -> bool {
        match self {
            Who::Name(_) => self.has_name(name),
            Who::Holder(wanted) => holder == *wanted,
        }
    }

    fn has_name(&self, name: &str) -> bool {
        matches!(self, Who::Name(wanted) if wanted == name)
    }
}

struct Erase<'a> {
    who: &'a Who,
    table: &'a StoredTable,
}

impl Visit for Erase<'_> {
    type Output = Option<StoredTable>;

    /// Lines that are not about the person stay byte for byte as they are, so the game and its deals can still be
    /// verified.
    fn visit<G: Game + Study>(self) -> Option<StoredTable> {
        let Erase { who, table } = self;
        let events: Vec<Option<Event<G>>> =
            table.events.iter().map(|line| line.parse().ok()).collect();
        let is_person = arrivals(who, &events);
        // The seats where the person sits.
        let mut seats = [false; MAX_SEATS];
        let (mut erased, mut others) = (BTreeSet::new(), BTreeSet::new());
        for (event, &is_person) in events.iter().zip(&is_person) {
            let (seat, name) = match event.as_ref().map(|event| &event.kind) {
                Some(EventKind::Sat { seat, name, .. }) => {
                    seats[seat.index()] = is_person;
                    (seat, name)
                }
                Some(EventKind::Renamed { seat, name }) => (seat, name),
                _ => continue,
            };
            let names = if seats[seat.index()] { &mut erased } else { &mut others };
            names.insert(name.clone());
        }
        if erased.is_empty() {
            return None;
        }
        let neutral = neutral_name(&others);
        seats = [false; MAX_SEATS];
        let mut lines = Vec::with_capacity(events.len());
        for ((event, line), is_person) in events.into_iter().zip(&table.events).zip(is_person) {
            let Some(mut event) = event else {
                lines.push(line.clone());
                continue;
            };
            let is_changed = match &mut event.kind {
                EventKind::Sat { seat, name, .. } => {
                    seats[seat.index()] = is_person;
                    if is_person {
                        name.clone_from(&neutral);
                    }
                    is_person
                }
                EventKind::Renamed { seat, name } if seats[seat.index()] => {
                    name.clone_from(&neutral);
                    true
                }
                EventKind::Said { seat, text } if seats[seat.index()] => {
                    NEUTRAL_TEXT.clone_into(text);
                    true
                }
                EventKind::Reacted { seat, reaction } if seats[seat.index()] => {
                    *reaction = NEUTRAL_REACTION;
                    true
                }
                EventKind::Wears { seat, coat } if seats[seat.index()] => {
                    *coat = None;
                    true
                }
                EventKind::Said { text, .. } => {
                    let before = text.clone();
                    for name in &erased {
                        *text = replace_word(text, name, &neutral);
                    }
                    *text != before
                }
                _ => false,
            };
            lines.push(if is_changed { event.to_string() } else { line.clone() });
        }
        let mut table = StoredTable { events: lines, ..table.clone() };
        for name in &mut table.head.names {
            if erased.contains(name) && !others.contains(name) {
                name.clone_from(&neutral);
            }
        }
        Some(table)
    }
}

/// For each event, whether the person sits down. A person who moved to another browser is known by both, and one with
/// another name by each.
fn arrivals<G: Game>(who: &Who, events: &[Option<Event<G>>]) -> Vec<bool> {
    let mut is_person = vec![false; events.len()];
    let mut arrived = [None; MAX_SEATS];
    for (index, event) in events.iter().enumerate() {
        match event.as_ref().map(|event| &event.kind) {
            Some(EventKind::Sat { seat, holder, name }) => {
                arrived[seat.index()] = Some(index);
                is_person[index] = who.is(*holder, name);
            }
            Some(EventKind::Moved { seat, holder }) => {
                if let (Some(arrived), true) = (arrived[seat.index()], *who == Who::Holder(*holder))
                {
                    is_person[arrived] = true;
                }
            }
            Some(EventKind::Renamed { seat, name }) => {
                if let (Some(arrived), true) = (arrived[seat.index()], who.has_name(name)) {
                    is_person[arrived] = true;
                }
            }
            _ => {}
        }
    }
    is_person
}

/// A neutral name that no other person at the table has.
fn neutral_name(others: &BTreeSet<String>) -> String {
    let numbered = (2..).map(|number: u32| format!("{NEUTRAL_NAME} {number}"));
    let mut names = std::iter::once(NEUTRAL_NAME.to_owned()).chain(numbered);
    names.find(|name| !others.contains(name)).expect("there are more numbers than people")
}

/// Replaces a word: `Al` is in `hi, Al!` and not in `Also`.
fn replace_word(text: &str, word: &str, by: &str) -> String {
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(word).filter(|_| !word.is_empty()) {
        let (before, after) = (&rest[..at], &rest[at + word.len()..]);
        replaced.push_str(before);
        let is_inside = replaced.chars().next_back().is_some_and(char::is_alphanumeric)
            || after.chars().next().is_some_and(char::is_alphanumeric);
        replaced.push_str(if is_inside { word } else { by });
        rest = after;
    }
    replaced + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_replaced_and_parts_of_words_are_not() {
        for (text, wanted) in [
            ("Al", "Guest"),
            ("hi, Al! Al?", "hi, Guest! Guest?"),
            ("Also AlAl 1Al", "Also AlAl 1Al"),
            ("", ""),
            ("«Al»猫", "«Guest»猫"),
        ] {
            assert_eq!(replace_word(text, "Al", "Guest"), wanted);
        }
    }

    #[test]
    fn a_neutral_name_is_nobody_elses() {
        let others = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        assert_eq!(neutral_name(&others(&["Mia"])), "Guest");
        assert_eq!(neutral_name(&others(&["Guest", "Guest 2"])), "Guest 3");
    }
}
