//! Old databases and old exports keep their tables.

use rusqlite::Connection;
use store::{
    Head, PlayerEntry, SqliteError, SqliteStore, Store, StoredSeed, StoredTable, TableId,
    TableStage, TablesLimit,
};

use crate::{folder, head, id, lines, open, table, wait};

/// The schema that the first version wrote.
const VERSION_1: &str = include_str!("../../migrations/0001.sql");

/// Summaries as the first version wrote them, and their meaning.
const SUMMARIES: &[(&str, u32, &[&str])] = &[
    ("2 Mia, Tom", 2, &["Mia", "Tom"]),
    ("0 Mia", 0, &["Mia"]),
    ("3 ", 3, &[]),
    ("0 ", 0, &[]),
    ("1 Mia, 2 Tom", 1, &["Mia", "2 Tom"]),
    ("1 猫 «Ann»,Kim", 1, &["猫 «Ann»,Kim"]),
    ("", 0, &[]),
    ("Mia, Tom", 0, &["Mia, Tom"]),
    ("12 Mia", 0, &["12 Mia"]),
];

/// A table as the first version kept it, and as it is read now.
fn cases() -> impl Iterator<Item = (StoredTable, &'static str)> {
    (1..).zip(SUMMARIES).map(|(n, &(summary, free_seats, names))| {
        let head = Head { free_seats, names: lines(names), ..head(TableStage::Playing, 7) };
        (StoredTable { head, events: lines(&["open", "sit «猫»"]), ..table(n) }, summary)
    })
}

/// Fills a folder with a database of the first version.
fn fill(folder: &std::path::Path) {
    let old = Connection::open(folder.join("tables.sqlite")).unwrap();
    old.execute_batch(VERSION_1).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    for (StoredTable { id, seed, head, events }, summary) in cases() {
        old.execute(
            "INSERT INTO tables (id, seed, game, stage, listed, summary, updated) \
             VALUES (?, ?, ?, ?, ?, ?, ?)",
            (id.bytes(), seed.bytes(), head.game, head.stage.name(), 1, summary, head.updated),
        )
        .unwrap();
        for (event, seq) in events.iter().zip(1..) {
            let event = (id.bytes(), seq, event);
            old.execute("INSERT INTO events (table_id, seq, event) VALUES (?, ?, ?)", event)
                .unwrap();
        }
    }
}

#[test]
fn an_old_database_keeps_its_tables() {
    let folder = folder("old_database");
    fill(&folder);
    wait(async {
        let store = open(&folder);
        for (table, summary) in cases() {
            assert_eq!(store.read(table.id).await, Ok(table), "{summary:?}");
        }
        let ids = cases().map(|(table, _)| table.id).collect();
        let listed = store.open_tables(ids).await.unwrap();
        assert_eq!(listed.len(), SUMMARIES.len());
        // Its people are known once a server has loaded it.
        let limit = TablesLimit { running: 9, over: 9 };
        assert_eq!(store.tables_of([1; 16], limit).await.unwrap(), []);
        let player = PlayerEntry { holder: [1; 16], place: Some(0), is_asked: true };
        store.index_players(id(1), vec![player]).await.unwrap();
        assert_eq!(store.tables_of([1; 16], limit).await.unwrap()[0].id, id(1));
        let new_head = head(TableStage::Over, 8);
        store.append(id(1), 2, lines(&["end"]), Some(new_head.clone())).await.unwrap();
        assert_eq!(store.read(id(1)).await.unwrap().head, new_head);
        assert_eq!(store.append(id(2), 1, lines(&["late"]), None).await.ok(), None);
        store.close().await.unwrap();
    });
}

#[test]
fn a_table_is_read_from_an_old_folder() {
    let folder = folder("old_folder");
    fill(&folder);
    let copy = folder.join("copy");
    SqliteStore::backup_of(&folder, &copy).unwrap();
    // An old server may run on this folder: its database must not change under it.
    let lock = std::fs::File::create(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    let in_use = SqliteError::InUse { path: folder.clone() };
    assert_eq!(SqliteStore::table_in(&folder, id(1)), Err(in_use));
    drop(lock);
    for (table, summary) in cases() {
        assert_eq!(SqliteStore::table_in(&folder, table.id), Ok(table), "{summary:?}");
    }
    let copied = Connection::open(&copy).unwrap();
    let version: u32 = copied.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1, "a backup is a copy");
}

