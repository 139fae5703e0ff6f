//! Line-ups: the seats of the bots.

use arena::{MAX_LINE_UPS, line_ups};

fn seated(bots: &str) -> Vec<String> {
    let bots: Vec<char> = bots.chars().collect();
    let told = |line_up: Vec<usize>| line_up.into_iter().map(|place| bots[place]).collect();
    line_ups(&bots).into_iter().map(told).collect()
}

#[test]
fn every_distinct_arrangement_comes_once() {
    assert_eq!(seated("abb"), ["abb", "bab", "bba"]);
    assert_eq!(seated("aa"), ["aa"]);
    assert_eq!(seated("aabb"), ["aabb", "abab", "abba", "baab", "baba", "bbaa"]);
    assert_eq!(seated("abcd").len(), 24);
    assert_eq!(seated("abbbbb").len(), 6);
}

#[test]
fn many_bots_turn_around_the_table() {
    assert_eq!(
        seated("abcde"),
        ["abcde", "bcdea", "cdeab", "deabc", "eabcd", "edcba", "dcbae", "cbaed", "baedc", "aedcb"]
    );
    // Turned around, these repeat themselves, and their reverse is one of their turns.
    assert_eq!(seated("abcabc"), ["abcabc", "bcabca", "cabcab", "cbacba", "bacbac", "acbacb"]);
}

#[test]
fn every_bot_has_every_seat_equally_often() {
    for bots in ["abbb", "abc", "aabb", "abcd", "abcde", "aabbcc", "abcdef", "abcabc", "aabcde"] {
        let line_ups = seated(bots);
        assert!(line_ups.len() <= MAX_LINE_UPS, "{bots}: {} line-ups", line_ups.len());
        for bot in bots.chars() {
            let n_at = |seat| {
                line_ups.iter().filter(|seated| seated.chars().nth(seat) == Some(bot)).count()
            };
            let counts: Vec<usize> = (0..bots.len()).map(n_at).collect();
            assert!(
                counts.iter().all(|count| *count == counts[0]),
                "{bots}: {bot} sits {counts:?}"
            );
        }
    }
}
