//! Permissions: every request to a table, made by everyone who may not make it.

use rules::{Observer, Seat, meow};
use store::TableId;
use table::command::{Absence, Caller, Command, HostCommand, HouseCommand, SeatedCommand};
use table::terms::{LevelName, SeatKind, StandIn, Terms};

use testing::http::request;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::sitting::{Sitting, cookie, keep, kept, person};

type Meow = Sitting<meow::State>;

/// The sender of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asker {
    /// A new browser.
    New,
    /// A browser with an invalid cookie.
    Nonsense,
    /// A visitor with a cookie but no seat at this table.
    Watcher,
    /// A former player: the host removed them, and another person has the seat.
    Removed,
    /// A browser whose seat was moved to another one.
    Moved,
    /// The player on this seat.
    Seat(u8),
}

const STRANGERS: [Asker; 5] =
    [Asker::New, Asker::Nonsense, Asker::Watcher, Asker::Removed, Asker::Moved];

impl Asker {
    fn cookie(self) -> String {
        match self {
            Asker::New => String::new(),
            Asker::Nonsense => "nekoza=0".to_owned(),
            Asker::Watcher => cookie(Seat::new(5)),
            Asker::Removed => cookie(Seat::new(4)),
            Asker::Moved => cookie(Seat::new(3)),
            Asker::Seat(seat) => cookie(Seat::new(seat)),
        }
    }
}

/// Mia is the host; Ben and Ada sit too. The former player of Ada's seat was removed. Ben moved to another browser. The
/// last seat is a bot's.
fn gathered(watching: bool) -> Meow {
    let level = LevelName::named("kitten").unwrap();
    let rules = "meow players=4".parse().unwrap();
    let terms = Terms {
        places: vec![
            SeatKind::Person,
            SeatKind::Person,
            SeatKind::Person,
            SeatKind::Bot(level.clone()),
        ],
        stand_in: Some(StandIn { level, grace: 3600 }),
        pace: 10_000,
        watching,
        hints: true,
        ..Terms::new::<meow::State>(&rules)
    };
    let [mia, ben, ada, old_ben, old_ada] = [0, 1, 2, 3, 4].map(Seat::new);
    let mut sitting = Meow::opened(terms);
    sitting.sits(mia, mia);
    sitting.sits(old_ben, ben);
    let [from, to] = [old_ben, ben].map(crate::sitting::holder);
    sitting.does(Caller::House, &Command::House(HouseCommand::Move { seat: ben, from, to }));
    sitting.sits(old_ada, ada);
    sitting.does(person(mia), &Command::Host(HostCommand::Remove { seat: ada, for_good: false }));
    sitting.sits(ada, ada);
    sitting
}

/// The same table during a game.
fn playing(watching: bool) -> Meow {
    let mut sitting = gathered(watching);
    for seat in [0, 1, 2].map(Seat::new) {
        sitting.does(person(seat), &Command::Seated(SeatedCommand::Ready { yes: true }));
    }
    while sitting.people().all(|seat| !sitting.owing().contains(&seat)) {
        decide(&mut sitting);
    }
    sitting
}

/// The same table after the game.
fn over(watching: bool) -> Meow {
    let mut sitting = playing(watching);
    while sitting.table.is_playing() {
        decide(&mut sitting);
    }
    sitting
}

fn decide(sitting: &mut Meow) {
    let seat = sitting.owing()[0];
    let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
    let (caller, command) = sitting.decision(seat, view.actions().unwrap().nth(0));
    sitting.does(caller, &command);
}

