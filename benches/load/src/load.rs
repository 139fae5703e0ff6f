//! Many tables at once over real connections, to see how much a server on this machine can do.
//!
//! Players know only what their screens show: they press the buttons of the page that their stream brought last.
//! A move is complete when every seat's stream has received the update, the mover's too.

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use testing::http::AsyncConnection;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::client::{self, LoadError, PlayerPage, Vitals, cookie, post, unwanted};

/// Load parameters.
#[derive(Clone, Debug)]
pub(crate) struct Load {
    /// The address of the server, which must be on this machine.
    pub(crate) address: SocketAddr,
    /// The name of the game.
    pub(crate) game: String,
    /// Seats at each table.
    pub(crate) n_seats: usize,
    /// Number of tables.
    pub(crate) n_tables: usize,
    /// Moves per table.
    pub(crate) pace: MoveRate,
    /// Duration of the measurement.
    pub(crate) time: Duration,
}

/// How often a table has a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum MoveRate {
    /// As soon as every screen has shown the move before.
    AtOnce,
    /// This many times a second.
    PerSecond(f64),
    /// Never while the time is measured. Then once, so that every stream shows that it is alive.
    Never,
}

/// Delay between the first moves of tables.
const APART: Duration = Duration::from_millis(2);

impl Load {
    /// The time of a table's next move after this many moves. `None` if the measurement is over.
    fn next_move(&self, n_moves: u32, began: Instant, phase: f64) -> Option<Instant> {
        let now = Instant::now();
        let time_is_left = now - began < self.time;
        match self.pace {
            MoveRate::AtOnce => time_is_left.then_some(now),
            MoveRate::PerSecond(rate) => {
                let after = Duration::from_secs_f64((f64::from(n_moves) + phase) / rate);
                time_is_left.then_some(began + after)
            }
            MoveRate::Never => {
                (n_moves == 0).then(|| began + APART.mul_f64(phase * self.n_tables as f64))
            }
        }
    }
}

/// Measured results.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Report {
    /// Streams that were open all the time.
    pub(crate) n_streams: usize,
    /// Moves that every screen has shown.
    pub(crate) n_moves: u64,
    /// Duration of the measurement; for silent tables, of the silence.
    pub(crate) seconds: f64,
    /// Time from sending a move until every screen showed it, in milliseconds, sorted.
    pub(crate) millis: Vec<f64>,
    /// Bytes of one update for one screen.
    pub(crate) bytes_per_screen: f64,
    /// Processor time of the server during the measurement, in seconds, if its metrics report it.
    pub(crate) cpu_seconds: Option<f64>,
    /// Memory of the server before the first table and after the measurement, in bytes.
    pub(crate) memory: Option<(f64, f64)>,
    /// Tables that gave up, and the first reason.
    pub(crate) failed: Option<(usize, String)>,
}

impl Report {
    /// A percentile of the times, in milliseconds.
    pub(crate) fn percentile(&self, percent: f64) -> Option<f64> {
        client::percentile(&self.millis, percent)
    }
}

/// Runs a measurement on a thread of its own.
pub(crate) fn run_here(load: Load) -> Result<Report, LoadError> {
    client::run_here(load.address, run(load))
}

/// Creates the tables, plays, and measures from the first move to the last. Joining and leaving are not measured.
pub(crate) async fn run(load: Load) -> Result<Report, LoadError> {
    let before = Vitals::of(load.address).await?;
    let mut tables = Vec::new();
    for _ in 0..load.n_tables {
        tables.push(TableLoad::set_up(&load).await?);
    }
    let silence = if load.pace == MoveRate::Never {
        let started = Vitals::of(load.address).await?;
        tokio::time::sleep_until(started.at + load.time).await;
        Some((started, Vitals::of(load.address).await?))
    } else {
        None
    };
    for table in &mut tables {
        // Servers close idle connections, and setting up the other tables took long.
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

/// The measurements of one table.
#[derive(Default)]
struct Played {
    millis: Vec<f64>,
    n_bytes: u64,
    n_screens: u64,
}

/// A table and its players.
struct TableLoad {
    path: String,
    cookies: Vec<String>,
    post: AsyncConnection,
    screens: Vec<PlayerPage>,
}

impl TableLoad {
    async fn set_up(load: &Load) -> Result<TableLoad, LoadError> {
        let mut connection = AsyncConnection::open(load.address).await?;
        let form = format!(
            "game={}&players={}&name=P1&stand-in=none&pace=0&interlude=none&changes=no",
            load.game, load.n_seats
        );
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
            let mut screen = PlayerPage::open(load.address, &client::live(&path), cookie).await?;
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

    /// Reads updates about players joining or leaving.
    async fn catch_up(&mut self) -> Result<(), LoadError> {
        while let Poll::Ready(news) = poll_fn(|context| Poll::Ready(self.poll_look(context))).await
        {
            news?;
        }
        Ok(())
    }

    /// Waits for the next update of any screen. Returns the seat and the number of bytes.
    async fn look(&mut self) -> Result<(usize, usize), LoadError> {
        let silent = || io::Error::new(io::ErrorKind::TimedOut, "no screen got an update");
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

    /// After a game, all players are ready for the next.
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