#[test]
fn an_old_export_is_read() {
    for (table, summary) in cases() {
        let text = format!(
            "nekoza table 1\nid {}\nseed {}\ngame meow\nstage playing\nlisted yes\nupdated 7\n\
             summary {summary}\nevents 2\nopen\nsit «猫»\nend\n",
            table.id,
            format!("{:02x}", table.seed.bytes()[0]).repeat(32),
        );
        assert_eq!(StoredTable::import(&text), Ok(table), "{summary:?}");
    }
    let id: TableId = "01040g2081040g2081040g2081".parse().unwrap();
    let export = "nekoza table 1\nid 01040g2081040g2081040g2081\nseed 0101010101010101010101010101010101010101010101010101010101010101\ngame meow\nstage waiting\nlisted no\nupdated -12\nsummary 2 Mia\nevents 1\nopen\nend\n";
    let head = Head {
        listed: false,
        free_seats: 2,
        names: lines(&["Mia"]),
        ..head(TableStage::Waiting, -12)
    };
    let seed = StoredSeed::from_bytes([1; 32]);
    let wanted = StoredTable { id, seed, head, events: lines(&["open"]) };
    assert_eq!(StoredTable::import(export), Ok(wanted));
}

/// Before version 3 nothing told whether a person had played, so a game that had begun counts.
#[test]
fn old_tables_are_played_if_a_game_had_begun() {
    let folder = folder("old_games");
    let old = Connection::open(folder.join("tables.sqlite")).unwrap();
    old.execute_batch(VERSION_1).unwrap();
    old.execute_batch(include_str!("../../migrations/0002.sql")).unwrap();
    old.pragma_update(None, "user_version", 2).unwrap();
    for (n, stage) in (1..).zip(TableStage::ALL) {
        let sql = "INSERT INTO tables (id, seed, game, stage, listed, updated) \
                   VALUES (?, zeroblob(32), 'meow', ?, 0, 0)";
        old.execute(sql, (id(n).bytes(), stage.name())).unwrap();
    }
    drop(old);
    wait(async {
        let store = open(&folder);
        let mut played = Vec::new();
        for n in 1..=3 {
            played.push(store.read_head(id(n)).await.unwrap().head.played);
        }
        assert_eq!(played, [false, true, true]);
        store.close().await.unwrap();
    });
}

/// Version 4 kept neither the stage nor the place of a name in the rows of people.
#[test]
fn old_entries_of_people_find_their_tables() {
    let folder = folder("old_people");
    let old = Connection::open(folder.join("tables.sqlite")).unwrap();
    for version in [
        VERSION_1,
        include_str!("../../migrations/0002.sql"),
        include_str!("../../migrations/0003.sql"),
        include_str!("../../migrations/0004.sql"),
    ] {
        old.execute_batch(version).unwrap();
    }
    old.pragma_update(None, "user_version", 4).unwrap();
    for (n, stage) in (1..).zip(TableStage::ALL) {
        let sql = "INSERT INTO tables (id, seed, game, stage, listed, updated) \
                   VALUES (?, zeroblob(32), 'meow', ?, 0, 0)";
        old.execute(sql, (id(n).bytes(), stage.name())).unwrap();
        let sql = "INSERT INTO players (holder, table_id, asked) VALUES (?, ?, 1)";
        old.execute(sql, ([1; 16], id(n).bytes())).unwrap();
    }
    drop(old);
    wait(async {
        let store = open(&folder);
        for (running, over, wanted) in [(9, 0, vec![id(1), id(2)]), (0, 9, vec![id(3)])] {
            let found = store.tables_of([1; 16], TablesLimit { running, over }).await.unwrap();
            assert!(found.iter().all(|table| table.is_asked && table.place.is_none()));
            assert_eq!(found.iter().map(|table| table.id).collect::<Vec<_>>(), wanted);
        }
        store.close().await.unwrap();
    });
}
