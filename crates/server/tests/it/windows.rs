//! Tables in real browsers: on a laptop and a phone, with and without scripts.

use testing::browser::{Browser, ScreenSize, Scripts};
use testing::wait;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::shots::{NEXT_ROUND, all_shots, check, check_rounds, sample};
use crate::sight::are_in_sight;
use crate::tables::{form, friends, play_on};

/// Buttons that make a decision. Those that change one do not count.
const DECISIONS: &str = ":has(> #moment[data-moment=asked]) \
    :is(.mine :not(.then) > button, .pick > input:checked ~ .then > button)[name=action]";

/// Cards to pick before a decision.
const PICKS: &str =
    ":has(> #moment[data-moment=asked]) .pick:has(> .then > button[name=action]) > .card";

/// The page shows the newest state.
pub(crate) const NO_BEAT: &str =
    "!['trick', 'reveal'].includes(document.querySelector('#live').dataset.moment)";

/// This player has to decide or to ask for the next round, or the game is over.
pub(crate) const ASKED_OR_OVER: &str = "document.querySelector(':has(> #moment[data-moment=asked]) \
    .mine button[name=action], #next button, .end') !== null";

/// What players do at a table in a browser.
pub(crate) trait AtTable {
    /// Fills in the form for a new table, for a quick viewer. A seat without a level is for a friend.
    fn set_up(&self, site: &Site, game: &str, others: &[Option<&str>]);

    /// The same for a viewer at the usual pace, with bots that wait this many milliseconds before they move.
    fn set_up_at_pace(&self, site: &Site, game: &str, others: &[Option<&str>], pace: &str);

    /// Opens the table of a guest as that guest.
    fn opens_as(&self, guest: &Guest<'_>);

    /// The number of the next question.
    fn question(&self) -> String;

    /// Makes a decision as soon as one is asked, or asks for the next round. Returns whether the game goes on.
    fn decides(&self, number: usize) -> bool;

    /// Waits until something is asked. Returns whether that is the next round.
    fn has_finished_round(&self) -> bool;

    /// Fails if the browser reported errors.
    fn has_no_complaints(&self);

    /// Fails if the page is wider than the window.
    fn fits(&self);
}

impl AtTable for Browser {
    fn set_up(&self, site: &Site, game: &str, others: &[Option<&str>]) {
        // Bots wait for the pages of players, and whole games take long.
        self.go(&format!("http://{}/about", site.address));
        self.run("localStorage.setItem('pace', 'quick')");
        self.set_up_at_pace(site, game, others, "0");
    }

    fn set_up_at_pace(&self, site: &Site, game: &str, others: &[Option<&str>], pace: &str) {
        let n_players = others.len() + 1;
        self.go(&format!("http://{}/new?game={game}&players={n_players}", site.address));
        // The browser may know a name from last time.
        self.run("document.querySelector('input[name=name]').value = ''");
        self.write("input[name=name]", "Mia");
        for (seat, level) in (1..).zip(others) {
            if let Some(level) = level {
                self.choose(&format!("seat-{seat}"), level);
            }
        }
        self.choose("pace", pace);
        self.click("form.new-table .actions button");
        self.wait_without_reload("document.querySelector('#live') !== null");
    }

    fn opens_as(&self, guest: &Guest<'_>) {
        self.go_as(&format!("http://{}{}", guest.site.address, guest.path), &guest.cookie);
    }

    fn question(&self) -> String {
        self.text("document.querySelector('.mine input[name=at]')?.value ?? ''")
    }

    fn decides(&self, number: usize) -> bool {
        loop {
            self.wait_for(ASKED_OR_OVER);
            if self.count(".end") > 0 {
                return false;
            }
            if self.count(NEXT_ROUND) > 0 {
                self.click(NEXT_ROUND);
                self.wait_without_reload("document.querySelector('#next button') === null");
                return true;
            }
            let question = self.question();
            // Some decisions take two steps: a card, and what to do with it.
            if self.count(PICKS) > 0 && !self.click_one_of(PICKS, number) {
                continue;
            }
            if !question.is_empty() && self.click_one_of(DECISIONS, number) {
                let other = format!(
                    "document.querySelector('.mine input[name=at]')?.value !== '{question}'"
                );
                // Without scripts, the answer to the form is a new page.
                self.wait_without_reload(&other);
                return true;
            }
        }
    }

