//! Every moment is seen: a page samples itself while a script plays, and no full trick and no reveal is shown too briefly.

use rules::{Observer, meow};
use serde_json::{Value, json};
use table::event::{Event, EventKind, Moment};
use table::table::Table;
use testing::browser::{Browser, ScreenSize, Scripts};
use testing::wait;

use crate::client::{Site, config};
use crate::guest::Guest;
use crate::shots::{BEAT, Shot, all_shots, check, check_rounds, sample, shots};
use crate::sitting::kept;
use crate::windows::{ASKED_OR_OVER, AtTable};

/// A person with bots that do not wait.
fn with_bots(game: &str, n_players: usize, screen: ScreenSize) {
    let site = Site::open(&format!("beats-{game}-bots"));
    let browser = Browser::open(screen, Scripts::On);
    browser.set_up_at_pace(&site, game, &vec![Some("kitten"); n_players - 1], "0");
    sample(&browser);
    let mut number = 0;
    while !browser.has_finished_round() {
        // Advice must not outlive its question, so it stays on the page.
        if number % 3 == 0 && browser.count("a.hint") > 0 {
            browser.click("a.hint");
            browser.wait_for("document.querySelector('.advice li') !== null");
        }
        assert!(browser.decides(number), "{game} is over");
        number += 1;
    }
    assert!(browser.decides(number), "the next round");
    browser.wait_for(ASKED_OR_OVER);
    assert!(check(game, &browser) >= 4, "{game} shows too few beats");
    assert_eq!(check_rounds(game, n_players, &all_shots(&browser)), (1, false));
    let has_advice = browser.value("shots.some((shot) => shot.advice.length > 0)");
    assert_eq!(has_advice, true, "{game}");
}

/// Two people, one on a laptop and one on a phone, with bots on the other seats.
fn with_people(game: &str, n_bots: usize) {
    let site = Site::open(&format!("beats-{game}-people"));
    let mia = Browser::open(ScreenSize::Laptop, Scripts::On);
    let others: Vec<Option<&str>> =
        [None].into_iter().chain(std::iter::repeat_n(Some("kitten"), n_bots)).collect();
    mia.set_up_at_pace(&site, game, &others, "0");
    let link = mia.text("document.querySelector('#link').value");
    let ken = Browser::open(ScreenSize::Phone, Scripts::On);
    ken.go(&link);
    ken.write(".join input[name=name]", "Ken\n");
    ken.wait_for("document.querySelector('.gathering form[action$=ready] button') !== null");
    for person in [&mia, &ken] {
        person.run("localStorage.setItem('pace', 'quick')");
        person.reload();
        person.wait_for("document.querySelector('.gathering form[action$=ready] button') !== null");
        sample(person);
        person.click(".gathering form[action$=ready] button");
    }
    let people = [&mia, &ken];
    let mut n_nexts = 0;
    for number in 0.. {
        // A player is asked as soon as their page shows it.
        let asked =
            wait::until("a question", || people.into_iter().find(|person| is_asked(person)));
        n_nexts += usize::from(asked.has_finished_round());
        assert!(asked.decides(number), "{game} is over");
        if n_nexts == people.len() {
            break;
        }
    }
    for person in people {
        person.wait_for("!['sheet', 'trick', 'reveal'].includes(live.dataset.moment)");
        assert!(check(game, person) >= 3, "{game} shows too few beats");
        assert_eq!(check_rounds(game, n_bots + 2, &all_shots(person)), (1, false));
    }
}

