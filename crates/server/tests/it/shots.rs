//! What a page shows over time: it samples itself while a script plays, and checks say what must have been seen.

use serde_json::Value;
use testing::browser::Browser;

use crate::windows::AtTable as _;

// The parts of a scene. Only these constants name its classes.

/// The places of the trick in play.
const PLACES: &str = ".played:not(:empty)";
/// Cards of CATSle that are taken from the trick, or from beside it.
const GONE: &str = ":is(.played, #extra) > .card.gone";
/// The cards of the last trick.
pub(crate) const LAST_TRICK: &str = "#last li > .card";
/// Yorozu: the cards that lie before the players.
pub(crate) const PLAYED: &str = ".yorozu .played > .card:not(.back)";
/// Yorozu: the cards that players have taken.
const TAKEN: &str = ".takenrow .mini";
/// Yorozu: the pair that lies face up.
const PAIR: &str = ".pair .card";
/// Everything that lies open.
const BOARD: &str = ".mycastle, .table:not(.catsle) .board";
/// The rows of the score sheet of a round.
pub(crate) const SHEET_ROWS: &str = ".ledger tbody tr";
/// The players in the order of a finished game.
pub(crate) const RANKING: &str = ".ranking > li";
/// The button for the next round.
pub(crate) const NEXT_ROUND: &str = "#next button";
/// The time left until the next round.
const TIME: &str = "#next .time";
/// The observer's own cards.
const HAND: &str = "#hand .card";

/// How long a beat stands at least, in milliseconds.
pub(crate) const BEAT: f64 = 900.0;

/// How long each of two reveals stands, before and after crows swap, while a question waits.
const REVEAL: f64 = 600.0;

/// Records what the page shows, whenever that changes.
const SAMPLE: &str = "
    window.shots = [];
    window.n_nexts = 0;
    const live = document.getElementById('live');
    const all = (css) => [...live.querySelectorAll(css)];
    const labels = (css) => all(css).map((one) => one.ariaLabel);
    const texts = (css) => all(css).map((one) => one.textContent);
    // The number of a changed choice has three parts.
    const isFirst = (button) => button.form.elements.at.value.split('.').length === 2;
    const actions = (css) => all(css).map((one) => one.dataset.action ?? one.value);
    const look = () => {
        const shot = {
            moment: live.dataset.moment,
            // Cards lie before their players, and the last trick in the order of play.
            trick: labels('PLACES .card').filter((label) => label).sort(),
            n_places: all('PLACES').length,
            best: all('PLACES.best').length,
            n_gone: all('GONE').length,
            last: labels('LAST_TRICK').sort(),
            played: labels('PLAYED'),
            pair: labels('PAIR'),
            n_taken: all('TAKEN').length,
            asked: all('.mine button[name=action]').filter(isFirst).length,
            question: live.querySelector('#question')?.textContent ?? '',
            board: live.querySelector('BOARD')?.textContent ?? '',
            rows: texts('SHEET_ROWS'),
            ranking: texts('RANKING'),
            next: all('NEXT_ROUND').some((button) => button.checkVisibility()),
            n_nexts,
            time: texts('TIME').join(),
            // The name of a card, without what it would do.
            hand: labels('HAND').map((label) => label?.split(', ')[0]),
            advice: actions('.told [data-action]'),
            offered: actions('.mine button[name=action]'),
        };
        const text = JSON.stringify(shot);
        if (text !== window.shot) shots.push({ at: performance.now(), ...shot });
        window.shot = text;
    };
    new MutationObserver(look).observe(live, { subtree: true, childList: true, attributes: true, characterData: true });
    document.addEventListener('click', ({ target }) => { if (target.closest('NEXT_ROUND')) n_nexts += 1; }, { capture: true });
    look();";

/// Begins to record what a page shows.
pub(crate) fn sample(browser: &Browser) {
    let names = [
        ("PLACES", PLACES),
        ("GONE", GONE),
        ("LAST_TRICK", LAST_TRICK),
        ("PLAYED", PLAYED),
        ("PAIR", PAIR),
        ("TAKEN", TAKEN),
        ("BOARD", BOARD),
        ("SHEET_ROWS", SHEET_ROWS),
        ("RANKING", RANKING),
        ("NEXT_ROUND", NEXT_ROUND),
        ("HAND", HAND),
        ("TIME", TIME),
    ];
    let script = names.iter().fold(SAMPLE.to_owned(), |script, (name, css)| {
        script.replace(&format!("'{name}"), &format!("'{css}"))
    });
    browser.run(&script);
}

