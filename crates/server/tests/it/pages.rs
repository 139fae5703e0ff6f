//! What the pages say and where they lead.

use std::collections::BTreeSet;

use rules::GameId;

use testing::http::Answer;

use crate::client::{Site, style};
use crate::guest::Guest;
use crate::tables::{form, friends};

/// Every page that can be reached without a table.
fn every_path() -> Vec<String> {
    let mut paths = ["/", "/new", "/rules", "/nowhere"].map(str::to_owned).to_vec();
    for name in GameId::NAMES {
        paths.push(format!("/rules/{name}"));
        paths.extend((2..=6).map(|n| format!("/new?game={name}&players={n}")));
    }
    paths
}

/// A page as the policy and good manners want it.
#[track_caller]
fn is_clean(path: &str, page: &Answer) {
    let body = &page.body;
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
    assert!(body.starts_with("<!DOCTYPE html><html lang=\"en\">"), "{path}");
    for part in ["<title>", "name=\"viewport\"", "<main id=\"main\"", "href=\"#main\"", "<h1"] {
        assert_eq!(body.matches(part).count(), 1, "{path}: {part}");
    }
    for bad in ["«", "{ $", " style=", "<style", " onclick=", "javascript:", "<script>"] {
        assert!(!body.contains(bad), "{path} has {bad}");
    }
    for tag in body.split('<') {
        let tag = tag.split('>').next().unwrap();
        assert!(tag.matches(" class=\"").count() < 2, "{path}: two classes in {tag}");
    }
    let ids = page.attributes("id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{path} has an id twice");
    for label in page.attributes("for") {
        assert!(ids.contains(&label), "{path} labels {label}, which is not there");
    }
}

#[test]
fn every_page_is_complete_and_every_link_works() {
    let site = Site::open("pages");
    let mut links = BTreeSet::new();
    for path in every_path() {
        let page = site.get(&path);
        assert_eq!(page.status, if path == "/nowhere" { 404 } else { 200 }, "{path}");
        is_clean(&path, &page);
        let ids = page.attributes("id");
        for link in page.attributes("href").into_iter().chain(page.attributes("src")) {
            match link.strip_prefix('#') {
                Some(anchor) => assert!(ids.contains(&anchor), "{path} has no {anchor}"),
                // A symbol in a picture is no address of its own.
                None => drop(links.insert(link.split('#').next().unwrap().replace("&amp;", "&"))),
            }
        }
    }
    for link in links {
        assert_eq!(site.get(&link).status, 200, "{link} is dead");
    }
}

#[test]
fn home_offers_every_game() {
    let site = Site::open("home");
    let home = site.get("/").body;
    for text in ["Cat in the Box", "CATSle", "Yorozu", "Meow", "Play now", "Play with friends"] {
        assert!(home.contains(text), "{text} is not said");
    }
    assert_eq!(home.matches("<form class=\"play\" method=\"post\" action=\"/play\">").count(), 1);
    for game in GameId::NAMES {
        let button = format!("<button class=\"primary\" name=\"game\" value=\"{game}\"");
        assert_eq!(home.matches(&button).count(), 1, "{game}");
    }
}

#[test]
fn every_rule_has_an_address() {
    let site = Site::open("anchors");
    let words = words::Words::default();
    for id in GameId::ALL {
        let page = site.get(&format!("/rules/{}", id.name())).body;
        let book = words.rulebook(id);
        let rules = book.split("\n**").skip(1).filter_map(|rule| rule.split_once("**"));
        let rules: Vec<&str> =
            rules.map(|(rule, _)| rule).filter(|rule| words::is_rule_id(rule)).collect();
        assert!(rules.len() > 10, "{rules:?}");
        for rule in rules {
            let anchor = format!("<p class=\"rule\" id=\"{rule}\"><a href=\"#{rule}\">{rule}</a>");
            assert_eq!(page.matches(&anchor).count(), 1, "{rule}");
        }
        assert!(page.contains("(reconstructed)") && !page.contains('{'), "{}", id.name());
        assert!(!page.contains("<th></th>"), "an empty head is read out");
    }
}

#[test]
fn examples_are_drawn_beside_the_rules() {
    let site = Site::open("examples");
    for id in GameId::ALL {
        let page = site.get(&format!("/rules/{}", id.name())).body;
        let figures: Vec<&str> = page.split("<figure class=\"example\">").skip(1).collect();
        let book = words::Words::default().rulebook(id);
        assert_eq!(figures.len(), book.matches("```example").count(), "{}", id.name());
        for figure in figures {
            let (picture, behind) = figure.split_once("<figcaption><p>").expect("a caption");
            let class = format!("pictured {} {}", pages::face::world(id), id.name());
            assert!(picture.contains(&format!("<div class=\"{class}\">")), "{picture}");
            let drawn = ["role=\"img\" aria-label=\"", "<table class=\"sheet"];
            assert!(drawn.iter().any(|part| picture.contains(part)), "{picture}");
            assert!(behind.contains("</p>\n</figcaption></figure>"), "{behind}");
        }
        assert!(!page.contains("```") && !page.contains("-&gt;"), "{}", id.name());
    }
}

