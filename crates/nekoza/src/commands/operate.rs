//! `nekoza tables` and `nekoza prune`: the tables of a server, for its operator.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use rules::Fact;
use serde_json::json;
use store::{
    CountedHead, Head, PrunePolicy, SqliteEditor, SqliteError, SqliteStore, TableId, TableStage,
};
use words::Words;

use crate::clock;
use crate::operator_args::{
    PruneArgs, TablesArgs, TablesChangeArgs, TablesCommand, TablesListArgs, TablesShowArgs,
};
use crate::output::{Failure, Output};

pub(crate) fn tables(args: &TablesArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    match &args.command {
        TablesCommand::List(args) => list(args, words, output),
        TablesCommand::Show(args) => show(args, words, output),
        TablesCommand::Unlist(args) => unlist(args, words, output),
        TablesCommand::Close(args) => close(args, words, output),
        TablesCommand::Delete(args) => delete(args, words, output),
    }
}

fn list(args: &TablesListArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let data = &args.folder.data;
    let mut tables = SqliteStore::tables_in(data).map_err(|error| failure(words, data, &error))?;
    let now = clock::now_ms();
    tables.retain(|(_, CountedHead { head, .. })| {
        args.game.as_ref().is_none_or(|game| *game == head.game)
            && args.stage.is_none_or(|stage| stage.stage() == head.stage)
            && args.name.as_ref().is_none_or(|name| head.names.contains(name))
            && (head.listed || !args.listed)
            && args.older_than.is_none_or(|age| is_older(head, age.as_millis(), now))
    });
    if !args.json {
        return print_list(&tables, words, output);
    }
    for (id, CountedHead { head, n_events }) in tables {
        let Head { game, stage, played, listed, free_seats, names, updated } = head;
        output.json(&json!({
            "id": id.to_string(),
            "game": game,
            "stage": stage.name(),
            "played": played,
            "listed": listed,
            "free_seats": free_seats,
            "names": names,
            "updated": updated,
            "events": n_events,
        }))?;
    }
    Ok(())
}

fn is_older(head: &Head, age: u128, now: i64) -> bool {
    i128::from(now) - i128::from(head.updated) > age.cast_signed()
}

/// Prints a line for each table and their number.
pub(super) fn print_list(
    tables: &[(TableId, CountedHead)],
    words: &Words,
    output: &mut Output,
) -> Result<(), Failure> {
    for (id, CountedHead { head, n_events }) in tables {
        let mut line = format!(
            "{id} {:<6} {:<7} {} {n_events:>7}",
            head.game,
            head.stage.name(),
            date(head.updated)
        );
        for name in &head.names {
            write!(line, "  {}", printable(name)).expect("text can be written to a text");
        }
        output.line(line)?;
    }
    output.line(words.message("tables-count", &[("n", Fact::from(tables.len() as u32))]))
}

fn show(args: &TablesShowArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let data = &args.folder.data;
    let table = SqliteStore::table_in(data, args.table);
    let table = table.map_err(|error| failure(words, data, &error))?;
    let log = match super::log::check(&table) {
        Ok(()) => words.message("tables-log-complete", &[]),
        Err(bad) => words.message(&format!("log-{}", bad.code()), &bad.facts(&table)),
    };
    let Head { game, stage, played, listed, free_seats, names, updated } = &table.head;
    let names: Vec<_> = names.iter().map(|name| printable(name)).collect();
    let text = |text: &str| Fact::Text(text.to_owned());
    let facts = [
        ("id", text(&table.id.to_string())),
        ("game", text(game)),
        ("stage", text(stage.name())),
        ("played", text(if *played { "yes" } else { "no" })),
        ("listed", text(if *listed { "yes" } else { "no" })),
        ("free", Fact::from(*free_seats)),
        ("names", text(&names.join(", "))),
        ("date", text(&date(*updated))),
        ("events", Fact::from(table.events.len() as u32)),
        ("closed", text(if super::log::is_closed(&table) { "yes" } else { "no" })),
        ("log", text(&log)),
    ];
    let lines = [
        "id", "game", "stage", "played", "closed", "listed", "names", "free", "updated", "events",
        "log",
    ];
    for line in lines {
        output.line(words.message(&format!("tables-show-{line}"), &facts))?;
    }
    Ok(())
}

fn unlist(args: &TablesChangeArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let data = &args.folder.data;
    let fail = |error: SqliteError| failure(words, data, &error);
    let mut editor = SqliteEditor::open(data).map_err(fail)?;
    // First read all of them: nothing changes if one does not exist.
    let tables = args.tables.iter().map(|&id| editor.read(id)).collect::<Result<Vec<_>, _>>();
    for mut table in tables.map_err(fail)? {
        table.head.listed = false;
        editor.rewrite(&table).map_err(fail)?;
    }
    let n = [("n", Fact::from(args.tables.len() as u32))];
    output.line(words.message("tables-unlisted", &n))
}

