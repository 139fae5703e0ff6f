//! People at a server: what they send, what their screens show, and what the server says of itself.

use std::fmt;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use testing::http::{Answer, AsyncConnection, request};
use tokio::time::Instant;

use crate::files;

/// Why nothing could be measured.
#[derive(Debug)]
pub(crate) enum LoadError {
    /// Another machine should be loaded.
    NotHere(SocketAddr),
    /// The server cannot be reached, or hangs up.
    Connection(io::Error),
    /// The server answered something else.
    Answer {
        /// To what.
        to: String,
        /// Its status.
        status: u16,
        /// What.
        found: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotHere(address) => {
                write!(f, "{address} is not this machine, wanted 127.0.0.1 or [::1]")
            }
            LoadError::Connection(error) => write!(f, "the server does not answer: {error}"),
            LoadError::Answer { to, found, .. } => write!(f, "to {to} the server answered {found}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> LoadError {
        LoadError::Connection(error)
    }
}

/// A browser behind a proxy, which reports where it is.
pub(crate) struct Visitor {
    server: SocketAddr,
    from: Ipv4Addr,
    cookie: String,
    /// It stays open between requests.
    connection: Option<AsyncConnection>,
}

impl Visitor {
    /// The browser of the visitor with this number. Every visitor has an address of its own.
    pub(crate) fn new(server: SocketAddr, visitor: usize) -> Visitor {
        // 10.0.0.0/8 has room for 16 million visitors.
        let from = Ipv4Addr::from_bits(0x0a00_0000 | (visitor as u32 & 0x00ff_ffff));
        Visitor { server, from, cookie: String::new(), connection: None }
    }

    /// Opens a path.
    pub(crate) async fn get(&mut self, path: &str) -> Result<Answer, LoadError> {
        self.ask("GET", path, "").await
    }

    /// Sends a form. A refusal is an error.
    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Result<Answer, LoadError> {
        let answer = self.ask("POST", path, form).await?;
        if answer.status >= 400 { Err(unwanted(&answer, path)) } else { Ok(answer) }
    }

    /// Opens the stream of a table, on a connection of its own.
    pub(crate) async fn watch(&self, table: &str) -> Result<PlayerPage, LoadError> {
        let path = live(table);
        PlayerPage::of(self.server, &path, &self.request("GET", &path, "")).await
    }

    /// Sends a request.
    pub(crate) async fn ask(
        &mut self,
        method: &str,
        path: &str,
        form: &str,
    ) -> Result<Answer, LoadError> {
        let request = self.request(method, path, form);
        // The server may have closed a connection on which nothing was asked for long.
        let answer = match self.connection.take() {
            Some(mut open) => open.ask(&request).await.ok().map(|answer| (open, answer)),
            None => None,
        };
        let (connection, answer) = if let Some(answer) = answer {
            answer
        } else {
            let mut connection = AsyncConnection::open(self.server).await?;
            let answer = connection.ask(&request).await?;
            (connection, answer)
        };
        self.connection = Some(connection);
        // The first cookie owns the seats. Later ones only remember a name or an invitation.
        if self.cookie.is_empty()
            && let Some(cookie) = answer.cookie()
        {
            cookie.clone_into(&mut self.cookie);
        }
        Ok(answer)
    }

    fn request(&self, method: &str, path: &str, form: &str) -> String {
        let from = self.from.to_string();
        let headers = [
            ("accept", "*/*"),
            ("cookie", self.cookie.as_str()),
            ("sec-fetch-site", "same-origin"),
            ("connection", "keep-alive"),
            ("x-forwarded-for", &from),
        ];
        request(method, path, &headers, form)
    }
}

/// The path of a table's stream. Pages name a pace, so that the server knows how long they show what happens.
pub(crate) fn live(table: &str) -> String {
    format!("{table}/live?pace=normal")
}

/// How long a page shows a full trick or revealed cards at that pace, in seconds.
pub(crate) const BEAT: f64 = 0.9;

/// The path of the table that an answer to a form leads to.
pub(crate) fn table_of(answer: &Answer) -> Result<String, LoadError> {
    let path = answer.header("location").filter(|path| path.starts_with("/t/"));
    path.map(str::to_owned).ok_or_else(|| unwanted(answer, "the form of a new table"))
}

/// The value that so many of a hundred sorted values do not exceed.
pub(crate) fn percentile(sorted: &[f64], percent: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get((last as f64 * percent / 100.0).round() as usize).copied()
}

/// Runs a measurement on a thread of its own that has as many connections as the system allows.
pub(crate) fn run_here<T>(
    server: SocketAddr,
    measure: impl Future<Output = Result<T, LoadError>>,
) -> Result<T, LoadError> {
    if !server.ip().is_loopback() {
        return Err(LoadError::NotHere(server));
    }
    files::allow_many();
    let threads = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    threads.block_on(measure)
}

/// The page of a player, as far as it decides their next move.
pub(crate) struct PlayerPage {
    stream: AsyncConnection,
    /// The line that is being read.
    line: Vec<u8>,
    /// Whether the event that is being read brings all of it.
    is_whole: bool,
    /// The bytes of beats, which come before the newest state.
    n_beat_bytes: usize,
    /// The number of beats since the newest state.
    n_new_beats: usize,
    /// The number of beats that came before the newest state.
    pub(crate) n_beats: usize,
    /// Whether the table waits for silence or for the end of a pause, and not for a bot.
    pub(crate) counts_down: bool,
    /// What it offers: it changes with all of it, or with the hand.
    pub(crate) shown: String,
}

impl PlayerPage {
    pub(crate) async fn open(
        address: SocketAddr,
        path: &str,
        cookie: &str,
    ) -> Result<PlayerPage, LoadError> {
        PlayerPage::of(address, path, &kept_alive("GET", path, cookie, "")).await
    }

