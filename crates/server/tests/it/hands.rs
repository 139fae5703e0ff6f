//! Attempts to see another player's hand by changing who sits where during a game.

use testing::http::Answer;
use testing::wait::until;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::tables::{form, friends, play_on};

/// The part of a page with the cards in the visitor's hand.
fn hand(page: &str) -> &str {
    let from = page.find("id=\"hand\"").expect("every table has a place for the hand");
    &page[from..from + page[from..].find("</section>").unwrap()]
}

fn shows_cards(page: &str) -> bool {
    hand(page).contains("class=\"card")
}

#[test]
fn a_host_with_a_second_browser_does_not_get_the_hand_of_a_removed_player() {
    let site = Site::open("kept-hands");
    for extra in ["", "&stand-in=cat&grace=60", "&newcomers=yes", "&newcomers=yes&stand-in=kitten"]
    {
        let form = form("game=meow", 3).replace("&stand-in=none", "") + extra;
        let form = if extra.contains("stand-in") { form } else { form + "&stand-in=none" };
        let mut guests = friends(&site, &form, &["Ken", "Ada"]);
        let path = guests[0].path.clone();
        assert!(shows_cards(&guests[1].page()));
        assert_eq!(guests[0].post(&format!("{path}/remove"), "seat=1").status, 303);
        let mut second = Guest::at(&site, &path);
        for body in ["name=Host&seat=1", "name=Host"] {
            let answer = second.post(&format!("{path}/sit"), body);
            assert!([403, 409].contains(&answer.status), "{extra}: {}", answer.status);
            assert!(!shows_cards(&second.page()), "{extra}");
        }
        let page = guests[1].page();
        assert!(!shows_cards(&page), "the removed player only watches");
        assert!(page.contains("was removed by the host"), "{page}");
        // Only the removed player is offered the seat.
        assert!(page.contains("Return to your seat"));
        assert!(!second.page().contains("Return to your seat"));
        assert_eq!(guests[1].presses("sit").status, 303);
        assert!(shows_cards(&guests[1].page()));
    }
}

/// The text of the form to sit down, if the page has one.
fn form_to_sit(page: &str) -> Option<&str> {
    let mut forms = page.split("<form ").skip(1).filter_map(|form| form.split("</form>").next());
    forms.find(|form| form.contains("/sit\""))
}

#[test]
fn people_read_that_newcomers_may_take_their_hand_before_they_sit_down() {
    const CONSENT: &str = "another player may take the seat and its hand";
    let site = Site::open("consent");
    let agrees = |page: &str| form_to_sit(page).expect("a form").contains(CONSENT);
    for (watching, newcomers) in [("yes", true), ("no", true), ("yes", false), ("no", false)] {
        let mut form = form("game=meow", 3) + &format!("&watching={watching}&pace=0");
        if newcomers {
            form += "&newcomers=yes";
        }
        let host = Guest::opens(&site, "/new", &form);
        let stranger = Guest::at(&site, &host.path);
        assert_eq!(agrees(&stranger.page()), newcomers, "before the first game");
        assert_eq!(host.page().matches(CONSENT).count(), usize::from(newcomers));
        let mut ken = Guest::sits(&site, &host.path, "Ken");
        let ada = Guest::sits(&site, &host.path, "Ada");
        let mut guests = [host, ada];
        for guest in guests.iter_mut().chain([&mut ken]) {
            assert_eq!(guest.presses("ready").status, 303);
        }
        assert_eq!(ken.presses("rise").status, 303);
        assert_eq!(agrees(&ken.page()), newcomers, "a player who returns");
        match (form_to_sit(&stranger.page()), newcomers) {
            (Some(form), _) => assert_eq!(form.contains(CONSENT), newcomers, "during a game"),
            (None, newcomers) => assert!(!newcomers, "there is a free seat"),
        }
        let [mut host, mut ada] = guests;
        assert_eq!(host.post(&format!("{}/fill", host.path), "seat=1&level=kitten").status, 303);
        until("the end of the game", || {
            play_on(std::slice::from_mut(&mut host), 1);
            play_on(std::slice::from_mut(&mut ada), 1);
            (host.get(&format!("{}/record.neko", host.path)).status == 200).then_some(())
        });
        assert_eq!(host.post(&format!("{}/free", host.path), "seat=1").status, 303);
        assert_eq!(agrees(&stranger.page()), newcomers, "after a game");
    }
}

