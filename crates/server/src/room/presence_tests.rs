//! A table in memory on a clock that the test moves.

use rules::{Open as _, Seat, catbox, meow};
use store::SqliteStore;
use table::lobby::Sitter;
use table::terms::{LevelName, SeatKind, StandIn, Terms};

use super::*;
use crate::address::Address;
use crate::shutdown::ShutdownTrigger;

const MIA: Seat = Seat::new(0);
const KEN: Seat = Seat::new(1);
const GRACE_SECONDS: u32 = 60;
const LISTING_TIME: Duration = Duration::from_secs(600);

/// A room, and what has to outlive it.
struct Bench {
    room: Room<meow::State>,
    _requests: (mpsc::Sender<Request>, mpsc::Receiver<Request>),
    _trigger: ShutdownTrigger,
}

fn holder(seat: Seat) -> Holder {
    Holder([seat.index() as u8; 16])
}

fn guest(seat: Seat) -> Guest {
    let address = Address::of_peer(([10, 0, 0, seat.index() as u8], 7).into());
    Guest { holder: Some(holder(seat)), address }
}

fn sit(name: &str) -> Command<meow::Action> {
    Command::Sit { seat: None, name: name.to_owned(), coat: None }
}

fn ready() -> Command<meow::Action> {
    Command::Seated(table::command::SeatedCommand::Ready { yes: true })
}

/// A listed table for two people and a bot that never gets to decide: nothing here runs bots.
async fn gathered(name: &str) -> Bench {
    // Moments count from the first one of the process, which another test may have asked for after this clock stopped.
    clock::moment();
    pass(Duration::from_secs(3600)).await;
    let cat = LevelName::named("cat").unwrap();
    let terms = Terms {
        places: vec![SeatKind::Person, SeatKind::Person, SeatKind::Bot(cat.clone())],
        stand_in: Some(StandIn { level: cat, grace: GRACE_SECONDS }),
        listed: true,
        ..Terms::new::<meow::State>(&"meow players=3".parse().unwrap())
    };
    let store = SqliteStore::open(&testing::folder::empty(name)).unwrap();
    let (trigger, shutdown) = ShutdownTrigger::new();
    let hall = Hall::new(Arc::new(store), shutdown, LISTING_TIME);
    let id = hall.open(terms, holder(MIA), "Mia".to_owned(), None).await.unwrap();
    let kept = hall.store().read(id).await.unwrap();
    let requests = mpsc::channel(8);
    let room = Room::new(hall, kept, requests.0.downgrade()).unwrap();
    Bench { room, _requests: requests, _trigger: trigger }
}

/// Loads the table of a room again, as if it had left memory.
fn reload(bench: &mut Bench, kept: StoredTable) {
    let requests = bench.room.requests.clone();
    bench.room = Room::new(bench.room.hall.clone(), kept, requests).unwrap();
}

async fn playing(name: &str) -> Bench {
    let mut bench = gathered(name).await;
    for (seat, command) in [(KEN, sit("Ken")), (MIA, ready()), (KEN, ready())] {
        bench.does(seat, command).await;
    }
    assert!(bench.room.table.is_playing());
    bench
}

impl Bench {
    async fn does(&mut self, seat: Seat, command: Command<meow::Action>) {
        self.room.carry_out(Caller::Holder(holder(seat)), command).await.unwrap();
    }

    async fn watches(&mut self, seat: Seat) -> Arc<Subscriber> {
        let (answer, answered) = oneshot::channel();
        let watch = Request::Watch(guest(seat), Words::default(), None, answer);
        assert!(self.room.answer(watch).await.is_ok());
        answered.await.unwrap().unwrap()
    }

    /// A visitor with this address gives a command.
    async fn asks(
        &mut self,
        caller: Holder,
        address: Address,
        command: Command<String>,
    ) -> Result<(), RequestError> {
        let (answer, answered) = oneshot::channel();
        self.answers(Request::Command(Caller::Holder(caller), address, command, answer)).await;
        answered.await.unwrap()
    }

    async fn answers(&mut self, request: Request) {
        assert!(self.room.answer(request).await.is_ok());
    }

