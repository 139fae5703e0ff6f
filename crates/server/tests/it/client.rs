//! A server of our own, and a browser without a screen.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use server::{Config, Limits, Server};
use store::SqliteStore;
use tokio::sync::oneshot;

/// A server that runs until it is dropped.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// An empty folder that only this test uses.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(std::fs::remove_dir_all(&folder));
    folder
}

/// How a server of a test runs, and the folder of its store.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) config: Config,
    pub(crate) data: PathBuf,
}

impl Setup {
    /// The same with other settings.
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Config)) -> Setup {
        change(&mut self.config);
        self
    }

    pub(crate) fn store(&self) -> Arc<SqliteStore> {
        Arc::new(SqliteStore::open(&self.data).unwrap())
    }
}

/// A server on any free port, without limits.
pub(crate) fn config(name: &str) -> Setup {
    let config = Config::new("127.0.0.1:0".parse().unwrap());
    // By imagined games and not by time, so that a hint is the same every time.
    let config = Config { limits: Limits::NONE, hints: bots::Think::Nodes(20), ..config };
    Setup { config, data: folder(name) }
}

impl Site {
    pub(crate) fn open(name: &str) -> Site {
        Site::with(config(name))
    }

    pub(crate) fn with(setup: Setup) -> Site {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let threads = tokio::runtime::Builder::new_current_thread().enable_all().build();
            threads.unwrap().block_on(async {
                let server = Server::bind(setup.config.clone(), setup.store()).await.unwrap();
                tell.send(server.address()).unwrap();
                server.run(async { drop(stopped.await) }).await;
            });
        });
        Site { address: told.recv().unwrap(), stop: Some(stop), thread: Some(thread) }
    }

    /// A server that somebody else keeps.
    pub(crate) fn elsewhere(address: SocketAddr) -> Site {
        Site { address, stop: None, thread: None }
    }

    /// What a browser gets that goes to this path.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], "")
    }

    /// What a browser gets that sends a form of ours.
    pub(crate) fn post(&self, path: &str, form: &str) -> Answer {
        self.ask("POST", path, &[("sec-fetch-site", "same-origin")], form)
    }

    /// What comes of a request with these headers.
    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        self.raw(&request(method, path, headers, body))
    }

    /// What comes of these bytes.
    pub(crate) fn raw(&self, request: &str) -> Answer {
        Answer::read(&self.bytes(request).unwrap()).unwrap()
    }

    /// All that the server sends on a connection of its own, to these bytes.
    pub(crate) fn bytes(&self, request: &str) -> std::io::Result<String> {
        let mut socket = TcpStream::connect(self.address)?;
        socket.set_read_timeout(Some(Duration::from_secs(20)))?;
        socket.write_all(request.as_bytes())?;
        let mut all = Vec::new();
        socket.read_to_end(&mut all)?;
        Ok(String::from_utf8(all).unwrap())
    }
}

/// A request as a browser writes it.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    let usual = [("host", "nekoza.test"), ("accept", "text/html,*/*;q=0.8")];
    let missing = |(name, _): &&(&str, &str)| !headers.iter().any(|(given, _)| given == name);
    for (name, value) in usual.iter().filter(missing).chain(headers) {
        request.extend([name, ": ", value, "\r\n"]);
    }
    if method == "POST" {
        request += "content-type: application/x-www-form-urlencoded\r\ncontent-length: ";
        request += &body.len().to_string();
        request += "\r\n";
    }
    request + "\r\n" + body
}

impl Drop for Site {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the server panicked");
        }
    }
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    /// Reads an answer; nothing where it was cut off before its body.
    pub(crate) fn read(text: &str) -> Option<Answer> {
        let (head, body) = text.split_once("\r\n\r\n")?;
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok())?;
        let headers = lines.filter_map(|line| line.split_once(": "));
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Some(Answer { status, headers, body: body.to_owned() })
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The address of the style that every page has.
    pub(crate) fn style(&self) -> &str {
        let links = self.attributes("href");
        links.into_iter().find(|link| link.starts_with("/assets/base.")).unwrap()
    }

    /// Every value of an attribute on the page.
    pub(crate) fn attributes(&self, name: &str) -> Vec<&str> {
        let parts = self.body.split(&format!(" {name}=\"")).skip(1).collect::<Vec<_>>();
        parts.into_iter().filter_map(|part| part.split('"').next()).collect()
    }
}
