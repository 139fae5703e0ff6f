//! `nekoza serve`.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

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

/// A server that has started, and the line that says so.
fn started(command: &mut Command) -> (Child, String) {
    let mut server = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (server, line)
}

/// Regardless of the umask, and of the permissions that an older version gave.
#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_data() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;

    let folder = folder("private");
    std::fs::create_dir(folder.join("old")).unwrap();
    for name in ["tables.sqlite", "lock", "meow-1.neko"] {
        std::fs::write(folder.join("old").join(name), "").unwrap();
    }
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for (umask, data) in [("000", "open"), ("022", "usual"), ("077", "strict"), ("000", "old")] {
        let script = format!("umask {umask}; exec \"$0\" serve --listen 127.0.0.1:0 --data {data}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_nekoza")]).current_dir(&folder);
        let (mut server, _) = started(&mut shell);
        let copied = nekoza(&folder, &["backup", &format!("{data}/copy.sqlite"), "--data", data]);
        assert_eq!(copied.code, 0, "{}", copied.err);
        let entries = std::fs::read_dir(folder.join(data)).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort_unstable();
        server.kill().unwrap();
        server.wait().unwrap();
        assert_eq!(mode(&folder.join(data)), 0o700, "{data} with umask {umask}");
        assert!(files.len() >= 5, "{files:?}");
        for file in files {
            assert_eq!(mode(&file), 0o600, "{} with umask {umask}", file.display());
        }
    }
}

#[cfg(unix)]
#[test]
fn a_damaged_database_is_not_served() {
    let folder = folder("damaged");
    std::fs::create_dir(folder.join("data")).unwrap();
    std::fs::write(folder.join("data/tables.sqlite"), "not a database ".repeat(100)).unwrap();
    let said = ["data/tables.sqlite", "is damaged", "restore a backup"];
    refused(&nekoza(&folder, &["serve", "--listen", "127.0.0.1:0"]), 2, &said);
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
    std::fs::write(folder.join("bad.toml"), "chat_burst = 3\nchats = 4\n").unwrap();
    std::fs::write(folder.join("worse.toml"), "chat_burst =").unwrap();
    serve(&["--config", "bad.toml"], &["bad.toml", "`chats`", "nekoza config"]);
    serve(&["--config", "worse.toml"], &["worse.toml", "TOML"]);
    serve(&["--config", "none.toml"], &["none.toml"]);
    serve(
        &["--set", "chat_burst=many"],
        &["--set", "chat_burst", "`many`", "a whole number from 0"],
    );
    serve(&["--set", "chat_burst"], &["KEY=VALUE"]);
    serve(&["--set", "behind_proxy=1"], &["behind_proxy", "true or false"]);
    serve(&["--set", "banned=cats"], &["banned", "203.0.113.0/24"]);
}

/// Options win over the environment, the environment over the file, and the file over the defaults.
#[cfg(unix)]
#[test]
fn settings_come_from_options_the_environment_and_a_file() {
    let folder = folder("settings");
    let printed = nekoza(&folder, &["config"]);
    assert_eq!(printed.code, 0);
    let file = "listen = \"127.0.0.2:0\"\ndata = \"by-file\"\nrequests_burst = 2\nbanned = [\"127.0.0.1\"]\n";
    std::fs::write(folder.join("nekoza.toml"), printed.out + file).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_nekoza"));
    command
        .args(["serve", "--config", "nekoza.toml", "--listen", "127.0.0.1:0"])
        .args(["--set", "requests_per_minute=1"])
        .env("NEKOZA_DATA", "by-environment")
        .env("NEKOZA_LISTEN", "127.0.0.3:0")
        .env("NEKOZA_BANNED", "203.0.113.0/24, 2001:db8::/32")
        .env("NEKOZA_PORT", "tcp://10.0.0.1:80")
        .current_dir(&folder);
    let (mut server, line) = started(&mut command);
    let address = line.trim().rsplit_once("http://").unwrap().1;
    assert!(address.starts_with("127.0.0.1:"), "an option wins: {address}");
    let site = Client::new(address.parse().unwrap());
    let statuses = [(); 3].map(|()| site.get("/about").status);
    server.kill().unwrap();
    server.wait().unwrap();
    assert_eq!(statuses, [200, 200, 429], "the burst of the file, and nobody here is banned");
    assert!(folder.join("by-environment").is_dir() && !folder.join("by-file").exists());
}
