//! All tables of the house: who asks for one gets to the task that owns it, which wakes up when it is asked.

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pages::face::{self, Face, VisitFace};
use rules::GameId;
use store::{Head, Store, StoreError, StoredSeed, StoredTable, TableId};
use table::command::{Caller, Command, DenialKind, SeatedCommand};
use table::event::{Event, EventKind, Holder};
use table::table::Table;
use table::terms::{SeatKind, Terms};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::clock;
use crate::room::{Refused, Request, Room, head_of};
use crate::shutdown::Shutdown;

/// The tables. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Hall(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    shutdown: Shutdown,
    /// The tables that are awake.
    rooms: Mutex<HashMap<TableId, mpsc::Sender<Request>>>,
    /// How many bots think at once.
    thinkers: Arc<Semaphore>,
}

impl fmt::Debug for Hall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hall").field("awake", &self.n_awake()).finish_non_exhaustive()
    }
}

/// How many requests wait for one table before those who ask have to wait too.
const QUEUE: usize = 64;

/// Why a table could not be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoTable {
    /// There is none by this id.
    Unknown,
    /// It cannot be read or written now. The log knows more.
    Unavailable,
}

impl Hall {
    pub(crate) fn new(store: Arc<dyn Store>, shutdown: Shutdown) -> Hall {
        let n_thinkers = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = Arc::new(Semaphore::new(n_thinkers));
        let rooms = Mutex::default();
        Hall(Arc::new(Inner { store, shutdown, rooms, thinkers }))
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.0.store
    }

    pub(crate) fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    pub(crate) fn thinkers(&self) -> &Arc<Semaphore> {
        &self.0.thinkers
    }

    /// How many tables are awake.
    pub(crate) fn n_awake(&self) -> usize {
        self.rooms().len()
    }

    /// How many tables are kept, unless that cannot be read.
    pub(crate) async fn n_kept(&self) -> Option<u64> {
        let counted = self.0.store.n_tables().await;
        counted.inspect_err(|error| tracing::error!(%error, "cannot count tables")).ok()
    }

    /// Tables that anybody may join or watch.
    pub(crate) async fn open_tables(&self, limit: usize) -> Vec<(TableId, Head)> {
        self.0.store.open_tables(limit).await.unwrap_or_else(|error| {
            tracing::error!(%error, "cannot list tables");
            Vec::new()
        })
    }

    /// Sets a table up and seats whoever asked for it. Where nobody else is waited for, the game begins.
    pub(crate) async fn open(
        &self,
        terms: Terms,
        holder: Holder,
        name: String,
    ) -> Result<TableId, NotOpened> {
        let game = terms.game().map_err(|_| NotOpened::Terms)?;
        let (id, seed) = (TableId::random(), StoredSeed::random());
        let opening = Opening { terms, holder, name, id, seed };
        let table = face::visit(game, opening)?;
        self.0.store.create(table).await.map_err(|error| {
            tracing::error!(%error, "cannot set up a table");
            NotOpened::Unavailable
        })?;
        Ok(id)
    }

