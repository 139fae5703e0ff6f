//! Nekoza over HTTP: pages, a task for each table, and streams that keep pages up to date.
//!
//! [`Server::bind`] takes an address and a store, [`Server::address`] is the actual address, and [`Server::run`] serves
//! until it is told to stop. [`serve`] does all three and stops at Ctrl-C.
//!
//! ```
//! # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
//! use std::sync::Arc;
//!
//! use server::{Config, Server};
//! use store::SqliteStore;
//!
//! let folder = std::env::temp_dir().join(store::TableId::random().to_string());
//! let store = SqliteStore::open(&folder).unwrap();
//! let config = Config::new("127.0.0.1:0".parse().unwrap());
//! let server = Server::bind(config, Arc::new(store)).await.unwrap();
//! assert_ne!(server.address().port(), 0);
//! server.run(std::future::ready(())).await;
//! # });
//! ```
//!
//! This crate contains no rules and no HTML: `rules` decides, and `pages` renders.

#![warn(missing_docs)]

mod about;
mod address;
mod address_bans;
mod app;
mod assets;
mod bot_queue;
mod clock;
mod config;
mod error;
mod fields;
mod files;
#[cfg(test)]
mod forwarding_store;
mod hall;
mod health;
mod hint;
mod home;
mod known_name;
mod language;
mod limits;
mod listen;
mod listings;
pub mod logs;
mod long_work;
mod metrics;
mod moving;
mod my_tables;
mod network;
mod new_table;
mod packing;
mod patience;
mod presenter;
mod replay;
mod room;
mod routes;
mod rules_page;
mod seat_addresses;
mod security;
mod settings;
mod shutdown;
mod slots;
mod stream;
mod table_page;
mod visitor;

pub use config::{BadText, Config, Lifetimes, Limits, PerAddress, PublicUrl, Rate, Timeouts};
pub use listen::{ServeError, Server};
pub use network::Network;
pub use settings::{BadSettings, KEYS, SETTINGS_FILE, SettingKind, Settings, Sources, variable_of};

use std::sync::Arc;

use store::Store;

/// Serves until Ctrl-C or the termination signal. Calls `open` with the server first.
pub async fn serve(
    config: Config,
    store: Arc<dyn Store>,
    open: impl FnOnce(&Server),
) -> Result<(), ServeError> {
    let server = Server::bind(config, store).await?;
    // The handlers must exist before the caller hears of the server, because the caller may signal at once.
    let stop = shutdown::stop_signal();
    open(&server);
    server.run(stop).await;
    Ok(())
}

/// Like [`serve`], for callers without a runtime.
pub fn serve_here(
    config: Config,
    store: Arc<dyn Store>,
    open: impl FnOnce(&Server),
) -> Result<(), ServeError> {
    files::raise_file_limit();
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    threads.map_err(ServeError::Threads)?.block_on(serve(config, store, open))
}
