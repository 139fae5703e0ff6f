//! How much pages weigh: what a table's page loads, and what its stream sends in a whole game.
//!
//! `cargo test -p server weights -- --nocapture --test-threads 1` prints a table. Sizes are checked; times are only printed,
//! because the machine may be busy.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::{GzDecoder, GzEncoder};
use testing::browser::{Browser, ScreenSize, Scripts};
use testing::http::{Stream, n_messages, request};

use crate::client::Site;
use crate::guest::Guest;
use crate::tables::{form, friends, play_on};
use crate::windows::{AtTable as _, JUMPS};

/// The most bytes that a table's page and everything that it loads may take, packed.
const PAGE: usize = 100_000;

/// The most bytes of an update: the median, and nine of ten.
const UPDATES: [usize; 2] = [1000, 3000];

const GAMES: [(&str, usize); 4] =
    [("game=catbox", 4), ("game=catsle", 4), ("game=yorozu", 4), ("game=meow", 4)];

fn people<'a>(site: &'a Site, rules: &str, n_players: usize) -> Vec<Guest<'a>> {
    friends(site, &form(rules, n_players), &["Ken", "Ada", "Ben"][..n_players - 1])
}

/// Prints a line. The test harness would capture normal output.
fn say(line: &str) {
    writeln!(std::io::stdout().lock(), "{line}").unwrap();
}

fn packed(text: &str) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap().len()
}

/// The sizes of all changes on a packed stream until the game is over. The first brings the whole page.
fn sizes_of_changes(mut stream: Stream) -> Vec<usize> {
    let mut decoder = GzDecoder::new(Vec::new());
    let mut sizes = Vec::new();
    loop {
        let chunk = stream.next_chunk().expect("the end of a game");
        decoder.write_all(&chunk).unwrap();
        decoder.flush().unwrap();
        let text = String::from_utf8(std::mem::take(decoder.get_mut())).unwrap();
        // Other chunks only keep the stream open.
        if n_messages(&format!("\n{text}")) > 0 {
            sizes.push(chunk.len());
        }
        if text.contains("data-moment=\"over\"") {
            return sizes;
        }
    }
}

#[test]
fn weights_of_updates() {
    let site = Site::open("weights-updates");
    for (rules, n_players) in GAMES {
        let mut guests = people(&site, rules, n_players);
        let path = format!("{}/live?pace=normal", guests[0].path);
        let headers = [("cookie", guests[0].cookie.as_str()), ("accept-encoding", "gzip")];
        let stream = site.stream(&request("GET", &path, &headers, ""));
        let sizes = std::thread::scope(|threads| {
            let sizes = threads.spawn(|| sizes_of_changes(stream));
            play_on(&mut guests, usize::MAX);
            sizes.join().unwrap()
        });
        let (first, mut updates) = (sizes[0], sizes[1..].to_vec());
        updates.sort_unstable();
        let [median, most, largest] =
            [5, 9, 10].map(|tenth| updates[(updates.len() - 1) * tenth / 10]);
        say(&format!(
            "{rules}, {n_players} players: {} updates, median {median}, nine of ten {most}, largest {largest} bytes; \
            first {first} bytes",
            updates.len()
        ));
        assert!(updates.len() > 50, "{rules}: {} updates", updates.len());
        assert!(median < UPDATES[0] && most < UPDATES[1], "{rules}: {median}, {most}");
    }
}

/// What the browser has loaded: bytes of the page, bytes and number of all other files, as they came over the wire.
const LOADED: &str = "(() => {
    const [page] = performance.getEntriesByType('navigation');
    // Symbols of one file have the same address but for the fragment.
    const files = new Map(performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
        .map(({ name, encodedBodySize }) => [name.split('#')[0], encodedBodySize]));
    return [page.encodedBodySize, [...files.values()].reduce((sum, size) => sum + size, 0), files.size];
})()";

/// The largest files, with their bytes.
const LARGEST: &str = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
    .map(({ name, encodedBodySize }) => [encodedBodySize, name.split('/assets/')[1].split('.')[0]])
    .sort(([one], [other]) => other - one).slice(0, 6).map(([size, name]) => `${name} ${size}`).join(', ')";

/// The first paint of something, in milliseconds.
const PAINTED: &str = "performance.getEntriesByName('first-contentful-paint')[0].startTime";

/// Browsers report what has shifted after the next frame.
const FRAMES: &str = "const [done] = arguments;
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));";

#[test]
fn weights_of_pages() {
    let site = Site::open("weights-pages");
    for (rules, n_players) in GAMES {
        let mut guests = people(&site, rules, n_players);
        play_on(&mut guests, 4 * n_players);
        // Nothing is in the cache of a new browser.
        let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
        browser.opens_as(&guests[0]);
        browser.wait_for("performance.getEntriesByName('first-contentful-paint').length > 0");
        browser.run(JUMPS);
        browser.run_until_done(FRAMES);
        let numbers = browser.value(LOADED);
        let [page, files, n_files] =
            [0, 1, 2].map(|place| numbers[place].as_u64().unwrap() as usize);
        let packed = packed(&guests[0].page());
        let painted = browser.value(PAINTED).as_f64().unwrap();
        let shift = browser.value("jumps.most").as_f64().unwrap();
        say(&format!(
            "{rules}, {n_players} players: page {page} bytes, packed {packed}; {n_files} files {files} bytes; first paint \
            {painted:.0} ms; layout shift {shift:.4}; {}",
            browser.text(LARGEST)
        ));
        assert!(n_files > 10 && packed + files < PAGE, "{rules}: {packed} + {files} bytes");
    }
}

/// The same for the home page.
#[test]
fn weights_of_the_home_page() {
    let site = Site::open("weights-home");
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    browser.go(&format!("http://{}/", site.address));
    browser.wait_for("performance.getEntriesByName('first-contentful-paint').length > 0");
    let numbers = browser.value(LOADED);
    let [page, files, n_files] = [0, 1, 2].map(|place| numbers[place].as_u64().unwrap() as usize);
    let packed = packed(&site.get("/").body);
    let painted = browser.value(PAINTED).as_f64().unwrap();
    say(&format!(
        "home: page {page} bytes, packed {packed}; {n_files} files {files} bytes; first paint {painted:.0} ms; {}",
        browser.text(LARGEST)
    ));
    assert!(n_files > 2 && packed + files < PAGE, "{packed} + {files} bytes");
}
