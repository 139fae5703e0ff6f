//! Golden playthroughs: whole games as text, with all events, choices and refusals of the first round.
//!
//! `UPDATE=1 cargo test -p words` rewrites them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use rules::notation::Values;
use rules::{Game, GameId, Observer, Refusal, Rules, Say, Seat, Step, Study, Visit};
use words::Words;

use crate::dice;

const SEED: u64 = 1;

/// The maximum file size that a reviewer can read.
const MAX_BYTES: usize = 60_000;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

fn updating() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// A variant for each number of players, and one for each value of an option that is not the default.
fn variants<R: Rules>(name: &str) -> Vec<(String, R)> {
    let mut variants: Vec<(String, R)> = Vec::new();
    for n_seats in R::PLAYERS {
        let rules = format!("{name} players={n_seats}").parse();
        let rules = rules.expect("the defaults are valid for every number of players");
        variants.push((format!("{name}-{n_seats}"), rules));
    }
    for option in R::OPTIONS {
        let Values::Words(words) = option.values else { continue };
        for word in words {
            let key = option.key;
            // A default value, or one that follows from the number of players, gives no new variant.
            let first = R::PLAYERS.into_iter().find_map(|n_seats| {
                let rules = format!("{name} players={n_seats} {key}={word}").parse().ok()?;
                let known = variants.iter().any(|(_, other)| *other == rules);
                (!known).then(|| (format!("{name}-{n_seats}-{key}-{word}"), rules))
            });
            variants.extend(first);
            let has_it = |(_, rules): &(String, R)| rules.value(key).as_deref() == Some(word);
            assert!(variants.iter().any(has_it), "nothing is played with {key}={word}");
        }
    }
    variants
}

fn playthrough<G: Study>(rules: G::Rules) -> Result<String, std::fmt::Error> {
    let words = Words::default();
    let every = G::every_action(&rules);
    let mut dice = dice(SEED);
    let mut game = G::new(rules);
    let mut text = format!("rules {rules}\nseed {SEED}\n\n");
    let mut n_steps = 0;
    while let Some(step) = game.random_step(&mut dice) {
        let before = game.clone();
        game.apply(&step);
        if before.standing().rounds > 0 {
            writeln!(text, "{step}")?;
            continue;
        }
        if let Step::Act(seat, _) = step {
            writeln!(text, "  {seat} may do {}", before.actions(seat).len())?;
            if let Some((action, refusal)) = refused(&before, seat, &every, n_steps) {
                let (rule, code) = (refusal.rule(), refusal.code());
                let sentence = words.refusal(&refusal);
                writeln!(text, "  try {seat} {action} ✗ {rule} {code}: {sentence}")?;
            }
        }
        writeln!(text, "{step}")?;
        for (who, sentences) in events_by_observer(&before, &step, &game, &words) {
            writeln!(text, "  {who}: {sentences}")?;
        }
        n_steps += 1;
    }
    let standing = game.standing();
    let scores: Vec<String> = standing.scores().iter().map(ToString::to_string).collect();
    let winners = standing.winners.expect("the game is over");
    writeln!(text, "\nstanding {}\nwinners {winners}", scores.join(" "))?;
    Ok(text)
}

/// An illegal action of a seat: a candidate if there is one, and a different action at every step.
fn refused<G: Game>(
    game: &G,
    seat: Seat,
    every: &[G::Action],
    n_steps: usize,
) -> Option<(G::Action, Refusal<G>)> {
    let illegal = |action: G::Action| Some((action, game.check(seat, action).err()?));
    let mut refusals: Vec<_> = game.candidates(seat).iter().filter_map(illegal).collect();
    if refusals.is_empty() {
        refusals = every.iter().copied().filter_map(illegal).collect();
    }
    let place = n_steps.checked_rem(refusals.len())?;
    Some(refusals.swap_remove(place))
}

/// The events with the observers that see them.
fn events_by_observer<G: Game>(
    before: &G,
    step: &Step<G>,
    after: &G,
    words: &Words,
) -> Vec<(String, String)> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for who in Observer::all(after.rules().n_seats()) {
        let name = who.seat().map_or("rail".to_owned(), |seat| seat.to_string());
        let seen = G::seen(before, step, after, who);
        let sentences: Vec<String> = seen.iter().map(|seen| words.seen::<G>(seen)).collect();
        let sentences = sentences.join(". ");
        match groups.iter_mut().find(|(told, _)| *told == sentences) {
            Some((_, names)) => names.push(name),
            None => groups.push((sentences, vec![name])),
        }
    }
    let n_groups = groups.len();
    let many = groups.iter().filter(|(_, names)| names.len() > 1).count();
    groups.sort_by_key(|(_, names)| names.len() > 1);
    let label = |names: Vec<String>| match (n_groups, names.len()) {
        (1, _) => "all".to_owned(),
        (_, 2..) if many == 1 => "others".to_owned(),
        _ => names.join(","),
    };
    groups.into_iter().map(|(sentences, names)| (label(names), sentences)).collect()
}

#[derive(Clone, Copy)]
struct Compare;

impl Visit for Compare {
    type Output = ();

    fn visit<G: Study>(self) {
        for (name, rules) in variants::<G::Rules>(G::ID.name()) {
            let path = folder().join(format!("{name}.txt"));
            let text = playthrough::<G>(rules).expect("a string can be written");
            assert!(text.len() < MAX_BYTES, "{name} has {} bytes", text.len());
            if updating() {
                fs::write(&path, text).expect("playthroughs can be written");
                continue;
            }
            let golden = fs::read_to_string(&path);
            let golden = golden.unwrap_or_else(|_| panic!("no {name}: run with UPDATE=1"));
            let pairs =
                text.lines().map(Some).chain([None]).zip(golden.lines().map(Some).chain([None]));
            for (number, (now, then)) in (1..).zip(pairs) {
                assert_eq!(now, then, "{name}, line {number}: UPDATE=1 if this is meant");
            }
        }
    }
}

#[test]
fn playthroughs_match_their_snapshots() {
    for id in GameId::ALL {
        id.visit(Compare);
    }
}

struct Names;

impl Visit for Names {
    type Output = Vec<String>;

    fn visit<G: Game>(self) -> Vec<String> {
        let variants = variants::<G::Rules>(G::ID.name());
        variants.into_iter().map(|(name, _)| format!("{name}.txt")).collect()
    }
}

#[test]
fn no_playthrough_is_missing_or_stale() {
    // While the other test rewrites the files, this one would see half of them.
    if updating() {
        return;
    }
    let wanted: BTreeSet<String> = GameId::ALL.into_iter().flat_map(|id| id.visit(Names)).collect();
    let files = fs::read_dir(folder()).unwrap();
    let found = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned());
    assert_eq!(found.collect::<BTreeSet<String>>(), wanted);
}
