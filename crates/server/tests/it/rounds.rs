//! The end of a round, as people in browsers see it. The tables are stored just before the last decision of a round.

use std::path::Path;
use std::process::Child;

use pages::face::{self, Face, VisitFace};
use rules::{Dice, Game, GameId, Observer, Seat, Study, catbox};
use store::TableId;
use table::command::{Caller, Command, HouseCommand};
use table::terms::{Interlude, Terms};
use table::view::TableView;
use testing::browser::{Browser, Key, ScreenSize, Scripts};
use testing::dice::{dice, one_of};
use testing::page::encode;
use testing::wait;

use crate::client::{Site, config, folder};
use crate::crash::{serve, serve_at};
use crate::guest::Guest;
use crate::shots::{
    BEAT, LAST_TRICK, NEXT_ROUND, SHEET_ROWS, Shot, all_shots, check, check_rounds, sample,
};
use crate::sitting::{Sitting, cookie, keep};
use crate::tables::{form, friends, play_on};
use crate::windows::{AtTable as _, JUMPS, NO_BEAT};

/// A stored table of people, and the decision that comes next.
pub(crate) struct NextDecision {
    pub(crate) id: TableId,
    pub(crate) n_players: usize,
    pub(crate) seat: Seat,
    /// The body of the form.
    body: String,
}

/// A decision in the log of a table.
pub(crate) struct Played {
    /// The number of events before it.
    n_events: usize,
    /// The time before it.
    now: u64,
    seat: Seat,
    body: String,
}

/// Plays a game at random, and calls `look` with every decision and the table after it, until that returns something.
pub(crate) fn play_at_random<G: Study, T>(
    sitting: &mut Sitting<G>,
    dice: &mut impl Dice,
    mut look: impl FnMut(Played, &Sitting<G>) -> Option<T>,
) -> Option<T> {
    while sitting.table.is_playing() {
        if sitting.table.silence_ends().is_some() {
            sitting.now += table::play::SILENCE_MILLIS;
            sitting.does(Caller::House, &Command::House(HouseCommand::TakeSilence));
            continue;
        }
        if let Some((caller, next)) = sitting.next_round() {
            sitting.does(caller, &next);
            continue;
        }
        let seat = one_of(&sitting.owing(), dice);
        let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
        let action = view.actions().unwrap().pick(dice);
        let at = sitting.table.question(seat).unwrap();
        let body = format!("at={at}&action={}", encode(&action.to_string()));
        let played = Played { n_events: sitting.log.len(), now: sitting.now, seat, body };
        let (caller, command) = sitting.decision(seat, action);
        sitting.does(caller, &command);
        if let Some(found) = look(played, sitting) {
            return Some(found);
        }
    }
    None
}

const SHOWS_SHEET: &str = "document.querySelector('#live').dataset.moment === 'sheet'";

fn rows(browser: &Browser) -> serde_json::Value {
    browser.value(&format!(
        "[...document.querySelectorAll('{SHEET_ROWS}')].map((row) => row.textContent)"
    ))
}

/// Plays at random until `ends` holds for a spectator's view of the table. Stores the table one decision before that.
pub(crate) fn before<G: Face + Study>(
    folder: &Path,
    rules: &G::Rules,
    interlude: Interlude,
    ends: impl Fn(&TableView<'_, G>) -> bool,
) -> NextDecision {
    let mut dice = dice(5);
    for _ in 0..1000 {
        let terms = Terms { interlude, changes: G::HAS_SEALED_CHOICES, ..Terms::new::<G>(rules) };
        let mut sitting = Sitting::<G>::begun(terms);
        let found = play_at_random(&mut sitting, &mut dice, |played, after| {
            let has_ended = ends(&after.table.view(Observer::Rail));
            has_ended.then(|| NextDecision::kept(folder, after, &played))
        });
        if let Some(found) = found {
            return found;
        }
    }
    panic!("no game comes to that");
}

/// Three people at Cat in the Box, before the decision that ends a round with a paradox.
pub(crate) fn before_a_paradox(folder: &Path) -> NextDecision {
    let rules = "catbox players=3".parse().unwrap();
    before::<catbox::State>(folder, &rules, Interlude::Open, |rail| {
        let open = rail.view.as_ref().map(|view| &view.open);
        rail.interlude.is_some() && open.is_some_and(|open| open.paradox().is_some())
    })
}

/// The tables of all games, stored in this folder.
pub(crate) struct Tables<'a> {
    pub(crate) folder: &'a Path,
    pub(crate) interlude: Interlude,
}

