//! A table in memory: the task that owns it, stores its events, and runs its bots and clocks.
//!
//! Events are on disk before anyone hears of them: only [`Room::carry_out`] changes the table. The
//! [presenter](crate::presenter) renders it.

mod bots;
mod presence;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use pages::face::Face;
use pages::table_page::Frame;
use rules::{GameId, Observer, Rules as _};
use store::{Head, StoredTable, TableId, TableStage};
use table::command::{Caller, Command, CommandError, Denial, DenialKind};
use table::decision::Decision;
use table::event::{BadLine, Event, EventKind, Holder, Moment};
use table::lobby::{Lobby, Names};
use table::seed::Seed;
use table::table::{BadLog, Table};
use table::terms::TimeControl;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use words::Words;

use crate::address::Bucket;
use crate::clock;
use crate::hall::Hall;
use crate::hint::PendingHint;
use crate::presenter::{CurrentTable, Presenter};
use crate::stream::Subscriber;
use crate::visitor::Guest;

use self::bots::BotTasks;
use self::presence::Attendance;

/// A request to a table.
#[derive(Debug)]
pub(crate) enum Request {
    /// Carry out a command.
    Command(Caller, Command<String>, oneshot::Sender<Result<(), RequestError>>),
    /// Render the page once, in this language.
    Render(Guest, Words, oneshot::Sender<RenderedTable>),
    /// Prepare a hint for a player.
    Hint(Holder, oneshot::Sender<Result<PendingHint, RequestError>>),
    /// Open a stream in this language; `None` if the visitor may not watch. The stream ends when the seat changes hands
    /// or the table leaves memory.
    Watch(Guest, Words, oneshot::Sender<Option<Arc<Subscriber>>>),
    /// Send a snapshot to the subscribers of this observer that skipped updates.
    Snapshot(Observer),
    /// A subscriber's stream has ended.
    StreamEnded(Observer),
}

/// Why a table did not carry out a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RequestError {
    /// The table or the rules forbid it. The names are for the seats in the reason.
    Denied(DenialKind, Denial, Names),
    /// The store failed.
    Unavailable,
}

/// A table as rendered for one visitor.
#[derive(Clone, Debug)]
pub(crate) struct RenderedTable {
    /// The live part of the page; `None` if the visitor may not watch.
    pub(crate) html: Option<String>,
    /// The facts for the page around the live part.
    pub(crate) frame: Frame,
    /// The game.
    pub(crate) game: GameId,
}

/// A table without requests leaves memory after this time.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// A table in memory.
pub(crate) struct Room<G: Face> {
    hall: Hall,
    id: TableId,
    /// How far the clocks of this table are behind the server's.
    behind: Moment,
    seed: Seed,
    /// The number of the last event on disk.
    seq: u64,
    table: Table<G>,
    /// The table's entry in lists.
    head: Head,
    presenter: Presenter<G>,
    attendance: Attendance,
    bot_tasks: BotTasks<G>,
    /// The address of the player who visited last: the visitor whose turn this table's bots take.
    visitor: Option<Bucket>,
    /// The queue of this task, for streams to report to.
    requests: mpsc::WeakSender<Request>,
    last_request: Instant,
}

impl<G: Face> Room<G> {
    /// Rebuilds a table from its log.
    pub(crate) fn new(
        hall: Hall,
        kept: StoredTable,
        requests: mpsc::WeakSender<Request>,
    ) -> Result<Room<G>, BadTable> {
        let StoredTable { id, seed, head, events } = kept;
        let seq = events.len() as u64;
        let mut events = events.iter().map(|line| line.parse::<Event<G>>());
        let first = events.next().ok_or(BadTable::Log(BadLog::NoTerms))?;
        let mut table = Table::new(&first.map_err(BadTable::Line)?).map_err(BadTable::Log)?;
        let mut presenter = Presenter::new(path(id), &table);
        let mut last_event = 0;
        for event in events {
            let event = event.map_err(BadTable::Line)?;
            last_event = event.at;
            let news = table.replay(event).map_err(BadTable::Log)?;
            presenter.add_news(&news, &table);
        }
        tracing::debug!(n_events = seq, "a table is loaded");
        let clock_runs = table.is_playing() && table.terms().clock != TimeControl::None;
        let behind = hall.time_behind(id, clock_runs.then_some(last_event));
        let now = clock::moment() - behind;
        Ok(Room {
            hall,
            id,
            behind,
            seed: Seed::new(*seed.bytes()),
            seq,
            attendance: Attendance::new(table.rules().n_seats(), now),
            table,
            head,
            presenter,
            bot_tasks: BotTasks::default(),
            visitor: None,
            requests,
            last_request: clock::now(),
        })
    }

