//! A table in memory: the task that owns it, stores its events, and runs its bots and clocks.
//!
//! Events are on disk before anyone hears of them: only [`Room::carry_out`] changes the table. The
//! [presenter](crate::presenter) renders it.

mod admission;
mod bots;
mod players;
mod presence;
#[cfg(test)]
mod presence_tests;
#[cfg(test)]
mod timing_tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use pages::face::Face;
use pages::pace::Pace;
use pages::table_page::Frame;
use rules::{GameId, Observer, Rules as _};
use store::{Head, StoredTable, TableId, TableStage};
use table::command::{Caller, Command, CommandError, Denial, DenialKind, HouseCommand};
use table::decision::Decision;
use table::event::{BadLine, By, Event, EventKind, Holder, Moment, Scope};
use table::lobby::{Lobby, Names};
use table::seed::Seed;
use table::table::{BadLog, Table};
use table::terms::TimeControl;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use words::Words;

use crate::address::{Address, Bucket};
use crate::clock;
use crate::hall::{Hall, LONG_LOG};
use crate::hint::PendingHint;
use crate::presenter::{CurrentTable, Presenter};
use crate::stream::Subscriber;
use crate::visitor::Guest;

use self::bots::BotTasks;
use self::players::Players;
pub(crate) use self::players::players_of;
use self::presence::Attendance;
pub(crate) use self::presence::PAGE_GRACE;

/// A request to a table.
#[derive(Debug)]
pub(crate) enum Request {
    /// Carry out a command that came from this address.
    Command(Caller, Address, Command<String>, oneshot::Sender<Result<(), RequestError>>),
    /// Render the page once, in this language.
    Render(Guest, Words, oneshot::Sender<RenderedTable>),
    /// Prepare a hint for a player.
    Hint(Holder, Address, oneshot::Sender<Result<PendingHint, RequestError>>),
    /// Open a stream in this language and at this pace; `None` if the visitor may not watch. The stream ends when the seat
    /// changes hands or the table leaves memory.
    Watch(Guest, Words, Option<Pace>, oneshot::Sender<Option<Arc<Subscriber>>>),
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
    /// Whether the home page may list the table.
    pub(crate) is_listed: bool,
}

/// A table without requests leaves memory after this time.
const IDLE_TIME: Duration = Duration::from_secs(30);