impl VisitFace for &Tables<'_> {
    type Output = NextDecision;

    fn visit<G: Face + Study>(self) -> NextDecision {
        let rules: G::Rules = format!("{} players=3", G::ID.name()).parse().unwrap();
        before::<G>(self.folder, &rules, self.interlude, |rail| rail.interlude.is_some())
    }
}

impl NextDecision {
    /// Stores the table before a decision.
    pub(crate) fn kept<G: Game>(
        folder: &Path,
        sitting: &Sitting<G>,
        played: &Played,
    ) -> NextDecision {
        let Played { n_events, now, seat, body } = played;
        let log = sitting.log[..*n_events].to_vec();
        let id = TableId::random();
        let before = Sitting::<G> { now: *now, ..Sitting::replayed(log) };
        keep(folder, [before.kept(id)]);
        let n_players = sitting.table.lobby().seats().count();
        NextDecision { id, n_players, seat: *seat, body: body.clone() }
    }

    pub(crate) fn guest<'a>(&self, site: &'a Site, seat: u8) -> Guest<'a> {
        let cookie = cookie(Seat::new(seat));
        Guest { site, cookie, path: format!("/t/{}", self.id) }
    }

    /// Shows the table to a player, and begins to record what the page shows.
    pub(crate) fn shows(&self, site: &Site, seat: u8, browser: &Browser) {
        browser.opens_as(&self.guest(site, seat));
        sample(browser);
    }

    /// Makes the decision.
    pub(crate) fn made(&self, site: &Site) {
        let mut guest = self.guest(site, self.seat.index() as u8);
        let path = format!("{}/act", guest.path);
        let answer = guest.post_as("*/*", &path, &self.body);
        assert_eq!(answer.status, 204, "{}", answer.body);
    }
}

/// Two people with browsers, and a third with forms, at the same table when a round ends.
fn two_browsers(site: &Site, table: &NextDecision, browsers: &[Browser; 2]) {
    come_together(site, table, browsers);
    table.made(site);
    for browser in browsers {
        browser.wait_for(SHOWS_SHEET);
    }
}

/// They come to the table.
fn come_together(site: &Site, table: &NextDecision, browsers: &[Browser; 2]) {
    for (seat, browser) in (0..).zip(browsers) {
        table.shows(site, seat, browser);
    }
    // Both pages listen before anything happens.
    table.guest(site, 2).says(0, "all here");
    for browser in browsers {
        browser.wait_for("document.querySelector('#live').textContent.includes('all here')");
    }
}

/// Collects the words of all great effects.
const WATCH_EFFECTS: &str = "window.effects = [];
    const note = (node) => { if (node.matches?.('.paradox')) effects.push(node.querySelector('.word').textContent); };
    new MutationObserver((changes) => { for (const { addedNodes } of changes) addedNodes.forEach(note); })
        .observe(document.body, { childList: true });";

/// The moment of a paradox stands until it is pressed away.
const HOLD_PARADOX: &str = "const later = setTimeout;
    window.setTimeout = (call, millis) => millis > 1000 && document.querySelector('.paradox') ? 0 : later(call, millis);";

fn laptop_and_phone() -> [Browser; 2] {
    [ScreenSize::Laptop, ScreenSize::Phone].map(|screen| Browser::open(screen, Scripts::On))
}

