//! Screenshots of every page and of every game in its lobby, at its start, middle and end: wide and narrow, light and dark.
//! axe-core checks their accessibility.
//!
//! `SIZES=all cargo test -p server --test it gallery` takes all pictures in the eight sizes of [`ScreenSize::ALL`], light and
//! dark. They lie in `target/screenshots`, as `PAGE-WIDTHxHEIGHT-LIGHT.png`. Only the moment of a paradox has two sizes: it
//! ends when the window changes. `rounds::a_paradox_stands_before_its_sheet` takes it.

use pages::face;
use rules::GameId;
use serde_json::json;
use table::terms::Interlude;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::rounds::Tables;
use crate::sight::play_until;
use crate::tables::{form, friends, play_on};
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// The published axe-core. Its licence is beside it.
const AXE: &str = include_str!("../axe-core/axe.min.js");

/// The findings that axe-core rates serious or worse, each with its first element.
const FINDINGS: &str = "const done = arguments[0]; \
    const bad = (one) => ['serious', 'critical'].includes(one.impact); \
    const tell = (one) => `${one.id}: ${one.nodes[0].html} (${one.nodes[0].failureSummary})`; \
    axe.run(document, { resultTypes: ['violations'] }) \
        .then((found) => done(found.violations.filter(bad).map(tell)), (error) => done([String(error)]));";

/// The sizes of pictures. Every one is also shown to axe-core.
fn sizes() -> &'static [ScreenSize] {
    match std::env::var_os("SIZES") {
        Some(sizes) if sizes == "all" => &ScreenSize::ALL,
        Some(_) | None => &[ScreenSize::Laptop, ScreenSize::Phone],
    }
}

/// The sizes of pictures that only a run with all sizes takes in more than one.
fn one_size() -> &'static [ScreenSize] {
    match sizes() {
        all if all.len() == ScreenSize::ALL.len() => all,
        _ => &[ScreenSize::Laptop],
    }
}

/// Takes screenshots in several sizes and both colour schemes, and checks accessibility.
fn exhibit(browser: &Browser, name: &str) {
    exhibit_in(browser, sizes(), name);
}

/// The same in these sizes.
fn exhibit_in(browser: &Browser, sizes: &[ScreenSize], name: &str) {
    // A paradox covers the table for a moment.
    browser.wait_for("document.querySelector('.paradox') === null");
    for &screen in sizes {
        browser.resize(screen);
        let (width, height) = screen.size();
        let size = format!("{width}x{height}");
        for light in ["light", "dark"] {
            browser.set_media_features(&[("prefers-color-scheme", light)]);
            browser.value("document.fonts.ready.then(() => true)");
            browser.keep(&format!("{name}-{size}-{light}"));
            is_accessible(browser, &format!("{name}, {size}, {light}"));
        }
    }
}

/// Shows the page to axe-core.
#[track_caller]
pub(crate) fn is_accessible(browser: &Browser, name: &str) {
    browser.run(AXE);
    assert_eq!(browser.run_until_done(FINDINGS), json!([]), "{name}");
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
            if (this.closest('#hand :is(.cards, .picks)') && how[0][0].opacity === 0) dealt.push(document.querySelector('#where').textContent); \
            return animate.apply(this, how); };";
    const DEALS: &str = "[...new Set(dealt.map((where) => where.split(' trick')[0]))]";
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

/// The host, a bot and two free chairs.
#[test]
fn lobbies_show_well() {
    let site = Site::open("gallery-lobby");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for game in GameId::NAMES {
        browser.set_up(&site, game, &[None, Some("kitten"), None]);
        exhibit(&browser, &format!("{game}-lobby"));
        browser.resize(ScreenSize::Laptop);
    }
    browser.has_no_complaints();
}

/// A full trick or revealed cards stand as long as the test looks at them: the clock stands too, for updates that come late.
const HOLD_BEAT: &str = "const later = setTimeout;
    const now = performance.now.bind(performance);
    let held;
    window.showsBeat = () => ['trick', 'reveal'].includes(document.getElementById('live').dataset.moment);
    performance.now = () => showsBeat() ? held ??= now() : now();
    window.setTimeout = (call, millis) => millis > 100 && showsBeat() ? 0 : later(call, millis);";