    fn is_asked(&self, seat: Seat) -> bool {
        let view = self.room.table.play().unwrap().view(Observer::Seat(seat));
        view.open.turn().asks(seat)
    }

    /// An action that a seat may choose now.
    fn first_action(&self, seat: Seat) -> (Seat, table::command::Question, meow::Action) {
        let view = self.room.table.play().unwrap().view(Observer::Seat(seat));
        (seat, self.room.table.question(seat).unwrap(), view.actions().unwrap().nth(0))
    }

    /// Since when each player is away.
    fn away(&self) -> Vec<Option<Moment>> {
        let since = |presence: pages::live::Presence| match presence {
            pages::live::Presence::Here => None,
            pages::live::Presence::Away { since } => Some(since),
        };
        self.room.presence(self.room.now()).into_iter().map(since).collect()
    }

    async fn stored(&self) -> Head {
        self.room.hall.store().read_head(self.room.id).await.unwrap().head
    }

    /// The time until the task wakes.
    fn sleeps(&self) -> Duration {
        self.room.next_wakeup() - clock::now()
    }

    fn is_stood_in(&self, seat: Seat) -> bool {
        self.room.table.lobby().chair(seat).is_stood_in()
    }

    fn is_listed(&self) -> bool {
        self.room.hall.listings().ranked().iter().any(|(id, _)| *id == self.room.id)
    }
}

const MILLI: Duration = Duration::from_millis(1);

async fn pass(time: Duration) {
    tokio::time::advance(time).await;
}

#[tokio::test(start_paused = true)]
async fn a_player_without_a_stream_is_here_for_a_while() {
    let mut bench = playing("presence").await;
    let start = bench.room.now();
    bench.room.attendance.note_seen(KEN, start);
    assert_eq!(bench.away(), [None, None, None]);
    assert_eq!(bench.sleeps(), PAGE_GRACE, "it wakes to show who is away");
    pass(PAGE_GRACE.saturating_sub(MILLI)).await;
    assert_eq!(bench.away(), [None, None, None]);
    pass(MILLI).await;
    assert_eq!(bench.away(), [Some(start), Some(start), None], "bots are never away");
    assert!(bench.room.do_due_work().await.is_ok());
    assert_eq!(bench.room.attendance.shown_here()[..2], [false, false]);
    assert_eq!(
        bench.sleeps(),
        IDLE_TIME.saturating_sub(PAGE_GRACE),
        "and then only to leave memory"
    );
    // A page view brings a player back.
    let (answer, _answered) = oneshot::channel();
    bench.answers(Request::Render(guest(KEN), Words::default(), answer)).await;
    assert_eq!(bench.away(), [Some(start), None, None]);
    assert_eq!(bench.room.attendance.shown_here()[..2], [false, true]);
}

#[tokio::test(start_paused = true)]
async fn a_stream_keeps_a_player_here_and_the_table_in_memory() {
    let mut bench = playing("stream").await;
    let stream = bench.watches(MIA).await;
    pass(10 * IDLE_TIME).await;
    assert_eq!(bench.away()[0], None);
    assert!(!bench.room.is_idle());
    assert!(bench.room.do_due_work().await.is_ok());
    // Ken has been away for longer than the grace period while Mia waits.
    assert!(bench.is_stood_in(KEN) && !bench.is_stood_in(MIA));
    assert_eq!(bench.sleeps(), IDLE_TIME, "nothing else is due");
    drop(stream);
    bench.answers(Request::StreamEnded(Observer::Seat(MIA))).await;
    let ended = bench.room.now();
    assert_eq!(bench.sleeps().min(PAGE_GRACE), Duration::ZERO, "the table was quiet for long");
    pass(PAGE_GRACE.saturating_sub(MILLI)).await;
    assert_eq!(bench.away()[0], None, "a reload takes a moment");
    pass(MILLI).await;
    assert_eq!(bench.away()[0], Some(ended));
    assert!(bench.room.is_idle());
}

