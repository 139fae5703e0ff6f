//! Screenshots of every page and of every game at its start, middle and end: wide and narrow, light and dark. axe-core
//! checks their accessibility.

use serde_json::json;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::Site;
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// The published axe-core. Its licence is beside it.
const AXE: &str = include_str!("../axe-core/axe.min.js");

/// The findings that axe-core rates serious or worse, each with its first element.
const FINDINGS: &str = "const done = arguments[0]; \
    const bad = (one) => ['serious', 'critical'].includes(one.impact); \
    const tell = (one) => `${one.id}: ${one.nodes[0].html} (${one.nodes[0].failureSummary})`; \
    axe.run(document, { resultTypes: ['violations'] }) \
        .then((found) => done(found.violations.filter(bad).map(tell)), (error) => done([String(error)]));";

/// Takes screenshots in all sizes and colour schemes, and checks accessibility.
fn exhibit(browser: &Browser, name: &str) {
    for (screen, size) in [(ScreenSize::Laptop, "laptop"), (ScreenSize::Phone, "phone")] {
        browser.resize(screen);
        for light in ["light", "dark"] {
            browser.set_media_features(&[("prefers-color-scheme", light)]);
            browser.value("document.fonts.ready.then(() => true)");
            browser.keep(&format!("{name}-{size}-{light}"));
            browser.run(AXE);
            let found = browser.run_until_done(FINDINGS);
            assert_eq!(found, json!([]), "{name} on a {size}, {light}");
        }
    }
}

/// A first visitor plays a game against bots from the home page.
fn exhibit_game(game: &str, n_decisions: usize) {
    let site = Site::open(&format!("gallery-{game}"));
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, game, &[Some("kitten"); 3]);
    let show = |moment: &str| {
        browser.wait_for(ASKED_OR_OVER);
        exhibit(&browser, &format!("{game}-{moment}"));
        browser.resize(ScreenSize::Laptop);
    };
    show("start");
    let mut n_decided = 0;
    while n_decided < n_decisions {
        browser.decides(n_decided);
        n_decided += 1;
    }
    show("middle");
    while !browser.has_finished_round() {
        browser.decides(n_decided);
        n_decided += 1;
    }
    show("sheet");
    while browser.decides(n_decided) {
        n_decided += 1;
    }
    show("end");
    let address = browser.url();
    browser.go(&format!("{address}/replay"));
    exhibit(&browser, &format!("{game}-replay"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn cat_in_the_box_shows_well() {
    exhibit_game("catbox", 7);
}

#[test]
fn catsle_shows_well() {
    exhibit_game("catsle", 12);
}

#[test]
fn yorozu_shows_well() {
    exhibit_game("yorozu", 9);
}

#[test]
fn meow_shows_well() {
    exhibit_game("meow", 6);
}

#[test]
fn pages_of_text_show_well() {
    let site = Site::open("gallery-pages");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    let pages = [
        ("home", ""),
        ("new", "new"),
        ("new-yorozu", "new?game=yorozu"),
        ("rules", "rules"),
        ("rules-catbox", "rules/catbox"),
        ("rules-catsle", "rules/catsle"),
        ("rules-yorozu", "rules/yorozu"),
        ("rules-meow", "rules/meow"),
        ("about", "about"),
        ("not-found", "nowhere"),
    ];
    for (name, path) in pages {
        browser.go(&format!("http://{}/{path}", site.address));
        exhibit(&browser, name);
    }
}

/// Cards move if the visitor's settings allow it, and the page stays usable.
#[test]
fn cards_move() {
    const COUNT: &str = "window.moved = 0; const animate = Element.prototype.animate; \
        Element.prototype.animate = function (...how) { window.moved += 1; return animate.apply(this, how); };";
    const DECIDE: &str = "document.querySelector('.mine button[name=action]')?.click()";
    let site = Site::open("gallery-motion");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    browser.run(COUNT);
    let moved = |browser: &Browser| browser.value("window.moved").as_u64().unwrap_or_default();
    let decide = |browser: &Browser| {
        let question = browser.question();
        browser.run(DECIDE);
        browser.wait_for(&format!(
            "document.querySelector('.mine input[name=at]')?.value > '{question}'"
        ));
    };
    decide(&browser);
    assert_eq!(moved(&browser), 0, "who wants things to be still sees nothing move");
    browser.set_media_features(&[("prefers-reduced-motion", "no-preference")]);
    decide(&browser);
    assert!(moved(&browser) > 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Taking a card of the trick deals no hand, though the cards on offer stand where the hand does.
#[test]
fn a_hand_is_dealt_once_a_round() {
    const WATCH: &str = "window.dealt = []; const animate = Element.prototype.animate; \
        Element.prototype.animate = function (...how) { \
            if (this.closest('#hand')) dealt.push(document.querySelector('#where').textContent); \
            return animate.apply(this, how); };";
    const DEALS: &str = "[...new Set(dealt.map((where) => where.split(' · ')[0]))]";
    let site = Site::open("gallery-dealt");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "catsle", &[Some("kitten"), Some("kitten"), Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    browser.set_media_features(&[("prefers-reduced-motion", "no-preference")]);
    browser.run(WATCH);
    let mut n_takes = 0;
    for number in 0.. {
        browser.wait_for(ASKED_OR_OVER);
        n_takes += usize::from(browser.count("#hand .place") > 0);
        let is_second_round = browser.text("document.querySelector('#where').textContent");
        if is_second_round.starts_with("Round 2") {
            break;
        }
        assert_eq!(browser.value(DEALS), serde_json::json!([]), "no hand is dealt within a round");
        assert!(browser.decides(number));
    }
    assert!(n_takes > 3, "{n_takes}");
    assert_eq!(browser.value(DEALS), serde_json::json!(["Round 2 of 3"]));
    let n_cards = browser.count("#hand .card");
    let n_moved = browser.value("dealt.length").as_u64().unwrap_or_default();
    assert!(n_moved >= n_cards as u64, "all {n_cards} cards move, or none: {n_moved}");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn lobby_and_dialogs_show_well() {
    let site = Site::open("gallery-over");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "yorozu", &[None, Some("kitten"), None]);
    exhibit(&browser, "gathering");
    browser.resize(ScreenSize::Laptop);
    browser.set_up(&site, "catbox", &[Some("kitten"), Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    browser.click(".tools a[href^='/rules/']");
    browser.wait_for("document.querySelector('#rules article') !== null");
    exhibit(&browser, "drawer");
    browser.click("#rules header button");
    browser.run("localStorage.setItem('confirm', 'on')");
    browser.run("document.querySelector('.mine button[name=action]').click()");
    browser.wait_for("document.querySelector('#sure').open");
    exhibit(&browser, "sure");
    assert_eq!(browser.complaints(), [""; 0]);
}