#[test]
fn a_player_who_was_removed_for_good_stays_away() {
    let site = Site::open("for-good");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let path = guests[0].path.clone();
    assert_eq!(guests[0].post(&format!("{path}/remove"), "seat=1&for-good=yes").status, 303);
    let page = guests[1].page();
    assert!(!shows_cards(&page) && !page.contains("Return to your seat"));
    assert!(page.contains("removed by the host for good") && !page.contains("kept for Ken"));
    let answer = guests[1].post(&format!("{path}/sit"), "name=Ken&seat=1");
    assert_eq!(answer.status, 403);
    assert!(answer.body.contains("for good"), "{}", answer.body);
}

#[test]
fn the_old_browser_of_a_player_sees_no_second_hand_and_does_not_come_back() {
    let site = Site::open("old-browser");
    let form = form("game=meow", 3) + "&newcomers=yes";
    let mut old = Guest::opens(&site, "/new", &form);
    let path = old.path.clone();
    let page = old.presses("move");
    let links = page.attributes("href");
    let link = links.into_iter().find(|link| link.contains("/move/")).unwrap();
    let link = link.strip_prefix("http://nekoza.test").unwrap();
    let mut new = Guest::at(&site, &path);
    assert_eq!(new.post(link, "x=y").status, 303);
    let mut ken = Guest::sits(&site, &path, "Ken");
    let mut ada = Guest::sits(&site, &path, "Ada");
    for guest in [&mut new, &mut ken, &mut ada] {
        assert_eq!(guest.presses("ready").status, 303);
    }
    assert!(shows_cards(&new.page()));
    assert_eq!(ken.presses("rise").status, 303);
    let sits =
        |guest: &mut Guest<'_>| guest.post(&format!("{path}/sit"), "name=Other&seat=1").status;
    assert_eq!(sits(&mut old), 409, "she sits at the table");
    assert!(!shows_cards(&old.page()));
    assert_eq!(new.post(&format!("{path}/pass"), "seat=2").status, 303);
    assert_eq!(new.presses("rise").status, 303);
    assert_eq!(sits(&mut old), 403, "she has seen another hand");
    assert_eq!(new.presses("sit").status, 303);
    assert_eq!(ada.post(&format!("{path}/remove"), "seat=0&for-good=yes").status, 303);
    for guest in [&mut old, &mut new] {
        let answer = guest.post(&format!("{path}/sit"), "name=Other");
        assert_eq!(answer.status, 403, "{}", answer.body);
        assert!(answer.body.contains("for good"), "{}", answer.body);
    }
}

