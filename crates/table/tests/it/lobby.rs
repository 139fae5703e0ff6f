//! The lobby before, between and during games: small promises that no other test needs.

use rules::{Observer, Seat, meow, yorozu};
use table::command::{Absence, Caller, Command, HostCommand, HouseCommand, SeatedCommand};
use table::event::{Event, EventKind};
use table::lobby::SeatName;
use table::sealed::Chosen;
use table::table::{MAX_EVENTS, Table};
use table::terms::{SeatKind, StandIn, Terms};

use crate::tables::{Sitting, holder, level, person};

fn terms() -> Terms {
    let places = vec![SeatKind::Person, SeatKind::Person, SeatKind::Bot(level("cat"))];
    Terms { places, ..Terms::new::<meow::State>(&"meow players=3".parse().unwrap()) }
}

fn sit<A>(seat: u8, name: &str) -> Command<A> {
    Command::Sit { seat: Some(Seat::new(seat)), name: name.to_owned(), coat: None }
}

#[test]
fn players_change_seats_before_a_game() {
    let mut sitting = Sitting::<meow::State>::open(terms());
    sitting.does(person(0), &sit(0, "Mia"));
    sitting.does(person(0), &Command::Seated(SeatedCommand::Rise));
    sitting.does(person(0), &sit(1, "Mia"));
    assert_eq!(sitting.table.lobby().seat_of(holder(0)), Some(Seat::new(1)));
}

#[test]
fn names_are_those_of_the_seats() {
    let mut sitting = Sitting::<meow::State>::open(terms());
    sitting.does(person(0), &sit(1, "Mia"));
    let names = sitting.table.lobby().names();
    let names: Vec<_> = names.iter().cloned().collect();
    assert_eq!(names, [SeatName::Free, SeatName::Person("Mia".to_owned()), SeatName::Bot]);
}

#[test]
fn chat_lines_have_numbers_and_authors() {
    let mut sitting = Sitting::<meow::State>::open(terms());
    sitting.does(person(0), &sit(0, "Mia"));
    sitting.does(person(1), &sit(1, "Ken"));
    for (number, at) in [(0, 0), (1, 0), (0, 1)] {
        let text = format!("line {at} of {number}");
        sitting.does(person(number), &Command::Seated(SeatedCommand::Say { at, text }));
    }
    let lines: Vec<_> = sitting
        .table
        .lobby()
        .talk
        .iter()
        .map(|line| (line.number, line.seat.index(), line.names.person(line.seat)))
        .collect();
    // An observer who has muted Ken cannot tell from the numbers that he says anything.
    assert_eq!(lines, [(1, 0, "Mia"), (1, 1, "Ken"), (2, 0, "Mia")]);
    assert_eq!(sitting.table.view(Observer::Seat(Seat::new(0))).said, 2);
}

#[test]
fn commands_that_change_nothing_make_no_events() {
    let mut sitting = Sitting::<meow::State>::open(terms());
    sitting.does(person(0), &sit(0, "Mia"));
    sitting.does(person(1), &sit(1, "Ken"));
    for (command, n_events) in [
        (Command::Host(HostCommand::Chat { on: true }), 0),
        (Command::Host(HostCommand::Chat { on: false }), 1),
        (Command::Host(HostCommand::Chat { on: false }), 0),
        (Command::Host(HostCommand::Pass { seat: Seat::new(0) }), 0),
        (Command::Seated(SeatedCommand::Return), 0),
        (Command::Seated(SeatedCommand::Ready { yes: false }), 0),
        (Command::Seated(SeatedCommand::Mute { whom: Seat::new(1), yes: false }), 0),
    ] {
        let decision = sitting.table.decide(&sitting.seed, person(0), &command, 9).unwrap();
        assert_eq!(decision.is_empty(), n_events == 0, "{command:?}");
        assert_eq!(decision.lobby().is_some(), n_events > 0, "{command:?}");
        assert_eq!(sitting.does(person(0), &command), n_events, "{command:?}");
    }
}

/// The stand-in of a player who is away is public even while choices are hidden: everybody sees that the player is away.
#[test]
fn an_absent_player_is_replaced_at_once() {
    let rules: yorozu::Rules = "yorozu players=4".parse().unwrap();
    let stand_in = Some(StandIn { level: level("cat"), grace: 30 });
    let terms = Terms { chosen: Chosen::Hidden, stand_in, ..Terms::new::<yorozu::State>(&rules) };
    let mut sitting = Sitting::<yorozu::State>::begun(terms);
    let seat = Seat::new(1);
    let away = Command::House(HouseCommand::StandIn { seat, why: Absence::Away });
    assert_eq!(sitting.does(Caller::House, &away), 1);
    assert!(sitting.table.lobby().chair(seat).is_stood_in());
    assert_eq!(sitting.does(Caller::House, &away), 0);
}

#[test]
fn a_log_is_full_at_its_last_event() {
    let opened = Event::<meow::State> { at: 0, kind: EventKind::Opened(terms()) };
    let mut table = Table::new(&opened).unwrap();
    table.replay(format!("1 sat 0 {} Mia", "00".repeat(16)).parse().unwrap()).unwrap();
    table.replay(format!("1 sat 1 {} Ken", "01".repeat(16)).parse().unwrap()).unwrap();
    // Each of these games begins and ends at once, so that nothing else limits the changes.
    for event in 3..MAX_EVENTS - 1 {
        let line = if event % 2 == 0 { "2 ended 00" } else { "2 began 00" };
        table.replay(line.parse().unwrap()).unwrap();
    }
    let seed = table::seed::Seed::new([7; 32]);
    let ready = Command::Seated(SeatedCommand::Ready { yes: true });
    let code = |table: &Table<meow::State>, command| {
        let refused = table.decide(&seed, person(0), command, 3);
        refused.err().map(|refused| rules::Say::code(&refused))
    };
    let mute = Command::Seated(SeatedCommand::Mute { whom: Seat::new(1), yes: true });
    assert_eq!(code(&table, &mute), None);
    table.replay("2 said 0 hi".parse().unwrap()).unwrap();
    assert_eq!(code(&table, &mute), Some("log-full"));
    assert_eq!(code(&table, &ready), Some("log-full"));
}
