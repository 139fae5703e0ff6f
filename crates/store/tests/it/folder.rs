//! Stores in folders: opening, refusing to open, and backups.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use store::{SqliteError, SqliteStore, Store, TableStage};

use crate::{folder, head, id, lines, open, table, wait};

fn refused(folder: &Path) -> SqliteError {
    SqliteStore::open(folder).expect_err("the folder cannot be opened")
}

#[test]
fn makes_its_folder_for_its_owner_only() {
    let folder = folder("makes_its_folder").join("deep").join("down");
    wait(open(&folder).close()).unwrap();
    assert!(folder.join("tables.sqlite").is_file());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

#[test]
fn a_dropped_store_leaves_its_folder_free() {
    let folder = folder("dropped");
    for number in 1..=30 {
        let store = open(&folder);
        wait(store.create(table(number))).unwrap();
        drop(store);
    }
}

#[test]
fn brings_an_empty_database_to_the_newest_version() {
    let folder = folder("version_0");
    let old = Connection::open(folder.join("tables.sqlite")).unwrap();
    old.execute_batch("CREATE TABLE a (n); DROP TABLE a").unwrap();
    drop(old);
    let store = open(&folder);
    wait(store.create(table(1))).unwrap();
    wait(store.close()).unwrap();
    let new = Connection::open(folder.join("tables.sqlite")).unwrap();
    let version: u32 = new.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 2);
}

#[test]
fn refuses_a_newer_database_and_leaves_it_alone() {
    let folder = folder("newer");
    let path = folder.join("tables.sqlite");
    let newer = Connection::open(&path).unwrap();
    newer.execute_batch("CREATE TABLE later (n); PRAGMA user_version = 7").unwrap();
    drop(newer);
    let before = fs::read(&path).unwrap();
    let error = refused(&folder);
    assert_eq!(error, SqliteError::TooNew { path: path.clone(), found: 7, known: 2 });
    let text = "has version 7, wanted at most 2: it was written by a newer nekoza";
    assert!(error.to_string().ends_with(text), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn refuses_a_folder_that_is_in_use() {
    let folder = folder("in_use");
    let store = open(&folder);
    let error = refused(&folder);
    assert_eq!(error, SqliteError::InUse { path: folder.clone() });
    wait(store.create(table(1))).unwrap();
    wait(store.close()).unwrap();
    wait(open(&folder).read(id(1))).unwrap();
}

#[test]
fn refuses_a_file_that_is_no_folder_or_no_database() {
    let folder = folder("no_folder");
    fs::write(folder.join("file"), "").unwrap();
    let error = refused(&folder.join("file"));
    assert!(matches!(error, SqliteError::NotWritable { .. }), "{error}");
    assert!(error.to_string().starts_with("cannot write `"), "{error}");

    fs::write(folder.join("tables.sqlite"), "a cat is not a database ".repeat(100)).unwrap();
    let error = refused(&folder);
    assert!(error.to_string().ends_with("file is not a database"), "{error}");
}

#[test]
fn refuses_a_folder_that_cannot_be_written() {
    let folder = folder("read_only");
    // A superuser ignores permissions. So a folder takes the place of the lock.
    fs::create_dir(folder.join("lock")).unwrap();
    let error = refused(&folder);
    assert!(
        matches!(&error, SqliteError::NotWritable { path, .. } if *path == folder.join("lock"))
    );
}

#[test]
fn a_backup_is_a_store_as_of_one_moment() {
    let [from, to] = ["backup_from", "backup_to"].map(folder);
    let copy = to.join("tables.sqlite");
    wait(async {
        let store = open(&from);
        store.create(table(1)).await.unwrap();
        store.append(id(1), 1, lines(&["a"]), Some(head(TableStage::Playing, 3))).await.unwrap();
        let then = store.read(id(1)).await.unwrap();
        SqliteStore::backup_of(&from, &copy).unwrap();
        store.append(id(1), 2, lines(&["b"]), None).await.unwrap();

        let again = SqliteStore::backup_of(&from, &copy);
        assert_eq!(again, Err(SqliteError::FileExists { path: copy.clone() }));
        let nowhere = SqliteStore::backup_of(&from, &to.join("no").join("folder"));
        assert!(matches!(nowhere, Err(SqliteError::NotWritable { .. })), "{nowhere:?}");

        let restored = open(&to);
        assert_eq!(restored.read(id(1)).await.unwrap(), then);
        assert_eq!(restored.append(id(1), 2, lines(&["other"]), None).await, Ok(3));
        assert_eq!(store.read(id(1)).await.unwrap().events[2..], ["b"]);
    });
    assert!(!to.join("tables.sqlite.part").exists());
    let empty = folder("backup_of_nothing");
    let nothing = SqliteStore::backup_of(&empty, &empty.join("copy"));
    assert_eq!(nothing, Err(SqliteError::NoDatabase { folder: empty }));
}
