//! What players can see and press while they decide: nothing is cut off, covered or written over something else.

use serde_json::json;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::Site;
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// The elements of the kind in `css` of which a part is outside the window or below another element, each with the part.
const HIDDEN: &str = "((css) => [...document.querySelectorAll(css)].flatMap((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const points = [[left + 2, top + 2], [(left + right) / 2, (top + bottom) / 2], [right - 2, bottom - 2]];
    const hidden = points.filter(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return !(one.contains(there) || there?.contains(one));
    });
    return hidden.length ? [`${one.outerHTML.slice(0, 120)} at ${hidden.join(' and ')}`] : [];
}))";

/// Pairs of captions below cards of the same trick that touch each other.
const TOUCHING: &str = "[...document.querySelectorAll('.trick ol')].flatMap((trick) => {
    const texts = [...trick.querySelectorAll('.by, .to, small')].flatMap((caption) => {
        const range = document.createRange();
        range.selectNodeContents(caption);
        const box = caption.getBoundingClientRect();
        return [...range.getClientRects()].map((rect) => ({
            card: caption.closest('li'), text: caption.textContent, top: rect.top, bottom: rect.bottom,
            left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right),
        }));
    });
    const touch = (one, other) => one.card !== other.card && one.left <= other.left
        && one.right + 3 > other.left && one.top < other.bottom && other.top < one.bottom;
    return texts.flatMap((one) => texts.filter((other) => touch(one, other)).map((other) => `${one.text}|${other.text}`));
})";

/// Fails if any of these elements is not wholly in sight. There must be some.
#[track_caller]
fn are_in_sight(browser: &Browser, css: &str) {
    browser.run("scrollTo(0, 0)");
    assert!(browser.count(css) > 0, "no {css} on {}", browser.url());
    let hidden = browser.value(&format!("{HIDDEN}({css:?})"));
    if hidden != json!([]) {
        browser.keep("hidden");
        panic!("{hidden:#}");
    }
}

/// Plays until an expression holds.
#[track_caller]
fn play_until(browser: &Browser, expression: &str) {
    for number in 0.. {
        browser.await_that(ASKED_OR_OVER);
        if browser.value(expression) == true {
            return;
        }
        assert!(browser.decides(number), "a whole game without {expression}");
    }
}

/// A stone must be placed, and a tip says something about it.
const PLACING_WITH_A_TIP: &str =
    "document.querySelector('.place') !== null && document.querySelector('.tip.now') !== null";

#[test]
fn castles_are_in_sight_while_a_stone_is_placed() {
    let site = Site::open("sight-castles");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for n_players in 3..=5 {
        browser.run("if (location.protocol === 'http:') localStorage.clear()");
        browser.set_up(&site, "catsle", &vec![Some("kitten"); n_players - 1]);
        play_until(&browser, PLACING_WITH_A_TIP);
        browser.click(".pick > .card");
        browser.keep(&format!("castles-{n_players}-laptop"));
        are_in_sight(&browser, ".castle .wall > *, .trick .card, :checked ~ .then .place");
        browser.resize(ScreenSize::TallPhone);
        browser.keep(&format!("castles-{n_players}-phone"));
        are_in_sight(&browser, ".castle.me .wall > *, :checked ~ .then .place");
        // What has been read makes room, also on a small phone.
        browser.click(".tip.now [data-tips]");
        browser.resize(ScreenSize::Phone);
        browser.click(".pick > .card");
        are_in_sight(&browser, ".castle.me .wall > *, :checked ~ .then .place");
        browser.resize(ScreenSize::Laptop);
    }
    browser.has_no_complaints();
}

#[test]
fn captions_of_tricks_do_not_touch() {
    let site = Site::open("sight-captions");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for n_players in [4, 5] {
        browser.set_up(&site, "catsle", &vec![Some("kitten"); n_players - 1]);
        play_until(&browser, "document.querySelectorAll('.last li').length > 2");
        for number in 0..4 {
            for screen in [ScreenSize::Laptop, ScreenSize::TallPhone, ScreenSize::Phone] {
                browser.resize(screen);
                assert_eq!(browser.value(TOUCHING), json!([]), "{screen:?}");
            }
            browser.resize(ScreenSize::Laptop);
            assert!(browser.decides(number));
            browser.await_that(ASKED_OR_OVER);
        }
    }
}