/// What a page showed, and for how long.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    pub(crate) millis: f64,
    pub(crate) moment: String,
    trick: Vec<String>,
    n_places: u64,
    n_best: u64,
    n_gone: u64,
    last: Vec<String>,
    pub(crate) played: Vec<String>,
    pair: Vec<String>,
    n_taken: u64,
    n_buttons: u64,
    question: String,
    board: String,
    pub(crate) rows: Vec<String>,
    ranking: Vec<String>,
    pub(crate) next: bool,
    n_nexts: u64,
    /// The time left until the next round.
    pub(crate) time: String,
    hand: Vec<String>,
    advice: Vec<String>,
    offered: Vec<String>,
}

impl Shot {
    fn is_full(&self) -> bool {
        self.n_places > 0 && self.trick.len() as u64 == self.n_places
    }

    pub(crate) fn is_beat(&self) -> bool {
        ["trick", "reveal"].contains(&self.moment.as_str())
    }

    /// Whether a round is over, and the next is not dealt.
    pub(crate) fn is_sheet(&self) -> bool {
        ["sheet", "over"].contains(&self.moment.as_str())
    }
}

/// All that a page has shown so far. Nobody knows how long the last of it will stand.
pub(crate) fn all_shots(browser: &Browser) -> Vec<Shot> {
    let shots = browser.value("[...shots, { ...shots.at(-1), at: Infinity }]");
    let shots = shots.as_array().unwrap();
    let texts = |shot: &Value, key: &str| -> Vec<String> {
        let texts = shot[key].as_array().unwrap().iter();
        texts.map(|text| text.as_str().unwrap_or_default().to_owned()).collect()
    };
    let number = |shot: &Value, key: &str| shot[key].as_u64().unwrap();
    let text = |shot: &Value, key: &str| shot[key].as_str().unwrap_or_default().to_owned();
    let read = |pair: &[Value]| Shot {
        millis: pair[1]["at"].as_f64().unwrap_or(f64::INFINITY) - pair[0]["at"].as_f64().unwrap(),
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
        board: text(&pair[0], "board"),
        rows: texts(&pair[0], "rows"),
        ranking: texts(&pair[0], "ranking"),
        next: pair[0]["next"] == true,
        n_nexts: number(&pair[0], "n_nexts"),
        time: text(&pair[0], "time"),
        hand: texts(&pair[0], "hand"),
        advice: texts(&pair[0], "advice"),
        offered: texts(&pair[0], "offered"),
    };
    shots.windows(2).map(read).collect()
}

/// The same, but for what the page shows now.
pub(crate) fn shots(browser: &Browser) -> Vec<Shot> {
    let mut shots = all_shots(browser);
    shots.pop();
    shots
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
        if last.is_full() && shot.trick == last.trick {
            assert!(
                shot.n_gone <= last.n_gone + 1,
                "{game}: each card is seen to be taken: {last:#?}"
            );
        }
        if last.is_full() && shot.trick == last.trick && last.n_gone == 0 && shot.n_gone > 0 {
            let stood = standing(before, |one, other| one.trick == other.trick && one.n_gone == 0);
            assert!(stood >= BEAT, "{game}: nothing may be taken after {stood} ms: {last:#?}");
        }
        if shot.last != last.last && !shot.last.is_empty() {
            assert_eq!(full.last(), Some(&&*shot.last), "{game}: shown as the last, never full");
        }
        let grows =
            !last.trick.is_empty() && last.trick.iter().all(|card| shot.trick.contains(card));
        if grows {
            assert!(shot.trick.len() <= last.trick.len() + 1, "{game}: cards land one by one");
        }
    }
    // Cards of CATSle are seen to be taken.
    let is_taken = shots.iter().any(|shot| shot.n_gone > 0);
    assert!(is_taken || game != "catsle" || full.is_empty(), "{game}: nothing is taken");
    full.len()
}

