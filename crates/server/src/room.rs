//! One table that is awake: a task that owns it, lets bots think and clocks run, and shows everybody what they may see.
//!
//! Whatever happens is on disk before anybody hears of it: [`Room::carry_out`] is the only place that changes the table.

use std::collections::HashMap;
use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bots::BotName;
use pages::face::{Drawings, Face};
use pages::live::{Beside, Live, Presence, Round, Rounds};
use pages::story;
use pages::table_page::Frame;
use rules::{GameId, Observer, Open as _, Rules as _, Say as _, Seat, View};
use store::{Head, Stage, TableId};
use table::command::{Absence, Caller, Command, House, No, Question as Asked, Seated};
use table::decision::Decision;
use table::event::{BadLine, Event, Holder, Moment, What};
use table::lobby::Sitter;
use table::seed::Seed;
use table::table::{BadLog, Table};
use table::told::{News, Told};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::Instant;
use words::Words;

use crate::clock;
use crate::hall::Hall;
use crate::hint::Question;
use crate::line::Line;
use crate::screen::Screen;

/// What a table can be asked.
#[derive(Debug)]
pub(crate) enum Request {
    /// To carry out a command. That lies elsewhere: a table that is awake keeps places for dozens of requests.
    Do(Caller, Box<Command<String>>, oneshot::Sender<Result<(), Refused>>),
    /// To be looked at, once.
    Look(Option<Holder>, oneshot::Sender<Looked>),
    /// What a bot would do, for whoever is asked something.
    Hint(Holder, oneshot::Sender<Result<Question, Refused>>),
    /// To be watched: a line is cut when the seat changes hands or the table falls asleep.
    Watch(Option<Holder>, oneshot::Sender<Option<Arc<Line>>>),
    /// To show all of it to somebody who watches and was too slow.
    TellAll(Observer),
    /// Somebody stopped watching.
    Left(Observer),
}

/// Why a table said no, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused {
    /// What kind of no it is.
    pub(crate) kind: RefusedKind,
    /// The reason, as a sentence.
    pub(crate) sentence: String,
}

/// What kind of no it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RefusedKind {
    /// Who asked may not.
    Forbidden,
    /// It makes no sense, ever.
    Bad,
    /// Not now.
    Conflict,
    /// The disk failed.
    Unavailable,
}

/// A look at a table.
#[derive(Clone, Debug)]
pub(crate) struct Looked {
    /// The part of the page that is live, unless nobody may watch.
    pub(crate) html: Option<String>,
    /// What belongs around it.
    pub(crate) frame: Frame,
    /// Which game is played.
    pub(crate) game: GameId,
}

/// How long a table stays awake when nobody asks it anything.
const STAY_AWAKE: Duration = Duration::from_secs(30);

/// How long after they loaded a page people without a stream count as being here.
const PAGE_COUNTS: u64 = 15_000;

/// A table that is awake.
pub(crate) struct Room<G: Face> {
    hall: Hall,
    id: TableId,
    /// Where the table stands, and where decisions are posted.
    path: String,
    post: String,
    /// Where hints are asked for.
    hint: String,
    seed: Seed,
    /// The number of the last event on disk.
    seq: u64,
    table: Table<G>,
    head: Head,
    words: Words,
    /// What each observer has heard and sees: the seats, then the rail.
    screens: Vec<Screen>,
    /// What several of them see.
    drawings: Drawings<G>,
    /// What each finished round of the game brought, a sentence for each seat.
    rounds: Rounds,
    /// When somebody on each seat was last seen; whoever watches is here in any case.
    last_here: Vec<Moment>,
    /// How often anything but the game has changed.
    n_changes: u64,
    /// Who was here when screens were last made.
    shown_here: Vec<bool>,
    /// What bots are thinking about: the seat and its question.
    thinking: HashMap<Seat, Asked>,
    thoughts: JoinSet<(Seat, Asked, Option<G::Action>)>,
    /// Where streams say that they end.
    requests: mpsc::WeakSender<Request>,
    last_asked: Instant,
}

