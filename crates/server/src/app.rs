//! The state that all handlers share.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use pages::home::OpenTable;
use pages::new_table::NewTable;
use pages::rules_page::Rulebooks;
use store::Store;
use table::event::Holder;

use crate::address::Address;
use crate::config::Config;
use crate::error::{PageError, Problem};
use crate::hall::{Hall, OpenError};
use crate::health::Health;
use crate::home::open_table;
use crate::language::Languages;
use crate::limits::Buckets;
use crate::long_work::WorkTurns;
use crate::metrics::Metrics;
use crate::moving::TransferLinks;
use crate::shutdown::Shutdown;
use crate::slots::Slots;
use crate::stream::GzipPermits;

/// The state that all handlers share. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct App(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    config: Config,
    address: SocketAddr,
    languages: Languages,
    rulebooks: Rulebooks,
    buckets: Buckets,
    metrics: Metrics,
    shutdown: Shutdown,
    hall: Hall,
    transfer_links: TransferLinks,
    health: Health,
    gzip_permits: GzipPermits,
    /// Streams that each address holds open.
    stream_slots: Slots,
    /// The turns to read whole logs for replays and records.
    replay_turns: WorkTurns,
}

impl App {
    pub(crate) fn new(
        config: Config,
        address: SocketAddr,
        shutdown: Shutdown,
        store: Arc<dyn Store>,
    ) -> App {
        let languages = Languages::all();
        let hall = Hall::new(store, shutdown.clone(), config.lifetimes.listing);
        App(Arc::new(Inner {
            rulebooks: Rulebooks::of(languages.iter()),
            buckets: Buckets::new(&config.limits),
            metrics: Metrics::default(),
            gzip_permits: GzipPermits::new(config.limits.n_compressed),
            stream_slots: Slots::new(config.limits.streams),
            replay_turns: WorkTurns::new(config.limits.n_replays),
            transfer_links: TransferLinks::new(config.lifetimes.link),
            config,
            address,
            languages,
            shutdown,
            hall,
            health: Health::default(),
        }))
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn languages(&self) -> &Languages {
        &self.0.languages
    }

    pub(crate) fn rulebooks(&self) -> &Rulebooks {
        &self.0.rulebooks
    }

    pub(crate) fn buckets(&self) -> &Buckets {
        &self.0.buckets
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    /// The shutdown signal. Endless tasks must wait for it.
    pub(crate) fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// All tables.
    pub(crate) fn hall(&self) -> &Hall {
        &self.0.hall
    }

    /// What the store answered last.
    pub(crate) fn health(&self) -> &Health {
        &self.0.health
    }

    /// Permits for compressed streams.
    pub(crate) fn gzip_permits(&self) -> &GzipPermits {
        &self.0.gzip_permits
    }

    /// Streams that each address holds open.
    pub(crate) fn stream_slots(&self) -> &Slots {
        &self.0.stream_slots
    }

    /// The turns to read whole logs for replays and records.
    pub(crate) fn replay_turns(&self) -> &WorkTurns {
        &self.0.replay_turns
    }

    /// Links that move a seat to another browser.
    pub(crate) fn transfer_links(&self) -> &TransferLinks {
        &self.0.transfer_links
    }

    /// The tables that everyone may join or watch.
    pub(crate) async fn open_tables(&self) -> Vec<OpenTable> {
        let tables = self.hall().open_tables().await;
        tables.iter().filter_map(|(id, head)| open_table(*id, head)).collect()
    }

    /// Creates a table and seats its host. Returns the path of the table.
    pub(crate) async fn set_up(
        &self,
        table: NewTable,
        holder: Holder,
        address: Address,
    ) -> Result<String, PageError> {
        let NewTable { name, coat, terms } = table;
        let is_listed = terms.listed;
        let id = self.hall().open(terms, holder, name, coat).await.map_err(|no| match no {
            OpenError::Terms => PageError::from(Problem::BadRequest),
            OpenError::Refused(refused) => refused.into(),
            OpenError::Unavailable => Problem::Unavailable.into(),
        })?;
        if is_listed {
            self.hall().listings().add(id, holder, address.customer());
        }
        Ok(format!("/t/{id}"))
    }

    /// The full address of a path: under the public address, or else under the address that the visitor used.
    pub(crate) fn link(&self, headers: &HeaderMap, path: &str) -> String {
        let public = self.config().public_url.as_ref().map(|url| url.origin().to_owned());
        let host = || headers.get(HOST).and_then(|host| host.to_str().ok());
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        let came_by = || {
            let host = host().filter(|host| !host.is_empty() && host.bytes().all(plain));
            host.map(|host| format!("http://{host}"))
        };
        let origin = public.or_else(came_by);
        origin.unwrap_or_else(|| format!("http://{}", self.0.address)) + path
    }
}
