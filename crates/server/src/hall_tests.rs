//! Loading tables, their clocks, and the queries behind the home page.

use rules::meow;
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use words::Words;

use super::*;
use crate::forwarding_store::{ForwardingStore, StoreCall};
use crate::shutdown::ShutdownTrigger;

/// A hall with an empty store.
pub(crate) fn hall(name: &str) -> (Hall, ShutdownTrigger) {
    let store = store::SqliteStore::open(&testing::folder::empty(name)).unwrap();
    let (trigger, shutdown) = ShutdownTrigger::new();
    (Hall::new(Arc::new(store), shutdown, Duration::from_secs(600)), trigger)
}

#[tokio::test(start_paused = true)]
async fn clocks_do_not_run_while_the_server_is_down() {
    let (hall, _trigger) = hall("down");
    let (id, started) = (TableId::random(), hall.0.started);
    assert_eq!(hall.time_behind(TableId::random(), Some(started + 5)), 0, "a new table");
    assert_eq!(hall.time_behind(id, Some(started - 60_000)), 60_000);
    tokio::time::advance(Duration::from_secs(90)).await;
    // The table left memory and comes back. Its last event has the time of its own clock.
    assert_eq!(hall.time_behind(id, Some(started - 50_000)), 60_000);
    assert_eq!(hall.time_behind(id, Some(started + 20_000)), 60_000);
    // The next game has the time of the server.
    assert_eq!(hall.time_behind(id, None), 0);
    assert_eq!(hall.time_behind(id, Some(started + 80_000)), 0);
    // The system's clock was set back before the start: the table's clocks wait.
    assert_eq!(hall.time_behind(TableId::random(), Some(started + 3_600_000)), 0);
}

/// Counts the tables that are loaded on threads where it is the default subscriber.
#[derive(Clone, Default)]
struct LoadCounter(Arc<AtomicU64>);

impl<S: tracing::Subscriber> Layer<S> for LoadCounter {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "server::room" {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The runtime has one thread. A log that is replayed there would delay everybody.
#[tokio::test]
async fn logs_are_loaded_on_other_threads() {
    let (hall, _trigger) = hall("other-threads");
    let terms = Terms::new::<meow::State>(&"meow players=2".parse().unwrap());
    let id = hall.open(terms, Holder([1; 16]), "Mia".to_owned(), None).await.unwrap();
    let n_here = LoadCounter::default();
    let subscriber = tracing_subscriber::registry().with(n_here.clone());
    let _guard = tracing::subscriber::set_default(subscriber);
    let kept = hall.store().read(id).await.unwrap();
    let (queue, _) = mpsc::channel(1);
    Room::<meow::State>::new(hall.clone(), kept, queue.downgrade()).unwrap();
    assert_eq!(n_here.0.load(Ordering::Relaxed), 1, "this thread is watched");
    let address = crate::address::Address::of_peer(([10, 0, 0, 1], 7).into());
    let guest = crate::visitor::Guest { holder: None, address };
    let render = |answer| Request::Render(guest, Words::default(), answer);
    assert_eq!(hall.ask(id, address, render).await.unwrap().game, GameId::Meow);
    assert_eq!(n_here.0.load(Ordering::Relaxed), 1, "the hall uses another thread");
}

/// What was read: how often heads and lists, and the whole tables in their order.
#[derive(Debug, Default)]
struct Reads {
    heads: AtomicU64,
    tables: Mutex<Vec<TableId>>,
    lists: AtomicU64,
}

impl Reads {
    fn note(&self, call: StoreCall) {
        match call {
            StoreCall::ReadHead => {
                self.heads.fetch_add(1, Ordering::Relaxed);
            }
            StoreCall::Read(id) => self.tables.lock().unwrap().push(id),
            StoreCall::OpenTables => {
                self.lists.fetch_add(1, Ordering::Relaxed);
            }
            StoreCall::Write | StoreCall::Other => {}
        }
    }

