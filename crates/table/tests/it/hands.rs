//! Who may come to see a hand: every way in which a seat changes its player during a game.

use rules::{Observer, Open as _, Say as _, Seat, Turn, meow};
use table::command::{
    Absence, Caller, Command, CommandError, HostCommand, HouseCommand, SeatedCommand,
};
use table::event::{Event, EventKind, Holder};
use table::lobby::{Departure, Sitter};
use table::news::NewsItem;
use table::table::Table;
use table::terms::{SeatKind, StandIn, Terms};
use table::view::Occupant;

use crate::dice;
use crate::tables::{Sitting, holder, level, person};

type Meow = Sitting<meow::State>;

fn terms(stand_in: bool, newcomers: bool) -> Terms {
    let rules = "meow players=3".parse().unwrap();
    let stand_in = stand_in.then(|| StandIn { level: level("cat"), grace: 60 });
    Terms { stand_in, newcomers, ..Terms::new::<meow::State>(&rules) }
}

fn sit(seat: Option<u8>, name: &str) -> Command<meow::Action> {
    Command::Sit { seat: seat.map(Seat::new), name: name.to_owned(), coat: None }
}

fn remove(seat: u8, for_good: bool) -> Command<meow::Action> {
    Command::Host(HostCommand::Remove { seat: Seat::new(seat), for_good })
}

const RISE: Command<meow::Action> = Command::Seated(SeatedCommand::Rise);

fn ready(yes: bool) -> Command<meow::Action> {
    Command::Seated(SeatedCommand::Ready { yes })
}

/// The seat moves from one browser to another.
fn moves(seat: u8, from: u8, to: u8) -> Command<meow::Action> {
    let (from, to) = (holder(from), holder(to));
    Command::House(HouseCommand::Move { seat: Seat::new(seat), from, to })
}

/// A table where Mia has moved from browser 0 to browser 7 before the first game.
fn moved_before_the_game() -> Meow {
    let mut sitting = Meow::open(terms(false, true));
    for (number, name) in [(0, "Mia"), (1, "Ken"), (2, "Ada")] {
        sitting.does(person(number), &sit(Some(number), name));
    }
    sitting.does(Caller::House, &moves(0, 0, 7));
    for number in [7, 1, 2] {
        sitting.does(person(number), &ready(true));
    }
    assert!(sitting.table.is_playing() && sees(&sitting, 7, 0));
    sitting
}

/// Whether this holder sees the hand of a seat.
fn sees(sitting: &Meow, number: u8, seat: u8) -> bool {
    sitting.table.observer(Some(holder(number))) == Some(Observer::Seat(Seat::new(seat)))
}

#[test]
fn nobody_takes_the_hand_of_a_removed_player() {
    for (stand_in, newcomers) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut sitting = Meow::begun(terms(stand_in, newcomers));
        sitting.does(person(0), &remove(1, false));
        assert!(!sees(&sitting, 1, 1), "the removed player watches");
        let taken = if stand_in { "seat-taken" } else { "seat-kept" };
        // A second browser of the host, which the table cannot know.
        assert_eq!(sitting.refused(person(9), &sit(Some(1), "Host")), taken);
        assert!(sitting.command(person(9), &sit(None, "Host")).is_err());
        assert_eq!(sitting.refused(person(2), &sit(Some(1), "Ada")), "already-seated");
        assert_eq!(sitting.table.seats_for(Some(holder(9))), []);
        assert_eq!(sitting.table.seats_for(None), []);
        assert_eq!(sitting.table.seats_for(Some(holder(1))), [Seat::new(1)]);
        let fill = HostCommand::Fill { seat: Seat::new(1), level: level("kitten") };
        if stand_in {
            assert_eq!(sitting.refused(person(0), &Command::Host(fill)), "seat-taken");
        } else {
            sitting.does(person(0), &Command::Host(fill));
            assert_eq!(sitting.refused(person(9), &sit(Some(1), "Host")), "seat-taken");
        }
        // The removed player returns, with the same name.
        sitting.does(person(1), &sit(None, "Another player"));
        assert!(sees(&sitting, 1, 1));
        assert_eq!(sitting.table.lobby().chair(Seat::new(1)).name(), Some("Ken"));
        assert_eq!(sitting.table.bot_of(Seat::new(1)), None);
    }
}