#[test]
fn one_player_goes_on_while_the_other_reads_and_loads_the_page_again() {
    let setup = config("rounds-reads");
    let tables = Tables { folder: &setup.data, interlude: Interlude::Open };
    let decisions = GameId::ALL.map(|game| (game, face::visit(game, &tables)));
    let site = Site::with(setup.clone());
    let browsers = laptop_and_phone();
    for (game, table) in decisions {
        let game = game.name();
        two_browsers(&site, &table, &browsers);
        let [mia, ken] = &browsers;
        let sheet = rows(mia);
        assert_eq!(sheet.as_array().map(Vec::len), Some(table.n_players), "{game}");
        table.guest(&site, 2).presses("next");
        mia.click(NEXT_ROUND);
        mia.wait_for(&format!("document.querySelector('{NEXT_ROUND}') === null"));
        // Ken still reads, and a reload shows the same.
        for _ in 0..2 {
            for browser in [mia, ken] {
                assert_eq!(browser.value(SHOWS_SHEET), true, "{game}");
                assert_eq!(rows(browser).as_array().map(Vec::len), Some(table.n_players), "{game}");
            }
            assert_eq!(ken.count(NEXT_ROUND), 1, "{game}");
            let seen = rows(ken);
            check(game, ken);
            ken.reload();
            ken.wait_for(SHOWS_SHEET);
            assert_eq!(rows(ken), seen, "{game}");
            sample(ken);
        }
        ken.click(NEXT_ROUND);
        for browser in [mia, ken] {
            browser.wait_for(&format!("!({SHOWS_SHEET})"));
        }
        assert_eq!(rows(mia), serde_json::json!([]), "{game}");
        assert_eq!(check_rounds(game, table.n_players, &all_shots(mia)), (1, false));
        check(game, mia);
    }
}

