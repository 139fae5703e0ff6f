//! The writer: commits all waiting changes in one transaction, and answers when they are on disk.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, named_params, params};
use tokio::runtime::Handle;

use super::fold::{Folder, HasNews, fold};
use super::reader::{IS_PRUNABLE, names_column};
use super::worker::{Reply, ignore};
use super::{SqliteError, Tried, players};
use crate::prune::PruneLimits;
use crate::{Head, PlayerEntry, StoreError, StoredTable, TableId};

/// A change, and the channel for the number of its last event.
pub(super) struct Write {
    pub(super) change: WriteRequest,
    pub(super) reply: Reply<u64>,
    /// Runtime of the caller, if the caller is a task.
    pub(super) runtime: Option<Handle>,
}

pub(super) enum WriteRequest {
    Create(StoredTable),
    Append {
        id: TableId,
        after: u64,
        events: Vec<String>,
        head: Option<Head>,
    },
    /// Replaces the people of a table.
    Players {
        id: TableId,
        players: Vec<PlayerEntry>,
    },
    /// Deletes those of these tables that may still be deleted. Its answer is their number.
    Prune {
        ids: Vec<TableId>,
        limits: PruneLimits,
    },
    /// Changes nothing, but needs room on the disk like an event. Its answer is 0.
    Check,
}

/// Size of the row that a check writes. It is longer than a page, so it needs new pages.
const CHECK_BYTES: u32 = 8192;

/// Pause after a commit while several tables are in play. Changes that arrive meanwhile share the next commit: the wait for
/// the disk costs most, and players do not notice a few milliseconds.
const PAUSE: Duration = Duration::from_millis(12);

/// How often the writer looks at its queue during a pause.
const LOOKS: u32 = 4;

/// With this many waiting changes the pause ends: they share a commit well enough.
const MANY: usize = 64;

/// How many tables the writer knows the last event of.
const MAX_KNOWN: usize = 4096;

pub(super) struct Writer {
    connection: Connection,
    path: PathBuf,
    /// Numbers of the last events of tables in play. They stay true because nothing else writes.
    known: HashMap<TableId, u64>,
    /// The table of the last change.
    last: Option<TableId>,
    /// Whether there are commits that are not folded yet.
    has_news: HasNews,
    folder: Option<Folder>,
}

impl Writer {
    pub(super) fn new(connection: Connection, path: PathBuf) -> Writer {
        // The log of an earlier process may be full.
        let has_news = HasNews::new(true.into());
        Writer { connection, path, known: HashMap::new(), last: None, has_news, folder: None }
    }

    /// Whether there are commits that are not folded yet.
    pub(super) fn has_news(&self) -> HasNews {
        self.has_news.clone()
    }

    /// Keeps a thread that folds the log for as long as the writer lives.
    pub(super) fn set_folder(&mut self, folder: Folder) {
        self.folder = Some(folder);
    }

    /// Commits changes and answers. Then pauses until enough others wait, if several tables are in play.
    pub(super) fn write_and_pause(&mut self, writes: Vec<Write>, n_waiting: &dyn Fn() -> usize) {
        let mut tables = writes.iter().filter_map(|write| write.change.table());
        let is_alone = tables.clone().all(|id| Some(id) == self.last);
        self.last = tables.next_back().or(self.last);
        self.write(writes);
        let mut n_looks = if is_alone { 0 } else { LOOKS };
        while n_looks > 0 && n_waiting() < MANY {
            thread::sleep(PAUSE / LOOKS);
            n_looks -= 1;
        }
    }

    /// Commits changes in one transaction, then answers. A refused change does not affect the others. If the database fails,
    /// all of them fail.
    pub(super) fn write(&mut self, mut writes: Vec<Write>) {
        if self.known.len() > MAX_KNOWN {
            self.known.clear();
        }
        let committed = self.commit(&writes).map_err(|error| {
            self.known.clear();
            StoreError::from(SqliteError::of(&self.path, &error))
        });
        let answers = committed.unwrap_or_else(|error| vec![Err(error); writes.len()]);
        let runtime = writes.iter_mut().find_map(|write| write.runtime.take());
        let answer_all = move || {
            for (write, answer) in writes.into_iter().zip(answers) {
                ignore(write.reply.send(answer), "the caller has gone");
            }
        };
        // A task wakes the callers: they all run after it, so that the tables of this commit go on together.
        match runtime {
            Some(runtime) => drop(runtime.spawn(async move { answer_all() })),
            None => answer_all(),
        }
    }

