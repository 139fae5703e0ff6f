//! Report pages: complete, self-contained, and safe with any names.

use std::time::Duration;

use arena::plot::{Scale, escape, grouped, time};
use arena::report::{self, Variant};
use arena::{LabTally, Progress, Tournament, compete, tournament};
use rules::{Rules, catsle, meow};

#[test]
fn text_is_escaped() {
    assert_eq!(escape("<b a='1' c=\"2\">&"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
}

#[test]
fn numbers_read_well() {
    assert_eq!(grouped(1_234_567), "1,234,567");
    assert_eq!(grouped(12), "12");
    let times =
        [(812, "812 ns"), (1_250, "1.25 µs"), (104_000_000, "104 ms"), (12_340_000_000, "12.3 s")];
    for (nanos, text) in times {
        assert_eq!(time(Duration::from_nanos(nanos)), text);
    }
}

#[test]
fn scales_have_round_numbers() {
    let ticks = Scale::of([0.0, 1.0]).within(0.0, 1.0).ticks();
    assert_eq!(ticks.len(), 6);
    assert!((ticks[1] - 0.2).abs() < 1e-9);
    assert!((Scale::of([0.0, 10.0]).at(5.0) - 50.0).abs() < 1e-9);
    // Nothing, one number and numbers without end still make a scale.
    for scale in [Scale::of([]), Scale::of([3.0]), Scale::of([f64::INFINITY, 2.0])] {
        assert!(scale.ticks().len() > 2 && scale.at(2.0).is_finite());
    }
}

/// Every element that is opened is closed, in order; nothing is fetched and nothing runs.
fn is_whole(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.trim_start_matches('/').split(['/', ' ']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') && !["!doctype", "meta"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} are not closed");
    for text in ["<script", "http:", "https:", "NaN", "inf%", "url("] {
        assert!(!page.contains(text), "{text}");
    }
}

#[test]
fn a_page_about_a_tournament() {
    let bots = ["greedy", "random", "random"].map(|name| name.parse().unwrap());
    let rules = "catsle players=3".parse().unwrap();
    // No deal, one deal and some: the page is whole in any case.
    for n_deals in [0, 1, 40] {
        let plan =
            Tournament::<catsle::State> { rules, bots: bots.to_vec(), n_deals, seed: 1, jobs: 1 };
        let results = compete(&plan, Some(0.95), &Progress::default());
        let page = report::arena("<i>", &["catsle@1"], &["a & b".to_owned()], &results);
        is_whole(&page);
        assert!(
            page.contains("&lt;i&gt;") && page.contains("a &amp; b") && page.contains("random")
        );
    }
}

#[test]
fn a_page_about_variants() {
    let variant = |label: &str| {
        let rules: meow::Rules = label.parse().unwrap();
        let bots = vec!["random".parse().unwrap(); rules.n_seats().into()];
        let plan = Tournament::<meow::State> { rules, bots, n_deals: 5, seed: 1, jobs: 1 };
        let mut tally = LabTally::new(rules.n_seats());
        tournament(&plan, &Progress::default(), |played| tally.add(&played));
        Variant { label: label.to_owned(), rules: rules.to_string(), tally }
    };
    let variants = ["meow players=3", "meow players=4"].map(variant);
    let page = report::lab("Meow", &[], &variants, |what| format!("fact {what}"));
    is_whole(&page);
    for text in ["meow players=3", "Fact turn-won-by-1", "place 4", "Always the same: rounds 3."] {
        let text = text.replace("Fact", "fact");
        assert!(page.contains(&text), "{text}");
    }
}
