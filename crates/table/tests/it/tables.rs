//! A table from the first player to the rematch, as a fold over its log.

use rules::{Dice, Game, GameId, Observer, Open as _, Rules, Say, Seat, Turn, Visit, meow, yorozu};
use table::command::{
    Absence, Caller, Command, CommandError, HostCommand, HouseCommand, Question, SeatedCommand,
};
use table::event::{By, Event, EventKind, Holder};
use table::lobby::{Remark, Sitter};
use table::news::NewsItem;
use table::sealed::Chosen;
use table::seed::Seed;
use table::table::Table;
use table::terms::{LevelName, SeatKind, StandIn, Terms, TimeControl};
use table::verify::{Unverified, verify};
use table::view::{Occupant, Stage};

use crate::dice;

const NAMES: [&str; 6] = ["Mia", "Ken", "Ada", "Ben", "Eva", "Tom"];

pub(crate) fn person(number: u8) -> Caller {
    Caller::Holder(holder(number))
}

pub(crate) fn holder(number: u8) -> Holder {
    Holder([number; 16])
}

pub(crate) fn level(name: &str) -> LevelName {
    LevelName::named(name).unwrap()
}

const SEED: [u8; 32] = [7; 32];

/// A table and its log as text, with a clock that advances with every command.
pub(crate) struct Sitting<G: Game> {
    pub(crate) table: Table<G>,
    pub(crate) log: Vec<String>,
    pub(crate) seed: Seed,
    now: u64,
}

impl<G: Game> Sitting<G> {
    pub(crate) fn open(terms: Terms) -> Sitting<G> {
        let first = Event { at: 0, kind: EventKind::Opened(terms) };
        let table = Table::new(&first).unwrap();
        Sitting { table, log: vec![first.to_string()], seed: Seed::new(SEED), now: 0 }
    }

    /// A table with a person on each of their seats, and a game that has begun.
    pub(crate) fn begun(terms: Terms) -> Sitting<G> {
        Sitting::begun_with(terms, SEED)
    }

    /// The same with another seed.
    pub(crate) fn begun_with(terms: Terms, seed: [u8; 32]) -> Sitting<G> {
        let mut sitting = Sitting::open(terms);
        sitting.seed = Seed::new(seed);
        let seats: Vec<Seat> = sitting.table.lobby().seats().collect();
        for seat in seats {
            if sitting.table.lobby().chair(seat).sitter == Sitter::Nobody {
                let number = seat.index() as u8;
                let name = NAMES[seat.index()].to_owned();
                sitting.does(person(number), &Command::Sit { seat: Some(seat), name, coat: None });
                sitting.does(person(number), &ready(true));
            }
        }
        assert!(sitting.table.is_playing());
        sitting
    }

    /// Carries out a command. Returns the public news.
    pub(crate) fn command(
        &mut self,
        caller: Caller,
        command: &Command<G::Action>,
    ) -> Result<usize, CommandError<G>> {
        self.now += 1000;
        let decision = self.table.decide(&self.seed, caller, command, self.now)?;
        let n_events = decision.events().len();
        for event in decision.events() {
            let text = event.to_string();
            assert!(!text.contains('\n'));
            let read: Event<G> = text.parse().unwrap();
            assert_eq!(read.to_string(), text, "an event reads back as it was written");
            self.log.push(text);
        }
        self.table.evolve(decision);
        Ok(n_events)
    }

    pub(crate) fn does(&mut self, caller: Caller, command: &Command<G::Action>) -> usize {
        self.command(caller, command).unwrap()
    }

