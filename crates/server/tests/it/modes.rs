//! Pages for people with other needs: in a very narrow window, at twice the size, in forced colours, and without motion.

use pages::face::{self, Face, VisitFace};
use rules::{GameId, Study, meow};
use serde_json::{Value, json};
use table::terms::Interlude;
use table::view::Stage;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::{Site, config};
use crate::gallery::is_accessible;
use crate::rounds::{NextDecision, before};
use crate::sight::play_until;
use crate::sizes::late_decisions;
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// The elements of the kind in `css` of which nothing can be pressed, or a part is beside the window, after scrolling to each.
const UNREACHABLE: &str = "((css) => [...document.querySelectorAll(css)].flatMap((one) => {
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const points = [0.5, 0.15, 0.85].flatMap((x) => [0.5, 0.15, 0.85].map((y) => [left + x * width, top + y * height]));
    const isThere = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return there && (one.contains(there) || there.contains(one));
    });
    const isBeside = left < -1 || left + width > innerWidth + 1;
    return isThere && !isBeside ? [] : [`${one.outerHTML.slice(0, 120)} at ${[left, top, width, height]}`];
}))";

/// Fails if the page is wider than the window, or if some of these elements cannot be reached by scrolling.
#[track_caller]
fn can_be_reached(browser: &Browser, css: &str, name: &str) {
    browser.fits();
    browser.run("document.querySelector('.reason')?.remove()");
    assert!(browser.count(css) > 0, "no {css} on {}", browser.url());
    let unreachable = browser.value(&format!("{UNREACHABLE}({css:?})"));
    browser.keep(name);
    assert_eq!(unreachable, json!([]), "{name}");
}

/// A table of four people in the middle of a round.
struct MiddleOfARound<'a>(&'a std::path::Path);

impl VisitFace for MiddleOfARound<'_> {
    type Output = NextDecision;

    fn visit<G: Face + Study>(self) -> NextDecision {
        let [middle, _] = late_decisions::<G>(self.0, 4);
        middle
    }
}

/// Three people at Meow, before the decision that ends the game.
fn before_the_end(folder: &std::path::Path) -> NextDecision {
    let rules = "meow players=3".parse().unwrap();
    before::<meow::State>(folder, &rules, Interlude::Open, |rail| rail.stage == Stage::Over)
}

/// The question and its answers. Cards to pick have their answers once they are picked.
const DECISION: &str = "#question, .mine button[name=action]:not(:not(:checked) ~ .then *), .pick > .card, .plate .name";

#[test]
fn everything_can_be_reached_in_small_windows() {
    let setup = config("modes-small");
    let tables = GameId::ALL.map(|game| (game, face::visit(game, MiddleOfARound(&setup.data))));
    let end = before_the_end(&setup.data);
    let site = Site::with(setup.clone());
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    let screens = [(ScreenSize::NarrowPhone, "narrow"), (ScreenSize::Zoomed, "zoomed")];
    let show = |css: &str, name: &str| {
        for (screen, size) in screens {
            browser.resize(screen);
            can_be_reached(&browser, css, &format!("{size}-{name}"));
        }
        browser.resize(ScreenSize::Laptop);
    };
    let page = |path: &str| browser.go(&format!("http://{}/{path}", site.address));
    page("");
    show(".play input[name=name], .levels label, .play button.primary, .top nav a", "home");
    page("rules/catbox");
    show(".rulebook h2, .rule, .example", "rules");
    for (game, table) in tables {
        browser.opens_as(&table.guest(&site, table.seat.index() as u8));
        browser.wait_for(ASKED_OR_OVER);
        show(DECISION, game.name());
        if browser.count(".pick > .card") > 0 {
            browser.click(".pick > .card");
            show(".pick > :checked ~ .then > button", &format!("{}-picked", game.name()));
        }
    }
    browser.opens_as(&end.guest(&site, 0));
    end.made(&site);
    browser.wait_for("document.querySelector('.end') !== null");
    show(".ranking .who, .ranking .score, .end .next :is(button, a)", "end");
    browser.has_no_complaints();
}

/// The kinds of outlines of cards that can be played, of those that cannot, and whether all faces keep their colours.
const OUTLINES: &str = "(() => {
    const outlines = (css) => [...new Set([...document.querySelectorAll(css)].map((card) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(card);
        return outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth}`;
    }))];
    const faces = [...document.querySelectorAll('#hand .card')].map((card) => getComputedStyle(card).forcedColorAdjust);
    return [outlines('#hand .cards > button[name=action]'), outlines('#hand .cards > button[aria-disabled]'), [...new Set(faces)]];
})()";

#[test]
fn forced_colours_keep_cards_apart() {
    const BOTH: &str = "document.querySelector('.cards > button[aria-disabled]') !== null
        && document.querySelector('.cards > button[name=action]') !== null";
    let site = Site::open("modes-forced");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten"); 3]);
    play_until(&browser, BOTH);
    let faces = |browser: &Browser| {
        browser.value(
            "[...document.querySelectorAll('#hand .card')].map((card) => {
            const { color, backgroundImage, backgroundColor } = getComputedStyle(card);
            return [color, backgroundImage, backgroundColor];
        })",
        )
    };
    let before: Value = faces(&browser);
    let features = [("forced-colors", "active"), ("prefers-reduced-motion", "reduce")];
    browser.set_media_features(&features);
    assert_eq!(browser.value("matchMedia('(forced-colors: active)').matches"), true);
    assert_eq!(browser.value(OUTLINES), json!([["solid 2px"], ["none"], ["none"]]));
    assert_eq!(faces(&browser), before, "cards keep their colours");
    browser.keep("forced-colours");
    is_accessible(&browser, "forced colours");
    browser.has_no_complaints();
}

/// Movements that have begun and not ended.
const MOVES: &str = "document.getAnimations().length";

#[test]
fn without_motion_nothing_moves() {
    let setup = config("modes-still");
    let feast = face::visit(GameId::Yorozu, MiddleOfARound(&setup.data));
    let end = before_the_end(&setup.data);
    let site = Site::with(setup);
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_media_features(&[("prefers-reduced-motion", "no-preference")]);
    browser.opens_as(&feast.guest(&site, feast.seat.index() as u8));
    // Lanterns sway.
    browser.wait_for(&format!("{MOVES} > 0"));
    browser.click("#menu > summary");
    browser.click(".settings [name=motion]");
    browser.wait_for(&format!("{MOVES} === 0"));
    browser.reload();
    browser.wait_for(ASKED_OR_OVER);
    assert_eq!(browser.value(MOVES), 0);
    browser.opens_as(&end.guest(&site, 0));
    browser.run(
        "window.moved = 0;
        const look = () => { moved = Math.max(moved, document.getAnimations().length); requestAnimationFrame(look); };
        look();",
    );
    end.made(&site);
    browser.wait_for("document.querySelector('.end') !== null");
    assert_eq!(browser.value(&format!("[moved, {MOVES}]")), json!([0, 0]));
    // With motion the end has some.
    browser.run("localStorage.setItem('motion', 'on')");
    browser.reload();
    browser.wait_for(&format!("{MOVES} > 0"));
    browser.has_no_complaints();
}
