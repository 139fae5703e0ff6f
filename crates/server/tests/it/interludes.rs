//! The pause after a round, as two players at one table see it.

use testing::page::{decisions, forms, next_round};
use testing::wait;

use crate::client::{Setup, Site, config};
use crate::guest::Guest;
use crate::tables::{form, friends};

/// A table of two people and a bot. `fields` are further fields of the form.
fn table<'a>(site: &'a Site, fields: &str) -> [Guest<'a>; 2] {
    let form = format!("game=meow&name=Mia&players=3&seat-2=kitten&pace=0&{fields}");
    let mut mia = Guest::opens(site, "/new", &form);
    let mut ken = Guest::sits(site, &mia.path, "Ken");
    mia.presses("ready");
    ken.presses("ready");
    [mia, ken]
}

/// Plays until the first round is over.
fn plays_a_round(guests: &mut [Guest<'_>; 2]) {
    wait::until("the round is over", || {
        for guest in guests.iter_mut().filter(|guest| !is_paused(guest)) {
            if let Some((form, value)) = guest.decisions().into_iter().next() {
                guest.decides(&form, &value);
            }
        }
        is_paused(&guests[0]).then_some(())
    });
}

fn is_paused(guest: &Guest<'_>) -> bool {
    guest.live_part().contains("data-moment=\"sheet\"")
}

fn offers_next(guest: &Guest<'_>) -> bool {
    next_round(&guest.page()).is_some()
}

#[test]
fn one_player_goes_on_while_the_other_still_reads() {
    let site = Site::open("reads");
    let mut guests = table(&site, "interlude=open");
    plays_a_round(&mut guests);
    let [mia, ken] = &mut guests;
    for guest in [&mut *mia, &mut *ken] {
        assert!(offers_next(guest) && guest.decisions().len() == 1, "nothing else is asked");
    }
    mia.presses("next");
    assert!(!offers_next(mia) && is_paused(mia), "Mia waits");
    assert!(mia.live_part().contains("Waiting for Ken."), "{}", mia.live_part());
    assert!(offers_next(ken), "after a reload, too");
    let late = next_round(&ken.page()).unwrap();
    ken.presses("next");
    assert!(!is_paused(mia) && !is_paused(ken), "the next round has begun");
    let again = ken.post_as("*/*", &late.action, &late.body("", ""));
    assert_eq!(again.status, 204, "a second press is harmless: {}", again.body);
    let rail = Guest::at(&site, &mia.path);
    assert!(!rail.page().contains("/next\""), "spectators ask for nothing");
}

#[test]
fn an_interlude_survives_a_restart_and_its_time_stands_still_meanwhile() {
    let setup = config("interlude-restart");
    let data = setup.data.clone();
    let (path, cookies) = {
        let site = Site::with(setup.clone());
        let mut guests = table(&site, "interlude-time=300");
        plays_a_round(&mut guests);
        guests[0].presses("next");
        (guests[0].path.clone(), guests.map(|guest| guest.cookie))
    };
    let site = Site::with(Setup { data, ..setup });
    let [mia, mut ken] = cookies.map(|cookie| Guest { site: &site, cookie, path: path.clone() });
    assert!(is_paused(&mia) && !offers_next(&mia), "Mia's press is not forgotten");
    assert!(is_paused(&ken) && offers_next(&ken));
    ken.presses("next");
    assert!(!is_paused(&mia));
}

#[test]
fn a_timed_interlude_goes_on_by_itself() {
    let site = Site::open("interlude-time");
    let mut guests = table(&site, "interlude-time=5");
    plays_a_round(&mut guests);
    assert!(guests[0].live_part().contains("data-left"), "the page says how long");
    wait::until("the next round begins", || (!is_paused(&guests[0])).then_some(()));
}

#[test]
fn nobody_plays_during_an_interlude() {
    let site = Site::open("interlude-act");
    let mut guests = table(&site, "interlude=open");
    plays_a_round(&mut guests);
    let [mia, _] = &mut guests;
    let act = format!("{}/act", mia.path);
    let asked = (0..40).map(|at| mia.post_as("*/*", &act, &format!("at=1.{at}&action=play+g1")));
    let answers: Vec<_> = asked.map(|answer| (answer.status, answer.body)).collect();
    assert!(answers.iter().all(|(status, _)| *status == 409), "{answers:?}");
    assert!(answers.iter().any(|(_, why)| why.contains("the next one has not begun")));
    let hint = mia.get(&format!("{}/hint", mia.path));
    assert_ne!(hint.status, 200);
    for bad in ["", "after=", "after=1", "after=1.x", "after=9.9", "after=1.2"] {
        let answer = mia.post_as("*/*", &format!("{}/next", mia.path), bad);
        assert!([400, 409].contains(&answer.status), "{bad}: {}", answer.body);
    }
    let stranger =
        Guest::at(&site, &mia.path).post_as("*/*", &format!("{}/next", mia.path), "after=1.1");
    assert_eq!(stranger.status, 403);
}

/// The seconds until a page without scripts reloads itself, if it does.
fn reloads_after(guest: &Guest<'_>) -> Option<String> {
    let page = guest.page();
    let (_, rest) = page.split_once("http-equiv=\"refresh\" content=\"")?;
    Some(rest.split('"').next().unwrap().to_owned())
}

#[test]
fn without_scripts_a_page_reloads_itself_while_the_table_listens() {
    let site = Site::open("interlude-listens");
    let mut guests = friends(&site, &form("game=yorozu&interlude=open", 3), &["Ken", "Ada"]);
    let listens = |guest: &Guest<'_>| guest.live_part().contains("data-left");
    for guest in &guests {
        if listens(guest) {
            assert_eq!(reloads_after(guest).as_deref(), Some("5"));
        }
    }
    wait::until("the table asks for a card", || (!listens(&guests[0])).then_some(()));
    // The last choice would reveal all of them.
    for guest in &mut guests[..2] {
        assert_eq!(reloads_after(guest), None, "a page with a question stays");
        let (form, value) = guest.decisions().into_iter().next().unwrap();
        guest.decides(&form, &value);
        assert_eq!(reloads_after(guest).as_deref(), Some("5"), "others have to choose");
    }
}

/// Fishbones are discarded by hand between two rounds, so the game asks its players something during the pause.
#[test]
fn without_scripts_a_page_reloads_itself_during_an_interlude() {
    let site = Site::open("interlude-reloads");
    let mut guests = table(&site, "interlude=open&rule-fish=by-hand");
    let (mut n_interludes, mut n_discards) = (0, 0);
    while !guests[0].live_part().contains("data-moment=\"over\"") && n_discards == 0 {
        if is_paused(&guests[0]) {
            n_interludes += 1;
            for guest in &guests {
                assert_eq!(reloads_after(guest).as_deref(), Some("5"));
            }
        }
        for guest in &mut guests {
            let Some((form, value)) = guest.decisions().into_iter().next() else { continue };
            n_discards += usize::from(value.starts_with("drop"));
            if value.is_empty() {
                guest.presses("next");
            } else {
                guest.decides(&form, &value);
            }
        }
    }
    assert!(n_interludes > 0 && n_discards > 0, "{n_interludes} interludes, {n_discards} discards");
}

/// A player who has chosen in secret can change the choice, and nobody else gets a byte of it.
#[test]
fn a_secret_choice_can_be_changed() {
    let site = Site::open("second-thoughts");
    let mut mia = Guest::opens(&site, "/new", "game=catbox&name=Mia&players=3&chat=yes");
    let mut ken = Guest::sits(&site, &mia.path, "Ken");
    let mut ada = Guest::sits(&site, &mia.path, "Ada");
    for guest in [&mut mia, &mut ken, &mut ada] {
        guest.presses("ready");
    }
    let (form, value) = mia.decisions().into_iter().next().unwrap();
    assert_eq!(mia.decides(&form, &value).status, 303);
    let others = |guests: [&Guest<'_>; 2]| guests.map(Guest::live_part);
    let before = others([&ken, &ada]);
    let page = mia.page();
    assert!(decisions(&page).is_empty(), "Mia has decided");
    let change = forms(&page).into_iter().find(|form| form.action.ends_with("/act")).unwrap();
    let other = change.buttons.iter().map(|(_, value)| value).find(|&other| *other != value);
    let other = other.unwrap().clone();
    assert_eq!(mia.decides(&change, &other).status, 303);
    assert_eq!(others([&ken, &ada]), before);
    let marked = |page: &str, value: &str| {
        let button =
            page.split("<button").find(|button| button.contains(&format!("value=\"{value}\"")));
        button.is_some_and(|button| {
            button.split('>').next().unwrap().contains("aria-pressed=\"true\"")
        })
    };
    assert!(marked(&mia.page(), &other) && !marked(&mia.page(), &value));
    // The old page's change comes too late.
    assert_eq!(mia.post_as("*/*", &change.action, &change.body("action", &value)).status, 409);
    for guest in [&mut ken, &mut ada] {
        let (form, value) = guest.decisions().into_iter().next().unwrap();
        guest.decides(&form, &value);
    }
    assert!(
        forms(&mia.page()).iter().all(|form| !form.hidden.iter().any(|(_, at)| at.ends_with(".2")))
    );
}