    fn has_finished_round(&self) -> bool {
        self.wait_for(ASKED_OR_OVER);
        self.count(NEXT_ROUND) > 0
    }

    fn has_no_complaints(&self) {
        assert_eq!(self.complaints(), [""; 0]);
    }

    fn fits(&self) {
        let surplus = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(self.value(surplus), 0, "{}", self.url());
    }
}

/// A whole game against bots, and the start of the next.
fn plays_against_bots(game: &str, n_players: usize, screen: ScreenSize) {
    let site = Site::open(&format!("window-{game}"));
    let browser = Browser::open(screen, Scripts::On);
    browser.set_up(&site, game, &vec![Some("kitten"); n_players - 1]);
    sample(&browser);
    let mut n_decided = 0;
    while browser.decides(n_decided) {
        n_decided += 1;
        if n_decided == 8 {
            browser.fits();
            browser.keep(game);
        }
    }
    assert!(n_decided > 20, "{n_decided}");
    browser.fits();
    browser.keep(&format!("{game}-end"));
    check(game, &browser);
    let (n_rounds, is_over) = check_rounds(game, n_players, &all_shots(&browser));
    assert!(n_rounds > 0 && is_over, "{game}: {n_rounds} rounds");
    assert_eq!(browser.count(".ranking > li"), n_players);
    assert!(browser.count(".ranking > .won") > 0);
    assert!(browser.count(".points li") >= n_players);
    browser.click(".end form button");
    browser.wait_for("document.querySelector('.end') === null");
    assert!(browser.decides(0));
    browser.has_no_complaints();
}

#[test]
fn cat_in_the_box_is_played_in_a_window() {
    plays_against_bots("catbox", 3, ScreenSize::Laptop);
}

#[test]
fn catsle_is_played_in_a_window() {
    plays_against_bots("catsle", 3, ScreenSize::Laptop);
}

#[test]
fn yorozu_is_played_in_a_window() {
    plays_against_bots("yorozu", 3, ScreenSize::Phone);
}

#[test]
fn meow_is_played_in_a_window() {
    plays_against_bots("meow", 2, ScreenSize::Phone);
}

#[test]
fn a_laptop_and_a_phone_at_one_table_agree() {
    /// The public parts of the page.
    const OPEN: &str = "JSON.stringify([...document.querySelectorAll('.where span, .shelf li, .plate .score, #stake, .played .card')] \
        .map((one) => one.ariaLabel ?? one.textContent).toSorted())";
    const TALK: &str = "document.querySelector('.talk ul').textContent";
    let site = Site::open("window-friends");
    let mia = Browser::open(ScreenSize::Laptop, Scripts::On);
    mia.set_up(&site, "meow", &[None]);
    mia.keep("gathering-laptop");
    let link = mia.text("document.querySelector('#link').value");
    let ken = Browser::open(ScreenSize::Phone, Scripts::On);
    ken.go(&link);
    ken.keep("joining-phone");
    ken.write(".join input[name=name]", "Ken\n");
    ken.wait_for("document.querySelector('.gathering form[action$=ready] button') !== null");
    ken.fits();
    ken.keep("gathering-phone");
    // A new player appears at once, and the invitation disappears.
    mia.wait_for("document.querySelector('.gathering').innerText.includes('Ken')");
    assert_eq!(mia.value("document.querySelector('.invite').checkVisibility()"), false);
    for person in [&mia, &ken] {
        person.click(".gathering form[action$=ready] button");
    }
    for person in [&mia, &ken] {
        person.wait_for("document.querySelector('.mine') !== null");
    }

    // Mia's open sections and focus survive Ken's moves.
    mia.click("#company-box > summary");
    mia.click("#fairness summary");
    mia.click("#talk-box > summary");
    mia.write("#say input", "May the better cat win\n");
    ken.wait_for(&format!("{TALK}.includes('better cat')"));
    assert_eq!(mia.value("document.querySelector('#say input').value"), "");
    mia.write("#say input", "half a sen");
    // A drawer that was opened stays open while others move, and closes for a move of one's own.
    mia.click("#talk-box > summary");
    let mut n_decided = 0;
    loop {
        let is_asked = |person: &Browser| person.count(DECISIONS) + person.count(NEXT_ROUND) > 0;
        let people = [&mia, &ken];
        let asked = wait::until("a question or the end", || {
            let is_over = people.into_iter().any(|person| person.count(".end") > 0);
            let asked = people.into_iter().position(is_asked);
            if is_over { Some(None) } else { asked.map(Some) }
        });
        let Some(asked) = asked else { break };
        let (person, other) = if asked == 0 { (&mia, &ken) } else { (&ken, &mia) };
        person.decides(n_decided);
        n_decided += 1;
        // Both pages show the same table once a full trick was seen.
        person.wait_for(NO_BEAT);
        let open = person.value(OPEN);
        other.wait_for(&format!("{OPEN} === {open}"));
        if n_decided == 5 {
            assert_eq!(mia.value("document.querySelector('#fairness').open"), true);
            assert_eq!(mia.value("document.querySelector('#say input').value"), "half a sen");
            mia.keep("friends-laptop");
            ken.keep("friends-phone");
        }
    }
    for person in [&mia, &ken] {
        person.wait_for("document.querySelector('.end') !== null");
        person.fits();
        person.has_no_complaints();
    }
    let ranking = "[...document.querySelectorAll('.ranking :is(.rank, .score, .who b)')].map((one) => one.textContent)";
    assert_eq!(mia.value(ranking), ken.value(ranking));
    mia.keep("friends-end-laptop");
    ken.keep("friends-end-phone");
}

/// Compares the updated page with a reloaded one: null, or the first difference. Clocks and tips do not count.
const PATCHED_AND_RELOADED: &str = "const done = arguments[0];
    const shown = (page) => {
        const live = page.getElementById('live').cloneNode(true);
        for (const tip of live.querySelectorAll('.tip')) {
            tip.classList.remove('now');
            tip.removeAttribute('open');
        }
        for (const clock of live.querySelectorAll('[data-left], [data-since]')) clock.replaceWith('clock');
        // A script marks what answers on the board.
        for (const spot of live.querySelectorAll('[data-cell]')) {
            spot.classList.remove('asks', 'can');
        }
        for (const bubble of live.querySelectorAll('.bubble')) bubble.remove();
        return live.innerHTML;
    };
    fetch(location.href, { cache: 'no-store' }).then((answer) => answer.text()).then((html) => {
        const [patched, reloaded] =
            [document, new DOMParser().parseFromString(html, 'text/html')].map(shown);
        const at = [...patched].findIndex((letter, place) => letter !== reloaded[place]);
        const around = (html) => html.slice(Math.max(0, at - 100), at + 300);
        done(patched === reloaded ? null : [patched, reloaded].map(around));
    });";

/// Marks all elements. New elements have no mark.
const MARK: &str = "for (const one of document.querySelectorAll('#live *')) one.marked = true;";
const IS_MARKED: &str = "[...document.querySelectorAll('#live *')].some((one) => one.marked)";

#[test]
fn an_updated_page_equals_a_reloaded_one() {
    let site = Site::open("window-patched");
    let browsers =
        [ScreenSize::Laptop, ScreenSize::Phone].map(|size| Browser::open(size, Scripts::On));
    for game in ["game=catbox", "game=catsle", "game=yorozu", "game=meow"] {
        let mut guests = friends(&site, &form(game, 3), &["Ken", "Ada"]);
        let address = format!("http://{}{}", site.address, guests[0].path);
        // Mia watches her own page, and a spectator watches too.
        let [mia, rail] = &browsers;
        mia.opens_as(&guests[0]);
        rail.go(&address);
        guests[1].says(0, "all here");
        for browser in [mia, rail] {
            browser.wait_for("document.querySelector('.talk').textContent.includes('all here')");
        }
        let mut n_patched = 0;
        for _ in 0..8 {
            for browser in [mia, rail] {
                browser.run(MARK);
            }
            assert_eq!(play_on(&mut guests, 1), 1);
            for browser in [mia, rail] {
                wait::until_ok("the page that a reload shows", || {
                    let both = browser.run_until_done(PATCHED_AND_RELOADED);
                    if both.is_null() { Ok(()) } else { Err(format!("{game}: {both:#}")) }
                });
                n_patched += usize::from(browser.value(IS_MARKED) == true);
            }
        }
        // If the frame changes, the whole page is sent.
        assert!(n_patched > 8, "{game}: parts were sent only {n_patched} of 16 times");
        for browser in [mia, rail] {
            browser.has_no_complaints();
        }
    }
}

#[test]
fn without_scripts_everything_is_a_form() {
    let site = Site::open("window-forms");
    let browser = Browser::open(ScreenSize::Phone, Scripts::Off);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.click("#talk-box > summary");
    browser.write("#say input[name=text]", "hello, kitten\n");
    browser.wait_without_reload("document.querySelectorAll('.talk li').length === 1");
    browser.keep("without-scripts");
    let mut n_decided = 0;
    while browser.decides(n_decided) {
        n_decided += 1;
    }
    assert!(n_decided > 20, "{n_decided}");
    browser.click(".end form button");
    browser.wait_without_reload("document.querySelector('.end') === null");
    assert!(browser.decides(0));
    browser.has_no_complaints();
}

#[test]
fn a_page_reconnects_after_a_restart() {
    let setup = config("window-restart");
    let first = Site::with(setup.clone());
    let address = first.address;
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&first, "meow", &[Some("kitten")]);
    assert!(browser.decides(0));
    browser.has_no_complaints();
    drop(first);
    browser.wait_for("document.querySelector('#alert').checkVisibility()");
    browser.keep("connection-lost");
    let _second = Site::with(setup.with(|config| config.listen = address));
    browser.wait_for("!document.querySelector('#alert').checkVisibility()");
    assert!(browser.decides(1));
}