#[tokio::test(start_paused = true)]
async fn a_table_without_requests_is_idle_after_a_while() {
    let bench = gathered("idle-room").await;
    assert!(!bench.room.is_idle());
    pass(IDLE_TIME.saturating_sub(MILLI)).await;
    assert!(!bench.room.is_idle());
    pass(MILLI).await;
    assert!(bench.room.is_idle() && !bench.room.is_busy());
}

#[tokio::test(start_paused = true)]
async fn a_table_with_a_long_log_stays_longer() {
    let mut bench = gathered("long-idle-room").await;
    bench.room.seq = crate::hall::LONG_LOG + 1;
    pass(LONG_IDLE_TIME.saturating_sub(MILLI)).await;
    assert!(bench.room.do_due_work().await.is_ok());
    assert!(!bench.room.is_idle());
    assert_eq!(bench.sleeps(), MILLI);
    pass(MILLI).await;
    assert!(bench.room.is_idle());
}

#[tokio::test(start_paused = true)]
async fn a_stand_in_comes_when_somebody_waits() {
    let mut bench = playing("stand-in").await;
    let start = bench.room.now();
    for seat in [MIA, KEN] {
        bench.room.attendance.note_seen(seat, start);
    }
    let grace = Duration::from_secs(GRACE_SECONDS.into());
    pass(2 * grace).await;
    assert_eq!(bench.room.grace_ends(MIA, bench.room.now()), None, "nobody waits");
    assert!(bench.room.do_due_work().await.is_ok());
    assert!(!bench.is_stood_in(MIA) && !bench.is_stood_in(KEN));
    let (answer, _answered) = oneshot::channel();
    bench.answers(Request::Render(guest(KEN), Words::default(), answer)).await;
    let now = bench.room.now();
    assert_eq!(bench.room.grace_ends(MIA, now), Some(start + 60_000));
    assert_eq!(bench.room.grace_ends(KEN, now), None, "Mia does not wait, she is away");
    assert!(bench.room.do_due_work().await.is_ok());
    assert!(bench.is_stood_in(MIA) && !bench.is_stood_in(KEN));
    assert_eq!(bench.room.grace_ends(MIA, now), None, "there is a stand-in already");
    // Her next visit ends it.
    let (answer, _answered) = oneshot::channel();
    bench.answers(Request::Render(guest(MIA), Words::default(), answer)).await;
    assert!(!bench.is_stood_in(MIA));
}

#[tokio::test(start_paused = true)]
async fn nobody_needs_a_stand_in_before_a_game() {
    let mut bench = gathered("no-stand-in").await;
    bench.does(KEN, sit("Ken")).await;
    let start = bench.room.now();
    pass(Duration::from_secs(600)).await;
    bench.room.attendance.note_seen(KEN, bench.room.now());
    assert_eq!(bench.room.grace_ends(MIA, bench.room.now()), None);
    assert_eq!(bench.room.away_at(MIA), Some(start + PAGE_GRACE.as_millis() as u64));
    let bot = Seat::new(2);
    assert_eq!(bench.room.away_at(bot), None, "only people leave");
    assert!(matches!(bench.room.table.lobby().chair(bot).sitter, Sitter::Bot { .. }));
}

#[tokio::test(start_paused = true)]
async fn a_watched_table_stays_listed() {
    let mut bench = gathered("listed").await;
    assert!(!bench.is_listed());
    let (answer, _answered) = oneshot::channel();
    let nobody = Guest { holder: None, ..guest(KEN) };
    bench.answers(Request::Render(nobody, Words::default(), answer)).await;
    assert!(!bench.is_listed(), "a spectator lists no table");
    let stream = bench.watches(MIA).await;
    assert!(bench.is_listed());
    let almost = Duration::from_secs(599);
    pass(almost).await;
    bench.room.keep_listed();
    pass(almost).await;
    assert!(bench.is_listed(), "Mia was there");
    drop(stream);
    bench.room.keep_listed();
    pass(almost).await;
    assert!(!bench.is_listed(), "and then nobody");
}