/// A browser that forgets its cookie has the same address.
#[test]
fn a_player_who_was_removed_for_good_does_not_come_back_without_the_cookie() {
    let site = Site::with(config("same-address").with(|config| config.behind_proxy = true));
    let ask = |method: &str, path: &str, from: &str, cookie: &str, body: &str| {
        let headers = [("x-forwarded-for", from), ("cookie", cookie)];
        site.ask(method, path, &headers, body)
    };
    let (mia, ken, ada) = ("203.0.113.1", "203.0.113.2", "203.0.113.3");
    let created = ask("POST", "/new", mia, "", &form("game=meow", 4));
    let path = created.header("location").unwrap().to_owned();
    let host = created.cookie().unwrap().to_owned();
    let sit = format!("{path}/sit");
    let sits = |from: &str, name: &str| {
        let answer = ask("POST", &sit, from, "", &format!("name={name}"));
        (answer.status, answer.cookie().unwrap_or_default().to_owned(), answer.body)
    };
    let remove = |seat: u8| {
        let body = format!("seat={seat}&for-good=yes");
        assert_eq!(ask("POST", &format!("{path}/remove"), mia, &host, &body).status, 303);
    };
    assert_eq!(sits(ken, "Ken").0, 303);
    let (_, ada_s, _) = sits(ada, "Ada");
    remove(1);
    let (status, _, why) = sits(ken, "Tom");
    assert!(status == 403 && why.contains("for good"), "{why}");
    assert_eq!(ask("GET", &path, ken, "", "").status, 200, "looking is allowed");
    assert_eq!(sits("203.0.113.4", "Eva").0, 303, "others have other addresses");
    // A player from Ken's household who sits there already stays, and Ken may join another table.
    assert_eq!(ask("POST", &format!("{path}/say"), ken, &ada_s, "at=0&text=hello").status, 303);
    let other = ask("POST", "/new", mia, &host, &form("game=meow", 3));
    let other = format!("{}/sit", other.header("location").unwrap());
    assert_eq!(ask("POST", &other, ken, "", "name=Tom").status, 303);
    // An address that another player has too is not kept out, and neither are strangers.
    remove(1);
    assert_eq!(sits(ada, "Ben").0, 303);
    assert_eq!(ask("GET", &path, ada, &ada_s, "").status, 200);
    remove(1);
    assert_eq!(sits(ada, "Ben").0, 303, "Ada plays from there");
    remove(1);
    assert_eq!(sits("unknown", "Uwe").0, 303);
    remove(1);
    assert_eq!(sits("unknown", "Udo").0, 303);
}

/// A site where every request says from which address it comes.
fn site_behind_proxy(name: &str) -> Site {
    Site::with(config(name).with(|config| config.behind_proxy = true))
}

/// A browser with an address.
struct Browser<'a> {
    site: &'a Site,
    from: &'static str,
    cookie: String,
}

impl<'a> Browser<'a> {
    fn new(site: &'a Site, from: &'static str) -> Browser<'a> {
        Browser { site, from, cookie: String::new() }
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let headers = [
            ("x-forwarded-for", self.from),
            ("cookie", self.cookie.as_str()),
            ("sec-fetch-site", "same-origin"),
        ];
        let answer = self.site.ask(method, path, &headers, body);
        if let Some(cookie) = answer.cookie() {
            cookie.clone_into(&mut self.cookie);
        }
        answer
    }

    /// The path of a new link for another device.
    fn link(&mut self, path: &str) -> String {
        let page = self.ask("POST", &format!("{path}/move"), "");
        let links = page.attributes("href");
        let link = links.into_iter().find(|link| link.contains("/move/")).unwrap();
        link.strip_prefix("http://nekoza.test").unwrap().to_owned()
    }
}

