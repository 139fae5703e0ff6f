//! The end of a round, as people in browsers see it. The tables are stored just before the last decision of a round.

use std::process::Child;

use pages::face::{self, Face, VisitFace};
use rules::{GameId, Observer, Rules as _, Seat, Study, catbox};
use store::TableId;
use table::command::{Caller, Command, HouseCommand};
use table::terms::{Interlude, Terms};
use testing::browser::{Browser, ScreenSize, Scripts};
use testing::dice::{dice, one_of};
use testing::page::encode;
use testing::wait;

use crate::client::{Site, config, folder};
use crate::crash::{serve, serve_at};
use crate::guest::Guest;
use crate::shots::{
    BEAT, LAST_TRICK, NEXT_ROUND, PLAYED, SHEET_ROWS, Shot, all_shots, check, check_rounds, sample,
};
use crate::sitting::{Sitting, cookie, keep};
use crate::tables::{form, friends, play_on};
use crate::windows::{AtTable as _, JUMPS, NO_BEAT};

/// A stored table of three or four people, and the decision that ends its round.
pub(crate) struct LastDecision {
    pub(crate) id: TableId,
    pub(crate) n_players: usize,
    seat: Seat,
    /// The body of the form.
    body: String,
}

const SHOWS_SHEET: &str = "document.querySelector('#live').dataset.moment === 'sheet'";

fn rows(browser: &Browser) -> serde_json::Value {
    browser.value(&format!(
        "[...document.querySelectorAll('{SHEET_ROWS}')].map((row) => row.textContent)"
    ))
}

/// Plays at random until a round is over and `pleases` holds. The log ends one decision before that.
fn before_the_end<G: Face + Study>(
    rules: &G::Rules,
    interlude: Interlude,
    seed: u64,
    pleases: impl Fn(&G::Open) -> bool,
) -> (Sitting<G>, Seat, String) {
    let mut dice = dice(seed);
    for _ in 0..1000 {
        let terms = Terms { interlude, changes: G::HAS_SEALED_CHOICES, ..Terms::new::<G>(rules) };
        let mut sitting = Sitting::<G>::begun(terms);
        while sitting.table.is_playing() {
            if sitting.table.silence_ends().is_some() {
                sitting.now += table::play::SILENCE_MILLIS;
                sitting.does(Caller::House, &Command::House(HouseCommand::TakeSilence));
                continue;
            }
            let seat = one_of(&sitting.owing(), &mut dice);
            let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
            let action = view.actions().unwrap().pick(&mut dice);
            let at = sitting.table.question(seat).unwrap();
            let (caller, command) = sitting.decision(seat, action);
            let (log, now) = (sitting.log.clone(), sitting.now);
            sitting.does(caller, &command);
            let rail = sitting.table.view(Observer::Rail);
            if rail.interlude.is_some() {
                if pleases(&rail.view.unwrap().open) {
                    let body = format!("at={at}&action={}", encode(&action.to_string()));
                    return (Sitting { now, ..Sitting::replayed(log) }, seat, body);
                }
                break;
            }
        }
    }
    panic!("no round ends as wanted");
}

/// The tables of all games, stored in this folder.
pub(crate) struct Tables<'a> {
    pub(crate) folder: &'a std::path::Path,
    pub(crate) interlude: Interlude,
}

impl VisitFace for &Tables<'_> {
    type Output = LastDecision;

    fn visit<G: Face + Study>(self) -> LastDecision {
        let rules: G::Rules = format!("{} players=3", G::ID.name()).parse().unwrap();
        let (sitting, seat, body) = before_the_end::<G>(&rules, self.interlude, 5, |_| true);
        let id = TableId::random();
        keep(self.folder, [sitting.kept(id)]);
        LastDecision { id, n_players: rules.n_seats().into(), seat, body }
    }
}

impl LastDecision {
    pub(crate) fn guest<'a>(&self, site: &'a Site, seat: u8) -> Guest<'a> {
        let cookie = cookie(Seat::new(seat));
        Guest { site, cookie, path: format!("/t/{}", self.id) }
    }

    /// Shows the table to a player, and begins to record what the page shows.
    pub(crate) fn shows(&self, site: &Site, seat: u8, browser: &Browser) {
        let guest = self.guest(site, seat);
        let address = format!("http://{}{}", site.address, guest.path);
        browser.go(&address);
        browser.keep_cookie(&guest.cookie);
        browser.go(&address);
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

/// Two people with browsers, and a third with forms, at the same table.
fn two_browsers(site: &Site, table: &LastDecision, browsers: &[Browser; 2]) {
    for (seat, browser) in (0..).zip(browsers) {
        table.shows(site, seat, browser);
    }
    // Both pages listen before anything happens.
    table.guest(site, 2).says(0, "all here");
    for browser in browsers {
        browser.wait_for("document.querySelector('#live').textContent.includes('all here')");
    }
    table.made(site);
    for browser in browsers {
        browser.wait_for(SHOWS_SHEET);
    }
}

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
fn left(site: &Site, table: &LastDecision) -> u64 {
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
        (child, site) = serve_at(&folder, address);
        address = site.address;
        let down = clock() - killed;
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
    let rules = "catbox players=3".parse().unwrap();
    let (sitting, seat, body) =
        before_the_end::<catbox::State>(&rules, Interlude::Open, 1, |open| {
            open.paradox().is_some()
        });
    let table = LastDecision { id: TableId::random(), n_players: 3, seat, body };
    keep(&setup.data, [sitting.kept(table.id)]);
    let site = Site::with(setup.clone());
    let browsers = laptop_and_phone();
    two_browsers(&site, &table, &browsers);
    for browser in &browsers {
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
    let address = format!("http://{}{}", site.address, guests[0].path);
    let [mia, ken] = &laptop_and_phone();
    for (guest, browser) in guests.iter().zip([mia, ken]) {
        browser.go(&address);
        browser.keep_cookie(&guest.cookie);
        browser.go(&address);
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
        assert!(reveal.played.contains(&second) && !reveal.played.contains(&first), "{reveal:#?}");
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
        let guest = table.guest(&site, 0);
        let address = format!("http://{}{}", site.address, guest.path);
        browser.go(&address);
        browser.keep_cookie(&guest.cookie);
        browser.go(&address);
        assert_eq!(browser.count(SHEET_ROWS), table.n_players, "{}", game.name());
        assert_eq!(browser.count(NEXT_ROUND), 1, "{}", game.name());
        assert!(browser.count(LAST_TRICK) >= table.n_players, "{}", game.name());
    }
}
