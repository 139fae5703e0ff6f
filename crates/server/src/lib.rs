//! The games in a browser: HTTP, the task that owns each table, and the streams that keep pages up to date.
//!
//! [`Server::bind`] takes an address and a store, [`Server::address`] tells which address it got, and [`Server::run`]
//! answers until it is told to stop; [`serve`] does all three until Ctrl-C.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use std::sync::Arc;
//!
//! use server::{Config, Server};
//! use store::SqliteStore;
//!
//! let store = SqliteStore::open(&std::env::temp_dir().join("nekoza-doc")).unwrap();
//! let config = Config::new("127.0.0.1:0".parse().unwrap());
//! let server = Server::bind(config, Arc::new(store)).await.unwrap();
//! assert_ne!(server.address().port(), 0);
//! server.run(std::future::ready(())).await;
//! # });
//! ```
//!
//! No rule is known here, and no page is made here: games are asked through `rules`, and `pages` makes the HTML.

#![warn(missing_docs)]

mod about;
mod app;
mod assets;
mod clock;
mod config;
mod error;
mod fields;
mod files;
mod hall;
mod hint;
mod home;
mod language;
mod limits;
mod listen;
pub mod logs;
mod metrics;
mod moving;
mod new_table;
mod patience;
mod presenter;
mod replay;
mod room;
mod routes;
mod rules_page;
mod security;
mod shutdown;
mod stream;
mod table_page;
mod visitor;

pub use config::{BadUrl, Config, Limits, PublicUrl, Rate};
pub use listen::{ServeError, Server};

use std::sync::Arc;

use store::Store;

/// Serves until Ctrl-C or a polite request to end; tells the caller first where the page is.
pub async fn serve(
    config: Config,
    store: Arc<dyn Store>,
    open: impl FnOnce(&Server),
) -> Result<(), ServeError> {
    let server = Server::bind(config, store).await?;
    // Whoever hears that the server is open may ask it to end.
    let stop = shutdown::asked_to_stop();
    open(&server);
    server.run(stop).await;
    Ok(())
}

/// The same, for a caller that has no threads for it.
pub fn serve_here(
    config: Config,
    store: Arc<dyn Store>,
    open: impl FnOnce(&Server),
) -> Result<(), ServeError> {
    files::allow_many();
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    threads.map_err(ServeError::Threads)?.block_on(serve(config, store, open))
}
