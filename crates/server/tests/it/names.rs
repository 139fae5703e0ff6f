//! Names: what is said about a bad one and beside which field, and the name that a browser remembers.

use testing::browser::{Browser, ScreenSize, Scripts};
use testing::http::Answer;
use testing::page::encode;

use crate::client::Site;
use crate::guest::Guest;
use crate::tables::form;

const TAKEN: &str = "That name is taken at this table: ";

/// The form to sit down that came back.
#[track_caller]
fn join_form(answer: &Answer) -> &str {
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    let form = answer.body.split("<form class=\"join\"").nth(1).expect("a form to sit down");
    form.split("</form>").next().unwrap()
}

#[test]
fn a_refused_name_comes_back_beside_its_field() {
    let site = Site::open("names-refused");
    let mia = Guest::opens(&site, "/new", &form("game=meow", 3));
    let (path, sit) = (mia.path.clone(), format!("{}/sit", mia.path));
    let mut ken = Guest::at(&site, &path);
    let invitation = ken.get(&format!("{path}?seat=2"));
    ken.keeps_cookie(&invitation);
    assert!(!join_form(&invitation).contains("aria-invalid"), "nothing is wrong yet");
    for (name, status, told) in [
        ("mia ", 409, "That name is taken at this table: mia"),
        ("\u{41c}i\u{430}", 409, TAKEN),
        ("", 400, "A name has 1 to 20 characters, not 0"),
        (
            "...",
            400,
            "A name has 1 to 20 characters, and one of them is a letter, a digit or an emoji",
        ),
        ("a name of many characters", 400, "A name has 1 to 20 characters, and one of them"),
        ("\"><script>", 409, ""),
    ] {
        if told.is_empty() {
            // A player has this name already, and it stays text.
            Guest::sits(&site, &path, &encode(name));
        }
        let answer = ken.post(&sit, &format!("name={}&seat=2", encode(name)));
        assert_eq!(answer.status, status, "{name}");
        let form = join_form(&answer);
        let escaped = name.replace('"', "&quot;").replace('>', "&gt;").replace('<', "&lt;");
        for part in [
            &format!("name=\"name\" value=\"{escaped}\""),
            "aria-invalid=\"true\"",
            "<input type=\"hidden\" name=\"seat\" value=\"2\">",
            &format!("id=\"join-wrong\" role=\"alert\">{told}"),
        ] {
            assert!(form.contains(part), "{part} is not in {form}");
        }
        assert!(!answer.body.contains("Too late") && !answer.body.contains("http-equiv"));
        // Scripts get the sentence.
        let told_again = ken.post_as("text/plain", &sit, &format!("name={}&seat=2", encode(name)));
        assert_eq!(told_again.status, status);
        assert!(told_again.body.starts_with(told), "{}", told_again.body);
    }
    // The address of a refusal leads back to the table.
    assert_eq!(ken.get(&sit).header("location"), Some(path.as_str()));
    assert_eq!(ken.post(&sit, "name=Ken&seat=2").status, 303);
    assert!(ken.page().contains("Ken"));
}

/// Chat and stories would not tell a person from a bot.
#[test]
fn a_person_is_not_called_like_a_bot_at_the_table() {
    let site = Site::open("names-of-bots");
    let mia = Guest::opens(&site, "/new", &form("game=meow", 3));
    let sit = format!("{}/sit", mia.path);
    for name in ["Tama", "tama", "T\u{430}ma"] {
        let refused =
            Guest::at(&site, &mia.path).post(&sit, &format!("name={}&seat=2", encode(name)));
        assert_eq!(refused.status, 409, "{name}");
        assert!(refused.body.contains(TAKEN), "{name}");
    }
    // The bot of one's own seat does not play, and other bots are not at this table.
    for (seat, name) in [(2, "Kuro"), (1, "Shiro")] {
        let sat = Guest::at(&site, &mia.path).post(&sit, &format!("name={name}&seat={seat}"));
        assert_eq!(sat.status, 303, "{name}: {}", sat.body);
    }
    // Nobody else is there to be deceived.
    Guest::opens(&site, "/play", "game=meow&level=kitten&name=Tama");
}

