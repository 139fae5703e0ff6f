//! Many tables at once over real connections, to see how much a server on this machine can do.
//!
//! Players know only what their screens show: they press the buttons of the page that their stream brought last.
//! A move counts as told when every seat's stream, the mover's own too, has brought what came of it.

use std::fmt;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use testing::http::{Answer, AsyncConnection, request};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::files;

/// What is asked of the server.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// Where it listens. Only this machine is loaded.
    pub(crate) address: SocketAddr,
    /// The game, as the form for a new table has it.
    pub(crate) game: String,
    /// How many seats a table has.
    pub(crate) n_seats: usize,
    /// How many tables.
    pub(crate) n_tables: usize,
    /// How often somebody moves.
    pub(crate) pace: Pace,
    /// How long.
    pub(crate) time: Duration,
}

/// How often somebody moves at a table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Pace {
    /// As soon as every screen has shown the move before.
    AtOnce,
    /// So many times a second.
    PerSecond(f64),
    /// Never while the time is measured. Then once, so that every stream shows that it is alive.
    Never,
}

/// How long after each other tables move at which nobody did before.
const APART: Duration = Duration::from_millis(2);

impl Load {
    /// When a table that began with the others and has made so many moves makes the next one, if any.
    fn next_move(&self, n_moves: u32, began: Instant, phase: f64) -> Option<Instant> {
        let now = Instant::now();
        let time_is_left = now - began < self.time;
        match self.pace {
            Pace::AtOnce => time_is_left.then_some(now),
            Pace::PerSecond(rate) => {
                let after = Duration::from_secs_f64((f64::from(n_moves) + phase) / rate);
                time_is_left.then_some(began + after)
            }
            Pace::Never => {
                (n_moves == 0).then(|| began + APART.mul_f64(phase * self.n_tables as f64))
            }
        }
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Report {
    /// Streams that were open all the time.
    pub(crate) n_streams: usize,
    /// Moves that every screen has shown.
    pub(crate) n_moves: u64,
    /// How long that took; where nobody moved, how long nobody did.
    pub(crate) seconds: f64,
    /// From sending a move until every screen had it, in milliseconds, sorted.
    pub(crate) millis: Vec<f64>,
    /// Bytes that one screen got for one move.
    pub(crate) bytes_per_screen: f64,
    /// Seconds of processor that the server spent in these seconds, where it says so.
    pub(crate) cpu_seconds: Option<f64>,
    /// Memory of the server before the first table and at their end, in bytes.
    pub(crate) memory: Option<(f64, f64)>,
    /// Tables that gave up, and the first reason.
    pub(crate) failed: Option<(usize, String)>,
}

impl Report {
    /// The time that so many of a hundred moves did not exceed.
    pub(crate) fn percentile(&self, percent: f64) -> Option<f64> {
        let last = self.millis.len().checked_sub(1)?;
        self.millis.get((last as f64 * percent / 100.0).round() as usize).copied()
    }
}

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
            LoadError::Answer { to, found } => write!(f, "to {to} the server answered {found}"),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> LoadError {
        LoadError::Connection(error)
    }
}

/// Loads a server, with threads of its own.
pub(crate) fn run_here(load: Load) -> Result<Report, LoadError> {
    files::allow_many();
    let threads = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    threads.block_on(run(load))
}

/// Loads a server: sets the tables up, plays, and tells what was measured from the first move to the last: coming and
/// going is not what is measured.
pub(crate) async fn run(load: Load) -> Result<Report, LoadError> {
    if !load.address.ip().is_loopback() {
        return Err(LoadError::NotHere(load.address));
    }
    let before = Vitals::of(load.address).await?;
    let mut tables = Vec::new();
    for _ in 0..load.n_tables {
        tables.push(TableLoad::set_up(&load).await?);
    }
    let silence = if load.pace == Pace::Never {
        let started = Vitals::of(load.address).await?;
        tokio::time::sleep_until(started.at + load.time).await;
        Some((started, Vitals::of(load.address).await?))
    } else {
        None
    };
    for table in &mut tables {
        // Servers close connections on which nothing was asked for long, such as while others set up their tables.
        table.post = AsyncConnection::open(load.address).await?;
    }
    let (started, after_silence) = match silence {
        Some((started, ended)) => (started, Some(ended)),
        None => (Vitals::of(load.address).await?, None),
    };
    let began = Instant::now();
    let mut playing = JoinSet::new();
    for (index, table) in tables.into_iter().enumerate() {
        let load = load.clone();
        // Tables take turns, so that they do not all move at the same moment.
        let phase = index as f64 / load.n_tables as f64;
        playing.spawn(async move { table.play(&load, began, phase).await });
    }
    let mut all = Played::default();
    let mut failed: Option<(usize, String)> = None;
    let mut done = Vec::new();
    while let Some(played) = playing.join_next().await {
        let (table, played, error) = played.map_err(io::Error::other)?;
        done.push(table);
        all.millis.extend(played.millis);
        all.n_bytes += played.n_bytes;
        all.n_screens += played.n_screens;
        if let Some(error) = error {
            let (n, first) = failed.get_or_insert_with(|| (0, error.to_string()));
            (*n, _) = (*n + 1, first);
        }
    }
    let ended = match after_silence {
        Some(ended) => ended,
        None => Vitals::of(load.address).await?,
    };
    drop(done);
    all.millis.sort_by(f64::total_cmp);
    Ok(Report {
        n_streams: load.n_tables * load.n_seats,
        n_moves: all.millis.len() as u64,
        seconds: (ended.at - started.at).as_secs_f64(),
        bytes_per_screen: all.n_bytes as f64 / all.n_screens.max(1) as f64,
        cpu_seconds: started.cpu.zip(ended.cpu).map(|(before, after)| after - before),
        memory: before.memory.zip(ended.memory),
        millis: all.millis,
        failed,
    })
}

/// What one table has measured.
#[derive(Default)]
struct Played {
    millis: Vec<f64>,
    n_bytes: u64,
    n_screens: u64,
}

/// A table and everybody at it.
struct TableLoad {
    path: String,
    cookies: Vec<String>,
    post: AsyncConnection,
    screens: Vec<Screen>,
}

impl TableLoad {
    async fn set_up(load: &Load) -> Result<TableLoad, LoadError> {
        let mut connection = AsyncConnection::open(load.address).await?;
        let form =
            format!("game={}&players={}&name=P1&stand-in=none&pace=0", load.game, load.n_seats);
        let answer = post(&mut connection, "/new", "", &form).await?;
        let path = answer.header("location").ok_or_else(|| unwanted(&answer, "/new"))?.to_owned();
        let mut cookies = vec![cookie(&answer)];
        for number in 2..=load.n_seats {
            let (path, form) = (format!("{path}/sit"), format!("name=P{number}"));
            let answer = post(&mut connection, &path, "", &form).await?;
            cookies.push(cookie(&answer));
        }
        for cookie in &cookies {
            post(&mut connection, &format!("{path}/ready"), cookie, "yes=yes").await?;
        }
        let mut screens = Vec::new();
        for cookie in &cookies {
            let mut screen = Screen::open(load.address, &format!("{path}/live"), cookie).await?;
            screen.next().await?;
            screens.push(screen);
        }
        Ok(TableLoad { path, cookies, post: connection, screens })
    }

