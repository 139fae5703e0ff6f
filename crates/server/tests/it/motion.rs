//! What moves at a great moment: revealed cards turn over, crows carry cards, a vase that finds its twin falls, and a roof
//! closes a perfect tower. The tables are stored just before the decision that leads to it.

use std::path::Path;

use pages::face::Face;
use rules::{Open as _, Rules as _, Seat, Study, catsle, meow, yorozu};
use table::terms::Interlude;
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::{Site, config};
use crate::rounds::{NextDecision, before};
use crate::windows::AtTable as _;

/// Records what moves, and how.
const RECORD: &str = "window.moves = []; const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, ...more) {
        moves.push({ element: this, seat: this.closest('[id^=chip-], [id^=seat-]')?.id, how: JSON.stringify(frames) });
        return animate.call(this, frames, ...more);
    };";

/// Shows a table to its first player, lets the stored decision happen, and waits until so many elements of a kind have
/// moved in this way.
#[track_caller]
fn moves<G: Face + Study>(
    name: &str,
    rules: &str,
    ends: impl Fn(&G::Open) -> bool,
    wanted: (usize, &str, &str),
) {
    let setup = config(&format!("motion-{name}"));
    let rules: G::Rules = rules.parse().unwrap();
    let table = stored::<G>(&setup.data, &rules, ends);
    let site = Site::with(setup);
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_media_features(&[("prefers-reduced-motion", "no-preference")]);
    table.shows(&site, 0, &browser);
    browser.run(RECORD);
    table.guest(&site, 1).says(0, "all here");
    browser.wait_for("live.textContent.includes('all here')");
    table.made(&site);
    let (n_elements, css, how) = wanted;
    browser.wait_for(&format!(
        "moves.filter(({{ element, how }}) => element.matches('{css}') && how.includes('{how}')).length >= {n_elements}"
    ));
    browser.has_no_complaints();
}

fn stored<G: Face + Study>(
    folder: &Path,
    rules: &G::Rules,
    ends: impl Fn(&G::Open) -> bool,
) -> NextDecision {
    before::<G>(folder, rules, Interlude::Open, |rail| {
        rail.view.as_ref().is_some_and(|view| ends(&view.open))
    })
}

#[test]
fn revealed_cards_turn_over_at_once() {
    moves::<yorozu::State>(
        "reveal",
        "yorozu players=4",
        |open| open.n_rounds() == 1,
        (4, ".played .card", "rotateY(90deg)"),
    );
}

/// YOR-30: a crow swaps its card with a Yorozu, and is seen to do so.
#[test]
fn crows_carry_the_cards_that_they_swap() {
    let swapped = |open: &yorozu::Open| {
        open.phase() == yorozu::Phase::Play
            && open.plays().last().is_some_and(|played| {
                Seat::all(open.rules().n_seats()).any(|seat| open.front(seat) != played[seat])
            })
    };
    moves::<yorozu::State>("crow", "yorozu players=4", swapped, (2, ".carrier", "opacity"));
}

/// MEO-31: two vases of a player cost points.
#[test]
fn a_vase_that_finds_its_twin_falls() {
    let has_two = |open: &meow::Open| {
        let n_vases =
            |seat| open.won(seat).filter(|(_, token)| *token == meow::Token::Vase).count();
        Seat::all(open.rules().n_seats()).any(|seat| n_vases(seat) == 2)
    };
    moves::<meow::State>("vase", "meow players=3", has_two, (2, ".vase svg", "rotate(-20deg)"));
}

/// CAS-32: a column with as many stones as its limit is perfect.
#[test]
fn a_roof_closes_a_perfect_tower() {
    let is_perfect = |open: &catsle::Open| {
        Seat::all(open.rules().n_seats()).any(|seat| open.score(seat).perfect > 0)
    };
    moves::<catsle::State>(
        "roof",
        "catsle players=4",
        is_perfect,
        (1, ".tower.perfect .roof", "translateY(-30px)"),
    );
}