#[test]
fn hints_appear_on_the_page_and_tips_appear_once() {
    const TIP: &str = "document.querySelector('.tip.now') !== null";
    let site = Site::open("window-hints");
    let browser = Browser::open(ScreenSize::Phone, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    // With a single legal card there is no hint button, so the test starts another game.
    while browser.count("a.hint") == 0 {
        browser.run("localStorage.clear()");
        browser.set_up(&site, "meow", &[Some("kitten")]);
        browser.wait_for(ASKED_OR_OVER);
    }
    browser.wait_for(TIP);
    browser.fits();
    browser.keep("tip");
    let url = browser.url();
    browser.click("a.hint");
    browser.wait_for("document.querySelector('.advice li') !== null");
    assert_eq!((browser.count(".mine button.hinted"), browser.url()), (1, url));
    browser.fits();
    browser.keep("hint");
    assert!(browser.decides(0));
    browser.wait_for("document.querySelector('.mine input[name=at]') !== null");
    assert_eq!(browser.count(".advice"), 0, "that was another question");
    assert_eq!(browser.text("localStorage.getItem('nekoza-tips')"), "meow-token");
    browser.has_no_complaints();
}

#[test]
fn tips_can_be_shown_again() {
    const TIP: &str = "document.querySelector('.tip.now') !== null";
    const NO_TIP: &str = "document.querySelector('.tip.now') === null";
    let site = Site::open("window-tips");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(TIP);
    browser.click(".tip.now [data-tips=none]");
    browser.wait_for(NO_TIP);
    assert!(browser.decides(0));
    browser.wait_for(ASKED_OR_OVER);
    browser.reload();
    browser.wait_for(ASKED_OR_OVER);
    assert_eq!(browser.count(".tip.now"), 0);
    browser.click("#menu > summary");
    browser.click(".settings [name=tips]");
    // Not every deal has another reason for a tip. The first question of every game has one.
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(TIP);
    browser.has_no_complaints();
}

#[test]
fn moves_can_require_confirmation() {
    let site = Site::open("window-sure");
    let browser = Browser::open(ScreenSize::Phone, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.click("#menu > summary");
    browser.click(".settings [name=confirm]");
    browser.wait_for(ASKED_OR_OVER);
    let question = browser.question();
    assert!(browser.click_one_of(DECISIONS, 0));
    browser.wait_for("document.querySelector('#sure').open");
    browser.keep("sure");
    browser.click("#sure [value=no]");
    browser.wait_for("!document.querySelector('#sure').open");
    assert_eq!(browser.question(), question, "nothing was sent");
    assert!(browser.click_one_of(DECISIONS, 0));
    browser.click("#sure [value=yes]");
    browser.wait_for(&format!(
        "document.querySelector('.mine input[name=at]')?.value !== '{question}'"
    ));
    browser.has_no_complaints();
}

#[test]
fn the_rules_open_at_the_broken_rule() {
    const REFUSED: &str = ".mine button[aria-disabled=true]";
    let site = Site::open("window-rules");
    let browser = Browser::open(ScreenSize::Phone, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    let mut n_decided = 0;
    browser.wait_for(ASKED_OR_OVER);
    while browser.count(REFUSED) == 0 {
        assert!(browser.decides(n_decided), "a whole game without a card that may not be played");
        n_decided += 1;
        browser.wait_for(ASKED_OR_OVER);
    }
    let url = browser.url();
    assert!(browser.click_one_of(REFUSED, 0));
    browser.click(".reason a");
    browser.wait_for("document.querySelector('#rules .here') !== null");
    assert_eq!(browser.text("document.querySelector('#rules .here').id"), "MEO-20");
    let in_sight = "(([rule, room]) => rule.top >= room.top && rule.top < room.bottom - 100)(\
        ['.here', '.rulebook'].map((css) => document.querySelector(`#rules ${css}`).getBoundingClientRect()))";
    browser.wait_for(in_sight);
    browser.fits();
    browser.keep("drawer");
    // From one rule to another, and back to the table.
    browser.click("#rules .rule[id=MEO-21] > a");
    browser.wait_for("document.querySelector('#rules .here').id === 'MEO-21'");
    browser.click("#rules header button");
    browser.wait_for("!document.querySelector('#rules').open");
    assert_eq!(browser.url(), url);
    assert!(browser.decides(n_decided));
    browser.has_no_complaints();
}

#[test]
fn back_closes_the_rules_and_stays_at_the_table() {
    const OPEN: &str = "document.querySelector('#rules').open";
    const CLOSED: &str = "!document.querySelector('#rules').open && history.state === null";
    const LINK: &str = ".tools a[href^='/rules/']";
    let site = Site::open("window-drawer");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten")]);
    browser.wait_for(ASKED_OR_OVER);
    let url = browser.url();
    browser.run("window.here = true");
    browser.click(LINK);
    browser.wait_for(OPEN);
    // From rule to rule is no step of its own.
    browser.click("#rules .rule[id=MEO-21] > a");
    browser.wait_for("document.querySelector('#rules .here')?.id === 'MEO-21'");
    browser.back();
    browser.wait_for(CLOSED);
    browser.forward();
    browser.wait_for(OPEN);
    assert_eq!(browser.text("document.querySelector('#rules .here').id"), "MEO-21");
    assert_eq!(browser.value("window.here"), true, "nothing was loaded again");
    // A reload shows what was open, and Back still closes it.
    browser.reload();
    browser.wait_for("document.querySelector('#rules .here')?.id === 'MEO-21'");
    browser.back();
    browser.wait_for(CLOSED);
    assert_eq!(browser.url(), url);
    // Escape, the button and the table behind close it without leaving a step.
    for close in ["Escape", "button", "beside"] {
        browser.click(LINK);
        browser.wait_for(OPEN);
        match close {
            "Escape" => browser.write("#rules .rulebook", "\u{e00c}"),
            "button" => browser.click("#rules header button"),
            _ => browser.run("document.elementFromPoint(100, 400).click()"),
        }
        browser.wait_for(CLOSED);
    }
    assert!(browser.decides(0));
    browser.has_no_complaints();
    browser.back();
    browser.wait_for("location.pathname === '/new'");
}

/// Measures the layout shift as browsers do: the largest sum within five seconds without a second of rest. Elements may
/// move until half a second after the answer to a click is drawn, and when a sheet that was clicked away makes room.
pub(crate) const JUMPS: &str = "window.jumps = { most: 0, sum: 0, first: -Infinity, last: -Infinity, pressed: [], moved: [] };
    const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const moved = ({ node, previousRect, currentRect }) =>
        `${node?.id || node?.className || node?.nodeName}: ${place(previousRect)} to ${place(currentRect)}`;
    document.addEventListener('click', () => jumps.pressed.push([performance.now(), Infinity]), true);
    const live = document.getElementById('live');
    let was = live.dataset.moment;
    live.addEventListener('table:after', () => {
        const last = jumps.pressed.at(-1);
        const answers = last?.[1] === Infinity || was === 'sheet';
        was = live.dataset.moment;
        if (!last || !answers) return;
        last[1] = Infinity;
        requestAnimationFrame(() => requestAnimationFrame(() => { last[1] = performance.now() + 500; }));
    });
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, startTime, sources } of list.getEntries()) {
            const answers = jumps.pressed.some(([from, until]) => from <= startTime && startTime <= until);
            if (hadRecentInput || answers) continue;
            if (startTime - jumps.last > 1000 || startTime - jumps.first > 5000) {
                [jumps.sum, jumps.first] = [0, startTime];
            }
            jumps.sum += value;
            jumps.moved.push({ value, moment: document.getElementById('live').dataset.moment, sources: sources.map(moved) });
            jumps.last = startTime;
            jumps.most = Math.max(jumps.most, jumps.sum);
        }
    }).observe({ type: 'layout-shift', buffered: true });";