    /// The time of this table's clocks and events.
    fn now(&self) -> Moment {
        clock::moment() - self.behind
    }

    /// Answers requests and runs bots and clocks until the table is idle.
    pub(crate) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let shutdown = self.hall.shutdown().clone();
        let stopping = shutdown.started();
        tokio::pin!(stopping);
        loop {
            self.start_bots();
            self.keep_listed();
            let wake = self.next_wakeup();
            let done = tokio::select! {
                () = &mut stopping => return,
                request = requests.recv() => match request {
                    Some(request) => {
                        self.last_request = clock::now();
                        self.answer(request).await
                    }
                    None => return,
                },
                Some(decision) = self.bot_tasks.next() => self.carry_out_bot_decision(decision).await,
                () = tokio::time::sleep_until(wake) => {
                    let done = self.do_due_work().await;
                    if self.is_idle() && self.hall.release_idle(self.id, &mut requests) {
                        return;
                    }
                    done
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    async fn answer(&mut self, request: Request) -> Result<(), StoreFailed> {
        match request {
            Request::Command(caller, command, answer) => {
                let done = match command.read() {
                    Ok(command) => self.carry_out(caller, command).await,
                    Err(unreadable) => {
                        Err(self.request_error(&CommandError::Unreadable(unreadable)))
                    }
                };
                let store_failed = done == Err(RequestError::Unavailable);
                let _caller_may_be_gone = answer.send(done);
                if store_failed {
                    return Err(StoreFailed);
                }
            }
            Request::Render(guest, words, answer) => {
                self.note_guest(guest).await?;
                let rendered = self.render(guest.holder, &words);
                let _caller_may_be_gone = answer.send(rendered);
            }
            Request::Hint(holder, answer) => {
                self.note_visit(self.table.lobby().seat_of(holder).map(Observer::Seat)).await?;
                let _caller_may_be_gone = answer.send(self.hint(holder));
            }
            Request::Watch(guest, words, answer) => {
                let who = self.note_guest(guest).await?;
                let room = self.requests.clone();
                let subscriber = who.map(|who| {
                    self.present(|presenter, current| {
                        presenter.subscribe(who, &words, room, current)
                    })
                });
                let _caller_may_be_gone = answer.send(subscriber);
            }
            Request::Snapshot(who) => {
                self.present(|presenter, current| presenter.send_snapshots(who, current));
            }
            Request::StreamEnded(who) => self.note_stream_end(who),
        }
        Ok(())
    }

    /// Decides on a command, stores the events, and only then applies and shows them.
    async fn carry_out(
        &mut self,
        caller: Caller,
        command: Command<G::Action>,
    ) -> Result<(), RequestError> {
        let now = self.now();
        let decision = self.table.decide(&self.seed, caller, &command, now);
        let decision = decision.map_err(|error| self.request_error(&error))?;
        if decision.is_empty() {
            return Ok(());
        }
        let head = self.next_head(&decision, clock::wall_clock());
        let lines = decision.events().map(Event::to_string).collect();
        match self.hall.store().append(self.id, self.seq, lines, head.clone()).await {
            Ok(seq) => self.seq = seq,
            Err(error) => {
                // The events may or may not be on disk. The task ends, and the next one reads the log again.
                tracing::error!(%error, "a move could not be written");
                self.hall.note_failed_write(&error);
                return Err(RequestError::Unavailable);
            }
        }
        if let Some(head) = head {
            self.head = head;
        }
        for news in self.table.evolve(decision) {
            if let Some(seat) = news.event().kind.new_player_at() {
                self.attendance.note_seen(seat, now);
            }
            self.presenter.add_news(&news, &self.table);
        }
        self.present(Presenter::send_updates);
        Ok(())
    }

    /// The table's entry in lists after a decision, if it changes. Moves and chat never change it: some moves are
    /// secret.
    fn next_head(&self, decision: &Decision<G>, now: Moment) -> Option<Head> {
        let changes = |event: &Event<G>| {
            !matches!(
                event.kind,
                EventKind::Chance(_)
                    | EventKind::Act { .. }
                    | EventKind::Late { .. }
                    | EventKind::Said { .. }
                    | EventKind::Muted { .. }
            )
        };
        if !decision.events().any(changes) {
            return None;
        }
        let mut stage = self.head.stage;
        for event in decision.events() {
            match event.kind {
                EventKind::Began { .. } => stage = TableStage::Playing,
                EventKind::Ended { .. } => stage = TableStage::Over,
                _ => {}
            }
        }
        let lobby = decision.lobby().unwrap_or(self.table.lobby());
        let (free_seats, names) = (free_seats(lobby), names(lobby));
        Some(Head { stage, free_seats, names, updated: now as i64, ..self.head.clone() })
    }

    /// Passes the current state to the presenter.
    fn present<T>(&mut self, show: impl FnOnce(&mut Presenter<G>, &CurrentTable<'_, G>) -> T) -> T {
        let now = self.now();
        let presence = self.presence(now);
        let current = CurrentTable { table: &self.table, presence: &presence, now };
        show(&mut self.presenter, &current)
    }

    fn render(&mut self, visitor: Option<Holder>, words: &Words) -> RenderedTable {
        let who = self.table.observer(visitor);
        let html =
            who.map(|who| self.present(|presenter, current| presenter.page(who, words, current)));
        // The page around the live part shows only public facts, and the seats that this visitor may take.
        let frame = Frame::of(&self.table, who.unwrap_or(Observer::Rail), visitor);
        RenderedTable { html, frame, game: G::ID }
    }

    /// Prepares a hint for this player.
    fn hint(&self, holder: Holder) -> Result<PendingHint, RequestError> {
        let view = self.table.view_for_hint(holder).map_err(|error| self.request_error(&error))?;
        let at = view.who().seat().and_then(|seat| self.table.question(seat));
        let (radar, names) = (self.table.terms().radar, self.table.lobby().names());
        Ok(PendingHint::new(view, at, radar, names, path(self.id)))
    }

    fn request_error(&self, error: &CommandError<G>) -> RequestError {
        RequestError::Denied(error.kind(), error.denial(), self.table.lobby().names())
    }

    /// Carries out a command of the server itself. A refusal is harmless: another command came first.
    async fn carry_out_for_house(
        &mut self,
        caller: Caller,
        command: Command<G::Action>,
    ) -> Result<(), StoreFailed> {
        match self.carry_out(caller, command).await {
            Err(RequestError::Unavailable) => Err(StoreFailed),
            Ok(()) | Err(RequestError::Denied(..)) => Ok(()),
        }
    }

    fn is_idle(&self) -> bool {
        !self.is_busy() && clock::now() >= self.last_request + IDLE_TIME
    }

    /// Whether anyone watches or a bot thinks.
    fn is_busy(&self) -> bool {
        !self.bot_tasks.is_empty() || self.presenter.is_watched()
    }
}

/// The path of a table.
pub(crate) fn path(id: TableId) -> String {
    format!("/t/{id}")
}

/// A log from which no table can be rebuilt.
#[derive(Debug)]
pub(crate) enum BadTable {
    /// A line is not an event.
    Line(BadLine),
    /// The events do not form a table.
    Log(BadLog),
}

impl fmt::Display for BadTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTable::Line(error) => write!(f, "{error}"),
            BadTable::Log(error) => write!(f, "{error}"),
        }
    }
}

/// The store failed. The task has to end, because it does not know what is on disk.
struct StoreFailed;

/// The list entry of a new table.
pub(crate) fn head_of<G: Face>(table: &Table<G>, now: Moment) -> Head {
    Head {
        game: G::ID.name().to_owned(),
        stage: if table.is_playing() { TableStage::Playing } else { TableStage::Waiting },
        listed: table.terms().listed,
        free_seats: free_seats(table.lobby()),
        names: names(table.lobby()),
        updated: now as i64,
    }
}

/// Number of seats that wait for a player.
fn free_seats(lobby: &Lobby) -> u32 {
    lobby.seats().filter(|&seat| lobby.is_open(seat)).count() as u32
}

/// Names of the people at the table, in the order of their seats.
fn names(lobby: &Lobby) -> Vec<String> {
    lobby.chairs.iter().filter_map(|chair| chair.name()).map(str::to_owned).collect()
}