    fn commit(&mut self, writes: &[Write]) -> rusqlite::Result<Vec<Result<u64, StoreError>>> {
        // Immediate: what the checks find stays true until the commit.
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let known = &mut self.known;
        let answers = writes.iter().map(|Write { change, .. }| {
            let last = match change.table().map(|id| (id, known.get(&id))) {
                Some((_, Some(&last))) => Some(last),
                Some((id, None)) => last_event(&transaction, id)?,
                None => None,
            };
            let answer = match change {
                WriteRequest::Create(table) => create(&transaction, table, last),
                WriteRequest::Append { id, after, events, head } => {
                    append(&transaction, *id, last, *after, events, head.as_ref())
                }
                WriteRequest::Players { id, players } => match last {
                    None => Ok(Err(StoreError::NoSuchTable { id: *id })),
                    Some(last) => players::index(&transaction, *id, players).map(|()| Ok(last)),
                },
                WriteRequest::Prune { ids, limits } => {
                    known.retain(|id, _| !ids.contains(id));
                    prune(&transaction, ids, *limits)
                }
                WriteRequest::Check => check(&transaction),
            };
            if let (Ok(Ok(seq)), Some(id)) = (&answer, change.table()) {
                known.insert(id, *seq);
            }
            answer
        });
        let answers = answers.collect::<rusqlite::Result<_>>()?;
        transaction.commit()?;
        self.has_news.store(true, Ordering::Release);
        Ok(answers)
    }
}

/// Folds the log. SQLite would do that too as the last connection closes, but another program may be reading.
impl Drop for Writer {
    fn drop(&mut self) {
        self.folder = None;
        fold(&self.connection, "TRUNCATE");
    }
}

impl WriteRequest {
    /// The table that it changes.
    fn table(&self) -> Option<TableId> {
        match self {
            WriteRequest::Create(table) => Some(table.id),
            WriteRequest::Append { id, .. } | WriteRequest::Players { id, .. } => Some(*id),
            WriteRequest::Prune { .. } | WriteRequest::Check => None,
        }
    }
}

fn create(connection: &Connection, table: &StoredTable, last: Option<u64>) -> Tried<u64> {
    let StoredTable { id, seed, head, events } = table;
    let Head { game, stage, played, listed, free_seats, names, updated } = head;
    if last.is_some() {
        return Ok(Err(StoreError::TableExists { id: *id }));
    }
    let sql = "INSERT INTO tables (id, seed, game, stage, played, listed, free_seats, names, updated) \
               VALUES (:id, :seed, :game, :stage, :played, :listed, :free_seats, :names, :updated)";
    connection.prepare_cached(sql)?.execute(named_params! {
        ":id": id.bytes(), ":seed": seed.bytes(), ":game": game, ":stage": stage.name(),
        ":played": played, ":listed": listed, ":free_seats": free_seats, ":names": names_column(names),
        ":updated": updated,
    })?;
    insert(connection, *id, 0, events).map(Ok)
}

fn append(
    connection: &Connection,
    id: TableId,
    last: Option<u64>,
    after: u64,
    events: &[String],
    head: Option<&Head>,
) -> Tried<u64> {
    match last {
        None => return Ok(Err(StoreError::NoSuchTable { id })),
        Some(found) if found != after => {
            return Ok(Err(StoreError::Conflict { id, after, found }));
        }
        Some(_) => {}
    }
    if let Some(head) = head {
        update(connection, id, head)?;
    }
    insert(connection, id, after, events).map(Ok)
}

/// Replaces a head. Returns whether the table exists.
fn update(connection: &Connection, id: TableId, head: &Head) -> rusqlite::Result<bool> {
    let Head { game, stage, played, listed, free_seats, names, updated } = head;
    let sql = "UPDATE tables SET game = :game, stage = :stage, played = :played, listed = :listed, \
               free_seats = :free_seats, names = :names, updated = :updated WHERE id = :id";
    let n_changed = connection.prepare_cached(sql)?.execute(named_params! {
        ":id": id.bytes(), ":game": game, ":stage": stage.name(), ":played": played,
        ":listed": listed, ":free_seats": free_seats, ":names": names_column(names), ":updated": updated,
    })?;
    players::set_stage(connection, id, *stage)?;
    Ok(n_changed == 1)
}

