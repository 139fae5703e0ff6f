//! One table that is awake: a task that owns it, decides, writes down, and lets bots and clocks run.
//!
//! Whatever happens is on disk before anybody hears of it: [`Room::carry_out`] is the only place that changes the table.
//! How the table looks is the [presenter](crate::presenter)'s business.

mod bots;
mod presence;

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
use table::lobby::{Lobby, Names, Sitter};
use table::seed::Seed;
use table::table::{BadLog, Table};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use words::Words;

use crate::clock;
use crate::hall::Hall;
use crate::hint::PendingHint;
use crate::presenter::{Presenter, Situation};
use crate::stream::Subscriber;

use self::bots::Thinking;
use self::presence::Attendance;

/// A request to a table.
#[derive(Debug)]
pub(crate) enum Request {
    /// To carry out a command.
    Do(Caller, Command<String>, oneshot::Sender<Result<(), Refused>>),
    /// To be looked at once, in a language.
    Look(Option<Holder>, Words, oneshot::Sender<Looked>),
    /// The question of a player who wants a hint.
    Hint(Holder, oneshot::Sender<Result<PendingHint, Refused>>),
    /// To be watched, in a language; nothing where the visitor may not. The stream ends when the seat changes hands or
    /// the table falls asleep.
    Watch(Option<Holder>, Words, oneshot::Sender<Option<Arc<Subscriber>>>),
    /// To send everything to a subscriber that skipped updates.
    Snapshot(Observer),
    /// A subscriber has left.
    Left(Observer),
}

/// Why a table did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refused {
    /// The table or the rules are against it. The names are those of the seats in the reason.
    Denied(DenialKind, Denial, Names),
    /// The disk failed.
    Unavailable,
}

/// A look at a table.
#[derive(Clone, Debug)]
pub(crate) struct Looked {
    /// The live part of the page, unless this visitor may not watch.
    pub(crate) html: Option<String>,
    /// What the page around it depends on.
    pub(crate) frame: Frame,
    /// The game.
    pub(crate) game: GameId,
}

/// How long a table stays awake without a request.
const STAY_AWAKE: Duration = Duration::from_secs(30);

/// A table that is awake.
pub(crate) struct Room<G: Face> {
    hall: Hall,
    id: TableId,
    seed: Seed,
    /// The number of the last event on disk.
    seq: u64,
    table: Table<G>,
    /// What lists of tables show of it.
    head: Head,
    presenter: Presenter<G>,
    attendance: Attendance,
    thinking: Thinking<G>,
    /// Where streams report.
    requests: mpsc::WeakSender<Request>,
    last_request: Instant,
}