#[test]
fn a_full_table_has_no_form_to_come_back_to() {
    let site = Site::open("names-full");
    let mia = Guest::opens(&site, "/new", &form("game=meow", 2));
    Guest::sits(&site, &mia.path, "Ken");
    let answer = Guest::at(&site, &mia.path).post(&format!("{}/sit", mia.path), "name=Ada");
    assert_eq!(answer.status, 409);
    assert!(answer.body.contains("All seats are taken"), "{}", answer.body);
}

#[test]
fn a_name_is_offered_again_in_every_form() {
    let offers = |page: &str, name: &str| {
        let input = page.split("<input").find(|input| input.contains("name=\"name\""));
        input.is_some_and(|input| input.contains(&format!(" value=\"{name}\"")))
    };
    let site = Site::open("names-known");
    let host = Guest::opens(&site, "/new", "game=meow&players=4&name=Host&listed=home");
    let mut mia = Guest::at(&site, &host.path);
    assert!(!mia.get("/").body.contains("name=\"name\" value"));
    assert_eq!(mia.post(&format!("{}/sit", host.path), "name=+Mia+%26+Co").status, 303);
    for path in ["/", "/new?game=yorozu"] {
        assert!(offers(&mia.get(path).body, "Mia &amp; Co"), "{path}");
    }
    // At another table, and when it was changed.
    let other = Guest::opens(&site, "/new", &form("game=meow", 4));
    assert!(offers(&mia.get(&other.path).body, "Mia &amp; Co"));
    let made = mia.post("/new", "game=meow&players=2&name=Zo%C3%AB");
    assert_eq!(made.status, 303);
    assert!(offers(&mia.get(&other.path).body, "Zoë"));
    assert!(offers(&mia.get("/").body, "Zoë"));
    // A refused name is not remembered, and a form that comes back has what was typed.
    let refused = mia.post(&format!("{}/sit", other.path), "name=Mia");
    assert!(refused.status == 409 && offers(&refused.body, "Mia"));
    assert!(offers(&mia.get("/").body, "Zoë"));
}

#[test]
fn play_now_uses_the_name() {
    let site = Site::open("names-play");
    let mut mia = Guest::at(&site, "");
    let sits_as = |mia: &Guest<'_>, answer: &Answer, name: &str| {
        assert_eq!(answer.status, 303, "{}", answer.body);
        let page = mia.get(answer.header("location").unwrap());
        assert!(page.body.contains(&format!("<b>{name}</b>")), "{name}: {}", page.body);
    };
    let answer = mia.post("/play", "game=meow&level=kitten&name=");
    sits_as(&mia, &answer, "Guest");
    assert!(!mia.cookie.contains("nekoza-name"), "a guest has no name to remember");
    let answer = mia.post("/play", "game=meow&level=kitten&name=Mia");
    sits_as(&mia, &answer, "Mia");
    assert!(mia.get("/").body.contains("name=\"name\" value=\"Mia\""));
    // What cannot be a name is said beside its field, and the choice of bots stays.
    let refused = mia.post("/play", "game=catsle&level=tiger&name=...");
    assert_eq!(refused.status, 422);
    for part in [
        "name=\"name\" value=\"...\"",
        "aria-invalid=\"true\" aria-describedby=\"name-wrong\"",
        "value=\"tiger\" checked",
        "a name has 1 to 20 characters",
    ] {
        assert_eq!(refused.body.matches(part).count(), 1, "{part} is not in {}", refused.body);
    }
    assert_eq!(refused.body.matches("aria-invalid").count(), 1);
    // An emptied field makes a guest again.
    let answer = mia.post("/play", "game=meow&level=kitten&name=");
    sits_as(&mia, &answer, "Guest");
    assert!(!mia.cookie.contains("nekoza-name"));
    assert!(!mia.get("/").body.contains("value=\"Mia\""));
}

