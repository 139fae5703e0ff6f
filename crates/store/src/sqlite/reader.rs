//! Queries of a database.

use std::cmp::Reverse;

use rusqlite::{Connection, OptionalExtension, Row, named_params, types::Type};

use super::Tried;
use super::pool::IsGone;
use crate::prune::PruneLimits;
use crate::{CountedHead, Head, StoreError, StoredSeed, StoredTable, TableId, TableStage};

/// How many events are read between two looks whether the caller still waits.
const EVENTS_BETWEEN_LOOKS: usize = 1024;

pub(super) fn exists(connection: &Connection, id: TableId) -> Tried<bool> {
    let sql = "SELECT 1 FROM tables WHERE id = ?";
    connection.prepare_cached(sql)?.exists([id.bytes()]).map(Ok)
}

/// Everything of a table. Stops early if the caller has gone: a log can be long.
pub(super) fn read(
    connection: &Connection,
    id: TableId,
    is_gone: IsGone<'_>,
) -> Tried<StoredTable> {
    // In one transaction, so that the head and the events fit together.
    let transaction = connection.unchecked_transaction()?;
    let sql = "SELECT seed, game, stage, played, listed, free_seats, names, updated FROM tables \
               WHERE id = ?";
    let found = transaction
        .prepare_cached(sql)?
        .query_row([id.bytes()], |row| {
            Ok((row.get("seed").map(StoredSeed::from_bytes)?, head(row)?))
        })
        .optional()?;
    let Some((seed, head)) = found else {
        return Ok(Err(StoreError::NoSuchTable { id }));
    };
    let sql = "SELECT event FROM events WHERE table_id = ? ORDER BY seq";
    let mut sql = transaction.prepare_cached(sql)?;
    let mut events = Vec::new();
    for event in sql.query_map([id.bytes()], |row| row.get(0))? {
        if events.len() % EVENTS_BETWEEN_LOOKS == 0 && is_gone() {
            return Ok(Err(StoreError::Closed));
        }
        events.push(event?);
    }
    Ok(Ok(StoredTable { id, seed, head, events }))
}

pub(super) fn read_head(connection: &Connection, id: TableId) -> Tried<CountedHead> {
    let sql = "SELECT game, stage, played, listed, free_seats, names, updated, \
               ifnull((SELECT max(seq) FROM events WHERE table_id = tables.id), 0) AS n_events \
               FROM tables WHERE id = ?";
    let found = connection.prepare_cached(sql)?.query_row([id.bytes()], counted_head).optional()?;
    Ok(found.ok_or(StoreError::NoSuchTable { id }))
}

/// All tables, the latest change first.
pub(super) fn all_tables(connection: &Connection) -> Tried<Vec<(TableId, CountedHead)>> {
    let sql = "SELECT id, game, stage, played, listed, free_seats, names, updated, \
               ifnull((SELECT max(seq) FROM events WHERE table_id = tables.id), 0) AS n_events \
               FROM tables ORDER BY updated DESC, id";
    let mut sql = connection.prepare_cached(sql)?;
    let id = |row: &Row<'_>| row.get("id").map(TableId::from_bytes);
    let rows = sql.query_map([], |row| Ok((id(row)?, counted_head(row)?)))?;
    rows.collect::<rusqlite::Result<_>>().map(Ok)
}

/// Whether a table may be deleted: a condition with the parameters of [`PruneLimits`].
pub(super) const IS_PRUNABLE: &str = "((NOT played AND updated < :unplayed) OR updated < :any)";

/// The tables that may be deleted, the oldest first.
pub(super) fn prunable(connection: &Connection, limits: PruneLimits) -> Tried<Vec<TableId>> {
    let sql = format!("SELECT id FROM tables WHERE {IS_PRUNABLE} ORDER BY updated, id");
    let mut sql = connection.prepare_cached(&sql)?;
    let PruneLimits { unplayed, any } = limits;
    let limits = named_params! { ":unplayed": unplayed, ":any": any };
    let ids = sql.query_map(limits, |row| row.get(0).map(TableId::from_bytes))?;
    ids.collect::<rusqlite::Result<_>>().map(Ok)
}

pub(super) fn open_tables(connection: &Connection, ids: &[TableId]) -> Tried<Vec<(TableId, Head)>> {
    let sql = "SELECT game, stage, played, listed, free_seats, names, updated FROM tables \
               WHERE id = ? AND stage <> 'over' AND listed";
    let mut sql = connection.prepare_cached(sql)?;
    let mut tables = Vec::new();
    for &id in ids {
        tables.extend(sql.query_row([id.bytes()], head).optional()?.map(|head| (id, head)));
    }
    tables.sort_by_key(|(id, head)| (Reverse(head.updated), *id));
    Ok(Ok(tables))
}

pub(super) fn n_tables(connection: &Connection) -> Tried<u64> {
    let mut sql = connection.prepare_cached("SELECT count(*) FROM tables")?;
    let n_tables: i64 = sql.query_row([], |row| row.get(0))?;
    Ok(Ok(n_tables.unsigned_abs()))
}

fn counted_head(row: &Row<'_>) -> rusqlite::Result<CountedHead> {
    let n_events: i64 = row.get("n_events")?;
    Ok(CountedHead { head: head(row)?, n_events: n_events.unsigned_abs() })
}

/// The head of a row of `tables`.
pub(super) fn head(row: &Row<'_>) -> rusqlite::Result<Head> {
    let stage: String = row.get("stage")?;
    let stage = TableStage::named(&stage).ok_or_else(|| {
        let reason = format!("found the stage `{stage}`, wanted waiting, playing or over");
        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, reason.into())
    })?;
    let names: String = row.get("names")?;
    Ok(Head {
        game: row.get("game")?,
        stage,
        played: row.get("played")?,
        listed: row.get("listed")?,
        free_seats: row.get("free_seats")?,
        names: names.split_terminator('\n').map(str::to_owned).collect(),
        updated: row.get("updated")?,
    })
}

/// Names as a column keeps them: each ends with a line feed, which no name can contain.
pub(super) fn names_column(names: &[String]) -> String {
    names.iter().flat_map(|name| [name, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::sqlite::schema::in_memory;

    #[test]
    fn a_long_read_stops_when_its_caller_has_gone() {
        let connection = in_memory();
        let id = TableId::from_bytes([1; 16]);
        let sql = "INSERT INTO tables (id, seed, game, stage, listed, updated) \
                   VALUES (?, zeroblob(32), 'meow', 'over', 0, 0)";
        connection.execute(sql, [id.bytes()]).unwrap();
        let sql = "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?) \
                   INSERT INTO events (table_id, seq, event) SELECT ?, i, 'event ' || i FROM n";
        let n_events = 10 * EVENTS_BETWEEN_LOOKS;
        connection.execute(sql, (n_events as i64, id.bytes())).unwrap();

        let n_looks = Cell::new(0);
        let stay_for = |n: usize| {
            n_looks.set(0);
            let is_gone = || {
                n_looks.set(n_looks.get() + 1);
                n_looks.get() > n
            };
            read(&connection, id, &is_gone).unwrap().map(|table| table.events.len())
        };
        assert_eq!(stay_for(usize::MAX), Ok(n_events));
        assert_eq!(n_looks.get(), 10);
        assert_eq!(stay_for(3), Err(StoreError::Closed));
        assert_eq!(n_looks.get(), 4, "nothing is read afterwards");
    }
}