    /// Plays until the time is up.
    async fn play(
        mut self,
        load: &Load,
        began: Instant,
        phase: f64,
    ) -> (TableLoad, Played, Option<LoadError>) {
        let mut played = Played::default();
        let error = self.play_on(load, began, phase, &mut played).await.err();
        (self, played, error)
    }

    async fn play_on(
        &mut self,
        load: &Load,
        began: Instant,
        phase: f64,
        played: &mut Played,
    ) -> Result<(), LoadError> {
        let n_seats = self.cookies.len();
        let act = format!("{}/act", self.path);
        let mut n_moves = 0;
        while let Some(due) = load.next_move(n_moves, began, phase) {
            tokio::time::sleep_until(due).await;
            self.catch_up().await?;
            let Some((seat, form)) =
                (0..n_seats).find_map(|seat| Some((seat, self.screens[seat].decision()?)))
            else {
                self.begin_again().await?;
                continue;
            };
            let sent = Instant::now();
            let waiting = post(&mut self.post, &act, &self.cookies[seat], &form).await?;
            if waiting.status != 204 {
                return Err(unwanted(&waiting, &act));
            }
            let mut heard = vec![false; n_seats];
            while heard.iter().any(|heard| !heard) {
                let (seat, n_bytes) = self.look().await?;
                played.n_bytes += n_bytes as u64;
                played.n_screens += 1;
                heard[seat] = true;
            }
            played.millis.push((Instant::now() - sent).as_secs_f64() * 1e3);
            n_moves += 1;
        }
        Ok(())
    }

    /// Shows what has come meanwhile: that is who came and went.
    async fn catch_up(&mut self) -> Result<(), LoadError> {
        while let Poll::Ready(news) = poll_fn(|context| Poll::Ready(self.poll_look(context))).await
        {
            news?;
        }
        Ok(())
    }

    /// Waits for the next screen that shows something new: which it is, and how many bytes that took.
    async fn look(&mut self) -> Result<(usize, usize), LoadError> {
        let silent = || io::Error::new(io::ErrorKind::TimedOut, "a screen stays silent");
        let look = poll_fn(|context| self.poll_look(context));
        tokio::time::timeout(Duration::from_secs(30), look).await.map_err(|_| silent())?
    }

    fn poll_look(&mut self, context: &mut Context<'_>) -> Poll<Result<(usize, usize), LoadError>> {
        for (seat, screen) in self.screens.iter_mut().enumerate() {
            if let Poll::Ready(n_bytes) = pin!(screen.next()).poll(context) {
                return Poll::Ready(n_bytes.map(|n_bytes| (seat, n_bytes)));
            }
        }
        Poll::Pending
    }

