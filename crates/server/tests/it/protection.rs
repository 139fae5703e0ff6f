//! Protection of the server and its visitors.

use std::time::Duration;

use server::{Limits, Rate};

use crate::caps::metric;
use crate::client::{Site, config, style};
use crate::guest::Guest;
use crate::tables::form;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

#[test]
fn every_answer_has_security_headers_and_a_visit_sets_no_cookie() {
    let site = Site::open("headers");
    let home = site.get("/");
    let style = style(&home);
    let paths = ["/", "/new", "/rules", "/rules/meow", "/healthz", "/metrics", "/nowhere", style];
    let mut answers: Vec<_> = paths.iter().map(|path| site.get(path)).collect();
    answers.push(site.post("/", "a=b"));
    answers.push(site.post("/new", "game=meow&name="));
    answers.push(site.ask("POST", "/play", &[("sec-fetch-site", "cross-site")], "game=meow"));
    answers.push(site.ask("DELETE", "/rules", &[], ""));
    answers.push(site.ask("HEAD", "/", &[], ""));
    for answer in answers {
        for (name, value) in [
            ("content-security-policy", POLICY),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{answer:?}");
        }
        assert!(answer.header("cache-control").is_some(), "{answer:?}");
        assert_eq!(answer.header("set-cookie"), None, "{answer:?}");
    }
}

#[test]
fn requests_from_other_sites_are_refused() {
    let site = Site::open("cross-site");
    let play =
        |headers: &[(&str, &str)]| site.ask("POST", "/new", headers, "game=meow&name=").status;
    // 422 means that the form was read.
    for (headers, status) in [
        (&[("sec-fetch-site", "same-origin")][..], 422),
        (&[("sec-fetch-site", "none")], 422),
        (&[("sec-fetch-site", "same-site")], 403),
        (&[("sec-fetch-site", "cross-site")], 403),
        (&[("origin", "http://nekoza.test")], 422),
        (&[("origin", "https://evil.example")], 403),
        (&[("origin", "null")], 403),
        (&[], 422),
    ] {
        assert_eq!(play(headers), status, "{headers:?}");
    }
    let page = site.ask("POST", "/new", &[("sec-fetch-site", "cross-site")], "game=meow");
    assert!(page.body.contains("came from another site"), "{}", page.body);
}

#[test]
fn behind_a_proxy_links_use_the_public_address() {
    let url = Some("https://cats.example".parse().unwrap());
    let site = Site::with(config("proxy").with(|config| {
        config.public_url = url;
        config.behind_proxy = true;
    }));
    let origin = |origin| site.ask("POST", "/new", &[("origin", origin)], "game=meow&name=").status;
    assert_eq!(origin("https://cats.example"), 422);
    assert_eq!(origin("https://dogs.example"), 403);
    for path in ["/", "/nowhere", "/healthz"] {
        let answer = site.get(path);
        assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"), "{path}");
    }
    let plain = Site::open("no-https").get("/");
    assert_eq!(plain.header("strict-transport-security"), None);
}

#[test]
fn long_bodies_are_refused() {
    let site = Site::open("bodies");
    let form = |n_bytes: usize| format!("game=meow&name={}", "x".repeat(n_bytes - 15));
    assert_eq!(site.post("/new", &form(8 * 1024)).status, 422);
    let page = site.post("/new", &form(8 * 1024 + 1));
    assert_eq!(page.status, 413);
    assert!(page.body.contains("8 KiB"), "{}", page.body);
    // A body without a content length.
    let chunks = format!("2100\r\n{}\r\n0\r\n\r\n", "x".repeat(0x2100));
    let head = "POST /new HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\
        content-type: application/x-www-form-urlencoded\r\ntransfer-encoding: chunked\r\n\r\n";
    assert_eq!(site.raw(&format!("{head}{chunks}")).status, 413);
}