fn is_asked(browser: &Browser) -> bool {
    let asked = "document.querySelector('#live').dataset.moment === 'asked' \
        || document.querySelector('#next button') !== null";
    browser.value(asked) == true
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

/// The script of the queue, with a clock that only the test moves. Each arrival is a time and a moment; the answer is the
/// time and the moment of everything that is shown, until the clock stands, and when it came.
const PLAY_QUEUE: &str = "
    const [done] = [arguments[0]];
    let now = 0;
    let alarm = Infinity;
    let ring;
    const fakes = {
        performance: { now: () => now },
        setTimeout: (call, millis) => { alarm = now + millis; ring = call; },
        clearTimeout: () => { alarm = Infinity; },
        choices: { get: () => PACE },
        reportError: () => {},
        document: { hidden: false, getElementById: () => null },
    };
    const names = Object.keys(fakes);
    const Queue = new Function(...names, SCRIPT + '; return Queue;')(...Object.values(fakes));
    const shown = [];
    const queue = new Queue(() => shown.push([now, 'lost', now]));
    let n_steps = 0;
    const page = (moment) => `<i id=\"moment\" data-moment=\"${moment}\" data-step=\"${n_steps += 1}\"`;
    const target = { closest: () => null };
    const arrivals = ARRIVALS;
    while (arrivals.length > 0 || alarm < Infinity) {
        const [at, what] = arrivals[0] ?? [Infinity];
        if (alarm <= at) {
            now = alarm;
            alarm = Infinity;
            ring();
            continue;
        }
        now = at;
        arrivals.shift();
        const show = (what) => (came) => shown.push([now, what, came]);
        if (what === 'tap') queue.skip({ type: 'click', target });
        else if (what.startsWith('key ')) queue.skip({ type: 'keydown', key: what.slice(4), target });
        else if (what.startsWith('ctrl ')) queue.skip({ type: 'keydown', key: what.slice(5), ctrlKey: true, target });
        else if (what === 'tap again') shown.push([now, queue.isDoubleTap() ? 'ignored' : 'pressed', now]);
        else if (what === 'answer') queue.expectAnswer();
        else if (what === 'accepted' || what === 'refused') queue.noteDecision(what === 'accepted');
        else if (what === 'hide') { fakes.document.hidden = true; queue.flush(); }
        else if (what === 'connect') queue.restart(page('waiting'), show('all'));
        else if (what === 'broken') queue.add(page('waiting'), () => { throw new Error(what); });
        else if (what === 'chat') queue.add('', show(what));
        else queue.add(page(what), show(what));
    }
    done(shown);";

/// When a viewer of this pace sees what arrives at these times.
fn play_queue(browser: &Browser, pace: &str, arrivals: &[(u64, &str)]) -> Vec<(u64, String, u64)> {
    let script = include_str!("../../../pages/assets/queue.js");
    let script = PLAY_QUEUE
        .replace("PACE", &json!(pace).to_string())
        .replace("ARRIVALS", &json!(arrivals).to_string())
        .replace("SCRIPT", &json!(script).to_string());
    let shown = browser.run_until_done(&script);
    let read = |shown: &Value| {
        let time = |place: usize| shown[place].as_f64().unwrap().round() as u64;
        (time(0), shown[1].as_str().unwrap().to_owned(), time(2))
    };
    shown.as_array().unwrap().iter().map(read).collect()
}

#[test]
fn the_queue_holds_what_has_to_be_seen_and_no_more() {
    let site = Site::open("beats-queue");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.go(&format!("http://{}/about", site.address));
    let check = |pace: &str, arrivals: &[(u64, &str)], wanted: &[(u64, &str)]| {
        let shown = play_queue(&browser, pace, arrivals);
        let shown: Vec<(u64, &str)> =
            shown.iter().map(|(at, what, _)| (*at, what.as_str())).collect();
        assert_eq!(shown, wanted, "{pace}: {arrivals:?}");
    };
    // What comes slowly is shown as it comes.
    let slowly = [(0, "waiting"), (1000, "waiting"), (2000, "trick"), (4000, "waiting")];
    check("normal", &slowly, &slowly);
    // Cards land one after the other. A trick stands, also for quick viewers, and longer for calm ones.
    let trick = [(0, "waiting"), (10, "trick"), (10, "waiting"), (20, "waiting")];
    let at = |trick, after, last| {
        [(0, "waiting"), (trick, "trick"), (after, "waiting"), (last, "waiting")]
    };
    check("normal", &trick, &at(450, 1370, 1820));
    check("quick", &trick, &at(225, 1145, 1370));
    check("calm", &trick, &at(810, 2450, 3260));
    // Clocks count from when a change came, not from when it is shown.
    let came: Vec<u64> =
        play_queue(&browser, "normal", &trick).into_iter().map(|(_, _, came)| came).collect();
    assert_eq!(came, [0, 10, 10, 20]);
    // Chat waits for nothing, and nothing waits for it. But it keeps its place.
    check(
        "normal",
        &[(0, "trick"), (1, "chat"), (2, "waiting"), (3, "chat"), (4, "waiting")],
        &[(0, "trick"), (1, "chat"), (920, "waiting"), (920, "chat"), (1370, "waiting")],
    );
    // A question comes after a second and a half at the latest, but after a full trick.
    let asked = [(0, "trick"), (0, "waiting"), (0, "waiting"), (0, "waiting"), (0, "asked")];
    let landed = |trick, [one, two, three]: [u64; 3]| {
        [(0, "trick"), (trick, "waiting"), (one, "waiting"), (two, "waiting"), (three, "asked")]
    };
    check("normal", &asked, &landed(920, [1113, 1307, 1500]));
    check("calm", &asked, &landed(977, [1151, 1326, 1500]));
    // Each step is seen, however many there are, and each trick stands, also if that takes longer.
    let many: Vec<(u64, &str)> = ["trick", "waiting", "waiting", "waiting", "waiting", "waiting"]
        .into_iter()
        .chain(["asked"])
        .map(|what| (0, what))
        .collect();
    let seen = [(0, "trick"), (920, "waiting"), (1040, "waiting"), (1160, "waiting")];
    let later = [(1280, "waiting"), (1400, "waiting"), (1520, "asked")];
    check("normal", &many, &[&seen[..], &later].concat());
    let twice = [(0, "trick"), (0, "waiting"), (0, "trick"), (0, "asked")];
    check("calm", &twice, &[(0, "trick"), (920, "waiting"), (1040, "trick"), (1960, "asked")]);
    // Two reveals of one round, before and after crows swap, share that time.
    let swapped = [(0, "reveal"), (0, "reveal"), (0, "waiting"), (0, "asked")];
    check(
        "normal",
        &swapped,
        &[(0, "reveal"), (665, "reveal"), (1330, "waiting"), (1500, "asked")],
    );
    let alone = [(0, "reveal"), (0, "waiting"), (0, "waiting"), (0, "waiting"), (0, "asked")];
    let seen = [(0, "reveal"), (920, "waiting"), (1113, "waiting"), (1307, "waiting")];
    check("normal", &alone, &[&seen[..], &[(1500, "asked")]].concat());
    // It does not wait because of what comes after it.
    let busy = [(0, "asked"), (5, "asked"), (10, "asked")];
    check("normal", &busy, &[(0, "asked"), (450, "asked"), (900, "asked")]);
    // A tap goes on to the next moment, and only to that.
    let tapped = [(0, "trick"), (0, "trick"), (0, "waiting"), (100, "tap")];
    check("normal", &tapped, &[(0, "trick"), (100, "trick"), (1020, "waiting")]);
    check(
        "normal",
        &[(0, "waiting"), (100, "tap"), (200, "waiting")],
        &[(0, "waiting"), (450, "waiting")],
    );
    // A second tap that follows at once was meant for what stood there before.
    let taps = [(0, "trick"), (0, "waiting"), (100, "tap"), (390, "tap again"), (410, "tap again")];
    let pressed = [(0, "trick"), (100, "waiting"), (390, "ignored"), (410, "pressed")];
    check("normal", &taps, &pressed);
    // Keys that have a meaning of their own skip nothing.
    let keys = ["key Tab", "key ArrowDown", "key Shift", "key Escape", "ctrl c", "key x"];
    let keys = keys.into_iter().zip(50..).map(|(key, at)| (at, key));
    let keys: Vec<(u64, &str)> = [(0, "trick"), (0, "waiting")].into_iter().chain(keys).collect();
    check("normal", &keys, &[(0, "trick"), (55, "waiting")]);
    // The answer to one's own move does not wait for others, and a trick that it completes stands.
    let answer = [(0, "asked"), (100, "asked"), (110, "answer"), (120, "trick"), (120, "waiting")];
    check("normal", &answer, &[(0, "asked"), (120, "asked"), (120, "trick"), (1040, "waiting")]);
    // A decision that is refused or changes nothing has no answer, and later changes wait as ever.
    let refused = [(0, "trick"), (10, "answer"), (20, "refused"), (30, "waiting")];
    check("normal", &refused, &[(0, "trick"), (920, "waiting")]);
    let nothing = [(0, "trick"), (10, "answer"), (20, "accepted"), (1030, "waiting")];
    check("calm", &nothing, &[(0, "trick"), (1640, "waiting")]);
    let chat = [(0, "trick"), (10, "answer"), (20, "chat"), (30, "accepted"), (40, "waiting")];
    check("normal", &chat, &[(0, "trick"), (20, "chat"), (40, "waiting")]);
    // After a change that could not be shown, a new stream brings the whole page.
    let broken = [(0, "waiting"), (500, "broken"), (510, "waiting"), (520, "connect")];
    check("normal", &broken, &[(0, "waiting"), (500, "lost"), (520, "all")]);
    // A page that is far behind, hidden, or connects again, shows the newest state at once.
    let far: Vec<(u64, &str)> = (0..7).map(|_| (0, "trick")).chain([(10, "waiting")]).collect();
    let shown = play_queue(&browser, "normal", &far);
    assert_eq!(shown.iter().filter(|(at, ..)| *at == 0).count(), 6, "{shown:?}");
    assert_eq!(shown.len(), far.len());
    let hidden =
        [(0, "trick"), (0, "waiting"), (0, "waiting"), (50, "hide"), (60, "trick"), (61, "asked")];
    let at_once = [(0, "trick"), (50, "waiting"), (50, "waiting"), (60, "trick"), (61, "asked")];
    check("normal", &hidden, &at_once);
    let again = [(0, "trick"), (0, "waiting"), (50, "connect"), (60, "trick"), (61, "asked")];
    check("normal", &again, &[(0, "trick"), (50, "all"), (500, "trick"), (1420, "asked")]);
    browser.has_no_complaints();
}

#[test]
fn a_key_skips_a_full_trick_and_a_hidden_page_waits_for_none() {
    const SHOWS_TRICK: &str = "document.querySelector('#live').dataset.moment === 'trick'";
    let site = Site::open("beats-skip");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.set_up_at_pace(&site, "meow", &[Some("kitten")], "0");
    sample(&browser);
    // Every trick is skipped as soon as it is shown.
    browser.run(
        "live.addEventListener('table:after', () => setTimeout(() => {
            if (live.dataset.moment === 'trick') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }));
        }));",
    );
    let mut number = 0;
    let skipped = loop {
        assert!(browser.decides(number));
        number += 1;
        browser.wait_for(ASKED_OR_OVER);
        let beats: Vec<Shot> = shots(&browser).into_iter().filter(Shot::is_beat).collect();
        if beats.len() >= 3 {
            break beats;
        }
    };
    assert!(skipped.iter().any(|shot| shot.millis < BEAT), "no key skipped anything: {skipped:#?}");
    // On a page that nobody sees, the newest state stands at once.
    browser
        .run("Object.defineProperty(document, 'hidden', { get: () => true }); shots.length = 0;");
    assert!(browser.decides(number) && browser.decides(number + 1));
    browser.wait_for(ASKED_OR_OVER);
    let stood = shots(&browser).into_iter().filter(|shot| shot.is_beat() && shot.millis >= BEAT);
    assert_eq!(stood.count(), 0);
    browser.wait_for(&format!("!({SHOWS_TRICK})"));
    browser.has_no_complaints();
}