#[tokio::test(start_paused = true)]
async fn lists_know_the_stage_the_free_seats_and_the_names() {
    let mut bench = gathered("heads").await;
    let entry = |head: Head| (head.stage, head.free_seats, head.names);
    let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let opened = bench.stored().await;
    assert_eq!(entry(opened.clone()), (TableStage::Waiting, 1, names(&["Mia"])));
    // Two changes in the same millisecond could not be told apart.
    testing::wait::until("a later time", || {
        (clock::wall_clock() as i64 > opened.updated).then_some(())
    });
    bench.does(KEN, sit("Ken")).await;
    let seated = bench.stored().await;
    assert!(seated.updated > opened.updated);
    assert_eq!(entry(seated), (TableStage::Waiting, 0, names(&["Mia", "Ken"])));
    for seat in [MIA, KEN] {
        bench.does(seat, ready()).await;
    }
    let begun = bench.stored().await;
    assert_eq!(entry(begun.clone()), (TableStage::Playing, 0, names(&["Mia", "Ken"])));
    assert_eq!((begun.game.as_str(), begun.listed), ("meow", true));
    let text = "hi".to_owned();
    let say = table::command::SeatedCommand::Say { at: 0, text };
    bench.does(MIA, Command::Seated(say)).await;
    assert_eq!(bench.stored().await, begun, "chat is no change");
}

/// A search takes longer than a table stays in memory without requests.
#[tokio::test(start_paused = true)]
async fn a_table_with_a_thinking_bot_is_busy() {
    let mut bench = playing("thinking").await;
    let kitten = LevelName::named("kitten").unwrap();
    let terms = Terms {
        places: vec![SeatKind::Person, SeatKind::Bot(kitten.clone()), SeatKind::Bot(kitten)],
        ..Terms::new::<meow::State>(&"meow players=3".parse().unwrap())
    };
    // The first player of a game is drawn: some game begins with a bot.
    let hall = bench.room.hall.clone();
    for _ in 0..100 {
        let id = hall.open(terms.clone(), holder(MIA), "Mia".to_owned(), None).await.unwrap();
        let kept = hall.store().read(id).await.unwrap();
        let requests = bench.room.requests.clone();
        bench.room = Room::new(hall.clone(), kept, requests).unwrap();
        // Bots think once it is known whose turn they take.
        bench.room.visitor = Some(guest(MIA).address.customer());
        bench.room.start_bots();
        if !bench.room.table.bots_to_move().is_empty() {
            assert!(bench.room.is_busy());
            pass(2 * IDLE_TIME).await;
            assert!(!bench.room.is_idle());
            return;
        }
        assert!(!bench.room.is_busy());
    }
    panic!("no game begins with a bot");
}