impl<G: Face> Room<G> {
    /// A table as its log tells it.
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
        for event in events {
            let news = table.replay(event.map_err(BadTable::Line)?).map_err(BadTable::Log)?;
            presenter.hear(&news, &table);
        }
        Ok(Room {
            hall,
            id,
            seed: Seed::new(*seed.bytes()),
            seq,
            attendance: Attendance::new(table.rules().n_seats(), clock::moment()),
            table,
            head,
            presenter,
            thinking: Thinking::default(),
            requests,
            last_request: clock::now(),
        })
    }

    /// Answers requests, and lets bots and clocks run, until nobody asks any more.
    pub(crate) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let shutdown = self.hall.shutdown().clone();
        let stopping = shutdown.begun();
        tokio::pin!(stopping);
        loop {
            self.let_bots_think();
            let wake = self.next_look();
            let done = tokio::select! {
                () = &mut stopping => return,
                request = requests.recv() => match request {
                    Some(request) => {
                        self.last_request = clock::now();
                        self.answer(request).await
                    }
                    None => return,
                },
                Some(thought) = self.thinking.next() => self.bot_acts(thought).await,
                () = tokio::time::sleep_until(wake) => {
                    let done = self.look_at_clock().await;
                    if self.may_sleep() && self.hall.sleep(self.id, &mut requests) {
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

    async fn answer(&mut self, request: Request) -> Result<(), Gone> {
        match request {
            Request::Do(caller, command, answer) => {
                let done = match command.read() {
                    Ok(command) => self.carry_out(caller, command).await,
                    Err(unreadable) => Err(self.refused(&CommandError::Unreadable(unreadable))),
                };
                let is_gone = done == Err(Refused::Unavailable);
                let _caller_may_be_gone = answer.send(done);
                if is_gone {
                    return Err(Gone);
                }
            }
            Request::Look(holder, words, answer) => {
                let who = self.table.observer(holder);
                self.came(who).await?;
                let looked = self.look(who, &words);
                let _caller_may_be_gone = answer.send(looked);
            }
            Request::Hint(holder, answer) => {
                self.came(self.table.lobby().seat_of(holder).map(Observer::Seat)).await?;
                let _caller_may_be_gone = answer.send(self.hint(holder));
            }
            Request::Watch(holder, words, answer) => {
                let who = self.table.observer(holder);
                self.came(who).await?;
                let room = self.requests.clone();
                let subscriber = who.map(|who| {
                    self.present(|presenter, situation| {
                        presenter.subscribe(who, &words, room, situation)
                    })
                });
                let _caller_may_be_gone = answer.send(subscriber);
            }
            Request::Snapshot(who) => {
                self.present(|presenter, situation| presenter.send_snapshots(who, situation));
            }
            Request::Left(who) => self.left(who),
        }
        Ok(())
    }

    /// Decides, writes down, and only then lets it happen and shows it.
    async fn carry_out(
        &mut self,
        caller: Caller,
        command: Command<G::Action>,
    ) -> Result<(), Refused> {
        let now = clock::moment();
        let decision = self.table.decide(&self.seed, caller, &command, now);
        let decision = decision.map_err(|no| self.refused(&no))?;
        if decision.is_empty() {
            return Ok(());
        }
        let head = self.next_head(&decision, now);
        let lines = decision.events().map(Event::to_string).collect();
        match self.hall.store().append(self.id, self.seq, lines, head.clone()).await {
            Ok(seq) => self.seq = seq,
            Err(error) => {
                // It is unknown whether the events are on disk: the task ends, and the next one reads the log again.
                tracing::error!(%error, "a move could not be written");
                return Err(Refused::Unavailable);
            }
        }
        if let Some(head) = head {
            self.head = head;
        }
        for news in self.table.evolve(decision) {
            if let EventKind::Sat { seat, .. }
            | EventKind::Moved { seat, .. }
            | EventKind::Rose { seat } = news.event().kind
            {
                self.attendance.came(seat, now);
            }
            self.presenter.hear(&news, &self.table);
        }
        self.present(Presenter::show);
        Ok(())
    }

    /// What lists of tables show after a decision, where that changes. Choices and chat leave no trace in it: some of
    /// them are secret.
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

    /// Lets the presenter show the table as it is now.
    fn present<T>(&mut self, show: impl FnOnce(&mut Presenter<G>, &Situation<'_, G>) -> T) -> T {
        let now = clock::moment();
        let presence = self.presence(now);
        let situation = Situation { table: &self.table, presence: &presence, now };
        show(&mut self.presenter, &situation)
    }

    fn look(&mut self, who: Option<Observer>, words: &Words) -> Looked {
        let html = who
            .map(|who| self.present(|presenter, situation| presenter.page(who, words, situation)));
        // Around the live part stands only what anybody may know.
        let frame = Frame::of(&self.table.view(who.unwrap_or(Observer::Rail)));
        Looked { html, frame, game: G::ID }
    }

    /// The question that a bot answers for a player.
    fn hint(&self, holder: Holder) -> Result<PendingHint, Refused> {
        let view = self.table.view_for_hint(holder).map_err(|no| self.refused(&no))?;
        let at = view.who().seat().and_then(|seat| self.table.question(seat));
        let (radar, names) = (self.table.terms().radar, self.table.lobby().names());
        Ok(PendingHint::new(view, at, radar, names, path(self.id)))
    }

    fn refused(&self, no: &CommandError<G>) -> Refused {
        Refused::Denied(no.kind(), no.denial(), self.table.lobby().names())
    }

    /// Carries out what the house wants. A refusal is no harm: somebody was faster.
    async fn house_does(
        &mut self,
        caller: Caller,
        command: Command<G::Action>,
    ) -> Result<(), Gone> {
        match self.carry_out(caller, command).await {
            Err(Refused::Unavailable) => Err(Gone),
            Ok(()) | Err(Refused::Denied(..)) => Ok(()),
        }
    }

    fn may_sleep(&self) -> bool {
        !self.is_busy() && clock::now() >= self.last_request + STAY_AWAKE
    }

    /// Whether anybody watches, or a bot thinks.
    fn is_busy(&self) -> bool {
        !self.thinking.is_empty() || self.presenter.is_watched()
    }
}

/// The path of a table.
pub(crate) fn path(id: TableId) -> String {
    format!("/t/{id}")
}

/// A log that is not a table's.
#[derive(Debug)]
pub(crate) enum BadTable {
    /// It has a line that is no event.
    Line(BadLine),
    /// It tells of no table.
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

/// The task cannot go on: what is on disk has to be read again.
struct Gone;

/// What lists of tables show of a table that has just been set up.
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
    lobby.chairs.iter().filter(|chair| chair.sitter == Sitter::Nobody).count() as u32
}

/// Names of the people at the table, in the order of their seats.
fn names(lobby: &Lobby) -> Vec<String> {
    lobby.chairs.iter().filter_map(|chair| chair.name()).map(str::to_owned).collect()
}