    /// Asks a table something, waking it up where it sleeps.
    pub(crate) async fn ask<T>(
        &self,
        id: TableId,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, NoTable> {
        // A table that fell asleep just now takes the question with it: it is asked again, and wakes up.
        for _ in 0..3 {
            let (answer, answered) = oneshot::channel();
            if self.room(id).send(request(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
            if self.0.store.exists(id).await == Ok(false) {
                return Err(NoTable::Unknown);
            }
            tokio::task::yield_now().await;
        }
        Err(NoTable::Unavailable)
    }

    fn room(&self, id: TableId) -> mpsc::Sender<Request> {
        let mut rooms = self.rooms();
        let room = rooms.get(&id).filter(|room| !room.is_closed());
        room.cloned().unwrap_or_else(|| {
            let (sender, receiver) = mpsc::channel(QUEUE);
            rooms.insert(id, sender.clone());
            let waking = Waking { hall: self.clone(), requests: sender.downgrade() };
            tokio::spawn(wake(waking, id, receiver));
            sender
        })
    }

    /// Forgets a table that goes to sleep, unless somebody is about to ask it something.
    pub(crate) fn sleep(&self, id: TableId, requests: &mut mpsc::Receiver<Request>) -> bool {
        let mut rooms = self.rooms();
        let may_sleep = requests.is_empty();
        if may_sleep {
            requests.close();
            rooms.remove(&id);
        }
        may_sleep
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, mpsc::Sender<Request>>> {
        // A map is whole even if whoever changed it last did not finish something else.
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a table's log and lets its task go on from there.
async fn wake(waking: Waking, id: TableId, mut requests: mpsc::Receiver<Request>) {
    let hall = waking.hall.clone();
    match hall.store().read(id).await {
        Ok(kept) => {
            if let Some(game) = GameId::named(&kept.head.game) {
                face::visit(game, Awake { waking, kept, requests }).await;
            } else {
                tracing::error!(game = kept.head.game, "a table of an unknown game");
            }
        }
        Err(StoreError::NoSuchTable { .. }) => requests.close(),
        Err(error) => {
            tracing::error!(%error, "cannot read a table");
            requests.close();
        }
    }
    // Whatever ended the task, the next question starts anew.
    let mut rooms = hall.rooms();
    if rooms.get(&id).is_some_and(mpsc::Sender::is_closed) {
        rooms.remove(&id);
    }
}

/// What a table needs to wake up.
struct Waking {
    hall: Hall,
    requests: mpsc::WeakSender<Request>,
}

/// A table and who asks for it, before its game is known by type.
struct Awake {
    waking: Waking,
    kept: StoredTable,
    requests: mpsc::Receiver<Request>,
}

impl VisitFace for Awake {
    type Output = Pin<Box<dyn Future<Output = ()> + Send>>;

    fn visit<G: Face>(self) -> Self::Output {
        let Awake { waking, kept, requests } = self;
        Box::pin(async move {
            match Room::<G>::new(waking.hall, kept, waking.requests) {
                Ok(room) => room.run(requests).await,
                Err(error) => {
                    tracing::error!(%error, game = G::ID.name(), "a table's log cannot be read");
                }
            }
        })
    }
}

/// Why a table was not set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NotOpened {
    /// Nobody can play by these terms.
    Terms,
    /// Its first guest cannot sit there.
    Refused(Refused),
    /// It cannot be written.
    Unavailable,
}

/// A table before its first guest.
struct Opening {
    terms: Terms,
    holder: Holder,
    name: String,
    id: TableId,
    seed: StoredSeed,
}

impl VisitFace for Opening {
    type Output = Result<StoredTable, NotOpened>;

    fn visit<G: Face>(self) -> Self::Output {
        let Opening { terms, holder, name, id, seed } = self;
        let now = clock::moment();
        let alone = terms.places.iter().filter(|place| **place == SeatKind::Person).count() == 1;
        let first = Event { at: now, kind: EventKind::Opened(terms) };
        let mut table = Table::<G>::new(&first).map_err(|_| NotOpened::Terms)?;
        let mut events = vec![first.to_string()];
        let sit = Command::Sit { seat: None, name };
        let ready = Command::Seated(SeatedCommand::Ready { yes: true });
        let dealer = table::seed::Seed::new(*seed.bytes());
        for command in [Some(sit), alone.then_some(ready)].into_iter().flatten() {
            let decision = table.decide(&dealer, Caller::Holder(holder), &command, now);
            let decision = decision.map_err(|no| {
                // There is no table at which it could be another time's business.
                let names = table.lobby().names();
                NotOpened::Refused(Refused::Denied(DenialKind::Bad, no.denial(), names))
            })?;
            events.extend(decision.events().map(Event::to_string));
            table.evolve(decision);
        }
        Ok(StoredTable { id, seed, head: head_of(&table, now), events })
    }
}
