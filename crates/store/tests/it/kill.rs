//! All answered writes survive `kill -9`, without gaps and without half-written requests.
//!
//! A child process writes to several tables at once and prints the answers. Its parent kills it at a random moment, opens
//! the folder and compares. `KILLS=1000 cargo test -p store kill` repeats that 1000 times.
//!
//! A killed process loses only data that it has not passed to the operating system. A crash of the system itself is not
//! tested here, but another test checks that `synchronous` is `full`.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rules::Dice as _;
use store::{
    Head, SqliteOptions, SqliteStore, Store, StoredSeed, StoredTable, TableId, TableStage,
};
use testing::dice::dice;
use tokio::task::{JoinSet, yield_now};

use crate::{folder, head, open, wait};

const N_TABLES: u64 = 6;
/// Environment variables of a child: its folder, and whether it is hasty. Other processes have neither.
const CHILD: &str = "STORE_TEST_CHILD";
const HASTY: &str = "STORE_TEST_HASTY";

/// The last event of each table that was answered.
type Answered = BTreeMap<TableId, u64>;

#[test]
fn answered_writes_survive() {
    let n_kills = std::env::var_os("KILLS")
        .map_or(20, |kills| kills.to_str().unwrap().parse().expect("KILLS is a number"));
    let folder = folder("kill");
    let mut answered = Answered::new();
    let mut dice = dice(5);
    for kill in 0..n_kills {
        let n_answers = dice.below(200).into();
        kill_child(&folder, n_answers, None, &mut answered);
        if let Err(lost) = check(&folder, &answered) {
            panic!("kill {kill} of {n_kills}, after {n_answers} answers: {lost}");
        }
    }
    assert!(answered.values().sum::<u64>() > 50 * n_kills, "children were killed too early");
}

/// A planted fault: answers that come before the write must not pass.
#[test]
fn hasty_answers_are_caught() {
    let mut dice = dice(6);
    let caught = (0..20).find_map(|_| {
        let folder = folder("kill_hasty");
        let mut answered = Answered::new();
        let n_answers = 50 + u64::from(dice.below(200));
        kill_child(&folder, n_answers, Some(HASTY), &mut answered);
        check(&folder, &answered).err()
    });
    let caught = caught.expect("answers that come too early pass for good ones");
    assert!(caught.contains("was answered"), "{caught}");
}

/// A log that is lost after it was folded costs nothing.
#[test]
fn a_folded_table_survives_the_loss_of_the_log() {
    let folder = folder("kill_folding");
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill::folding_child", "--nocapture"]).env(CHILD, &folder);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.map(Result::unwrap).find(|line| line.starts_with("folded ")).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_file(folder.join("tables.sqlite-wal")).unwrap();
    std::fs::remove_file(folder.join("tables.sqlite-shm")).unwrap();
    let id: TableId = line.strip_prefix("folded ").unwrap().parse().unwrap();
    check(&folder, &Answered::from([(id, 2)])).unwrap();
}

/// The child: sets up a table, says when it is folded, and waits until it is killed.
#[test]
fn folding_child() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let quick = SqliteOptions { fold_every: Duration::from_millis(1) };
    let store = SqliteStore::open_with(&folder, &quick).unwrap();
    let id = wait(begin(&store));
    let copy = crate::folder("kill_folding_copy");
    testing::wait::until("a folded log", || {
        std::fs::copy(folder.join("tables.sqlite"), copy.join("tables.sqlite")).unwrap();
        let copy = SqliteStore::open(&copy).ok()?;
        wait(copy.read(id)).ok()
    });
    // Nothing is written meanwhile, so no fold is under way.
    writeln!(std::io::stdout(), "\nfolded {id}").unwrap();
    loop {
        std::thread::park();
    }
}

