//! The page as its viewer left it: choices that a browser refuses to keep, opened sections, silence, and lost connections.

use serde_json::json;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::Site;
use crate::tables::{form, friends, play_on};
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// What the script of choices says and sets, with a storage that refuses everything.
const REFUSED: &str = "(() => {
    const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
    const root = { dataset: {} };
    const fakes = {
        localStorage: { getItem: refuse, setItem: refuse },
        document: { documentElement: root },
        matchMedia: () => ({ matches: false, addEventListener: () => {} }),
        addEventListener: () => {},
    };
    const choices = new Function(...Object.keys(fakes), SCRIPT + '; return choices;')(...Object.values(fakes));
    const before = [choices.get('motion'), root.dataset.motion, choices.isStill()];
    choices.set('motion', 'off');
    choices.set('light', 'day');
    return [before, choices.get('motion'), root.dataset];
})()";

#[test]
fn choices_last_until_the_page_is_left_where_nothing_is_kept() {
    let script = include_str!("../../../pages/assets/choices.js");
    let site = Site::open("viewer-refused");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.go(&format!("http://{}/about", site.address));
    let seen = browser.value(&REFUSED.replace("SCRIPT", &json!(script).to_string()));
    let after = json!({ "light": "day", "motion": "off" });
    assert_eq!(seen, json!([[null, "on", false], "off", after]));
}

/// The server opens a list of few reasons, and not a list of many. That is no wish of the player.
#[test]
fn a_section_that_the_page_opened_is_not_kept_open() {
    const MANY: &str = "document.querySelectorAll('#why dd').length > 2";
    const OPEN: &str = "document.querySelector('#why').open";
    let site = Site::open("viewer-sections");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "catbox", &[Some("kitten"); 2]);
    let mut was_open = false;
    for number in 0.. {
        browser.wait_for(ASKED_OR_OVER);
        if browser.count("#why") > 0 {
            let many = browser.value(MANY).as_bool().unwrap();
            assert_eq!(browser.value(OPEN), !many, "decision {number}");
            if many && was_open {
                break;
            }
            was_open |= !many;
        }
        assert!(browser.decides(number), "a game with few reasons and then many");
    }
    browser.has_no_complaints();
}

#[test]
fn a_chat_in_sight_can_disappear() {
    const TWO_FRAMES: &str = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(null)));";
    let site = Site::open("viewer-chat");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    browser.click("#talk-box > summary");
    browser.run_until_done(TWO_FRAMES);
    browser.run("document.querySelector('#talk .lines').remove(); document.querySelector('#live').dispatchEvent(new Event('table:after'))");
    browser.run_until_done(TWO_FRAMES);
    browser.has_no_complaints();
}

#[test]
fn a_silent_update_does_not_wake_the_audio_device() {
    const COUNT: &str = "window.woken = 0;
        const { resume } = AudioContext.prototype;
        AudioContext.prototype.resume = function () { window.woken += 1; return resume.call(this); };";
    const UPDATE: &str = "for (const when of ['before', 'after']) document.querySelector('#live').dispatchEvent(new Event(`table:${when}`));";
    let site = Site::open("viewer-silence");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    browser.run(COUNT);
    browser.click("#menu > summary");
    browser.click(".settings [name=sound]");
    browser.wait_for("woken > 0");
    browser.run("woken = 0");
    browser.run(UPDATE);
    assert_eq!(browser.value("woken"), 0);
    browser.has_no_complaints();
}

#[test]
fn a_replay_stops_when_the_connection_is_lost() {
    const OFFLINE: &str = "window.tries = 0; window.fetch = () => { tries += 1; return Promise.reject(new TypeError('offline')); };";
    let site = Site::open("viewer-replay");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    play_on(&mut guests, usize::MAX);
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.go(&format!("http://{}{}/replay?step=3", site.address, guests[0].path));
    browser.run(OFFLINE);
    browser.click("#player [name=play]");
    browser.wait_for(
        "tries === 1 && player.elements.play.ariaLabel === player.elements.play.dataset.play",
    );
    assert_eq!(browser.text("player.elements.step.value"), "3");
    browser.has_no_complaints();
}

/// The widths of the rings around cards that may be played, and around one that a finger has picked, with its lift.
const RINGS: &str = "(() => {
    const ring = (card) => /0px 0px 0px (\\d)px/.exec(getComputedStyle(card).boxShadow)?.[1];
    const cards = [...document.querySelectorAll('.cards > button[name=action]')];
    const rings = new Set(cards.map(ring));
    cards[0].classList.add('picked');
    const picked = [ring(cards[0]), getComputedStyle(cards[0]).getPropertyValue('--lift')];
    cards[0].classList.remove('picked');
    return [...rings, ...picked];
})()";

#[test]
fn cards_that_may_be_played_have_a_ring_in_both_lights() {
    const LEGAL: &str = ".cards > button[name=action]";
    let site = Site::open("viewer-rings");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for game in ["catsle", "yorozu", "meow"] {
        browser.set_up(&site, game, &[Some("kitten"); 2]);
        browser.wait_for(ASKED_OR_OVER);
        while browser.count(LEGAL) == 0 {
            assert!(browser.decides(0), "a game of {game} without cards");
            browser.wait_for(ASKED_OR_OVER);
        }
        for light in ["day", "night"] {
            browser.run(&format!("choices.set('light', '{light}')"));
            assert_eq!(browser.value(RINGS), json!(["3", "4", "-26px"]), "{game} by {light}");
            browser.keep(&format!("rings-{game}-{light}"));
        }
    }
    // At Cat in the Box every card can be picked, and only the picked one has a ring.
    browser.set_up(&site, "catbox", &[Some("kitten"); 2]);
    while browser.count(".picks > .pick:nth-child(2)") == 0 {
        assert!(browser.decides(0), "a game without cards to pick");
        browser.wait_for(ASKED_OR_OVER);
    }
    browser.click(".pick:nth-child(2) > .card");
    for light in ["day", "night"] {
        browser.run(&format!("choices.set('light', '{light}')"));
        let shadow =
            browser.text("getComputedStyle(document.querySelector(':checked + .card')).boxShadow");
        assert!(shadow.contains("0px 0px 0px 4px"), "by {light}: {shadow}");
        browser.keep(&format!("rings-catbox-{light}"));
    }
    browser.has_no_complaints();
}