#[test]
fn a_seat_is_free_again_when_the_game_is_over() {
    let mut sitting = Meow::begun(terms(true, false));
    sitting.does(person(0), &remove(1, false));
    assert_eq!(sitting.refused(person(9), &sit(None, "Eva")), "full");
    sitting.play(usize::MAX, &mut dice(3));
    assert!(!sitting.table.is_playing());
    sitting.does(person(0), &Command::Host(HostCommand::Free { seat: Seat::new(1) }));
    sitting.does(person(9), &sit(None, "Eva"));
    assert_eq!(sitting.table.lobby().seat_kept_for(holder(1)), None);
}

#[test]
fn a_player_who_leaves_keeps_the_hand() {
    let mut sitting = Meow::begun(terms(false, false));
    sitting.does(person(1), &RISE);
    let kept = Occupant::Kept { name: "Ken", departure: Departure::Left };
    assert_eq!(sitting.table.view(Observer::Rail).seats[1].occupant, kept);
    assert_eq!(sitting.refused(person(9), &sit(None, "Eva")), "seat-kept");
    sitting.does(person(1), &sit(None, ""));
    assert!(sees(&sitting, 1, 1));
}

#[test]
fn newcomers_need_everybodys_consent_and_unseen_cards() {
    let mut sitting = Meow::begun(terms(false, true));
    sitting.does(person(1), &RISE);
    sitting.does(person(2), &RISE);
    assert_eq!(sitting.table.view(Observer::Rail).seats[1].occupant, Occupant::Nobody);
    // A player who has held a hand of this game may return to it, and take no other.
    assert_eq!(sitting.refused(person(1), &sit(Some(2), "Ken")), "saw-other-hand");
    assert_eq!(sitting.table.seats_for(Some(holder(1))), [Seat::new(1)]);
    assert_eq!(sitting.refused(person(9), &sit(Some(1), "Ken")), "name-taken");
    sitting.does(person(9), &sit(Some(1), "Eva"));
    assert!(sees(&sitting, 9, 1));
    assert_eq!(sitting.refused(person(1), &sit(Some(1), "Ken")), "seat-taken");
    sitting.does(person(9), &RISE);
    assert_eq!(sitting.refused(person(9), &sit(Some(2), "Eva")), "saw-other-hand");
    sitting.does(person(1), &sit(Some(1), "Ken"));
}

#[test]
fn another_device_cannot_bring_a_second_hand() {
    let mut sitting = Meow::begun(terms(false, true));
    sitting.does(person(1), &RISE);
    assert_eq!(sitting.refused(Caller::House, &moves(2, 2, 1)), "saw-other-hand");
    sitting.does(Caller::House, &moves(2, 2, 7));
    assert_eq!(sitting.refused(person(2), &sit(Some(1), "Ada II")), "already-seated");
    sitting.does(person(7), &RISE);
    assert_eq!(sitting.refused(person(2), &sit(Some(1), "Ada II")), "saw-other-hand");
    assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
}

#[test]
fn an_old_browser_gets_no_second_hand() {
    let mut sitting = moved_before_the_game();
    let refused_everywhere = |sitting: &mut Meow, why: &str| {
        assert_eq!(sitting.refused(person(0), &sit(Some(1), "Mia II")), why);
        assert_eq!(sitting.refused(person(0), &sit(None, "Mia II")), why);
        assert_eq!(sitting.table.seats_for(Some(holder(0))), []);
    };
    sitting.does(person(1), &RISE);
    refused_everywhere(&mut sitting, "already-seated");
    // A link of another player brings no second hand either.
    let link = moves(2, 2, 0);
    assert_eq!(sitting.refused(Caller::House, &link), "already-seated");
    // Her seat is another newcomer's, and she has still seen its hand.
    sitting.does(person(7), &RISE);
    sitting.does(person(9), &sit(Some(0), "Eva"));
    refused_everywhere(&mut sitting, "saw-other-hand");
    assert_eq!(sitting.refused(Caller::House, &link), "saw-other-hand");
    sitting.does(person(1), &sit(None, ""));
    // The next game: only the browser that plays holds a hand, and the person is still known.
    sitting.does(person(9), &RISE);
    sitting.does(person(7), &sit(None, "Mia"));
    play_as(&mut sitting, 7);
    for number in [7, 1, 2] {
        sitting.does(person(number), &ready(true));
    }
    assert!(sitting.table.is_playing());
    sitting.does(person(1), &RISE);
    refused_everywhere(&mut sitting, "already-seated");
    assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
}

/// Plays the game to its end. The first seat moves to the browser that the other helpers play with, and back.
fn play_as(sitting: &mut Meow, number: u8) {
    sitting.does(Caller::House, &moves(0, number, 0));
    sitting.play(usize::MAX, &mut dice(3));
    sitting.does(Caller::House, &moves(0, 0, number));
}

