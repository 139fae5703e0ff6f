//! Cats show what has just happened to their players, and only what everybody has seen.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use pages::face::{self, Face, Sight};
use rules::{Observer, Open as _, Rules as _, Seat, catsle, meow, yorozu};
use words::Words;

use crate::faces::{look_at_beats, names};

/// The mood of a seat's cat.
fn mood(page: &str, seat: Seat) -> &str {
    let (_, rest) = page.split_once(&format!("id=\"sits-{}\"", seat.index())).expect("a seat");
    let (_, rest) = rest.split_once("#av-").expect("a cat");
    let id = rest.split('"').next().unwrap_or_default();
    id.split_once('-').map_or("", |(_, mood)| mood)
}

/// Counts the moods of all seats at all beats, with what a game says that they should be.
fn check<G: Face>(seed: u64, expected: impl Fn(&G::Open, Seat) -> &'static str) {
    let words = Words::default().with_names(names());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    look_at_beats::<G>(seed, |who, beat| {
        if who != Observer::Rail {
            return;
        }
        let page = face::table(&Sight::of_beat(&beat.view, &words, &beat.seen)).into_string();
        for seat in Seat::all(beat.view.open.rules().n_seats()) {
            let expected = expected(&beat.view.open, seat);
            assert_eq!(mood(&page, seat), expected, "seat {seat} of {}", G::ID.name());
            *counts.entry(expected).or_default() += 1;
        }
    });
    for mood in ["shock", "happy", "open"] {
        assert!(counts.get(mood).is_some_and(|&n| n > 5), "{}: {counts:?}", G::ID.name());
    }
}

#[test]
fn the_winner_of_a_bad_token_is_shocked() {
    check::<meow::State>(31, |open, seat| {
        use meow::Token::{Bowl, Fish, Fishbone, Vase};
        let rules = open.rules();
        if open.trick().winner(rules.n_seats()) != Some(seat) {
            return "open";
        }
        let n_before = open.tokens().len() - meow::N_TURNS + open.n_finished();
        let won: Vec<meow::Token> = open.won(seat).map(|(_, token)| token).collect();
        let n_vases = won.iter().filter(|token| **token == Vase).count();
        let bones = || won.iter().filter(|token| matches!(token, Fishbone(_)));
        match open.tokens()[n_before] {
            // Discarding by hand can leave a fish that takes the cheapest bone.
            Fishbone(_) if open.fish_left(seat) > bones().count() => "happy",
            Fishbone(_) => "shock",
            Vase if n_vases % 2 == 1
                && (n_vases == 1 || rules.value("vases").as_deref() != Some("flat")) =>
            {
                "shock"
            }
            Vase | Bowl(_) | Fish => "happy",
        }
    });
}

#[test]
fn builders_are_happy_about_perfect_towers_and_shocked_by_others() {
    check::<catsle::State>(32, |open, seat| {
        let number = open.n_finished();
        let is_ranked = !open.taken().any(|taken| usize::from(taken.trick) == number);
        let last = open.taken().last().filter(|taken| !is_ranked && taken.seat == seat);
        let rules = open.rules();
        let limit = last.and_then(|taken| rules.limits().get(taken.place.index()).copied());
        match last.zip(limit) {
            Some((taken, limit)) => {
                let n_cards = open.board(seat).counts()[taken.place.index()];
                match n_cards.cmp(&limit) {
                    Ordering::Less => "open",
                    Ordering::Equal => "happy",
                    Ordering::Greater => "shock",
                }
            }
            None => "open",
        }
    });
}

#[test]
fn guests_are_happy_about_the_pair_and_shocked_by_crows() {
    check::<yorozu::State>(33, |open, seat| {
        let [low, high] = open.up().unwrap();
        let takes = match open.ends() {
            [lowest, _] if lowest == seat => Some(low),
            [_, highest] if highest == seat => Some(high),
            _ => None,
        };
        match takes {
            _ if takes.unwrap_or(open.front(seat)).is_crow() => "shock",
            Some(_) => "happy",
            None => "open",
        }
    });
}