/// Fails if anything was taken before the revealed cards were seen. Returns the number of reveals.
fn check_reveals(shots: &[Shot]) -> usize {
    let mut n_reveals = 0;
    for (number, shot) in shots.iter().enumerate() {
        let Some(last) = shots[..number].last() else { continue };
        if shot.n_taken > last.n_taken {
            // While the player of a crow chooses, the cards still lie there.
            let is_same = |one: &&Shot| (&one.pair, one.n_taken) == (&last.pair, last.n_taken);
            let since = shots[..number].iter().rev().take_while(is_same);
            let stood: f64 = since.filter(|one| one.moment == "reveal").map(|one| one.millis).sum();
            assert!(stood >= BEAT, "cards are taken {stood} ms after the reveal: {last:#?}");
            n_reveals += 1;
        }
    }
    n_reveals
}

/// Fails if the end of a round was not seen: the trick or reveal that ended it, then the final board and the score sheet,
/// unchanged until the player asked for the next round. Returns the number of finished rounds, and whether the game is
/// over.
pub(crate) fn check_rounds(game: &str, n_players: usize, shots: &[Shot]) -> (usize, bool) {
    let (mut n_rounds, mut is_over) = (0, false);
    for (number, first) in shots.iter().enumerate() {
        let Some(before) = shots[..number].last() else { continue };
        if before.is_sheet() || !first.is_sheet() {
            continue;
        }
        assert!(before.is_beat(), "{game}: the sheet follows {before:#?}");
        let stood = standing(&shots[..number], |one, other| one.moment == other.moment);
        assert!(stood >= BEAT, "{game}: {stood} ms before the sheet: {before:#?}");
        let n_shown = shots[number..].iter().take_while(|shot| shot.is_sheet()).count();
        let (sheet, behind) = shots[number..].split_at(n_shown);
        assert_eq!(first.rows.len(), n_players, "{game}: {first:#?}");
        assert!(!first.board.is_empty(), "{game}: {first:#?}");
        for shot in sheet {
            assert_eq!(
                (&shot.moment, &shot.board, &shot.rows, &shot.hand, shot.n_buttons),
                (&first.moment, &first.board, &first.rows, &first.hand, 0),
                "{game}: what a finished round shows has changed"
            );
            // After a press, the button goes with the answer.
            let is_pressed = shot.n_nexts > first.n_nexts;
            assert!(
                shot.next == (shot.moment == "sheet") || is_pressed,
                "{game}: the next round is on offer until it is asked for: {shot:#?}"
            );
        }
        if first.moment == "over" {
            is_over = true;
            assert_eq!(first.ranking.len(), n_players, "{game}: {first:#?}");
            assert!(behind.is_empty(), "{game}: {behind:#?}");
        } else if let (Some(last), Some(next)) = (sheet.last(), behind.first()) {
            assert!(last.n_nexts > first.n_nexts, "{game} goes on by itself: {next:#?}");
            n_rounds += 1;
        }
    }
    (n_rounds, is_over)
}

/// Fails if a page did not show every moment of play. Returns how many tricks or reveals it showed.
pub(crate) fn check(game: &str, browser: &Browser) -> usize {
    browser.has_no_complaints();
    let shots = shots(browser);
    for (number, shot) in shots.iter().enumerate().filter(|(_, shot)| shot.is_beat()) {
        let beside = shots[number.saturating_sub(1)..].iter().take(3);
        let n_reveals = beside.filter(|one| one.moment == "reveal").count();
        let least = if n_reveals > 1 { REVEAL } else { BEAT };
        assert!(shot.millis >= least, "{game}: a beat of {} ms: {shot:#?}", shot.millis);
        assert!(!shot.question.starts_with("Waiting"), "{game}: {shot:#?}");
    }
    for shot in &shots {
        assert_eq!(shot.n_buttons > 0, shot.moment == "asked", "{game}: {shot:#?}");
        let is_offered = |action: &String| shot.offered.contains(action);
        assert!(
            shot.advice.iter().all(is_offered),
            "{game}: advice that is not on offer: {shot:#?}"
        );
    }
    if game == "yorozu" { check_reveals(&shots) } else { check_tricks(game, &shots) }
}