/// Replaces the head and all events of a table.
pub(super) fn rewrite(connection: &Connection, table: &StoredTable) -> Tried<()> {
    let StoredTable { id, seed: _, head, events } = table;
    if !update(connection, *id, head)? {
        return Ok(Err(StoreError::NoSuchTable { id: *id }));
    }
    connection.prepare_cached(DELETE_EVENTS)?.execute([id.bytes()])?;
    insert(connection, *id, 0, events)?;
    Ok(Ok(()))
}

const DELETE_EVENTS: &str = "DELETE FROM events WHERE table_id = ?";

/// Deletes a table and its events. Returns whether the table existed.
pub(super) fn delete(connection: &Connection, id: TableId) -> rusqlite::Result<bool> {
    connection.prepare_cached(DELETE_EVENTS)?.execute([id.bytes()])?;
    let sql = "DELETE FROM tables WHERE id = ?";
    connection.prepare_cached(sql)?.execute([id.bytes()]).map(|n_deleted| n_deleted == 1)
}

/// Deletes those of these tables that have not changed since they were found.
fn prune(connection: &Connection, ids: &[TableId], limits: PruneLimits) -> Tried<u64> {
    let PruneLimits { unplayed, any } = limits;
    let sql = format!("SELECT 1 FROM tables WHERE id = :id AND {IS_PRUNABLE}");
    let mut is_prunable = connection.prepare_cached(&sql)?;
    let mut n_deleted = 0;
    for &id in ids {
        let row = named_params! { ":id": id.bytes(), ":unplayed": unplayed, ":any": any };
        if is_prunable.exists(row)? {
            n_deleted += u64::from(delete(connection, id)?);
        }
    }
    Ok(Ok(n_deleted))
}

/// Adds a row that no reader ever sees, and removes it.
fn check(connection: &Connection) -> Tried<u64> {
    let id = TableId::random().bytes();
    let sql = "INSERT INTO tables (id, seed, game, stage, listed, names, updated) \
               VALUES (?, zeroblob(32), '', 'over', 0, hex(zeroblob(?)), 0)";
    connection.prepare_cached(sql)?.execute(params![id, CHECK_BYTES / 2])?;
    connection.prepare_cached("DELETE FROM tables WHERE id = ?")?.execute([id])?;
    Ok(Ok(0))
}

/// The number of a table's last event, if the table exists.
fn last_event(connection: &Connection, id: TableId) -> rusqlite::Result<Option<u64>> {
    let sql = "SELECT ifnull((SELECT max(seq) FROM events WHERE table_id = tables.id), 0) \
               FROM tables WHERE id = ?";
    let last = |row: &rusqlite::Row<'_>| row.get(0).map(i64::cast_unsigned);
    connection.prepare_cached(sql)?.query_row([id.bytes()], last).optional()
}

