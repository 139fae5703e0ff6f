//! A server for one test, and a client for it.

use std::net::SocketAddr;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use server::{Config, Limits, Server};
use store::SqliteStore;
use testing::background::Background;
use testing::http::{Answer, Client, Stream, request};

/// A client and its server, which runs until this is dropped.
pub(crate) struct Site {
    client: Client,
    _server: Option<Background>,
}

/// An empty folder that only this test uses.
pub(crate) fn folder(name: &str) -> PathBuf {
    testing::folder::empty(name)
}

/// The settings of a test's server, and the folder of its store.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) config: Config,
    pub(crate) data: PathBuf,
}

impl Setup {
    /// Changes the settings.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Config)) -> Setup {
        change(&mut self.config);
        self
    }

    pub(crate) fn store(&self) -> Arc<SqliteStore> {
        Arc::new(SqliteStore::open(&self.data).unwrap())
    }
}

/// A server on any free port, without limits.
pub(crate) fn config(name: &str) -> Setup {
    let config = Config::new("127.0.0.1:0".parse().unwrap());
    // Bots search by nodes, not by time, so that hints are reproducible.
    let config = Config { limits: Limits::NONE, hints: bots::Think::Playouts(20), ..config };
    Setup { config, data: folder(name) }
}

impl Site {
    pub(crate) fn open(name: &str) -> Site {
        Site::with(config(name))
    }

    pub(crate) fn with(setup: Setup) -> Site {
        let server = Background::start(async move |running| {
            let (config, store) = (setup.config.clone(), setup.store());
            let server = Server::bind(config, store).await.unwrap();
            running.listens(server.address());
            server.run(running.stopped()).await;
        });
        Site { client: Client::new(server.address()), _server: Some(server) }
    }

    /// A client for a server outside this process.
    pub(crate) fn elsewhere(address: SocketAddr) -> Site {
        Site { client: Client::new(address), _server: None }
    }

    /// Opens the stream of a table.
    pub(crate) fn watch(&self, path: &str, cookie: &str) -> Stream {
        self.stream(&request("GET", &format!("{path}/live"), &[("cookie", cookie)], ""))
    }
}

impl Deref for Site {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// The address of the stylesheet of every page.
pub(crate) fn style(page: &Answer) -> &str {
    let links = page.attributes("href");
    links.into_iter().find(|link| link.starts_with("/assets/base.")).unwrap()
}