#[test]
fn full_tricks_and_reveals_show_well() {
    let setup = config("gallery-beats");
    let tables = Tables { folder: &setup.data, interlude: Interlude::Open };
    let decisions = GameId::ALL.map(|game| (game, face::visit(game, &tables)));
    let site = Site::with(setup.clone());
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for (game, table) in decisions {
        browser.opens_as(&table.guest(&site, 0));
        table.guest(&site, 2).says(0, "all here");
        browser.wait_for("document.querySelector('#live').textContent.includes('all here')");
        browser.run(HOLD_BEAT);
        table.made(&site);
        browser.wait_for("showsBeat()");
        exhibit_in(&browser, one_size(), &format!("{}-beat", game.name()));
        assert_eq!(browser.value("showsBeat()"), true, "the sheet came before the picture");
        browser.resize(ScreenSize::Laptop);
    }
    browser.has_no_complaints();
}

/// The questions of Cat in the Box, help, and what opens over a table.
#[test]
fn questions_and_drawers_show_well() {
    const REFUSED: &str = ".pick:has(.then > button[aria-disabled])";
    let site = Site::open("gallery-drawers");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    let show = |name: &str| {
        exhibit_in(&browser, one_size(), name);
        browser.resize(ScreenSize::Laptop);
    };
    browser.set_up(&site, "catbox", &[Some("kitten"); 3]);
    play_until(&browser, "document.querySelector('.cards > button[name=action]') !== null");
    show("catbox-aside");
    play_until(&browser, "document.querySelector('.bidb') !== null");
    show("catbox-bid");
    let wanted = ["#last li", REFUSED, "a.hint"];
    let wanted = wanted.map(|css| format!("document.querySelector('{css}') !== null")).join(" && ");
    play_until(&browser, &wanted);
    browser.click("a.hint");
    browser.wait_for("document.querySelector('.advice li') !== null");
    show("catbox-hint");
    browser.click(&format!("{REFUSED} > .card"));
    browser.click(":checked ~ .then > button[aria-disabled]");
    browser.wait_for("document.querySelector('.reason') !== null");
    show("catbox-reason");
    for drawer in ["last-box", "log-box", "company-box", "menu"] {
        browser.click(&format!("#{drawer} > summary"));
        browser.wait_for(&format!("document.querySelector('#{drawer}').open"));
        show(&format!("drawer-{drawer}"));
    }
    browser.has_no_complaints();
}

/// A stranger, a spectator, a player with tables of their own, and names that are refused.
#[test]
fn visitors_see_their_pages_well() {
    const REFUSED: &str = "document.querySelector('.wrong').innerText !== ''";
    let site = Site::open("gallery-visitors");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    let show = |name: &str| {
        exhibit_in(&browser, one_size(), name);
        browser.resize(ScreenSize::Laptop);
    };
    let mia = Guest::opens(&site, "/new", &form("game=catsle", 3));
    let home = format!("http://{}/", site.address);
    let table = format!("http://{}{}", site.address, mia.path);
    browser.go(&table);
    show("join");
    browser.write(".join input[name=name]", "...\n");
    browser.wait_for(REFUSED);
    show("join-refused");
    drop(mia);
    let mut guests = friends(&site, &form("game=catsle", 3), &["Ken", "Ada"]);
    play_on(&mut guests, 4);
    guests[1].says(0, "May the better cat win");
    browser.go(&format!("http://{}{}", site.address, guests[0].path));
    browser.wait_for("document.querySelector('.stage[data-who=rail] .board') !== null");
    show("spectator");
    browser.go(&home);
    browser.write(".play input[name=name]", "...");
    browser.click(".posters button.primary");
    browser.wait_for(REFUSED);
    show("home-refused");
    browser.go(&format!("{home}new"));
    browser.write("input[name=name]", "...");
    browser.click("form.new-table .actions button");
    browser.wait_for(REFUSED);
    show("new-refused");
    let mia = &mut guests[0];
    assert_eq!(mia.post("/new", &form("game=meow", 2)).status, 303);
    browser.opens_as(mia);
    browser.click("#talk-box > summary");
    browser.wait_for("document.querySelector('#reactions').checkVisibility()");
    show("drawer-talk-box");
    browser.go(&home);
    browser.wait_for("document.querySelectorAll('a[href^=\"/t/\"]').length > 1");
    show("home-mine");
    drop(browser.complaints());
}

/// axe-core is a script, and the scripts of the page stay asleep.
#[test]
fn pages_without_scripts_show_well() {
    let site = Site::open("gallery-still");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::Off);
    browser.set_up(&site, "catbox", &[Some("kitten"); 2]);
    browser.wait_for(ASKED_OR_OVER);
    browser.allow_scripts();
    exhibit_in(&browser, one_size(), "without-scripts");
    assert_eq!(browser.count(".does"), 0, "the scripts of the page have run");
    browser.has_no_complaints();
}

#[test]
fn dialogs_show_well() {
    let site = Site::open("gallery-over");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
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
