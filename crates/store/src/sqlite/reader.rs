//! Queries of a database.

use rusqlite::{Connection, OptionalExtension, Row, types::Type};

use super::Tried;
use crate::{Head, StoreError, StoredSeed, StoredTable, TableId, TableStage};

pub(super) fn exists(connection: &Connection, id: TableId) -> Tried<bool> {
    let sql = "SELECT 1 FROM tables WHERE id = ?";
    connection.prepare_cached(sql)?.exists([id.bytes()]).map(Ok)
}

pub(super) fn read(connection: &Connection, id: TableId) -> Tried<StoredTable> {
    // In one transaction, so that the head and the events fit together.
    let transaction = connection.unchecked_transaction()?;
    let sql = "SELECT seed, game, stage, listed, free_seats, names, updated FROM tables \
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
    let events = sql.query_map([id.bytes()], |row| row.get(0))?;
    let events = events.collect::<rusqlite::Result<_>>()?;
    Ok(Ok(StoredTable { id, seed, head, events }))
}

pub(super) fn open_tables(connection: &Connection, limit: usize) -> Tried<Vec<(TableId, Head)>> {
    let sql = "SELECT id, game, stage, listed, free_seats, names, updated FROM tables \
               WHERE stage <> 'over' AND listed ORDER BY updated DESC, id LIMIT ?";
    let mut sql = connection.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let id = |row: &Row<'_>| row.get("id").map(TableId::from_bytes);
    let rows = sql.query_map([limit], |row| Ok((id(row)?, head(row)?)))?;
    rows.collect::<rusqlite::Result<_>>().map(Ok)
}

pub(super) fn n_tables(connection: &Connection) -> Tried<u64> {
    let mut sql = connection.prepare_cached("SELECT count(*) FROM tables")?;
    let n_tables: i64 = sql.query_row([], |row| row.get(0))?;
    Ok(Ok(n_tables.unsigned_abs()))
}

fn head(row: &Row<'_>) -> rusqlite::Result<Head> {
    let stage: String = row.get("stage")?;
    let stage = TableStage::named(&stage).ok_or_else(|| {
        let reason = format!("found the stage `{stage}`, wanted waiting, playing or over");
        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, reason.into())
    })?;
    let names: String = row.get("names")?;
    Ok(Head {
        game: row.get("game")?,
        stage,
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
