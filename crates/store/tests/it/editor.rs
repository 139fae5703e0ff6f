//! Changes to a folder that no server has open.

use std::fs;
use std::path::Path;
use std::time::Duration;

use store::{
    CountedHead, PrunePolicy, SqliteEditor, SqliteError, SqliteStore, Store, StoreError,
    StoredTable, TableStage,
};

use crate::{folder, head, id, lines, open, table, wait};

/// A folder with three tables. The names and events of the first contain `secret`.
fn filled(name: &str) -> std::path::PathBuf {
    let folder = folder(name);
    let store = open(&folder);
    let mut first = table(1);
    first.head.names = lines(&["secret name"]);
    first.events = (0..500).map(|n| format!("secret event {n}")).collect();
    for table in [first, table(2), table(3)] {
        wait(store.create(table)).unwrap();
    }
    wait(store.append(id(1), 500, Vec::new(), Some(head(TableStage::Over, 9)))).unwrap();
    wait(store.close()).unwrap();
    folder
}

/// Whether a text is in any file of a folder.
fn contains(folder: &Path, text: &str) -> bool {
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap());
    let has = |file: Vec<u8>| file.windows(text.len()).any(|part| part == text.as_bytes());
    files.into_iter().any(has)
}

#[test]
fn deleted_tables_leave_nothing_behind() {
    let folder = filled("delete");
    assert!(contains(&folder, "secret"));
    let mut editor = SqliteEditor::open(&folder).unwrap();
    let unknown = Err(SqliteError::Store(StoreError::NoSuchTable { id: id(9) }));
    assert_eq!(editor.delete(&[id(1), id(9)]), unknown);
    assert_eq!(editor.tables().unwrap().len(), 3, "all or none");
    editor.delete(&[id(1), id(3)]).unwrap();
    editor.finish().unwrap();
    assert!(!contains(&folder, "secret"));
    let left = CountedHead { head: table(2).head, n_events: 1 };
    assert_eq!(SqliteStore::tables_in(&folder), Ok(vec![(id(2), left)]));
}

#[test]
fn rewritten_tables_leave_nothing_behind() {
    let folder = filled("rewrite");
    let mut editor = SqliteEditor::open(&folder).unwrap();
    let mut table = editor.read(id(1)).unwrap();
    assert_eq!(table.events.len(), 500);
    table.events = lines(&["a", "b"]);
    editor.rewrite(&table).unwrap();
    let bad = StoredTable { events: lines(&["a\nb"]), ..table.clone() };
    assert!(matches!(editor.rewrite(&bad), Err(SqliteError::Store(_))));
    let unknown = Err(SqliteError::Store(StoreError::NoSuchTable { id: id(9) }));
    assert_eq!(editor.rewrite(&StoredTable { id: id(9), ..table.clone() }), unknown);
    editor.finish().unwrap();
    assert!(!contains(&folder, "secret"));
    let store = open(&folder);
    assert_eq!(wait(store.read(id(1))), Ok(table));
    assert_eq!(wait(store.append(id(1), 2, lines(&["c"]), None)), Ok(3));
}

#[test]
fn an_editor_lists_what_a_policy_would_delete() {
    let folder = filled("prunable");
    let editor = SqliteEditor::open(&folder).unwrap();
    let policy = |unplayed, older_than| PrunePolicy { unplayed, older_than };
    let prunable = |policy: PrunePolicy| -> Vec<_> {
        editor.prunable(&policy, 1009).unwrap().into_iter().map(|(id, _)| id).collect()
    };
    let second = Some(Duration::from_secs(1));
    assert_eq!(prunable(policy(second, None)), [id(2), id(3)]);
    assert_eq!(prunable(policy(None, Some(Duration::from_millis(999)))), [id(1), id(2), id(3)]);
    assert_eq!(prunable(PrunePolicy::default()), []);
}

#[test]
fn an_editor_and_a_server_exclude_each_other() {
    let folder = filled("exclude");
    let store = open(&folder);
    let error = SqliteEditor::open(&folder).unwrap_err();
    assert_eq!(error, SqliteError::InUse { path: folder.clone() });
    assert_eq!(SqliteStore::tables_in(&folder).unwrap().len(), 3, "reading is allowed");
    drop(store);
    let editor = SqliteEditor::open(&folder).unwrap();
    let error = SqliteStore::open(&folder).unwrap_err();
    assert_eq!(error, SqliteError::InUse { path: folder.clone() });
    drop(editor);
    drop(open(&folder));
    let empty = crate::folder("exclude_empty");
    let error = SqliteEditor::open(&empty).unwrap_err();
    assert_eq!(error, SqliteError::NoDatabase { folder: empty });
}
