//! Settings outside the menu of a player: the light on every page, the menus of spectators and of replays.

use serde_json::json;
use testing::browser::{Browser, Key, ScreenSize, Scripts};

use crate::client::Site;
use crate::guest::Guest;
use crate::tables::{form, friends, play_on};
use crate::windows::AtTable as _;

const LIGHT: &str = "document.documentElement.dataset.light";

/// The settings on offer, without those that a closed menu or a missing script hides.
const OFFERED: &str = "[...document.querySelectorAll('.settings [name]')]\
    .filter((field) => field.checkVisibility()).map((field) => field.name)";

#[test]
fn every_page_has_the_light() {
    let site = Site::open("settings-light");
    let browser = Browser::open(ScreenSize::Phone, Scripts::On);
    for (path, light) in
        [("", "night"), ("new", "day"), ("rules", "night"), ("about", "day"), ("nowhere", "night")]
    {
        browser.go(&format!("http://{}/{path}", site.address));
        assert_eq!(browser.value(OFFERED), json!(["light"]), "/{path}");
        browser.choose("light", light);
        browser.wait_for(&format!("{LIGHT} === '{light}'"));
        browser.reload();
        assert_eq!(browser.text(LIGHT), light, "/{path} is shown as it was chosen");
        assert_eq!(browser.text("document.querySelector('[name=light]').value"), light);
        browser.run("document.querySelector('footer').scrollIntoView()");
        browser.keep(&format!("footer-{light}"));
    }
    let still = Browser::open(ScreenSize::Phone, Scripts::Off);
    still.go(&format!("http://{}/", site.address));
    assert_eq!(still.value(OFFERED), json!([]), "settings need scripts");
}

#[test]
fn spectators_have_a_menu() {
    let site = Site::open("settings-spectator");
    let guests = friends(&site, &form("game=meow", 2), &["Ken"]);
    let browser = Browser::open(ScreenSize::Phone, Scripts::On);
    browser.go(&format!("http://{}{}", site.address, guests[0].path));
    assert_eq!(browser.value(OFFERED), json!([]));
    browser.click("#menu > summary");
    assert_eq!(browser.value(OFFERED), json!(["sound", "volume", "motion", "light", "pace"]));
    assert_eq!(browser.count("#menu form"), 0, "a spectator has no seat to change or leave");
    browser.choose("light", "day");
    browser.wait_for(&format!("{LIGHT} === 'day'"));
    browser.keep("menu-spectator");
    browser.has_no_complaints();
}

#[test]
fn the_cat_is_chosen_beside_the_name() {
    let site = Site::open("settings-cat");
    let browser = Browser::open(ScreenSize::Phone, Scripts::On);
    browser.go(&format!("http://{}/", site.address));
    browser.click(".who .pick-cat > summary");
    browser.keep("home-cats");
    browser.run("document.querySelector('.who [value=tortie]').click()");
    assert_eq!(browser.count(".pick-cat > summary .hd"), 1, "the heading shows the chosen cat");
    browser.click(".who .pick-cat > summary");
    browser.click(".poster button[value=meow]");
    browser.wait_for("document.querySelector('#seat-0 .cat.c11') !== null");
    // At the table, the menu has both.
    browser.click("#menu > summary");
    assert_eq!(browser.text("document.querySelector('.rename [name=name]').value"), "Guest");
    browser.keep("menu-player");
    browser.run("document.querySelector('.rename [name=name]').value = '...'");
    browser.click(".rename button");
    browser.wait_for("document.querySelector('#rename-wrong').textContent !== ''");
    browser.keep("menu-refused");
    assert_eq!(browser.complaints().len(), 1, "Chromium reports the status of a refusal");
    browser.run("document.querySelector('.rename [name=name]').value = 'Mia'");
    browser.click(".rename button");
    browser.wait_for("document.querySelector('#seat-0 .name').textContent.includes('Mia')");
    assert_eq!(browser.text("document.querySelector('#rename-wrong').textContent"), "");
    browser.go(&format!("http://{}/", site.address));
    assert_eq!(browser.text("document.querySelector('.who [name=name]').value"), "Mia");
    assert_eq!(browser.value("document.querySelector('.who [value=tortie]').checked"), true);
    browser.has_no_complaints();
}

/// The step of a finished game that ends in a paradox, if there is one.
fn paradox_step(guest: &Guest<'_>) -> Option<usize> {
    let replay = guest.get(&format!("{}/replay", guest.path)).body;
    let story = replay.split("<details id=\"steps\"").nth(1).unwrap();
    story.split("<li>").skip(1).position(|step| step.contains("Paradox: ")).map(|index| index + 1)
}

#[test]
fn a_replay_has_settings_and_shows_the_moment_of_a_paradox() {
    let site = Site::open("settings-replay");
    let (path, step) = (0..50)
        .find_map(|_| {
            let mut guests = friends(&site, &form("game=catbox", 3), &["Ken", "Ada"]);
            play_on(&mut guests, usize::MAX);
            Some((guests[0].path.clone(), paradox_step(&guests[0])?))
        })
        .expect("a game with a paradox");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    let replay = |step: usize| format!("http://{}{path}/replay?step={step}", site.address);
    let shows = |number: usize| {
        browser.wait_for(&format!("document.querySelector('#moment').dataset.step === '{number}'"));
        browser.count(".paradox")
    };
    browser.go(&replay(step - 1));
    browser.click("#menu > summary");
    assert_eq!(browser.value(OFFERED), json!(["sound", "volume", "motion", "light"]));
    browser.choose("light", "day");
    browser.wait_for(&format!("{LIGHT} === 'day'"));
    browser.click("#menu > summary");
    browser.run("document.activeElement.blur()");
    browser.press_key(Key::Right);
    assert_eq!(shows(step), 1, "the next step is the paradox");
    browser.keep("replay-paradox");
    // A jump to the same step shows what is there, and nothing else.
    browser.go(&replay(0));
    browser.run(&format!("document.querySelectorAll('#steps li a')[{}].click()", step - 1));
    assert_eq!(shows(step), 0);
    browser.has_no_complaints();
}
