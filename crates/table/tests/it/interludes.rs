//! The pause after a round: who ends it, and what cannot happen meanwhile.

use rules::{Game, GameId, Observer, Open as _, Rules as _, Seat, Visit, meow};
use table::command::{
    Absence, Caller, Command, HostCommand, HouseCommand, RoundNumber, SeatedCommand,
};
use table::event::{Event, EventKind};
use table::table::Table;
use table::terms::{Interlude, SeatKind, StandIn, Terms, TimeControl};
use table::view::InterludeView;

use crate::dice;
use crate::tables::{Sitting, level, person};

fn terms<G: Game>(rules: &G::Rules, interlude: Interlude) -> Terms {
    let mut terms = Terms { interlude, ..Terms::new::<G>(rules) };
    *terms.places.last_mut().unwrap() = SeatKind::Bot(level("cat"));
    terms
}

/// A table of three, the last of them a bot, after its first round.
fn after_a_round(terms: Terms) -> Sitting<meow::State> {
    let mut sitting = Sitting::begun(terms);
    let mut dice = dice(1);
    while interlude(&sitting).is_none() {
        sitting.play(1, &mut dice);
    }
    sitting
}

fn meow(interlude: Interlude) -> Terms {
    terms::<meow::State>(&"meow players=3".parse().unwrap(), interlude)
}

fn interlude<G: Game>(sitting: &Sitting<G>) -> Option<InterludeView> {
    sitting.table.view(Observer::Rail).interlude
}

fn next<A>(after: RoundNumber) -> Command<A> {
    Command::Seated(SeatedCommand::Next { after })
}

const RESUME: Command<meow::Action> = Command::House(HouseCommand::Resume);

/// Plays a game to its end. Returns its log without times, and the number of interludes.
fn play_all<G: Game>(rules: &G::Rules, interlude_terms: Interlude) -> (Vec<String>, u32) {
    let mut sitting = Sitting::<G>::begun(terms::<G>(rules, interlude_terms));
    let (mut dice, mut n_interludes) = (dice(2), 0);
    while sitting.table.is_playing() {
        let Some(pause) = interlude(&sitting) else {
            if !all_keep_silent(&mut sitting) {
                sitting.play(1, &mut dice);
            }
            continue;
        };
        n_interludes += 1;
        let rounds = sitting.table.play().unwrap().view(Observer::Rail).open.rounds();
        assert_eq!(pause.round, RoundNumber { game: 1, round: rounds });
        assert!(sitting.table.bots_to_move().is_empty());
        for seat in pause.awaited.iter() {
            assert!(interlude(&sitting).is_some(), "everybody is waited for");
            let caller = person(seat.index() as u8);
            assert!(sitting.does(caller, &next(pause.round)) > 0);
            assert_eq!(sitting.does(caller, &next(pause.round)), 0, "pressed twice, counted once");
        }
        assert_eq!(interlude(&sitting), None);
        assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
    }
    let steps = &sitting.table.play().unwrap().steps;
    (steps.iter().map(|played| played.step.to_string()).collect(), n_interludes)
}

/// Answers a question that needs no words. Returns whether there was one.
fn all_keep_silent<G: Game>(sitting: &mut Sitting<G>) -> bool {
    let open = sitting.table.play().unwrap().view(Observer::Rail).open;
    let Some(action) = open.silent_answer() else { return false };
    let take = Command::House(HouseCommand::TakeSilence);
    while sitting.table.silence_ends().is_some() {
        let _too_early = sitting.command(Caller::House, &take);
    }
    let seats: Vec<Seat> = sitting.table.lobby().seats().collect();
    for seat in seats {
        let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
        if view.open.silent_answer().is_some() && view.open.turn().asks(seat) {
            let (caller, command) = sitting.decision(seat, action);
            sitting.does(caller, &command);
        }
    }
    true
}

#[test]
fn every_round_but_the_last_is_followed_by_an_interlude_that_changes_no_record() {
    struct Play;
    impl Visit for Play {
        type Output = ();
        fn visit<G: Game>(self) {
            for rules in G::Rules::every().into_iter().step_by(3) {
                let (with, n_interludes) = play_all::<G>(&rules, Interlude::Open);
                let (without, none) = play_all::<G>(&rules, Interlude::None);
                assert_eq!((with, none), (without, 0), "{rules}");
                assert!(n_interludes > 0, "{rules} has several rounds");
            }
        }
    }
    for id in GameId::ALL {
        id.visit(Play);
    }
}

