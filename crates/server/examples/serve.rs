//! Serves without the rest of the command: `cargo run -p server --example serve -- DATA_FOLDER [PORT]`.

use std::env::args;
use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;

use server::{Config, Limits};
use store::SqliteStore;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = args().nth(1).ok_or("wanted: a folder, and perhaps a port")?;
    let port = args().nth(2).map_or(Ok(8080), |port| port.parse())?;
    let store = Arc::new(SqliteStore::open(Path::new(&folder))?);
    let config = Config::new(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
    server::serve_here(Config { limits: Limits::NONE, ..config }, store, |_| {})?;
    Ok(())
}
