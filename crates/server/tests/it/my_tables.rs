//! The tables of a visitor on the home page.

use testing::wait;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::tables::{form, friends, play_on};

/// The class of a visitor's own tables on the home page.
const TICKET: &str = "class=\"ticket\" href=\"";
const TURN: &str = "class=\"resume\" href=\"";
const INVITATION: &str = "<span class=\"with\">invitation</span>";

fn is_listed(home: &str, class: &str, path: &str) -> bool {
    home.contains(&format!("{class}{path}\""))
}

/// Waits until the home page of a player shows a table in this way.
fn shows(guest: &Guest<'_>, class: &str, path: &str) -> String {
    wait::until("a table on the home page", || {
        let home = guest.get("/").body;
        is_listed(&home, class, path).then_some(home)
    })
}

#[test]
fn only_the_player_finds_a_table() {
    let site = Site::open("mine");
    let mia = Guest::opens(&site, "/play", "game=meow&level=kitten&name=Mia");
    // The bots move once the table is loaded.
    assert_eq!(mia.get(&mia.path).status, 200);
    let home = shows(&mia, TURN, &mia.path);
    assert!(home.contains("with bots"), "{home}");
    let ken = Guest::opens(&site, "/play", "game=catsle&level=kitten&name=Ken");
    assert!(!ken.get("/").body.contains(&mia.path), "another visitor");
    assert!(!site.get("/").body.contains("/t/"), "a stranger");
    assert_eq!(mia.get("/").body.matches("/t/").count(), 1);
}

#[test]
fn tables_are_found_after_a_restart_without_loading_them() {
    let setup = config("mine-restart");
    let site = Site::with(setup.clone());
    let mia = Guest::opens(&site, "/play", "game=meow&level=kitten&name=Mia");
    let (path, cookie) = (mia.path.clone(), mia.cookie.clone());
    assert_eq!(mia.get(&path).status, 200);
    shows(&mia, TURN, &path);
    let home = |site: &Site| site.ask("GET", "/", &[("cookie", &cookie)], "").body;
    drop(site);
    let site = Site::with(setup);
    let found = home(&site);
    assert!(is_listed(&found, TURN, &path), "{found}");
    let awake = site.get("/metrics").body;
    let awake = awake.lines().find(|line| line.starts_with("nekoza_tables_awake ")).unwrap();
    assert!(awake.ends_with(" 0"), "{awake}");
}

/// While players watch, turns are not written with every move.
#[test]
fn turns_of_a_table_in_sight_are_right_after_a_restart() {
    let setup = config("mine-restart-in-sight");
    let site = Site::with(setup.clone());
    let mut guests = friends(&site, &form("game=catsle", 3), &["Ken", "Ada"]);
    let path = guests[0].path.clone();
    let asked = |guests: &[Guest<'_>]| -> Vec<bool> {
        guests.iter().map(|guest| !guest.decisions().is_empty()).collect()
    };
    let before = asked(&guests);
    let stream = guests[0].watches();
    while asked(&guests) == before {
        play_on(&mut guests, 1);
    }
    let asked = asked(&guests);
    assert!(asked.contains(&true), "{asked:?}");
    let cookies: Vec<String> = guests.iter().map(|guest| guest.cookie.clone()).collect();
    drop(guests);
    // The stream is open until the server stops.
    drop(site);
    drop(stream);
    let site = Site::with(setup);
    for (cookie, is_asked) in cookies.iter().zip(asked) {
        let home = site.ask("GET", "/", &[("cookie", cookie)], "").body;
        assert_eq!(is_listed(&home, TURN, &path), is_asked, "{home}");
        assert_eq!(is_listed(&home, TICKET, &path), !is_asked, "{home}");
    }
}

#[test]
fn an_invitation_is_listed_once_its_page_was_opened() {
    let site = Site::open("mine-invitation");
    let mia = Guest::opens(&site, "/new", &form("game=meow", 2));
    let home = shows(&mia, TICKET, &mia.path);
    assert!(home.contains("1 free seat"), "{home}");
    let mut ken = Guest::at(&site, &mia.path);
    let page = ken.get(&mia.path);
    ken.keeps_cookie(&page);
    let home = ken.get("/").body;
    assert!(is_listed(&home, TICKET, &mia.path) && home.contains(INVITATION), "{home}");
    assert!(!home.contains("Mia"), "{home}");
    assert!(!site.get("/").body.contains(&mia.path));
    assert_eq!(ken.post(&format!("{}/sit", mia.path), "name=Ken").status, 303);
    let home = shows(&ken, TICKET, &mia.path);
    assert!(home.contains("all seats taken"), "{home}");
    assert_eq!(home.matches(&mia.path).count(), 1, "a player is not invited again");
}

#[test]
fn a_player_who_leaves_before_the_game_loses_the_table() {
    let site = Site::open("mine-leave");
    let mia = Guest::opens(&site, "/new", &form("game=meow", 2));
    let mut ken = Guest::sits(&site, &mia.path, "Ken");
    shows(&ken, TICKET, &mia.path);
    assert_eq!(ken.post(&format!("{}/rise", mia.path), "").status, 303);
    wait::until("the home page without the table", || {
        (!ken.get("/").body.contains(&mia.path)).then_some(())
    });
}

