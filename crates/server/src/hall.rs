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
use store::{Head, Player, PrunePolicy, Store, StoreError, StoredSeed, StoredTable, TableId};
use table::command::{Caller, Command, DenialKind, SeatedCommand};
use table::event::{Event, EventKind, Holder, Moment};
use table::table::Table;
use table::terms::{SeatKind, Terms};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::address::Address;
use crate::address_bans::AddressBans;
use crate::bot_queue::BotQueue;
use crate::clock;
use crate::listings::Listings;
use crate::long_work::{WorkTurn, WorkTurns};
use crate::my_tables::Turns;
use crate::room::{Request, RequestError, Room, head_of, players_of};
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
    /// The last answer of the store for the home page.
    open_tables: tokio::sync::Mutex<Option<OpenTables>>,
    /// For whom the tables in memory wait.
    turns: Turns,
    address_bans: AddressBans,
    seat_addresses: SeatAddresses,
    /// The turns to load tables with long logs: one at a time, and one for each address that asks.
    long_loads: WorkTurns,
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

/// Tables for the home page, as the store had them a moment ago.
struct OpenTables {
    at: Instant,
    /// The number of listings at that time.
    n_added: u64,
    tables: Arc<[(TableId, Head)]>,
}

/// How long the tables on the home page are remembered: hundreds of them are read, and everyone may ask.
const OPEN_TABLES_REMEMBERED: Duration = Duration::from_secs(1);

/// The number of tables on the home page.
const MAX_LISTED: usize = 30;

/// The number of requests that may wait for one table. Further callers wait for a free place.
const QUEUE: usize = 64;

/// A log with more events than this is long. A game has a few hundred.
pub(crate) const LONG_LOG: u64 = 5_000;

