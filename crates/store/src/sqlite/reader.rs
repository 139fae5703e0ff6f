//! What can be asked of a database.

use rusqlite::{Connection, OptionalExtension, Row, types::Type};

use super::Tried;
use crate::{Head, Seed, Stage, StoreError, Table, TableId};

pub(super) fn read(connection: &Connection, id: TableId, after: u64) -> Tried<Vec<String>> {
    let is_known = "SELECT 1 FROM tables WHERE id = ?";
    if !connection.prepare_cached(is_known)?.exists([id.bytes()])? {
        return Ok(Err(StoreError::NoSuchTable { id }));
    }
    events(connection, id, after).map(Ok)
}

pub(super) fn seed(connection: &Connection, id: TableId) -> Tried<Seed> {
    let sql = "SELECT seed FROM tables WHERE id = ?";
    let seed = connection
        .prepare_cached(sql)?
        .query_row([id.bytes()], |row| row.get("seed").map(Seed::from_bytes))
        .optional()?;
    Ok(seed.ok_or(StoreError::NoSuchTable { id }))
}

pub(super) fn whole(connection: &Connection, id: TableId) -> Tried<Table> {
    // The head and the events of one moment.
    let transaction = connection.unchecked_transaction()?;
    let sql = "SELECT seed, game, stage, listed, summary, updated FROM tables WHERE id = ?";
    let found = transaction
        .prepare_cached(sql)?
        .query_row([id.bytes()], |row| Ok((row.get("seed").map(Seed::from_bytes)?, head(row)?)))
        .optional()?;
    let Some((seed, head)) = found else {
        return Ok(Err(StoreError::NoSuchTable { id }));
    };
    let events = events(&transaction, id, 0)?;
    Ok(Ok(Table { id, seed, head, events }))
}

pub(super) fn open_tables(connection: &Connection, limit: usize) -> Tried<Vec<(TableId, Head)>> {
    let sql = "SELECT id, game, stage, listed, summary, updated FROM tables \
               WHERE stage <> 'over' AND listed ORDER BY updated DESC, id LIMIT ?";
    let mut sql = connection.prepare_cached(sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = sql.query_map([limit], |row| Ok((table_id(row)?, head(row)?)))?;
    rows.collect::<rusqlite::Result<_>>().map(Ok)
}

pub(super) fn playing(connection: &Connection) -> Tried<Vec<TableId>> {
    // What seems to be said twice lets the index of tables that are not over be used.
    let sql = "SELECT id FROM tables \
               WHERE stage <> 'over' AND stage = 'playing' ORDER BY updated DESC, id";
    let mut sql = connection.prepare_cached(sql)?;
    let rows = sql.query_map([], table_id)?;
    rows.collect::<rusqlite::Result<_>>().map(Ok)
}

pub(super) fn n_tables(connection: &Connection) -> Tried<u64> {
    let mut sql = connection.prepare_cached("SELECT count(*) FROM tables")?;
    let n_tables: i64 = sql.query_row([], |row| row.get(0))?;
    Ok(Ok(n_tables.unsigned_abs()))
}

fn events(connection: &Connection, id: TableId, after: u64) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT event FROM events WHERE table_id = ? AND seq > ? ORDER BY seq";
    let mut sql = connection.prepare_cached(sql)?;
    let after = i64::try_from(after).unwrap_or(i64::MAX);
    sql.query_map((id.bytes(), after), |row| row.get(0))?.collect()
}

fn table_id(row: &Row<'_>) -> rusqlite::Result<TableId> {
    row.get("id").map(TableId::from_bytes)
}

fn head(row: &Row<'_>) -> rusqlite::Result<Head> {
    let stage: String = row.get("stage")?;
    let stage = Stage::of_name(&stage).ok_or_else(|| {
        let reason = format!("found the stage `{stage}`, wanted waiting, playing or over");
        rusqlite::Error::FromSqlConversionFailure(0, Type::Text, reason.into())
    })?;
    Ok(Head {
        game: row.get("game")?,
        stage,
        listed: row.get("listed")?,
        summary: row.get("summary")?,
        updated: row.get("updated")?,
    })
}
