//! What every page can ask for.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use axum::http::header::HOST;
use table::event::Holder;

use crate::config::Config;
use crate::error::{PageError, Problem};
use crate::home::OpenTable;
use crate::language::Languages;
use crate::limits::Buckets;
use crate::metrics::Metrics;
use crate::new_table::NewTable;
use crate::rules_page::Rulebooks;
use crate::shutdown::Shutdown;

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
}

impl App {
    pub(crate) fn new(config: Config, address: SocketAddr, shutdown: Shutdown) -> App {
        let languages = Languages::all();
        App(Arc::new(Inner {
            rulebooks: Rulebooks::of(&languages),
            buckets: Buckets::new(&config.limits),
            metrics: Metrics::default(),
            config,
            address,
            languages,
            shutdown,
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

    /// What streams wait for besides news.
    pub(crate) fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    /// The tables that anybody may join or watch.
    #[expect(clippy::unused_self, reason = "the hall knows them")]
    pub(crate) fn open_tables(&self) -> Vec<OpenTable> {
        Vec::new()
    }

    /// Sets a table up and seats whoever asked for it: where it stands.
    #[expect(clippy::unused_async, reason = "the hall puts it on disk first")]
    pub(crate) async fn set_up(
        &self,
        _table: NewTable,
        _holder: Holder,
    ) -> Result<String, PageError> {
        Err(Problem::Unavailable.into())
    }

    /// A path as an address to hand on: under the public one, or under the one by which this visitor came.
    #[expect(dead_code, reason = "the pages of tables hand out invitations")]
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
