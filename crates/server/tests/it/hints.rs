//! A hint is shown with its question and with no other, in browsers with scripts and without.

use std::collections::HashSet;

use bots::Think;
use testing::browser::{Browser, ScreenSize, Scripts};
use testing::page::{Form, decisions};

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::tables::{form, friends};
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// Looks at the page after every change and before every frame, and notes what is wrong with its hints. The first action
/// of the advice is the one that is marked.
const WATCH: &str = "window.wrong = new Set();
    window.n_offers = 0;
    const actions = (css) => [...document.querySelectorAll(css)].map((one) => one.dataset.action ?? one.value);
    window.n_changes = 0;
    const look = () => {
        const offered = actions('.mine button[name=action]');
        const question = document.querySelector('.mine input[name=at]')?.value ?? 'none';
        const advised = actions('.told [data-action]');
        const at = `at ${question}, ${document.querySelector('#question')?.textContent}`;
        for (const action of advised) {
            if (!offered.includes(action)) wrong.add(`${at}: the advice ${action} is not on offer`);
        }
        const of = document.querySelector('.told [data-at]')?.dataset.at;
        if (of !== undefined && of !== question) wrong.add(`${at}: the advice is for ${of}`);
        for (const marked of document.querySelectorAll('.hinted')) {
            if (marked.value !== advised[0]) wrong.add(`${at}: marked without advice: ${marked.value}`);
        }
        // A choice that is made and can be changed is no question: the number has a third part.
        if (question.split('.').length === 3) {
            n_changes += 1;
            if (advised.length > 0) wrong.add(`${at}: advice for a choice that is made`);
            return;
        }
        for (const best of advised.slice(0, 1)) {
            if (!document.querySelector(`.hinted[value='${best}']`)) wrong.add(`${at}: ${best} is not marked`);
        }
        if (new Set(offered).size < 2 || advised.length > 0) return;
        n_offers += 1;
        if (!document.querySelector('a.hint')?.checkVisibility()) wrong.add(`${at}: no button for a hint`);
    };
    new MutationObserver(look).observe(document.getElementById('live'), { childList: true, subtree: true });
    const frame = () => { look(); requestAnimationFrame(frame); };
    frame();";

/// Everybody but the first, and the questions that they have answered.
struct Others<'g, 'a> {
    guests: &'g mut [Guest<'a>],
    answered: HashSet<(usize, String)>,
}

impl Others<'_, '_> {
    /// Presses buttons until only the first player is asked, or nobody. Every question is answered once.
    fn decide(&mut self) {
        let mut before = None;
        while before != Some(self.answered.len()) {
            before = Some(self.answered.len());
            for (place, guest) in self.guests.iter_mut().enumerate() {
                let decisions = guest.decisions();
                let number = self.answered.len() % decisions.len().max(1);
                let Some((form, value)) = decisions.get(number) else { continue };
                if self.answered.insert((place, question(form).to_owned())) {
                    assert_eq!(guest.decides(form, value).status, 303);
                }
            }
        }
    }
}

/// The number of the question that a form answers.
fn question(form: &Form) -> &str {
    &form.hidden.iter().find(|(name, _)| name == "at").unwrap().1
}

/// A server whose hints need no time limit, and players who may ask for them.
fn site(name: &str) -> Site {
    Site::with(config(name).with(|config| config.hints = Think::Playouts(60)))
}

/// Plays a whole game among people. Mia's browser asks for a hint at every question, after all others have chosen.
fn hints_belong_to_their_questions(rules: &str, n_players: usize, screen: ScreenSize) {
    let game = rules.split('&').next().unwrap().trim_start_matches("game=");
    let site = site(&format!("hints-{game}"));
    let names = ["Ken", "Ada", "Ben"];
    let form = form(rules, n_players) + "&hints=yes&interlude=none&changes=no";
    let mut guests = friends(&site, &form, &names[..n_players - 1]);
    let (mia, guests) = guests.split_first_mut().unwrap();
    let mut others = Others { guests, answered: HashSet::new() };
    let browser = Browser::open(screen, Scripts::On);
    browser.opens_as(mia);
    browser.run(WATCH);
    let (mut n_asked, mut n_mine) = (0, 0);
    loop {
        others.decide();
        browser.wait_for(ASKED_OR_OVER);
        let wrong = browser.value("[...wrong]");
        assert_eq!(wrong.as_array().map(Vec::len), Some(0), "{game}: {wrong:#}");
        if browser.count("a.hint") > 0 {
            browser.click("a.hint");
            browser.wait_for("document.querySelector('.advice li') !== null");
            if n_asked == 4 {
                browser.fits();
                browser.keep(&format!("hints-{game}"));
            }
            n_asked += 1;
        }
        if !browser.decides(n_mine) {
            break;
        }
        n_mine += 1;
    }
    assert!(n_asked > 12 && n_asked * 2 > n_mine, "{game}: {n_asked} hints for {n_mine} decisions");
    assert_eq!(browser.value(&format!("n_offers > {n_asked}")), true, "{game}");
    browser.has_no_complaints();
}

