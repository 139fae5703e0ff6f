//! How a database is opened, and brought to the form that this version knows.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

use crate::StoreError;

/// What turns a database of each version into the next, beginning with an empty one.
pub(super) const MIGRATIONS: &[&str] = &[include_str!("../../migrations/0001.sql")];

/// How many pages the journal has when they are taken over into the database. A table that is played at changes the same
/// page again and again, so that what is taken over seldom is taken over once.
const PAGES_BETWEEN_CHECKPOINTS: u32 = 4_000;

/// Only a person with a tool for databases can be in the way.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// Opens the one connection that writes; makes the database if there is none.
pub(super) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    let mut connection =
        connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    migrate(&mut connection, path, MIGRATIONS)?;
    match prepare(&connection) {
        Ok(mode) if mode == "wal" => Ok(connection),
        Ok(mode) => {
            let reason = format!("its journal is `{mode}`, wanted a disk where it can be `wal`");
            Err(StoreError::Failed { path: path.to_owned(), reason })
        }
        Err(error) => Err(failed(path, &error)),
    }
}

/// Opens a connection that reads.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, StoreError> {
    // Without the flag for URIs a path is a path, whatever it begins with.
    let connect = || {
        let connection =
            Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(MAX_WAIT)?;
        Ok(connection)
    };
    connect().map_err(|error| failed(path, &error))
}

/// Makes a commit wait until it is on disk, and lets others read meanwhile if the journal can be of that kind.
fn prepare(connection: &Connection) -> rusqlite::Result<String> {
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", "on")?;
    connection.pragma_update(None, "wal_autocheckpoint", PAGES_BETWEEN_CHECKPOINTS)?;
    connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))
}

/// Does the migrations that a database has not seen. Each happens as a whole or not at all.
fn migrate(
    connection: &mut Connection,
    path: &Path,
    migrations: &[&str],
) -> Result<(), StoreError> {
    let known = migrations.len() as u32;
    let found = connection.pragma_query_value(None, "user_version", |row| row.get(0));
    let found: u32 = found.map_err(|error| failed(path, &error))?;
    if found > known {
        return Err(StoreError::TooNew { path: path.to_owned(), found, known });
    }
    let mut step = |sql: &str, version: u32| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(sql)?;
        transaction.pragma_update(None, "user_version", version)?;
        transaction.commit()
    };
    for (sql, version) in migrations.iter().zip(1..) {
        if version > found {
            step(sql, version).map_err(|error| failed(path, &error))?;
        }
    }
    Ok(())
}

/// What a database could not do.
pub(super) fn failed(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    let reason = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::DiskFull { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse { path },
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            StoreError::NotWritable { path, reason }
        }
        _ => StoreError::Failed { path, reason },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(connection: &Connection) -> u32 {
        connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap()
    }

    #[test]
    fn every_version_becomes_the_newest() {
        let all = ["CREATE TABLE a (n)", "ALTER TABLE a ADD m", "CREATE TABLE b (n)"];
        for n_done in 0..=all.len() {
            let mut connection = Connection::open_in_memory().unwrap();
            migrate(&mut connection, Path::new("old"), &all[..n_done]).unwrap();
            assert_eq!(version(&connection), n_done as u32);
            migrate(&mut connection, Path::new("old"), &all).unwrap();
            assert_eq!(version(&connection), 3);
            connection.execute_batch("INSERT INTO a (n, m) SELECT n, n FROM b").unwrap();
        }
    }

    #[test]
    fn a_migration_that_fails_leaves_the_version_before() {
        let mut connection = Connection::open_in_memory().unwrap();
        let broken = ["CREATE TABLE a (n)", "CREATE TABLE b (n); CREATE TABLE a (n)"];
        let error = migrate(&mut connection, Path::new("old"), &broken).unwrap_err();
        assert!(error.to_string().contains("table a already exists"), "{error}");
        assert_eq!(version(&connection), 1);
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
    fn our_own_migrations_make_strict_tables() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, Path::new("new"), MIGRATIONS).unwrap();
        let lax = "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND NOT strict \
                   AND name NOT LIKE 'sqlite_%'";
        let n_lax: u32 = connection.query_row(lax, [], |row| row.get(0)).unwrap();
        assert_eq!(n_lax, 0);
    }
}