/// The cat at the first seat, or at the only one in this coat.
fn has_cat(page: &str, coat: usize) -> bool {
    page.contains(&format!("<svg class=\"cat c{coat}\">"))
}

#[test]
fn a_cat_is_chosen_and_remembered() {
    let is_checked = |page: &str, coat: &str| {
        let mut inputs = page.split("<input").filter(|input| input.contains("name=\"coat\""));
        let checked = inputs.find(|input| input.contains(" checked"));
        checked.is_some_and(|input| input.contains(&format!(" value=\"{coat}\"")))
    };
    let site = Site::open("names-cats");
    let mut mia = Guest::at(&site, "");
    assert!(is_checked(&mia.get("/new").body, ""));
    let made = mia.post("/new", "game=meow&players=3&name=Mia&coat=tortie");
    made.header("location").unwrap().clone_into(&mut mia.path);
    assert!(has_cat(&mia.live_part(), 11) && is_checked(&mia.page(), "tortie"));
    assert!(is_checked(&mia.get("/new?game=catbox").body, "tortie"));
    // Nobody else has that coat, and a coat that is no coat is refused.
    let mut ken = Guest::at(&site, &mia.path);
    let sit = format!("{}/sit", mia.path);
    let refused = ken.post(&sit, "name=Ken&coat=pink");
    assert_eq!(refused.status, 400);
    assert!(join_form(&refused).contains("There is no such cat"), "{}", refused.body);
    assert!(!ken.cookie.contains("nekoza-coat"), "{}", ken.cookie);
    assert_eq!(ken.post(&sit, "name=Ken&coat=tortie").status, 303);
    assert!(has_cat(&ken.live_part(), 11) && has_cat(&ken.live_part(), 0), "{}", ken.page());
    // The wish is remembered, and what the table made of it is not.
    let other = Guest::opens(&site, "/new", &form("game=meow", 3));
    assert!(is_checked(&ken.get(&other.path).body, "tortie"));
    assert_eq!(ken.post(&format!("{}/sit", other.path), "name=Ken").status, 303);
    assert!(has_cat(&ken.get(&other.path).body, 11));
    // Changed at the table, for everybody and for the next table.
    assert_eq!(ken.post(&format!("{}/wear", ken.path), "coat=cream").status, 303);
    assert!(has_cat(&mia.live_part(), 5) && is_checked(&ken.page(), "cream"));
    let bad = ken.post(&format!("{}/wear", ken.path), "coat=pink");
    assert!(bad.status == 400 && bad.body.contains("There is no such cat"), "{}", bad.body);
    assert!(has_cat(&mia.live_part(), 5));
    let answer = ken.post("/play", "game=meow&level=kitten&name=Ken");
    assert!(has_cat(&ken.get(answer.header("location").unwrap()).body, 5));
    // Again by name.
    assert_eq!(ken.post(&format!("{}/wear", ken.path), "coat=").status, 303);
    assert!(is_checked(&ken.page(), "") && !ken.cookie.contains("nekoza-coat"));
    // Chosen on the home page.
    assert!(is_checked(&ken.get("/").body, ""));
    let answer = ken.post("/play", "game=meow&level=kitten&name=Ken&coat=tortie");
    assert!(has_cat(&ken.get(answer.header("location").unwrap()).body, 11));
    assert!(is_checked(&ken.get("/").body, "tortie"));
    let refused = ken.post("/play", "game=meow&level=kitten&name=...&coat=cream");
    assert!(refused.status == 422 && is_checked(&refused.body, "cream"));
    assert_eq!(ken.post("/play", "game=meow&level=kitten&name=Ken&coat=pink").status, 400);
    ken.post("/play", "game=meow&level=kitten&name=Ken&coat=");
    assert!(is_checked(&ken.get("/").body, "") && !ken.cookie.contains("nekoza-coat"));
    let refused = ken.post("/new", "game=meow&players=3&name=Ken&coat=pink");
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("id=\"coat-wrong\""), "{}", refused.body);
}

