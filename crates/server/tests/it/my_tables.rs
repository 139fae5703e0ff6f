//! The tables of a visitor on the home page.

use testing::wait;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::tables::{form, friends, play_on};

/// The class of a visitor's own tables on the home page.
const TICKET: &str = "class=\"ticket\" href=\"";
const TURN: &str = "class=\"resume\" href=\"";

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
    // Nobody watches, so the turn is on disk soon.
    let home = |site: &Site| site.ask("GET", "/", &[("cookie", &cookie)], "").body;
    drop(site);
    let site = Site::with(setup);
    let found = home(&site);
    assert!(is_listed(&found, TURN, &path) || is_listed(&found, TICKET, &path), "{found}");
    let awake = site.get("/metrics").body;
    let awake = awake.lines().find(|line| line.starts_with("nekoza_tables_awake ")).unwrap();
    assert!(awake.ends_with(" 0"), "{awake}");
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
    assert!(is_listed(&home, TICKET, &mia.path) && home.contains("invitation by Mia"), "{home}");
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