/// A request: the table, the command, who may send it, and the answer to other seated players.
struct Case {
    sitting: Meow,
    command: &'static str,
    body: String,
    right: Asker,
    /// The status for other seated players; `None` if they may send it too.
    others: Option<u16>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |sitting: Meow, command, body: &str, right, others| {
        cases.push(Case { sitting, command, body: body.to_owned(), right, others });
    };
    let sitting = playing(true);
    let asked = sitting.people().find(|seat| sitting.owing().contains(seat)).unwrap();
    let view = sitting.table.play().unwrap().view(Observer::Seat(asked));
    let action = view.actions().unwrap().nth(0).to_string().replace(' ', "+");
    let act = format!("at={}&action={action}", sitting.table.question(asked).unwrap());
    add(sitting, "act", &act, Asker::Seat(asked.index() as u8), Some(409));
    let mut stood_in = playing(true);
    let away = HouseCommand::StandIn { seat: Seat::new(2), why: Absence::Away };
    stood_in.does(Caller::House, &Command::House(away));
    add(stood_in, "return", "", Asker::Seat(2), None);
    add(gathered(true), "ready", "yes=yes", Asker::Seat(1), None);
    for sitting in [gathered, playing, over] {
        add(sitting(true), "rise", "", Asker::Seat(1), None);
        add(sitting(true), "say", "at=0&text=hello", Asker::Seat(1), None);
        add(sitting(true), "react", "at=0&reaction=laugh", Asker::Seat(1), None);
        add(sitting(true), "wear", "coat=calico", Asker::Seat(1), None);
        add(sitting(true), "rename", "name=Benno", Asker::Seat(1), None);
        add(sitting(true), "mute", "seat=0&yes=yes", Asker::Seat(1), None);
        add(sitting(true), "remove", "seat=1", Asker::Seat(0), Some(403));
        add(sitting(true), "pass", "seat=1", Asker::Seat(0), Some(403));
        add(sitting(true), "chat", "yes=no", Asker::Seat(0), Some(403));
    }
    let mut free = gathered(true);
    free.does(person(Seat::new(2)), &Command::Seated(SeatedCommand::Rise));
    add(free, "fill", "seat=2&level=kitten", Asker::Seat(0), Some(403));
    add(gathered(true), "free", "seat=3", Asker::Seat(0), Some(403));
    cases
}

fn post(site: &Site, id: TableId, asker: Asker, command: &str, body: &str) -> u16 {
    let cookie = asker.cookie();
    let headers = [("cookie", &*cookie), ("sec-fetch-site", "same-origin"), ("accept", "*/*")];
    site.raw(&request("POST", &format!("/t/{id}/{command}"), &headers, body)).status
}

fn pages(site: &Site, id: TableId) -> Vec<String> {
    // A page view ends a stand-in, so Ada does not look.
    let look = |asker: Asker| {
        let guest = Guest { site, cookie: asker.cookie(), path: format!("/t/{id}") };
        guest.page()
    };
    [Asker::Seat(0), Asker::Seat(1), Asker::Watcher].map(look).to_vec()
}

#[test]
fn requests_without_permission_are_refused() {
    let cases: Vec<(TableId, Case)> =
        cases().into_iter().map(|case| (TableId::random(), case)).collect();
    let config = config("authority");
    keep(&config.data, cases.iter().map(|(id, case)| case.sitting.kept(*id)));
    let site = Site::with(config.clone());
    for (id, Case { command, body, right, others, .. }) in &cases {
        let before = pages(&site, *id);
        for asker in STRANGERS {
            assert_eq!(post(&site, *id, asker, command, body), 403, "{command} by {asker:?}");
        }
        let seats = [0, 1, 2].map(Asker::Seat).into_iter().filter(|asker| asker != right);
        for (asker, status) in seats.zip(others.iter().cycle()) {
            assert_eq!(post(&site, *id, asker, command, body), *status, "{command} by {asker:?}");
        }
        assert_eq!(pages(&site, *id), before, "{command}");
    }
    drop(site);
    for (id, case) in &cases {
        assert_eq!(kept(&config.data, *id).events, case.sitting.log, "{}", case.command);
    }
    let site = Site::with(config.clone());
    for (id, Case { command, body, right, .. }) in &cases {
        assert_eq!(post(&site, *id, *right, command, body), 204, "{command} by {right:?}");
    }
    drop(site);
    for (id, case) in &cases {
        let events = kept(&config.data, *id).events;
        let log = &case.sitting.log;
        assert!(events.len() > log.len() && events.starts_with(log), "{}", case.command);
    }
}