fn insert(
    connection: &Connection,
    id: TableId,
    after: u64,
    events: &[String],
) -> rusqlite::Result<u64> {
    let sql = "INSERT INTO events (table_id, seq, event) VALUES (?, ?, ?)";
    let mut insert = connection.prepare_cached(sql)?;
    let mut seq = after;
    for event in events {
        seq += 1;
        insert.execute(params![id.bytes(), seq.cast_signed(), event])?;
    }
    Ok(seq)
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;
    use crate::sqlite::schema::in_memory;
    use crate::{StoredSeed, TableStage};

    fn writer() -> Writer {
        Writer::new(in_memory(), "memory".into())
    }

    fn write(writer: &mut Writer, changes: Vec<WriteRequest>) -> Vec<Result<u64, StoreError>> {
        let (writes, answers): (Vec<_>, Vec<_>) = changes
            .into_iter()
            .map(|change| {
                let (reply, answer) = oneshot::channel();
                (Write { change, reply, runtime: None }, answer)
            })
            .unzip();
        writer.write(writes);
        answers.into_iter().map(|mut answer| answer.try_recv().unwrap()).collect()
    }

    fn create(n: u8) -> WriteRequest {
        let head = Head {
            game: "meow".into(),
            stage: TableStage::Waiting,
            played: false,
            listed: true,
            free_seats: 3,
            names: Vec::new(),
            updated: 0,
        };
        let (id, seed) = (TableId::from_bytes([n; 16]), StoredSeed::from_bytes([n; 32]));
        WriteRequest::Create(StoredTable { id, seed, head, events: vec!["open".into()] })
    }

    fn append(n: u8, after: u64, event: &str) -> WriteRequest {
        let id = TableId::from_bytes([n; 16]);
        WriteRequest::Append { id, after, events: vec![event.into()], head: None }
    }

    #[test]
    fn a_refused_change_does_not_affect_the_others() {
        let mut writer = writer();
        let id = |n| TableId::from_bytes([n; 16]);
        let changes = vec![
            create(1),
            append(1, 1, "first"),
            append(1, 1, "second"),
            create(1),
            append(2, 0, "nowhere"),
            append(1, 9, "gap"),
            append(1, 2, "third"),
        ];
        let answers = write(&mut writer, changes);
        let wanted = [
            Ok(1),
            Ok(2),
            Err(StoreError::Conflict { id: id(1), after: 1, found: 2 }),
            Err(StoreError::TableExists { id: id(1) }),
            Err(StoreError::NoSuchTable { id: id(2) }),
            Err(StoreError::Conflict { id: id(1), after: 9, found: 2 }),
            Ok(3),
        ];
        assert_eq!(answers, wanted);
    }

    #[test]
    fn a_table_that_has_changed_meanwhile_is_not_pruned() {
        let mut writer = writer();
        let id = |n| TableId::from_bytes([n; 16]);
        write(&mut writer, vec![create(1), create(2)]);
        let limits = PruneLimits { unplayed: 5, any: i64::MIN };
        let mut append = append(2, 1, "sat");
        if let (WriteRequest::Append { head, .. }, WriteRequest::Create(table)) =
            (&mut append, create(2))
        {
            *head = Some(Head { updated: 5, ..table.head });
        }
        let prune = WriteRequest::Prune { ids: vec![id(1), id(2), id(3)], limits };
        assert_eq!(write(&mut writer, vec![append, prune]), [Ok(2), Ok(1)]);
        assert_eq!(last_event(&writer.connection, id(1)), Ok(None));
        assert_eq!(last_event(&writer.connection, id(2)), Ok(Some(2)));
    }

    #[test]
    fn a_check_fails_where_nothing_can_be_written() {
        let mut writer = writer();
        assert_eq!(write(&mut writer, vec![create(1), WriteRequest::Check]), [Ok(1), Ok(0)]);
        let read_only = |writer: &Writer, yes: bool| {
            writer.connection.pragma_update(None, "query_only", yes).unwrap();
        };
        read_only(&writer, true);
        let answers = write(&mut writer, vec![WriteRequest::Check]);
        let [Err(StoreError::Failed { message })] = &answers[..] else { panic!("{answers:?}") };
        assert!(message.contains("cannot write `memory`"), "{message}");
        read_only(&writer, false);
        assert_eq!(write(&mut writer, vec![WriteRequest::Check]), [Ok(0)]);
    }

    #[test]
    fn writing_goes_on_after_a_full_disk() {
        let mut writer = writer();
        assert_eq!(write(&mut writer, vec![create(1)]), [Ok(1)]);
        let n_pages = |writer: &Writer, n: u32| {
            writer
                .connection
                .pragma_update_and_check(None, "max_page_count", n, |_| Ok(()))
                .unwrap();
        };
        n_pages(&writer, 1);
        let big = "x".repeat(crate::MAX_LINE_BYTES);
        let full = Err(StoreError::Failed { message: "no room on the disk of `memory`".into() });
        let changes = vec![append(1, 1, "small"), append(1, 2, &big), append(1, 3, "small")];
        assert_eq!(write(&mut writer, changes), [full.clone(), full.clone(), full.clone()]);
        assert_eq!(write(&mut writer, vec![WriteRequest::Check]), [full]);
        n_pages(&writer, 1000);
        assert_eq!(write(&mut writer, vec![WriteRequest::Check]), [Ok(0)]);
        assert_eq!(
            write(&mut writer, vec![append(1, 1, "small"), append(1, 2, &big)]),
            [Ok(2), Ok(3)]
        );
    }
}