    /// Opens a stream with this request.
    async fn of(address: SocketAddr, path: &str, request: &str) -> Result<PlayerPage, LoadError> {
        let mut stream = AsyncConnection::open(address).await?;
        stream.send(request).await?;
        let head = stream.head().await?;
        if head.status != 200 {
            return Err(unwanted(&head, path));
        }
        let (line, shown) = (Vec::new(), String::new());
        Ok(PlayerPage {
            stream,
            line,
            is_whole: false,
            n_beat_bytes: 0,
            n_new_beats: 0,
            n_beats: 0,
            counts_down: false,
            shown,
        })
    }

    /// Waits for the next state and returns its number of bytes, with the beats before it. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Result<usize, LoadError> {
        loop {
            let n_bytes = self.stream.read_line(&mut self.line).await?;
            let line = self.line.trim_ascii_end();
            if n_bytes == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
            let html = line.strip_prefix(b"data: ").map(str::from_utf8);
            if let Some(name) = line.strip_prefix(b"event: ") {
                self.is_whole = name == b"view";
            }
            if let Some(html) = html {
                let html = html.map_err(io::Error::other)?;
                if self.is_whole || find(html, " id=\"hand\"").is_some() {
                    html.clone_into(&mut self.shown);
                }
                if let Some(next) = find(html, " id=\"next\"") {
                    let next = html[next..].split("</div>").next();
                    self.counts_down = next.is_some_and(|next| next.contains("data-left"));
                }
                let is_beat = BEATS.iter().any(|beat| find(html, beat).is_some());
                self.n_beat_bytes += html.len();
                self.line.clear();
                if !is_beat {
                    self.n_beats = std::mem::take(&mut self.n_new_beats);
                    return Ok(std::mem::take(&mut self.n_beat_bytes));
                }
                self.n_new_beats += 1;
                continue;
            }
            self.line.clear();
        }
    }

    pub(crate) fn decision(&self) -> Option<String> {
        decision(&self.shown)
    }
}

/// What the events of beats contain.
const BEATS: [&str; 2] = ["data-moment=\"trick\"", "data-moment=\"reveal\""];

/// The form that asks for the next round, if a screen offers it.
pub(crate) fn next_round(html: &str) -> Option<String> {
    let after = find(html, "name=\"after\"")?;
    Some(format!("after={}", value_behind(&html[after..])?))
}

/// The form of the first decision that a screen offers, filled in. A choice that is made is not changed.
fn decision(html: &str) -> Option<String> {
    let button =
        find(html, "<button name=\"action\"").or_else(|| find(html, " name=\"action\" value="))?;
    let value = value_behind(&html[button..])?;
    let at = html[..button].rfind("name=\"at\"")?;
    let at = value_behind(&html[at..]).filter(|at| at.matches('.').count() == 1)?;
    Some(format!("at={at}&action={}", value.replace(' ', "+")))
}

/// The place of a text in a page. It is fast, because the load shares its processor with the server.
pub(crate) fn find(html: &str, what: &str) -> Option<usize> {
    memchr::memmem::find(html.as_bytes(), what.as_bytes())
}

fn value_behind(html: &str) -> Option<&str> {
    html.split_once("value=\"")?.1.split('"').next()
}

/// The figures that a server reports about itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vitals {
    pub(crate) at: Instant,
    pub(crate) cpu: Option<f64>,
    pub(crate) memory: Option<f64>,
    pub(crate) open_files: Option<f64>,
    pub(crate) streams: Option<f64>,
    pub(crate) awake: Option<f64>,
}

impl Vitals {
    pub(crate) async fn of(address: SocketAddr) -> Result<Vitals, LoadError> {
        let mut connection = AsyncConnection::open(address).await?;
        // Behind a proxy, the metrics are for this machine only.
        let headers = [("connection", "keep-alive"), ("x-forwarded-for", "127.0.0.1")];
        let answer = connection.ask(&request("GET", "/metrics", &headers, "")).await?;
        let number = |name: &str| {
            let line = answer.body.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|number| number.trim().parse().ok())
        };
        let cpu = number("process_cpu_seconds_total ");
        let memory = number("process_resident_memory_bytes ");
        Ok(Vitals {
            at: Instant::now(),
            cpu,
            memory,
            open_files: number("process_open_fds "),
            streams: number("nekoza_streams "),
            awake: number("nekoza_tables_awake "),
        })
    }
}

/// A request of a page's script, on a connection that stays open.
pub(crate) fn kept_alive(method: &str, path: &str, cookie: &str, form: &str) -> String {
    let headers = [
        ("accept", "*/*"),
        ("cookie", cookie),
        ("sec-fetch-site", "same-origin"),
        ("connection", "keep-alive"),
    ];
    request(method, path, &headers, form)
}

/// Sends a form, and reads an answer that is no refusal.
pub(crate) async fn post(
    connection: &mut AsyncConnection,
    path: &str,
    cookie: &str,
    form: &str,
) -> Result<Answer, LoadError> {
    let answer = connection.ask(&kept_alive("POST", path, cookie, form)).await?;
    if answer.status >= 400 { Err(unwanted(&answer, path)) } else { Ok(answer) }
}

pub(crate) fn unwanted(answer: &Answer, to: &str) -> LoadError {
    let found = format!("{} {}", answer.status, answer.body);
    LoadError::Answer { to: to.to_owned(), status: answer.status, found }
}

pub(crate) fn cookie(answer: &Answer) -> String {
    answer.cookie().unwrap_or_default().to_owned()
}
