//! Tables over HTTP: everything players do, with only what the pages offer.

use std::collections::VecDeque;

use store::{Head, SqliteStore, TableStage};
use testing::http::{Stream, StreamEvent, n_messages, request};
use testing::page::{decisions, forms};
use testing::wait;

use crate::client::{Site, config};
use crate::guest::Guest;

/// Every player presses the first enabled button, until nobody is asked any more.
pub(crate) fn play_on(guests: &mut [Guest<'_>], max_decisions: usize) -> usize {
    let mut n_decided = 0;
    while n_decided < max_decisions {
        let mut asked = false;
        for guest in guests.iter_mut() {
            if n_decided == max_decisions {
                break;
            }
            let decisions = guest.decisions();
            let Some((form, value)) = decisions.get(n_decided % decisions.len().max(1)) else {
                continue;
            };
            let answer = guest.decides(form, value);
            assert_eq!(answer.status, 303, "{}", answer.body);
            asked = true;
            n_decided += 1;
        }
        // A table that has just stopped listening asks a seat.
        let waits = |guests: &[Guest<'_>]| listens(&guests[0]) || guests.iter().any(is_asked);
        if !asked && !waits(guests) {
            break;
        }
    }
    n_decided
}

fn is_asked(guest: &Guest<'_>) -> bool {
    !guest.decisions().is_empty()
}

/// Whether the table waits for players who may speak up, and nobody has to.
fn listens(guest: &Guest<'_>) -> bool {
    let page = guest.page();
    let next = page.split("id=\"next\"").nth(1).and_then(|next| next.split("</div>").next());
    next.is_some_and(|next| next.contains("data-left")) && page.contains("data-moment=\"waiting\"")
}

/// Players who sit down together and begin a game.
pub(crate) fn friends<'a>(site: &'a Site, form: &str, names: &[&str]) -> Vec<Guest<'a>> {
    let first = Guest::opens(site, "/new", form);
    let path = first.path.clone();
    let others = names.iter().map(|name| Guest::sits(site, &path, name));
    let mut guests: Vec<Guest<'a>> = [first].into_iter().chain(others).collect();
    for guest in &mut guests {
        assert_eq!(guest.presses("ready").status, 303);
    }
    guests
}

/// The form of a table for friends. Other fields keep their defaults.
pub(crate) fn form(rules: &str, n_players: usize) -> String {
    format!("{rules}&players={n_players}&name=Mia&stand-in=none")
}

#[test]
fn whole_games_of_every_kind_are_played_by_friends() {
    let site = Site::open("friends");
    for (rules, n_players) in [
        ("game=catbox", 3),
        ("game=catsle", 3),
        ("game=yorozu&rule-level=advanced", 3),
        ("game=meow", 2),
    ] {
        let names = ["Ken", "Ada"];
        let mut guests = friends(&site, &form(rules, n_players), &names[..n_players - 1]);
        assert!(play_on(&mut guests, usize::MAX) > 20);
        let path = guests[0].path.clone();
        let record = guests[0].get(&format!("{path}/record.neko"));
        assert_eq!(record.status, 200, "{rules}");
        assert!(record.body.contains("[Seed \"") && record.body.contains("[Commitment \""));
        assert!(record.body.contains("[Seats \"Mia, Ken"), "{}", record.body);
    }
}

#[test]
fn a_lobby_says_how_its_variant_differs_from_the_standard() {
    let site = Site::open("variant");
    let agreed = |rules: &str| {
        let lobby = Guest::opens(&site, "/new", &form(rules, 3)).live_part();
        let agreed = lobby.split("<dl class=\"agreed\">").nth(1).expect("the terms of the table");
        agreed.split("</dl>").next().unwrap().to_owned()
    };
    let advanced = agreed("game=yorozu&rule-level=advanced&rule-target=50");
    for part in [
        "<small>rules in addition to the basic ones</small> season tokens</li>",
        "<small>total that ends the match: 10 to 200</small> 50</li>",
    ] {
        assert!(advanced.contains(part), "{part} is not in {advanced}");
    }
    assert_eq!(advanced.matches("<li>").count(), 2, "the edition is the usual one: {advanced}");
    assert!(!advanced.contains("level="), "a rules line is for programs: {advanced}");
    assert!(agreed("game=yorozu").contains("standard"));
}

#[test]
fn one_click_plays_against_bots() {
    let site = Site::open("bots");
    let mut guest = Guest::opens(&site, "/play", "game=meow&level=kitten");
    let mut stream = guest.watches();
    let mut n_decided = 0;
    while n_decided < 4 {
        let event = stream.next_event().unwrap();
        let form = forms(&event.data).into_iter().find(|form| form.action.ends_with("/act"));
        let Some(form) = form else { continue };
        let Some((_, value)) = form.buttons.first() else { continue };
        let answer = guest.post_as("text/plain", &form.action, &form.body("action", value));
        assert!([204, 409].contains(&answer.status), "{}", answer.body);
        n_decided += usize::from(answer.status == 204);
    }
}