/// A table with a long log stays longer: loading it again would cost a lot.
const LONG_IDLE_TIME: Duration = Duration::from_secs(600);

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
    players: Players,
    bot_tasks: BotTasks<G>,
    /// When browsers have shown all beats so far.
    beats_end: Instant,
    /// When browsers have shown everything so far.
    shown: Instant,
    /// The visitor whose turn this table's bots take: the player who was here last or, before any player was, who asked
    /// for the table first. `None` before the first request.
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
    ) -> Result<Room<G>, BadTableLog> {
        let StoredTable { id, seed, head, events } = kept;
        let seq = events.len() as u64;
        let mut events = events.iter().map(|line| line.parse::<Event<G>>());
        let first = events.next().ok_or(BadTableLog::Log(BadLog::NoTerms))?;
        let mut table = Table::new(&first.map_err(BadTableLog::Line)?).map_err(BadTableLog::Log)?;
        let mut presenter = Presenter::new(path(id), &table);
        let mut last_event = 0;
        for event in events {
            let event = event.map_err(BadTableLog::Line)?;
            last_event = event.at;
            let news = table.replay(event).map_err(BadTableLog::Log)?;
            presenter.add_news(&news, &table);
        }
        tracing::debug!(n_events = seq, "a table is loaded");
        let has_clock = table.is_playing() && table.terms().clock != TimeControl::None;
        let waits = table.interlude_ends().or(table.silence_ends()).is_some();
        let clock_runs = has_clock || waits;
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
            players: Players::default(),
            bot_tasks: BotTasks::default(),
            beats_end: clock::now(),
            shown: clock::now(),
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
            self.index_players().await;
            let wake = self.next_wakeup();
            let done = tokio::select! {
                () = &mut stopping => {
                    // After a restart nobody has to open the table to see that it waits.
                    self.write_index().await;
                    return;
                }
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
            Request::Command(caller, address, command, answer) => {
                let holder = holder_of(caller, &command);
                self.note_address(self.table.observer(holder), address);
                let done = match command.read() {
                    Ok(command) => {
                        let checked = self.check_address(holder, address, &command);
                        match checked.and_then(|()| self.check_name(holder, &command)) {
                            Ok(()) => self.carry_out(caller, command).await,
                            Err(error) => Err(error),
                        }
                    }
                    Err(unreadable) => {
                        Err(self.request_error(&CommandError::Unreadable(unreadable)))
                    }
                };
                // A visitor who has sat down is a player now.
                self.note_address(self.table.observer(holder), address);
                let store_failed = done == Err(RequestError::Unavailable);
                let _caller_may_be_gone = answer.send(done);
                if store_failed {
                    return Err(StoreFailed);
                }
            }
            Request::Render(guest, words, answer) => {
                self.note_guest(guest).await?;
                let rendered = self.render(guest, &words);
                let _caller_may_be_gone = answer.send(rendered);
            }
            Request::Hint(holder, address, answer) => {
                self.note_guest(Guest { holder: Some(holder), address }).await?;
                let _caller_may_be_gone = answer.send(self.hint(holder));
            }
            Request::Watch(guest, words, pace, answer) => {
                let who = self.note_guest(guest).await?;
                let room = self.requests.clone();
                let subscriber = who.map(|who| {
                    self.present(|presenter, current| {
                        presenter.subscribe(who, &words, pace, room, current)
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
        let head = self.next_head(caller, &decision, clock::wall_clock());
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
        let mut n_beats = 0;
        let mut has_steps = false;
        for news in self.table.evolve(decision) {
            n_beats += news.beats(Observer::Rail).len() as u32;
            has_steps |= news.has_steps();
            if let EventKind::Removed { seat, for_good: true } = news.event().kind {
                self.ban_address(seat);
            }
            if let Some(seat) = news.event().kind.new_player_at() {
                self.attendance.note_seen(seat, now);
            }
            self.note_addresses(&news.event().kind);
            self.presenter.add_news(&news, &self.table);
        }
        self.index_players().await;
        self.present(Presenter::send_updates);
        if has_steps {
            self.note_shown(n_beats);
        }
        Ok(())
    }

    /// Notes until when browsers show a decision with so many beats. They begin once they have shown what came before.
    fn note_shown(&mut self, n_beats: u32) {
        let begins = self.shown.max(clock::now());
        // Without a browser that plays them, steps take no time.
        let Some(pace) = self.presenter.slowest_pace() else { return };
        if n_beats > 0 {
            self.beats_end = begins + n_beats * pace.beat();
        }
        self.shown = begins + n_beats * pace.beat() + pace.landing();
    }

    /// The table's entry in lists after a decision, if it changes. Moves and chat change nothing that lists show: some
    /// moves are secret.
    fn next_head(&self, caller: Caller, decision: &Decision<G>, now: Moment) -> Option<Head> {
        // Silence that the server takes as an answer is no decision of a person.
        let decides = |event: &Event<G>| {
            matches!(caller, Caller::Holder(_))
                && matches!(event.kind, EventKind::Act { by: By::Person, .. })
        };
        let played = self.head.played || decision.events().any(decides);
        if !decision.events().any(|event| event.kind.scope() == Scope::Company) {
            return (played != self.head.played).then(|| Head { played, ..self.head.clone() });
        }
        let mut stage = self.head.stage;
        for event in decision.events() {
            match event.kind {
                EventKind::Began { .. } => stage = TableStage::Playing,
                EventKind::Ended { .. } | EventKind::Closed => stage = TableStage::Over,
                _ => {}
            }
        }
        let lobby = decision.lobby().unwrap_or(self.table.lobby());
        let (free_seats, names) = (free_seats(lobby), names(lobby));
        Some(Head { stage, played, free_seats, names, updated: now as i64, ..self.head.clone() })
    }

    /// Passes the current state to the presenter.
    fn present<T>(&mut self, show: impl FnOnce(&mut Presenter<G>, &CurrentTable<'_, G>) -> T) -> T {
        let now = self.now();
        let presence = self.presence(now);
        let current = CurrentTable { table: &self.table, presence: &presence, now };
        show(&mut self.presenter, &current)
    }

    fn render(&mut self, guest: Guest, words: &Words) -> RenderedTable {
        let visitor = guest.holder;
        let who = self.table.observer(visitor);
        let html =
            who.map(|who| self.present(|presenter, current| presenter.page(who, words, current)));
        // The page around the live part shows only public facts, and the seats that this visitor may take.
        let mut frame = Frame::of(&self.table, who.unwrap_or(Observer::Rail), visitor);
        if self.is_kept_out(visitor, guest.address) {
            frame.free.clear();
        }
        RenderedTable { html, frame, game: G::ID, is_listed: self.head.listed }
    }

    /// Prepares a hint for this player.
    fn hint(&self, holder: Holder) -> Result<PendingHint, RequestError> {
        let view = self.table.view_for_hint(holder).map_err(|error| self.request_error(&error))?;
        let at = view.who().seat().and_then(|seat| self.table.question(seat));
        let (radar, names) = (self.table.terms().radar, self.table.lobby().names());
        let away = self.away(self.now());
        Ok(PendingHint::new(view, at, radar, names, away, path(self.id)))
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
        !self.is_busy() && clock::now() >= self.last_request + self.idle_time()
    }

    /// How long the table stays in memory without requests.
    fn idle_time(&self) -> Duration {
        if self.seq > LONG_LOG { LONG_IDLE_TIME } else { IDLE_TIME }
    }

    /// Whether anyone watches or a bot thinks.
    fn is_busy(&self) -> bool {
        !self.bot_tasks.is_empty() || self.presenter.is_watched()
    }
}

/// The visitor who gives a command, or whom the server gives a seat.
fn holder_of<A>(caller: Caller, command: &Command<A>) -> Option<Holder> {
    match (caller, command) {
        (Caller::Holder(holder), _) => Some(holder),
        (Caller::House, Command::House(HouseCommand::Move { to, .. })) => Some(*to),
        (Caller::House, _) => None,
    }
}

/// The path of a table.
pub(crate) fn path(id: TableId) -> String {
    format!("/t/{id}")
}

/// A log from which no table can be rebuilt.
#[derive(Debug)]
pub(crate) enum BadTableLog {
    /// A line is not an event.
    Line(BadLine),
    /// The events do not form a table.
    Log(BadLog),
}

impl fmt::Display for BadTableLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTableLog::Line(error) => write!(f, "{error}"),
            BadTableLog::Log(error) => write!(f, "{error}"),
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
        played: false,
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

#[cfg(test)]
mod tests {
    use pages::live::Presence;
    use rules::{Seat, meow};
    use table::terms::{LevelName, SeatKind, Terms};

    use super::*;
    use crate::address::tests::address;
    use crate::hall::tests::hall;

    const MIA: Holder = Holder([1; 16]);

    fn mia() -> Guest {
        Guest { holder: Some(MIA), address: address("203.0.113.7") }
    }

    /// Mia between two bots.
    fn terms() -> Terms {
        let tiger = || SeatKind::Bot(LevelName::named("tiger").unwrap());
        let places = vec![tiger(), SeatKind::Person, tiger()];
        Terms { places, ..Terms::new::<meow::State>(&"meow players=3".parse().unwrap()) }
    }

    /// A new table of Mia's, loaded from its log.
    async fn room(hall: &Hall, terms: Terms) -> Room<meow::State> {
        let id = hall.open(terms, MIA, "Mia".to_owned(), None).await.unwrap();
        let kept = hall.store().read(id).await.unwrap();
        let (requests, _) = mpsc::channel(1);
        Room::new(hall.clone(), kept, requests.downgrade()).unwrap()
    }

    /// A visitor looks at a table.
    async fn look(room: &mut Room<meow::State>, guest: Guest) {
        let (answer, answered) = oneshot::channel();
        let request = Request::Render(guest, Words::default(), answer);
        assert!(room.answer(request).await.is_ok());
        assert!(answered.await.is_ok());
    }

    /// After a restart, the bots of all tables would share the turn of nobody.
    #[tokio::test]
    async fn bots_think_once_it_is_known_whose_turn_they_take() {
        let (hall, _trigger) = hall("whose-turn");
        let mut asks_bot = None;
        for _ in 0..100 {
            let room = room(&hall, terms()).await;
            if !room.table.bots_to_move().is_empty() {
                asks_bot = Some(room);
                break;
            }
        }
        let mut room = asks_bot.expect("a game that begins with a bot");
        room.start_bots();
        assert!(room.bot_tasks.is_empty() && room.visitor.is_none());
        // The first visitor counts until a player comes.
        let stranger = Guest { holder: None, address: address("203.0.113.8") };
        look(&mut room, stranger).await;
        assert_eq!(room.visitor, Some(stranger.address.customer()));
        room.start_bots();
        assert!(!room.bot_tasks.is_empty());
        look(&mut room, mia()).await;
        look(&mut room, stranger).await;
        assert_eq!(room.visitor, Some(mia().address.customer()));
    }

    #[tokio::test]
    async fn the_address_of_a_command_counts_too() {
        let (hall, _trigger) = hall("whose-command");
        let mut room = room(&hall, terms()).await;
        let (answer, answered) = oneshot::channel();
        let command = Command::Act { at: "9.9".parse().unwrap(), action: String::new() };
        let caller = Caller::Holder(MIA);
        let request = Request::Command(caller, mia().address, command, answer);
        assert!(room.answer(request).await.is_ok());
        assert!(answered.await.unwrap().is_err());
        assert_eq!(room.visitor, Some(mia().address.customer()));
    }

    #[tokio::test(start_paused = true)]
    async fn the_clock_of_a_table_is_the_monotonic_one() {
        let (hall, _trigger) = hall("table-clock");
        let room = room(&hall, terms()).await;
        let before = room.now();
        tokio::time::advance(Duration::from_secs(86_400)).await;
        assert_eq!(room.now() - before, 86_400_000, "the system's clock says otherwise");
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_without_a_stream_is_away_after_a_while() {
        let (hall, _trigger) = hall("grace");
        let mut room = room(&hall, terms()).await;
        look(&mut room, mia()).await;
        let seat = Seat::new(1);
        let is_here =
            |room: &Room<meow::State>| room.presence(room.now())[seat.index()] == Presence::Here;
        let second = Duration::from_secs(1);
        // Halfway the stream of the page ends.
        tokio::time::advance(PAGE_GRACE / 2).await;
        room.note_stream_end(Observer::Seat(seat));
        tokio::time::advance(PAGE_GRACE.checked_sub(second).unwrap()).await;
        assert!(is_here(&room), "a page that is loaded again has time");
        tokio::time::advance(second).await;
        assert!(!is_here(&room));
    }

    #[tokio::test(start_paused = true)]
    async fn a_table_stays_listed_while_a_player_watches() {
        let (hall, _trigger) = hall("stays-listed");
        // Nobody plays, so nothing waits for the store while the clock jumps.
        let places = vec![SeatKind::Person; 3];
        let terms = Terms { listed: true, places, ..terms() };
        let id = hall.open(terms, MIA, "Mia".to_owned(), None).await.unwrap();
        let watch = |answer| Request::Watch(mia(), Words::default(), None, answer);
        let subscriber =
            hall.ask(id, mia().address, watch).await.unwrap().expect("a player may watch");
        let is_listed = || hall.listings().ranked().iter().any(|(table, _)| *table == id);
        let mut minutes = tokio::time::interval(Duration::from_secs(60));
        for minute in 0..30 {
            minutes.tick().await;
            assert!(is_listed(), "minute {minute}");
        }
        drop(subscriber);
        for _ in 0..12 {
            minutes.tick().await;
        }
        assert!(!is_listed(), "nobody is there");
    }
}
