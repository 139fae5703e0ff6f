//! What every page can ask for.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use pages::home::OpenTable;
use pages::new_table::NewTable;
use pages::rules_page::Rulebooks;
use store::Store;
use table::event::Holder;
use tokio::sync::Semaphore;

use crate::config::Config;
use crate::error::{PageError, Problem};
use crate::hall::{Hall, NotOpened};
use crate::home::open_table;
use crate::language::Languages;
use crate::limits::Buckets;
use crate::metrics::Metrics;
use crate::moving::Moves;
use crate::shutdown::Shutdown;
use crate::stream::MAX_PACKED;

/// How many tables the home page lists.
const MAX_LISTED: usize = 30;

/// What every page can ask for. Cheap to clone.
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
    moves: Moves,
    packers: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(
        config: Config,
        address: SocketAddr,
        shutdown: Shutdown,
        store: Arc<dyn Store>,
    ) -> App {
        let languages = Languages::all();
        let hall = Hall::new(store, shutdown.clone());
        App(Arc::new(Inner {
            rulebooks: Rulebooks::of(languages.iter()),
            buckets: Buckets::new(&config.limits),
            metrics: Metrics::default(),
            config,
            address,
            languages,
            shutdown,
            hall,
            moves: Moves::default(),
            packers: Arc::new(Semaphore::new(MAX_PACKED)),
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

    /// What everything waits for that would not end by itself.
    pub(crate) fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// All tables.
    pub(crate) fn hall(&self) -> &Hall {
        &self.0.hall
    }

    /// What packs streams.
    pub(crate) fn packers(&self) -> &Arc<Semaphore> {
        &self.0.packers
    }

    /// Links by which seats go on with another browser.
    pub(crate) fn moves(&self) -> &Moves {
        &self.0.moves
    }

    /// The tables that anybody may join or watch.
    pub(crate) async fn open_tables(&self) -> Vec<OpenTable> {
        let tables = self.hall().open_tables(MAX_LISTED).await;
        tables.into_iter().filter_map(|(id, head)| open_table(id, &head)).collect()
    }

    /// Sets a table up and seats whoever asked for it: where it stands.
    pub(crate) async fn set_up(
        &self,
        table: NewTable,
        holder: Holder,
    ) -> Result<String, PageError> {
        let NewTable { name, terms } = table;
        let id = self.hall().open(terms, holder, name).await.map_err(|no| match no {
            NotOpened::Terms => PageError::from(Problem::BadRequest),
            NotOpened::Refused(refused) => refused.into(),
            NotOpened::Unavailable => Problem::Unavailable.into(),
        })?;
        Ok(format!("/t/{id}"))
    }

    /// A path as an address to hand on: under the public one, or under the one by which this visitor came.
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