fn close(args: &TablesChangeArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let data = &args.folder.data;
    let fail = |error: SqliteError| failure(words, data, &error);
    let mut editor = SqliteEditor::open(data).map_err(fail)?;
    // First read all of them: nothing changes if one does not exist or cannot be read.
    let mut closed = BTreeMap::new();
    for &id in &args.tables {
        let table = editor.read(id).map_err(fail)?;
        let after = super::log::closed(&table, clock::now_ms().unsigned_abs());
        let after = after.map_err(|bad| {
            let reason = words.message(&format!("log-{}", bad.code()), &bad.facts(&table));
            Failure::Refused(format!("{id}: {reason}"))
        })?;
        closed.extend(after.map(|table| (id, table)));
    }
    for table in closed.values() {
        editor.rewrite(table).map_err(fail)?;
    }
    output.line(words.message("tables-closed", &[("n", Fact::from(closed.len() as u32))]))
}

fn delete(args: &TablesChangeArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let mut ids = args.tables.clone();
    ids.sort_unstable();
    ids.dedup();
    delete_all(&args.folder.data, &ids, words, output)
}

fn delete_all(
    data: &Path,
    ids: &[TableId],
    words: &Words,
    output: &mut Output,
) -> Result<(), Failure> {
    let fail = |error: SqliteError| failure(words, data, &error);
    let mut editor = SqliteEditor::open(data).map_err(fail)?;
    editor.delete(ids).map_err(fail)?;
    editor.finish().map_err(fail)?;
    output.line(words.message("tables-deleted", &[("n", Fact::from(ids.len() as u32))]))
}

pub(crate) fn prune(args: &PruneArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let data = &args.folder.data;
    let fail = |error: SqliteError| failure(words, data, &error);
    let policy = PrunePolicy { unplayed: args.unplayed.0, older_than: args.older_than };
    let now = clock::now_ms();
    if args.dry_run {
        let mut tables = SqliteStore::tables_in(data).map_err(fail)?;
        tables.retain(|(_, table)| policy.allows(&table.head, now));
        print_list(&tables, words, output)?;
        return output.line(words.message("tables-dry-run", &[]));
    }
    let mut editor = SqliteEditor::open(data).map_err(fail)?;
    let tables = editor.prunable(&policy, now).map_err(fail)?;
    let ids: Vec<_> = tables.iter().map(|&(id, _)| id).collect();
    let n_played =
        tables.iter().filter(|(_, table)| table.head.stage != TableStage::Waiting).count();
    if !ids.is_empty() {
        editor.delete(&ids).map_err(fail)?;
        editor.finish().map_err(fail)?;
    }
    let facts = [("n", Fact::from(ids.len() as u32)), ("played", Fact::from(n_played as u32))];
    output.line(words.message("tables-pruned", &facts))
}

/// Why a folder cannot be read or changed.
pub(super) fn failure(words: &Words, folder: &Path, error: &SqliteError) -> Failure {
    match error {
        SqliteError::InUse { .. } => {
            let folder = [("folder", Fact::Text(folder.display().to_string()))];
            Failure::Usage(words.message("tables-in-use", &folder))
        }
        _ => Failure::Usage(error.to_string()),
    }
}

/// A name without control characters, which could command a terminal.
pub(super) fn printable(name: &str) -> String {
    name.chars().map(|char| if char.is_control() { '?' } else { char }).collect()
}

/// A moment in milliseconds since 1970 as date and time of day, in UTC.
fn date(moment: i64) -> String {
    let minutes = moment.div_euclid(60_000);
    let (days, minute) = (minutes.div_euclid(24 * 60), minutes.rem_euclid(24 * 60));
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", minute / 60, minute % 60)
}

/// Year, month and day of a day since 1970. Years begin in March here, so that the leap day is the last one; 400 years
/// have 146,097 days.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + era * 400, month + 3);
    if month > 12 { (year + 1, month - 12, day) } else { (year, month, day) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates() {
        for (moment, wanted) in [
            (0, "1970-01-01 00:00"),
            (951_782_400_000, "2000-02-29 00:00"),
            (1_700_000_000_000, "2023-11-14 22:13"),
            (1_735_689_599_999, "2024-12-31 23:59"),
            (-60_000, "1969-12-31 23:59"),
        ] {
            assert_eq!(date(moment), wanted);
        }
    }
}
