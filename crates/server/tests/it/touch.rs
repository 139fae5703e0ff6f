//! Fingers, which pick a card before they play it, and presses on the board.

use std::path::Path;

use rules::{Observer, Open as _, Seat, catbox};
use serde_json::json;
use store::TableId;
use table::terms::Terms;
use testing::browser::{Browser, ScreenSize, Scripts};
use testing::dice::dice;

use crate::client::{Site, config};
use crate::rounds::play_at_random;
use crate::sight::{are_in_sight, play_until};
use crate::sitting::{Sitting, cookie, keep};
use crate::windows::AtTable as _;

/// Cards that are played in one step.
const CARD: &str = ".mine [data-does] > button[name=action]";
const ASKED_FOR_A_CARD: &str =
    "document.querySelector('.mine [data-does] > button[name=action]') !== null";
const DOES: &str = "document.querySelector('.does')?.innerText ?? ''";

/// Waits for the answer to a decision.
#[track_caller]
fn is_decided(browser: &Browser, question: &str) {
    browser.wait_for(&format!(
        "document.querySelector('.mine input[name=at]')?.value !== '{question}'"
    ));
}

/// What the script shows of a picked card: its value, and the text of the button.
#[track_caller]
fn picks(browser: &Browser, verb: &str) -> String {
    browser.wait_for("document.querySelectorAll('.mine .picked').length === 1");
    let picked = browser.text("document.querySelector('.picked').value");
    let label = browser.text("document.querySelector('.picked').ariaLabel");
    assert_eq!(browser.text(DOES), format!("{verb} {label}"));
    are_in_sight(browser, ".picked .ix, .does button");
    picked
}

#[test]
fn a_finger_picks_a_card_before_it_plays_it() {
    let site = Site::open("touch-cards");
    let browser = Browser::open(ScreenSize::TallPhone, Scripts::On);
    for (game, screen) in [
        ("meow", ScreenSize::TallPhone),
        ("yorozu", ScreenSize::Phone),
        ("catsle", ScreenSize::SidewaysPhone),
    ] {
        browser.resize(screen);
        browser.set_up(&site, game, &[Some("kitten"), Some("kitten")]);
        browser.run("localStorage.setItem('tips', 'off')");
        browser.reload();
        let several = format!("document.querySelectorAll('{CARD}').length > 1");
        play_until(&browser, &several);
        let question = browser.question();
        // One tap picks, another card takes its place, and the second tap plays.
        browser.tap(CARD);
        let first = picks(&browser, "Play");
        browser.keep(&format!("picked-{game}"));
        browser.tap(&format!("{CARD}:not(.picked)"));
        browser.wait_for(&format!("document.querySelector('.picked')?.value !== '{first}'"));
        assert_ne!(picks(&browser, "Play"), first);
        assert_eq!(browser.question(), question, "nothing was decided");
        browser.tap(".picked");
        is_decided(&browser, &question);
        assert_eq!(browser.text(DOES), "");
        // The button plays it too.
        play_until(&browser, ASKED_FOR_A_CARD);
        let question = browser.question();
        browser.tap(CARD);
        picks(&browser, "Play");
        browser.tap(".does button");
        is_decided(&browser, &question);
        // A mouse plays at once.
        play_until(&browser, ASKED_FOR_A_CARD);
        let question = browser.question();
        browser.click(CARD);
        is_decided(&browser, &question);
        browser.has_no_complaints();
    }
}