#[test]
fn the_turn_is_shown_to_whom_it_belongs_until_the_end() {
    let site = Site::open("mine-turn");
    // Choices in secret, and a pause after each round.
    for (rules, n_players) in [("game=yorozu", 3), ("game=meow", 2)] {
        let mut guests = friends(&site, &form(rules, n_players), &["Ken", "Ada"][..n_players - 1]);
        let path = guests[0].path.clone();
        for _ in 0..12 {
            for guest in &guests {
                // A wish for a new deal is no turn: silence answers it after a while.
                wait::until("a home page that agrees with the page of the table", || {
                    let is_asked = !guest.decisions().is_empty();
                    let home = guest.get("/").body;
                    assert_ne!(is_listed(&home, TURN, &path), is_listed(&home, TICKET, &path));
                    (is_listed(&home, TURN, &path) == is_asked).then_some(())
                });
            }
            if play_on(&mut guests, 1) == 0 {
                break;
            }
        }
        if rules == "game=yorozu" {
            continue;
        }
        play_on(&mut guests, usize::MAX);
        assert_eq!(guests[1].post(&format!("{path}/rise"), "").status, 303);
        for guest in &guests {
            let home = guest.get("/").body;
            assert!(is_listed(&home, TICKET, &path) && home.contains("finished"), "{home}");
        }
    }
}

/// Strangers who may not watch a table do not learn who sits there.
#[test]
fn an_invitation_to_a_private_table_names_nobody() {
    let site = Site::open("mine-private");
    let mia = Guest::opens(&site, "/new", &(form("game=meow", 3) + "&watching=no"));
    let mut ken = Guest::at(&site, &mia.path);
    let page = ken.get(&mia.path);
    ken.keeps_cookie(&page);
    assert!(!page.body.contains("Mia"), "the page itself names nobody");
    Guest::sits(&site, &mia.path, "Ada");
    let home = ken.get("/").body;
    assert!(is_listed(&home, TICKET, &mia.path) && home.contains(INVITATION), "{home}");
    assert!(!home.contains("Mia") && !home.contains("Ada"), "{home}");
    // A browser can write any id into the cookie.
    let id = mia.path.strip_prefix("/t/").unwrap();
    let home = site.ask("GET", "/", &[("cookie", &format!("nekoza-invitations={id}"))], "").body;
    assert!(home.contains(&mia.path) && !home.contains("Mia") && !home.contains("Ada"), "{home}");
}

#[test]
fn a_listed_table_is_no_invitation() {
    let site = Site::open("mine-listed");
    for (listed, is_invitation) in [("home", false), ("link", true)] {
        let mia = Guest::opens(&site, "/new", &format!("{}&listed={listed}", form("game=meow", 2)));
        let mut ken = Guest::at(&site, &mia.path);
        let page = ken.get(&mia.path);
        assert_eq!(page.status, 200);
        ken.keeps_cookie(&page);
        assert_eq!(ken.cookie.contains("invitations"), is_invitation, "{listed}");
    }
}

/// The name in the cookie may be another one by now.
#[test]
fn ones_own_name_is_left_out_whatever_the_cookie_says() {
    let site = Site::open("mine-own-name");
    let mia = Guest::opens(&site, "/new", &form("game=meow", 3));
    let mut ken = Guest::sits(&site, &mia.path, "Ken");
    assert!(shows(&ken, TICKET, &mia.path).contains("with Mia<"));
    ken.post("/play", "game=meow&level=kitten&name=Mia");
    assert!(shows(&ken, TICKET, &mia.path).contains("with Mia<"), "{}", ken.get("/").body);
    assert!(shows(&mia, TICKET, &mia.path).contains("with Ken<"));
}

#[test]
fn former_players_lose_the_table_with_its_next_game() {
    let site = Site::open("mine-former");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let path = guests[0].path.clone();
    play_on(&mut guests, usize::MAX);
    assert_eq!(guests[1].post(&format!("{path}/rise"), "").status, 303);
    assert_eq!(guests[0].post(&format!("{path}/remove"), "seat=2&for-good=yes").status, 303);
    let [_, ken, ada] = &guests[..] else { unreachable!() };
    let home = ken.get("/").body;
    assert!(is_listed(&home, TICKET, &path) && home.contains("finished"), "{home}");
    assert!(!home.contains("Mia"), "players who have left see nobody's name");
    assert!(!ada.get("/").body.contains(&path), "the host removed Ada");
    // Two others play the next game there.
    let [mut eva, mut tom] = ["Eva", "Tom"].map(|name| Guest::sits(&site, &path, name));
    assert!(!ken.get("/").body.contains("Eva"));
    for guest in [&mut eva, &mut tom, &mut guests[0]] {
        assert_eq!(guest.presses("ready").status, 303);
    }
    for former in &guests[1..] {
        assert!(!former.get("/").body.contains(&path), "{}", former.get("/").body);
    }
    assert!(eva.get("/").body.contains(&path));
}