#[test]
fn a_move_sends_one_update_and_its_beat_to_every_screen() {
    let site = Site::open("screens");
    let mut guests = friends(&site, &form("game=meow", 3), &["Ken", "Ada"]);
    let rail = Guest::at(&site, &guests[0].path);
    let mut streams: Vec<_> = guests.iter().chain([&rail]).map(Guest::watches).collect();
    // Pages show players who arrive later. This chat line comes after all of these updates.
    guests[0].says(0, "all here");
    for stream in &mut streams {
        stream.until("<span>all here</span>");
    }
    for number in 1..=5 {
        assert_eq!(play_on(&mut guests, 1), 1);
        let words = format!("move {number}");
        guests[0].says(number, &words);
        for stream in &mut streams {
            let heard = stream.until(&format!("<span>{words}</span>"));
            // The third card completes a trick, which is shown before it is taken.
            let n_beats = usize::from(number == 3);
            assert_eq!(heard.matches("data-moment=\"trick\"").count(), n_beats, "{heard}");
            let wanted = 2 + n_beats;
            assert_eq!(n_messages(&heard), wanted, "one for the move, one for the words: {heard}");
        }
    }
}

#[test]
fn a_refusal_says_why_and_changes_nothing() {
    let site = Site::open("refusals");
    let mut guests = friends(&site, &form("game=meow", 2), &["Ken"]);
    let waiting = guests.iter().position(|guest| guest.decisions().is_empty()).unwrap();
    let before = guests[waiting].page();
    let path = format!("{}/act", guests[waiting].path);
    let answer = guests[waiting].post_as("text/plain", &path, "at=1.0&action=play+g1");
    assert_eq!(answer.status, 409);
    assert!(answer.body.starts_with("It is not your turn") && answer.body.contains("MEO-"));
    let page = guests[waiting].post(&path, "at=1.0&action=play+g1");
    assert!(page.status == 409 && page.body.contains("not your turn"));
    assert_eq!(guests[waiting].post(&path, "at=1.0&action=dance").status, 400);
    assert_eq!(guests[waiting].post(&path, "action=dance").status, 400);
    let dance = format!("{}/dance", guests[waiting].path);
    assert_eq!(guests[waiting].post(&dance, "yes=yes").status, 404);
    assert_eq!(guests[waiting].page(), before);
}

#[test]
fn unknown_tables_are_not_found() {
    let site = Site::open("nowhere");
    for path in ["/t/x", "/t/00000000000000000000000000", "/t/00000000000000000000000000/live"] {
        assert_eq!(site.get(path).status, 404, "{path}");
    }
    assert_eq!(site.post("/t/00000000000000000000000000/sit", "name=Mia").status, 404);
}

#[test]
fn a_seat_moves_to_another_browser() {
    let site = Site::open("moving");
    let mut guests = friends(&site, &form("game=meow", 2), &["Ken"]);
    let path = guests[0].path.clone();
    let before = guests[0].live_part();
    let mut old = guests[0].watches();
    let answer = guests[0].presses("move");
    let link = answer.attributes("href").into_iter().find(|link| link.contains("/move/")).unwrap();
    let link = link.strip_prefix("http://nekoza.test").unwrap().to_owned();
    let mut phone = Guest::at(&site, &path);
    assert!(phone.get(&link).body.contains("Continue here"));
    assert_eq!(phone.post(&link, "x=y").status, 303);
    assert_eq!(phone.live_part(), before, "the same seat, the same hand");
    while old.next_event().is_some() {}
    assert!(!guests[0].page().contains("\"/t/x/rise\"") && guests[0].decisions().is_empty());
    let mut third = Guest::at(&site, &path);
    assert_eq!(third.get(&link).status, 404, "a link works once");
    assert_eq!(third.post(&link, "x=y").status, 404);
    assert_eq!(
        third.post(&format!("{path}/move"), "x=y").status,
        403,
        "without a seat there is nothing to take along"
    );
}

#[test]
fn the_lifetime_of_a_link_is_a_setting() {
    for (seconds, text, status) in [(180, "within 3 minutes", 200), (0, "within 0 minutes", 404)] {
        let site = Site::with(config(&format!("link-{seconds}")).with(|config| {
            config.lifetimes.link = std::time::Duration::from_secs(seconds);
        }));
        let mut guest = Guest::opens(&site, "/new", &form("game=meow", 2));
        let answer = guest.presses("move");
        assert!(answer.body.contains(text), "{}", answer.body);
        let links = answer.attributes("href");
        let link = links.into_iter().find(|link| link.contains("/move/")).unwrap();
        let link = link.strip_prefix("http://nekoza.test").unwrap();
        assert_eq!(Guest::at(&site, &guest.path).get(link).status, status);
    }
}

