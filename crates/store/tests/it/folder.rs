//! Stores in folders: opening, refusing to open, and backups.

use std::fs;
use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;
use store::{SqliteError, SqliteOptions, SqliteStore, Store, StoredTable, TableStage};

use crate::{folder, head, id, lines, open, table, wait};

fn refused(folder: &Path) -> SqliteError {
    SqliteStore::open(folder).expect_err("the folder cannot be opened")
}

#[test]
fn makes_its_folder() {
    let folder = folder("makes_its_folder").join("deep").join("down");
    wait(open(&folder).close()).unwrap();
    assert!(folder.join("tables.sqlite").is_file());
}

#[cfg(unix)]
mod permissions {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The names in a folder with their permissions, in order.
    fn modes(folder: &Path) -> Vec<(String, u32)> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let mut modes: Vec<_> = entries
            .map(|entry| (entry.file_name().into_string().unwrap(), mode(&entry.path())))
            .collect();
        modes.sort_unstable();
        modes
    }

    const FILES: [&str; 4] = ["lock", "tables.sqlite", "tables.sqlite-shm", "tables.sqlite-wal"];

    fn private() -> Vec<(String, u32)> {
        FILES.map(|name| (name.to_owned(), 0o600)).to_vec()
    }

    #[test]
    fn only_the_owner_can_read_a_new_store() {
        let folder = folder("private").join("new");
        let store = open(&folder);
        wait(store.create(table(1))).unwrap();
        assert_eq!((mode(&folder), modes(&folder)), (0o700, private()));
        let copy = folder.join("copy.sqlite");
        SqliteStore::backup_of(&folder, &copy).unwrap();
        assert_eq!(mode(&copy), 0o600);
    }

    #[test]
    fn an_open_folder_of_an_older_version_is_closed() {
        let folder = folder("too_open");
        wait(open(&folder).create(table(1))).unwrap();
        let store = open(&folder);
        wait(store.create(table(2))).unwrap();
        // As a killed process leaves them.
        let left = folder.with_file_name("too_open_left");
        fs::remove_dir_all(&left).unwrap_or_default();
        fs::create_dir(&left).unwrap();
        for name in FILES.into_iter().chain(["meow-1.neko", "old.sqlite"]) {
            let content = fs::read(folder.join(name)).unwrap_or_default();
            fs::write(left.join(name), content).unwrap();
            set_mode(&left.join(name), 0o664);
        }
        set_mode(&left, 0o755);
        let reopened = open(&left);
        assert_eq!(wait(reopened.n_tables()), Ok(2));
        assert_eq!(mode(&left), 0o700);
        assert!(modes(&left).iter().all(|&(_, mode)| mode == 0o600), "{:?}", modes(&left));
    }

    #[test]
    fn a_folder_with_other_things_stays_open() {
        let folder = folder("shared");
        fs::write(folder.join("photo.jpg"), "").unwrap();
        set_mode(&folder.join("photo.jpg"), 0o644);
        set_mode(&folder, 0o755);
        let _store = open(&folder);
        let mut wanted = private();
        wanted.insert(1, ("photo.jpg".to_owned(), 0o644));
        assert_eq!((mode(&folder), modes(&folder)), (0o755, wanted));
    }
}

/// Whether this many events of the first table are in the database of a folder, without its write-ahead log.
fn is_folded(folder: &Path, n_events: usize) -> bool {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let copy = crate::folder(&format!("{name}_copy"));
    fs::copy(folder.join("tables.sqlite"), copy.join("tables.sqlite")).unwrap();
    // A copy that was made while SQLite writes may be damaged.
    let events = SqliteStore::open(&copy).map(|copy| wait(copy.read(id(1))).map(|it| it.events));
    events.is_ok_and(|events| events.is_ok_and(|events| events.len() == n_events))
}

#[test]
fn the_log_is_folded_from_time_to_time() {
    let quick = SqliteOptions { fold_every: Duration::from_millis(1) };
    let folder = folder("folded");
    let store = SqliteStore::open_with(&folder, &quick).unwrap();
    wait(store.create(table(1))).unwrap();
    testing::wait::until("a folded log", || is_folded(&folder, 1).then_some(()));
    for after in 1..4 {
        wait(store.append(id(1), after, lines(&["more"]), None)).unwrap();
        let n_events = after as usize + 1;
        testing::wait::until("a folded log", || is_folded(&folder, n_events).then_some(()));
    }
    assert!(folder.join("tables.sqlite-wal").metadata().unwrap().len() > 0, "the store is open");
    assert!(SqliteOptions::default().fold_every <= Duration::from_secs(60));

    let slow = SqliteOptions { fold_every: Duration::from_secs(36_000) };
    let folder = crate::folder("not_folded");
    let store = SqliteStore::open_with(&folder, &slow).unwrap();
    wait(store.create(table(1))).unwrap();
    assert!(!is_folded(&folder, 1), "the table is in the log");
    drop(store);
    assert!(is_folded(&folder, 1));
}

#[test]
fn a_closed_store_has_folded_its_log_even_if_another_program_reads() {
    let folder = folder("fold_at_end");
    let store = open(&folder);
    wait(store.create(table(1))).unwrap();
    let other = Connection::open(folder.join("tables.sqlite")).unwrap();
    let n_tables = || other.query_row("SELECT count(*) FROM tables", [], |row| row.get(0));
    assert_eq!(n_tables(), Ok(1));
    wait(store.close()).unwrap();
    assert!(is_folded(&folder, 1));
    assert_eq!(n_tables(), Ok(1));
}

#[test]
fn refuses_a_damaged_database_and_leaves_it_alone() {
    let folder = folder("damaged");
    let store = open(&folder);
    let events = (0..2000).map(|n| format!("event {n}")).collect();
    wait(store.create(StoredTable { events, ..table(1) })).unwrap();
    wait(store.close()).unwrap();
    let path = folder.join("tables.sqlite");
    let mut bytes = fs::read(&path).unwrap();
    // The last pages are full of events. Opening a database does not read them.
    let middle = bytes.len() - 6000;
    bytes[middle..].fill(7);
    fs::write(&path, &bytes).unwrap();
    let error = refused(&folder);
    assert!(matches!(&error, SqliteError::Damaged { path: found, .. } if *found == path));
    assert!(error.to_string().contains("tables.sqlite` is damaged: "), "{error}");
    assert_eq!(fs::read(&path).unwrap(), bytes);
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
    assert_eq!(version, 5);
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
    assert_eq!(error, SqliteError::TooNew { path: path.clone(), found: 7, known: 5 });
    let text = "has version 7, wanted at most 5: it was written by a newer nekoza";
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