    pub(crate) fn refused(&mut self, caller: Caller, command: &Command<G::Action>) -> &'static str {
        let before = format!("{:?}", self.table);
        let no = self.command(caller, command).unwrap_err();
        assert_eq!(format!("{:?}", self.table), before, "a refusal changes nothing");
        no.code()
    }

    /// A seat's decision: by its bot, or by its player.
    pub(crate) fn decision(&self, seat: Seat, action: G::Action) -> (Caller, Command<G::Action>) {
        let at = self.table.question(seat).unwrap();
        match self.table.bot_of(seat) {
            Some(_) => (Caller::House, Command::BotAct { seat, at, action }),
            None => (person(seat.index() as u8), Command::Act { at, action }),
        }
    }

    /// Makes random decisions until the game is over or this many are made.
    pub(crate) fn play(&mut self, max_decisions: usize, dice: &mut impl Dice) {
        for _ in 0..max_decisions {
            let Some(seat) = self.random_owing(dice) else { return };
            let view = self.table.play().unwrap().view(Observer::Seat(seat));
            let action = view.actions().unwrap().pick(dice);
            let (caller, command) = self.decision(seat, action);
            assert!(self.does(caller, &command) > 0);
            assert_eq!(self.does(caller, &command), 0, "sent twice, done once");
        }
    }

    fn random_owing(&self, dice: &mut impl Dice) -> Option<Seat> {
        let owes = |seat: &Seat| {
            let view = self.table.play().unwrap().view(Observer::Seat(*seat));
            view.open.turn().asks(*seat)
        };
        let owing: Vec<Seat> = self.table.lobby().seats().filter(owes).collect();
        let n_owing = owing.len() as u32;
        (n_owing > 0).then(|| owing[dice.below(n_owing) as usize])
    }

    pub(crate) fn replayed(&self) -> Table<G> {
        let events: Vec<Event<G>> = self.log.iter().map(|line| line.parse().unwrap()).collect();
        Table::replayed(events).unwrap()
    }
}

fn ready<A>(yes: bool) -> Command<A> {
    Command::Seated(SeatedCommand::Ready { yes })
}

fn terms<G: Game>(rules: &G::Rules) -> Terms {
    Terms::new::<G>(rules)
}

fn meow() -> Terms {
    terms::<meow::State>(&"meow players=3".parse().unwrap())
}

fn with_stand_in(terms: Terms) -> Terms {
    Terms { stand_in: Some(StandIn { level: level("cat"), grace: 30 }), ..terms }
}

#[test]
fn whole_games_of_every_variant_are_played_and_replayed() {
    struct Play;
    impl Visit for Play {
        type Output = ();
        fn visit<G: Game>(self) {
            for (index, rules) in G::Rules::every().into_iter().enumerate() {
                let chosen = [Chosen::Shown, Chosen::Hidden][index % 2];
                let mut terms = Terms { chosen, ..terms::<G>(&rules) };
                *terms.places.last_mut().unwrap() = SeatKind::Bot(level("cat"));
                let mut sitting = Sitting::<G>::begun(terms);
                let mut dice = dice(index as u64);
                sitting.play(20, &mut dice);
                assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
                sitting.play(usize::MAX, &mut dice);
                let play = sitting.table.play().unwrap();
                assert!(play.is_over());
                assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
                let names = NAMES.map(str::to_owned);
                let record = play.record("A game", &names[..rules.n_seats().into()], rules);
                table::referee::referee(&record, |_| ()).unwrap();
                assert!(verify(&record).unwrap() > 0);
            }
        }
    }
    for id in GameId::ALL {
        id.visit(Play);
    }
}

#[test]
fn deals_that_do_not_fit_the_seed_are_detected() {
    let mut sitting = Sitting::<meow::State>::begun(meow());
    sitting.play(usize::MAX, &mut dice(1));
    let play = sitting.table.play().unwrap();
    let record = || play.record("Meow", &[], *sitting.table.rules());
    let mut other_seed = record();
    other_seed.set_tag("Seed", &Seed::new([1; 32]).reveal());
    assert!(matches!(verify(&other_seed), Err(Unverified::OtherSeed { .. })));
    let mut no_seed = record();
    no_seed.set_tag("Seed", "secret");
    assert!(matches!(verify(&no_seed), Err(Unverified::BadSeed { .. })));
    let mut both = record();
    both.set_tag("Seed", &Seed::new([1; 32]).reveal());
    both.set_tag("Commitment", &Seed::new([1; 32]).commitment());
    assert!(matches!(verify(&both), Err(Unverified::OtherDeal { step: 1.., .. })));
    let none = crate::played::<meow::State>(*sitting.table.rules(), 30, &mut dice(2));
    assert!(matches!(verify(&none), Err(Unverified::NoTag { tag: "Commitment" })));
}

/// A game with a clock and hidden choices.
fn hidden_choices(clock: TimeControl) -> Sitting<yorozu::State> {
    let rules: yorozu::Rules = "yorozu players=4".parse().unwrap();
    let terms = with_stand_in(terms::<yorozu::State>(&rules));
    Sitting::begun(Terms { chosen: Chosen::Hidden, clock, ..terms })
}

