//! All tables of the server. A request loads a table into memory and goes to the task that owns it.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pages::face::{self, Face, VisitFace};
use rules::GameId;
use store::{Head, PrunePolicy, Store, StoreError, StoredSeed, StoredTable, TableId};
use table::command::{Caller, Command, DenialKind, SeatedCommand};
use table::event::{Event, EventKind, Holder, Moment};
use table::table::Table;
use table::terms::{SeatKind, Terms};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};

use crate::address_bans::AddressBans;
use crate::bot_queue::BotQueue;
use crate::clock;
use crate::listings::Listings;
use crate::room::{Request, RequestError, Room, head_of};
use crate::seat_addresses::SeatAddresses;
use crate::shutdown::Shutdown;

/// All tables of the server. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Hall(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    shutdown: Shutdown,
    /// The queues of the tables in memory.
    rooms: Mutex<HashMap<TableId, mpsc::Sender<Request>>>,
    bot_queue: BotQueue,
    listings: Listings,
    address_bans: AddressBans,
    seat_addresses: SeatAddresses,
    /// The permit to load a table with a long log.
    long_load: Arc<Semaphore>,
    failed_writes: AtomicU64,
    /// When the server started.
    started: Moment,
    /// How far the clocks of tables are behind, because they did not run while the server was down.
    behind: Mutex<HashMap<TableId, Moment>>,
}

impl fmt::Debug for Hall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hall").field("awake", &self.n_awake()).finish_non_exhaustive()
    }
}

/// The number of requests that may wait for one table. Further callers wait for a free place.
const QUEUE: usize = 64;

/// A log with more events than this is long. A game has a few hundred.
const LONG_LOG: u64 = 5_000;

/// Why a request did not reach a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AskError {
    /// There is no table with this id.
    Unknown,
    /// The table cannot be read or written now. The server's log has the reason.
    Unavailable,
}

impl Hall {
    /// `listing` is the time for which a table is listed after the last visit of one of its players.
    pub(crate) fn new(store: Arc<dyn Store>, shutdown: Shutdown, listing: Duration) -> Hall {
        let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
        let bot_queue = BotQueue::new(n_cores as u32);
        let rooms = Mutex::default();
        Hall(Arc::new(Inner {
            store,
            shutdown,
            rooms,
            bot_queue,
            listings: Listings::new(listing),
            address_bans: AddressBans::default(),
            seat_addresses: SeatAddresses::default(),
            long_load: Arc::new(Semaphore::new(1)),
            failed_writes: AtomicU64::new(0),
            started: clock::moment(),
            behind: Mutex::default(),
        }))
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.0.store
    }

    pub(crate) fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// The queue of thinking bots.
    pub(crate) fn bot_queue(&self) -> &BotQueue {
        &self.0.bot_queue
    }

    /// The number of tables in memory.
    pub(crate) fn n_awake(&self) -> usize {
        self.rooms().len()
    }

    /// Deletes the tables that the policy allows to delete, except those in memory.
    pub(crate) async fn prune(&self, policy: PrunePolicy) {
        if policy == (PrunePolicy { unplayed: None, older_than: None }) {
            return;
        }
        // A clock that was set forward must not make tables old.
        let now = clock::moment().min(clock::wall_clock());
        let awake: Vec<TableId> = self.rooms().keys().copied().collect();
        match self.0.store.prune(policy, now.cast_signed(), awake).await {
            Ok(0) => {}
            Ok(n_deleted) => tracing::info!(n_deleted, "deleted old tables"),
            Err(error) => {
                self.note_failed_write(&error);
                tracing::error!(%error, "cannot delete old tables");
            }
        }
    }

    /// The number of stored tables, if the store can be read.
    pub(crate) async fn n_kept(&self) -> Option<u64> {
        let counted = self.0.store.n_tables().await;
        counted.inspect_err(|error| tracing::error!(%error, "cannot count tables")).ok()
    }

    /// The number of writes to the store that failed.
    pub(crate) fn n_failed_writes(&self) -> u64 {
        self.0.failed_writes.load(Ordering::Relaxed)
    }