#[test]
fn impossible_requests_for_a_seat_are_refused() {
    let [here, id] = [TableId::random(), TableId::random()];
    let config = config("authority-sit");
    let mut free = gathered(true);
    free.does(person(Seat::new(2)), &Command::Seated(SeatedCommand::Rise));
    let full = playing(true);
    keep(&config.data, [free.kept(here), full.kept(id)]);
    let site = Site::with(config.clone());
    let before = [pages(&site, here), pages(&site, id)];
    for (table, asker, body, status) in [
        (id, Asker::New, "name=Tom", 409),
        (id, Asker::Watcher, "name=Tom", 409),
        (id, Asker::Removed, "name=Tom&seat=2", 409),
        (id, Asker::Moved, "name=Ben&seat=1", 409),
        (id, Asker::Watcher, "name=Tom&seat=3", 409),
        (here, Asker::Watcher, "name=Tom&seat=1", 409),
        (here, Asker::Watcher, "name=ben", 409),
        (here, Asker::Watcher, "name=", 400),
        (here, Asker::Watcher, "name=Tom&seat=4", 400),
        (here, Asker::Watcher, "name=Tom&seat=x", 400),
        (here, Asker::Watcher, "name=Tom&coat=pink", 400),
        (here, Asker::Seat(1), "name=Tom&seat=2", 409),
    ] {
        assert_eq!(post(&site, table, asker, "sit", body), status, "{asker:?} {body}");
    }
    assert_eq!([pages(&site, here), pages(&site, id)], before);
    drop(site);
    assert_eq!(kept(&config.data, here).events, free.log);
    assert_eq!(kept(&config.data, id).events, full.log);
}

#[test]
fn unknown_and_internal_commands_have_no_address() {
    let id = TableId::random();
    let config = config("authority-elsewhere");
    let sitting = playing(true);
    keep(&config.data, [sitting.kept(id)]);
    let site = Site::with(config.clone());
    let before = pages(&site, id);
    let owner = Asker::Seat(0);
    // Commands of the server have no address.
    for command in [
        "stand-in", "stood-in", "moved", "chance", "began", "ended", "house", "reacted", "renamed",
        "wears",
    ] {
        assert_eq!(post(&site, id, owner, command, "seat=1&at=1.0"), 404, "{command}");
    }
    for (command, body) in [
        ("act", "action=play+g1"),
        ("act", "at=1.0"),
        ("ready", "yes=perhaps"),
        ("say", "text=hello"),
        ("say", "at=-1&text=hello"),
        ("react", "reaction=laugh"),
        ("react", "at=0"),
        ("react", "at=0&reaction=purr"),
        ("react", "at=0&reaction=%3Csvg%3E"),
        ("wear", ""),
        ("rename", ""),
        ("rename", "name="),
        ("rename", "name=..."),
        ("wear", "coat=pink"),
        ("mute", "yes=yes"),
        ("remove", "seat=10"),
        ("remove", ""),
        ("fill", "seat=1&level=lion"),
        ("fill", "seat=1&level=first"),
        ("pass", "seat=mia"),
        ("chat", "on=yes"),
    ] {
        assert_eq!(post(&site, id, owner, command, body), 400, "{command} {body}");
    }
    let cookie = owner.cookie();
    let ask = |method: &str, path: &str, site_of_form: &str| {
        let headers = [("cookie", &*cookie), ("sec-fetch-site", site_of_form)];
        site.raw(&request(method, path, &headers, "yes=no")).status
    };
    for command in ["act", "rise", "remove", "chat"] {
        assert!([404, 405].contains(&ask("GET", &format!("/t/{id}/{command}"), "none")));
        assert_eq!(ask("POST", &format!("/t/{id}/{command}"), "cross-site"), 403, "{command}");
    }
    assert_eq!(ask("POST", &format!("/t/{id}/sit"), "cross-site"), 403);
    for form in ["sit", "rename"] {
        assert_eq!(ask("GET", &format!("/t/{id}/{form}"), "none"), 303, "back to the table");
    }
    for path in ["", "/live", "/hint", "/record.neko"] {
        assert!([404, 405].contains(&ask("POST", &format!("/t/{id}{path}"), "same-origin")));
    }
    assert_eq!(pages(&site, id), before);
    drop(site);
    assert_eq!(kept(&config.data, id).events, sitting.log);
}

