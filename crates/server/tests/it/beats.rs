//! Every moment is seen: a page samples itself while a script plays, and no full trick and no reveal is shown too briefly.

use pages::face::{self, Face, VisitFace};
use rules::{GameId, Observer};
use serde_json::Value;
use store::TableId;
use table::event::Event;
use table::table::Table;
use testing::browser::{Browser, ScreenSize, Scripts};
use testing::wait;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::sitting::kept;
use crate::windows::AtTable;

/// How long a beat stands at least, in milliseconds.
const BEAT: f64 = 900.0;

/// Records what the page shows, whenever that changes.
const SAMPLE: &str = "
    window.shots = [];
    const live = document.getElementById('live');
    const labels = (css) => [...live.querySelectorAll(css)].map((one) => one.ariaLabel);
    const look = () => {
        const shot = {
            moment: live.dataset.moment,
            trick: labels('.trick:not(.last, .flying) li > .card').filter((label) => label),
            n_places: live.querySelectorAll('.trick:not(.last, .flying) li').length,
            best: live.querySelectorAll('.trick:not(.last, .flying) li.best').length,
            n_gone: live.querySelectorAll('.trick:not(.last, .flying) li > .card.gone, .extra:not(.last) .card.gone').length,
            last: labels('.trick.last li > .card'),
            played: labels('#taken td:nth-child(2):not(:last-child) .mini'),
            pair: labels('.pair .card'),
            n_taken: live.querySelectorAll('#taken td:last-child .mini').length,
            asked: live.querySelectorAll('.mine button[name=action]').length,
            question: live.querySelector('#question')?.textContent ?? '',
        };
        const text = JSON.stringify(shot);
        if (text !== window.shot) shots.push({ at: performance.now(), ...shot });
        window.shot = text;
    };
    new MutationObserver(look).observe(live, { subtree: true, childList: true, attributes: true, characterData: true });
    look();";

/// What a page showed, and for how long.
#[derive(Debug)]
struct Shot {
    millis: f64,
    moment: String,
    trick: Vec<String>,
    n_places: u64,
    n_best: u64,
    n_gone: u64,
    last: Vec<String>,
    played: Vec<String>,
    pair: Vec<String>,
    n_taken: u64,
    n_buttons: u64,
    question: String,
}

impl Shot {
    fn is_full(&self) -> bool {
        self.n_places > 0 && self.trick.len() as u64 == self.n_places
    }

    fn is_beat(&self) -> bool {
        ["trick", "reveal"].contains(&self.moment.as_str())
    }
}

