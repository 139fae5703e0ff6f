//! Attempts to see another player's hand by changing who sits where during a game.

use crate::client::Site;
use crate::guest::Guest;
use crate::tables::{form, friends};

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

#[test]
fn a_player_who_was_removed_for_good_stays_away() {
    let site = Site::open("for-good");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let path = guests[0].path.clone();
    assert_eq!(guests[0].post(&format!("{path}/remove"), "seat=1&for-good=yes").status, 303);
    let page = guests[1].page();
    assert!(!shows_cards(&page) && !page.contains("Return to your seat"));
    let answer = guests[1].post(&format!("{path}/sit"), "name=Ken&seat=1");
    assert_eq!(answer.status, 403);
    assert!(answer.body.contains("for good"), "{}", answer.body);
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