/// Fails if the page has noted something wrong.
#[track_caller]
fn nothing_is_wrong(browser: &Browser) {
    let wrong = browser.value("[...wrong]");
    assert_eq!(wrong.as_array().map(Vec::len), Some(0), "{wrong:#}");
    browser.has_no_complaints();
}

/// Asks for a hint, if there is a button for it, and leaves the advice on the page.
fn asks_for_hint(browser: &Browser) -> bool {
    let is_offered = browser.count("a.hint") > 0;
    if is_offered {
        browser.click("a.hint");
        browser.wait_for("document.querySelector('.advice li') !== null");
    }
    is_offered
}

/// Plays a round against bots, which choose at the same time, and begins the next. Advice is open at every decision, also at
/// the one that ends the round.
fn hints_end_with_their_questions_among_bots(game: &str, screen: ScreenSize) {
    let site = site(&format!("hints-bots-{game}"));
    let browser = Browser::open(screen, Scripts::On);
    browser.set_up(&site, game, &[Some("kitten"), Some("kitten")]);
    browser.run(WATCH);
    let mut n_hints = 0;
    for number in 0.. {
        if browser.has_finished_round() {
            break;
        }
        n_hints += usize::from(asks_for_hint(&browser));
        assert!(browser.decides(number), "{game} is over");
    }
    assert_eq!(browser.count(".advice"), 0, "{game}: advice during the pause");
    assert!(browser.decides(0), "the next round");
    browser.wait_for(ASKED_OR_OVER);
    asks_for_hint(&browser);
    assert!(n_hints > 3, "{game}: {n_hints} hints");
    nothing_is_wrong(&browser);
}

#[test]
fn hints_end_with_their_questions_among_bots_on_a_laptop() {
    hints_end_with_their_questions_among_bots("catsle", ScreenSize::Laptop);
    hints_end_with_their_questions_among_bots("yorozu", ScreenSize::Laptop);
}

#[test]
fn hints_end_with_their_questions_among_bots_on_a_phone() {
    hints_end_with_their_questions_among_bots("catbox", ScreenSize::Phone);
    hints_end_with_their_questions_among_bots("meow", ScreenSize::Phone);
}

/// Mia chooses first, with advice open, and could still change her choice while the others think.
#[test]
fn advice_is_gone_once_a_choice_is_made() {
    let site = site("hints-changes");
    let form = form("game=yorozu", 3) + "&hints=yes&interlude=none&changes=yes";
    let mut guests = friends(&site, &form, &["Ken", "Ada"]);
    let (mia, guests) = guests.split_first_mut().unwrap();
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.opens_as(mia);
    browser.run(WATCH);
    let mut n_hints = 0;
    for number in 0..8 {
        if !mia.decisions().is_empty() {
            browser.wait_for(ASKED_OR_OVER);
            n_hints += usize::from(asks_for_hint(&browser));
            assert!(browser.decides(number));
            assert_eq!(browser.count(".advice"), 0, "that question is answered");
        }
        for guest in &mut *guests {
            if let Some((form, value)) = guest.decisions().first() {
                assert_eq!(guest.decides(form, value).status, 303);
            }
        }
    }
    let n_changes = browser.value("n_changes");
    assert!(n_hints > 3 && n_changes.as_u64() > Some(3), "{n_hints} hints, {n_changes} changes");
    nothing_is_wrong(&browser);
}