#[test]
fn a_finger_that_learns_why_not_has_picked_nothing() {
    let site = Site::open("touch-refused");
    let browser = Browser::open(ScreenSize::TallPhone, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten"), Some("kitten")]);
    let refused = "document.querySelector('.mine .card[aria-disabled=true]') !== null";
    play_until(&browser, &format!("{ASKED_FOR_A_CARD} && {refused}"));
    let question = browser.question();
    browser.tap(CARD);
    picks(&browser, "Play");
    browser.tap(".mine .card[aria-disabled=true]");
    browser.wait_for("document.querySelector('.reason') !== null");
    assert_eq!((browser.text(DOES), browser.count(".picked")), (String::new(), 0));
    assert_eq!(browser.question(), question);
    browser.has_no_complaints();
}

#[test]
fn two_steps_stay_two_taps() {
    let site = Site::open("touch-two-steps");
    let browser = Browser::open(ScreenSize::TallPhone, Scripts::On);
    browser.set_up(&site, "catbox", &[Some("kitten"), Some("kitten")]);
    // Setting aside is one step: its button says so.
    play_until(&browser, ASKED_FOR_A_CARD);
    browser.tap(CARD);
    browser.wait_for("document.querySelectorAll('.mine .picked').length === 1");
    assert!(browser.text(DOES).starts_with("Set ") && browser.text(DOES).ends_with(" aside"));
    play_until(&browser, "document.querySelectorAll('.pick > .card').length > 1");
    let question = browser.question();
    browser.tap(".pick > .card");
    browser.wait_for("document.querySelector('.pick > :checked') !== null");
    assert_eq!(browser.text(DOES), "");
    if browser.count(":checked ~ .then > button[name=action]") == 0 {
        browser.tap(".pick:not(:has(:checked)):has(button[name=action]) > .card");
    }
    browser.tap(":checked ~ .then > button[name=action]");
    is_decided(&browser, &question);
    browser.has_no_complaints();
}

/// A card with several colours or places is picked, and nothing else.
const SEVERAL: &str = "document.querySelector('.pick > .card') !== null
    && [...document.querySelectorAll('.pick')].some((pick) =>
        pick.querySelector('button[aria-disabled]') && pick.querySelector('button[name=action]'))";

/// Cards to pick with an action on offer, and one that is refused.
const MIXED: &str = ".pick:has(button[name=action]):has(button[aria-disabled]) > .card";

#[test]
fn cells_of_the_sheet_name_card_and_colour() {
    let site = Site::open("touch-cells");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "catbox", &[Some("kitten"), Some("kitten")]);
    play_until(&browser, SEVERAL);
    assert_eq!(browser.count("#sheet .can"), 0, "no card is picked");
    browser.click(MIXED);
    let offered = browser.count(":checked ~ .then > button[name=action]");
    assert_eq!(browser.count("#sheet .can"), offered);
    browser.keep("cells");
    // A cell that the card may not take says why.
    let refused = browser.text(
        "document.querySelector(':checked ~ .then > button[aria-disabled]').dataset.action.split(' ')[1]",
    );
    let question = browser.question();
    browser.click(&format!("#sheet [data-cell='{refused}']"));
    browser.wait_for("document.querySelector('.reason') !== null");
    assert_eq!(browser.question(), question);
    // Another cell answers, and gets the token.
    let cell = browser.text("document.querySelector('#sheet .can').dataset.cell");
    browser.click(&format!("#sheet [data-cell='{cell}']"));
    is_decided(&browser, &question);
    browser.wait_for(&format!("document.querySelector('[data-cell=\"{cell}\"] .token') !== null"));
    // Without a picked card a cell means its card too.
    play_until(&browser, ANSWERING_CELL);
    let question = browser.question();
    let cell = browser.text(ANSWERING_CELL_NAME);
    browser.click(&format!("#sheet [data-cell='{cell}']"));
    is_decided(&browser, &question);
    browser.wait_for(&format!("document.querySelector('[data-cell=\"{cell}\"] .token') !== null"));
    // A finger sees first what it picked.
    browser.resize(ScreenSize::TallPhone);
    play_until(&browser, ANSWERING_CELL);
    let question = browser.question();
    let cell = browser.text(ANSWERING_CELL_NAME);
    browser.tap(&format!("#sheet [data-cell='{cell}']"));
    browser.wait_for(&format!("document.querySelector('[data-cell=\"{cell}\"].can') !== null"));
    browser.keep("cells-phone");
    assert_eq!(browser.question(), question);
    browser.tap(&format!("#sheet [data-cell='{cell}']"));
    is_decided(&browser, &question);
    browser.has_no_complaints();
}

/// The name of a marked cell whose card is not picked and may be played there.
const ANSWERING_CELL_NAME: &str = "[...document.querySelectorAll('#sheet [data-cell].free')].map((cell) => cell.dataset.cell)
    .find((cell) => document.querySelector(`.pick:not(:has(:checked)) button[value='play ${cell}']`)) ?? ''";