    fn n_tables(&self) -> usize {
        self.tables.lock().unwrap().len()
    }
}

/// A hall whose store notes what is read, and a table with a log of this length for each of these numbers.
async fn hall_with_logs(
    name: &str,
    n_events: &[u64],
) -> (Hall, Arc<Reads>, Vec<TableId>, ShutdownTrigger) {
    let store = store::SqliteStore::open(&testing::folder::empty(name)).unwrap();
    let reads = Arc::new(Reads::default());
    let noted = Arc::clone(&reads);
    let before = move |call| {
        noted.note(call);
        Ok(())
    };
    let store: Arc<dyn Store> = Arc::new(ForwardingStore { store, before });
    let (trigger, shutdown) = ShutdownTrigger::new();
    let hall = Hall::new(Arc::clone(&store), shutdown, Duration::from_secs(600));
    let terms = Terms::new::<meow::State>(&"meow players=2".parse().unwrap());
    let first = hall.open(terms, Holder([1; 16]), "Mia".to_owned(), None).await.unwrap();
    let first = store.read(first).await.unwrap();
    let mut ids = Vec::new();
    for &n_events in n_events {
        let mut kept = StoredTable { id: TableId::random(), ..first.clone() };
        let mute = |number: u64| {
            let yes = if number.is_multiple_of(2) { "yes" } else { "no" };
            format!("1000 muted 0 1 {yes}")
        };
        kept.events.extend((0..n_events).map(mute));
        ids.push(kept.id);
        store.create(kept).await.unwrap();
    }
    (hall, reads, ids, trigger)
}

/// A visitor with this address looks at a table.
async fn look(hall: Hall, id: TableId, address: Address) -> Result<GameId, AskError> {
    let guest = crate::visitor::Guest { holder: None, address };
    let render = |answer| Request::Render(guest, Words::default(), answer);
    hall.ask(id, address, render).await.map(|rendered| rendered.game)
}

fn address(last: u8) -> Address {
    Address::of_peer(([10, 0, 0, last], 7).into())
}

#[tokio::test]
async fn long_logs_wait_for_their_turn_before_they_are_read() {
    let (hall, reads, ids, _trigger) = hall_with_logs("long-logs", &[0, LONG_LOG]).await;
    let turn = hall.0.long_loads.next(address(9)).await.unwrap();
    let n_before = reads.n_tables();
    let waiting = tokio::spawn(look(hall.clone(), ids[1], address(1)));
    while reads.heads.load(Ordering::Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    assert!(look(hall.clone(), ids[0], address(1)).await.is_ok(), "a short one needs no turn");
    assert_eq!(reads.n_tables(), n_before + 1);
    drop(turn);
    assert_eq!(waiting.await.unwrap(), Ok(GameId::Meow));
    assert_eq!(reads.n_tables(), n_before + 2);
    assert!(hall.0.long_loads.next(address(9)).await.is_some(), "the turn is over");
}

#[tokio::test]
async fn an_address_that_asks_for_many_long_logs_delays_nobody_else() {
    let (hall, reads, ids, _trigger) = hall_with_logs("many-long-logs", &[LONG_LOG; 10]).await;
    let turn = hall.0.long_loads.next(address(9)).await.unwrap();
    let ended = Arc::new(Mutex::new(Vec::new()));
    let ask = |place: usize, last: u8| {
        let (hall, id, ended) = (hall.clone(), ids[place], Arc::clone(&ended));
        tokio::spawn(async move {
            let looked = look(hall, id, address(last)).await;
            ended.lock().unwrap().push((last, looked));
        })
    };
    let mut asked: Vec<_> = (0..9).map(|place| ask(place, 1)).collect();
    while ended.lock().unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(ended.lock().unwrap().drain(..).collect::<Vec<_>>(), [(1, Err(AskError::Crowded))]);
    asked.push(ask(9, 2));
    while hall.0.long_loads.n_waiting() < 10 {
        tokio::task::yield_now().await;
    }
    let n_before = reads.n_tables();
    drop(turn);
    for task in asked {
        task.await.unwrap();
    }
    // Tables are read in the order of the turns. Their answers wait for the disk.
    let order = reads.tables.lock().unwrap().split_off(n_before);
    assert_eq!(order.len(), 9);
    assert!(order.iter().position(|id| *id == ids[9]) <= Some(1), "{order:?}");
}

#[tokio::test]
async fn a_table_that_does_not_exist_is_not_read() {
    let (hall, reads, _, _trigger) = hall_with_logs("no-such-table", &[]).await;
    let n_before = reads.n_tables();
    assert_eq!(look(hall, TableId::random(), address(1)).await, Err(AskError::Unknown));
    assert_eq!(reads.n_tables(), n_before);
}

#[tokio::test(start_paused = true)]
async fn the_home_page_asks_the_store_once_a_second() {
    let (hall, reads, ids, _trigger) = hall_with_logs("home-page", &[0, 0]).await;
    let ask = async || {
        hall.open_tables().await;
        reads.lists.load(Ordering::Relaxed)
    };
    for _ in 0..100 {
        assert_eq!(ask().await, 1);
    }
    let list = |id| hall.listings().add(id, Holder([1; 16]), address(1).bucket());
    list(ids[0]);
    assert_eq!([ask().await, ask().await], [2, 2], "a new table is listed at once");
    list(ids[0]);
    hall.listings().keep(ids[0]);
    assert_eq!(ask().await, 2, "a visit at a listed table changes nothing");
    tokio::time::advance(OPEN_TABLES_REMEMBERED).await;
    assert_eq!(ask().await, 3);
}
