//! Every game with every number of players on every screen: while a player decides, nothing scrolls, and question, hand,
//! answers, players and board are in sight. Also late in a long round, when the table is full.

use std::path::Path;

use pages::face::{self, Face, VisitFace};
use rules::{GameId, Observer, Rules as _, Study};
use serde_json::json;
use table::terms::Terms;
use testing::browser::{Browser, ScreenSize, Scripts};
use testing::dice::dice;

use crate::client::{Site, config};
use crate::rounds::{NextDecision, Played, play_at_random};
use crate::sight::{TABLE, hidden};
use crate::sitting::Sitting;
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// How many decisions at the beginning of a game are looked at.
const N_DECISIONS: usize = 4;

/// How far the page reaches beyond the window.
const SURPLUS: &str = "[document.documentElement.scrollWidth - innerWidth, \
    document.documentElement.scrollHeight - innerHeight]";

/// The smallest card of the hand, in CSS pixels before it is turned.
const SMALLEST: &str = "(() => {
    const cards = [...document.querySelectorAll('#hand .cards .card, .table:not(.catsle) #hand .picks .card')];
    return [Math.min(...cards.map((card) => card.offsetWidth)), Math.min(...cards.map((card) => card.offsetHeight))];
})()";

/// The question, the values of the player's cards, and the answers that can be given at once.
const DECISION: &str = "#question, #hand :is(.cards, .picks) .card .num, \
    .mine button[name=action]:not(.card, :not(:checked) ~ .then *)";

/// The least width and height of a card in the hand.
fn least_card(screen: ScreenSize) -> (u64, u64) {
    use ScreenSize as S;
    match screen {
        S::Desktop | S::Laptop | S::ShortLaptop | S::NarrowLaptop => (110, 154),
        S::Tablet => (80, 112),
        S::TallPhone | S::Phone | S::SidewaysPhone => (58, 84),
        // Cards of these sizes are not looked at.
        S::NarrowPhone | S::Zoomed => (0, 0),
    }
}

/// Plays the beginning of a game with every number of players, and looks at late decisions of each.
struct Decisions;

impl VisitFace for Decisions {
    type Output = ();

    fn visit<G: Face + Study>(self) {
        let game = G::ID.name();
        let setup = config(&format!("sizes-{game}"));
        let late: Vec<_> =
            G::Rules::PLAYERS.map(|n| (n, late_decisions::<G>(&setup.data, n))).collect();
        let site = Site::with(setup);
        let mut problems = Vec::new();
        for (n_players, late) in late {
            let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
            let others = vec![Some("kitten"); usize::from(n_players) - 1];
            browser.set_up(&site, game, &others);
            browser.run("localStorage.setItem('tips', 'off')");
            browser.reload();
            for number in 0..N_DECISIONS {
                problems.extend(misfits(&browser, &format!("{game}-{n_players}-{number}")));
                browser.decides(number);
            }
            for (when, decision) in ["late", "last"].iter().zip(&late) {
                let seat = decision.seat.index() as u8;
                browser.opens_as(&decision.guest(&site, seat));
                problems.extend(misfits(&browser, &format!("{game}-{n_players}-{when}")));
            }
            browser.has_no_complaints();
        }
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}

/// Two decisions of the longest round of a random game: after about 60 % of the round, and the last one.
pub(crate) fn late_decisions<G: Face + Study>(folder: &Path, n_players: u8) -> [NextDecision; 2] {
    let rules: G::Rules = format!("{} players={n_players}", G::ID.name()).parse().unwrap();
    let mut sitting = Sitting::<G>::begun(Terms::new::<G>(&rules));
    let mut rounds: Vec<Vec<Played>> = vec![Vec::new()];
    play_at_random(&mut sitting, &mut dice(7), |played, after| {
        rounds.last_mut().unwrap().push(played);
        if after.table.view(Observer::Rail).interlude.is_some() {
            rounds.push(Vec::new());
        }
        None::<()>
    });
    let round = rounds.into_iter().max_by_key(Vec::len).unwrap();
    [round.len() * 6 / 10, round.len() - 1]
        .map(|number| NextDecision::kept(folder, &sitting, &round[number]))
}

/// What does not fit at this moment, on all screens.
fn misfits(browser: &Browser, moment: &str) -> Vec<String> {
    browser.wait_for(ASKED_OR_OVER);
    let misfits = ScreenSize::ALL.into_iter().filter_map(|screen| {
        let problem = misfit(browser, screen)?;
        let name = format!("sizes-{moment}-{screen:?}");
        browser.keep(&name);
        Some(format!("{name}: {problem}"))
    });
    let misfits = misfits.collect();
    browser.resize(ScreenSize::Laptop);
    misfits
}

fn misfit(browser: &Browser, screen: ScreenSize) -> Option<String> {
    browser.resize(screen);
    // The mouse may rest on an answer that says why not.
    browser.run("document.querySelector('.reason')?.remove()");
    let surplus = browser.value(SURPLUS);
    let hidden = hidden(browser, &format!("{DECISION}, {TABLE}"));
    if (&surplus, &hidden) != (&json!([0, 0]), &json!([])) {
        return Some(format!("scrolls by {surplus} and hides {hidden:#}"));
    }
    let (width, height) = least_card(screen);
    let smallest = browser.value(SMALLEST);
    // In CATSle a hand can be empty while cards are taken.
    if smallest[0].is_null() && browser.count(".pick > .card") > 0 {
        return None;
    }
    let is_large = smallest[0].as_u64() >= Some(width) && smallest[1].as_u64() >= Some(height);
    (!is_large).then(|| format!("cards of {smallest}"))
}

#[test]
fn decisions_of_cat_in_the_box_fit_every_screen() {
    face::visit(GameId::Catbox, Decisions);
}

#[test]
fn decisions_of_catsle_fit_every_screen() {
    face::visit(GameId::Catsle, Decisions);
}

#[test]
fn decisions_of_yorozu_fit_every_screen() {
    face::visit(GameId::Yorozu, Decisions);
}

#[test]
fn decisions_of_meow_fit_every_screen() {
    face::visit(GameId::Meow, Decisions);
}