#[test]
fn the_pace_of_a_viewer_is_kept_and_sent() {
    // Only streams that have ended are listed.
    const ENDED: &str = "performance.getEntriesByType('resource')\
        .map((one) => new URL(one.name)).filter((url) => url.pathname.endsWith('/live')).map((url) => url.search).join()";
    let site = Site::open("beats-setting");
    let browser = Browser::open(ScreenSize::Phone, Scripts::On);
    browser.set_up_at_pace(&site, "meow", &[Some("kitten")], "0");
    browser.wait_for(ASKED_OR_OVER);
    browser.click("#menu > summary");
    assert_eq!(browser.value("document.querySelector('.settings [name=pace]').value"), "normal");
    browser.choose("pace", "calm");
    browser.wait_for(&format!("{ENDED} === '?pace=normal'"));
    browser.choose("pace", "quick");
    browser.wait_for(&format!("{ENDED} === '?pace=normal,?pace=calm'"));
    assert!(browser.decides(0), "the page goes on");
    browser.reload();
    browser.wait_for(ASKED_OR_OVER);
    assert_eq!(browser.value("document.querySelector('.settings [name=pace]').value"), "quick");
    browser.has_no_complaints();
}

/// Bots wait until the slowest viewer has seen a trick, at that viewer's pace.
#[test]
fn bots_follow_the_slowest_viewer() {
    let setup = config("beats-pace");
    let site = Site::with(setup.clone());
    let form = "game=meow&players=3&seat-1=kitten&seat-2=kitten&name=Mia&pace=500";
    let mut mia = Guest::opens(&site, "/new", form);
    let watch = |pace: &str| {
        let path = format!("{}/live?pace={pace}", mia.path);
        site.stream(&testing::http::request("GET", &path, &[("cookie", &mia.cookie)], ""))
    };
    let mut streams = ["calm", "quick", "unknown"].map(watch);
    for stream in &mut streams {
        stream.until("data: ");
    }
    // Enough tricks that a bot wins one.
    for _ in 0..8 {
        let (form, value) = wait::until("a question", || mia.decisions().into_iter().next());
        assert_eq!(mia.decides(&form, &value).status, 303);
    }
    wait::until("a question", || mia.decisions().into_iter().next());
    let id = mia.path.strip_prefix("/t/").unwrap().parse().unwrap();
    drop((streams, site));
    let events = kept(&setup.data, id).events;
    let mut events = events.iter().map(|line| line.parse::<Event<meow::State>>().unwrap());
    let mut table = Table::new(&events.next().unwrap()).unwrap();
    let mut asked_at: Option<(Moment, usize)> = None;
    let mut waits = [0, 0];
    for event in events {
        let at = event.at;
        let by_bot = matches!(event.kind, EventKind::Act { by: table::event::By::Bot, .. });
        if let (Some((asked_at, n_beats)), true) = (asked_at, by_bot) {
            // 500 ms and a beat of 900 ms, each 1.8 times as long.
            let least = 900 + 1620 * n_beats as u64;
            assert!(
                at - asked_at >= least,
                "after {n_beats} beats a bot waits {} ms",
                at - asked_at
            );
            waits[n_beats] += 1;
        }
        let news = table.replay(event).unwrap();
        asked_at = Some((at, news.beats(Observer::Rail).len()));
    }
    assert!(waits[0] > 0 && waits[1] > 0, "{waits:?}");
}