const ANSWERING_CELL: &str = "([...document.querySelectorAll('#sheet [data-cell].free')].map((cell) => cell.dataset.cell)
    .find((cell) => document.querySelector(`.pick:not(:has(:checked)) button[value='play ${cell}']`)) ?? '') !== ''";

/// The places for a stone that do not lie over their own column.
const STRAY_PLACES: &str = "(() => {
    const columns = [...document.querySelectorAll('.castle.me .tower')];
    const places = [...document.querySelectorAll(':checked ~ .then > button')];
    const beside = places.filter((place, index) => {
        const [one, other] = [place, columns[index]].map((element) => element.getBoundingClientRect());
        const middle = (one.left + one.right) / 2;
        return middle < other.left || middle > other.right || one.bottom < other.top || one.top > other.bottom;
    });
    return beside.map((place) => place.ariaLabel);
})()";

#[test]
fn columns_of_the_own_castle_name_the_place() {
    let site = Site::open("touch-columns");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "catsle", &[Some("kitten"), Some("kitten"), Some("kitten")]);
    browser.run("localStorage.setItem('tips', 'off')");
    browser.reload();
    for screen in [ScreenSize::Laptop, ScreenSize::TallPhone, ScreenSize::SidewaysPhone] {
        browser.resize(screen);
        play_until(&browser, SEVERAL);
        browser.click(MIXED);
        let offered = browser.count(":checked ~ .then > button[name=action]");
        assert!(offered > 0);
        assert_eq!(browser.value(STRAY_PLACES), json!([]), "{screen:?}");
        browser.keep(&format!("columns-{screen:?}"));
        let question = browser.question();
        browser.tap(":checked ~ .then > button[aria-disabled]");
        browser.wait_for("document.querySelector('.reason') !== null");
        browser.tap(":checked ~ .then > button[name=action]");
        is_decided(&browser, &question);
    }
    browser.has_no_complaints();
}

/// A table of Cat in the Box at which the first player has a group and is asked to play.
fn table_with_a_group(folder: &Path, n_players: usize) -> TableId {
    let rules: catbox::Rules = format!("catbox players={n_players}").parse().unwrap();
    let (mut dice, me) = (dice(4), Seat::new(0));
    let id = TableId::random();
    for _ in 0..100 {
        let mut sitting = Sitting::<catbox::State>::begun(Terms::new::<catbox::State>(&rules));
        let found = play_at_random(&mut sitting, &mut dice, |_, after| {
            let open = &after.table.play()?.view(Observer::Rail).open;
            let has_group = rules.largest_group(open.tokens(me)) > 1;
            let is_asked = open.phase() == catbox::Phase::Play && after.owing() == [me];
            (has_group && is_asked).then(|| keep(folder, [after.kept(id)]))
        });
        if found.is_some() {
            return id;
        }
    }
    panic!("nobody gets a group");
}

/// BOX-51: the bonus counts a group, and the word alone does not say what that is.
#[test]
fn a_finger_learns_what_a_group_is() {
    const GROUP: &str = ".own .explained";
    for n_players in 2..=5 {
        let setup = config(&format!("touch-group-{n_players}"));
        let id = table_with_a_group(&setup.data, n_players);
        let site = Site::with(setup);
        let browser = Browser::open(ScreenSize::Phone, Scripts::On);
        browser.go_as(&format!("http://{}/t/{id}", site.address), &cookie(Seat::new(0)));
        browser.run("localStorage.setItem('tips', 'off')");
        browser.reload();
        browser.wait_for(&format!("document.querySelector('{GROUP} > summary') !== null"));
        assert_eq!(browser.value(&format!("document.querySelector('{GROUP}').open")), false);
        browser.tap(&format!("{GROUP} > summary"));
        browser.wait_for(&format!("document.querySelector('{GROUP}').open"));
        browser.keep(&format!("group-{n_players}"));
        are_in_sight(&browser, &format!("{GROUP} > p"));
        browser.tap(&format!("{GROUP} > summary"));
        browser.wait_for(&format!("!document.querySelector('{GROUP}').open"));
        browser.has_no_complaints();
    }
}
