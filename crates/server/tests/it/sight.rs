//! What players can see and press while they decide: nothing is cut off, covered or written over something else.

use serde_json::{Value, json};
use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::Site;
use crate::tables::{form, friends, play_on};
use crate::windows::{ASKED_OR_OVER, AtTable as _};

/// The elements of the kind in `css` of which a part is outside the window or below another element, each with what covers it.
const HIDDEN: &str = "((css) => [...document.querySelectorAll(css)].flatMap((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    // Numbers on cards are turned with them, so that the edges of their boxes lie beside them. The shapes of cells are
    // round, and a value may stand in the corner.
    const inset = one.matches('.num, .cell > .sh') ? Math.min(right - left, bottom - top) / 3 : 2;
    const points = [[x, y], [x, top + inset], [x, bottom - inset], [left + inset, y], [right - inset, y]];
    const covers = points.map(([x, y]) => {
        // One sees the column through the place where a stone could go. Seats are clear boxes around what is drawn.
        const there = document.elementsFromPoint(x, y)
            .find((other) => (one.matches('.place') || !other.closest('.place')) && !other.matches('.seat, .body'));
        return one.contains(there) || there?.contains(one) ? '' : `${there?.outerHTML.slice(0, 120)} at ${[x, y]}`;
    });
    const hidden = covers.filter(Boolean);
    return hidden.length ? [`${one.outerHTML.slice(0, 120)} is below ${hidden.join(' and ')}`] : [];
}))";

/// Pairs of captions at cards of the same trick that touch each other: of the trick in play, and of the last one.
const TOUCHING: &str = "[...document.querySelectorAll('ol.trick, #last .trick > ol')].flatMap((trick) => {
    const texts = [...trick.querySelectorAll('.rank, .to, .by, small')].flatMap((caption) => {
        const range = document.createRange();
        range.selectNodeContents(caption);
        const box = caption.getBoundingClientRect();
        return [...range.getClientRects()].map((rect) => ({
            card: caption.closest('li'), text: caption.textContent, top: rect.top, bottom: rect.bottom,
            left: Math.max(rect.left, box.left), right: Math.min(rect.right, box.right),
        }));
    });
    const touch = (one, other) => one.card !== other.card && one.left <= other.left
        && one.right + 3 > other.left && one.top < other.bottom && other.top < one.bottom;
    return texts.flatMap((one) => texts.filter((other) => touch(one, other)).map((other) => `${one.text}|${other.text}`));
})";

/// The parts of a table around the hand that players need while they decide. No game has all of them.
pub(crate) const TABLE: &str = ".plate, .played .num, .tray .num, td.cell > .sh, .row > .rl, .castle .tower, .shelf li, \
    .lantern";

/// The selectors of a list.
fn selectors(css: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let parts = css.split(move |letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    });
    parts.map(str::trim)
}

/// Fails if any of these elements is not wholly in sight. There must be some for each selector of the list.
#[track_caller]
pub(crate) fn are_in_sight(browser: &Browser, css: &str) {
    browser.run("scrollTo(0, 0)");
    for part in selectors(css) {
        assert!(browser.count(part) > 0, "no {part} on {}", browser.url());
    }
    are_seen(browser, css);
}

/// The same where the page is scrolled to.
#[track_caller]
fn are_seen(browser: &Browser, css: &str) {
    // A paradox covers the table for a moment.
    browser.wait_for("document.querySelector('.paradox') === null");
    let hidden = hidden(browser, css);
    if hidden != json!([]) {
        browser.keep("hidden");
        panic!("{hidden:#}");
    }
}

/// Those of these elements that are not wholly in the window, or below others. There must be some elements.
#[track_caller]
pub(crate) fn hidden(browser: &Browser, css: &str) -> Value {
    assert!(browser.count(css) > 0, "no {css} on {}", browser.url());
    browser.value(&format!("{HIDDEN}({css:?})"))
}

/// Plays until an expression holds.
#[track_caller]
pub(crate) fn play_until(browser: &Browser, expression: &str) {
    for number in 0.. {
        browser.wait_for(ASKED_OR_OVER);
        if browser.value(expression) == true {
            return;
        }
        assert!(browser.decides(number), "a whole game without {expression}");
    }
}

#[test]
fn the_invitation_covers_nobody() {
    let site = Site::open("sight-lobby");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for others in [&[None, Some("kitten"), None][..], &[None; 5]] {
        browser.set_up(&site, "meow", others);
        browser.wait_for("document.querySelector('.qr').naturalWidth > 0");
        browser.keep(&format!("invitation-{}", others.len()));
        are_in_sight(
            &browser,
            ".gathering .plate, .gathering form[action$=ready] button, .invite :is(.link > *, .qr)",
        );
    }
    browser.has_no_complaints();
}

