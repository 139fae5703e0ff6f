//! What players say and show stands at their cats for a moment.

use testing::browser::{Browser, ScreenSize, Scripts};

use crate::client::Site;
use crate::guest::Guest;
use crate::tables::{form, friends};
use crate::windows::AtTable as _;

/// The bubble of a seat.
fn bubble(seat: u8) -> String {
    format!("document.querySelector('#seat-{seat} > .body > .bubble')")
}

/// Shows a face.
fn reacts(guest: &mut Guest<'_>, n_reacted: usize) {
    let body = format!("at={n_reacted}&reaction=laugh");
    assert_eq!(guest.post_as("*/*", &format!("{}/react", guest.path), &body).status, 204);
}

#[test]
fn words_and_faces_stand_at_the_cat_for_a_moment() {
    let site = Site::open("bubbles");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let browser = Browser::open(ScreenSize::Laptop, Scripts::On);
    guests[1].says(0, "said before anybody came");
    browser.opens_as(&guests[0]);
    guests[1].says(1, "hello");
    browser.wait_for(&format!("{}?.textContent === 'hello'", bubble(1)));
    assert_eq!(browser.count(".bubble"), 1, "only the speaker's cat says it, and only what is new");
    browser.keep("bubble");
    browser.wait_for(&format!("{} === null", bubble(1)));
    // A face takes the place of words.
    guests[2].says(0, "good luck");
    browser.wait_for(&format!("{}?.textContent === 'good luck'", bubble(2)));
    reacts(&mut guests[2], 0);
    browser.wait_for(&format!("{}?.querySelector('.re') != null", bubble(2)));
    assert_eq!(browser.count(".bubble"), 1);
    browser.keep("bubble-reaction");
    browser.wait_for(&format!("{} === null", bubble(2)));
    // A muted player says and shows nothing.
    let mute = format!("{}/mute", guests[0].path);
    assert_eq!(guests[0].post_as("*/*", &mute, "seat=1&yes=yes").status, 204);
    browser.run(
        "window.spoke = new Set();
        new MutationObserver(() => {
            for (const one of document.querySelectorAll('.bubble')) spoke.add(one.closest('.seat').id);
        }).observe(document.body, { childList: true, subtree: true });",
    );
    guests[1].says(2, "can you hear me?");
    reacts(&mut guests[1], 0);
    guests[2].says(1, "I can");
    browser.wait_for(&format!("{}?.textContent === 'I can'", bubble(2)));
    assert_eq!(browser.value("[...spoke]"), serde_json::json!(["seat-2"]));
    browser.has_no_complaints();
}
