//! When updates leave, and how long bots wait, on a clock that the test moves.

use pages::face::{self, VisitFace};
use rules::{Open as _, Seat, Study};
use store::SqliteStore;
use table::command::SeatedCommand;
use table::terms::{LevelName, SeatKind, Terms};
use testing::dice::{dice, one_of};
use testing::worlds::{Notation, other_world};

use super::*;
use crate::address::Address;
use crate::shutdown::ShutdownTrigger;

fn holder(seat: Seat) -> Holder {
    Holder([seat.index() as u8; 16])
}

/// A table of people, and a bot on the last seat.
struct Bench<G: Face> {
    room: Room<G>,
    watcher: Option<Arc<Subscriber>>,
    _requests: (mpsc::Sender<Request>, mpsc::Receiver<Request>),
}

async fn hall(name: &str) -> (Hall, ShutdownTrigger) {
    clock::moment();
    tokio::time::advance(Duration::from_secs(3600)).await;
    let store = SqliteStore::open(&testing::folder::empty(name)).unwrap();
    let (trigger, shutdown) = ShutdownTrigger::new();
    (Hall::new(Arc::new(store), shutdown, Duration::from_secs(600)), trigger)
}

impl<G: Face + Study> Bench<G> {
    /// A game that has begun.
    async fn begun(hall: &Hall, rules: &G::Rules, pace: u32) -> Bench<G> {
        let cat = LevelName::named("cat").unwrap();
        let mut terms = Terms { pace, ..Terms::new::<G>(rules) };
        *terms.places.last_mut().unwrap() = SeatKind::Bot(cat);
        let n_people = terms.places.len() - 1;
        let id = hall.open(terms, holder(Seat::new(0)), "Mia".to_owned(), None).await.unwrap();
        let mut bench = Bench::loaded(hall, hall.store().read(id).await.unwrap());
        for seat in (0..n_people as u8).map(Seat::new) {
            if seat.index() > 0 {
                let name = format!("Player {seat}");
                bench.does(seat, Command::Sit { seat: None, name, coat: None }).await;
            }
            bench.does(seat, Command::Seated(SeatedCommand::Ready { yes: true })).await;
        }
        assert!(bench.room.table.is_playing());
        bench
    }

    fn loaded(hall: &Hall, kept: StoredTable) -> Bench<G> {
        let requests = mpsc::channel(8);
        let room = Room::new(hall.clone(), kept, requests.0.downgrade()).unwrap();
        Bench { room, watcher: None, _requests: requests }
    }

    async fn does(&mut self, seat: Seat, command: Command<G::Action>) {
        self.room.carry_out(Caller::Holder(holder(seat)), command).await.unwrap();
    }

    /// The seats that have to decide, by their own knowledge.
    fn asked(&self) -> Vec<Seat> {
        let play = self.room.table.play().unwrap();
        let asks = |seat: &Seat| play.view(Observer::Seat(*seat)).open.turn().asks(*seat);
        self.room.table.lobby().seats().filter(asks).collect()
    }

    /// A legal action of a seat, drawn at random.
    fn draw(&self, seat: Seat, dice: &mut impl rules::Dice) -> G::Action {
        let view = self.room.table.play().unwrap().view(Observer::Seat(seat));
        view.actions().unwrap().pick(dice)
    }

    fn allows(&self, seat: Seat, action: G::Action) -> bool {
        let view = self.room.table.play().unwrap().view(Observer::Seat(seat));
        view.check(action) == Some(Ok(()))
    }

    /// Carries out a seat's action.
    async fn acts(&mut self, seat: Seat, action: G::Action) {
        let at = self.room.table.question(seat).unwrap();
        let (caller, command) = match self.room.table.bot_of(seat) {
            Some(_) => (Caller::House, Command::BotAct { seat, at, action }),
            None => (Caller::Holder(holder(seat)), Command::Act { at, action }),
        };
        self.room.carry_out(caller, command).await.unwrap();
    }

    async fn watches(&mut self, who: Observer, pace: Pace) {
        let address = Address::of_peer(([10, 0, 0, 1], 7).into());
        let guest = Guest { holder: who.seat().map(holder), address };
        let (answer, answered) = oneshot::channel();
        let watch = Request::Watch(guest, Words::default(), Some(pace), answer);
        assert!(self.room.answer(watch).await.is_ok());
        self.watcher = answered.await.unwrap();
        self.updates();
    }

    /// The moments and steps of the updates that have left since the last call.
    fn updates(&self) -> Vec<String> {
        let events = self.watcher.as_ref().unwrap().take_events();
        let name = |event: &str| {
            let moment = event.split("data-moment=").nth(1);
            moment
                .and_then(|moment| moment.split(" hidden").next())
                .unwrap_or("no moment")
                .to_owned()
        };
        events.split("\n\n").filter(|event| !event.is_empty()).map(name).collect()
    }
}

