//! The laws of every store. A new engine needs a [`Place`], and a line `laws_of!` at the end of this file.

use std::sync::Arc;
use std::time::Duration;

use store::{
    CountedHead, Head, MAX_LINE_BYTES, MAX_PLAYERS, PlayerEntry, PlayersTable, PrunePolicy, Store,
    StoreError, StoredTable, TableStage, TablesLimit, TextProblem,
};
use tokio::task::JoinSet;

use crate::{events_after, head, id, lines, open, table};

/// The place of a test's tables. A closed store can be opened again with all its tables.
trait Place {
    /// An empty place for the test of this name.
    fn new(name: &str) -> Self;
    fn open(&self) -> Arc<dyn Store>;
}

async fn events_are_read_in_order(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    let mut told = lines(&["open"]);
    for n in 1..=100_u64 {
        let events: Vec<_> = (0..n % 4).map(|part| format!("{n}.{part} «猫»")).collect();
        let after = told.len() as u64;
        told.extend(events.clone());
        let last = store.append(id(1), after, events, None).await;
        assert_eq!(last, Ok(told.len() as u64));
        assert_eq!(store.read(id(1)).await.unwrap().events, told);
    }
}

async fn only_the_next_event_is_taken(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    assert_eq!(store.append(id(1), 1, lines(&["a", "b"]), None).await, Ok(3));
    for after in [0, 1, 2, 4, 1_000_000, u64::MAX] {
        let conflict = Err(StoreError::Conflict { id: id(1), after, found: 3 });
        let new_head = Some(head(TableStage::Over, 9));
        assert_eq!(store.append(id(1), after, lines(&["c"]), None).await, conflict);
        assert_eq!(store.append(id(1), after, lines(&[]), new_head).await, conflict);
    }
    let read = store.read(id(1)).await.unwrap();
    assert_eq!((read.events, read.head), (lines(&["open", "a", "b"]), table(1).head));
}

