//! Tables over HTTP: everything that people do there, by guests who know only what the pages offer.

use crate::client::Site;
use crate::guest::{Guest, forms};

/// Everybody who is asked presses the first button that is left to them, until nobody is asked any more.
fn play_on(guests: &mut [Guest<'_>], max_decisions: usize) -> usize {
    let mut n_decided = 0;
    while n_decided < max_decisions {
        let mut asked = false;
        for guest in guests.iter_mut() {
            if n_decided == max_decisions {
                break;
            }
            let decisions = guest.decisions();
            let Some((form, value)) = decisions.get(n_decided % decisions.len().max(1)) else {
                continue;
            };
            let answer = guest.decides(form, value);
            assert_eq!(answer.status, 303, "{}", answer.body);
            asked = true;
            n_decided += 1;
        }
        if !asked {
            break;
        }
    }
    n_decided
}

fn friends<'a>(site: &'a Site, form: &str, names: &[&str]) -> Vec<Guest<'a>> {
    let first = Guest::opens(site, "/new", form);
    let path = first.path.clone();
    let others = names.iter().map(|name| Guest::sits(site, &path, name));
    let mut guests: Vec<Guest<'a>> = [first].into_iter().chain(others).collect();
    for guest in &mut guests {
        assert_eq!(guest.presses("ready").status, 303);
    }
    guests
}

/// The form of a table for friends, with what it does not say as the page offers it.
fn form(rules: &str, n_players: usize) -> String {
    format!("{rules}&players={n_players}&name=Mia&stand-in=none")
}

#[test]
fn whole_games_of_every_kind_are_played_by_friends() {
    let site = Site::open("friends");
    for (rules, n_players) in [
        ("game=catbox", 3),
        ("game=catsle", 3),
        ("game=yorozu&rule-level=advanced", 3),
        ("game=meow", 2),
    ] {
        let names = ["Ken", "Ada"];
        let mut guests = friends(&site, &form(rules, n_players), &names[..n_players - 1]);
        assert!(play_on(&mut guests, usize::MAX) > 20);
        let path = guests[0].path.clone();
        let record = guests[0].get(&format!("{path}/record.neko"));
        assert_eq!(record.status, 200, "{rules}");
        assert!(record.body.contains("[Seed \"") && record.body.contains("[Commitment \""));
        assert!(record.body.contains("[Seats \"Mia, Ken"), "{}", record.body);
    }
}

#[test]
fn one_click_plays_against_bots() {
    let site = Site::open("bots");
    let mut guest = Guest::opens(&site, "/play", "game=meow&level=kitten");
    let mut stream = guest.watches();
    let mut n_decided = 0;
    while n_decided < 4 {
        let event = stream.next().unwrap();
        let form = forms(&event.html).into_iter().find(|form| form.action.ends_with("/act"));
        let Some(form) = form else { continue };
        let Some((_, value)) = form.buttons.first() else { continue };
        let answer = guest.post_as("text/plain", &form.action, &form.body("action", value));
        assert!([204, 409].contains(&answer.status), "{}", answer.body);
        n_decided += usize::from(answer.status == 204);
    }
}

#[test]
fn every_screen_hears_of_a_move_and_of_nothing_else() {
    let site = Site::open("screens");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let rail = Guest::at(&site, &guests[0].path);
    let mut streams: Vec<_> = guests.iter().chain([&rail]).map(Guest::watches).collect();
    // Whoever comes later is seen by those who are there: read on until all streams show the same moment.
    for _ in 0..5 {
        assert_eq!(play_on(&mut guests, 1), 1);
    }
    for (guest, stream) in guests.iter().chain([&rail]).zip(&mut streams) {
        let page = guest.live_part();
        loop {
            let event = stream.next().unwrap();
            if page.contains(&event.html) {
                break;
            }
        }
    }
}

#[test]
fn a_refusal_says_why_and_changes_nothing() {
    let site = Site::open("refusals");
    let mut guests = friends(&site, &form("game=meow", 2), &["Ken"]);
    let waiting = guests.iter().position(|guest| guest.decisions().is_empty()).unwrap();
    let before = guests[waiting].page();
    let path = format!("{}/act", guests[waiting].path);
    let answer = guests[waiting].post_as("text/plain", &path, "at=1.0&action=play+g1");
    assert_eq!(answer.status, 409);
    assert!(answer.body.starts_with("It is not your turn") && answer.body.contains("MEO-"));
    let page = guests[waiting].post(&path, "at=1.0&action=play+g1");
    assert!(page.status == 409 && page.body.contains("not your turn"));
    assert_eq!(guests[waiting].post(&path, "at=1.0&action=dance").status, 400);
    assert_eq!(guests[waiting].post(&path, "action=dance").status, 400);
    let dance = format!("{}/dance", guests[waiting].path);
    assert_eq!(guests[waiting].post(&dance, "yes=yes").status, 404);
    assert_eq!(guests[waiting].page(), before);
}

#[test]
fn tables_that_are_not_there_are_not_found() {
    let site = Site::open("nowhere");
    for path in ["/t/x", "/t/00000000000000000000000000", "/t/00000000000000000000000000/live"] {
        assert_eq!(site.get(path).status, 404, "{path}");
    }
    assert_eq!(site.post("/t/00000000000000000000000000/sit", "name=Mia").status, 404);
}