/// Starts a child, kills it when it has printed this many answers, and notes all that it printed.
fn kill_child(folder: &Path, n_answers: u64, fault: Option<&str>, answered: &mut Answered) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill::child", "--nocapture"]).env(CHILD, folder);
    command.envs(fault.map(|fault| (fault, "1"))).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut n_read = 0;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        // Lines of the test harness and incomplete lines do not count.
        if let Some((id, seq)) =
            line.strip_prefix("answered ").and_then(|rest| rest.split_once(' '))
            && let Some(seq) = seq.strip_suffix('.')
        {
            answered.insert(id.parse().unwrap(), seq.parse().unwrap());
            n_read += 1;
        }
        // Lines that are still in the pipe are answers too, so read to the end.
        if n_read == n_answers {
            child.kill().unwrap();
        }
    }
    child.kill().unwrap();
    // A failed test exits with 101.
    let code = child.wait().unwrap().code();
    assert!(code != Some(0) && code != Some(101), "a child ends only when it is killed");
}

/// Opens a folder and compares it with the answers.
fn check(folder: &Path, answered: &Answered) -> Result<(), String> {
    wait(async {
        let store = open(folder);
        for (&id, &last) in answered {
            let table = store.read(id).await;
            let StoredTable { head, events, .. } =
                table.map_err(|error| format!("event {last} of {id} was answered, but {error}"))?;
            let n_events = events.len() as u64;
            if n_events < last {
                return Err(format!("event {last} of {id} was answered, but it has {n_events}"));
            }
            for (event, seq) in events.iter().zip(1..) {
                let wanted = event_text(id, seq);
                if *event != wanted {
                    return Err(format!("event {seq} of {id} is `{event}`, wanted `{wanted}`"));
                }
            }
            // The head contains the number of events at its write.
            if head != head_of(n_events) {
                return Err(format!("{id} has {n_events} events, its head is {head:?}"));
            }
        }
        store.close().await.map_err(|error| error.to_string())
    })
}

/// Events of different lengths, each of which could only stand in its place.
fn event_text(id: TableId, seq: u64) -> String {
    format!("{id} {seq} {}", "x".repeat((seq * seq % 500) as usize))
}

fn head_of(n_events: u64) -> Head {
    head(TableStage::Playing, n_events.cast_signed())
}

/// The child: continues the tables that it finds and begins others, until it is killed.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let store = Arc::new(open(&folder));
    let is_hasty = std::env::var_os(HASTY).is_some();
    let mut known = SqliteStore::tables_in(&folder).unwrap();
    known.truncate(N_TABLES as usize - 1);
    wait(async {
        let mut writers = JoinSet::new();
        for writer in 0..N_TABLES {
            let known = known.pop().map(|(id, _)| id);
            writers.spawn(write(store.clone(), known, writer, is_hasty));
        }
        writers.join_all().await;
    });
}

/// Writes to a table and prints the answers; if it is hasty, it prints an answer before it has one.
async fn write(store: Arc<SqliteStore>, known: Option<TableId>, writer: u64, is_hasty: bool) {
    let id = match known {
        Some(id) => id,
        None => begin(&store).await,
    };
    let mut after = store.read(id).await.unwrap().events.len() as u64;
    loop {
        let n_events = 1 + (after + writer) % 3;
        let events = (1..=n_events).map(|n| event_text(id, after + n)).collect();
        let answer = store.append(id, after, events, Some(head_of(after + n_events)));
        after = if is_hasty {
            drop(tokio::spawn(answer));
            after + n_events
        } else {
            answer.await.unwrap()
        };
        say_answered(id, after);
        yield_now().await;
    }
}

async fn begin(store: &SqliteStore) -> TableId {
    let (id, seed) = (TableId::random(), StoredSeed::random());
    let events = vec![event_text(id, 1), event_text(id, 2)];
    store.create(StoredTable { id, seed, head: head_of(2), events }).await.unwrap();
    say_answered(id, 2);
    id
}

/// Writes directly to standard output, because the test harness captures `println!`. One write keeps the line whole.
fn say_answered(id: TableId, seq: u64) {
    let mut out = std::io::stdout().lock();
    out.write_all(format!("answered {id} {seq}.\n").as_bytes()).unwrap();
    out.flush().unwrap();
}
