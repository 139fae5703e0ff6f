//! Answers say what they would do, and that comes true.

use std::collections::BTreeMap;

use pages::face::Face;
use rules::{Game, Open as _, Rules as _, Seat, Step, Turn, catbox, catsle, meow, yorozu};
use words::Words;

use crate::faces::{dice, looks_like_another, names, page};

/// The label of the button with this action.
fn label_of<'p>(page: &'p str, action: &str) -> &'p str {
    let (_, rest) = page.split_once(&format!("value=\"{action}\"")).expect("there is a button");
    let (_, rest) = rest.split_once("aria-label=\"").expect("a button has a label");
    rest.split('"').next().unwrap_or_default()
}

/// What an answer says that it would do, after its name.
fn told<'p>(page: &'p str, action: &str) -> &'p str {
    let label = label_of(page, action);
    label.split_once(", ").map_or("", |(_, does)| does)
}

/// Plays a random game of every variant. `acts` visits each decision: the game before it, the acting seat, the page of that
/// seat, the action, and the game after it.
fn play<G: Face>(seed: u64, mut acts: impl FnMut(&G, Seat, &str, G::Action, &G)) {
    let words = Words::default().with_names(names());
    for rules in G::Rules::every().into_iter().filter(|rules| !looks_like_another(rules)) {
        let mut dice = dice(seed);
        let mut game = G::new(rules);
        while let Some(step) = game.random_step(&mut dice) {
            let before = game.clone();
            game.apply(&step);
            if let Step::Act(seat, action) = step {
                let shown = page(&before.view(rules::Observer::Seat(seat)), &words);
                acts(&before, seat, &shown, action, &game);
            }
        }
    }
}

#[test]
fn a_card_of_catsle_says_its_rank_so_far_or_what_it_takes_for_certain() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut claims: Vec<(Seat, usize)> = Vec::new();
    play::<catsle::State>(21, |before, seat, page, action, after| {
        let catsle::Action::Play(_) = action else { return };
        let does = told(page, &action.to_string());
        let open = before.open();
        let n_seats = open.rules().n_seats();
        if open.trick().cards().is_empty() {
            claims.clear();
        }
        let number = open.n_finished();
        let trick = after.open().tricks()[number];
        let rank = trick.ranking(n_seats).iter().position(|&ranked| ranked == seat).unwrap();
        match does.split_once(' ') {
            Some(("now", ordinal)) => {
                assert!(ordinal.starts_with(&(rank + 1).to_string()), "{does}");
                *counts.entry("rank").or_default() += 1;
            }
            Some(("takes", n)) => {
                claims.push((seat, n.parse().unwrap_or(0)));
                *counts.entry(if n == "none" { "none" } else { "takes" }).or_default() += 1;
            }
            _ => {
                assert_eq!(does, "", "{action}");
                assert!(open.trick().cards().is_empty());
                *counts.entry("leads").or_default() += 1;
            }
        }
        if trick.cards().len() == usize::from(n_seats) {
            let ranking = trick.ranking(n_seats);
            for (seat, n) in claims.drain(..) {
                let takes = open.rules().takes().iter();
                let takes = takes.filter(|&&rank| ranking[usize::from(rank)] == seat).count();
                assert_eq!(takes, n, "seat {seat}");
            }
        }
    });
    assert!(counts.len() == 4 && counts.values().all(|&n| n > 30), "{counts:?}");
}

#[test]
fn a_place_of_a_castle_says_what_becomes_of_it() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    play::<catsle::State>(22, |before, seat, page, action, after| {
        let catsle::Action::Take(_, place) = action else { return };
        // The last card of a round is scored at once.
        if after.turn() == Turn::Chance || after.turn() == Turn::Over {
            return;
        }
        let does = told(page, &action.to_string());
        let rules = before.open().rules();
        let n_cards = after.open().board(seat).counts()[place.index()];
        let limit = rules.limits().get(place.index()).copied();
        let points = after.open().score(seat).sum - before.open().score(seat).sum;
        let number = points.to_string().replace('-', "−");
        let (kind, says) = match limit {
            None => ("scrap", format!("scrap, {number} ")),
            Some(limit) if n_cards > limit => ("over", format!("over the limit, {number} ")),
            Some(limit) if n_cards == limit => {
                ("perfect", format!("perfect, {n_cards} of {limit}"))
            }
            Some(limit) => ("column", format!("{n_cards} of {limit}")),
        };
        assert!(does.starts_with(&says), "{does} is not {says}");
        *counts.entry(kind).or_default() += 1;
    });
    assert!(counts.len() == 4 && counts.values().all(|&n| n > 20), "{counts:?}");
}

#[test]
fn a_card_of_meow_says_whether_it_is_ahead() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    play::<meow::State>(23, |before, _, page, action, _| {
        let meow::Action::Play(card) = action else { return };
        let trick = before.open().trick();
        let says = match trick.cards() {
            [] => "",
            _ if trick.would_win(card) => "ahead",
            _ => "behind",
        };
        assert_eq!(told(page, &action.to_string()), says);
        *counts.entry(says.to_owned()).or_default() += 1;
    });
    assert!(counts.len() == 3 && counts.values().all(|&n| n > 50), "{counts:?}");
}

#[test]
fn a_card_of_yorozu_says_what_is_certain_of_it() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    play::<yorozu::State>(24, |before, _, page, action, _| {
        let yorozu::Action::Play(card) = action else { return };
        let label = label_of(page, &action.to_string());
        let is_open = |season: yorozu::Season| before.open().open_seasons().has(season);
        let says = match card.season() {
            Some(season) if !card.is_crow() && is_open(season) => ", open",
            Some(_) if !card.is_crow() => ", closed",
            Some(_) | None => ", may swap",
        };
        assert!(label.ends_with(says), "{label} is not{says}");
        *counts.entry(says.to_owned()).or_default() += 1;
    });
    assert!(counts.len() == 3 && counts.values().all(|&n| n > 5), "{counts:?}");
}

#[test]
fn a_crow_says_what_it_takes_after_it_has_swapped() {
    let mut n_swaps = 0;
    for seed in 0..60 {
        play::<yorozu::State>(seed, |_, seat, page, action, after| {
            let yorozu::Action::Swap(yorozu) = action else { return };
            let label = label_of(page, &action.to_string());
            let took = after.open().taken(seat).last().expect("the round is over");
            let (_, takes) =
                label.split_once(", takes ").expect("a Yorozu takes a card of the pair");
            let value = format!(" {}", took.value());
            assert!(
                takes.split(',').next().is_some_and(|card| card.ends_with(&value)),
                "{took}: {label}"
            );
            assert_eq!(takes.ends_with("a crow"), took.is_crow(), "{yorozu}: {label}");
            n_swaps += 1;
        });
    }
    assert!(n_swaps > 3, "{n_swaps}");
}

#[test]
fn a_bid_says_that_the_exact_number_earns_a_bonus() {
    let mut n_bids = 0;
    play::<catbox::State>(25, |_, _, page, action, _| {
        let catbox::Action::Bid(_) = action else { return };
        assert!(label_of(page, &action.to_string()).ends_with(", exact: bonus"));
        n_bids += 1;
    });
    assert!(n_bids > 10, "{n_bids}");
}
