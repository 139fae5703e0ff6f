//! The end of streams, the cost of slow ones, and stand-ins for players who are away or out of time.

use rules::{Seat, meow};
use store::TableId;
use table::terms::{LevelName, StandIn, Terms, TimeControl};
use testing::http::Stream;

use crate::client::{Site, config, folder};
use crate::crash::serve;
use crate::guest::Guest;
use crate::sitting::{Sitting, cookie, keep, kept};
use crate::tables::{form, friends};

/// A stream after its first snapshot.
fn stream(guest: &Guest<'_>) -> Stream {
    let mut stream = guest.watches();
    stream.until("data: ");
    stream
}

#[test]
fn a_stream_ends_when_the_seat_changes_hands() {
    // Strangers have no address: newcomers may not come from the address of a player.
    let site = Site::with(config("hands").with(|config| config.behind_proxy = true));
    let form = form("game=meow", 3) + "&newcomers=yes";
    let mut guests = friends(&site, &form, &["Ken", "Ada"]);
    let path = guests[0].path.clone();
    let mut streams: Vec<Stream> = guests.iter().map(stream).collect();
    assert_eq!(guests[0].post(&format!("{path}/remove"), "seat=1").status, 303);
    assert_eq!(guests[2].post(&format!("{path}/rise"), "").status, 303);
    for gone in [1, 2] {
        let rest = streams[gone].rest();
        assert!(rest.ends_with("0\r\n\r\n"), "the end is a proper one: {rest}");
    }
    streams[0].until("Ada leaves");
    // The former player sees the page of a spectator.
    let rail = Guest::at(&site, &path);
    let new = Guest::sits(&site, &path, "Tom");
    assert_eq!(guests[1].live_part(), rail.live_part());
    assert_ne!(new.live_part(), rail.live_part());
    streams[0].until("Tom sits down");
}

/// Streams without readers delay nobody and use little memory.
#[test]
#[cfg(target_os = "linux")]
fn an_unread_stream_delays_nobody() {
    let (mut child, site) = serve(&folder("slow"));
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let path = format!("{}/say", guests[0].path);
    let rail = Guest::at(&site, &guests[0].path);
    let resident = |child: &std::process::Child| -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    };
    let slow: Vec<Stream> = (0..40).map(|_| site.watch(&rail.path, &rail.cookie)).collect();
    let mut fast = stream(&guests[1]);
    let before = resident(&child);
    for number in 0..400 {
        let body = format!("at={number}&text=words+{number}");
        assert_eq!(guests[0].post_as("*/*", &path, &body).status, 204);
    }
    fast.until("<span>words 399</span>");
    let grown = resident(&child).saturating_sub(before);
    // Forty times four hundred pages would take well over a hundred megabytes.
    assert!(grown < 40_000, "{grown} kB");
    drop(slow);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Five seconds is the minimum that terms allow. Both tables wait at the same time.
#[test]
fn a_bot_stands_in_for_players_who_are_away_or_out_of_time() {
    let level = LevelName::named("kitten").unwrap();
    let rules = "meow players=3".parse().unwrap();
    let terms = |grace, clock| Terms {
        stand_in: Some(StandIn { level: level.clone(), grace }),
        clock,
        pace: 0,
        ..Terms::new::<meow::State>(&rules)
    };
    let [away, late] = [TableId::random(), TableId::random()];
    let config = config("stand-in");
    let waiting = Sitting::<meow::State>::begun(terms(5, TimeControl::None));
    // Clocks count from the start of the server, because this log is older.
    let mut running = Sitting::<meow::State>::begun(terms(3600, TimeControl::Move { seconds: 5 }));
    for line in &mut running.log {
        *line = line.replacen("40000000", "10000000", 1);
    }
    keep(&config.data, [waiting.kept(away), running.kept(late)]);
    let site = Site::with(config.clone());
    let guest = |id: TableId, seat: u8| Guest {
        site: &site,
        cookie: cookie(Seat::new(seat)),
        path: format!("/t/{id}"),
    };
    let slow = running.owing()[0];
    let mut clock = stream(&guest(late, slow.index() as u8));
    let mut here = stream(&guest(away, 0));
    // The present player stays in the game and hears of the stand-in.
    here.until("A bot plays for Ken");
    here.until("A bot plays for Ada");
    assert!(!guest(away, 1).page().contains("A bot plays for Mia"));
    here.until("Ken plays again");
    clock.until("A bot plays for");
    // And its move.
    clock.until("data: ");
    // Mia watches to the end, so that a slow machine does not count her as away.
    drop(site);
    drop((here, clock));
    let log = kept(&config.data, away).events;
    let mut log_lines = log.iter();
    // Ken left again after one page view, so a bot may stand in for him twice.
    for line in ["stood-in 1", "back 1"] {
        assert!(log_lines.any(|event| event.ends_with(line)), "no {line} in {log:?}");
    }
    assert_eq!(log.iter().filter(|event| event.ends_with("stood-in 2")).count(), 1);
    assert!(!log.iter().any(|event| event.ends_with("stood-in 0")));
    let log = kept(&config.data, late).events;
    assert!(log.iter().any(|event| event.ends_with(&format!("stood-in {slow}"))));
    assert!(log.iter().any(|event| event.contains(&format!(" stand-in {slow} play "))));
}

/// Years without a server use up nobody's time.
#[test]
fn a_clock_does_not_run_while_the_server_is_down() {
    let level = LevelName::named("kitten").unwrap();
    let day = 86_400;
    let terms = Terms {
        stand_in: Some(StandIn { level, grace: 3600 }),
        clock: TimeControl::Move { seconds: day },
        pace: 0,
        ..Terms::new::<meow::State>(&"meow players=3".parse().unwrap())
    };
    let (setup, id) = (config("down"), TableId::random());
    let mut sitting = Sitting::<meow::State>::begun(terms);
    for line in &mut sitting.log {
        *line = line.replacen("40000000", "10000000", 1);
    }
    keep(&setup.data, [sitting.kept(id)]);
    let site = Site::with(setup.clone());
    let slow = sitting.owing()[0];
    let guest = Guest { site: &site, cookie: cookie(slow), path: format!("/t/{id}") };
    let page = guest.page();
    let left = page.split("data-left=\"").nth(1).and_then(|rest| rest.split('"').next());
    let left: u64 = left.expect("a clock runs").parse().unwrap();
    assert!(left > 0 && left <= u64::from(day) * 1000, "{left} ms");
    drop(site);
    let log = kept(&setup.data, id).events;
    assert!(!log.iter().any(|event| event.contains("stood-in")), "{log:?}");
}
