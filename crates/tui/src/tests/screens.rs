//! Snapshots of every screen. `UPDATE=1 cargo test -p tui` rewrites them.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use rules::{catbox, catsle, meow, yorozu};
use table::record::RecordText;
use words::Words;

use super::TestScreen;
use crate::face::Face;
use crate::menu::Menu;
use crate::replay::ReplayList;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// Compares screens with the reviewed snapshots.
fn check(name: &str, pictures: &[(&str, String)]) {
    let mut text = String::new();
    for (title, picture) in pictures {
        assert!(!picture.contains('«'), "{name}, {title}: a sentence is missing:\n{picture}");
        writeln!(text, "== {title}\n{picture}").unwrap();
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/screens/{name}.txt"));
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, text).unwrap();
        return;
    }
    let golden = fs::read_to_string(&path);
    let golden = golden.unwrap_or_else(|_| panic!("no {name}: run with UPDATE=1"));
    let lines = text.lines().map(Some).chain([None]).zip(golden.lines().map(Some).chain([None]));
    for (number, (now, then)) in (1..).zip(lines) {
        assert_eq!(now, then, "{name}, line {number}: UPDATE=1 if this is meant");
    }
}

/// The screens of a game: start, selection, refusal, all overlays, middle, end of a round, end of the game.
fn tour<G: Face>(name: &str, rules: &str, middle: usize) {
    for (columns, rows) in SIZES {
        let mut desk = TestScreen::at::<G>(rules, 1, 5, (columns, rows));
        let mut pictures = vec![("the beginning", desk.text())];
        for (title, keys) in
            [("help", "?"), ("a hint", "⎋h"), ("the rule for now", "r"), ("the story", "⎋t")]
        {
            pictures.push((title, desk.press(keys).text()));
        }
        desk.press("⎋");
        for _ in 0..middle {
            desk.press("⏎");
        }
        pictures.push(("the middle", desk.text()));
        pictures.push(("the last trick", desk.press("l").text()));
        pictures.push(("another card, and why not", desk.press("⎋→w").text()));
        let mut n_pressed = 0;
        while !desk.text().contains("Enter: go on") {
            assert!(n_pressed < 500, "no round ends:\n{}", desk.text());
            desk.press("⏎");
            n_pressed += 1;
        }
        pictures.push(("the end of a round", desk.text()));
        pictures.push(("the board behind the score sheet", desk.press("⎋").text()));
        pictures.push(("the next round", desk.press("s⏎").text()));
        while !desk.is_over() && n_pressed < 2000 {
            desk.press("⏎");
            n_pressed += 1;
        }
        pictures.push(("the end", desk.text()));
        pictures.push(("the table in the end", desk.press("⎋").text()));
        check(&format!("{name}-{columns}x{rows}"), &pictures);
    }
}

#[test]
fn catbox_is_drawn() {
    tour::<catbox::State>("catbox", "catbox players=4", 12);
}

#[test]
fn catbox_deluxe_is_drawn() {
    tour::<catbox::State>("catbox-5", "catbox players=5", 7);
}

#[test]
fn catsle_is_drawn() {
    tour::<catsle::State>("catsle", "catsle players=4", 13);
}

#[test]
fn catsle_with_five_is_drawn() {
    tour::<catsle::State>("catsle-5", "catsle players=5", 8);
}

#[test]
fn yorozu_is_drawn() {
    tour::<yorozu::State>("yorozu", "yorozu players=4 level=advanced", 8);
}

#[test]
fn yorozu_with_a_dummy_is_drawn() {
    tour::<yorozu::State>("yorozu-3", "yorozu players=3 level=experienced", 5);
}

#[test]
fn meow_is_drawn() {
    tour::<meow::State>("meow", "meow players=4 fish=by-hand", 4);
}

#[test]
fn meow_with_six_is_drawn() {
    tour::<meow::State>("meow-6", "meow players=6", 4);
}

#[test]
fn the_menu_is_drawn() {
    for (columns, rows) in SIZES {
        let mut desk =
            TestScreen::new(Box::new(Menu::new(&Words::default(), false)), columns, rows);
        let mut pictures = vec![("the menu", desk.text())];
        for (title, keys) in [
            ("CATSle", "→"),
            ("three players", "↓←"),
            ("Yorozu", "3"),
            ("two people and tigers", "↓↓↓→↓→"),
        ] {
            pictures.push((title, desk.press(keys).text()));
        }
        let mut desk = TestScreen::new(Box::new(Menu::new(&Words::default(), true)), columns, rows);
        pictures.push(("with a saved game", desk.text()));
        desk.screen.refused("cannot write /data: it is full".to_owned());
        pictures.push(("something is wrong", desk.text()));
        check(&format!("menu-{columns}x{rows}"), &pictures);
    }
}

#[test]
fn the_curtain_is_drawn() {
    for (columns, rows) in SIZES {
        let mut desk = TestScreen::at::<meow::State>("meow players=3", 3, 5, (columns, rows));
        let mut pictures = vec![("the curtain", desk.text())];
        pictures.push(("behind it", desk.press("⏎").text()));
        pictures.push(("the next", desk.press("⏎").text()));
        check(&format!("curtain-{columns}x{rows}"), &pictures);
    }
}

#[test]
fn a_replay_is_drawn() {
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 1, 5, (80, 24));
    for _ in 0..100 {
        desk.press("⏎");
    }
    let (text, is_over) = desk.screen.record().unwrap();
    assert!(is_over);
    let records = RecordText::read_all(&text).unwrap();
    for (columns, rows) in SIZES {
        let list = ReplayList::new(&records, &Words::default()).unwrap();
        let mut desk = TestScreen::new(Box::new(list), columns, rows);
        let mut pictures = vec![("before the first step", desk.text())];
        for (title, keys) in [
            ("three steps on", "→→→"),
            ("ten more", "↓"),
            ("from another seat", "v"),
            ("a number", "40"),
            ("there", "⏎"),
            ("back", "←"),
            ("from nobody's seat", "⇥⇥"),
            ("keys", "?"),
        ] {
            pictures.push((title, desk.press(keys).text()));
        }
        check(&format!("replay-{columns}x{rows}"), &pictures);
        assert!(desk.press("⎋q").left);
    }
}

#[test]
fn a_small_window_shows_a_notice() {
    let mut desk = TestScreen::at::<meow::State>("meow players=3", 1, 5, (60, 20));
    let small = desk.text();
    assert!(small.contains("60 × 20") && !small.contains("Players"), "{small}");
    // Even a tiny one.
    for size in [(1, 1), (5, 2), (79, 24), (80, 23)] {
        TestScreen::at::<meow::State>("meow players=3", 1, 5, size).text();
    }
}