#[test]
fn a_hidden_choice_is_invisible_to_others() {
    let mut sitting = hidden_choices(TimeControl::Bank { seconds: 60, increment: 5 });
    let mut dice = dice(3);
    let (mut n_hidden, mut n_reveals) = (0, 0);
    while sitting.table.is_playing() {
        let seat = sitting.random_owing(&mut dice).unwrap();
        let others = Observer::all(4).filter(|who| *who != Observer::Seat(seat));
        let before: Vec<String> =
            others.clone().map(|who| format!("{:?}", sitting.table.view(who))).collect();
        let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
        let action = view.actions().unwrap().pick(&mut dice);
        let (caller, command) = sitting.decision(seat, action);
        let decision = sitting.table.decide(&sitting.seed, caller, &command, sitting.now).unwrap();
        let waits = matches!(view.open.turn(), Turn::Decide(asked) if asked.len() > 1);
        let mut told_others = 0;
        for news in sitting.table.evolve(decision) {
            n_reveals += news.beats(Observer::Rail).len();
            told_others += others
                .clone()
                .filter(|&who| {
                    let hears = !news.told(who).is_empty() || !news.beats(who).is_empty();
                    hears || news.concerns(who)
                })
                .count();
        }
        sitting.now += 1000;
        if waits && told_others == 0 {
            n_hidden += 1;
            let after: Vec<String> =
                others.map(|who| format!("{:?}", sitting.table.view(who))).collect();
            assert_eq!(before, after);
            let page = sitting.table.view(Observer::Seat(seat));
            assert!(!page.view.unwrap().open.turn().asks(seat), "who has chosen knows it");
        } else {
            assert!(told_others > 0, "what is not hidden is told");
        }
    }
    assert!(n_hidden > 20);
    assert!(n_reveals > 5, "the last choice reveals all: {n_reveals} times");
}

/// A player runs out of time before a hidden choice. Others cannot tell this clock from that of a seat that has chosen.
#[test]
fn a_late_hidden_choice_is_invisible_until_all_have_chosen() {
    let mut sitting = hidden_choices(TimeControl::Move { seconds: 60 });
    let mut dice = dice(8);
    let n_asked = |sitting: &Sitting<yorozu::State>| {
        let view = sitting.table.play().unwrap().view(Observer::Rail);
        if let Turn::Decide(asked) = view.open.turn() { asked.len() } else { 0 }
    };
    while n_asked(&sitting) < 4 {
        sitting.play(1, &mut dice);
    }
    let pages = |sitting: &Sitting<yorozu::State>| -> Vec<String> {
        Observer::all(4).map(|who| format!("{:?}", sitting.table.view(who))).collect()
    };
    sitting.play(2, &mut dice);
    let (deadline, late) = sitting.table.next_deadline().unwrap();
    let before = pages(&sitting);
    sitting.now = deadline;
    let out_of_time = Command::House(HouseCommand::StandIn { seat: late, why: Absence::OutOfTime });
    let decision = sitting.table.decide(&sitting.seed, Caller::House, &out_of_time, deadline);
    for news in sitting.table.evolve(decision.unwrap()) {
        assert!(Observer::all(4).all(|who| !news.concerns(who) && news.told(who).is_empty()));
    }
    assert_eq!(pages(&sitting), before, "nobody sees that a player is late");
    assert_eq!(sitting.does(Caller::House, &out_of_time), 0);
    assert_eq!(sitting.table.bots_to_move(), [late]);
    let (_, other) = sitting.table.next_deadline().unwrap();
    assert_ne!(other, late, "a late seat has no clock");

    let choose = |sitting: &mut Sitting<yorozu::State>, seat| {
        let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
        let (caller, command) = sitting.decision(seat, view.actions().unwrap().nth(0));
        sitting.does(caller, &command)
    };
    choose(&mut sitting, late);
    let unlike = |who: Observer| who != Observer::Seat(late);
    let after = Observer::all(4).zip(pages(&sitting)).zip(before);
    for ((who, after), before) in after {
        assert_eq!(after == before, unlike(who), "only who is late sees their choice made");
    }
    assert!(!sitting.table.lobby().chair(late).is_stood_in());
    choose(&mut sitting, other);
    assert!(sitting.table.lobby().chair(late).is_stood_in(), "all are in: now it is told");
    let play = sitting.table.play().unwrap();
    let by = play.steps.iter().rev().map(|taken| taken.by);
    assert_eq!(by.filter(|by| *by == Some(By::StandIn)).count(), 1);
    assert_eq!(format!("{:?}", sitting.replayed().view(Observer::Rail)), pages(&sitting)[4]);
}

