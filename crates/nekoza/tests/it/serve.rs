//! `nekoza serve`.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Command, Stdio};

use store::SqliteStore;
use testing::http::Client;

use crate::command::refused;
use crate::{folder, nekoza};

#[cfg(unix)]
#[test]
fn serves_until_it_is_stopped() {
    for signal in ["-INT", "-TERM"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nekoza"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data", "kept"])
            .current_dir(folder("serve"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(command.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line.trim().rsplit_once("http://").unwrap().1;
        assert_eq!(Client::new(address.parse().unwrap()).get("/healthz").status, 200);
        let killed = Command::new("kill").args([signal, &command.id().to_string()]).status();
        assert!(killed.unwrap().success());
        assert_eq!(command.wait().unwrap().code(), Some(0), "{signal}");
        let mut rest = String::new();
        said.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn errors_at_the_start_are_explained() {
    let folder = folder("cannot-serve");
    std::fs::write(folder.join("file"), "").unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let serve = |args: &[&str], said: &[&str]| {
        let args: Vec<&str> = ["serve"].iter().chain(args).copied().collect();
        refused(&nekoza(&folder, &args), 2, said);
    };
    serve(&["--listen", &address], &[&address, "--listen"]);
    serve(&["--data", "file/data"], &["file/data", "--data"]);
    let other = SqliteStore::open(&folder.join("used")).unwrap();
    serve(&["--data", "used"], &["another nekoza", "used", "--data"]);
    drop(other);
    serve(&["--listen", "here"], &["here"]);
    serve(&["--public-url", "cats.example"], &["cats.example", "https://cats.example"]);
    serve(&["--without-limits", "--listen", "0.0.0.0:0"], &["0.0.0.0:0", "127.0.0.1:8080"]);
    serve(&["--log", "server=loud"], &["server=loud", "warn,server=debug"]);
}