#[test]
fn bodies_that_are_not_forms_are_refused() {
    let site = Site::open("no-forms");
    let post = |kind: &str, body: &str| {
        let length = body.len();
        let request = format!(
            "POST /new HTTP/1.1\r\nhost: here\r\nconnection: close\r\ncontent-type: {kind}\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        site.raw(&request).status
    };
    assert_eq!(post("application/json", "{}"), 400);
    assert_eq!(post("text/plain", "game=meow"), 400);
    assert_eq!(post("application/x-www-form-urlencoded", "game=%ff%fe"), 400);
}

#[test]
fn too_frequent_requests_have_to_wait() {
    let rate = Some(Rate::new(3, Duration::from_secs(600)));
    let limits = Limits { requests: rate, ..Limits::NONE };
    let site = Site::with(config("limits").with(|config| {
        config.limits = limits;
        config.behind_proxy = true;
    }));
    let ask = |address| site.ask("GET", "/about", &[("x-forwarded-for", address)], "");
    for _ in 0..3 {
        assert_eq!(ask("1.2.3.4").status, 200);
    }
    let refused = ask("1.2.3.4");
    assert_eq!(refused.status, 429);
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=600).contains(&wait), "{wait}");
    assert!(refused.body.contains(&format!("{wait} seconds")), "{}", refused.body);
    assert_eq!(refused.header("content-security-policy"), Some(POLICY));
    assert_eq!(ask("5.6.7.8").status, 200, "others are not to blame");
    let strangers = ["unknown", "", "caf\u{e9}", "::z"].map(|address| ask(address).status);
    assert_eq!(strangers, [200, 200, 200, 429], "strangers share a bucket");
    assert_eq!(site.get("/about").status, 429, "whom the proxy does not report is one of them");
    assert_eq!(site.get("/healthz").status, 200, "a flood of strangers is no reason to restart");
}

#[test]
fn new_tables_have_their_own_limit() {
    let rate = Some(Rate::new(2, Duration::from_secs(600)));
    let limits = Limits { tables: rate, ..Limits::NONE };
    let site = Site::with(config("table-limit").with(|config| config.limits = limits));
    let play = || site.post("/play", "game=meow&level=cat").status;
    assert_ne!(play(), 429);
    assert_ne!(play(), 429);
    assert_eq!(play(), 429);
    assert_eq!(site.get("/").status, 200, "looking is not setting up");
}

#[test]
fn hints_have_their_own_limit() {
    let rate = Some(Rate::new(2, Duration::from_secs(600)));
    let limits = Limits { hints: rate, ..Limits::NONE };
    let site = Site::with(config("hint-limit").with(|config| config.limits = limits));
    let guest = Guest::opens(&site, "/play", "game=catbox&level=kitten");
    let ask = || guest.get(&format!("{}/hint", guest.path)).status;
    assert_eq!([ask(), ask(), ask()], [200, 200, 429]);
    assert_eq!(guest.get(&guest.path).status, 200, "looking is not asking");
}

#[test]
fn chat_has_its_own_limit() {
    let limits = Limits { chat: Some(Rate::new(2, Duration::from_secs(600))), ..Limits::NONE };
    let site = Site::with(config("chat-limit").with(|config| config.limits = limits));
    let mut guest = Guest::opens(&site, "/new", &form("game=meow", 2));
    let (say, react) = (format!("{}/say", guest.path), format!("{}/react", guest.path));
    // Reactions are part of the chat.
    let statuses = [
        (&say, "at=0&text=hello"),
        (&react, "at=0&reaction=laugh"),
        (&react, "at=1&reaction=love"),
    ]
    .map(|(path, body)| guest.post_as("*/*", path, body).status);
    assert_eq!(statuses, [204, 204, 429]);
    let limited = metric(&site.get("/metrics").body, "nekoza_http_limited_total");
    assert_eq!(limited, 1, "operators see it");
    assert_eq!(guest.get(&guest.path).status, 200, "looking is not talking");
}

