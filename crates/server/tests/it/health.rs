//! A store that fails: what operators and players are told.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use server::Server;
use store::{
    CountedHead, Head, Player, PlayersTable, PrunePolicy, SqliteStore, Store, StoreError,
    StoreFuture, StoredTable, TableId,
};
use testing::background::Background;
use testing::http::Client;

use crate::caps::metric;
use crate::client::config;

/// A store whose disk can be full.
#[derive(Debug)]
struct Disk {
    store: SqliteStore,
    is_full: Arc<AtomicBool>,
}

impl Disk {
    fn open(folder: &Path, is_full: Arc<AtomicBool>) -> Disk {
        Disk { store: SqliteStore::open(folder).unwrap(), is_full }
    }

    fn write<T: Send + 'static>(&self, write: impl FnOnce() -> StoreFuture<T>) -> StoreFuture<T> {
        if self.is_full.load(Ordering::Relaxed) {
            let error = StoreError::Failed { message: "the disk is full".to_owned() };
            return Box::pin(std::future::ready(Err(error)));
        }
        write()
    }
}

impl Store for Disk {
    fn create(&self, table: StoredTable) -> StoreFuture<()> {
        self.write(|| self.store.create(table))
    }

    fn append(
        &self,
        id: TableId,
        after: u64,
        events: Vec<String>,
        head: Option<Head>,
    ) -> StoreFuture<u64> {
        self.write(|| self.store.append(id, after, events, head))
    }

    fn exists(&self, id: TableId) -> StoreFuture<bool> {
        self.store.exists(id)
    }

    fn read(&self, id: TableId) -> StoreFuture<StoredTable> {
        self.store.read(id)
    }

    fn read_head(&self, id: TableId) -> StoreFuture<CountedHead> {
        self.store.read_head(id)
    }

    fn open_tables(&self, ids: Vec<TableId>) -> StoreFuture<Vec<(TableId, Head)>> {
        self.store.open_tables(ids)
    }

    fn note_players(
        &self,
        id: TableId,
        players: Vec<Player>,
        keep_others: bool,
    ) -> StoreFuture<()> {
        self.write(|| self.store.note_players(id, players, keep_others))
    }

    fn tables_of(&self, holder: [u8; 16], limit: usize) -> StoreFuture<Vec<PlayersTable>> {
        self.store.tables_of(holder, limit)
    }

    fn n_tables(&self) -> StoreFuture<u64> {
        self.store.n_tables()
    }

    fn prune(&self, policy: PrunePolicy, now: i64, keep: Vec<TableId>) -> StoreFuture<u64> {
        self.write(|| self.store.prune(policy, now, keep))
    }

    fn check_writable(&self) -> StoreFuture<()> {
        self.write(|| self.store.check_writable())
    }

    fn close(&self) -> StoreFuture<()> {
        self.store.close()
    }
}

#[test]
fn health_tells_whether_the_store_can_write() {
    for is_full in [false, true] {
        let setup = config(&format!("disk-full-{is_full}"));
        let disk = Disk::open(&setup.data, Arc::new(AtomicBool::new(is_full)));
        let server = Background::start(async move |running| {
            let server = Server::bind(setup.config, Arc::new(disk)).await.unwrap();
            running.listens(server.address());
            server.run(running.stopped()).await;
        });
        let site = Client::new(server.address());
        let health = site.ask("GET", "/healthz", &[("accept", "*/*")], "");
        let played = site.post("/play", "game=meow&level=kitten");
        let failed = metric(&site.get("/metrics").body, "nekoza_store_failed_writes_total");
        if is_full {
            assert_eq!(health.status, 503);
            assert!(health.body.contains("cannot store moves"), "{}", health.body);
            assert_eq!((played.status, failed), (503, 1));
        } else {
            assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
            assert_eq!((played.status, failed), (303, 0));
        }
    }
}