#[test]
fn a_player_who_still_chooses_is_not_late() {
    let mut sitting = hidden_choices(TimeControl::Move { seconds: 60 });
    let (deadline, late) = sitting.table.next_deadline().unwrap();
    sitting.now = deadline;
    let out_of_time = Command::House(HouseCommand::StandIn { seat: late, why: Absence::OutOfTime });
    assert_eq!(sitting.does(Caller::House, &out_of_time), 1);
    let view = sitting.table.play().unwrap().view(Observer::Seat(late));
    let action = view.actions().unwrap().nth(0);
    let act = Command::Act { at: sitting.table.question(late).unwrap(), action };
    assert_eq!(sitting.does(person(late.index() as u8), &act), 1);
    sitting.play(3, &mut dice(9));
    assert!(!sitting.table.lobby().chair(late).is_stood_in());
}

#[test]
fn a_player_who_was_removed_while_late_comes_back_in_time() {
    let mut sitting = hidden_choices(TimeControl::Move { seconds: 60 });
    let (deadline, late) = sitting.table.next_deadline().unwrap();
    sitting.now = deadline;
    let out_of_time = Command::House(HouseCommand::StandIn { seat: late, why: Absence::OutOfTime });
    assert_eq!(sitting.does(Caller::House, &out_of_time), 1);
    assert!(sitting.table.bot_of(late).is_some());
    let host = sitting.table.lobby().host.unwrap();
    let remove = HostCommand::Remove { seat: late, for_good: false };
    sitting.does(person(host.index() as u8), &Command::Host(remove));
    let sit = Command::Sit { seat: Some(late), name: String::new(), coat: None };
    sitting.does(person(late.index() as u8), &sit);
    assert_eq!(sitting.table.bot_of(late), None, "nobody plays for a player who is back");
}

#[test]
fn commands_need_permission() {
    let table = || {
        let mut sitting = Sitting::<meow::State>::open(Terms {
            places: vec![SeatKind::Person, SeatKind::Person, SeatKind::Bot(level("cat"))],
            ..with_stand_in(meow())
        });
        for number in 0..2 {
            let name = NAMES[usize::from(number)].to_owned();
            sitting.does(person(number), &Command::Sit { seat: None, name, coat: None });
        }
        sitting
    };
    let (first, second, bot) = (Seat::new(0), Seat::new(1), Seat::new(2));
    let at = Question { game: 1, decision: 0, change: 0 };
    let action: meow::Action = "play g1".parse().unwrap();
    let seated = [
        SeatedCommand::Rise,
        SeatedCommand::Ready { yes: true },
        SeatedCommand::Return,
        SeatedCommand::Say { at: 0, text: "hello".to_owned() },
        SeatedCommand::Mute { whom: first, yes: true },
    ];
    let host = [
        HostCommand::Remove { seat: first, for_good: false },
        HostCommand::Fill { seat: first, level: level("cat") },
        HostCommand::Free { seat: bot },
        HostCommand::Pass { seat: second },
        HostCommand::Chat { on: false },
    ];
    let house = [
        HouseCommand::StandIn { seat: first, why: Absence::Away },
        HouseCommand::Move { seat: first, from: holder(0), to: holder(9) },
    ];
    let act = Command::Act { at, action };
    for command in seated.map(Command::Seated).into_iter().chain([act]) {
        assert_eq!(table().refused(person(9), &command), "not-seated", "{command:?}");
        assert_eq!(table().refused(Caller::House, &command), "not-seated", "{command:?}");
    }
    for command in host.map(Command::Host) {
        assert_eq!(table().refused(person(9), &command), "not-seated", "{command:?}");
        assert_eq!(table().refused(person(1), &command), "not-host", "{command:?}");
        assert_eq!(table().refused(Caller::House, &command), "not-seated", "{command:?}");
    }
    let bot_act = Command::BotAct { seat: bot, at, action };
    for command in house.map(Command::House).into_iter().chain([bot_act]) {
        for caller in [person(0), person(1), person(9)] {
            assert_eq!(table().refused(caller, &command), "not-house", "{command:?}");
        }
    }
    let sit = Command::Sit { seat: None, name: "House".to_owned(), coat: None };
    assert_eq!(table().refused(Caller::House, &sit), "not-seated");
}