    /// Counts a write that failed. A refused one is the caller's mistake, and the store works.
    pub(crate) fn note_failed_write(&self, error: &StoreError) {
        if !error.is_refusal() {
            self.0.failed_writes.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How far the clocks of a table are behind the server's clock. `running_since` is the time of the last event, if a
    /// clock runs.
    ///
    /// A clock does not run while the server is down. The log does not tell when that began, so the time since the last
    /// event before the start counts for nobody.
    pub(crate) fn time_behind(&self, id: TableId, running_since: Option<Moment>) -> Moment {
        // Every change leaves the map valid, so a poisoned lock is harmless.
        let mut behind = self.0.behind.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(last_event) = running_since else {
            behind.remove(&id);
            return 0;
        };
        // A table that comes back into memory keeps its first answer: its new events have the time of its own clock.
        let lost = self.0.started.saturating_sub(last_event);
        match behind.get(&id) {
            Some(&behind) => behind,
            None if lost > 0 => *behind.entry(id).or_insert(lost),
            None => 0,
        }
    }

    /// The addresses that are kept out of tables.
    pub(crate) fn address_bans(&self) -> &AddressBans {
        &self.0.address_bans
    }

    /// The addresses of the players of all tables.
    pub(crate) fn seat_addresses(&self) -> &SeatAddresses {
        &self.0.seat_addresses
    }

    /// The tables on the home page.
    pub(crate) fn listings(&self) -> &Listings {
        &self.0.listings
    }

    /// The tables that everyone may join or watch, at most `limit` of them, the latest change first.
    pub(crate) async fn open_tables(&self, limit: usize) -> Vec<(TableId, Head)> {
        let ranks: HashMap<TableId, usize> = self.listings().ranked().into_iter().collect();
        let asked = ranks.keys().copied().collect();
        let mut tables = self.0.store.open_tables(asked).await.unwrap_or_else(|error| {
            tracing::error!(%error, "cannot list tables");
            Vec::new()
        });
        tables.sort_by_key(|(id, _)| ranks.get(id));
        tables.truncate(limit);
        tables.sort_by_key(|(id, head)| (Reverse(head.updated), *id));
        tables
    }

    /// Creates a table and seats its host. A game against bots begins at once.
    pub(crate) async fn open(
        &self,
        terms: Terms,
        holder: Holder,
        name: String,
    ) -> Result<TableId, OpenError> {
        let game = terms.game().map_err(|_| OpenError::Terms)?;
        let (id, seed) = (TableId::random(), StoredSeed::random());
        let create = CreateTable { terms, holder, name, id, seed };
        let table = face::visit(game, create)?;
        self.0.store.create(table).await.map_err(|error| {
            self.note_failed_write(&error);
            tracing::error!(%error, "cannot set up a table");
            OpenError::Unavailable
        })?;
        Ok(id)
    }

    /// Sends a request to a table and waits for the answer. Loads the table if necessary.
    pub(crate) async fn ask<T>(
        &self,
        id: TableId,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, AskError> {
        // A table that is just leaving memory drops the request. The next attempt loads it again.
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            if self.room(id).send(request(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
            if self.0.store.exists(id).await == Ok(false) {
                return Err(AskError::Unknown);
            }
            tokio::task::yield_now().await;
        }
        Err(AskError::Unavailable)
    }

    /// Reads a table. Only one long log is read and replayed at a time, with a permit: short ones never wait for a
    /// processor, and long ones do not fill the memory together.
    async fn read_log(
        &self,
        id: TableId,
    ) -> Result<(StoredTable, Option<OwnedSemaphorePermit>), StoreError> {
        let n_events = self.0.store.read_head(id).await?.n_events;
        let permit = if n_events > LONG_LOG {
            // The semaphore is never closed.
            Arc::clone(&self.0.long_load).acquire_owned().await.ok()
        } else {
            None
        };
        Ok((self.0.store.read(id).await?, permit))
    }

    fn room(&self, id: TableId) -> mpsc::Sender<Request> {
        let mut rooms = self.rooms();
        let room = rooms.get(&id).filter(|room| !room.is_closed());
        room.cloned().unwrap_or_else(|| {
            let (sender, receiver) = mpsc::channel(QUEUE);
            rooms.insert(id, sender.clone());
            let arguments = RoomArguments { hall: self.clone(), requests: sender.downgrade() };
            tokio::spawn(load_and_run(arguments, id, receiver));
            sender
        })
    }

    /// Removes an idle table from memory. Returns `false` if a request is waiting.
    pub(crate) fn release_idle(&self, id: TableId, requests: &mut mpsc::Receiver<Request>) -> bool {
        let mut rooms = self.rooms();
        let is_idle = requests.is_empty();
        if is_idle {
            requests.close();
            rooms.remove(&id);
        }
        is_idle
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, mpsc::Sender<Request>>> {
        // A panic elsewhere leaves the map valid, so a poisoned lock is harmless.
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a table's log and runs its task.
async fn load_and_run(
    arguments: RoomArguments,
    id: TableId,
    mut requests: mpsc::Receiver<Request>,
) {
    let hall = arguments.hall.clone();
    match hall.read_log(id).await {
        Ok((kept, permit)) => {
            if let Some(game) = GameId::named(&kept.head.game) {
                face::visit(game, RunRoom { arguments, kept, permit, requests }).await;
            } else {
                tracing::error!(game = kept.head.game, "a table of an unknown game");
                requests.close();
            }
        }
        Err(StoreError::NoSuchTable { .. }) => requests.close(),
        Err(error) => {
            tracing::error!(%error, "cannot read a table");
            requests.close();
        }
    }
    // The next request starts a new task.
    let mut rooms = hall.rooms();
    if rooms.get(&id).is_some_and(mpsc::Sender::is_closed) {
        rooms.remove(&id);
    }
}

/// The arguments of a new task.
struct RoomArguments {
    hall: Hall,
    requests: mpsc::WeakSender<Request>,
}

/// A stored table before the type of its game is known.
struct RunRoom {
    arguments: RoomArguments,
    kept: StoredTable,
    /// The permit for a long log.
    permit: Option<OwnedSemaphorePermit>,
    requests: mpsc::Receiver<Request>,
}

impl VisitFace for RunRoom {
    type Output = Pin<Box<dyn Future<Output = ()> + Send>>;

    fn visit<G: Face>(self) -> Self::Output {
        let RunRoom { arguments, kept, permit, requests } = self;
        Box::pin(async move {
            let loaded = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                Room::<G>::new(arguments.hall, kept, arguments.requests)
            });
            match loaded.await {
                Ok(Ok(room)) => room.run(requests).await,
                Ok(Err(error)) => {
                    tracing::error!(%error, game = G::ID.name(), "a table's log cannot be read");
                }
                Err(error) => tracing::error!(%error, "a table could not be loaded"),
            }
        })
    }
}

/// Why a table was not created.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenError {
    /// The terms are invalid.
    Terms,
    /// The host cannot sit down.
    Refused(RequestError),
    /// The store cannot write the table.
    Unavailable,
}

/// A new table and its host, before the type of the game is known.
struct CreateTable {
    terms: Terms,
    holder: Holder,
    name: String,
    id: TableId,
    seed: StoredSeed,
}

impl VisitFace for CreateTable {
    type Output = Result<StoredTable, OpenError>;

    fn visit<G: Face>(self) -> Self::Output {
        let CreateTable { terms, holder, name, id, seed } = self;
        let now = clock::moment();
        let alone = terms.places.iter().filter(|place| **place == SeatKind::Person).count() == 1;
        let first = Event { at: now, kind: EventKind::Opened(terms) };
        let mut table = Table::<G>::new(&first).map_err(|_| OpenError::Terms)?;
        let mut events = vec![first.to_string()];
        let sit = Command::Sit { seat: None, name };
        let ready = Command::Seated(SeatedCommand::Ready { yes: true });
        let dealer = table::seed::Seed::new(*seed.bytes());
        for command in [Some(sit), alone.then_some(ready)].into_iter().flatten() {
            let decision = table.decide(&dealer, Caller::Holder(holder), &command, now);
            let decision = decision.map_err(|error| {
                // No table exists yet, so the command can never succeed later: it is bad, not a conflict.
                let names = table.lobby().names();
                OpenError::Refused(RequestError::Denied(DenialKind::Bad, error.denial(), names))
            })?;
            events.extend(decision.events().map(Event::to_string));
            table.evolve(decision);
        }
        Ok(StoredTable { id, seed, head: head_of(&table, clock::wall_clock()), events })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rules::meow;
    use store::{CountedHead, StoreFuture};
    use tracing_subscriber::Layer;
    use tracing_subscriber::layer::{Context, SubscriberExt as _};
    use words::Words;

    use super::*;
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
        let id = hall.open(terms, Holder([1; 16]), "Mia".to_owned()).await.unwrap();
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
        assert_eq!(hall.ask(id, render).await.unwrap().game, GameId::Meow);
        assert_eq!(n_here.0.load(Ordering::Relaxed), 1, "the hall uses another thread");
    }

    /// A store that counts how often heads and whole tables are read.
    #[derive(Debug)]
    struct CountingStore {
        store: store::SqliteStore,
        n_heads: AtomicU64,
        n_tables: AtomicU64,
    }

    impl Store for CountingStore {
        fn create(&self, table: StoredTable) -> StoreFuture<()> {
            self.store.create(table)
        }

        fn append(
            &self,
            id: TableId,
            after: u64,
            events: Vec<String>,
            head: Option<Head>,
        ) -> StoreFuture<u64> {
            self.store.append(id, after, events, head)
        }

        fn exists(&self, id: TableId) -> StoreFuture<bool> {
            self.store.exists(id)
        }

        fn read(&self, id: TableId) -> StoreFuture<StoredTable> {
            self.n_tables.fetch_add(1, Ordering::Relaxed);
            self.store.read(id)
        }

        fn read_head(&self, id: TableId) -> StoreFuture<CountedHead> {
            self.n_heads.fetch_add(1, Ordering::Relaxed);
            self.store.read_head(id)
        }

        fn open_tables(&self, ids: Vec<TableId>) -> StoreFuture<Vec<(TableId, Head)>> {
            self.store.open_tables(ids)
        }

        fn n_tables(&self) -> StoreFuture<u64> {
            self.store.n_tables()
        }

        fn prune(&self, policy: PrunePolicy, now: i64, keep: Vec<TableId>) -> StoreFuture<u64> {
            self.store.prune(policy, now, keep)
        }

        fn check_writable(&self) -> StoreFuture<()> {
            self.store.check_writable()
        }

        fn close(&self) -> StoreFuture<()> {
            self.store.close()
        }
    }

    #[tokio::test]
    async fn long_logs_wait_for_their_turn_before_they_are_read() {
        let store = store::SqliteStore::open(&testing::folder::empty("long-logs")).unwrap();
        let (n_heads, n_tables) = (AtomicU64::new(0), AtomicU64::new(0));
        let store = Arc::new(CountingStore { store, n_heads, n_tables });
        let (_trigger, shutdown) = ShutdownTrigger::new();
        let hall = Hall::new(Arc::clone(&store) as Arc<dyn Store>, shutdown, Duration::MAX);
        let terms = Terms::new::<meow::State>(&"meow players=2".parse().unwrap());
        let short = hall.open(terms, Holder([1; 16]), "Mia".to_owned()).await.unwrap();
        let mut kept = store.read(short).await.unwrap();
        let said = kept.events[1].replace(" sat ", " muted ");
        kept.events.extend(std::iter::repeat_n(said, LONG_LOG as usize));
        kept.id = TableId::random();
        let long = kept.id;
        store.create(kept).await.unwrap();
        let address = crate::address::Address::of_peer(([10, 0, 0, 1], 7).into());
        let ask = |id: TableId| {
            let hall = hall.clone();
            async move {
                let guest = crate::visitor::Guest { holder: None, address };
                hall.ask(id, |answer| Request::Render(guest, Words::default(), answer)).await
            }
        };
        let turn = hall.0.long_load.acquire().await.unwrap();
        let n_before = store.n_tables.load(Ordering::Relaxed);
        let waiting = tokio::spawn(ask(long));
        while store.n_heads.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        assert!(ask(short).await.is_ok(), "a short one needs no turn");
        assert_eq!(store.n_tables.load(Ordering::Relaxed), n_before + 1);
        drop(turn);
        assert!(waiting.await.unwrap().is_err(), "this log makes no sense");
        assert!(store.n_tables.load(Ordering::Relaxed) > n_before + 1);
    }
}
