//! How smoothly things move: frames while a trick lands and stands, cards are taken, a hand is dealt and a sheet opens.
//!
//! `cargo test -p server frames -- --nocapture --test-threads 1` prints a table. Nothing fails because of a time: the
//! machine may be busy.

use std::io::Write as _;

use pages::face;
use rules::GameId;
use table::terms::Interlude;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::rounds::Tables;
use crate::shots::NEXT_ROUND;
use crate::tables::play_on;

/// Notes the time between two frames while something moves, by what the page has just shown.
const SAMPLE: &str = "
    window.paint = { changed: performance.now(), gaps: {} };
    const live = document.getElementById('live');
    const isBeat = (moment) => moment === 'trick' || moment === 'reveal';
    let was = live.dataset.moment;
    let what = 'step';
    live.addEventListener('table:after', () => {
        const now = live.dataset.moment;
        if (isBeat(now)) what = now;
        else if (now === 'sheet') what = 'sheet';
        else if (was === 'sheet') what = 'deal';
        else if (isBeat(was)) what = 'take';
        else what = 'step';
        was = now;
        paint.changed = performance.now();
    });
    let last = performance.now();
    let moved = false;
    const frame = (now) => {
        const some = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations < Infinity);
        const moves = some.length > 0;
        if (moves && moved) (paint.gaps[what] ??= []).push(now - last);
        [last, moved] = [now, moves];
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);";

/// Waits until nothing has changed for a while.
fn rests(browser: &Browser) {
    browser.wait_for("performance.now() - paint.changed > 1200");
}

/// Plays the end of a round and the beginning of the next, and prints what a player's browser painted.
fn frames(game: GameId, screen: ScreenSize) {
    let setup = config(&format!("frames-{}-{screen:?}", game.name()));
    let tables = Tables { folder: &setup.data, interlude: Interlude::Open };
    let table = face::visit(game, &tables);
    let site = Site::with(setup);
    let browser = Browser::open(screen, Scripts::On);
    browser.set_media_features(&[("prefers-reduced-motion", "no-preference")]);
    table.shows(&site, 0, &browser);
    browser.run(SAMPLE);
    table.guest(&site, 2).says(0, "all here");
    browser.wait_for("live.textContent.includes('all here')");
    table.made(&site);
    browser.wait_for(&format!("document.querySelector('{NEXT_ROUND}') !== null"));
    rests(&browser);
    let mut guests: Vec<Guest<'_>> = (0..3).map(|seat| table.guest(&site, seat)).collect();
    for guest in &mut guests {
        guest.presses("next");
    }
    rests(&browser);
    for _ in 0..9 {
        assert_eq!(play_on(&mut guests, 1), 1);
        rests(&browser);
    }
    let gaps = browser.value("paint.gaps");
    let gaps = gaps.as_object().unwrap();
    // The test harness would capture normal output.
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} on a {screen:?}: frames, median and longest gap in ms", game.name()).unwrap();
    for (what, gaps) in gaps {
        let mut gaps: Vec<f64> =
            gaps.as_array().unwrap().iter().map(|gap| gap.as_f64().unwrap()).collect();
        gaps.sort_by(f64::total_cmp);
        let (median, longest) = (gaps[gaps.len() / 2], gaps[gaps.len() - 1]);
        writeln!(out, "  {what:<8} {:>5} {median:>8.1} {longest:>8.1}", gaps.len()).unwrap();
    }
    let moved = |what: &str| gaps.contains_key(what);
    assert!(moved("deal"), "{gaps:?}");
    assert!(moved("take") || moved("sheet"), "{gaps:?}");
}

#[test]
fn frames_on_a_laptop() {
    for game in GameId::ALL {
        frames(game, ScreenSize::Laptop);
    }
}

#[test]
fn frames_on_a_phone() {
    for game in GameId::ALL {
        frames(game, ScreenSize::Phone);
    }
}