#[test]
fn people_sit_down_on_free_seats() {
    let mut sitting = Sitting::<meow::State>::open(meow());
    let sit = |seat: Option<u8>, name: &str| Command::Sit {
        seat: seat.map(Seat::new),
        name: name.to_owned(),
        coat: None,
    };
    assert_eq!(sitting.refused(person(0), &sit(None, " \u{202e}\n ")), "bad-name");
    assert_eq!(sitting.refused(person(0), &sit(None, &"x".repeat(21))), "bad-name");
    assert_eq!(sitting.refused(person(0), &sit(Some(3), "Mia")), "no-such-seat");
    assert_eq!(sitting.does(person(0), &sit(Some(1), "  Mia\n Maria ")), 1);
    assert_eq!(sitting.table.lobby().chair(Seat::new(1)).name(), Some("Mia Maria"));
    assert_eq!(
        sitting.does(person(0), &sit(None, "Mia")),
        0,
        "a seated player who sits down again changes nothing"
    );
    assert_eq!(sitting.refused(person(0), &sit(Some(0), "Mia")), "already-seated");
    assert_eq!(sitting.refused(person(1), &sit(Some(1), "Ken")), "seat-taken");
    assert_eq!(sitting.refused(person(1), &sit(None, "mia maria")), "name-taken");
    sitting.does(person(1), &sit(None, "Ken"));
    sitting.does(person(2), &sit(None, "Ada"));
    assert_eq!(sitting.refused(person(3), &sit(None, "Ben")), "full");
    assert_eq!(sitting.table.observer(Some(holder(1))), Some(Observer::Seat(Seat::new(0))));
    assert_eq!(sitting.table.observer(None), Some(Observer::Rail));
}

#[test]
fn a_private_table_has_no_spectators() {
    let mut sitting = Sitting::<meow::State>::open(Terms { watching: false, ..meow() });
    sitting.does(person(0), &Command::Sit { seat: None, name: "Mia".to_owned(), coat: None });
    assert_eq!(sitting.table.observer(Some(holder(5))), None);
    assert_eq!(sitting.table.observer(Some(holder(0))), Some(Observer::Seat(Seat::new(0))));
}

#[test]
fn only_a_player_who_has_to_decide_gets_a_hint() {
    let code =
        |table: &Table<meow::State>, who| table.view_for_hint(holder(who)).map_err(|no| no.code());
    let sitting = Sitting::<meow::State>::begun(meow());
    assert_eq!(code(&sitting.table, 0), Err("hints-off"));
    assert_eq!(code(&sitting.table, 7), Err("not-seated"));
    let gathering = Sitting::<meow::State>::open(Terms { hints: true, ..meow() });
    assert_eq!(code(&gathering.table, 0), Err("not-seated"));
    let mut sitting = Sitting::<meow::State>::begun(Terms { hints: true, ..meow() });
    let asked = sitting.random_owing(&mut dice(1)).unwrap();
    for number in 0..3 {
        let seen = sitting.table.play().unwrap().view(Observer::Seat(Seat::new(number)));
        let expected = if Seat::new(number) == asked { Ok(seen) } else { Err("not-asked") };
        assert_eq!(code(&sitting.table, number), expected);
    }
    sitting.play(usize::MAX, &mut dice(4));
    assert_eq!(code(&sitting.table, 0), Err("not-playing"));
}