#[test]
fn hints_are_for_the_player_who_has_to_decide() {
    let config = config("authority-hint");
    let [on, off, gathering, done] = [playing(true), playing(true), gathered(true), over(true)];
    let asked = on.people().find(|seat| on.owing().contains(seat)).unwrap().index() as u8;
    let [on, mut off, gathering, done] =
        [on, off, gathering, done].map(|sitting| sitting.kept(TableId::random()));
    off.events[0] = off.events[0].replace("hints=yes", "hints=no");
    let logs = [&on, &off, &gathering, &done].map(|table| (table.id, table.events.clone()));
    let ids = [on.id, off.id, gathering.id, done.id];
    keep(&config.data, [on, off, gathering, done]);
    let site = Site::with(config.clone());
    let ask = |id: TableId, asker: Asker| {
        let cookie = asker.cookie();
        let headers = [("cookie", &*cookie), ("accept", "*/*")];
        site.raw(&request("GET", &format!("/t/{id}/hint"), &headers, "")).status
    };
    for id in ids {
        for asker in STRANGERS {
            assert_eq!(ask(id, asker), 403, "{asker:?}");
        }
        for seat in 0..3 {
            let expected = if (id, seat) == (ids[0], asked) { 200 } else { 409 };
            assert_eq!(ask(id, Asker::Seat(seat)), expected, "seat {seat}");
        }
    }
    drop(site);
    for (id, log) in logs {
        assert_eq!(kept(&config.data, id).events, log, "a hint changes nothing");
    }
}

#[test]
fn a_private_table_is_hidden_from_strangers() {
    let config = config("authority-private");
    let [open, closed] = [true, false].map(|watching| {
        [gathered, playing, over].map(|sitting| (TableId::random(), sitting(watching)))
    });
    keep(&config.data, open.iter().chain(&closed).map(|(id, sitting)| sitting.kept(*id)));
    let site = Site::with(config);
    for (number, ((open, _), (closed, _))) in open.iter().zip(&closed).enumerate() {
        let get = |id: TableId, asker: Asker, path: &str| {
            let cookie = asker.cookie();
            let request = request("GET", &format!("/t/{id}{path}"), &[("cookie", &cookie)], "");
            if path == "/live" { site.stream(&request).head() } else { site.raw(&request) }.status
        };
        for asker in STRANGERS {
            let guest = Guest { site: &site, cookie: asker.cookie(), path: format!("/t/{closed}") };
            let page = guest.page();
            for shown in ["id=\"live\"", "Mia", "Ben", "Ada", "/act\"", "<ol"] {
                assert!(!page.contains(shown), "{asker:?} sees {shown}");
            }
            assert_eq!(get(*closed, asker, "/live"), 403, "{asker:?}");
            for past in ["/record.neko", "/replay"] {
                assert_eq!(get(*closed, asker, past), 403, "{asker:?} {past}");
            }
            assert_eq!(get(*open, asker, "/live"), 200, "{asker:?}");
        }
        let record = if number == 2 { 200 } else { 404 };
        assert_eq!(get(*open, Asker::Watcher, "/record.neko"), record);
        assert_eq!(get(*open, Asker::Watcher, "/replay"), record);
        for seat in [0, 1, 2].map(Asker::Seat) {
            assert_eq!(get(*closed, seat, "/live"), 200);
            assert_eq!(get(*closed, seat, "/record.neko"), record);
        }
    }
}
