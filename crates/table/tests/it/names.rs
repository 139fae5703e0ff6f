//! Names: players take other names while they sit.

use rules::{Observer, Say as _, Seat, meow};
use table::command::{Caller, Command, HostCommand, HouseCommand, MAX_NAME, SeatedCommand};
use table::event::Holder;
use table::news::NewsItem;
use table::table::Table;
use table::terms::Terms;

use crate::dice;
use crate::tables::{Sitting, holder, person};

type Meow = Sitting<meow::State>;

const RISE: Command<meow::Action> = Command::Seated(SeatedCommand::Rise);

fn terms() -> Terms {
    Terms::new::<meow::State>(&"meow players=3".parse().unwrap())
}

fn rename(name: &str) -> Command<meow::Action> {
    Command::Seated(SeatedCommand::Rename { name: name.to_owned() })
}

fn sit(seat: u8, name: &str) -> Command<meow::Action> {
    Command::Sit { seat: Some(Seat::new(seat)), name: name.to_owned(), coat: None }
}

fn say(at: u32, text: &str) -> Command<meow::Action> {
    Command::Seated(SeatedCommand::Say { at, text: text.to_owned() })
}

fn names(sitting: &Meow) -> Vec<&str> {
    sitting.table.lobby().chairs.iter().filter_map(|chair| chair.name()).collect()
}

fn finishers(sitting: &Meow) -> Vec<Holder> {
    sitting.table.lobby().finishers().to_vec()
}

#[test]
fn a_name_changes_at_any_time() {
    let mut sitting = Meow::open(terms());
    sitting.does(person(0), &sit(0, "Mia"));
    assert_eq!(sitting.does(person(0), &rename("  Mio ")), 1);
    assert_eq!(sitting.log.last().unwrap().split_once(' ').unwrap().1, "renamed 0 Mio");
    assert_eq!(sitting.does(person(0), &rename("Mio")), 0, "it is that one already");
    for (number, name) in [(1, "Ken"), (2, "Ada")] {
        sitting.does(person(number), &sit(number, name));
    }
    for number in 0..3 {
        sitting.does(person(number), &Command::Seated(SeatedCommand::Ready { yes: true }));
    }
    sitting.play(2, &mut dice(1));
    assert!(sitting.table.is_playing());
    assert_eq!(sitting.does(person(0), &rename("mia")), 1);
    sitting.play(usize::MAX, &mut dice(2));
    assert_eq!(sitting.does(person(0), &rename("Mia")), 1, "only the case changes");
    assert_eq!(names(&sitting), ["Mia", "Ken", "Ada"]);
    assert_eq!(sitting.replayed().lobby(), sitting.table.lobby());
}

#[test]
fn a_new_name_is_checked_as_one_to_sit_down_with() {
    let mut sitting = Meow::begun(terms());
    let long = "a".repeat(MAX_NAME + 1);
    for (name, code) in [
        ("", "bad-name"),
        ("...", "bad-name"),
        (&long, "bad-name"),
        ("Mia", "name-taken"),
        ("m i a", "name-taken"),
        ("\u{41c}i\u{430}", "name-taken"),
    ] {
        assert_eq!(sitting.refused(person(1), &rename(name)), code, "{name}");
    }
    assert_eq!(sitting.refused(person(9), &rename("Eva")), "not-seated");
    assert_eq!(sitting.refused(Caller::House, &rename("Eva")), "not-seated");
    // The name of a player for whom a seat is kept.
    sitting.does(person(0), &RISE);
    assert_eq!(sitting.refused(person(1), &rename("Mia")), "name-taken");
    assert_eq!(names(&sitting), ["Ken", "Ada"]);
    assert_eq!(sitting.does(person(1), &rename("Kim")), 1);
    // A player who returns has the last name.
    sitting.does(person(1), &RISE);
    sitting.does(person(1), &sit(1, "Ken"));
    assert_eq!(names(&sitting), ["Kim", "Ada"]);
}

/// Nobody takes the name under which another player has just spoken.
#[test]
fn chat_lines_keep_the_name_of_their_time() {
    let mut sitting = Meow::begun(terms());
    sitting.does(person(0), &say(0, "hello"));
    sitting.does(person(0), &rename("Mio"));
    sitting.does(person(0), &say(1, "again"));
    let view = sitting.table.view(Observer::Rail);
    let authors: Vec<&str> = view.talk.iter().map(|line| line.names.person(line.seat)).collect();
    assert_eq!(authors, ["Mia", "Mio"]);
    assert_eq!(sitting.refused(person(1), &rename("mia")), "name-taken");
    assert_eq!(sitting.does(person(0), &rename("Mia")), 1, "it was hers");
}

#[test]
fn a_change_of_name_is_told_to_all() {
    let mut sitting = Meow::begun(terms());
    let decision = sitting.table.decide(&sitting.seed, person(1), &rename("Kim"), 9).unwrap();
    let news = sitting.table.evolve(decision);
    for who in Observer::all(3) {
        let told = news[0].told(who);
        assert!(matches!(&told[..], [NewsItem::Company(news)] if news.code() == "renamed"));
    }
}

#[test]
fn new_names_do_not_make_a_log_grow_without_end() {
    let mut sitting = Meow::begun(terms());
    let name = |n: u32| format!("Ken {n}");
    let refused = (0..10_000).find_map(|n| sitting.command(person(1), &rename(&name(n))).err());
    assert_eq!(refused.map(|no| no.code()), Some("too-many-changes"));
    assert!(sitting.log.len() < 2_020);
}

/// The people who find a finished game again.
#[test]
fn finishers_are_those_at_the_end_whom_the_host_has_not_removed() {
    let mut sitting = Meow::begun(terms());
    assert_eq!(finishers(&sitting), []);
    sitting.play(usize::MAX, &mut dice(3));
    assert_eq!(finishers(&sitting), [0, 1, 2].map(holder));
    sitting.does(person(1), &RISE);
    let remove = HostCommand::Remove { seat: Seat::new(2), for_good: true };
    sitting.does(person(0), &Command::Host(remove));
    assert_eq!(finishers(&sitting), [0, 1].map(holder), "who leaves finds the game");
    let (seat, from, to) = (Seat::new(0), holder(0), holder(7));
    sitting.does(Caller::House, &Command::House(HouseCommand::Move { seat, from, to }));
    assert_eq!(finishers(&sitting), [7, 1].map(holder));
    for (number, name) in [(8, "Eva"), (9, "Tom")] {
        let sit = Command::Sit { seat: None, name: name.to_owned(), coat: None };
        sitting.does(person(number), &sit);
    }
    assert_eq!(finishers(&sitting), [7, 1].map(holder), "newcomers have not played");
    let again =
        Table::<meow::State>::replayed(sitting.log.iter().map(|line| line.parse().unwrap()));
    assert_eq!(again.unwrap().lobby(), sitting.table.lobby());
    for number in [7, 8, 9] {
        sitting.does(person(number), &Command::Seated(SeatedCommand::Ready { yes: true }));
    }
    assert!(sitting.table.is_playing());
    assert_eq!(finishers(&sitting), [], "the next game is not theirs");
}