/// The form for another name on the page of a player.
#[track_caller]
fn rename_form(page: &str) -> &str {
    let form = page.split("<form class=\"rename\"").nth(1).expect("a form for another name");
    form.split("</form>").next().unwrap()
}

#[test]
fn a_name_changes_at_the_table_and_is_remembered() {
    let site = Site::open("names-renamed");
    let mut mia = Guest::opens(&site, "/new", &form("game=meow", 3));
    let mut ken = Guest::sits(&site, &mia.path, "Ken");
    let rename = format!("{}/rename", mia.path);
    ken.says(0, "hello");
    assert!(rename_form(&ken.page()).contains("value=\"Ken\""));
    assert_eq!(ken.post(&rename, "name=+Kim+").header("location"), Some(mia.path.as_str()));
    for page in [mia.page(), ken.page()] {
        assert!(page.contains("Ken is now called Kim"), "{page}");
        let line = page.split("data-n=\"1\"").nth(1).unwrap();
        assert!(line.starts_with("> <b>Ken</b>") || line.contains("<b>Ken</b> <span>hello"));
    }
    assert!(rename_form(&ken.page()).contains("value=\"Kim\""));
    assert!(ken.get("/").body.contains("name=\"name\" value=\"Kim\""));
    assert!(mia.get("/").body.contains("with Kim"), "a list of tables shows it too");
    // Scripts stay on the page.
    assert_eq!(ken.post_as("text/plain", &rename, "name=Kim+2").status, 204);
    assert!(mia.page().contains("Kim is now called Kim 2"));
    // During a game, and after it.
    Guest::sits(&site, &mia.path, "Ada").presses("ready");
    for guest in [&mut mia, &mut ken] {
        assert_eq!(guest.presses("ready").status, 303);
    }
    assert_eq!(mia.post(&rename, "name=Mio").status, 303);
    assert!(ken.page().contains("Mia is now called Mio"));
}

#[test]
fn a_refused_new_name_comes_back_beside_its_field() {
    let site = Site::open("names-not-renamed");
    let mia = Guest::opens(&site, "/new", &form("game=meow", 3));
    let mut ken = Guest::sits(&site, &mia.path, "Ken");
    let rename = format!("{}/rename", mia.path);
    for (name, status, told) in [
        ("mia ", 409, "That name is taken at this table: mia"),
        ("\u{41c}i\u{430}", 409, TAKEN),
        // The host can put Kuro on the last seat.
        ("Kur\u{43e}", 409, TAKEN),
        ("", 400, "A name has 1 to 20 characters, not 0"),
        ("a name of many characters", 400, "A name has 1 to 20 characters, and one of them"),
    ] {
        let answer = ken.post(&rename, &format!("name={}", encode(name)));
        assert_eq!(answer.status, status, "{name}");
        let form = rename_form(&answer.body);
        for part in [
            &format!("name=\"name\" value=\"{name}\""),
            "aria-invalid=\"true\"",
            &format!("id=\"rename-wrong\" role=\"alert\">{told}"),
        ] {
            assert!(form.contains(part), "{part} is not in {form}");
        }
        assert!(answer.body.contains("id=\"live\"") && !answer.body.contains("http-equiv"));
        let told_again = ken.post_as("text/plain", &rename, &format!("name={}", encode(name)));
        assert_eq!(told_again.status, status);
        assert!(told_again.body.starts_with(told), "{}", told_again.body);
    }
    assert_eq!(ken.get(&rename).header("location"), Some(mia.path.as_str()));
    assert!(ken.cookie.contains("nekoza-name=Ken") && rename_form(&ken.page()).contains("Ken"));
    let mut stranger = Guest::at(&site, &mia.path);
    assert_eq!(stranger.post(&rename, "name=Eva").status, 403);
    assert_eq!(ken.post(&rename, "name=Tama").status, 303, "the bot of one's own seat");
}

