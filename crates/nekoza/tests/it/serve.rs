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

/// The child of a test, which ends with it.
#[cfg(target_os = "linux")]
struct Running(Child);

#[cfg(target_os = "linux")]
impl Drop for Running {
    fn drop(&mut self) {
        // Only a server that has ended by itself cannot be killed.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// The number of a metric.
#[cfg(target_os = "linux")]
fn metric(site: Client, name: &str) -> u64 {
    let text = site.get("/metrics").body;
    let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim().parse().unwrap()
}

/// A real file that may not grow, as on a full disk: the system refuses every byte beyond the limit.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_play_and_nothing_else_until_there_is_room() {
    let folder = folder("full-disk");
    // Without the trap the first write beyond the limit would end the process.
    let script =
        "trap '' XFSZ; exec \"$0\" serve --listen 127.0.0.1:0 --data data --without-limits";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_nekoza")]).current_dir(&folder);
    let (server, line) = started(shell.stderr(Stdio::null()));
    let server = Running(server);
    let address = line.trim().rsplit_once("http://").unwrap().1;
    let site = Client::new(address.parse().unwrap());
    let limit = |bytes: &str| {
        let pid = server.0.id().to_string();
        let fsize = format!("--fsize={bytes}:unlimited");
        let set = Command::new("prlimit").args(["--pid", &pid, &fsize]).status();
        assert!(set.unwrap().success());
    };
    let opened = site.post("/play", "game=meow&level=kitten");
    let (table, cookie) = (opened.header("location").unwrap(), opened.cookie().unwrap());
    let headers = [("cookie", cookie), ("sec-fetch-site", "same-origin"), ("accept", "*/*")];
    let mut n_said = 0;
    let mut say = || {
        let said =
            site.ask("POST", &format!("{table}/say"), &headers, &format!("at={n_said}&text=hi"));
        n_said += u32::from(said.status == 204);
        said.status
    };
    // The host turns chat on, because a table of one person has none to talk to.
    let chat = site.ask("POST", &format!("{table}/chat"), &headers, "on=yes&yes=yes");
    assert!(chat.status < 400, "{}", chat.body);
    assert_eq!(say(), 204);
    assert_eq!(site.get("/healthz").status, 200);

    limit("1");
    assert_eq!(say(), 503);
    let page = site.ask("GET", table, &headers, "");
    assert_eq!(
        (page.status, page.body.contains("id=\"hand\"")),
        (200, true),
        "the page still reads"
    );
    assert_eq!(site.get("/").status, 200);
    assert_eq!(site.post("/play", "game=meow&level=kitten").status, 503);
    // The answer of a moment ago is remembered for some seconds.
    testing::wait::until("a bad health", || (site.get("/healthz").status == 503).then_some(()));
    assert!(metric(site, "nekoza_store_failed_writes_total ") >= 2);

    limit("unlimited");
    assert_eq!(say(), 204, "play resumes when there is room");
    assert_eq!(say(), 204);
    testing::wait::until("a good health", || (site.get("/healthz").status == 200).then_some(()));
    drop(server);
    let id: store::TableId = table.trim_start_matches("/t/").parse().unwrap();
    let kept = SqliteStore::table_in(&folder.join("data"), id).unwrap();
    let n_lines = kept.events.iter().filter(|event| event.contains(" said 0 ")).count();
    assert_eq!(n_lines, 3, "what was answered is kept, and what was refused is not");
}

#[cfg(target_os = "linux")]
#[test]
fn a_data_folder_that_cannot_be_written_stops_the_start() {
    use std::os::unix::fs::PermissionsExt;

    let folder = folder("read-only");
    let data = folder.join("data");
    drop(SqliteStore::open(&data).unwrap());
    let allow = |folder_mode: u32, file_mode: u32| {
        for entry in std::fs::read_dir(&data).unwrap() {
            let file = entry.unwrap().path();
            std::fs::set_permissions(file, PermissionsExt::from_mode(file_mode)).unwrap();
        }
        std::fs::set_permissions(&data, PermissionsExt::from_mode(folder_mode)).unwrap();
    };
    // Root may write everything, unless it gives up its capabilities.
    let script = "if [ \"$(id -u)\" = 0 ]; then exec setpriv --bounding-set=-all --inh-caps=-all \"$0\" \"$@\"; \
                  else exec \"$0\" \"$@\"; fi";
    allow(0o500, 0o400);
    let serve = ["-c", script, env!("CARGO_BIN_EXE_nekoza"), "serve", "--listen", "127.0.0.1:0"];
    let ended = Command::new("sh").args(serve).current_dir(&folder).output().unwrap();
    allow(0o700, 0o600);
    let (said, printed) = (ended.stderr, ended.stdout);
    let said = String::from_utf8(said).unwrap();
    assert_eq!((ended.status.code(), printed), (Some(2), Vec::new()), "{said}");
    assert_eq!(said.trim().lines().count(), 1, "{said}");
    for part in ["cannot write to the folder ./data", "Permission denied", "--data"] {
        assert!(said.contains(part), "{part} is not said: {said}");
    }
}

/// A silent connection is an open file, and its end closes it.
#[cfg(target_os = "linux")]
#[test]
fn open_files_are_counted() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nekoza"));
    command.args(["serve", "--listen", "127.0.0.1:0"]).current_dir(folder("open-files"));
    let (server, line) = started(&mut command);
    let _server = Running(server);
    let address = line.trim().rsplit_once("http://").unwrap().1;
    let site = Client::new(address.parse().unwrap());
    assert!(metric(site, "process_resident_memory_bytes ") > 1_000_000);
    let before = metric(site, "process_open_fds ");
    assert!(before > 5);
    let idle: Vec<_> = (0..20).map(|_| std::net::TcpStream::connect(address).unwrap()).collect();
    let n_files = || metric(site, "process_open_fds ");
    testing::wait::until("20 more open files", || (n_files() >= before + 20).then_some(()));
    drop(idle);
    testing::wait::until("as few as before", || (n_files() <= before + 3).then_some(()));
}