#[test]
fn an_old_browser_takes_no_second_seat_before_a_game_either() {
    let mut sitting = Meow::open(terms(false, false));
    sitting.does(person(0), &sit(Some(0), "Mia"));
    sitting.does(Caller::House, &moves(0, 0, 7));
    sitting.does(Caller::House, &moves(0, 7, 8));
    for old in [0, 7] {
        assert_eq!(sitting.refused(person(old), &sit(Some(1), "Mia II")), "already-seated");
    }
    // The seat can go back to a browser where it was.
    sitting.does(Caller::House, &moves(0, 8, 0));
    assert_eq!(sitting.refused(person(8), &sit(None, "Mia II")), "already-seated");
    // A person without a seat can sit down with any browser.
    sitting.does(person(0), &RISE);
    sitting.does(person(7), &sit(None, "Mia"));
}

#[test]
fn a_player_removed_for_good_does_not_come_back_with_an_older_browser() {
    for playing in [false, true] {
        let mut sitting = if playing {
            moved_before_the_game()
        } else {
            let mut sitting = Meow::open(terms(false, false));
            sitting.does(person(0), &sit(Some(0), "Mia"));
            sitting.does(person(1), &sit(Some(1), "Ken"));
            sitting.does(Caller::House, &moves(0, 0, 7));
            sitting
        };
        sitting.does(person(7), &Command::Host(HostCommand::Pass { seat: Seat::new(1) }));
        sitting.does(person(1), &remove(0, true));
        for browser in [0, 7] {
            assert_eq!(sitting.refused(person(browser), &sit(None, "Mia")), "removed-for-good");
        }
        assert_eq!(sitting.refused(Caller::House, &moves(1, 1, 0)), "removed-for-good");
        let seat = sitting.table.view(Observer::Rail).seats[0].occupant;
        let removed = Occupant::Kept { name: "Mia", departure: Departure::RemovedForGood };
        assert_eq!(seat, if playing { removed } else { Occupant::Nobody });
    }
}

#[test]
fn a_player_removed_for_good_does_not_come_back() {
    let mut sitting = Meow::begun(terms(true, true));
    sitting.does(person(0), &remove(1, true));
    assert_eq!(sitting.refused(person(1), &sit(None, "Ken")), "removed-for-good");
    assert_eq!(sitting.table.seats_for(Some(holder(1))), []);
    let link = HouseCommand::Move { seat: Seat::new(2), from: holder(2), to: holder(1) };
    assert!(sitting.command(Caller::House, &Command::House(link)).is_err());
    sitting.play(usize::MAX, &mut dice(3));
    sitting.does(person(0), &Command::Host(HostCommand::Free { seat: Seat::new(1) }));
    assert_eq!(sitting.refused(person(1), &sit(None, "Ken")), "removed-for-good");
    assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
}

#[test]
fn news_say_who_was_removed_and_who_returns() {
    let mut sitting = Meow::begun(terms(true, false));
    let mut told = |caller, command: &Command<meow::Action>| {
        let decision = sitting.table.decide(&sitting.seed, caller, command, 1).unwrap();
        let news = sitting.table.evolve(decision);
        let first = news[0].told(Observer::Rail);
        match &first[0] {
            NewsItem::Company(company) => (company.code(), news[0].is_return()),
            NewsItem::Seen(_) => unreachable!("nothing happened in the game"),
        }
    };
    assert_eq!(told(person(0), &remove(1, false)), ("removed", false));
    assert_eq!(told(person(1), &sit(None, "")), ("returned", true));
    assert_eq!(told(person(1), &RISE), ("rose", false));
}

#[test]
fn old_logs_with_strangers_on_free_seats_are_still_read() {
    let mut sitting = Meow::begun(terms(false, false));
    for line in ["9 rose 1", "10 sat 1 00000000000000000000000000000009 Eva"] {
        sitting.table.replay(line.parse::<Event<meow::State>>().unwrap()).unwrap();
    }
    let chair = sitting.table.lobby().chair(Seat::new(1));
    assert!(matches!(&chair.sitter, Sitter::Person { name, .. } if name == "Eva"));
}