    /// Behind the end of a game everybody wants another one.
    async fn begin_again(&mut self) -> Result<(), LoadError> {
        let path = format!("{}/ready", self.path);
        let asks = format!("action=\"{path}\"><input type=\"hidden\" name=\"yes\" value=\"yes\"");
        let mut ready = vec![false; self.screens.len()];
        while !self.screens.iter().any(|screen| screen.decision().is_some()) {
            for (seat, ready) in ready.iter_mut().enumerate() {
                if !*ready && self.screens[seat].shown.contains(&asks) {
                    post(&mut self.post, &path, &self.cookies[seat], "yes=yes").await?;
                    *ready = true;
                }
            }
            self.look().await?;
        }
        Ok(())
    }
}

/// What somebody at a table sees, as far as it matters to what they do.
struct Screen {
    stream: AsyncConnection,
    /// The line that is being read.
    line: Vec<u8>,
    /// Whether the event that is being read brings all of it.
    is_whole: bool,
    /// The bytes of beats, which come before what is new.
    n_beat_bytes: usize,
    /// What it offers: it changes with all of it, or with the hand.
    shown: String,
}

impl Screen {
    async fn open(address: SocketAddr, path: &str, cookie: &str) -> Result<Screen, LoadError> {
        let mut stream = AsyncConnection::open(address).await?;
        stream.send(&kept_alive("GET", path, cookie, "")).await?;
        let head = stream.head().await?;
        if head.status != 200 {
            return Err(unwanted(&head, path));
        }
        let (line, shown) = (Vec::new(), String::new());
        Ok(Screen { stream, line, is_whole: false, n_beat_bytes: 0, shown })
    }

    /// Waits until it shows something new, and says how many bytes that took. Who stops waiting can go on later.
    async fn next(&mut self) -> Result<usize, LoadError> {
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
                let is_beat = BEATS.iter().any(|beat| find(html, beat).is_some());
                self.n_beat_bytes += html.len();
                self.line.clear();
                if !is_beat {
                    return Ok(std::mem::take(&mut self.n_beat_bytes));
                }
            }
            self.line.clear();
        }
    }

    fn decision(&self) -> Option<String> {
        decision(&self.shown)
    }
}

/// What events have that show something for a moment before the newest state.
const BEATS: [&str; 2] = ["data-moment=\"trick\"", "data-moment=\"reveal\""];

/// The form of the first decision that a screen offers, filled in.
fn decision(html: &str) -> Option<String> {
    let button =
        find(html, "<button name=\"action\"").or_else(|| find(html, " name=\"action\" value="))?;
    let value = value_behind(&html[button..])?;
    let at = html[..button].rfind("name=\"at\"")?;
    let at = value_behind(&html[at..])?;
    Some(format!("at={at}&action={}", value.replace(' ', "+")))
}

/// Where something is. Four pages are searched for every move, and what that takes the server does not get.
fn find(html: &str, what: &str) -> Option<usize> {
    memchr::memmem::find(html.as_bytes(), what.as_bytes())
}

fn value_behind(html: &str) -> Option<&str> {
    html.split_once("value=\"")?.1.split('"').next()
}

/// What a server says of itself.
struct Vitals {
    at: Instant,
    cpu: Option<f64>,
    memory: Option<f64>,
}

impl Vitals {
    async fn of(address: SocketAddr) -> Result<Vitals, LoadError> {
        let mut connection = AsyncConnection::open(address).await?;
        let answer = connection.ask(&kept_alive("GET", "/metrics", "", "")).await?;
        let number = |name: &str| {
            let line = answer.body.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|number| number.trim().parse().ok())
        };
        let cpu = number("process_cpu_seconds_total ");
        let memory = number("process_resident_memory_bytes ");
        Ok(Vitals { at: Instant::now(), cpu, memory })
    }
}

/// A request of a page's script, on a connection that stays open.
fn kept_alive(method: &str, path: &str, cookie: &str, form: &str) -> String {
    let headers = [
        ("accept", "*/*"),
        ("cookie", cookie),
        ("sec-fetch-site", "same-origin"),
        ("connection", "keep-alive"),
    ];
    request(method, path, &headers, form)
}

/// Sends a form, and reads an answer that is no refusal.
async fn post(
    connection: &mut AsyncConnection,
    path: &str,
    cookie: &str,
    form: &str,
) -> Result<Answer, LoadError> {
    let answer = connection.ask(&kept_alive("POST", path, cookie, form)).await?;
    if answer.status >= 400 { Err(unwanted(&answer, path)) } else { Ok(answer) }
}

fn unwanted(answer: &Answer, to: &str) -> LoadError {
    let found = format!("{} {}", answer.status, answer.body);
    LoadError::Answer { to: to.to_owned(), found }
}

fn cookie(answer: &Answer) -> String {
    answer.cookie().unwrap_or_default().to_owned()
}