#[test]
fn log_and_chat_stay_in_sight_at_the_end() {
    let site = Site::open("sight-end");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up(&site, "catbox", &[Some("kitten"); 3]);
    let mut n_decided = 0;
    while browser.decides(n_decided) {
        n_decided += 1;
    }
    browser.keep("end-laptop");
    are_in_sight(
        &browser,
        ".ranking > li .score, .end .next :is(button, a), .chart .axis, .chart .middle",
    );
    // Log and chat are a press away.
    browser.click("#log-box > summary");
    are_in_sight(&browser, ".points summary, #story > :first-child");
    browser.click("#talk-box > summary");
    are_in_sight(&browser, ".talk .heading, #say input");
    browser.has_no_complaints();
}

#[test]
fn somebody_who_spoke_below_the_hand_is_marked() {
    const NONE: &str = "document.querySelector('#unread').hidden";
    let marked =
        |n: u32| format!("!{NONE} && document.querySelector('#unread b').innerText === '{n}'");
    let site = Site::open("sight-chat");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let browser = Browser::open(ScreenSize::TallPhone, Scripts::On);
    guests[1].says(0, "said before anybody came");
    browser.opens_as(&guests[0]);
    browser.wait_for("document.querySelector('.mine') !== null");
    assert_eq!(browser.value(NONE), true, "nobody has to catch up");
    guests[1].says(1, "hello");
    browser.wait_for(&marked(1));
    guests[2].says(0, "hello");
    browser.wait_for(&marked(2));
    are_in_sight(&browser, "#unread");
    browser.fits();
    browser.keep("unread-phone");
    // The reader's own messages do not count.
    guests[0].says(0, "I am playing");
    browser.wait_for("document.querySelector('.talk').textContent.includes('I am playing')");
    assert_eq!(browser.value(&marked(2)), true);
    browser.reload();
    browser.wait_for(&marked(2));
    browser.click("#unread");
    browser.wait_for(NONE);
    are_seen(&browser, ".talk .heading");
    browser.click("#talk-box > summary");
    guests[1].says(2, "good game");
    browser.wait_for(&marked(1));
    // Who is muted is not heard, and an update without new words marks nothing.
    let mute = format!("{}/mute", guests[0].path);
    assert_eq!(guests[0].post_as("*/*", &mute, "seat=1&yes=yes").status, 204);
    browser.wait_for(NONE);
    guests[1].says(3, "can you hear me?");
    guests[2].says(1, "I can");
    browser.wait_for(&marked(1));
    browser.resize(ScreenSize::Laptop);
    browser.click("#talk-box > summary");
    browser.wait_for(NONE);
    browser.has_no_complaints();
}

#[test]
fn a_reason_stays_with_the_hand() {
    const REFUSED: &str = ".mine .card[aria-disabled=true]";
    let site = Site::open("sight-reason");
    let browser = Browser::open(ScreenSize::TallPhone, Scripts::On);
    browser.set_up(&site, "meow", &[Some("kitten"), Some("kitten")]);
    play_until(&browser, &format!("document.querySelector('{REFUSED}') !== null"));
    for screen in [ScreenSize::TallPhone, ScreenSize::SidewaysPhone, ScreenSize::Laptop] {
        browser.resize(screen);
        browser.tap(REFUSED);
        browser.wait_for("document.querySelector('.reason') !== null");
        are_in_sight(&browser, ".reason, #question");
        browser.keep(&format!("reason-{screen:?}"));
    }
    browser.has_no_complaints();
}

/// Tricks of which not all cards lie in one row. They may be turned a little.
const BROKEN_TRICKS: &str = "[...document.querySelectorAll('ol.trick')].filter((trick) => {
    const cards = [...trick.children].map((card) => card.getBoundingClientRect());
    return Math.max(...cards.map(({ top }) => top)) > Math.min(...cards.map(({ bottom }) => bottom));
}).length";

/// The colour of the page at the lower edge of the window, as it is seen.
const PAPER_BELOW: &str = "(() => {
    let there = document.elementFromPoint(4, innerHeight - 4);
    const clear = 'rgba(0, 0, 0, 0)';
    while (there && getComputedStyle(there).backgroundColor === clear) there = there.parentElement;
    return getComputedStyle(there ?? document.documentElement).backgroundColor;
})()";

#[test]
fn replays_begin_at_the_beginning_and_look_alike_everywhere() {
    let site = Site::open("sight-replay");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    // The cards of a trick lie in one row in CATSle. In Cat in the Box they lie before their players.
    let mut guests = friends(&site, &form("game=catsle", 5), &["Ken", "Ada", "Ben", "Eva"]);
    let address = format!("http://{}{}", site.address, guests[0].path);
    play_on(&mut guests, usize::MAX);
    browser.opens_as(&guests[0]);
    browser.go(&format!("{address}/replay"));
    browser.wait_for("document.querySelector('input[name=step]').value === '0'");
    let full_trick = (1..20).map(|step| format!("{address}/replay?step={step}")).find(|moment| {
        browser.go(moment);
        browser.count("ol.trick > .played .card") == guests.len()
    });
    let full_trick = full_trick.expect("a step with a full trick");
    let screens =
        [ScreenSize::Laptop, ScreenSize::SidewaysPhone, ScreenSize::TallPhone, ScreenSize::Phone];
    for screen in screens {
        browser.resize(screen);
        browser.go(&full_trick);
        browser.keep(&format!("replay-trick-{screen:?}"));
        assert_eq!(browser.value(BROKEN_TRICKS), 0, "{screen:?}");
        browser.fits();
        let papers = [0, 100_000].map(|y| {
            browser.run(&format!("scrollTo({{ top: {y}, behavior: 'instant' }})"));
            browser.text(PAPER_BELOW)
        });
        browser.keep(&format!("replay-end-{screen:?}"));
        assert_eq!(papers[0], papers[1], "{screen:?}");
    }
    browser.has_no_complaints();
}