#[test]
fn a_log_does_not_grow_without_end() {
    let mut sitting = Meow::open(terms(false, false));
    sitting.does(person(0), &sit(Some(0), "Mia"));
    sitting.does(person(1), &sit(Some(1), "Ken"));
    let mute = |yes| Command::Seated(SeatedCommand::Mute { whom: Seat::new(0), yes });
    let switched = |sitting: &mut Meow, command: &dyn Fn(bool) -> Command<meow::Action>| {
        (0..10_000).map(|number| number % 2 == 0).find_map(|yes| {
            sitting.command(person(1), &command(yes)).err().map(|no: CommandError<_>| no.code())
        })
    };
    assert_eq!(switched(&mut sitting, &mute), Some("too-many-changes"));
    assert_eq!(switched(&mut sitting, &ready), Some("too-many-changes"));
    let say = Command::Seated(SeatedCommand::Say { at: 0, text: "hello".to_owned() });
    assert_eq!(sitting.refused(person(0), &say), "too-many-changes");
    assert!(sitting.log.len() < 2_010, "{}", sitting.log.len());
    // Moving to and fro makes the log longer too, and notes a hand seen for each browser.
    assert_eq!(sitting.refused(Caller::House, &moves(1, 1, 9)), "too-many-changes");
    // Players can still leave and be ready, so that one of them cannot stop the others.
    sitting.does(person(0), &ready(true));
    // And the host can remove who used up the changes, for a bot.
    sitting.does(person(0), &remove(1, true));
    for seat in [1, 2].map(Seat::new) {
        let fill = HostCommand::Fill { seat, level: level("kitten") };
        sitting.does(person(0), &Command::Host(fill));
    }
    assert!(sitting.table.is_playing());
}

/// Sits down with a browser of its own for each number, and leaves.
fn visit(sitting: &mut Meow, number: u32) -> Result<(), &'static str> {
    let mut bytes = [0xff; 16];
    bytes[..4].copy_from_slice(&number.to_be_bytes());
    let stranger = Caller::Holder(Holder(bytes));
    sitting.command(stranger, &sit(None, "Tom")).map_err(|no| no.code())?;
    sitting.does(stranger, &RISE);
    Ok(())
}

#[test]
fn strangers_who_come_and_go_use_up_nothing_of_the_others() {
    let mut sitting = Meow::open(terms(false, false));
    sitting.does(person(0), &sit(Some(0), "Mia"));
    let one = (0..100).map(|_| visit(&mut sitting, 1)).collect::<Vec<_>>();
    assert_eq!(one.iter().filter(|visit| visit.is_ok()).count(), 20);
    assert_eq!(one.last(), Some(&Err("sat-too-often")));
    // Many strangers come again and again, and then each of them once.
    let again = (0..).map(|number| visit(&mut sitting, 2 + number % 60));
    assert_eq!(again.take(1_200).find_map(Result::err), Some("too-many-changes"));
    let last = (1_000..10_000).find_map(|number| visit(&mut sitting, number).err());
    assert_eq!(last, Some("too-many-changes"));
    assert!(sitting.log.len() < 4_010, "{}", sitting.log.len());
    // The people at the table still have all changes.
    let say = Command::Seated(SeatedCommand::Say { at: 0, text: "hello".to_owned() });
    assert_eq!(sitting.does(person(0), &say), 1);
    for seat in [1, 2].map(Seat::new) {
        let fill = HostCommand::Fill { seat, level: level("kitten") };
        sitting.does(person(0), &Command::Host(fill));
    }
    sitting.does(person(0), &ready(true));
    assert!(sitting.table.is_playing());
    // A game makes all of it possible again.
    sitting.does(person(0), &RISE);
    assert_eq!(sitting.does(person(0), &sit(None, "")), 1);
}

#[test]
fn newcomers_find_a_seat_where_others_have_come_often() {
    let mut sitting = Meow::open(terms(false, false));
    sitting.does(person(0), &sit(Some(0), "Mia"));
    let mute = |yes| Command::Seated(SeatedCommand::Mute { whom: Seat::new(0), yes });
    while sitting.command(person(0), &mute(sitting.log.len().is_multiple_of(2))).is_ok() {}
    for number in 0..999 {
        assert_eq!(visit(&mut sitting, 2 + number % 60), Ok(()));
    }
    assert_eq!(visit(&mut sitting, 2), Err("too-many-changes"), "that one was here before");
    assert_eq!(visit(&mut sitting, 1_000), Ok(()), "and this one was not");
}