#[test]
fn a_game_begins_when_all_players_are_ready() {
    let mut sitting = Sitting::<meow::State>::begun(meow());
    assert_eq!(sitting.refused(person(0), &ready(true)), "playing");
    sitting.play(usize::MAX, &mut dice(4));
    let first = sitting.table.play().unwrap().commitment.clone();
    let seed = sitting.table.view(Observer::Rail).game.unwrap().seed.map(str::to_owned);
    assert_eq!(Seed::read(&seed.unwrap()).unwrap().commitment(), first);
    assert_eq!(sitting.table.view(Observer::Rail).stage, Stage::Over);
    let late = sitting.decision(Seat::new(0), "play g1".parse().unwrap());
    assert_eq!(sitting.refused(late.0, &late.1), "over");
    for number in 0..3 {
        assert!(!sitting.table.is_playing());
        sitting.does(person(number), &ready(true));
    }
    let play = sitting.table.play().unwrap();
    assert_eq!((play.number, play.is_over(), &play.seed), (2, false, &None));
    assert_ne!(play.commitment, first);
    assert_eq!(sitting.table.view(Observer::Rail).game.unwrap().seed, None);
}

#[test]
fn repeated_decisions_are_ignored_and_old_ones_refused() {
    let mut sitting = Sitting::<meow::State>::begun(meow());
    let seat = sitting.random_owing(&mut dice(5)).unwrap();
    let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
    let mut actions = view.actions().unwrap().iter();
    let (one, other) = (actions.next().unwrap(), actions.next().unwrap());
    let (caller, once) = sitting.decision(seat, one);
    let (_, otherwise) = sitting.decision(seat, other);
    assert!(sitting.does(caller, &once) > 0);
    assert_eq!(sitting.does(caller, &once), 0);
    assert_eq!(sitting.refused(caller, &otherwise), "stale");
    let next = sitting.decision(seat, other);
    assert_eq!(sitting.refused(next.0, &next.1), "not-your-turn");
}

#[test]
fn actions_are_read_for_their_game() {
    let at: Question = "1.7".parse().unwrap();
    assert_eq!(at, Question { game: 1, decision: 7, change: 0 });
    assert_eq!(at.to_string(), "1.7");
    let change = Question { change: 2, ..at };
    assert_eq!((change.to_string().as_str(), "1.7.2".parse()), ("1.7.2", Ok(change)));
    for text in ["", "1", "1.", ".7", "1.x", "-1.7", "1.7.0", "1.7.", "1.7.7.7"] {
        assert!(text.parse::<Question>().is_err(), "{text}");
    }
    let command = |action: &str| Command::Act { at, action: action.to_owned() };
    let action: meow::Action = "play g1".parse().unwrap();
    assert_eq!(command("play g1").read(), Ok(Command::Act { at, action }));
    assert!(command("play x").read::<meow::Action>().is_err());
}

#[test]
fn the_host_can_change_the_players() {
    let mut sitting = Sitting::<meow::State>::open(meow());
    let seat = Seat::new;
    let name = |number: u8| NAMES[usize::from(number)].to_owned();
    let sit =
        |number: u8| Command::Sit { seat: Some(seat(number)), name: name(number), coat: None };
    sitting.does(person(0), &sit(0));
    sitting.does(person(1), &sit(1));
    let fill =
        |number| Command::Host(HostCommand::Fill { seat: seat(number), level: level("tiger") });
    let free = |number| Command::Host(HostCommand::Free { seat: seat(number) });
    let remove =
        |number| Command::Host(HostCommand::Remove { seat: seat(number), for_good: false });
    let pass = |number| Command::Host(HostCommand::Pass { seat: seat(number) });
    assert_eq!(sitting.refused(person(0), &fill(1)), "seat-taken");
    assert_eq!(sitting.refused(person(0), &free(1)), "seat-empty");
    assert_eq!(sitting.refused(person(0), &remove(2)), "seat-empty");
    assert_eq!(sitting.refused(person(0), &fill(5)), "no-such-seat");
    sitting.does(person(0), &fill(2));
    assert_eq!(
        sitting.table.view(Observer::Rail).seats[2].occupant,
        Occupant::Bot { level: "tiger" }
    );
    sitting.does(person(0), &free(2));
    sitting.does(person(0), &remove(1));
    sitting.does(person(1), &sit(1));
    assert_eq!(sitting.does(person(0), &pass(0)), 0);
    sitting.does(person(0), &pass(1));
    assert_eq!(sitting.refused(person(0), &fill(2)), "not-host");
    sitting.does(person(1), &Command::Seated(SeatedCommand::Rise));
    assert_eq!(sitting.table.lobby().host, Some(seat(0)), "the next person becomes the host");
    sitting.does(person(0), &Command::Seated(SeatedCommand::Rise));
    assert_eq!(sitting.table.lobby().host, None);
    sitting.does(person(4), &sit(2));
    assert_eq!(sitting.table.lobby().host, Some(seat(2)), "then the first player who sits down");
}