/// Time left in an interlude, in milliseconds, as the server sends it.
fn left(site: &Site, table: &NextDecision) -> u64 {
    let page = table.guest(site, 0).live_part();
    let next = page.split("id=\"next\"").nth(1).unwrap();
    next.split("data-left=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
}

#[test]
fn a_killed_server_keeps_the_sheet_and_its_time() {
    let folder = folder("rounds-kill");
    let interlude = Interlude::Timed { seconds: 600 };
    let tables = Tables { folder: &folder, interlude };
    let decisions = [GameId::Catbox, GameId::Yorozu].map(|game| face::visit(game, &tables));
    let (mut child, site): (Child, Site) = serve(&folder);
    let browsers = laptop_and_phone();
    let mut address = site.address;
    let mut site = site;
    for table in decisions {
        two_browsers(&site, &table, &browsers);
        let [mia, ken] = &browsers;
        mia.click(NEXT_ROUND);
        mia.wait_for(&format!("document.querySelector('{NEXT_ROUND}') === null"));
        let sheets = [rows(mia), rows(ken)];
        let clock = || mia.value("performance.now()").as_f64().unwrap();
        let (before, since) = (left(&site, &table), clock());
        child.kill().unwrap();
        child.wait().unwrap();
        let killed = clock();
        for browser in &browsers {
            browser.wait_for("document.querySelector('#alert').checkVisibility()");
        }
        wait::until("the server has been down for a while", || {
            (clock() > killed + 500.0).then_some(())
        });
        // From now on the new server may run, long before it answers.
        let down = clock() - killed;
        (child, site) = serve_at(&folder, address);
        address = site.address;
        for browser in &browsers {
            browser.wait_for("!document.querySelector('#alert').checkVisibility()");
            assert_eq!(browser.value(SHOWS_SHEET), true);
        }
        assert_eq!([rows(mia), rows(ken)], sheets);
        assert_eq!((mia.count(NEXT_ROUND), ken.count(NEXT_ROUND)), (0, 1));
        let passed = before - left(&site, &table);
        let ran = (clock() - since - down) as u64;
        assert!(passed <= ran + 100, "{passed} ms have passed while the server ran for {ran} ms");
        table.guest(&site, 2).presses("next");
        ken.click(NEXT_ROUND);
        for browser in &browsers {
            browser.wait_for(&format!("!({SHOWS_SHEET})"));
            drop(browser.complaints());
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_pause_ends_by_itself_on_both_screens() {
    let setup = config("rounds-time");
    let interlude = Interlude::Timed { seconds: 5 };
    let tables = Tables { folder: &setup.data, interlude };
    let decisions = [GameId::Catsle, GameId::Meow].map(|game| face::visit(game, &tables));
    let site = Site::with(setup.clone());
    let browsers = laptop_and_phone();
    for table in decisions {
        two_browsers(&site, &table, &browsers);
        for browser in &browsers {
            browser.wait_for(&format!("!({SHOWS_SHEET})"));
            // Nobody has asked for it, but the sheet stood until the time was over.
            let shots = all_shots(browser);
            let sheet: Vec<&Shot> = shots.iter().filter(|shot| shot.is_sheet()).collect();
            assert!(sheet.iter().all(|shot| shot.next && shot.rows.len() == table.n_players));
            let stood: f64 = sheet.iter().map(|shot| shot.millis).sum();
            assert!(stood > 5000.0 - BEAT * 2.0, "{stood} ms");
            let mut times: Vec<&str> = sheet.iter().map(|shot| shot.time.as_str()).collect();
            assert!(times.is_sorted_by(|one, other| one >= other), "{times:?}");
            times.dedup();
            assert!(times.len() > 2 && times.last() < Some(&"0:03"), "{times:?}");
            browser.has_no_complaints();
        }
    }
}

#[test]
fn a_paradox_stands_before_its_sheet() {
    let setup = config("rounds-paradox");
    let table = before_a_paradox(&setup.data);
    let site = Site::with(setup.clone());
    let browsers = laptop_and_phone();
    come_together(&site, &table, &browsers);
    for browser in &browsers {
        browser.run(WATCH_EFFECTS);
        browser.run(HOLD_PARADOX);
    }
    table.made(&site);
    for (browser, size) in browsers.iter().zip(["1440x900", "360x740"]) {
        browser.wait_for(SHOWS_SHEET);
        assert_eq!(browser.value("effects"), serde_json::json!(["Paradox!"]));
        for light in ["light", "dark"] {
            browser.set_media_features(&[("prefers-color-scheme", light)]);
            browser.keep(&format!("catbox-paradox-{size}-{light}"));
        }
        assert_eq!(browser.count(".paradox"), 1);
        // A press ends it, and does nothing else.
        browser.press_key(Key::Right);
        browser.wait_for("document.querySelector('.paradox') === null");
        let shots = all_shots(browser);
        let beat = shots.iter().find(|shot| shot.is_beat()).expect("the card that ends the round");
        assert!(beat.millis >= BEAT, "{beat:#?}");
        assert!(browser.count(".stuck li") > 0, "the cards that could not be played");
        browser.keep("paradox");
    }
    for seat in 0..3 {
        table.guest(&site, seat).presses("next");
    }
    for browser in &browsers {
        browser.wait_for(&format!("!({SHOWS_SHEET})"));
        browser.has_no_complaints();
    }
}

/// A round ends, the next is dealt, and players decide: nothing jumps.
fn layout_is_stable(screen: ScreenSize) {
    let setup = config(&format!("rounds-layout-{screen:?}"));
    let tables = Tables { folder: &setup.data, interlude: Interlude::Open };
    let decisions = GameId::ALL.map(|game| (game, face::visit(game, &tables)));
    let site = Site::with(setup);
    let browser = Browser::open(screen, Scripts::On);
    browser.set_media_features(&[("prefers-reduced-motion", "no-preference")]);
    let mut jumps = Vec::new();
    for (game, table) in decisions {
        table.shows(&site, 0, &browser);
        table.guest(&site, 2).says(0, "all here");
        browser.wait_for("live.textContent.includes('all here')");
        browser.run(JUMPS);
        table.made(&site);
        browser.wait_for(SHOWS_SHEET);
        let mut guests = [0, 1, 2].map(|seat| table.guest(&site, seat));
        for guest in &mut guests[1..] {
            guest.presses("next");
        }
        browser.click(NEXT_ROUND);
        browser.wait_for(&format!("!({SHOWS_SHEET})"));
        for _ in 0..6 {
            play_on(&mut guests, 1);
            browser.wait_for(NO_BEAT);
            // On a busy machine decisions follow each other faster than people make them. Each is measured alone.
            browser.run("jumps.first = -Infinity");
        }
        jumps.push((
            game.name(),
            browser.value("jumps.most").as_f64().unwrap(),
            browser.value("jumps.moved"),
        ));
    }
    let most = jumps.iter().map(|(_, most, _)| *most).fold(0.0, f64::max);
    assert!(most < 0.05, "{jumps:#?}");
}

#[test]
fn the_end_of_a_round_is_stable_on_a_laptop() {
    layout_is_stable(ScreenSize::Laptop);
}

#[test]
fn the_end_of_a_round_is_stable_on_a_phone() {
    layout_is_stable(ScreenSize::Phone);
}

/// The player's browser shows the new choice, and the reveal has it.
#[test]
fn a_choice_can_be_changed_until_the_reveal() {
    const CHOSEN: &str = ".mine button[name=action][aria-pressed=true]";
    let site = Site::open("rounds-changes");
    let form = form("game=yorozu&interlude=none&chosen=hidden", 3);
    let mut guests = friends(&site, &form, &["Ken", "Ada"]);
    // Without pauses everybody is asked whether to deal again.
    for guest in &mut guests {
        let (form, keep) = guest.decisions().into_iter().next().unwrap();
        guest.decides(&form, &keep);
    }
    let [mia, ken] = &laptop_and_phone();
    for (guest, browser) in guests.iter().zip([mia, ken]) {
        browser.opens_as(guest);
        browser.wait_for("document.querySelector('#live').dataset.moment === 'asked'");
    }
    assert!(mia.decides(0));
    mia.wait_for(&format!("document.querySelector('{CHOSEN}') !== null"));
    let chosen = || mia.text(&format!("document.querySelector('{CHOSEN}').ariaLabel"));
    let first = chosen();
    sample(ken);
    mia.click(".mine button[name=action]:not([aria-pressed=true])");
    mia.wait_for(&format!("document.querySelector('{CHOSEN}')?.ariaLabel !== '{first}'"));
    let second = chosen();
    mia.reload();
    mia.wait_for(&format!("document.querySelector('{CHOSEN}') !== null"));
    assert_eq!(chosen(), second, "the server has it");
    assert_eq!(all_shots(ken).len(), 1, "Ken's page has not changed");
    sample(mia);
    for guest in &mut guests[1..] {
        let (form, value) = guest.decisions().into_iter().next().unwrap();
        guest.decides(&form, &value);
    }
    for browser in [mia, ken] {
        browser.wait_for(
            "shots.some((shot) => shot.moment === 'reveal') && live.dataset.moment !== 'reveal'",
        );
        let shots = all_shots(browser);
        let reveal = shots.iter().find(|shot| shot.moment == "reveal").unwrap();
        // An answer is called like its card, with what it would do.
        let lies = |answer: &str| reveal.played.iter().any(|card| answer.starts_with(&**card));
        assert!(lies(&second) && !lies(&first), "{first}, {second}: {reveal:#?}");
        browser.has_no_complaints();
    }
}

/// Without scripts there are no beats, so the page itself has the last trick and the sheet.
#[test]
fn without_scripts_the_last_trick_and_the_sheet_are_on_the_page() {
    let setup = config("rounds-forms");
    let tables = Tables { folder: &setup.data, interlude: Interlude::Open };
    let decisions = GameId::ALL.map(|game| (game, face::visit(game, &tables)));
    let site = Site::with(setup.clone());
    let browser = Browser::open(ScreenSize::Phone, Scripts::Off);
    for (game, table) in decisions {
        table.made(&site);
        browser.opens_as(&table.guest(&site, 0));
        assert_eq!(browser.count(SHEET_ROWS), table.n_players, "{}", game.name());
        assert_eq!(browser.count(NEXT_ROUND), 1, "{}", game.name());
        assert!(browser.count(LAST_TRICK) >= table.n_players, "{}", game.name());
    }
}
