//! Who plays where: the rows that find a visitor's tables.

use rusqlite::{Connection, Row, params};

use super::Tried;
use super::reader::head;
use crate::player::{MAX_PLAYERS, TablesLimit};
use crate::{PlayerEntry, PlayersTable, TableId, TableStage};

/// Replaces the people of a table, which exists. Rows that do not change are not written.
pub(super) fn index(
    connection: &Connection,
    id: TableId,
    players: &[PlayerEntry],
) -> rusqlite::Result<()> {
    let players = &players[..players.len().min(MAX_PLAYERS)];
    let found = found(connection, id)?;
    let delete = "DELETE FROM players WHERE table_id = ? AND holder = ?";
    for old in &found {
        if !players.iter().any(|new| new.holder == old.holder) {
            connection.prepare_cached(delete)?.execute(params![id.bytes(), old.holder])?;
        }
    }
    let insert = "INSERT INTO players (table_id, holder, place, asked, is_over) \
                  SELECT ?1, ?2, ?3, ?4, stage = 'over' FROM tables WHERE id = ?1 \
                  ON CONFLICT DO UPDATE SET place = ?3, asked = ?4";
    for new in players.iter().filter(|new| !found.contains(new)) {
        let row = params![id.bytes(), new.holder, new.place, new.is_asked];
        connection.prepare_cached(insert)?.execute(row)?;
    }
    Ok(())
}

fn found(connection: &Connection, id: TableId) -> rusqlite::Result<Vec<PlayerEntry>> {
    let sql = "SELECT holder, place, asked FROM players WHERE table_id = ?";
    let mut sql = connection.prepare_cached(sql)?;
    let player = |row: &Row<'_>| {
        Ok(PlayerEntry { holder: row.get(0)?, place: row.get(1)?, is_asked: row.get(2)? })
    };
    sql.query_map([id.bytes()], player)?.collect()
}

/// Notes in the rows of a table how far it is.
pub(super) fn set_stage(
    connection: &Connection,
    id: TableId,
    stage: TableStage,
) -> rusqlite::Result<()> {
    let sql = "UPDATE players SET is_over = ?2 WHERE table_id = ?1 AND is_over <> ?2";
    let row = params![id.bytes(), stage == TableStage::Over];
    connection.prepare_cached(sql)?.execute(row).map(drop)
}

/// The last tables that a person joined: so many that are running, and so many that are over.
const TABLES_OF: &str = "SELECT tables.*, place, asked FROM tables JOIN (\
    SELECT * FROM (SELECT table_id, place, asked FROM players \
                   WHERE holder = ?1 AND is_over = 0 ORDER BY rowid DESC LIMIT ?2) \
    UNION ALL \
    SELECT * FROM (SELECT table_id, place, asked FROM players \
                   WHERE holder = ?1 AND is_over = 1 ORDER BY rowid DESC LIMIT ?3)\
    ) ON id = table_id ORDER BY updated DESC, id";

/// The tables of a person that exist, the latest change first.
pub(super) fn tables_of(
    connection: &Connection,
    holder: [u8; 16],
    limit: TablesLimit,
) -> Tried<Vec<PlayersTable>> {
    let mut sql = connection.prepare_cached(TABLES_OF)?;
    let table = |row: &Row<'_>| {
        let id = row.get("id").map(TableId::from_bytes)?;
        let (place, is_asked) = (row.get("place")?, row.get("asked")?);
        Ok(PlayersTable { id, head: head(row)?, place, is_asked })
    };
    let rows = sql.query_map(params![holder, limit.running, limit.over], table)?;
    rows.collect::<rusqlite::Result<_>>().map(Ok)
}

#[cfg(test)]
mod tests {
    use super::TABLES_OF;
    use crate::sqlite::schema::in_memory;

    #[test]
    fn a_list_reads_few_rows_however_many_tables_a_visitor_has() {
        let connection = in_memory();
        let mut sql = connection.prepare(&format!("EXPLAIN QUERY PLAN {TABLES_OF}")).unwrap();
        let plan = sql.query_map(([1; 16], 5, 5), |row| row.get("detail")).unwrap();
        let plan: Vec<String> = plan.map(Result::unwrap).collect();
        let search = "SEARCH players USING INDEX players_of_holder (holder=? AND is_over=?)";
        assert_eq!(plan.iter().filter(|step| *step == search).count(), 2, "{plan:?}");
        assert!(!plan.iter().any(|step| step.starts_with("SCAN tables")), "{plan:?}");
    }
}
