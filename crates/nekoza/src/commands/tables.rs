//! `nekoza backup`, `nekoza export` and `nekoza import`: the stored tables of a server.

use rules::Fact;
use store::{SqliteError, SqliteStore, StoredTable};
use words::Words;

use super::files::read_text;
use crate::args::{BackupArgs, ExportArgs, ImportArgs};
use crate::output::{Failure, Output};

pub(crate) fn backup(args: &BackupArgs) -> Result<(), Failure> {
    SqliteStore::backup_of(&args.folder.data, &args.file).map_err(|error| failure(&error))
}

pub(crate) fn export(args: &ExportArgs, output: &mut Output) -> Result<(), Failure> {
    let id = args.table.parse().map_err(|error: store::BadId| Failure::Usage(error.to_string()))?;
    let table = SqliteStore::table_in(&args.folder.data, id).map_err(|error| failure(&error))?;
    output.line(table.export().trim_end())
}

pub(crate) fn import(args: &ImportArgs, words: &Words, output: &mut Output) -> Result<(), Failure> {
    let path = args.file.display();
    let text = read_text(&args.file, words)?;
    let table =
        StoredTable::import(&text).map_err(|bad| Failure::Usage(format!("{path}: {bad}")))?;
    let id = table.id;
    super::log::check(&table).map_err(|bad| {
        let line = bad.line(&text, table.events.len());
        let reason = words.message(&format!("log-{}", bad.code()), &bad.facts(&table));
        Failure::Refused(format!("{path}:{line}: {reason}"))
    })?;
    SqliteStore::import_into(&args.folder.data, table).map_err(|error| failure(&error))?;
    let imported = [("id", Fact::Text(id.to_string()))];
    output.line(words.message("import-done", &imported))
}

fn failure(error: &SqliteError) -> Failure {
    Failure::Usage(error.to_string())
}
