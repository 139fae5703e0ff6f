//! All tables of the server. A request loads a table into memory and goes to the task that owns it.

#[cfg(test)]
#[path = "hall_tests.rs"]
pub(crate) mod tests;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pages::face::{self, Face, VisitFace};
use rules::GameId;
use store::{Head, PlayerEntry, PrunePolicy, Store, StoreError, StoredSeed, StoredTable, TableId};
use table::cat::CoatName;
use table::command::{Caller, Command, DenialKind, SeatedCommand};
use table::event::{Event, EventKind, Holder, Moment};
use table::table::Table;
use table::terms::{SeatKind, Terms};
use tokio::sync::{mpsc, oneshot, watch};
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
    /// The number of tasks that own tables.
    n_tasks: watch::Sender<usize>,
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
            n_tasks: watch::Sender::new(0),
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

    /// Waits until the tasks of all tables have ended, as they do after the shutdown has started.
    pub(crate) async fn all_ended(&self) {
        let mut n_tasks = self.0.n_tasks.subscribe();
        // The sender lives as long as the hall.
        drop(n_tasks.wait_for(|&n_tasks| n_tasks == 0).await);
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
        coat: Option<CoatName>,
    ) -> Result<TableId, OpenError> {
        let game = terms.game().map_err(|_| OpenError::Terms)?;
        let (id, seed) = (TableId::random(), StoredSeed::random());
        let create = CreateTable { terms, holder, name, coat, id, seed };
        let (table, players) = face::visit(game, create)?;
        self.0.store.create(table).await.map_err(|error| {
            self.note_failed_write(&error);
            tracing::error!(%error, "cannot set up a table");
            OpenError::Unavailable
        })?;
        // If this fails, the host is indexed when the table is loaded.
        if let Err(error) = self.0.store.index_players(id, players).await {
            tracing::warn!(%error, "the host of a table could not be indexed");
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
            let task = TableTask::begin(self.clone());
            tokio::spawn(async move {
                load_and_run(arguments, id, receiver).await;
                drop(task);
            });
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

/// Counts a task until it is dropped, also after a panic.
struct TableTask(Hall);

impl TableTask {
    fn begin(hall: Hall) -> TableTask {
        hall.0.n_tasks.send_modify(|n_tasks| *n_tasks += 1);
        TableTask(hall)
    }
}

impl Drop for TableTask {
    fn drop(&mut self) {
        self.0.0.n_tasks.send_modify(|n_tasks| *n_tasks -= 1);
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

/// Why a table is not there for a request. A failure of the store is logged.
pub(crate) fn not_read(error: &StoreError) -> AskError {
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
    coat: Option<CoatName>,
    id: TableId,
    seed: StoredSeed,
}

impl VisitFace for CreateTable {
    type Output = Result<(StoredTable, Vec<PlayerEntry>), OpenError>;

    fn visit<G: Face>(self) -> Self::Output {
        let CreateTable { terms, holder, name, coat, id, seed } = self;
        let coat = coat.map(|coat| coat.name().to_owned());
        let now = clock::moment();
        let alone = terms.places.iter().filter(|place| **place == SeatKind::Person).count() == 1;
        let first = Event { at: now, kind: EventKind::Opened(terms) };
        let mut table = Table::<G>::new(&first).map_err(|_| OpenError::Terms)?;
        let mut events = vec![first.to_string()];
        let sit = Command::Sit { seat: None, name, coat };
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