#[tokio::test(start_paused = true)]
async fn bots_wait_until_every_step_was_shown() {
    let (hall, _trigger) = hall("timing-steps").await;
    let rules = "meow players=3".parse().unwrap();
    let mut dice = dice(1);
    for (pace, viewer) in [(0, Pace::Normal), (0, Pace::Calm), (900, Pace::Quick)] {
        let mut bench = Bench::<rules::meow::State>::begun(&hall, &rules, pace).await;
        bench.watches(Observer::Seat(Seat::new(0)), viewer).await;
        let pace = viewer.stretch(Duration::from_millis(pace.into()));
        // A whole trick in one moment: browsers show it card by card.
        for number in 1..=3 {
            let seat = bench.asked()[0];
            let action = bench.draw(seat, &mut dice);
            bench.acts(seat, action).await;
            let landings = number * viewer.landing();
            let (beats_end, shown) = if number == 3 {
                let until = 2 * viewer.landing() + viewer.beat();
                (until, until + viewer.landing())
            } else {
                (Duration::ZERO, landings)
            };
            assert_eq!(bench.room.bot_delay(), (pace + beats_end).max(shown), "card {number}");
        }
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(bench.room.bot_delay(), pace, "all is shown");
    }
}

/// Two tables that an observer cannot tell apart.
struct Pair<G: Face> {
    here: Bench<G>,
    there: Bench<G>,
    who: Observer,
}

impl<G: Face + Study> Pair<G> {
    /// A table after some random actions, and another one that fits what the observer sees. Both are watched.
    async fn found(hall: &Hall, dice: &mut impl rules::Dice) -> Option<Pair<G>> {
        let every: Vec<G::Rules> =
            G::Rules::every().into_iter().filter(|rules| rules.n_seats() > 2).collect();
        let rules = one_of(&every, dice);
        let mut begun = Bench::<G>::begun(hall, &rules, 700).await;
        for _ in 0..dice.below(30) {
            let asked = begun.asked();
            if asked.is_empty() {
                return None;
            }
            let seat = one_of(&asked, dice);
            let action = begun.draw(seat, dice);
            begun.acts(seat, action).await;
        }
        let people = Seat::all(rules.n_seats() - 1).map(Observer::Seat);
        let who = one_of(&people.chain([Observer::Rail]).collect::<Vec<_>>(), dice);
        let view = begun.room.table.play()?.view(who);
        let kept = hall.store().read(begun.room.id).await.unwrap();
        let events = other_world(kept.events.clone(), Notation::Log, &view, &[], dice)?;
        let other = StoredTable { id: TableId::random(), events, ..kept.clone() };
        hall.store().create(other.clone()).await.unwrap();
        let [mut here, mut there] = [kept, other].map(|kept| Bench::loaded(hall, kept));
        for bench in [&mut here, &mut there] {
            bench.watches(who, Pace::Normal).await;
        }
        let pair = Pair { here, there, who };
        pair.looks_alike().then_some(pair)
    }

    fn looks_alike(&self) -> bool {
        let seen = |bench: &Bench<G>| format!("{:?}", bench.room.table.view(self.who));
        seen(&self.here) == seen(&self.there)
    }

    /// An action that is legal at both tables.
    fn draw(&self, dice: &mut impl rules::Dice) -> Option<(Seat, G::Action)> {
        let there = self.there.asked();
        let both: Vec<Seat> =
            self.here.asked().into_iter().filter(|seat| there.contains(seat)).collect();
        let draws = (0..8).map(|_| {
            let seat = one_of(both.get(..).filter(|both| !both.is_empty())?, dice);
            let action = self.here.draw(seat, dice);
            self.there.allows(seat, action).then_some((seat, action))
        });
        draws.flatten().next()
    }
}

/// The same happens at two tables. What an observer is sent leaves at the same time and shows the same moments, and bots
/// wait as long.
async fn leaves_alike<G: Face + Study>() {
    let (hall, _trigger) = hall(&format!("timing-{}", G::ID.name())).await;
    let mut dice = dice(3);
    let (mut n_beats, mut n_updates) = (0, 0);
    while n_beats < 4 || n_updates < 100 {
        let Some(mut pair) = Pair::<G>::found(&hall, &mut dice).await else { continue };
        for _ in 0..12 {
            let Some((seat, action)) = pair.draw(&mut dice) else { break };
            let delays = [&pair.here, &pair.there].map(|bench| bench.room.bot_delay());
            assert_eq!(delays[0], delays[1], "{:?}", pair.who);
            let is_bot = pair.here.room.table.bot_of(seat).is_some();
            let passes = if is_bot { delays[0] } else { Duration::from_millis(10) };
            tokio::time::advance(passes).await;
            pair.here.acts(seat, action).await;
            pair.there.acts(seat, action).await;
            // A revealed card tells the tables apart for good.
            if !pair.looks_alike() {
                break;
            }
            let updates = [&pair.here, &pair.there].map(Bench::updates);
            assert_eq!(updates[0], updates[1], "{:?}: {seat} {action}", pair.who);
            n_updates += updates[0].len();
            n_beats += updates[0].iter().filter(|moment| moment.contains('.')).count();
        }
    }
}

#[test]
fn what_is_hidden_changes_no_time() {
    #[derive(Clone, Copy)]
    struct Compare;
    impl VisitFace for Compare {
        type Output = ();
        fn visit<G: Face + Study>(self) {
            let mut builder = tokio::runtime::Builder::new_current_thread();
            let runtime = builder.enable_all().start_paused(true).build().unwrap();
            runtime.block_on(leaves_alike::<G>());
        }
    }
    for game in GameId::ALL {
        face::visit(game, Compare);
    }
}