#[test]
fn commands_without_an_end_have_their_own_limit() {
    let limits = Limits { toggles: Some(Rate::new(4, Duration::from_secs(600))), ..Limits::NONE };
    let toggles: [&[(&str, &str)]; 6] = [
        &[("ready", "yes=yes"), ("ready", "yes=no")],
        &[("mute", "seat=1&yes=yes"), ("mute", "seat=1&yes=no")],
        &[("chat", "yes=no"), ("chat", "yes=yes")],
        &[("fill", "seat=2&level=kitten"), ("free", "seat=2")],
        &[("wear", "coat=calico"), ("wear", "coat=")],
        &[("rename", "name=Mio"), ("rename", "name=Mia")],
    ];
    for commands in toggles {
        let name = format!("toggle-limit-{}", commands[0].0);
        let site = Site::with(config(&name).with(|config| config.limits = limits));
        let mut guest = Guest::opens(&site, "/new", &form("game=meow", 3));
        let table = guest.path.clone();
        // Sitting down counts too.
        let ken = Guest::sits(&site, &table, "Ken");
        for n in 0..3 {
            let (command, body) = commands[n % 2];
            let answer = guest.post_as("*/*", &format!("{table}/{command}"), body);
            assert_eq!(answer.status, 204, "{command}: {}", answer.body);
        }
        let (command, body) = commands[1];
        let refused = guest.post_as("*/*", &format!("{table}/{command}"), body);
        assert_eq!(refused.status, 429, "{command}: {}", refused.body);
        assert_eq!(Guest::at(&site, &table).post(&format!("{table}/sit"), "name=Ada").status, 429);
        assert_eq!(ken.get(&table).status, 200, "looking is none of them");
        let said = guest.post_as("*/*", &format!("{table}/say"), "at=0&text=hello").status;
        assert!(said == 204 || command == "chat", "nor is talking: {said}");
    }
}

#[test]
fn links_for_other_devices_have_that_limit_too() {
    let limits = Limits { toggles: Some(Rate::new(2, Duration::from_secs(600))), ..Limits::NONE };
    let site = Site::with(config("link-limit").with(|config| config.limits = limits));
    let mut guest = Guest::opens(&site, "/new", &form("game=meow", 2));
    let path = format!("{}/move", guest.path);
    let statuses = [(); 3].map(|()| guest.post(&path, "").status);
    assert_eq!(statuses, [200, 200, 429]);
}

#[test]
fn wrong_methods_and_paths_have_pages() {
    let site = Site::open("methods");
    let page = site.ask("DELETE", "/rules", &[], "");
    assert_eq!((page.status, page.header("allow")), (405, Some("GET,HEAD")));
    assert!(page.body.contains("<h1>"), "{}", page.body);
    for path in ["/nowhere", "/rules/chess", "/rules/", "/rules/meow/1", "//", "/%00", "/assets/"] {
        let page = site.get(path);
        assert_eq!(page.status, 404, "{path}");
        assert!(page.body.contains("Page not found"), "{path}");
    }
    let plain = site.ask("GET", "/nowhere", &[("accept", "application/json")], "");
    assert_eq!(plain.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(!plain.body.contains('<'), "{}", plain.body);
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let site = Site::open("nonsense");
    for request in
        ["GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nbad header\r\n\r\n"]
    {
        assert_eq!(site.raw(request).status, 400, "{request}");
    }
    let long = format!("GET /{} HTTP/1.1\r\nhost: here\r\n\r\n", "x".repeat(20_000));
    assert!([414, 431].contains(&site.raw(&long).status));
    assert_eq!(site.get("/healthz").status, 200);
}

#[test]
fn metrics_are_for_this_machine_unless_opened() {
    for (open_metrics, from_afar) in [(false, 404), (true, 200)] {
        let name = format!("open-metrics-{open_metrics}");
        let site = Site::with(config(&name).with(|config| {
            config.behind_proxy = true;
            config.open_metrics = open_metrics;
        }));
        let ask = |headers: &[(&str, &str)]| site.ask("GET", "/metrics", headers, "").status;
        // Clients can make a proxy drop the header: this machine has to say who asks.
        assert_eq!(ask(&[]), from_afar);
        for here in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(ask(&[("x-forwarded-for", here)]), 200, "{here}");
        }
        for afar in ["203.0.113.7", "2001:db8::1", "127.0.0.1, 203.0.113.7"] {
            assert_eq!(ask(&[("x-forwarded-for", afar)]), from_afar, "{afar}");
        }
        // A proxy that reports nothing readable vouches for no client.
        for strange in ["", "unknown", "127.0.0.1, nobody", "127.0.0.1, caf\u{e9}"] {
            assert_eq!(ask(&[("x-forwarded-for", strange)]), from_afar, "{strange}");
        }
    }
}