#[test]
fn a_finished_game_has_a_replay_from_every_seat() {
    let site = Site::open("replay");
    for rules in ["game=meow", "game=catbox&rule-side=purple"] {
        let n_players = if rules.contains("meow") { 2 } else { 3 };
        let names = ["Ken", "Ada"];
        let mut guests = friends(&site, &form(rules, n_players), &names[..n_players - 1]);
        let path = guests[0].path.clone();
        assert_eq!(
            guests[0].get(&format!("{path}/replay")).status,
            404,
            "nothing is told before the end"
        );
        assert_eq!(guests[0].get(&format!("{path}/record.neko")).status, 404);
        play_on(&mut guests, usize::MAX);
        let first = guests[0].get(&format!("{path}/replay"));
        assert_eq!(first.status, 200);
        assert!(first.body.contains("The game starts here."), "a replay begins at the beginning");
        let linked = guests[0].get(&format!("{path}/replay?step=2"));
        assert!(linked.body.contains("Step 2 of "), "{}", linked.body);
        let n_steps = first.body.matches("&amp;step=").count();
        assert!(n_steps > 20, "{n_steps}");
        for who in ["open", "rail", "0", "1"] {
            for step in [0, 1, 5, 20] {
                let moment = guests[0].get(&format!("{path}/replay?step={step}&as={who}"));
                assert_eq!(moment.status, 200);
                assert!(!moment.body.contains('«'), "{}", moment.body);
            }
        }
        for bad in ["step=99999", "step=x", "as=9", "as=x", "game=0", "game=2", "game=x"] {
            assert_eq!(guests[0].get(&format!("{path}/replay?{bad}")).status, 404, "{bad}");
        }
    }
}

#[test]
fn a_rematch_is_played_at_the_same_table() {
    let site = Site::open("rematch");
    let mut guests = friends(&site, &form("game=meow", 2), &["Ken"]);
    play_on(&mut guests, usize::MAX);
    for guest in &mut guests {
        assert_eq!(guest.presses("ready").status, 303);
    }
    assert!(play_on(&mut guests, usize::MAX) > 20);
    let path = guests[0].path.clone();
    let [first, second] =
        [1, 2].map(|n| guests[0].get(&format!("{path}/record.neko?game={n}")).body);
    assert!(first.contains("[Seed \"") && second.contains("[Seed \""));
    assert_ne!(first, second);
}

#[test]
fn a_table_has_a_qr_code() {
    let site = Site::open("picture");
    let guest = Guest::opens(&site, "/new", &form("game=meow", 3));
    assert!(guest.page().contains("/qr.svg"));
    let picture = guest.get(&format!("{}/qr.svg", guest.path));
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
}

#[test]
fn streams_are_compressed_for_browsers_that_accept_it() {
    let site = Site::open("packed");
    let mut guests = friends(&site, &form("game=meow", 2), &["Ken"]);
    let mut plain = guests[0].watches();
    let asked = [("cookie", guests[0].cookie.as_str()), ("accept-encoding", "br;q=1, gzip")];
    let mut packed = site.stream(&request("GET", &format!("{}/live", guests[0].path), &asked, ""));
    assert_eq!(packed.head().header("content-encoding"), Some("gzip"));
    let mut packed = decompressed(packed);
    let (first, n_first_bytes) = packed.next().unwrap();
    assert_eq!(first.name, "view");
    while plain.next_event().unwrap() != first {}
    for _ in 0..6 {
        assert_eq!(play_on(&mut guests, 1), 1);
        let (event, n_bytes) = packed.next().unwrap();
        assert_eq!(plain.next_event(), Some(event));
        assert!(
            n_bytes * 2 < n_first_bytes,
            "what stays the same costs next to nothing: {n_bytes} of {n_first_bytes} bytes"
        );
    }
}

/// The events of a compressed stream, and the size of each in bytes.
fn decompressed(mut stream: Stream) -> impl Iterator<Item = (StreamEvent, usize)> {
    use std::io::Write as _;
    let mut unpacker = flate2::write::GzDecoder::new(Vec::new());
    let mut events = VecDeque::new();
    std::iter::from_fn(move || {
        while events.is_empty() {
            let chunk = stream.next_chunk()?;
            unpacker.write_all(&chunk).unwrap();
            unpacker.flush().unwrap();
            let text = String::from_utf8(std::mem::take(unpacker.get_mut())).unwrap();
            // What one change brings comes in one chunk: each event of it counts the whole chunk.
            let some = text.split("\n\n").filter_map(StreamEvent::read);
            events.extend(some.map(|event| (event, chunk.len())));
        }
        events.pop_front()
    })
}