impl<G: Face> Room<G> {
    /// A table as its log tells it.
    pub(crate) fn new(
        hall: Hall,
        kept: store::Table,
        requests: mpsc::WeakSender<Request>,
    ) -> Result<Room<G>, BadTable> {
        let store::Table { id, seed, head, events } = kept;
        let seq = events.len() as u64;
        let mut events = events.iter().map(|line| line.parse::<Event<G>>());
        let first = events.next().ok_or(BadTable::Log(BadLog::NoTerms))?;
        let table = Table::new(&first.map_err(BadTable::Line)?).map_err(BadTable::Log)?;
        let n_seats = table.rules().n_seats();
        let now = clock::moment();
        let mut room = Room {
            words: hall.words().clone(),
            hall,
            id,
            path: format!("/t/{id}"),
            post: format!("/t/{id}/act"),
            hint: format!("/t/{id}/hint"),
            seed: Seed::new(*seed.bytes()),
            seq,
            table,
            head,
            screens: Observer::all(n_seats).map(|_| Screen::default()).collect(),
            drawings: Drawings::default(),
            rounds: Rounds::default(),
            last_here: vec![now; n_seats.into()],
            n_changes: 0,
            shown_here: vec![true; n_seats.into()],
            thinking: HashMap::new(),
            thoughts: JoinSet::new(),
            requests,
            last_asked: clock::now(),
        };
        room.name_seats();
        for event in events {
            let event = event.map_err(BadTable::Line)?;
            let news = room.table.replay(event).map_err(BadTable::Log)?;
            room.happened(&news);
        }
        Ok(room)
    }