async fn of_many_writers_one_is_next(place: &impl Place) {
    const N_WRITERS: usize = 8;
    const N_EACH: usize = 25;
    let store = place.open();
    store.create(table(1)).await.unwrap();
    let mut writers = JoinSet::new();
    for writer in 0..N_WRITERS {
        let store = store.clone();
        writers.spawn(async move {
            let (mut after, mut won) = (1, Vec::new());
            while won.len() < N_EACH {
                let event = format!("{writer} {}", won.len());
                match store.append(id(1), after, vec![event.clone()], None).await {
                    Ok(seq) => {
                        assert_eq!(seq, after + 1);
                        won.push((seq, event));
                        after = seq;
                    }
                    Err(StoreError::Conflict { found, .. }) => {
                        assert!(found > after);
                        after = found;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            won
        });
    }
    let mut won: Vec<_> = writers.join_all().await.concat();
    won.sort_unstable();
    let events = events_after(&*store, id(1), 1).await.unwrap();
    assert_eq!(events.len(), N_WRITERS * N_EACH);
    let numbered: Vec<_> = (2..).zip(events).collect();
    assert_eq!(won, numbered);
}

async fn tables_do_not_mix(place: &impl Place) {
    const N_TABLES: u8 = 50;
    let store = place.open();
    let mut writers = JoinSet::new();
    for n in 0..N_TABLES {
        let store = store.clone();
        writers.spawn(async move {
            store.create(table(n)).await.unwrap();
            for after in 1..10 {
                let event = format!("{n} {after}");
                assert_eq!(store.append(id(n), after, vec![event], None).await, Ok(after + 1));
            }
        });
    }
    writers.join_all().await;
    for n in 0..N_TABLES {
        let wanted: Vec<_> = (1..10).map(|after| format!("{n} {after}")).collect();
        let read = store.read(id(n)).await.unwrap();
        assert_eq!((&read.events[1..], read.seed), (&*wanted, table(n).seed));
    }
}

async fn unknown_tables_are_refused(place: &impl Place) {
    let store = place.open();
    store.create(table(2)).await.unwrap();
    let unknown = StoreError::NoSuchTable { id: id(1) };
    assert_eq!(store.append(id(1), 0, lines(&["a"]), None).await, Err(unknown.clone()));
    assert_eq!(store.read(id(1)).await, Err(unknown));
    assert_eq!(store.exists(id(1)).await, Ok(false));
    assert_eq!(store.exists(id(2)).await, Ok(true));
}

async fn a_table_begins_once(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    let mut other = table(1);
    other.events = lines(&["something", "else"]);
    let exists = StoreError::TableExists { id: id(1) };
    assert_eq!(store.create(other).await, Err(exists));
    assert_eq!(store.read(id(1)).await.unwrap(), table(1));

    let mut empty = table(2);
    empty.events.clear();
    store.create(empty.clone()).await.unwrap();
    assert_eq!(store.read(id(2)).await.unwrap(), empty);
    assert_eq!(store.append(id(2), 0, lines(&["first"]), None).await, Ok(1));
}

async fn lists_show_tables_that_are_open(place: &impl Place) {
    let store = place.open();
    let hidden = |head| Head { listed: false, ..head };
    let heads = [
        head(TableStage::Waiting, 30),
        head(TableStage::Playing, 50),
        head(TableStage::Over, 60),
        hidden(head(TableStage::Waiting, 70)),
        hidden(head(TableStage::Playing, 40)),
        head(TableStage::Playing, -1),
    ];
    for (n, head) in (1..).zip(&heads) {
        store.create(StoredTable { head: head.clone(), ..table(n) }).await.unwrap();
    }
    let listed = |places: &[u8]| -> Vec<_> {
        places.iter().map(|&n| (id(n), heads[usize::from(n) - 1].clone())).collect()
    };
    let open = |places: &[u8]| store.open_tables(places.iter().map(|&n| id(n)).collect());
    assert_eq!(open(&[1, 2, 3, 4, 5, 6, 7]).await.unwrap(), listed(&[2, 1, 6]));
    assert_eq!(open(&[6, 3, 2]).await.unwrap(), listed(&[2, 6]), "those that were asked for");
    assert_eq!(open(&[]).await.unwrap(), []);
    assert_eq!(store.n_tables().await, Ok(6));

    let over = Head { free_seats: 0, names: lines(&["Mia", ""]), ..head(TableStage::Over, 80) };
    store.append(id(2), 1, lines(&["end"]), Some(over.clone())).await.unwrap();
    assert_eq!(open(&[1, 2, 6]).await.unwrap(), listed(&[1, 6]));
    assert_eq!(store.n_tables().await, Ok(6), "it counts tables that are over, and not events");
    assert_eq!(store.read(id(2)).await.unwrap().head, over);

    // A head can change without an event.
    store.append(id(6), 1, lines(&[]), Some(head(TableStage::Waiting, 90))).await.unwrap();
    assert_eq!(open(&[1, 6]).await.unwrap()[0], (id(6), head(TableStage::Waiting, 90)));
}

async fn a_visitor_finds_their_tables(place: &impl Place) {
    let store = place.open();
    let (mia, ken) = ([1; 16], [2; 16]);
    let player =
        |holder, is_asked| PlayerEntry { holder, place: Some(u32::from(holder == ken)), is_asked };
    let found = |holder, running| {
        let store = store.clone();
        async move {
            let limit = TablesLimit { running, over: 9 };
            let tables = store.tables_of(holder, limit).await.unwrap();
            let fact = |table: PlayersTable| (table.id, table.place, table.is_asked);
            tables.into_iter().map(fact).collect::<Vec<_>>()
        }
    };
    for (n, updated) in [(1, 10), (2, 30), (3, 20)] {
        let head = head(TableStage::Playing, updated);
        store.create(StoredTable { head, ..table(n) }).await.unwrap();
        let players = vec![player(mia, n == 3), player(ken, false)];
        store.index_players(id(n), players).await.unwrap();
    }
    let first = Some(0);
    let all = [(id(2), first, false), (id(3), first, true), (id(1), first, false)];
    assert_eq!(found(mia, 9).await, all);
    assert_eq!(found(mia, 2).await, all[..2], "those joined last");
    assert_eq!(found(ken, 1).await, [(id(3), Some(1), false)]);
    assert_eq!(found([3; 16], 9).await, [], "a stranger has none");
    let limit = TablesLimit { running: 9, over: 9 };
    let heads = store.tables_of(mia, limit).await.unwrap();
    assert_eq!(heads[0].head, head(TableStage::Playing, 30));

    // Who is asked changes, a place changes, and people go.
    store.index_players(id(2), vec![player(ken, true)]).await.unwrap();
    assert_eq!(found(mia, 9).await, all[1..]);
    assert_eq!(found(ken, 9).await[0], (id(2), Some(1), true));
    let left = PlayerEntry { place: None, ..player(mia, false) };
    store.index_players(id(3), vec![left, player(ken, false)]).await.unwrap();
    assert_eq!(found(mia, 9).await, [(id(3), None, false), (id(1), first, false)]);

    // The events, the head and the number of an event stay as they are.
    assert_eq!(store.append(id(3), 1, lines(&["a"]), None).await, Ok(2));
    assert_eq!(store.read(id(3)).await.unwrap().head, head(TableStage::Playing, 20));
    let unknown = StoreError::NoSuchTable { id: id(9) };
    assert_eq!(store.index_players(id(9), Vec::new()).await, Err(unknown));
    store.close().await.unwrap();

    let store = place.open();
    assert_eq!(store.tables_of(mia, limit).await.unwrap().len(), 2);
    let all = PrunePolicy { unplayed: None, older_than: Some(Duration::from_millis(1)) };
    assert_eq!(store.prune(all, 100, vec![id(1)]).await, Ok(2));
    let left = store.tables_of(mia, limit).await.unwrap();
    assert_eq!(left.iter().map(|table| table.id).collect::<Vec<_>>(), [id(1)]);
    // A table that takes a deleted one's id is nobody's.
    store.create(table(3)).await.unwrap();
    assert_eq!(store.tables_of(mia, limit).await.unwrap().len(), 1);
}

/// Games that are over, however many, leave the running ones in the list.
async fn running_tables_are_found_beside_many_that_are_over(place: &impl Place) {
    let store = place.open();
    let mia = PlayerEntry { holder: [1; 16], place: Some(0), is_asked: true };
    for n in 1..=9 {
        let head = head(TableStage::Playing, n.into());
        store.create(StoredTable { head, ..table(n) }).await.unwrap();
        store.index_players(id(n), vec![mia]).await.unwrap();
    }
    let found = |running, over| {
        let store = store.clone();
        async move {
            let limit = TablesLimit { running, over };
            let tables = store.tables_of(mia.holder, limit).await.unwrap();
            tables.into_iter().map(|table| table.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(found(9, 0).await.len(), 9);
    for n in 2..=9 {
        let over = Some(head(TableStage::Over, n.into()));
        store.append(id(n), 1, lines(&["end"]), over).await.unwrap();
    }
    assert_eq!(found(2, 3).await, [id(9), id(8), id(7), id(1)]);
    // A table is over for people who join it later, and no longer once the next game begins.
    let ken = PlayerEntry { holder: [2; 16], place: Some(1), is_asked: false };
    store.index_players(id(9), vec![mia, ken]).await.unwrap();
    let limit = TablesLimit { running: 0, over: 9 };
    assert_eq!(store.tables_of(ken.holder, limit).await.unwrap().len(), 1);
    store.append(id(9), 2, lines(&["begin"]), Some(head(TableStage::Playing, 9))).await.unwrap();
    assert_eq!(found(9, 0).await, [id(9), id(1)]);
    assert_eq!(store.tables_of(ken.holder, limit).await.unwrap(), []);
}

async fn a_table_keeps_few_people(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    let visitor = |n: usize| PlayerEntry { holder: [n as u8; 16], place: None, is_asked: true };
    store.index_players(id(1), (0..2 * MAX_PLAYERS).map(visitor).collect()).await.unwrap();
    let limit = TablesLimit { running: 9, over: 9 };
    let mut n_found = 0;
    for n in 0..2 * MAX_PLAYERS {
        n_found += store.tables_of(visitor(n).holder, limit).await.unwrap().len();
    }
    assert_eq!(n_found, MAX_PLAYERS);
    store.index_players(id(1), vec![visitor(99)]).await.unwrap();
    assert_eq!(store.tables_of(visitor(99).holder, limit).await.unwrap().len(), 1);
    assert_eq!(store.tables_of(visitor(0).holder, limit).await.unwrap(), []);
}

async fn text_that_is_not_a_line_is_refused(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    let longest = "x".repeat(MAX_LINE_BYTES);
    let cases = [
        ("a\nb", TextProblem::Control('\n')),
        ("a\r", TextProblem::Control('\r')),
        ("\0", TextProblem::Control('\0')),
        (&format!("{longest}x"), TextProblem::Long(MAX_LINE_BYTES + 1)),
    ];
    for (text, problem) in cases {
        let refusal = |what: &str| StoreError::NotALine { what: what.into(), problem };
        let events = lines(&["fine", text]);
        let names = Head { names: lines(&["Mia", text]), ..head(TableStage::Over, 1) };
        let game = Head { game: text.into(), ..head(TableStage::Over, 1) };

        let appended = store.append(id(1), 1, events.clone(), None).await;
        assert_eq!(appended, Err(refusal("event 2 of 2")));
        let appended = store.append(id(1), 1, lines(&["fine"]), Some(names)).await;
        assert_eq!(appended, Err(refusal("name 2 of 2")));
        let created = store.create(StoredTable { head: game, ..table(2) }).await;
        assert_eq!(created, Err(refusal("the game")));
        let created = store.create(StoredTable { events, ..table(2) }).await;
        assert_eq!(created, Err(refusal("event 2 of 2")));
    }
    assert_eq!(store.read(id(1)).await.unwrap(), table(1));
    assert_eq!(store.append(id(1), 1, vec![longest.clone()], None).await, Ok(2));
    assert_eq!(events_after(&*store, id(1), 1).await.unwrap(), [longest]);
}

async fn everything_is_there_after_closing(place: &impl Place) {
    let mut wanted = table(1);
    for round in 1..5 {
        let store = place.open();
        match round {
            1 => store.create(wanted.clone()).await.unwrap(),
            _ => assert_eq!(store.read(id(1)).await.unwrap(), wanted),
        }
        wanted.head = head(TableStage::Playing, round);
        let event = format!("round {round}");
        let after = wanted.events.len() as u64;
        wanted.events.push(event.clone());
        store.append(id(1), after, vec![event], Some(wanted.head.clone())).await.unwrap();
        store.close().await.unwrap();
    }
}

async fn a_closed_store_does_nothing_more(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    // Earlier requests are carried out, even if their answers were never polled again.
    let mut asked = JoinSet::new();
    for after in 1..=100 {
        asked.spawn(store.append(id(1), after, lines(&["asked"]), None));
    }
    tokio::task::yield_now().await;
    store.close().await.unwrap();
    let answers = asked.join_all().await;
    assert!(answers.iter().all(Result::is_ok), "{answers:?}");

    let closed = StoreError::Closed;
    assert_eq!(store.create(table(2)).await, Err(closed.clone()));
    assert_eq!(store.append(id(1), 101, lines(&["late"]), None).await, Err(closed.clone()));
    assert_eq!(store.exists(id(1)).await, Err(closed.clone()));
    assert_eq!(store.read_head(id(1)).await, Err(closed.clone()));
    assert_eq!(store.read(id(1)).await, Err(closed));
    store.close().await.unwrap();

    let store = place.open();
    assert_eq!(events_after(&*store, id(1), 1).await.unwrap(), vec!["asked"; 100]);
}

async fn untouched_tables_are_pruned(place: &impl Place) {
    let store = place.open();
    let stages = [TableStage::Waiting, TableStage::Playing, TableStage::Over];
    // Tables 1 to 3 last changed at 1000, tables 4 to 6 at 5000.
    for (n, (updated, stage)) in
        (1..).zip([1000, 5000].into_iter().flat_map(|updated| stages.map(|stage| (updated, stage))))
    {
        store.create(StoredTable { head: head(stage, updated), ..table(n) }).await.unwrap();
    }
    let policy = |unplayed: Option<u64>, older_than: Option<u64>| PrunePolicy {
        unplayed: unplayed.map(Duration::from_millis),
        older_than: older_than.map(Duration::from_millis),
    };
    let kept = || {
        let store = store.clone();
        async move {
            let mut kept = Vec::new();
            for n in 1..=6 {
                if store.exists(id(n)).await.unwrap() {
                    kept.push(n);
                }
            }
            kept
        }
    };
    let day = 24 * 3600 * 1000;
    assert_eq!(store.prune(PrunePolicy::default(), 5000, Vec::new()).await, Ok(0));
    assert_eq!(store.prune(policy(None, None), i64::MAX, Vec::new()).await, Ok(0));
    assert_eq!(store.prune(policy(Some(2000), None), 6000, vec![id(1)]).await, Ok(0));
    assert_eq!(kept().await, [1, 2, 3, 4, 5, 6]);
    assert_eq!(store.prune(policy(Some(5000), None), 6000, Vec::new()).await, Ok(0), "too new");
    assert_eq!(store.prune(policy(Some(2000), None), 6000, Vec::new()).await, Ok(1));
    assert_eq!(kept().await, [2, 3, 4, 5, 6]);
    // By default a played game is never deleted.
    assert_eq!(store.prune(PrunePolicy::default(), 1000 * day, Vec::new()).await, Ok(1));
    assert_eq!(kept().await, [2, 3, 5, 6]);
    assert_eq!(store.prune(policy(None, Some(2000)), 6000, vec![id(3)]).await, Ok(1));
    assert_eq!(kept().await, [3, 5, 6]);

    assert_eq!(store.read(id(2)).await, Err(StoreError::NoSuchTable { id: id(2) }));
    let late = store.append(id(2), 1, lines(&["late"]), None).await;
    assert_eq!(late, Err(StoreError::NoSuchTable { id: id(2) }));
    store.create(table(2)).await.unwrap();
    assert_eq!(store.read(id(2)).await.unwrap(), table(2));
    assert_eq!(store.n_tables().await, Ok(4));
}

/// A table against bots begins its game before anybody has looked at it.
async fn a_game_without_a_person_is_not_played(place: &impl Place) {
    let store = place.open();
    let begun = Head { played: false, ..head(TableStage::Playing, 5) };
    let over = Head { played: false, ..head(TableStage::Over, 5) };
    for (n, head) in [(1, begun.clone()), (2, begun.clone()), (3, over)] {
        store.create(StoredTable { head, ..table(n) }).await.unwrap();
    }
    let played = Head { played: true, ..begun };
    store.append(id(2), 1, lines(&["decided"]), Some(played.clone())).await.unwrap();
    assert_eq!(store.read(id(2)).await.unwrap().head, played);
    assert_eq!(store.prune(PrunePolicy::default(), i64::MAX, Vec::new()).await, Ok(2));
    assert_eq!(store.exists(id(2)).await, Ok(true));
    assert_eq!(store.n_tables().await, Ok(1));
}

async fn a_pruned_table_takes_no_event(place: &impl Place) {
    let store = place.open();
    for n in [1, 2] {
        store.create(StoredTable { head: head(TableStage::Waiting, 5), ..table(n) }).await.unwrap();
    }
    assert_eq!(store.prune(PrunePolicy::default(), i64::MAX, vec![id(2)]).await, Ok(1));
    let late = store.append(id(1), 1, lines(&["late"]), None).await;
    assert_eq!(late, Err(StoreError::NoSuchTable { id: id(1) }));
    assert_eq!(store.append(id(2), 1, lines(&["next"]), None).await, Ok(2));
}

async fn many_tables_are_pruned(place: &impl Place) {
    let store = place.open();
    for n in 0..100 {
        store.create(StoredTable { head: head(TableStage::Waiting, 5), ..table(n) }).await.unwrap();
    }
    let keep = vec![id(7), id(8)];
    assert_eq!(store.prune(PrunePolicy::default(), i64::MAX, keep).await, Ok(98));
    assert_eq!(store.n_tables().await, Ok(2));
}

async fn heads_are_read_without_the_log(place: &impl Place) {
    let store = place.open();
    let unknown = StoreError::NoSuchTable { id: id(1) };
    assert_eq!(store.read_head(id(1)).await, Err(unknown));
    for n in 1..=2 {
        store.create(table(n)).await.unwrap();
    }
    let events = vec!["a".to_owned(); 3000];
    let new_head = head(TableStage::Playing, 7);
    store.append(id(1), 1, events, Some(new_head.clone())).await.unwrap();
    let counted = CountedHead { head: new_head, n_events: 3001 };
    assert_eq!(store.read_head(id(1)).await, Ok(counted));
    let other = CountedHead { head: table(2).head, n_events: 1 };
    assert_eq!(store.read_head(id(2)).await, Ok(other));
    store.create(StoredTable { events: Vec::new(), ..table(3) }).await.unwrap();
    assert_eq!(store.read_head(id(3)).await.unwrap().n_events, 0);
}

async fn a_check_leaves_everything_as_it_is(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    for after in 1..5 {
        assert_eq!(store.check_writable().await, Ok(()));
        assert_eq!(store.append(id(1), after, lines(&["a"]), None).await, Ok(after + 1));
    }
    assert_eq!(store.n_tables().await, Ok(1));
    assert_eq!(store.open_tables(vec![id(1)]).await.unwrap(), [(id(1), table(1).head)]);
    assert_eq!(store.read(id(1)).await.unwrap().events, lines(&["open", "a", "a", "a", "a"]));
    store.close().await.unwrap();
    assert_eq!(store.check_writable().await, Err(StoreError::Closed));
}

async fn a_dropped_answer_harms_no_other(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    drop(store.append(id(1), 1, lines(&["never asked"]), None));
    let asked = tokio::spawn(store.append(id(1), 1, lines(&["asked"]), None));
    tokio::task::yield_now().await;
    asked.abort();
    drop(asked.await);
    // It queues after the abandoned request, so their order is fixed now.
    store.append(id(1), 1, lines(&["mine"]), None).await.unwrap_or_default();
    let events = events_after(&*store, id(1), 1).await.unwrap();
    assert!(events == ["asked"] || events == ["mine"], "{events:?}");
}

async fn a_table_moves_as_text(place: &impl Place) {
    let store = place.open();
    store.create(table(1)).await.unwrap();
    store
        .append(id(1), 1, lines(&["sit Mia", ""]), Some(head(TableStage::Playing, 5)))
        .await
        .unwrap();
    let stored = store.read(id(1)).await.unwrap();
    let read = StoredTable::import(&stored.export()).unwrap();
    assert_eq!(read, stored);
    assert_eq!(store.create(read.clone()).await, Err(StoreError::TableExists { id: id(1) }));

    store.create(StoredTable { id: id(2), ..read }).await.unwrap();
    assert_eq!(store.read(id(2)).await.unwrap().events, stored.events);
}

/// One test for each law.
macro_rules! laws_of {
    ($kind:ident, $place:ty) => {
        laws_of!($kind, $place: events_are_read_in_order only_the_next_event_is_taken
            of_many_writers_one_is_next tables_do_not_mix unknown_tables_are_refused
            a_table_begins_once lists_show_tables_that_are_open text_that_is_not_a_line_is_refused
            everything_is_there_after_closing a_closed_store_does_nothing_more
            a_check_leaves_everything_as_it_is heads_are_read_without_the_log
            untouched_tables_are_pruned many_tables_are_pruned a_game_without_a_person_is_not_played
            a_pruned_table_takes_no_event a_dropped_answer_harms_no_other a_table_moves_as_text
            a_visitor_finds_their_tables running_tables_are_found_beside_many_that_are_over
            a_table_keeps_few_people);
    };
    ($kind:ident, $place:ty: $($law:ident)*) => {
        mod $kind {
            $(
                #[test]
                fn $law() {
                    use super::Place as _;
                    let place = <$place>::new(stringify!($law));
                    crate::wait(super::$law(&place));
                }
            )*
        }
    };
}

struct Folder(std::path::PathBuf);

impl Place for Folder {
    fn new(name: &str) -> Folder {
        Folder(crate::folder(name))
    }

    fn open(&self) -> Arc<dyn Store> {
        Arc::new(open(&self.0))
    }
}

laws_of!(sqlite, super::Folder);