#[test]
fn chat_can_be_muted_and_turned_off() {
    let mut sitting = Sitting::<meow::State>::begun(meow());
    let say = |at, text: &str| Command::Seated(SeatedCommand::Say { at, text: text.to_owned() });
    assert_eq!(sitting.does(person(0), &say(0, "Nice\r\ncat")), 1);
    assert_eq!(sitting.does(person(0), &say(0, "Nice\r\ncat")), 0);
    assert_eq!(sitting.refused(person(0), &say(1, "  ")), "bad-text");
    assert_eq!(sitting.refused(person(0), &say(1, &"x".repeat(201))), "bad-text");
    let mute = |yes| Command::Seated(SeatedCommand::Mute { whom: Seat::new(0), yes });
    sitting.does(person(1), &mute(true));
    let heard = |sitting: &Sitting<meow::State>, number| {
        let page = sitting.table.view(Observer::Seat(Seat::new(number)));
        page.talk.iter().map(|line| line.remark.clone()).collect::<Vec<_>>()
    };
    let nice = [Remark::Text("Nice cat".to_owned())];
    assert_eq!(heard(&sitting, 1), []);
    assert_eq!(heard(&sitting, 2), nice);
    sitting.does(person(1), &mute(false));
    assert_eq!(heard(&sitting, 1), nice);
    sitting.does(person(0), &Command::Host(HostCommand::Chat { on: false }));
    assert_eq!(sitting.refused(person(1), &say(0, "Hello")), "chat-off");
    for n_said in 1..60 {
        sitting.does(person(0), &Command::Host(HostCommand::Chat { on: true }));
        sitting.does(person(0), &say(n_said, "again"));
    }
    assert_eq!(heard(&sitting, 2).len(), 50, "a page shows the last lines");
}

#[test]
fn a_bot_stands_in_and_hands_the_seat_back() {
    let mut sitting = Sitting::<meow::State>::begun(meow());
    let seat = sitting.random_owing(&mut dice(6)).unwrap();
    let away = Command::House(HouseCommand::StandIn { seat, why: Absence::Away });
    assert_eq!(sitting.refused(Caller::House, &away), "no-stand-in");

    let mut sitting = Sitting::<meow::State>::begun(with_stand_in(meow()));
    let seat = sitting.random_owing(&mut dice(6)).unwrap();
    assert_eq!(sitting.does(Caller::House, &away_of(seat)), 1);
    assert_eq!(sitting.does(Caller::House, &away_of(seat)), 0);
    assert_eq!(sitting.table.bots_to_move(), [seat]);
    assert_eq!(sitting.table.bot_of(seat), Some(&level("cat")));
    let me = person(seat.index() as u8);
    assert_eq!(sitting.does(me, &Command::Seated(SeatedCommand::Return)), 1);
    assert_eq!(sitting.table.bots_to_move(), []);
    let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
    let action = view.actions().unwrap().nth(0);
    let act = |sitting: &Sitting<meow::State>| Command::BotAct {
        seat,
        at: sitting.table.question(seat).unwrap(),
        action,
    };
    let too_late = act(&sitting);
    assert_eq!(
        sitting.refused(Caller::House, &too_late),
        "not-house",
        "the seat is handed back at once"
    );
    sitting.does(Caller::House, &away_of(seat));
    let for_them = act(&sitting);
    assert!(sitting.does(Caller::House, &for_them) > 0);
    let play = sitting.table.play().unwrap();
    let record = play.record("Meow", &[], *sitting.table.rules());
    assert_eq!(
        record.tag("StandIn"),
        Some(play.steps.len().to_string().as_str()),
        "and the record says so"
    );
    sitting.does(me, &Command::Seated(SeatedCommand::Rise));
    assert!(
        matches!(sitting.table.lobby().chair(seat).sitter, Sitter::Bot { .. }),
        "who leaves is replaced"
    );
}

fn away_of<A>(seat: Seat) -> Command<A> {
    Command::House(HouseCommand::StandIn { seat, why: Absence::Away })
}