#[test]
fn nothing_is_decided_during_an_interlude() {
    let mut sitting = after_a_round(Terms { hints: true, ..meow(Interlude::Open) });
    let round = interlude(&sitting).unwrap().round;
    let at = sitting.table.question(Seat::new(0)).unwrap();
    let act = Command::Act { at, action: "play g1".parse().unwrap() };
    assert_eq!(sitting.refused(person(0), &act), "interlude");
    assert!(sitting.table.view_for_hint(crate::tables::holder(0)).is_err());
    // What is no part of the game goes on.
    let say = SeatedCommand::Say { at: 0, text: "well played".to_owned() };
    assert_eq!(sitting.does(person(1), &Command::Seated(say)), 1);
    assert_eq!(sitting.does(person(1), &next(round)), 1);
    // Words about other rounds.
    let of = |game, round| next(RoundNumber { game, round });
    assert_eq!(sitting.refused(person(0), &of(1, 2)), "stale");
    assert_eq!(sitting.refused(person(0), &of(2, 1)), "stale");
    assert_eq!(sitting.does(person(0), &of(1, 0)), 0);
    assert_eq!(sitting.refused(person(9), &next(round)), "not-seated");
    assert!(interlude(&sitting).is_some());
    assert!(sitting.does(person(0), &next(round)) > 1);
    assert_eq!(sitting.does(person(0), &next(round)), 0, "the interlude has just ended");
}

#[test]
fn a_timed_interlude_ends_by_itself() {
    let clock = TimeControl::Bank { seconds: 60, increment: 0 };
    let stand_in = Some(StandIn { level: level("cat"), grace: 60 });
    let terms = Terms { clock, stand_in, ..meow(Interlude::Timed { seconds: 20 }) };
    let mut sitting = after_a_round(terms);
    let ends = sitting.table.interlude_ends().unwrap();
    assert_eq!(interlude(&sitting).unwrap().ends, Some(ends));
    assert_eq!(sitting.table.next_deadline(), None, "no clock runs");
    let clocks = |sitting: &Sitting<meow::State>| {
        let view = sitting.table.view(Observer::Rail);
        view.seats.iter().map(|seat| seat.clock).collect::<Vec<_>>()
    };
    assert!(clocks(&sitting).iter().flatten().all(|clock| clock.since.is_none()));
    assert_eq!(sitting.refused(Caller::House, &RESUME), "time-left");
    assert_eq!(sitting.refused(person(0), &RESUME), "not-house");
    let left = clocks(&sitting).iter().flatten().map(|clock| clock.left).collect::<Vec<_>>();
    while sitting.command(Caller::House, &RESUME).is_err() {}
    let now = clocks(&sitting).iter().flatten().map(|clock| clock.left).collect::<Vec<_>>();
    assert_eq!(left, now, "the pause costs nobody time");
    assert_eq!(interlude(&sitting), None);
    assert_eq!(sitting.refused(Caller::House, &RESUME), "stale");
    assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
}

#[test]
fn an_interlude_waits_for_present_people_only() {
    let stand_in = Some(StandIn { level: level("cat"), grace: 60 });
    let terms = Terms { stand_in, ..meow(Interlude::Open) };
    // A stand-in plays for the second player.
    let mut sitting = after_a_round(terms.clone());
    let round = interlude(&sitting).unwrap().round;
    sitting.does(person(0), &next(round));
    let away = HouseCommand::StandIn { seat: Seat::new(1), why: Absence::Away };
    sitting.does(Caller::House, &Command::House(away));
    assert_eq!(interlude(&sitting), None, "only the absent player was missing");
    // A removed player, and one who leaves.
    for gone in [
        (person(0), Command::Host(HostCommand::Remove { seat: Seat::new(1), for_good: false })),
        (person(1), Command::Seated(SeatedCommand::Rise)),
    ] {
        let mut sitting = after_a_round(terms.clone());
        sitting.does(person(0), &next(round));
        sitting.does(gone.0, &gone.1);
        assert_eq!(interlude(&sitting), None);
        assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
    }
    // Where everybody is away, there is nobody to wait for.
    let mut sitting = Sitting::<meow::State>::begun(terms);
    for seat in [Seat::new(0), Seat::new(1)] {
        let away = HouseCommand::StandIn { seat, why: Absence::Away };
        sitting.does(Caller::House, &Command::House(away));
    }
    sitting.play(usize::MAX, &mut dice(3));
    assert!(!sitting.table.is_playing(), "no interlude stops the game");
}

#[test]
fn a_log_with_an_impossible_interlude_is_refused() {
    let sitting = after_a_round(meow(Interlude::Open));
    let place = sitting.log.iter().position(|line| line.ends_with(" interlude")).unwrap();
    let read = |lines: &[String]| {
        let events = lines.iter().map(|line| line.parse::<Event<meow::State>>().unwrap());
        Table::replayed(events).is_ok()
    };
    assert!(read(&sitting.log));
    let with = |place: usize, event: EventKind<meow::State>| {
        let mut log = sitting.log.clone();
        log.insert(place, Event { at: 0, kind: event }.to_string());
        log
    };
    assert!(!read(&with(place - 1, EventKind::Interlude)), "no round is over");
    assert!(!read(&with(place, EventKind::Resumed)), "there is no interlude");
    assert!(!read(&with(place, EventKind::Next { seat: Seat::new(0) })));
    assert!(!read(&with(place + 1, EventKind::Interlude)), "there is one already");
    let mut twice = with(place + 1, EventKind::Resumed);
    twice.push("9 interlude".to_owned());
    assert!(!read(&twice), "a round has one interlude");
    assert!("9 interlude now".parse::<Event<meow::State>>().is_err());
}
