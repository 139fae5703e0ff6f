//! The measuring tool against a real server, at few tables.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::net::SocketAddr;
use std::process::{Command, Output};
use std::sync::Arc;

use serde_json::Value;
use server::{Config, Limits, Server};
use store::SqliteStore;
use testing::background::Background;
use testing::folder;

fn serve(name: &str) -> Background {
    let config = Config::new("127.0.0.1:0".parse().unwrap());
    let config = Config { limits: Limits::NONE, ..config };
    let store = Arc::new(SqliteStore::open(&folder::empty(name)).unwrap());
    Background::start(async |running| {
        let server = Server::bind(config, store).await.unwrap();
        running.listens(server.address());
        server.run(running.stopped()).await;
    })
}

fn load(address: SocketAddr, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_load"));
    command.args(["--address", &address.to_string(), "--tables", "3", "--seconds", "1"]);
    command.args(args).output().unwrap()
}

/// Silent streams stay open, and show the move at the end.
#[test]
fn silent_streams_are_alive() {
    let server = serve("silent");
    for (pace, n_moves) in [(&["--idle"][..], 3..=3), (&["--rate", "0"], 3..=u64::MAX)] {
        let output = load(server.address(), &[pace, &["--json"]].concat());
        let [out, err] =
            [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
        assert!(output.status.success(), "{err}");
        let report: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(report["connections"], 12, "{out}");
        assert!(n_moves.contains(&report["moves"].as_u64().unwrap()), "{out}");
        assert!(report["p99_ms"].as_f64().unwrap() > 0.0, "{out}");
    }
}

#[test]
fn other_machines_are_not_loaded() {
    let output = load("192.0.2.1:80".parse().unwrap(), &[]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("is not this machine"), "{said}");
}