/// Plays a game with slow bots and measures the layout shift.
fn layout_is_stable(game: &str, n_players: usize, screen: ScreenSize) {
    let site = Site::open(&format!("window-calm-{game}"));
    let browser = Browser::open(screen, Scripts::On);
    browser.set_media_features(&[("prefers-reduced-motion", "no-preference")]);
    browser.set_up_at_pace(&site, game, &vec![Some("kitten"); n_players - 1], "400");
    browser.wait_for(ASKED_OR_OVER);
    browser.run(JUMPS);
    for number in 0..8 {
        assert!(browser.decides(number));
    }
    browser.wait_for(ASKED_OR_OVER);
    let most = browser.value("jumps.most").as_f64();
    let moved = browser.value("jumps.moved");
    assert!(most.is_some_and(|most| most < 0.05), "{game} jumps by {most:?}: {moved:#}");
    // A player who has not scrolled sees the latest line of the log.
    browser.click("#log-box > summary");
    assert_eq!(browser.value("document.querySelector('#story').scrollHeight > 0"), true);
    are_in_sight(&browser, "#story > :first-child");
}

#[test]
fn the_layout_is_stable_on_a_phone() {
    layout_is_stable("catbox", 3, ScreenSize::Phone);
    layout_is_stable("meow", 3, ScreenSize::Phone);
}

#[test]
fn the_layout_is_stable_on_a_laptop() {
    layout_is_stable("yorozu", 3, ScreenSize::Laptop);
    layout_is_stable("catsle", 3, ScreenSize::Laptop);
}

#[test]
fn without_scripts_a_hint_is_a_page() {
    let site = Site::open("window-hint-page");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::Off);
    browser.set_up(&site, "catbox", &[Some("kitten"), Some("kitten")]);
    browser.click("a.hint");
    browser.wait_for("document.querySelector('.advice li') !== null");
    // An action that hardly a playout tried is no advice, so there can be fewer than three.
    assert_eq!(browser.count(".mine button.hinted"), 1);
    assert!((1..=3).contains(&browser.count(".advice li")));
    browser.keep("hint-page");
    // If the player has to pick a card first, the page picks the card of the hint.
    browser.click(".mine button.hinted");
    browser.wait_for("document.querySelector('#live') !== null");
}
