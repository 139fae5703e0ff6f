//! Who plays where: the rows that find a visitor's tables.

use rusqlite::{Connection, Row, params};

use super::Tried;
use super::reader::head;
use crate::player::MAX_PLAYERS;
use crate::{Player, PlayersTable, TableId};

/// Replaces the people of a table, which exists. With `keep_others`, people who are no longer there keep their rows.
/// Rows that do not change are not written.
pub(super) fn note(
    connection: &Connection,
    id: TableId,
    players: &[Player],
    keep_others: bool,
) -> rusqlite::Result<()> {
    let found = found(connection, id)?;
    let delete = "DELETE FROM players WHERE table_id = ? AND holder = ?";
    let clear = "UPDATE players SET asked = 0 WHERE table_id = ? AND holder = ?";
    let mut n_left = found.len();
    for old in &found {
        let is_here = players.iter().any(|new| new.holder == old.holder);
        if !is_here && !keep_others {
            connection.prepare_cached(delete)?.execute(params![id.bytes(), old.holder])?;
            n_left -= 1;
        } else if !is_here && old.is_asked {
            connection.prepare_cached(clear)?.execute(params![id.bytes(), old.holder])?;
        }
    }
    let insert = "INSERT INTO players (table_id, holder, asked) VALUES (?1, ?2, ?3) \
                  ON CONFLICT DO UPDATE SET asked = ?3";
    for new in players.iter().filter(|new| !found.contains(new)) {
        let is_new = !found.iter().any(|old| old.holder == new.holder);
        if is_new && n_left >= MAX_PLAYERS {
            continue;
        }
        n_left += usize::from(is_new);
        let row = params![id.bytes(), new.holder, new.is_asked];
        connection.prepare_cached(insert)?.execute(row)?;
    }
    Ok(())
}

fn found(connection: &Connection, id: TableId) -> rusqlite::Result<Vec<Player>> {
    let sql = "SELECT holder, asked FROM players WHERE table_id = ?";
    let mut sql = connection.prepare_cached(sql)?;
    let player = |row: &Row<'_>| Ok(Player { holder: row.get(0)?, is_asked: row.get(1)? });
    sql.query_map([id.bytes()], player)?.collect()
}

/// Of the `limit` tables that a person joined last those that exist, the latest change first.
pub(super) fn tables_of(
    connection: &Connection,
    holder: [u8; 16],
    limit: usize,
) -> Tried<Vec<PlayersTable>> {
    let sql = "SELECT tables.*, asked FROM tables JOIN \
               (SELECT table_id, asked FROM players WHERE holder = ? ORDER BY rowid DESC LIMIT ?) \
               ON id = table_id ORDER BY updated DESC, id";
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut sql = connection.prepare_cached(sql)?;
    let table = |row: &Row<'_>| {
        let id = row.get("id").map(TableId::from_bytes)?;
        Ok(PlayersTable { id, head: head(row)?, is_asked: row.get("asked")? })
    };
    sql.query_map(params![holder, limit], table)?.collect::<rusqlite::Result<_>>().map(Ok)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::schema::MIGRATIONS;

    #[test]
    fn a_list_reads_few_rows_however_many_tables_a_visitor_has() {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(&MIGRATIONS.concat()).unwrap();
        let sql = "EXPLAIN QUERY PLAN SELECT table_id FROM players WHERE holder = ? \
                   ORDER BY rowid DESC LIMIT 5";
        let mut sql = connection.prepare(sql).unwrap();
        let plan = sql.query_map([[1; 16]], |row| row.get("detail")).unwrap();
        let plan: Vec<String> = plan.map(Result::unwrap).collect();
        assert_eq!(plan, ["SEARCH players USING INDEX players_of_holder (holder=?)"]);
    }
}
