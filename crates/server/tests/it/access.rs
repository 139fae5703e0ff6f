//! Whole games with the keyboard alone, and whole games without scripts.

use testing::browser::{Browser, Key, ScreenSize, Scripts};

use crate::client::Site;
use crate::shots::NEXT_ROUND;
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// More elements than a page has before and in the hand.
const MOST_TABS: usize = 150;

/// An answer that a key can give at once. Those to cards that are not picked are not there for keys either.
const ANSWER: &str = ".mine button[name=action]";

const PICKED_WITH_ANSWER: &str =
    "document.querySelector('.pick > :checked ~ .then > button[name=action]') !== null";

/// Presses Tab until something of this kind has the focus, which the player can see.
#[track_caller]
fn tab_to(browser: &Browser, css: &str) {
    for _ in 0..MOST_TABS {
        if browser.value(&format!("document.activeElement.matches({css:?})")) == true {
            let is_seen = "document.activeElement.matches(':focus-visible')";
            assert_eq!(browser.value(is_seen), true, "{css} has no visible focus");
            return;
        }
        browser.press_key(Key::Tab);
    }
    browser.keep("keyboard");
    panic!("Tab does not lead to {css}");
}

/// Makes a decision with keys, or asks for the next round. Returns whether the game goes on.
fn decide_by_keys(browser: &Browser) -> bool {
    browser.wait_for(ASKED_OR_OVER);
    if browser.count(".end") > 0 {
        return false;
    }
    if browser.count(NEXT_ROUND) > 0 {
        tab_to(browser, NEXT_ROUND);
        browser.press_key(Key::Enter);
        browser.wait_for("document.querySelector('#next button') === null");
        return true;
    }
    let question = browser.question();
    if browser.count(".pick") > 0 {
        tab_to(browser, ".pick > input");
        browser.press_key(Key::Space);
        for _ in 0..browser.count(".pick") {
            if browser.value(PICKED_WITH_ANSWER) == true {
                break;
            }
            browser.press_key(Key::Right);
        }
    }
    tab_to(browser, ANSWER);
    browser.press_key(Key::Enter);
    browser.wait_for(&format!(
        "document.querySelector('.mine input[name=at]')?.value !== '{question}'"
    ));
    true
}

fn is_played_by_keys(game: &str, n_players: usize) {
    let site = Site::open(&format!("keys-{game}"));
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, game, &vec![Some("kitten"); n_players - 1]);
    let mut n_decided = 0;
    while decide_by_keys(&browser) {
        n_decided += 1;
    }
    assert!(n_decided > 20, "{n_decided}");
    tab_to(&browser, ".end form[action$=ready] button");
    browser.press_key(Key::Enter);
    browser.wait_for("document.querySelector('.end') === null");
    browser.has_no_complaints();
}

#[test]
fn cat_in_the_box_is_played_by_keys() {
    is_played_by_keys("catbox", 3);
}

#[test]
fn catsle_is_played_by_keys() {
    is_played_by_keys("catsle", 3);
}

#[test]
fn yorozu_is_played_by_keys() {
    is_played_by_keys("yorozu", 3);
}

#[test]
fn meow_is_played_by_keys() {
    is_played_by_keys("meow", 2);
}

fn is_played_without_scripts(game: &str, n_players: usize) {
    let site = Site::open(&format!("still-{game}"));
    let browser = Browser::open(ScreenSize::TallPhone, Scripts::Off);
    browser.set_up(&site, game, &vec![Some("kitten"); n_players - 1]);
    let mut n_decided = 0;
    while browser.decides(n_decided) {
        n_decided += 1;
        if n_decided == 6 {
            browser.fits();
            browser.keep(&format!("without-scripts-{game}"));
        }
    }
    assert!(n_decided > 20, "{n_decided}");
    assert_eq!(browser.count(".ranking > li"), n_players);
    browser.has_no_complaints();
}

#[test]
fn cat_in_the_box_is_played_without_scripts() {
    is_played_without_scripts("catbox", 3);
}

#[test]
fn catsle_is_played_without_scripts() {
    is_played_without_scripts("catsle", 3);
}

#[test]
fn yorozu_is_played_without_scripts() {
    is_played_without_scripts("yorozu", 3);
}

#[test]
fn meow_is_played_without_scripts() {
    is_played_without_scripts("meow", 2);
}
