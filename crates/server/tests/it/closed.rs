//! A table that the operator closed while no server ran.

use rules::meow;
use store::TableId;
use table::command::{Caller, Command, HouseCommand};
use table::terms::{LevelName, SeatKind, StandIn, Terms, TimeControl};
use testing::page::forms;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::sitting::{FAR_FUTURE, Sitting, cookie, keep, kept};

/// A game of two people and a bot that has its turn at once. The clocks of both people have run out long ago.
fn closed() -> Sitting<meow::State> {
    let kitten = LevelName::named("kitten").unwrap();
    let terms = Terms {
        places: vec![SeatKind::Person, SeatKind::Person, SeatKind::Bot(kitten.clone())],
        clock: TimeControl::Move { seconds: 5 },
        stand_in: Some(StandIn { level: kitten, grace: 5 }),
        pace: 0,
        hints: true,
        listed: true,
        ..Terms::new::<meow::State>(&"meow players=3".parse().unwrap())
    };
    let mut sitting = Sitting::begun(terms);
    sitting.does(Caller::House, &Command::House(HouseCommand::Close));
    sitting
}

#[test]
fn a_closed_table_can_be_read_and_not_be_played_at() {
    let setup = config("closed");
    let (data, id) = (setup.data.clone(), TableId::from_bytes([3; 16]));
    let mut sitting = closed();
    // Moments before the start of the server: every clock that ran would be out.
    for line in &mut sitting.log {
        let (at, rest) = line.split_once(' ').unwrap();
        *line = format!("{} {rest}", at.parse::<u64>().unwrap() - FAR_FUTURE + 1000);
    }
    let before = sitting.log.clone();
    keep(&data, [sitting.kept(id)]);
    let site = Site::with(setup);
    let path = format!("/t/{id}");
    let mut mia = Guest::at(&site, &path);
    mia.cookie = cookie(rules::Seat::new(0));
    let page = mia.page();
    assert!(page.contains("has closed this table"), "{page}");
    assert!(page.contains("class=\"card"), "the hand is still there");
    let commands: Vec<String> = forms(&page).into_iter().map(|form| form.action).collect();
    let act = format!("{path}/act");
    assert!(commands.iter().all(|action| *action == act || action.is_empty()), "{commands:?}");
    for (command, form) in [
        ("sit", "name=Mia"),
        ("ready", "yes=yes"),
        ("say", "at=0&text=hi"),
        ("rename", "name=Mio"),
        ("act", "at=1.0&action=start"),
        ("rise", ""),
        ("remove", "seat=1"),
    ] {
        let answer = mia.post(&format!("{path}/{command}"), form);
        if command != "act" {
            assert!(answer.body.contains("has closed this table"), "{command}: {}", answer.body);
        }
        assert!(answer.status >= 400, "{command}: {}", answer.status);
    }
    let mut stranger = Guest::at(&site, &path);
    let page = stranger.page();
    assert!(page.contains("has closed this table") && !page.contains("/sit\""), "{page}");
    assert_eq!(stranger.post(&format!("{path}/sit"), "name=Eva").status, 409);
    assert_eq!(mia.get(&format!("{path}/hint")).status, 409);
    let stream = mia.watches();
    assert!(!site.get("/").body.contains(&path), "no list shows it");
    drop(stream);
    drop(site);
    assert_eq!(kept(&data, id).events, before, "no bot, clock or stand-in did anything");
}
