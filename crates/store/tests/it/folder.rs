//! What only a store in a folder does: opening, refusing to open, and backups.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use store::{SqliteStore, Stage, Store, StoreError};

use crate::{folder, head, id, lines, open, table, wait};

fn refused(folder: &Path) -> StoreError {
    SqliteStore::open(folder).expect_err("it is not opened")
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
    assert_eq!(version, 1);
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
    assert_eq!(error, StoreError::TooNew { path: path.clone(), found: 7, known: 1 });
    let text = "has version 7, wanted at most 1: it was written by a newer nekoza";
    assert!(error.to_string().ends_with(text), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn refuses_a_folder_that_is_in_use() {
    let folder = folder("in_use");
    let store = open(&folder);
    let error = refused(&folder);
    assert_eq!(error, StoreError::InUse { path: folder.clone() });
    wait(store.create(table(1))).unwrap();
    wait(store.close()).unwrap();
    wait(open(&folder).read(id(1), 0)).unwrap();
}

#[test]
fn refuses_what_is_no_folder_or_no_database() {
    let folder = folder("no_folder");
    fs::write(folder.join("file"), "").unwrap();
    let error = refused(&folder.join("file"));
    assert!(matches!(error, StoreError::NotWritable { .. }), "{error}");
    assert!(error.to_string().starts_with("cannot write `"), "{error}");

    fs::write(folder.join("tables.sqlite"), "a cat is not a database ".repeat(100)).unwrap();
    let error = refused(&folder);
    assert!(error.to_string().ends_with("file is not a database"), "{error}");
}

#[test]
fn refuses_a_folder_that_cannot_be_written() {
    let folder = folder("read_only");
    // Not by permissions, which mean nothing to a superuser: a folder stands where the lock should be.
    fs::create_dir(folder.join("lock")).unwrap();
    let error = refused(&folder);
    assert!(matches!(&error, StoreError::NotWritable { path, .. } if *path == folder.join("lock")));
}

#[test]
fn a_backup_is_a_store_of_that_moment() {
    let [from, to] = ["backup_from", "backup_to"].map(folder);
    let copy = to.join("tables.sqlite");
    wait(async {
        let store = open(&from);
        store.create(table(1)).await.unwrap();
        store.append(id(1), 1, lines(&["a"]), Some(head(Stage::Playing, 3))).await.unwrap();
        let then = store.whole(id(1)).await.unwrap();
        store.backup(copy.clone()).await.unwrap();
        store.append(id(1), 2, lines(&["b"]), None).await.unwrap();

        let again = store.backup(copy.clone()).await;
        assert_eq!(again, Err(StoreError::FileExists { path: copy.clone() }));
        let nowhere = store.backup(to.join("no").join("folder")).await;
        assert!(matches!(nowhere, Err(StoreError::NotWritable { .. })), "{nowhere:?}");

        let restored = open(&to);
        assert_eq!(restored.whole(id(1)).await.unwrap(), then);
        assert_eq!(restored.append(id(1), 2, lines(&["other"]), None).await, Ok(3));
        assert_eq!(store.read(id(1), 2).await.unwrap(), ["b"]);
    });
    assert!(!to.join("tables.sqlite.part").exists());
}