#[test]
fn hints_of_cat_in_the_box_belong_to_their_questions() {
    hints_belong_to_their_questions("game=catbox", 3, ScreenSize::Laptop);
}

#[test]
fn hints_of_catsle_belong_to_their_questions() {
    hints_belong_to_their_questions("game=catsle", 4, ScreenSize::Laptop);
}

#[test]
fn hints_of_yorozu_belong_to_their_questions() {
    hints_belong_to_their_questions("game=yorozu&rule-level=advanced", 4, ScreenSize::Phone);
}

#[test]
fn hints_of_meow_belong_to_their_questions() {
    hints_belong_to_their_questions("game=meow", 3, ScreenSize::Phone);
}

/// The texts between two others.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    page.split(begin).skip(1).filter_map(|rest| rest.split(end).next()).collect()
}

/// The cats around a table, with their coats.
fn cats(page: &str) -> Vec<&str> {
    between(page, "<svg class=\"cat ", "\"")
}

/// The number and the unit of a figure: `26 % ± 4`, `−1.5 points (±0.3)`.
fn figure(text: &str) -> (f32, &str) {
    let (number, rest) = text.split_once(' ').unwrap();
    (number.replace('−', "-").parse().unwrap(), rest.split(' ').next().unwrap())
}

/// Plays a whole game by forms alone. At every question, Mia asks for a hint and takes the best advice.
fn hint_pages_belong_to_their_questions(rules: &str, n_players: usize) {
    let game = rules.split('&').next().unwrap().trim_start_matches("game=");
    let site = site(&format!("hint-pages-{game}"));
    let form = form(rules, n_players) + "&hints=yes&interlude=none&changes=no";
    let mut guests = friends(&site, &form, &["Ken", "Ada", "Ben"][..n_players - 1]);
    let (mia, guests) = guests.split_first_mut().unwrap();
    assert_eq!(mia.post(&format!("{}/wear", mia.path), "coat=calico").status, 303);
    let mut others = Others { guests, answered: HashSet::new() };
    let mut units = Vec::new();
    loop {
        others.decide();
        let page = mia.page();
        let offered = decisions(&page);
        let Some((form, only)) = offered.first() else { break };
        let ask = format!("{}/hint", mia.path);
        assert!(!page.contains("class=\"advice\""), "{game}: advice without a request");
        assert_eq!(page.contains(&format!("href=\"{ask}\"")), offered.len() > 1, "{game}");
        if offered.len() == 1 {
            assert_eq!(mia.decides(form, only).status, 303);
            continue;
        }
        let at = question(form);
        assert!(page.contains(&format!("<div class=\"told\" data-at=\"{at}\"")), "{game}");
        let hint = mia.get(&ask).body;
        assert_eq!(decisions(&hint), offered, "{game}: another question");
        // The page of the table has them once more among its players.
        assert!(cats(&page).starts_with(&cats(&hint)), "{game}: other cats");
        assert!(hint.contains(&format!("<section class=\"advice\" data-at=\"{at}\"")), "{game}");
        // Refused answers have this attribute too.
        let advice = between(&hint, "<section class=\"advice\"", "</section>").concat();
        let advised = between(&advice, "data-action=\"", "\"");
        assert!(!advised.is_empty() && advised.len() <= 3, "{game}: {advised:?}");
        for action in &advised {
            assert!(offered.iter().any(|(_, offer)| offer == action), "{game}: {action}");
        }
        let figures = between(&hint, "<span class=\"figure\">", "</span>");
        let figures: Vec<(f32, &str)> = figures.into_iter().map(figure).collect();
        assert!(figures.is_sorted_by(|a, b| a.0 >= b.0 && a.1 == b.1), "{game}: {figures:?}");
        let unit = figures[0].1.to_owned();
        if !units.contains(&unit) {
            units.push(unit);
        }
        assert_eq!(mia.decides(form, advised[0]).status, 303);
    }
    assert_eq!(units.len(), 2, "{game}: {units:?}");
}

#[test]
fn hint_pages_belong_to_their_questions_in_every_game() {
    hint_pages_belong_to_their_questions("game=catbox", 3);
    hint_pages_belong_to_their_questions("game=catsle", 3);
    hint_pages_belong_to_their_questions("game=yorozu", 3);
    hint_pages_belong_to_their_questions("game=meow", 2);
}
