//! The tables on the home page: only those whose players are there, and one of each visitor.

use std::time::Duration;

use rules::{Seat, meow};
use store::{Head, StoredTable, TableId, TableStage};
use table::terms::Terms;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::sitting::{FAR_FUTURE, Sitting, cookie, keep};
use crate::tables::form;

fn is_listed(site: &Site, path: &str) -> bool {
    site.get("/").body.contains(&format!("href=\"{path}\""))
}

fn listed_form() -> String {
    form("game=meow", 3) + "&listed=home"
}

#[test]
fn a_visitor_lists_one_table_and_strangers_find_it() {
    let site = Site::open("listing");
    let mut mia = Guest::opens(&site, "/new", &listed_form());
    let first = mia.path.clone();
    assert!(is_listed(&site, &first));
    let hidden = Guest::opens(&site, "/new", &form("game=meow", 3));
    assert!(!is_listed(&site, &hidden.path));
    let answer = mia.post("/new", &listed_form());
    let second = answer.header("location").unwrap().to_owned();
    assert!(is_listed(&site, &second) && !is_listed(&site, &first));
    // A guest at another player's table keeps their own table on the list.
    let mut ken = Guest::opens(&site, "/new", &listed_form());
    assert_eq!(ken.post(&format!("{second}/sit"), "name=Ken").status, 303);
    assert_eq!(ken.get(&second).status, 200);
    assert!(is_listed(&site, &second) && is_listed(&site, &ken.path));
}

#[test]
fn a_guest_who_comes_first_after_a_restart_lists_the_table_of_the_host() {
    let setup = config("listing-guest");
    let site = Site::with(setup.clone());
    let host = Guest::opens(&site, "/new", &listed_form());
    let ken = Guest::opens(&site, "/new", &listed_form());
    let (theirs, own, cookie) = (host.path.clone(), ken.path.clone(), ken.cookie.clone());
    let answer = site.ask("POST", &format!("{theirs}/sit"), &[("cookie", &cookie)], "name=Ken");
    assert_eq!(answer.status, 303);
    drop(site);
    let site = Site::with(setup);
    assert!(!is_listed(&site, &theirs) && !is_listed(&site, &own), "nobody is there");
    for path in [&own, &theirs] {
        assert_eq!(site.ask("GET", path, &[("cookie", &cookie)], "").status, 200);
        assert!(is_listed(&site, path));
    }
    assert!(is_listed(&site, &own), "one listing is the host's, the other Ken's");
}

#[test]
fn a_table_is_listed_again_when_a_player_comes_back() {
    // Many empty tables cannot hide one with a player.
    let setup = config("listing-restart");
    let terms = Terms::new::<meow::State>(&"meow players=3".parse().unwrap());
    let mut sitting = Sitting::<meow::State>::opened(Terms { listed: true, ..terms });
    sitting.sits(Seat::new(0), Seat::new(0));
    let with_head = |id: TableId, updated: i64| {
        let kept = sitting.kept(id);
        let head = Head { stage: TableStage::Waiting, free_seats: 2, updated, ..kept.head.clone() };
        StoredTable { head, ..kept }
    };
    let id = TableId::random();
    let now = FAR_FUTURE.cast_signed();
    let dead = (0..600).map(|_| with_head(TableId::random(), now));
    keep(&setup.data, dead.chain([with_head(id, 0)]));
    let site = Site::with(setup);
    let path = format!("/t/{id}");
    let visit = |cookie: &str| site.ask("GET", &path, &[("cookie", cookie)], "").status;
    assert_eq!(visit(&cookie(Seat::new(5))), 200);
    assert!(!site.get("/").body.contains("href=\"/t/"), "a stranger is no player");
    assert_eq!(visit(&cookie(Seat::new(0))), 200);
    assert!(is_listed(&site, &path));
}

#[test]
fn the_time_on_the_list_is_a_setting() {
    let site = Site::with(config("listing-time").with(|config| {
        config.lifetimes.listing = Duration::ZERO;
    }));
    let guest = Guest::opens(&site, "/new", &listed_form());
    assert!(!is_listed(&site, &guest.path));
}
