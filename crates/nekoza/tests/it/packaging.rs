//! The container: pinned images, no superuser, and a health check that works.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use crate::{folder, project};

fn containerfile() -> String {
    std::fs::read_to_string(project().join("packaging/Containerfile")).unwrap()
}

#[test]
fn images_are_pinned_and_the_user_has_no_rights() {
    let text = containerfile();
    let images: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("FROM ")).collect();
    assert_eq!(images.len(), 2);
    for image in images {
        let image = image.split(' ').next().unwrap();
        let tag = image.rsplit_once(':').unwrap().1;
        let version = tag.split('-').next().unwrap();
        let is_pinned = image.contains("@sha256:") || version.contains('.');
        assert!(is_pinned, "{image} can become another image");
    }
    let user = text.lines().filter_map(|line| line.strip_prefix("USER ")).next_back();
    assert_eq!(user, Some("10001"));
}

/// The command of the health check, for a server at this port.
fn is_healthy(port: u16) -> bool {
    let text = containerfile();
    let check = text.split_once("HEALTHCHECK").unwrap().1;
    let check = check.split_once("CMD ").unwrap().1.lines().next().unwrap();
    let check = check.replace("8080", &port.to_string());
    let words: Vec<String> = serde_json::from_str(&check).unwrap();
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stderr(Stdio::null()).status().unwrap().success()
}

#[cfg(unix)]
#[test]
fn the_health_check_asks_the_server() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_nekoza"))
        // Behind a proxy and with bans: the health check comes past the proxy.
        .args(["serve", "--listen", "127.0.0.1:0", "--behind-proxy"])
        .args(["--set", "banned=203.0.113.0/24"])
        .current_dir(folder("health_check"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().rsplit_once(':').unwrap().1.parse().unwrap();
    let while_it_runs = is_healthy(port);
    server.kill().unwrap();
    server.wait().unwrap();
    // A port that nobody listens on.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert_eq!((while_it_runs, is_healthy(free)), (true, false));
}
