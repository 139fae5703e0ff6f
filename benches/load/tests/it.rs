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

/// A server whose proxy reports the addresses of visitors, with the limits that operators start with.
fn serve_visitors(name: &str) -> Background {
    let mut config = Config::new("127.0.0.1:0".parse().unwrap());
    config.behind_proxy = true;
    let store = Arc::new(SqliteStore::open(&folder::empty(name)).unwrap());
    Background::start(async |running| {
        let server = Server::bind(config, store).await.unwrap();
        running.listens(server.address());
        server.run(running.stopped()).await;
    })
}

/// Runs another measurement. Returns its report.
fn mode(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_load")).args(args).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap());
    assert!(output.status.success(), "{out}{err}");
    out
}

#[test]
fn waits_for_bots_are_measured() {
    let server = serve_visitors("tigers");
    let address = server.address().to_string();
    let args = ["--people", "4", "--greedy", "1", "--seconds", "8", "--address", &address];
    let report = mode(&[&["tigers"][..], &args].concat());
    let lines: Vec<_> = report.lines().collect();
    assert_eq!(lines.len(), 6, "{report}");
    for (lines, who) in lines.chunks(3).zip(["people alone: ", "one address: "]) {
        assert!(lines[1].contains("in the queue") && lines[2].contains("with beats"), "{report}");
        let line = lines[0];
        let decisions = line.strip_prefix(who).unwrap().split(' ').next().unwrap();
        assert!(decisions.parse::<u32>().unwrap() > 0, "{line}");
        assert!(line.contains("longest ") && line.contains("longer than 1.5 s"), "{line}");
    }
}

#[test]
fn a_huge_table_is_made_and_attacked() {
    let data = folder::empty("huge");
    let args = ["--events", "6000", "--tables", "2", "--data", data.to_str().unwrap()];
    let made = mode(&[&["huge-table"][..], &args].concat());
    let ids: Vec<&str> = made.lines().collect();
    assert_eq!(ids.len(), 2, "{made}");
    let mut config = Config::new("127.0.0.1:0".parse().unwrap());
    config.behind_proxy = true;
    let store = Arc::new(SqliteStore::open(&data).unwrap());
    let server = Background::start(async |running| {
        let server = Server::bind(config, store).await.unwrap();
        running.listens(server.address());
        server.run(running.stopped()).await;
    });
    let address = server.address().to_string();
    let args =
        ["--connections", "4", "--requests", "3000", "--listed", "20", "--address", &address];
    let report = mode(&[&["huge"][..], &ids, &args].concat());
    let [before, during, answers] = report.lines().collect::<Vec<_>>()[..] else {
        panic!("{report}")
    };
    assert!(before.starts_with("home page before: p50 "), "{before}");
    assert!(during.starts_with("home page during the attack: p50 "), "{during}");
    // The page is shown, and there is no finished game.
    assert!(answers.contains("times 200") && answers.contains("times 404"), "{answers}");
}

#[test]
fn visitors_come_and_go_and_the_server_is_sampled() {
    let server = serve_visitors("visits");
    let address = server.address().to_string();
    let args = ["--tables", "12", "--seconds", "4", "--every", "1", "--rest", "0"];
    let report = mode(&[&["visits"][..], &args, &["--address", &address]].concat());
    assert!(report.contains("\n12 tables opened and left\n"), "{report}");
    let samples = report.lines().skip(1).take_while(|line| !line.contains("opened"));
    assert!(samples.count() >= 4, "{report}");
    if cfg!(target_os = "linux") {
        assert!(!report.contains("NaN"), "{report}");
    }
}