/// The question, the answers and the hand.
const DECISION: &str =
    "#question, .mine .num, .mine button[name=action]:not(.card, :not(:checked) ~ .then *)";

#[test]
fn a_phone_held_sideways_shows_the_board_and_the_decision() {
    let site = Site::open("sight-sideways");
    let browser = Browser::open(ScreenSize::SidewaysPhone, Scripts::On);
    browser.go(&format!("http://{}/", site.address));
    browser.run("localStorage.setItem('tips', 'off')");
    // The games with what must have been on their boards.
    let catbox = ".played .num, td.cell > .sh, .row > .rl";
    let catsle = ".played .num, .castle .tower";
    let tables = [
        ("catbox", 4, catbox),
        ("catbox", 5, catbox),
        ("catsle", 3, catsle),
        ("catsle", 5, catsle),
        ("yorozu", 4, ".tray .num, .lantern"),
        ("meow", 6, ".played .num, .shelf li"),
    ];
    for (game, n_players, board) in tables {
        let mut missing: Vec<&str> = selectors(board).collect();
        browser.set_up(&site, game, &vec![Some("kitten"); n_players - 1]);
        for number in 0..14 {
            if browser.has_finished_round() {
                browser.decides(number);
                continue;
            }
            if browser.count(".pick > .card") > 0 {
                browser.click(".pick > .card");
            }
            if number == 13 {
                browser.keep(&format!("sideways-{game}-{n_players}"));
            }
            // The mouse may rest on an answer that says why not.
            browser.run("document.querySelector('.reason')?.remove()");
            browser.fits();
            browser.run("scrollTo(0, 0)");
            are_seen(&browser, &format!("{DECISION}, {TABLE}"));
            missing.retain(|part| browser.count(part) == 0);
            assert!(browser.decides(number), "{game} has ended");
        }
        assert_eq!(missing, [""; 0], "{game} never showed these");
    }
    browser.has_no_complaints();
}

/// A stone must be placed, and a tip says something about it.
const PLACING_WITH_A_TIP: &str =
    "document.querySelector('.place') !== null && document.querySelector('.tip.now') !== null";

#[test]
fn castles_are_in_sight_while_a_stone_is_placed() {
    let site = Site::open("sight-castles");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for n_players in 3..=5 {
        browser.run("if (location.protocol === 'http:') localStorage.clear()");
        browser.set_up(&site, "catsle", &vec![Some("kitten"); n_players - 1]);
        play_until(&browser, PLACING_WITH_A_TIP);
        browser.click(".pick > .card");
        browser.keep(&format!("castles-{n_players}-laptop"));
        // The places to choose from lie over the player's own columns.
        are_in_sight(&browser, ".castle:not(.me) .tower, ol.trick .num, :checked ~ .then .place");
        browser.resize(ScreenSize::TallPhone);
        browser.keep(&format!("castles-{n_players}-phone"));
        let castles = ".castle:not(.me) .tower, .castle.me .foot, :checked ~ .then .place";
        are_in_sight(&browser, castles);
        // What has been read makes room, also on a small phone.
        browser.click(".tip.now [data-tips]");
        browser.resize(ScreenSize::Phone);
        browser.click(".pick > .card");
        are_in_sight(&browser, castles);
        browser.resize(ScreenSize::Laptop);
    }
    browser.has_no_complaints();
}

#[test]
fn captions_of_tricks_do_not_touch() {
    let site = Site::open("sight-captions");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    for (game, n_players) in [("catsle", 4), ("catsle", 5), ("catbox", 5), ("meow", 6)] {
        browser.set_up(&site, game, &vec![Some("kitten"); n_players - 1]);
        play_until(&browser, "document.querySelectorAll('#last li').length > 2");
        for number in 0..2 {
            // A move closes the drawer.
            browser.run("document.querySelector('#last-box').open = true");
            assert_eq!(browser.count("#last .trick > ol > li .by"), n_players, "{game}");
            for screen in [ScreenSize::Laptop, ScreenSize::TallPhone, ScreenSize::Phone] {
                browser.resize(screen);
                if number == 0 {
                    browser.keep(&format!("captions-{game}-{n_players}-{screen:?}"));
                }
                assert_eq!(browser.value(TOUCHING), json!([]), "{game}-{n_players}, {screen:?}");
            }
            browser.resize(ScreenSize::Laptop);
            assert!(browser.decides(number));
            browser.wait_for(ASKED_OR_OVER);
        }
    }
}
