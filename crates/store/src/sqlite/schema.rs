//! How a database is opened, and migrated to the newest version.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::SqliteError;

/// Each migration turns a database of one version into the next. The first begins with an empty database.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001.sql"),
    include_str!("../../migrations/0002.sql"),
    include_str!("../../migrations/0003.sql"),
    include_str!("../../migrations/0004.sql"),
    include_str!("../../migrations/0005.sql"),
];

/// Length of the write-ahead log, in pages, before SQLite copies it into the database. A table in play changes the same
/// page many times: a long log copies that page once.
const PAGES_BETWEEN_CHECKPOINTS: u32 = 4_000;

/// How long to wait for a lock. Only a person with a database tool can hold one.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Opens the one connection that writes. Creates and migrates the database as needed.
pub(super) fn open_writer(path: &Path) -> Result<Connection, SqliteError> {
    let mut connection =
        connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    check(&connection, path)?;
    migrate(&mut connection, path, MIGRATIONS)?;
    match prepare(&connection) {
        Ok(mode) if mode == "wal" => Ok(connection),
        Ok(mode) => {
            let reason = format!("its journal is `{mode}`, wanted a disk where it can be `wal`");
            Err(SqliteError::Failed { path: path.to_owned(), reason })
        }
        Err(error) => Err(SqliteError::of(path, &error)),
    }
}

/// Opens a connection that only folds the log into the database.
pub(super) fn open_folder(path: &Path) -> Result<Connection, SqliteError> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let set = connection.pragma_update(None, "synchronous", "full");
    set.map_err(|error| SqliteError::of(path, &error))?;
    Ok(connection)
}

/// Opens a connection that reads a database of any version.
pub(super) fn open_reader(path: &Path) -> Result<Connection, SqliteError> {
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

/// Whether a database needs a migration before this program can read it.
pub(super) fn is_old(connection: &Connection, path: &Path) -> Result<bool, SqliteError> {
    Ok(version(connection, path, MIGRATIONS)? < MIGRATIONS.len() as u32)
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, SqliteError> {
    // Without the flag for URIs a path is only a path, even if it begins with `file:`.
    let connect = || {
        let connection =
            Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(MAX_WAIT)?;
        Ok(connection)
    };
    connect().map_err(|error| SqliteError::of(path, &error))
}

/// Refuses a damaged database. This reads all of it once.
fn check(connection: &Connection, path: &Path) -> Result<(), SqliteError> {
    let found = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    let found: String = found.map_err(|error| SqliteError::of(path, &error))?;
    if found == "ok" {
        return Ok(());
    }
    // Several lines, of which the first only says which part was checked.
    let reason = found.lines().last().unwrap_or_default().to_owned();
    Err(SqliteError::Damaged { path: path.to_owned(), reason })
}

/// Makes commits wait for the disk, and sets the journal mode that lets others read meanwhile. Returns the mode that
/// SQLite could set.
fn prepare(connection: &Connection) -> rusqlite::Result<String> {
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    connection.pragma_update(None, "wal_autocheckpoint", PAGES_BETWEEN_CHECKPOINTS)?;
    connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
}

/// Runs the migrations that a database still needs. Each one is a transaction.
fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), SqliteError> {
    let found = version(connection, path, migrations)?;
    let mut step = |sql: &str, version: u32| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()
    };
    for (sql, version) in migrations.iter().zip(1..) {
        if version > found {
            step(sql, version).map_err(|error| SqliteError::of(path, &error))?;
        }
    }
    Ok(())
}

/// The version of a database. Refuses one that is newer than these migrations.
fn version(connection: &Connection, path: &Path, migrations: &[&str]) -> Result<u32, SqliteError> {
    let known = migrations.len() as u32;
    let found = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    let found: u32 = found.map_err(|error| SqliteError::of(path, &error))?;
    if found > known {
        return Err(SqliteError::TooNew { path: path.to_owned(), found, known });
    }
    Ok(found)
}

/// An empty database of the newest version, for tests.
#[cfg(test)]
pub(super) fn in_memory() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, Path::new("memory"), MIGRATIONS).unwrap();
    connection
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user_version(connection: &Connection) -> u32 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    #[test]
    fn every_version_becomes_the_newest() {
        let all = ["CREATE TABLE a (n)", "ALTER TABLE a ADD m", "CREATE TABLE b (n)"];
        for n_done in 0..=all.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate(&mut connection, Path::new("old"), &all[..n_done]).unwrap();
            assert_eq!(user_version(&connection), n_done as u32);
            migrate(&mut connection, Path::new("old"), &all).unwrap();
            assert_eq!(user_version(&connection), 3);
            connection.execute_batch("INSERT INTO a (n, m) SELECT n, n FROM b").unwrap();
        }
    }

    #[test]
    fn a_failed_migration_leaves_the_version_before() {
        let mut connection = Connection::open_in_memory().unwrap();
        let broken = ["CREATE TABLE a (n)", "CREATE TABLE b (n); CREATE TABLE a (n)"];
        let error = migrate(&mut connection, Path::new("old"), &broken).unwrap_err();
        assert!(error.to_string().contains("table a already exists"), "{error}");
        assert_eq!(user_version(&connection), 1);
        assert!(!connection.table_exists(None, "b").unwrap());
    }

    #[test]
    fn commits_wait_for_the_disk() {
        let folder = std::env::temp_dir().join(crate::TableId::random().to_string());
        std::fs::create_dir(&folder).unwrap();
        let connection = open_writer(&folder.join("new")).unwrap();
        let number = |name: &str| -> u32 {
            connection.pragma_query_value(None, name, |row| row.get(0)).unwrap()
        };
        // 2 is FULL; in a write-ahead log 1 would not wait.
        assert_eq!((number("synchronous"), number("foreign_keys")), (2, 1));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn folding_waits_for_the_disk() {
        let folder = testing::folder::empty("folding_waits");
        drop(open_writer(&folder.join("new")).unwrap());
        let connection = open_folder(&folder.join("new")).unwrap();
        let synchronous: u32 =
            connection.pragma_query_value(None, "synchronous", |row| row.get(0)).unwrap();
        assert_eq!(synchronous, 2);
    }

    #[test]
    fn our_own_migrations_make_strict_tables() {
        let connection = in_memory();
        let lax = "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND NOT strict \
                   AND name NOT LIKE 'sqlite_%'";
        let n_lax: u32 = connection.query_row(lax, [], |row| row.get(0)).unwrap();
        assert_eq!(n_lax, 0);
    }
}