#[test]
fn assets_are_cached_forever() {
    let site = Site::open("assets");
    let home = site.get("/");
    let style = style(&home);
    let css = site.get(style);
    assert_eq!(css.header("content-type"), Some("text/css; charset=utf-8"));
    assert_eq!(css.header("cache-control"), Some("public, max-age=31536000, immutable"));
    assert!(css.body.contains("color-scheme: light dark"));
    let links = home.attributes("href");
    let icon = links.into_iter().find(|link| link.starts_with("/assets/icon.")).unwrap();
    assert_eq!(site.get(icon).header("content-type"), Some("image/svg+xml"));
    for path in ["/assets/base.css", "/assets/base.000000000000.css", "/assets/..%2fbase.css"] {
        assert_eq!(site.get(path).status, 404, "{path}");
    }
}

#[test]
fn health_and_metrics_answer() {
    let site = Site::open("numbers");
    let health = site.get("/healthz");
    assert_eq!((health.status, health.body.as_str()), (200, "ok\n"));
    assert_eq!(site.get("/no-such-page").status, 404);
    let numbers = site.get("/metrics").body;
    assert!(numbers.contains("nekoza_http_responses_total{class=\"2xx\"} 1\n"), "{numbers}");
    assert!(numbers.contains("nekoza_http_responses_total{class=\"4xx\"} 1\n"), "{numbers}");
    assert!(!numbers.contains("no-such-page"), "a path is nobody's business");
}

#[test]
fn tables_are_counted_and_moves_are_not() {
    let site = Site::open("table-numbers");
    let numbers = || -> Vec<String> {
        let told = site.get("/metrics").body;
        // These numbers change with every request.
        let of_house = |line: &&str| !["http", "process"].iter().any(|part| line.contains(part));
        told.lines().filter(of_house).map(str::to_owned).collect()
    };
    let has = |line: &str| numbers().iter().any(|number| number == line);
    assert!(has("nekoza_tables_awake 0") && has("nekoza_tables_kept 0"));
    // All players set a card aside, and nobody learns who has.
    let hidden = form("game=catbox&chosen=hidden", 3);
    let mut guests = friends(&site, &hidden, &["Ken", "Ada"]);
    let _other = Guest::opens(&site, "/new", &hidden);
    let streams: Vec<_> = guests.iter().map(Guest::watches).collect();
    assert!(has("nekoza_tables_awake 1"), "nobody has looked at the other one");
    assert!(has("nekoza_tables_kept 2"));
    let before = numbers();
    assert!(before.contains(&format!("nekoza_connections {}", streams.len() + 1)), "{before:?}");
    for guest in &mut guests[..2] {
        let (choice, value) = guest.decisions().swap_remove(0);
        assert_eq!(guest.decides(&choice, &value).status, 303);
        assert!(guest.decisions().is_empty(), "the choice is made");
        assert_eq!(numbers(), before, "a sealed choice changes no number");
    }
}

#[test]
fn a_form_with_mistakes_comes_back_with_its_values() {
    let site = Site::open("form");
    let sent = "game=catbox&players=3&name=&rule-side=pink&seat-1=tiger&listed=home";
    let page = site.post("/new", sent);
    assert_eq!(page.status, 422);
    is_clean("/new", &page);
    for text in [
        "2 settings do not fit yet",
        "a name has 1 to 20 characters, not 0",
        "found `pink`, wanted one of black, purple",
        "value=\"tiger\" selected",
        "name=\"listed\" value=\"home\" checked",
        "aria-invalid=\"true\" aria-describedby=\"name-wrong\"",
    ] {
        assert!(page.body.contains(text), "{text} is not on the page");
    }
    assert_eq!(page.header("set-cookie"), None, "nothing was done, so nobody is remembered");
    for form in ["players=3", "game=chess", "game=catbox%00"] {
        assert_eq!(site.post("/new", form).status, 400, "{form}");
    }
    for form in ["game=catbox", "game=catbox&level=dog", "level=cat"] {
        assert_eq!(site.post("/play", form).status, 400, "{form}");
    }
}

#[test]
fn hostile_input_is_escaped() {
    let site = Site::open("hostile");
    let evil = "%22%3E%3Cscript%3Ealert(1)%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E";
    let names = ["name", "players", "rule-side", "seat-1", "clock", "grace", "listed", "deck"];
    let all: Vec<String> = names.iter().map(|name| format!("{name}={evil}")).collect();
    let all = all.join("&");
    let pages = [
        site.get(&format!("/new?game=catbox&{all}")),
        site.post("/new", &format!("game=catbox&{all}")),
        site.post("/new", &format!("game=catbox&players=3&{}", all.replacen("players", "p", 1))),
        site.get(&format!("/{evil}")),
        site.get(&format!("/rules/{evil}")),
        site.get(&format!("/new?game={evil}")),
    ];
    for page in pages {
        for bad in ["<script>", "<img src=x", "<img%20"] {
            assert!(!page.body.contains(bad), "{} has {bad}", page.status);
        }
        assert!(!page.body.contains("alert(1)</script>"), "{}", page.body);
    }
}

#[test]
fn unknown_languages_get_the_default_language() {
    let site = Site::open("languages");
    for asked in ["en-GB,en;q=0.9", "ja", "", "*", ";;,,--"] {
        let page = site.ask("GET", "/", &[("accept-language", asked)], "");
        assert!(page.body.contains("<html lang=\"en\">"), "{asked}");
    }
}