#[test]
fn a_hint_names_a_legal_action_and_its_reason() {
    let site = Site::open("hints");
    for game in ["catbox", "catsle", "yorozu", "meow"] {
        let others = ["seat-1=kitten", "seat-2=kitten"].join("&");
        let table = format!("game={game}&players=3&name=Mia&{others}&pace=0&radar=yes");
        let mut guest = Guest::opens(&site, "/new", &table);
        for _ in 0..6 {
            wait::until("a question", || (!guest.decisions().is_empty()).then_some(()));
            let ask = format!("{}/hint", guest.path);
            let is_choice = guest.decisions().len() > 1;
            assert_eq!(guest.page().contains(&format!("href=\"{ask}\"")), is_choice, "{game}");
            let cookie = [("cookie", guest.cookie.as_str()), ("accept", "text/plain")];
            // With simultaneous decisions, others may decide while the bot thinks.
            let (page, part) = loop {
                let before = guest.page();
                let told = (guest.get(&ask).body, guest.site.ask("GET", &ask, &cookie, "").body);
                if guest.page() == before {
                    break told;
                }
            };
            let marked = page.split("<button class=\"").find(|button| {
                button.split('"').next().is_some_and(|class| class.ends_with(" hinted"))
            });
            let best = marked.and_then(|button| button.split(" value=\"").nth(1)).unwrap();
            let best = best.split('"').next().unwrap();
            assert!(page.contains(&format!("href=\"{}\"", guest.path)), "there is a way back");
            assert!(part.starts_with("<section class=\"advice\""), "{part}");
            assert!(page.contains(&part), "the page tells what the script is told");
            let first = part.split("data-action=\"").nth(1).unwrap();
            assert_eq!(first.split('"').next(), Some(best));
            let n_told = part.matches("<li").count();
            assert!((1..=3).contains(&n_told), "{n_told}");
            assert_eq!(part.matches(".</span></li>").count(), n_told, "each says why: {part}");
            let (form, _) = decisions(&page).into_iter().find(|(_, value)| value == best).unwrap();
            assert_eq!(guest.decides(&form, best).status, 303);
        }
        let radar = guest.page().contains("<p class=\"radar\">Radar: ");
        assert_eq!(radar, game == "catbox");
    }
}

#[test]
fn tables_of_friends_have_no_hints_by_default() {
    let site = Site::open("hints-friends");
    for (hints, given) in [("", false), ("&hints=no", false), ("&hints=yes", true)] {
        let guests = friends(&site, &(form("game=meow", 2) + hints), &["Ken"]);
        let asked = guests.iter().find(|guest| !guest.decisions().is_empty()).unwrap();
        let ask = format!("{}/hint", asked.path);
        assert_eq!(asked.page().contains(&ask), given);
        let answer = asked.get(&ask);
        assert_eq!(answer.status, if given { 200 } else { 409 });
        assert_eq!(answer.body.contains("Hints are off at this table"), !given);
    }
}

/// The home page sorts tables by their last public change. A choice that others must not notice is none.
#[test]
fn moves_and_chat_leave_the_entry_of_a_table_alone() {
    let setup = config("entry");
    let data = setup.data.clone();
    let site = Site::with(setup);
    let form = form("game=catsle", 3) + "&listed=home";
    let mut guests = friends(&site, &form, &["Ken", "Ada"]);
    let id = guests[0].path.strip_prefix("/t/").unwrap().parse().unwrap();
    let entry = || SqliteStore::table_in(&data, id).unwrap();
    let before = entry();
    assert_eq!(before.head.stage, TableStage::Playing);
    assert_eq!(play_on(&mut guests, 12), 12);
    guests[0].says(0, "hello");
    let after = entry();
    assert!(after.events.len() > before.events.len() + 12);
    let played = Head { played: true, ..before.head.clone() };
    assert_eq!(after.head, played, "lists show nothing of it");
    // A public change is one.
    assert_eq!(guests[2].presses("rise").status, 303);
    assert_ne!(entry().head, played);
}

#[test]
fn a_new_player_does_not_read_the_story_of_the_former_one() {
    let site = Site::open("former");
    let host = Guest::opens(&site, "/new", &form("game=meow", 3));
    let mut ken = Guest::sits(&site, &host.path, "Ken");
    let ada = Guest::sits(&site, &host.path, "Ada");
    for guest in [&host, &ken, &ada] {
        assert!(guest.page().contains("Ada sits down"), "{}", guest.page());
    }
    assert_eq!(ken.presses("rise").status, 303);
    let mut tom = Guest::at(&site, &host.path);
    assert_eq!(tom.post(&format!("{}/sit", host.path), "name=Tom&seat=1").status, 303);
    let page = tom.page();
    assert!(page.contains("Tom sits down") && !page.contains("Ada sits down"), "{page}");
}