fn code(refused: Result<(), RequestError>) -> &'static str {
    match refused {
        Err(RequestError::Denied(_, table::command::Denial::Table { code, .. }, _)) => code,
        other => panic!("wanted a refusal of the table, found {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_game_is_played_once_a_person_has_decided_something() {
    let mut bench = playing("played").await;
    assert!(!bench.stored().await.played, "two people are ready");
    let mut before = bench.stored().await;
    while !bench.stored().await.played {
        let owing = bench.room.table.bots_to_move();
        if let Some(&bot) = owing.first() {
            let act = bench.first_action(bot);
            let (seat, at, action) = act;
            let command = Command::BotAct { seat, at, action };
            bench.room.carry_out(Caller::House, command).await.unwrap();
            before = bench.stored().await;
            assert!(!before.played, "a bot decided");
            continue;
        }
        let asked = [MIA, KEN].into_iter().find(|&seat| bench.is_asked(seat)).unwrap();
        let (_, at, action) = bench.first_action(asked);
        bench.does(asked, Command::Act { at, action }).await;
    }
    assert_eq!(bench.stored().await, Head { played: true, ..before }, "lists show nothing new");
}

#[tokio::test(start_paused = true)]
async fn a_ban_by_address_outlives_the_table_in_memory() {
    let mut bench = playing("ban-after-idle").await;
    let (answer, _answered) = oneshot::channel();
    bench.answers(Request::Render(guest(KEN), Words::default(), answer)).await;
    let kept = bench.room.hall.store().read(bench.room.id).await.unwrap();
    reload(&mut bench, kept);
    let remove = table::command::HostCommand::Remove { seat: KEN, for_good: true };
    bench.does(MIA, Command::Host(remove)).await;
    let sit = Command::Sit { seat: None, name: "Tom".to_owned(), coat: None };
    let refused = bench.asks(Holder([9; 16]), guest(KEN).address, sit).await;
    assert_eq!(code(refused), "removed-for-good");
}

#[tokio::test(start_paused = true)]
async fn the_pace_of_a_spectator_delays_nobody() {
    let mut bench = playing("slow-spectator").await;
    let watch = |guest: Guest, pace: Pace| {
        let (answer, answered) = oneshot::channel();
        (Request::Watch(guest, Words::default(), Some(pace), answer), answered)
    };
    let spectator = Guest { holder: None, ..guest(KEN) };
    let mut streams = Vec::new();
    let mut slowest = Vec::new();
    for (guest, pace) in [(spectator, Pace::Calm), (guest(MIA), Pace::Quick)] {
        let (request, answered) = watch(guest, pace);
        bench.answers(request).await;
        streams.push(answered.await.unwrap().unwrap());
        slowest.push(bench.room.presenter.slowest_pace());
    }
    assert_eq!(slowest, [None, Some(Pace::Quick)]);
}

/// The lists would show that somebody has chosen, has changed the choice, or is out of time.
#[tokio::test(start_paused = true)]
async fn secret_choices_change_nothing_that_lists_show() {
    clock::moment();
    pass(Duration::from_secs(3600)).await;
    let cat = LevelName::named("cat").unwrap();
    let terms = Terms {
        chosen: table::sealed::Chosen::Hidden,
        changes: true,
        clock: TimeControl::Move { seconds: 60 },
        stand_in: Some(StandIn { level: cat, grace: 3600 }),
        ..Terms::new::<catbox::State>(&"catbox players=3".parse().unwrap())
    };
    let (hall, _trigger) = crate::hall::tests::hall("secret-choices");
    let id = hall.open(terms, holder(MIA), "Mia".to_owned(), None).await.unwrap();
    let stored = || async { hall.store().read(id).await.unwrap() };
    let (requests, _queue) = mpsc::channel(1);
    let room = Room::<catbox::State>::new(hall.clone(), stored().await, requests.downgrade());
    let mut room = room.unwrap();
    let people = [MIA, KEN, Seat::new(2)];
    let say = |seat| Caller::Holder(holder(seat));
    for (seat, name) in people.into_iter().zip(["Mia", "Ken", "Ada"]).skip(1) {
        let sit = Command::Sit { seat: None, name: name.to_owned(), coat: None };
        room.carry_out(say(seat), sit).await.unwrap();
    }
    let ready = || Command::Seated(table::command::SeatedCommand::Ready { yes: true });
    for seat in people {
        room.carry_out(say(seat), ready()).await.unwrap();
    }
    let view =
        |room: &Room<catbox::State>, seat| room.table.play().unwrap().view(Observer::Seat(seat));
    // The first decision of a person is noted, and shown nowhere.
    let first = Head { played: true, ..stored().await.head };
    let changes = |room: &Room<catbox::State>| room.table.view(Observer::Seat(MIA)).change;
    let at = room.table.question(MIA).unwrap();
    let action = view(&room, MIA).actions().unwrap().nth(0);
    room.carry_out(say(MIA), Command::Act { at, action }).await.unwrap();
    assert_eq!(stored().await.head, first);
    let change = changes(&room).expect("a sealed choice");
    let (at, action) = (change.at, change.choice.view.actions().unwrap().nth(1));
    room.carry_out(say(MIA), Command::Act { at, action }).await.unwrap();
    pass(Duration::from_secs(61)).await;
    assert!(room.do_due_work().await.is_ok());
    let StoredTable { head, events, .. } = stored().await;
    let has = |word: &str| events.iter().any(|line| line.contains(word));
    assert!(has(" changed 0 ") && has(" late "), "{events:?}");
    assert_eq!(head, first);
}