/// Mia, Ken and Ada at three addresses, in a game that newcomers may join.
fn addresses_in_play(site: &Site) -> (String, [Browser<'_>; 3]) {
    in_play(site, ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
}

/// Mia, Ken and Ada at these addresses, in a game that newcomers may join.
fn in_play<'a>(site: &'a Site, addresses: [&'static str; 3]) -> (String, [Browser<'a>; 3]) {
    let mut players = addresses.map(|from| Browser::new(site, from));
    let created = players[0].ask("POST", "/new", &(form("game=meow", 3) + "&newcomers=yes"));
    let path = created.header("location").unwrap().to_owned();
    for (player, name) in players[1..].iter_mut().zip(["Ken", "Ada"]) {
        let sat = player.ask("POST", &format!("{path}/sit"), &format!("name={name}"));
        assert_eq!(sat.status, 303, "{}", sat.body);
    }
    for player in &mut players {
        assert_eq!(player.ask("POST", &format!("{path}/ready"), "yes=yes").status, 303);
    }
    (path, players)
}

#[test]
fn a_second_browser_of_a_player_does_not_take_a_free_hand() {
    let site = site_behind_proxy("second-browser");
    let (path, [mut mia, mut ken, _ada]) = addresses_in_play(&site);
    let sit = format!("{path}/sit");
    assert_eq!(ken.ask("POST", &format!("{path}/rise"), "").status, 303);
    for body in ["name=Eva", "name=Eva&seat=1"] {
        let mut second = Browser::new(&site, mia.from);
        let refused = second.ask("POST", &sit, body);
        assert_eq!(refused.status, 403);
        assert!(refused.body.contains("your internet address"), "{}", refused.body);
        assert!(form_to_sit(&refused.body).is_some(), "the reason stands beside the form");
        assert!(!shows_cards(&second.ask("GET", &path, "").body));
    }
    // Mia's hand stays seen from her address after she has left.
    let mut second = Browser::new(&site, mia.from);
    assert_eq!(mia.ask("POST", &format!("{path}/rise"), "").status, 303);
    assert_eq!(second.ask("POST", &sit, "name=Eva&seat=1").status, 403);
    // She returns to her own hand, and so does Ken without his cookie; others come from other addresses.
    assert_eq!(mia.ask("POST", &sit, "").status, 303);
    let mut again = Browser::new(&site, ken.from);
    assert_eq!(again.ask("POST", &sit, "name=Tom").status, 303);
    assert!(shows_cards(&again.ask("GET", &path, "").body));
    assert_eq!(again.ask("POST", &format!("{path}/rise"), "").status, 303);
    let mut other = Browser::new(&site, "203.0.113.9");
    assert_eq!(other.ask("POST", &sit, "name=Eva&seat=1").status, 303);
    assert!(shows_cards(&other.ask("GET", &path, "").body));
}

#[test]
fn a_link_for_another_device_brings_no_second_hand_to_an_address() {
    let site = site_behind_proxy("second-device");
    let (path, [mia, mut ken, _ada]) = addresses_in_play(&site);
    let link = ken.link(&path);
    let mut second = Browser::new(&site, mia.from);
    let refused = second.ask("POST", &link, "");
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert!(!shows_cards(&second.ask("GET", &path, "").body));
    // Ken's phone has the address of his home, or any other.
    for from in [ken.from, "203.0.113.9"] {
        let mut phone = Browser::new(&site, from);
        let link = ken.link(&path);
        assert_eq!(phone.ask("POST", &link, "").status, 303);
        assert!(shows_cards(&phone.ask("GET", &path, "").body));
        ken = phone;
    }
}

#[test]
fn a_family_behind_one_address_sits_down_before_the_game() {
    let site = site_behind_proxy("family");
    let (path, mut family) = in_play(&site, ["203.0.113.1"; 3]);
    // Players can leave and return, and move to another device at home.
    assert_eq!(family[1].ask("POST", &format!("{path}/rise"), "").status, 303);
    assert_eq!(family[1].ask("POST", &format!("{path}/sit"), "").status, 303);
    assert!(shows_cards(&family[1].ask("GET", &path, "").body));
    let link = family[1].link(&path);
    let mut phone = Browser::new(&site, "203.0.113.1");
    assert_eq!(phone.ask("POST", &link, "").status, 303);
    assert!(shows_cards(&phone.ask("GET", &path, "").body));
}

#[test]
fn a_player_who_leaves_can_return_to_the_hand() {
    let site = Site::open("return-to-hand");
    let mut guests = friends(&site, &form("game=catbox", 3), &["Ken", "Ada"]);
    let before = hand(&guests[1].page()).to_owned();
    assert_eq!(guests[1].presses("rise").status, 303);
    assert!(!shows_cards(&guests[1].page()));
    assert!(guests[0].page().contains("the seat is kept for Ken"));
    assert_eq!(guests[1].presses("sit").status, 303);
    assert_eq!(hand(&guests[1].page()), before);
}
