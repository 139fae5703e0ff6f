//! Sounds: off until somebody wants them, and then for what happens at the table.

use rules::{GameId, Open as _, Seat, meow};
use table::terms::Interlude;
use table::view::Stage;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::{Site, config};
use crate::rounds::{Tables, before, before_a_paradox};
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// Counts the voices of the page.
const COUNT: &str = "window.voices = 0;
    for (const name of ['createOscillator', 'createBufferSource']) {
        const make = AudioContext.prototype[name];
        AudioContext.prototype[name] = function () { window.voices += 1; return make.call(this); };
    }";

#[test]
fn sounds_are_off_until_somebody_wants_them() {
    let site = Site::open("sounds");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    browser.run(COUNT);
    for number in 0..3 {
        assert!(browser.decides(number));
    }
    assert_eq!(browser.value("voices"), 0);
    browser.click("#menu > summary");
    browser.click(".settings [name=sound]");
    browser.wait_for("voices > 0");
    browser.click("#menu > summary");
    browser.run("voices = 0");
    assert!(browser.decides(3));
    browser.wait_for("voices > 0");
    browser.has_no_complaints();
}

/// Notes the pitches of all voices. Loudness is set the same way, and is below one.
const LISTEN: &str = "window.pitches = [];
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, time) {
        if (value > 20) pitches.push(Math.round(value));
        return set.call(this, value, time);
    };";

#[test]
fn a_trick_a_paradox_and_a_win_are_heard() {
    let setup = config("sounds-moments");
    let tables = Tables { folder: &setup.data, interlude: Interlude::Open };
    let mia = Seat::new(0);
    let win = before::<meow::State>(
        &setup.data,
        &"meow players=3".parse().unwrap(),
        Interlude::Open,
        |rail| {
            let winners = rail.view.as_ref().and_then(|view| view.open.standing().winners);
            rail.stage == Stage::Over && winners.is_some_and(|winners| winners.has(mia))
        },
    );
    let moments = [
        ("trick", pages::face::visit(GameId::Meow, &tables), vec![392, 587]),
        ("paradox", before_a_paradox(&setup.data), vec![220, 277, 330, 415]),
        ("win", win, vec![523, 659, 784, 1047]),
    ];
    let site = Site::with(setup);
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for (what, table, pitches) in moments {
        browser.opens_as(&table.guest(&site, 0));
        table.guest(&site, 2).says(0, "all here");
        browser.wait_for("document.querySelector('#live').textContent.includes('all here')");
        // Browsers stay silent until something was pressed.
        browser.click("#menu > summary");
        browser.run("const box = document.querySelector('.settings [name=sound]'); if (!box.checked) box.click();");
        browser.run(LISTEN);
        table.made(&site);
        browser.wait_for(&format!(
            "{pitches:?}.every((pitch) => pitches.includes(pitch)) || 'no sound of a {what}' === ''"
        ));
        browser.has_no_complaints();
    }
}
