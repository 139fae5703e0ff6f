//! A store for tests that looks at every call before it forwards it. Unit tests and tests of the whole server share it.

use std::fmt;

use store::{
    CountedHead, Head, PlayerEntry, PlayersTable, PrunePolicy, SqliteStore, Store, StoreError,
    StoreFuture, StoredTable, TableId, TablesLimit,
};

/// A store that forwards every call unless `before` refuses it.
pub(crate) struct ForwardingStore<F> {
    pub(crate) store: SqliteStore,
    pub(crate) before: F,
}

/// A call of a store, as far as tests tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StoreCall {
    /// Everything that changes the store.
    Write,
    /// This whole table is read.
    Read(TableId),
    /// The head of a table is read.
    ReadHead,
    /// Listed tables are read.
    OpenTables,
    /// Anything else.
    Other,
}

impl<F> fmt::Debug for ForwardingStore<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.store.fmt(f)
    }
}

impl<F: Fn(StoreCall) -> Result<(), StoreError>> ForwardingStore<F> {
    fn call<T: Send + 'static>(
        &self,
        call: StoreCall,
        forward: impl FnOnce(&SqliteStore) -> StoreFuture<T>,
    ) -> StoreFuture<T> {
        match (self.before)(call) {
            Ok(()) => forward(&self.store),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

impl<F: Fn(StoreCall) -> Result<(), StoreError> + Send + Sync> Store for ForwardingStore<F> {
    fn create(&self, table: StoredTable) -> StoreFuture<()> {
        self.call(StoreCall::Write, |store| store.create(table))
    }

    fn append(
        &self,
        id: TableId,
        after: u64,
        events: Vec<String>,
        head: Option<Head>,
    ) -> StoreFuture<u64> {
        self.call(StoreCall::Write, |store| store.append(id, after, events, head))
    }

    fn exists(&self, id: TableId) -> StoreFuture<bool> {
        self.call(StoreCall::Other, |store| store.exists(id))
    }

    fn read(&self, id: TableId) -> StoreFuture<StoredTable> {
        self.call(StoreCall::Read(id), |store| store.read(id))
    }

    fn read_head(&self, id: TableId) -> StoreFuture<CountedHead> {
        self.call(StoreCall::ReadHead, |store| store.read_head(id))
    }

    fn open_tables(&self, ids: Vec<TableId>) -> StoreFuture<Vec<(TableId, Head)>> {
        self.call(StoreCall::OpenTables, |store| store.open_tables(ids))
    }

    fn index_players(&self, id: TableId, players: Vec<PlayerEntry>) -> StoreFuture<()> {
        self.call(StoreCall::Write, |store| store.index_players(id, players))
    }

    fn tables_of(&self, holder: [u8; 16], limit: TablesLimit) -> StoreFuture<Vec<PlayersTable>> {
        self.call(StoreCall::Other, |store| store.tables_of(holder, limit))
    }

    fn n_tables(&self) -> StoreFuture<u64> {
        self.call(StoreCall::Other, Store::n_tables)
    }

    fn prune(&self, policy: PrunePolicy, now: i64, keep: Vec<TableId>) -> StoreFuture<u64> {
        self.call(StoreCall::Write, |store| store.prune(policy, now, keep))
    }

    fn check_writable(&self) -> StoreFuture<()> {
        self.call(StoreCall::Write, Store::check_writable)
    }

    fn close(&self) -> StoreFuture<()> {
        self.call(StoreCall::Other, Store::close)
    }
}