/// Why a request did not reach a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AskError {
    /// There is no table with this id.
    Unknown,
    /// Too many requests from this address wait for tables with long logs.
    Crowded,
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
            open_tables: tokio::sync::Mutex::default(),
            turns: Turns::default(),
            address_bans: AddressBans::default(),
            seat_addresses: SeatAddresses::default(),
            long_loads: WorkTurns::new(1),
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

    /// For whom the tables in memory wait.
    pub(crate) fn turns(&self) -> &Turns {
        &self.0.turns
    }

    /// The tables on the home page: those that everyone may join or watch, the latest change first. They may be a second
    /// old, but a table that was just listed is there.
    pub(crate) async fn open_tables(&self) -> Arc<[(TableId, Head)]> {
        // One query at a time: the others wait for its answer.
        let mut last = self.0.open_tables.lock().await;
        let n_added = self.listings().n_added();
        if let Some(last) = &*last
            && last.n_added == n_added
            && clock::now() < last.at + OPEN_TABLES_REMEMBERED
        {
            return Arc::clone(&last.tables);
        }
        let tables: Arc<[_]> = self.read_open_tables().await.into();
        *last = Some(OpenTables { at: clock::now(), n_added, tables: Arc::clone(&tables) });
        tables
    }

    async fn read_open_tables(&self) -> Vec<(TableId, Head)> {
        let ranks: HashMap<TableId, usize> = self.listings().ranked().into_iter().collect();
        let asked = ranks.keys().copied().collect();
        let mut tables = self.0.store.open_tables(asked).await.unwrap_or_else(|error| {
            tracing::error!(%error, "cannot list tables");
            Vec::new()
        });
        tables.sort_by_key(|(id, _)| ranks.get(id));
        tables.truncate(MAX_LISTED);
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
        let (table, players) = face::visit(game, create)?;
        self.0.store.create(table).await.map_err(|error| {
            self.note_failed_write(&error);
            tracing::error!(%error, "cannot set up a table");
            OpenError::Unavailable
        })?;
        // If this fails, the table is noted when the host loads its page.
        if let Err(error) = self.0.store.note_players(id, players, false).await {
            tracing::warn!(%error, "the host of a table could not be noted");
        }
        Ok(id)
    }

    /// Sends a request from this address to a table and waits for the answer. Loads the table if necessary.
    pub(crate) async fn ask<T>(
        &self,
        id: TableId,
        address: Address,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, AskError> {
        // A table that is just leaving memory drops the request. The next attempt loads it again.
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            let awake = awake_room(&self.rooms(), id);
            let room = match awake {
                Some(room) => room,
                None => self.room(id, self.load_turn(id, address).await?),
            };
            if room.send(request(answer)).await.is_ok()
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

    /// The turn of an address to load a table, if its log is long. Only one long log is read and replayed at a time: short
    /// ones never wait for a processor, and long ones do not fill the memory together.
    async fn load_turn(&self, id: TableId, address: Address) -> Result<Option<WorkTurn>, AskError> {
        let found = self.0.store.read_head(id).await.map_err(|error| not_read(&error))?;
        if found.n_events <= LONG_LOG {
            return Ok(None);
        }
        self.0.long_loads.next(address).await.map(Some).ok_or(AskError::Crowded)
    }

    /// The queue of a table, which is loaded with this turn if it is not in memory yet.
    fn room(&self, id: TableId, turn: Option<WorkTurn>) -> mpsc::Sender<Request> {
        let mut rooms = self.rooms();
        awake_room(&rooms, id).unwrap_or_else(|| {
            let (sender, receiver) = mpsc::channel(QUEUE);
            rooms.insert(id, sender.clone());
            let arguments =
                RoomArguments { hall: self.clone(), requests: sender.downgrade(), turn };
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

/// The queue of a table in memory.
fn awake_room(
    rooms: &HashMap<TableId, mpsc::Sender<Request>>,
    id: TableId,
) -> Option<mpsc::Sender<Request>> {
    rooms.get(&id).filter(|room| !room.is_closed()).cloned()
}

/// Reads a table's log and runs its task.
async fn load_and_run(
    arguments: RoomArguments,
    id: TableId,
    mut requests: mpsc::Receiver<Request>,
) {
    let hall = arguments.hall.clone();
    match hall.0.store.read(id).await {
        Ok(kept) => {
            if let Some(game) = GameId::named(&kept.head.game) {
                face::visit(game, RunRoom { arguments, kept, requests }).await;
            } else {
                tracing::error!(game = kept.head.game, "a table of an unknown game");
                requests.close();
            }
        }
        Err(error) => {
            not_read(&error);
            requests.close();
        }
    }
    hall.turns().forget(id);
    // The next request starts a new task.
    let mut rooms = hall.rooms();
    if rooms.get(&id).is_some_and(mpsc::Sender::is_closed) {
        rooms.remove(&id);
    }
}

fn not_read(error: &StoreError) -> AskError {
    match error {
        StoreError::NoSuchTable { .. } => AskError::Unknown,
        error => {
            tracing::error!(%error, "cannot read a table");
            AskError::Unavailable
        }
    }
}

/// The arguments of a new task.
struct RoomArguments {
    hall: Hall,
    requests: mpsc::WeakSender<Request>,
    /// The turn to load a long log. It ends when the table is loaded.
    turn: Option<WorkTurn>,
}

/// A stored table before the type of its game is known.
struct RunRoom {
    arguments: RoomArguments,
    kept: StoredTable,
    requests: mpsc::Receiver<Request>,
}

impl VisitFace for RunRoom {
    type Output = Pin<Box<dyn Future<Output = ()> + Send>>;

    fn visit<G: Face>(self) -> Self::Output {
        let RunRoom { arguments, kept, requests } = self;
        Box::pin(async move {
            let loaded = tokio::task::spawn_blocking(move || {
                let _turn = arguments.turn;
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
    type Output = Result<(StoredTable, Vec<Player>), OpenError>;

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
        let head = head_of(&table, clock::wall_clock());
        Ok((StoredTable { id, seed, head, events }, players_of(&table)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use rules::meow;
    use store::{CountedHead, PlayersTable, StoreFuture};
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
        assert_eq!(hall.ask(id, address, render).await.unwrap().game, GameId::Meow);
        assert_eq!(n_here.0.load(Ordering::Relaxed), 1, "the hall uses another thread");
    }

    /// A store that counts how often heads, whole tables and lists are read.
    #[derive(Debug)]
    struct CountingStore {
        store: store::SqliteStore,
        n_heads: AtomicU64,
        n_tables: AtomicU64,
        n_lists: AtomicU64,
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
            self.n_lists.fetch_add(1, Ordering::Relaxed);
            self.store.open_tables(ids)
        }

        fn note_players(
            &self,
            id: TableId,
            players: Vec<Player>,
            keep_others: bool,
        ) -> StoreFuture<()> {
            self.store.note_players(id, players, keep_others)
        }

        fn tables_of(&self, holder: [u8; 16], limit: usize) -> StoreFuture<Vec<PlayersTable>> {
            self.store.tables_of(holder, limit)
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

    /// A hall whose store counts what is read, and a table with a log of this length for each of these numbers.
    async fn hall_with_logs(
        name: &str,
        n_events: &[u64],
    ) -> (Hall, Arc<CountingStore>, Vec<TableId>, ShutdownTrigger) {
        let store = store::SqliteStore::open(&testing::folder::empty(name)).unwrap();
        let [n_heads, n_tables, n_lists] = [(); 3].map(|()| AtomicU64::new(0));
        let store = Arc::new(CountingStore { store, n_heads, n_tables, n_lists });
        let (trigger, shutdown) = ShutdownTrigger::new();
        let hall =
            Hall::new(Arc::clone(&store) as Arc<dyn Store>, shutdown, Duration::from_secs(600));
        let terms = Terms::new::<meow::State>(&"meow players=2".parse().unwrap());
        let first = hall.open(terms, Holder([1; 16]), "Mia".to_owned()).await.unwrap();
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
        (hall, store, ids, trigger)
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
        let (hall, store, ids, _trigger) = hall_with_logs("long-logs", &[0, LONG_LOG]).await;
        let turn = hall.0.long_loads.next(address(9)).await.unwrap();
        let n_before = store.n_tables.load(Ordering::Relaxed);
        let waiting = tokio::spawn(look(hall.clone(), ids[1], address(1)));
        while store.n_heads.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        assert!(look(hall.clone(), ids[0], address(1)).await.is_ok(), "a short one needs no turn");
        assert_eq!(store.n_tables.load(Ordering::Relaxed), n_before + 1);
        drop(turn);
        assert_eq!(waiting.await.unwrap(), Ok(GameId::Meow));
        assert_eq!(store.n_tables.load(Ordering::Relaxed), n_before + 2);
        assert!(hall.0.long_loads.next(address(9)).await.is_some(), "the turn is over");
    }

    #[tokio::test]
    async fn an_address_that_asks_for_many_long_logs_delays_nobody_else() {
        let (hall, _store, ids, _trigger) = hall_with_logs("many-long-logs", &[LONG_LOG; 10]).await;
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
        assert_eq!(
            ended.lock().unwrap().drain(..).collect::<Vec<_>>(),
            [(1, Err(AskError::Crowded))]
        );
        asked.push(ask(9, 2));
        while hall.0.long_loads.n_waiting() < 10 {
            tokio::task::yield_now().await;
        }
        drop(turn);
        for task in asked {
            task.await.unwrap();
        }
        let order: Vec<u8> = ended.lock().unwrap().iter().map(|(last, _)| *last).collect();
        assert_eq!(order.len(), 9);
        assert!(order.iter().position(|&last| last == 2) <= Some(1), "{order:?}");
    }

    #[tokio::test]
    async fn a_table_that_does_not_exist_is_not_read() {
        let (hall, store, _, _trigger) = hall_with_logs("no-such-table", &[]).await;
        let n_before = store.n_tables.load(Ordering::Relaxed);
        assert_eq!(look(hall, TableId::random(), address(1)).await, Err(AskError::Unknown));
        assert_eq!(store.n_tables.load(Ordering::Relaxed), n_before);
    }

    #[tokio::test(start_paused = true)]
    async fn the_home_page_asks_the_store_once_a_second() {
        let (hall, store, ids, _trigger) = hall_with_logs("home-page", &[0, 0]).await;
        let ask = async || {
            hall.open_tables().await;
            store.n_lists.load(Ordering::Relaxed)
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
}