#[test]
fn moves_between_browsers_do_not_make_a_log_grow_without_end() {
    for playing in [false, true] {
        let mut sitting = if playing {
            Meow::begun(terms(false, false))
        } else {
            let mut sitting = Meow::open(terms(false, false));
            sitting.does(person(0), &sit(Some(0), "Mia"));
            sitting
        };
        let refused = (0..10_000).find_map(|number| {
            let [from, to] = if number % 2 == 0 { [0, 9] } else { [9, 0] };
            sitting.command(Caller::House, &moves(0, from, to)).err()
        });
        assert_eq!(refused.map(|no| no.code()), Some("too-many-changes"));
        assert!(sitting.log.len() < 2_020, "{}", sitting.log.len());
    }
}

#[test]
fn a_full_log_accepts_moves_and_nothing_else() {
    let opened = Event::<meow::State> { at: 0, kind: EventKind::Opened(one_person()) };
    let mut table = Table::<meow::State>::new(&opened).unwrap();
    let sat = "1 sat 0 00000000000000000000000000000000 Mia";
    table.replay(sat.parse().unwrap()).unwrap();
    for number in 0..100_001 {
        let yes = if number % 2 == 0 { "yes" } else { "no" };
        table.replay(format!("2 ready 0 {yes}").parse().unwrap()).unwrap();
    }
    let seed = table::seed::Seed::new([7; 32]);
    let ready = Command::Seated(SeatedCommand::Ready { yes: true });
    let refused = table.decide(&seed, person(0), &ready, 3).unwrap_err();
    assert_eq!(refused.code(), "log-full");
    let link =
        Command::House(HouseCommand::Move { seat: Seat::new(0), from: holder(0), to: holder(9) });
    let refused = table.decide(&seed, Caller::House, &link, 3).unwrap_err();
    assert_eq!(refused.code(), "log-full");
    for allowed in [RISE, remove(0, true)] {
        assert!(table.decide(&seed, person(0), &allowed, 3).is_ok());
    }
}

/// A stand-in and a return after each other would make a full log longer without a move.
#[test]
fn a_full_log_hands_a_seat_back_with_a_move_only() {
    let mut sitting = Meow::begun(terms(true, false));
    let turn = sitting.table.play().unwrap().view(Observer::Rail).open.turn();
    let Turn::Decide(asked) = turn else { unreachable!("the deal is done") };
    let seat = asked.iter().next().unwrap();
    let mute = |yes| format!("2 muted 0 1 {yes}");
    for number in 0..100_000 {
        let line = mute(if number % 2 == 0 { "yes" } else { "no" });
        sitting.table.replay(line.parse().unwrap()).unwrap();
    }
    let away = Command::House(HouseCommand::StandIn { seat, why: Absence::Away });
    sitting.does(Caller::House, &away);
    let me = person(seat.index() as u8);
    let back = Command::Seated(SeatedCommand::Return);
    assert_eq!(sitting.refused(me, &back), "log-full");
    let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
    let action = view.actions().unwrap().nth(0);
    let act = Command::Act { at: sitting.table.question(seat).unwrap(), action };
    assert!(sitting.does(me, &act) >= 2);
    assert!(!sitting.table.lobby().chair(seat).is_stood_in());
}

fn one_person() -> Terms {
    let places = vec![SeatKind::Person, SeatKind::Bot(level("cat")), SeatKind::Bot(level("cat"))];
    Terms { places, ..terms(false, false) }
}

#[test]
fn a_chat_line_with_a_used_number_is_refused_unless_it_is_the_same() {
    let mut sitting = Meow::begun(terms(false, false));
    let say = |at, text: &str| Command::Seated(SeatedCommand::Say { at, text: text.to_owned() });
    assert_eq!(sitting.does(person(0), &say(0, "one")), 1);
    assert_eq!(sitting.does(person(0), &say(0, "one")), 0);
    assert_eq!(sitting.refused(person(0), &say(0, "other")), "stale");
    assert_eq!(sitting.refused(person(0), &say(2, "later")), "stale");
    assert_eq!(sitting.does(person(0), &say(1, "two")), 1);
    assert_eq!(sitting.refused(person(0), &say(0, "one")), "stale");
    assert_eq!(sitting.refused(person(0), &say(u32::MAX, "two")), "stale");
}

#[test]
fn names_that_look_alike_are_taken() {
    let mut sitting = Meow::open(terms(false, false));
    sitting.does(person(0), &sit(None, "Mia"));
    for name in ["MIA", "M\u{456}\u{430}", "Mia\u{3164}", "Mía", "Ｍｉａ"] {
        assert_eq!(sitting.refused(person(1), &sit(None, name)), "name-taken", "{name}");
    }
    for name in ["\u{3164}", "\u{2800}\u{2800}", "..."] {
        assert_eq!(sitting.refused(person(1), &sit(None, name)), "bad-name", "{name:?}");
    }
}
