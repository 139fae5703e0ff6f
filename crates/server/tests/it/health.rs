//! A store that fails: what operators and players are told.

use std::sync::Arc;

use server::Server;
use store::{SqliteStore, StoreError};
use testing::background::Background;
use testing::http::Client;

use crate::caps::metric;
use crate::client::config;
use crate::forwarding_store::{ForwardingStore, StoreCall};

#[test]
fn health_tells_whether_the_store_can_write() {
    for is_full in [false, true] {
        let setup = config(&format!("disk-full-{is_full}"));
        let before = move |call| match call {
            StoreCall::Write if is_full => {
                Err(StoreError::Failed { message: "the disk is full".to_owned() })
            }
            _ => Ok(()),
        };
        let disk = ForwardingStore { store: SqliteStore::open(&setup.data).unwrap(), before };
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