#[test]
fn a_reaction_keeps_the_cat_that_showed_it() {
    let site = Site::open("names-reactions");
    let mut mia = Guest::opens(&site, "/new", &(form("game=meow", 2) + "&coat=cream"));
    let path = mia.path.clone();
    let lines = |mia: &Guest<'_>| {
        let page = mia.page();
        let list = page.split("class=\"lines from-end\"").nth(1).unwrap();
        list.split("</ul>").next().unwrap().to_owned()
    };
    assert_eq!(mia.post(&format!("{path}/react"), "at=0&reaction=laugh").status, 303);
    let before = lines(&mia);
    assert_eq!(before.matches("<li").count(), 1, "{before}");
    for (command, body) in [("wear", "coat=tortie"), ("rename", "name=Mio")] {
        assert_eq!(mia.post(&format!("{path}/{command}"), body).status, 303);
        assert_eq!(lines(&mia), before, "{command}");
    }
}

#[test]
fn a_cookie_is_no_more_than_a_typed_name() {
    let site = Site::open("names-untrusted");
    for bad in ["...", "%E2%80%8B", &"a".repeat(21), "%00", ""] {
        let page = site.ask("GET", "/", &[("cookie", &format!("nekoza-name={bad}"))], "");
        assert!(page.status == 200 && !page.body.contains("name=\"name\" value"), "{bad}");
    }
    let evil = "nekoza-name=%22%3E%3Cscript%3E";
    for path in ["/", "/new"] {
        let page = site.ask("GET", path, &[("cookie", evil)], "").body;
        assert!(page.contains("value=\"&quot;&gt;&lt;script&gt;\""), "{path}");
    }
    let page = site.ask("GET", "/new", &[("cookie", "nekoza-coat=%22%3E%3Cscript%3E")], "");
    assert!(page.status == 200 && page.body.contains("name=\"coat\" value=\"\" checked"));
}

#[test]
fn a_taken_name_is_said_without_leaving_the_page() {
    const TOLD: &str = "document.querySelector('#join-wrong').innerText";
    for scripts in [Scripts::On, Scripts::Off] {
        let site = Site::open(&format!("names-window-{scripts:?}"));
        let mia = Guest::opens(&site, "/new", &form("game=meow", 3));
        let browser = Browser::open(ScreenSize::TallPhone, scripts);
        let invitation = format!("http://{}{}?seat=2", site.address, mia.path);
        browser.go(&invitation);
        browser.write(".join input[name=name]", "Mia\n");
        browser.wait_without_reload(&format!("{TOLD}.startsWith('{TAKEN}')"));
        browser.keep(&format!("name-taken-{scripts:?}"));
        assert_eq!(browser.text("document.querySelector('.join input[name=name]').value"), "Mia");
        assert_eq!(
            browser.value("document.querySelector('.join input[name=name]').matches(':focus')"),
            true
        );
        if scripts == Scripts::On {
            assert_eq!(browser.url(), invitation, "the invitation is still open");
        }
        browser.write(".join input[name=name]", "x\n");
        browser.wait_without_reload(
            "document.querySelector('.gathering form[action$=ready] button') !== null",
        );
        // The seat of the invitation is theirs.
        let seat = "document.querySelector('.gathering #seat-2 .name').innerText";
        let name = browser.text(seat);
        assert!(name.len() == 4 && name.contains("Mia"), "{name}");
        browser.go(&format!("http://{}/", site.address));
        assert_eq!(browser.text("document.querySelector('.play input[name=name]').value"), name);
    }
}
