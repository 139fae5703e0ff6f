//! How much one address may hold open, and who may not come in at all.

use server::{Limits, PerAddress};
use testing::http::{Client, Connection, request};
use testing::wait::until;

use crate::client::{Site, config};
use crate::guest::Guest;

/// The value of a metric.
pub(crate) fn metric(page: &str, name: &str) -> u64 {
    let line = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {page}")).parse().unwrap()
}

fn keep_alive(path: &str) -> String {
    request("GET", path, &[("connection", "keep-alive")], "")
}

#[test]
fn an_address_opens_only_so_many_connections() {
    let site = Site::with(config("connection-cap").with(|config| {
        config.limits.connections = PerAddress { address: 3, ipv6_site: 9 };
    }));
    let mut open: Vec<Connection> = Vec::new();
    for _ in 0..3 {
        let mut connection = Connection::open(site.address).unwrap();
        assert_eq!(connection.ask(&keep_alive("/healthz")).unwrap().status, 200);
        open.push(connection);
    }
    let refused = site.get("/");
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("10")));
    assert!(refused.body.contains("Too many pages are open from your address"), "{refused:?}");
    assert_eq!(refused.header("connection"), Some("close"));
    let metrics = open[0].ask(&keep_alive("/metrics")).unwrap().body;
    assert_eq!(metric(&metrics, "nekoza_connections_refused_total"), 1);
    drop(open.pop());
    let is_free = || (site.get("/healthz").status == 200).then_some(());
    until("a free slot after a connection has ended", is_free);
}

#[test]
fn refused_connections_that_say_nothing_are_dropped() {
    let site = Site::with(config("silent-refusals").with(|config| {
        config.limits.connections = PerAddress { address: 1, ipv6_site: 1 };
    }));
    let mut open = Connection::open(site.address).unwrap();
    assert_eq!(open.ask(&keep_alive("/healthz")).unwrap().status, 200);
    // More than are told why at once.
    let silent: Vec<Connection> =
        (0..100).map(|_| Connection::open(site.address).unwrap()).collect();
    until("all refusals", || {
        let metrics = open.ask(&keep_alive("/metrics")).unwrap().body;
        (metric(&metrics, "nekoza_connections_refused_total") == 100).then_some(())
    });
    let metrics = open.ask(&keep_alive("/metrics")).unwrap().body;
    assert!(metric(&metrics, "nekoza_connections") <= 65, "{metrics}");
    drop(silent);
    drop(open);
    until("a free slot", || {
        let answer = site.bytes(&request("GET", "/healthz", &[], "")).ok()?;
        answer.starts_with("HTTP/1.1 200").then_some(())
    });
}

#[test]
fn behind_a_proxy_streams_count_by_the_forwarded_address() {
    let site = Site::with(config("stream-cap").with(|config| {
        config.behind_proxy = true;
        let per_address = PerAddress { address: 2, ipv6_site: 3 };
        config.limits = Limits { connections: per_address, streams: per_address, ..Limits::NONE };
    }));
    let guest = Guest::opens(&site, "/play", "game=meow&level=kitten");
    let path = format!("{}/live", guest.path);
    let ask = |from: &str| {
        let headers = [("x-forwarded-for", from), ("cookie", &guest.cookie)];
        request("GET", &path, &headers, "")
    };
    let open = |from: &str| {
        let mut stream = Client::new(site.address).stream(&ask(from));
        stream.until("data: ");
        stream
    };
    let mut streams = vec![open("203.0.113.7"), open("203.0.113.7")];
    let refused = site.raw(&ask("203.0.113.7"));
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("10")));
    assert!(refused.body.contains("Too many pages are open from your address"), "{refused:?}");
    // Another address, and a site of several networks.
    streams.push(open("203.0.113.8"));
    for network in 1..=3 {
        streams.push(open(&format!("2001:db8:1:{network}::1")));
    }
    assert_eq!(site.raw(&ask("2001:db8:1:4::1")).status, 429);
    streams.push(open("2001:db8:2:4::1"));
    let metrics = || site.ask("GET", "/metrics", &[("x-forwarded-for", "127.0.0.1")], "").body;
    assert_eq!(metric(&metrics(), "nekoza_streams"), 7);
    assert_eq!(metric(&metrics(), "nekoza_streams_refused_total"), 2);
    drop(streams);
    until("a free slot after the streams have ended", || {
        (metric(&metrics(), "nekoza_streams") == 0).then_some(())
    });
    open("203.0.113.7");
}

#[test]
fn banned_networks_are_refused() {
    let site = Site::with(config("banned").with(|config| {
        config.behind_proxy = true;
        config.banned = vec!["203.0.113.0/24".parse().unwrap()];
    }));
    let ask = |from: &str| site.ask("GET", "/", &[("x-forwarded-for", from)], "");
    let refused = ask("203.0.113.7");
    assert_eq!(refused.status, 403);
    assert!(refused.body.contains("has banned your address"), "{}", refused.body);
    assert_eq!(ask("203.0.114.7").status, 200);
    // Clients without a readable address may have any, so that no banned one can hide it.
    for stranger in ["", "unknown", "203.0.114.7, nobody"] {
        assert_eq!(ask(stranger).status, 403, "{stranger:?}");
    }
    assert_eq!(site.get("/").status, 403, "the proxy reports nothing");
    assert_eq!(site.get("/healthz").status, 200, "monitoring is exempt from the limit");
    let site = Site::with(config("banned-here").with(|config| {
        config.banned = vec!["127.0.0.0/8".parse().unwrap()];
    }));
    let refused = site.get("/");
    assert_eq!((refused.status, refused.header("connection")), (403, Some("close")));
    assert!(refused.body.contains("has banned your address"), "{}", refused.body);
}