/// All that a page has shown so far, but for what it shows now: nobody knows how long that will stand.
fn shots(browser: &Browser) -> Vec<Shot> {
    let shots = browser.value("shots");
    let shots = shots.as_array().unwrap();
    let texts = |shot: &Value, key: &str| -> Vec<String> {
        let texts = shot[key].as_array().unwrap().iter();
        texts.map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let number = |shot: &Value, key: &str| shot[key].as_u64().unwrap();
    let text = |shot: &Value, key: &str| shot[key].as_str().unwrap_or_default().to_owned();
    let read = |pair: &[Value]| Shot {
        millis: pair[1]["at"].as_f64().unwrap() - pair[0]["at"].as_f64().unwrap(),
        moment: text(&pair[0], "moment"),
        trick: texts(&pair[0], "trick"),
        n_places: number(&pair[0], "n_places"),
        n_best: number(&pair[0], "best"),
        n_gone: number(&pair[0], "n_gone"),
        last: texts(&pair[0], "last"),
        played: texts(&pair[0], "played"),
        pair: texts(&pair[0], "pair"),
        n_taken: number(&pair[0], "n_taken"),
        n_buttons: number(&pair[0], "asked"),
        question: text(&pair[0], "question"),
    };
    shots.windows(2).map(read).collect()
}

/// The total time of the shots at the end of these that all are like the last of them.
fn standing(shots: &[Shot], alike: impl Fn(&Shot, &Shot) -> bool) -> f64 {
    let Some(last) = shots.last() else { return 0.0 };
    shots.iter().rev().take_while(|shot| alike(shot, last)).map(|shot| shot.millis).sum()
}

/// Fails if a trick was not shown full for long enough before it was the last one, or out of order. Returns the number
/// of full tricks.
fn check_tricks(game: &str, shots: &[Shot]) -> usize {
    let mut full: Vec<&[String]> = Vec::new();
    for (number, shot) in shots.iter().enumerate() {
        let before = &shots[..number];
        let Some(last) = before.last() else { continue };
        if last.is_full() && shot.trick != last.trick {
            // CATSle's tricks stand once more when all is taken.
            let stood = standing(before, |one, other| {
                one.trick == other.trick && one.n_gone == other.n_gone
            });
            assert!(stood >= BEAT, "{game}: a full trick stood for {stood} ms: {last:#?}");
            assert_eq!(last.n_best, 1, "the winner is marked: {last:#?}");
            full.push(&last.trick);
        }
        if last.is_full() && shot.trick == last.trick && last.n_gone == 0 && shot.n_gone > 0 {
            let stood = standing(before, |one, other| one.trick == other.trick && one.n_gone == 0);
            assert!(stood >= BEAT, "{game}: nothing may be taken after {stood} ms: {last:#?}");
        }
        if shot.last != last.last && !shot.last.is_empty() {
            assert_eq!(full.last(), Some(&&*shot.last), "{game}: shown as the last, never full");
        }
        let grows = shot.trick.starts_with(&last.trick) && !last.trick.is_empty();
        if grows {
            assert!(shot.trick.len() <= last.trick.len() + 1, "{game}: cards land one by one");
        }
    }
    full.len()
}

/// Fails if anything was taken before the revealed cards were seen. Returns the number of reveals.
fn check_reveals(shots: &[Shot]) -> usize {
    let mut n_reveals = 0;
    for (number, shot) in shots.iter().enumerate() {
        let Some(last) = shots[..number].last() else { continue };
        if shot.n_taken > last.n_taken {
            let stood = standing(&shots[..number], |one, other| {
                (&one.played, &one.pair, one.n_taken) == (&other.played, &other.pair, other.n_taken)
                    && one.moment == "reveal"
            });
            assert!(stood >= BEAT, "cards are taken {stood} ms after the reveal: {last:#?}");
            n_reveals += 1;
        }
    }
    n_reveals
}

/// Fails if a page did not show every moment. Returns how many beats it showed.
fn check(game: &str, browser: &Browser) -> usize {
    browser.has_no_complaints();
    let shots = shots(browser);
    for shot in shots.iter().filter(|shot| shot.is_beat()) {
        assert!(shot.millis >= BEAT, "{game}: a beat of {} ms: {shot:#?}", shot.millis);
        assert!(!shot.question.starts_with("Waiting"), "{game}: {shot:#?}");
    }
    for shot in &shots {
        assert_eq!(shot.n_buttons > 0, shot.moment == "asked", "{game}: {shot:#?}");
    }
    if game == "yorozu" { check_reveals(&shots) } else { check_tricks(game, &shots) }
}

/// A person with bots that do not wait.
fn with_bots(game: &str, n_players: usize, screen: ScreenSize) {
    let site = Site::open(&format!("beats-{game}-bots"));
    let browser = Browser::open(screen, Scripts::On);
    browser.set_up(&site, game, &vec![Some("kitten"); n_players - 1]);
    browser.run(SAMPLE);
    let mut n_seen = 0;
    for number in 0.. {
        assert!(browser.decides(number), "{game} is over after {n_seen} beats");
        if number % 4 == 3 {
            n_seen = check(game, &browser);
            if n_seen >= 4 {
                return;
            }
        }
    }
}

/// Two people, one on a laptop and one on a phone, with bots on the other seats.
fn with_people(game: &str, n_bots: usize) {
    let site = Site::open(&format!("beats-{game}-people"));
    let mia = Browser::open(ScreenSize::Laptop, Scripts::On);
    let others: Vec<Option<&str>> =
        [None].into_iter().chain(std::iter::repeat_n(Some("kitten"), n_bots)).collect();
    mia.set_up(&site, game, &others);
    let link = mia.text("document.querySelector('#link').value");
    let ken = Browser::open(ScreenSize::Phone, Scripts::On);
    ken.go(&link);
    ken.write(".join input", "Ken\n");
    ken.await_that("document.querySelector('.gathering form button') !== null");
    for person in [&mia, &ken] {
        person.run(SAMPLE);
        person.click(".gathering form[action$=ready] button");
    }
    for number in 0.. {
        let people = [&mia, &ken];
        // Somebody is asked as soon as their page shows it.
        let asked =
            wait::until("a question", || people.into_iter().find(|person| is_asked(person)));
        assert!(asked.decides(number), "{game} is over");
        if number % 6 == 5 && people.into_iter().all(|person| check(game, person) >= 3) {
            return;
        }
    }
}

fn is_asked(browser: &Browser) -> bool {
    browser.value("document.querySelector('#live').dataset.moment") == "asked"
}

#[test]
fn every_trick_of_cat_in_the_box_is_seen() {
    with_bots("catbox", 4, ScreenSize::Laptop);
    with_people("catbox", 1);
}

#[test]
fn every_trick_of_catsle_is_seen() {
    with_bots("catsle", 3, ScreenSize::Phone);
    with_people("catsle", 1);
}

#[test]
fn every_reveal_of_yorozu_is_seen() {
    with_bots("yorozu", 4, ScreenSize::Laptop);
    with_people("yorozu", 1);
}

#[test]
fn every_trick_of_meow_is_seen() {
    with_bots("meow", 4, ScreenSize::Phone);
    with_people("meow", 0);
}