    /// Answers until nobody asks any more.
    pub(crate) async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let shutdown = self.hall.shutdown().clone();
        let stopping = shutdown.begun();
        tokio::pin!(stopping);
        loop {
            self.let_bots_think();
            let wake = self.next_look();
            tokio::select! {
                () = &mut stopping => return,
                request = requests.recv() => match request {
                    Some(request) => {
                        self.last_asked = clock::now();
                        if self.answer(request).await.is_err() {
                            return;
                        }
                    }
                    None => return,
                },
                Some(thought) = self.thoughts.join_next() => {
                    if let Ok((seat, at, action)) = thought
                        && self.bot_acts(seat, at, action).await.is_err()
                    {
                        return;
                    }
                }
                () = tokio::time::sleep_until(wake) => {
                    if self.look_at_clock().await.is_err() {
                        return;
                    }
                    if self.may_sleep() && self.hall.sleep(self.id, &mut requests) {
                        return;
                    }
                }
            }
        }
    }

    async fn answer(&mut self, request: Request) -> Result<(), Gone> {
        match request {
            Request::Do(caller, command, answer) => {
                let done = match command.read::<G::Action>() {
                    Ok(command) => self.carry_out(caller, command).await,
                    Err(unreadable) => Err(self.refusal(&No::Unreadable(unreadable))),
                };
                let gone = matches!(&done, Err(Refused { kind: RefusedKind::Unavailable, .. }));
                let _whoever_asked_may_be_gone = answer.send(done);
                if gone {
                    return Err(Gone);
                }
            }
            Request::Look(holder, answer) => {
                let who = self.table.observer(holder);
                if let Some(Observer::Seat(seat)) = who {
                    self.came(seat).await?;
                }
                let _whoever_asked_may_be_gone = answer.send(self.look(who));
            }
            Request::Hint(holder, answer) => {
                if let Some(seat) = self.table.lobby().seat_of(holder) {
                    self.came(seat).await?;
                }
                let _whoever_asked_may_be_gone = answer.send(self.hint(holder));
            }
            Request::Watch(holder, answer) => {
                let watching = match self.table.observer(holder) {
                    None => None,
                    Some(who) => {
                        if let Observer::Seat(seat) = who {
                            self.came(seat).await?;
                        }
                        self.show_now(who);
                        let html = self.html(who);
                        let (index, table) = (self.index(who), self.requests.clone());
                        Some(self.screens[index].watch(who, table, &html))
                    }
                };
                let _whoever_asked_may_be_gone = answer.send(watching);
            }
            Request::TellAll(who) => {
                self.show_now(who);
                let html = self.html(who);
                self.screens[self.index(who)].tell_all(&html);
            }
            Request::Left(who) => {
                if let Observer::Seat(seat) = who
                    && !self.watches(seat)
                {
                    // Whoever leaves counts as being here for a while: until then nobody sees a difference.
                    self.last_here[seat.index()] = clock::moment();
                    self.shown_here[seat.index()] = true;
                }
            }
        }
        Ok(())
    }

    /// Somebody is here: a seat that was stood in for is theirs again.
    async fn came(&mut self, seat: Seat) -> Result<(), Gone> {
        let now = clock::moment();
        let was_here = self.is_here(seat, now);
        self.last_here[seat.index()] = now;
        if self.table.lobby().chair(seat).is_stood_in()
            && let Some(holder) = self.table.lobby().chair(seat).holder()
        {
            self.house_does(Caller::Holder(holder), Command::Seated(Seated::Return)).await?;
        } else if !was_here {
            self.show_all();
        }
        Ok(())
    }

    fn is_here(&self, seat: Seat, now: Moment) -> bool {
        self.watches(seat) || self.last_here[seat.index()] + PAGE_COUNTS > now
    }

    /// Whether a stream of whoever holds the seat is open. Those of who held it before do not count.
    fn watches(&self, seat: Seat) -> bool {
        self.screens[seat.index()].is_watched()
    }

    /// Decides, writes down, and only then lets it happen and be seen.
    async fn carry_out(
        &mut self,
        caller: Caller,
        command: Command<G::Action>,
    ) -> Result<(), Refused> {
        let now = clock::moment();
        let decision = self.table.decide(&self.seed, caller, &command, now);
        let decision = decision.map_err(|no| self.refusal(&no))?;
        if decision.is_empty() {
            return Ok(());
        }
        let head = self.next_head(&decision, now);
        let lines = decision.events().map(Event::to_string).collect();
        match self.hall.store().append(self.id, self.seq, lines, head.clone()).await {
            Ok(seq) => self.seq = seq,
            Err(error) => {
                // Whether it was written nobody knows: the task ends, and the next one reads the log again.
                tracing::error!(%error, "a move could not be written");
                let sentence = self.words.message("error-unavailable", &[]);
                return Err(Refused { kind: RefusedKind::Unavailable, sentence });
            }
        }
        if let Some(head) = head {
            self.head = head;
        }
        for news in self.table.evolve(decision) {
            self.happened(&news);
        }
        self.render_changed();
        others_first().await;
        self.tell_news();
        Ok(())
    }

    /// What a list of tables shows once these events have happened, where it changes.
    fn next_head(&self, decision: &Decision<G>, now: Moment) -> Option<Head> {
        let changes = |event: &Event<G>| {
            !matches!(
                event.what,
                What::Chance(_)
                    | What::Act { .. }
                    | What::Late { .. }
                    | What::Said { .. }
                    | What::Muted { .. }
            )
        };
        if !decision.events().any(changes) {
            return None;
        }
        let lobby = decision.lobby().unwrap_or(self.table.lobby());
        let mut playing = self.table.is_playing();
        let mut over = self.table.play().is_some() && !playing;
        for event in decision.events() {
            match event.what {
                What::Began { .. } => (playing, over) = (true, false),
                What::Ended { .. } => (playing, over) = (false, true),
                _ => {}
            }
        }
        let stage = match (playing, over) {
            (true, _) => Stage::Playing,
            (false, true) => Stage::Over,
            (false, false) => Stage::Waiting,
        };
        let summary = summary(lobby);
        Some(Head { stage, summary, updated: now as i64, ..self.head.clone() })
    }

    fn happened(&mut self, news: &News<G>) {
        let event = news.event();
        self.n_changes += u64::from(!matches!(
            event.what,
            What::Chance(_) | What::Act { .. } | What::Late { .. }
        ));
        if matches!(event.what, What::Began { .. }) {
            self.rounds.clear();
        }
        self.hand_over(&event.what);
        self.name_seats_if(&event.what);
        self.tell(news);
    }

    /// Streams that belonged to whoever held the seat before end: what they may see has changed.
    fn hand_over(&mut self, what: &What<G>) {
        if let What::Sat { seat, .. } | What::Moved { seat, .. } | What::Rose { seat } = what {
            let index = seat.index();
            self.screens[index].cut();
            self.last_here[index] = clock::moment();
            if matches!(what, What::Sat { .. } | What::Rose { .. }) {
                // Somebody new does not read what was told to somebody else.
                self.screens[index].shown.forget();
            }
        }
    }

    fn name_seats_if(&mut self, what: &What<G>) {
        if matches!(
            what,
            What::Sat { .. } | What::Rose { .. } | What::Filled { .. } | What::Freed { .. }
        ) {
            self.name_seats();
        }
    }

    fn name_seats(&mut self) {
        let names = story::names(self.table.lobby(), self.hall.words());
        self.words = self.hall.words().clone().with_names(names);
        self.drawings.forget();
    }

    /// Adds what each observer hears to their story.
    fn tell(&mut self, news: &News<G>) {
        // Most of it is the same for everybody, and a sentence takes longer to make than to find.
        let mut said: Vec<(Told<G>, Arc<str>)> = Vec::new();
        for who in Observer::all(self.table.rules().n_seats()) {
            if !news.concerns(who) {
                continue;
            }
            let mut lines = Vec::new();
            let mut scores = Vec::new();
            for told in news.told(who) {
                let is_score = matches!(&told, Told::Seen(seen) if seen.code() == "scored");
                let known = said.iter().find(|(known, _)| *known == told);
                let line = if let Some((_, line)) = known {
                    Arc::clone(line)
                } else {
                    let Some(line) = story::sentence(&self.words, &told) else { continue };
                    let line = story::item(&line);
                    said.push((told, Arc::clone(&line)));
                    line
                };
                if is_score {
                    scores.push(Arc::clone(&line));
                }
                lines.push(line);
            }
            // Scores lie open, so the rail hears of all of them; those of a round come together.
            if who == Observer::Rail && !scores.is_empty() {
                let standing =
                    self.table.play().map(|play| play.view(Observer::Rail).open.standing());
                let points = |seat| standing.as_ref().map_or(0, |standing| standing.scores[seat]);
                let scores_now = self.table.lobby().seats().map(points).collect();
                self.rounds.push(Round { told: scores, scores: scores_now });
                self.n_changes += 1;
            }
            let index = self.index(who);
            let screen = &mut self.screens[index];
            screen.version += 1;
            screen.is_stale = true;
            for line in lines {
                screen.shown.tell(line);
            }
        }
    }

    fn index(&self, who: Observer) -> usize {
        who.seat().map_or(self.screens.len() - 1, Seat::index)
    }

    /// Makes what has changed for those who watch.
    fn render_changed(&mut self) {
        for who in Observer::all(self.table.rules().n_seats()) {
            if self.screens[self.index(who)].is_watched() {
                self.render(who);
            }
        }
    }

    /// Tells those who watch what is new to them.
    fn tell_news(&mut self) {
        self.screens.iter_mut().for_each(Screen::tell_news);
    }

    /// Something changed that everybody sees.
    fn show_all(&mut self) {
        let now = clock::moment();
        self.shown_here = self.table.lobby().seats().map(|seat| self.is_here(seat, now)).collect();
        self.n_changes += 1;
        for screen in &mut self.screens {
            screen.is_stale = true;
        }
        self.render_changed();
        self.tell_news();
    }

    /// Shows an observer what is to be seen now.
    fn show_now(&mut self, who: Observer) {
        self.render(who);
        self.tell_news();
    }

    fn render(&mut self, who: Observer) {
        if self.screens[self.index(who)].is_stale {
            self.laid(who, |screen, live, beside| {
                screen.show(|held, pieces| live.lay(beside, held, pieces));
            });
        }
    }

    /// What is to be seen now.
    fn html(&mut self, who: Observer) -> String {
        self.laid(who, |screen, live, beside| {
            screen.shown.html(|pieces| live.lay(beside, &screen.held, pieces))
        })
    }

    /// Does something with the live part of a page.
    fn laid<T>(
        &mut self,
        who: Observer,
        show: impl FnOnce(&mut Screen, &Live<'_, G>, &Beside) -> T,
    ) -> T {
        let index = self.index(who);
        let now = clock::moment();
        let presence = self.presence(now);
        let page = self.table.page(who);
        let live = Live {
            page: &page,
            presence: &presence,
            rounds: &self.rounds,
            drawings: &self.drawings,
            words: &self.words,
            path: &self.path,
            post: &self.post,
            hint: &self.hint,
            now,
        };
        let screen = &mut self.screens[index];
        let kept = screen.beside.take().filter(|(version, _)| *version == self.n_changes);
        let beside = kept.filter(|_| !live.beside_ages());
        let beside = beside.map_or_else(|| live.beside(), |(_, beside)| beside);
        let shown = show(screen, &live, &beside);
        screen.beside = Some((self.n_changes, beside));
        shown
    }

    fn presence(&self, now: Moment) -> Vec<Presence> {
        self.table
            .lobby()
            .seats()
            .map(|seat| match self.table.lobby().chair(seat).sitter {
                Sitter::Person { .. } if self.is_here(seat, now) => Presence::Here,
                Sitter::Person { .. } => Presence::Away { since: self.last_here[seat.index()] },
                Sitter::Bot { .. } | Sitter::Nobody => Presence::Here,
            })
            .collect()
    }

    fn look(&mut self, who: Option<Observer>) -> Looked {
        let html = who.map(|who| self.html(who));
        // Around the live part stands only what anybody may know.
        let frame = Frame::of(&self.table.page(who.unwrap_or(Observer::Rail)));
        Looked { html, frame, game: G::ID }
    }

    /// What a bot is asked for somebody.
    fn hint(&self, holder: Holder) -> Result<Question, Refused> {
        let view = self.table.view_for_hint(holder).map_err(|no| self.refusal(&no))?;
        let at = view.who().seat().and_then(|seat| self.table.question(seat));
        let at = at.map(|at| at.to_string()).unwrap_or_default();
        let radar = self.table.terms().radar;
        Ok(Question::new(view, at, radar, self.words.clone(), self.path.clone()))
    }

    /// A refusal in words.
    fn refusal(&self, no: &No<G>) -> Refused {
        let kind = match no {
            No::NotSeated | No::NotOwner(_) | No::NotHouse => RefusedKind::Forbidden,
            No::Unreadable(_) | No::BadName { .. } | No::BadText { .. } | No::NoSuchSeat { .. } => {
                RefusedKind::Bad
            }
            _ => RefusedKind::Conflict,
        };
        Refused { kind, sentence: story::refusal(&self.words, no) }
    }

    /// What the house does by itself. That it is refused is no harm: somebody was faster.
    async fn house_does(
        &mut self,
        caller: Caller,
        command: Command<G::Action>,
    ) -> Result<(), Gone> {
        match self.carry_out(caller, command).await {
            Err(Refused { kind: RefusedKind::Unavailable, .. }) => Err(Gone),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Lets the bots think that are to move. Without any person at the table nothing happens.
    fn let_bots_think(&mut self) {
        let has_person = self.table.lobby().chairs.iter().any(|chair| chair.name().is_some());
        if !has_person {
            return;
        }
        for seat in self.table.bots_to_move() {
            let Some(at) = self.table.question(seat) else { return };
            if self.thinking.get(&seat) == Some(&at) {
                continue;
            }
            let Some(play) = self.table.play() else { return };
            let Some(name) = self.table.bot_of(seat).and_then(|level| level.name().parse().ok())
            else {
                tracing::error!("a bot of an unknown level");
                continue;
            };
            self.thinking.insert(seat, at);
            let view = play.view(Observer::Seat(seat));
            let pace = Duration::from_millis(self.table.terms().pace.into());
            let thinkers = Arc::clone(self.hall.thinkers());
            self.thoughts.spawn(async move {
                let action = think::<G>(name, view, pace, thinkers).await;
                (seat, at, action)
            });
        }
    }

    async fn bot_acts(
        &mut self,
        seat: Seat,
        at: Asked,
        action: Option<G::Action>,
    ) -> Result<(), Gone> {
        if self.thinking.get(&seat) == Some(&at) {
            self.thinking.remove(&seat);
        }
        let Some(action) = action else { return Ok(()) };
        self.house_does(Caller::House, Command::BotAct { seat, at, action }).await
    }

    /// When something falls due: a clock, a grace, or sleep.
    fn next_look(&self) -> Instant {
        let now = clock::moment();
        let deadline = self.table.next_deadline().map(|(at, _)| at);
        let graces = self.table.lobby().seats().filter_map(|seat| self.grace_ends(seat, now));
        let leaving = self.table.lobby().seats().filter_map(|seat| self.turns_away(seat));
        let due = deadline.into_iter().chain(graces).chain(leaving).min();
        let due = due.map(|due| clock::now() + Duration::from_millis(due.saturating_sub(now)));
        // While somebody watches, nothing but what falls due makes the table look up.
        let quiet_since = if self.is_busy() { clock::now() } else { self.last_asked };
        let sleep = quiet_since + STAY_AWAKE;
        due.map_or(sleep, |due| due.min(sleep))
    }

    /// When somebody will have been away for too long, while others are here and wait.
    fn grace_ends(&self, seat: Seat, now: Moment) -> Option<Moment> {
        let lobby = self.table.lobby();
        let stand_in = self.table.terms().stand_in.as_ref()?;
        let plays = matches!(lobby.chair(seat).sitter, Sitter::Person { stood_in: false, .. });
        if !plays || !self.table.is_playing() || self.watches(seat) {
            return None;
        }
        let waits = |other: Seat| {
            other != seat && lobby.chair(other).name().is_some() && self.is_here(other, now)
        };
        let last = self.last_here[seat.index()];
        lobby.seats().any(waits).then(|| last + u64::from(stand_in.grace) * 1000)
    }

    /// When somebody whom screens show as being here will have been gone for too long to be.
    fn turns_away(&self, seat: Seat) -> Option<Moment> {
        let person = self.table.lobby().chair(seat).name().is_some();
        let leaves = person && !self.watches(seat) && self.shown_here[seat.index()];
        leaves.then_some(self.last_here[seat.index()] + PAGE_COUNTS)
    }

    async fn look_at_clock(&mut self) -> Result<(), Gone> {
        let now = clock::moment();
        if self.table.lobby().seats().any(|seat| self.turns_away(seat).is_some_and(|at| at <= now))
        {
            self.show_all();
        }
        if let Some((at, seat)) = self.table.next_deadline()
            && at <= now
        {
            let why = Absence::OutOfTime;
            let late = Command::House(House::StandIn { seat, why });
            self.house_does(Caller::House, late).await?;
        }
        let seats: Vec<Seat> = self.table.lobby().seats().collect();
        for seat in seats {
            if self.grace_ends(seat, now).is_some_and(|at| at <= now) {
                let why = Absence::Away;
                let away = Command::House(House::StandIn { seat, why });
                self.house_does(Caller::House, away).await?;
            }
        }
        Ok(())
    }

    fn may_sleep(&self) -> bool {
        !self.is_busy() && clock::now() >= self.last_asked + STAY_AWAKE
    }

    /// Whether somebody watches, or thinks.
    fn is_busy(&self) -> bool {
        !self.thinking.is_empty() || self.screens.iter().any(Screen::is_watched)
    }
}

/// Lets all others go first that can go on. A commit has news for many tables: told together they wake those who listen
/// once, and to wake somebody takes longer than to tell them.
async fn others_first() {
    let mut is_done = false;
    poll_fn(|context| {
        if std::mem::replace(&mut is_done, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
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

/// What a bot does, not before its pace and not before the time is up that it may think: how long it takes tells nothing.
async fn think<G: Face>(
    name: BotName,
    view: View<G>,
    pace: Duration,
    thinkers: Arc<tokio::sync::Semaphore>,
) -> Option<G::Action> {
    let time = name.think(G::ID).and_then(bots::Think::time).unwrap_or_default();
    let due = clock::now() + pace.max(time + Duration::from_millis(50));
    let permit = thinkers.acquire_owned().await;
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let budget = name.budget(G::ID, clock::now().into_std());
        let thought = name.bot::<G>(clock::dice_seed()).think(&view, budget);
        thought.map(|thought| thought.action)
    });
    let action = thought.await.ok().flatten();
    tokio::time::sleep_until(due).await;
    action
}

/// What a list of tables shows of a table that has just been set up.
pub(crate) fn head_of<G: Face>(table: &Table<G>, now: Moment) -> Head {
    Head {
        game: G::ID.name().to_owned(),
        stage: if table.is_playing() { Stage::Playing } else { Stage::Waiting },
        listed: table.terms().listed,
        summary: summary(table.lobby()),
        updated: now as i64,
    }
}

/// How many seats are free, and who sits there.
fn summary(lobby: &table::lobby::Lobby) -> String {
    let n_free = lobby.chairs.iter().filter(|chair| chair.sitter == Sitter::Nobody).count();
    let names: Vec<&str> = lobby.chairs.iter().filter_map(|chair| chair.name()).collect();
    format!("{n_free} {}", names.join(", "))
}