#[test]
fn only_the_clock_of_an_asked_seat_runs() {
    let clock = TimeControl::Bank { seconds: 60, increment: 5 };
    let mut sitting = Sitting::<meow::State>::begun(Terms { clock, ..with_stand_in(meow()) });
    let (deadline, seat) = sitting.table.next_deadline().unwrap();
    assert_eq!(deadline, sitting.now + 60_000);
    let late = Command::House(HouseCommand::StandIn { seat, why: Absence::OutOfTime });
    assert_eq!(sitting.refused(Caller::House, &late), "time-left");
    let face = |sitting: &Sitting<meow::State>, seat: Seat| {
        sitting.table.view(Observer::Rail).seats[seat.index()].clock.unwrap()
    };
    assert!(face(&sitting, seat).since.is_some());
    sitting.now += 9_000 - 1000;
    sitting.play(1, &mut dice(7));
    // One second passed for the refused command, and one for each that was carried out.
    assert_eq!(face(&sitting, seat).since, None);
    assert_eq!(face(&sitting, seat).left, 60_000 - 10_000 + 5_000);
    let (deadline, next) = sitting.table.next_deadline().unwrap();
    assert_ne!(next, seat);
    sitting.now = deadline;
    assert_eq!(
        sitting.does(
            Caller::House,
            &Command::House(HouseCommand::StandIn { seat: next, why: Absence::OutOfTime })
        ),
        1
    );
    assert_eq!(sitting.table.next_deadline(), None, "a stand-in has no clock");
}

#[test]
fn a_seat_moves_to_another_browser() {
    let mut sitting = Sitting::<meow::State>::begun(meow());
    let seat = Seat::new(0);
    let to =
        |from, to| Command::House(HouseCommand::Move { seat, from: holder(from), to: holder(to) });
    assert_eq!(
        sitting.refused(Caller::House, &to(1, 9)),
        "seat-taken",
        "the link was for another player"
    );
    assert_eq!(sitting.refused(Caller::House, &to(0, 1)), "already-seated");
    sitting.does(Caller::House, &to(0, 9));
    assert_eq!(sitting.table.observer(Some(holder(9))), Some(Observer::Seat(seat)));
    assert_eq!(sitting.table.observer(Some(holder(0))), Some(Observer::Rail));
}

#[test]
fn events_become_news() {
    let mut sitting = Sitting::<meow::State>::open(meow());
    let sit = Command::Sit { seat: None, name: "Mia".to_owned(), coat: None };
    let decision = sitting.table.decide(&sitting.seed, person(0), &sit, 1).unwrap();
    let told = sitting.table.evolve(decision)[0].told(Observer::Rail);
    assert!(
        matches!(&told[..], [NewsItem::Company(other)] if other.code() == "sat" && other.is_sentence())
    );
}

#[test]
fn a_log_that_no_table_wrote_is_refused() {
    for line in [
        "",
        "5",
        "x opened",
        "5 danced 1",
        "5 reacted 1",
        "5 reacted 1 purr",
        "5 reacted 1 laugh loudly",
        "5 wears 1 pink",
        "5 wears 1",
        "5 renamed 1",
        "5 renamed Mio",
        "5 sat 0 abc Mia",
        "5 person 9 play g1",
        "5 chance dance",
    ] {
        assert!(line.parse::<Event<meow::State>>().is_err(), "{line}");
    }
    let event: Event<meow::State> = "5 rose 0".parse().unwrap();
    assert!(Table::new(&event).is_err());
    assert!(Table::<meow::State>::replayed([]).is_err());
    // Readable lines with impossible events: a seat that does not exist, a step that the rules forbid.
    let sitting = Sitting::<meow::State>::begun(meow());
    for line in [
        "5 rose 5",
        "5 muted 0 4 yes",
        "5 reacted 4 laugh",
        "5 wears 4 black",
        "5 renamed 4 Mio",
        "5 person 0 drop -2",
        "5 chance start 0",
    ] {
        let mut table = sitting.replayed();
        let before = format!("{table:?}");
        assert!(table.replay(line.parse().unwrap()).is_err(), "{line}");
        assert_eq!(format!("{table:?}"), before, "{line} changes nothing");
    }
    let mut table = Sitting::<meow::State>::open(meow()).table;
    let too_early: Event<meow::State> = "5 chance start 0".parse().unwrap();
    assert!(table.replay(too_early).is_err(), "no game has begun");
}
