//! `nekoza arena`, `lab` and `ladder`.

use std::path::Path;

use serde_json::Value;
use testing::wait;

use crate::command::{json, refused};
use crate::{Ran, folder, nekoza};

/// Runs a command line. Quoted arguments may contain spaces.
fn run(folder: &Path, line: &str) -> Ran {
    let parts = line.split('"').enumerate();
    let args =
        parts.flat_map(
            |(place, part)| {
                if place % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
            },
        );
    nekoza(folder, &args.collect::<Vec<_>>())
}

fn run_json(folder: &Path, line: &str) -> Value {
    let ran = run(folder, line);
    assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    json(ran.out.lines().last().unwrap())
}

/// Checks that a mean is inside its interval.
fn has_interval(value: &Value, key: &str) {
    let mean = value[key].as_f64().unwrap();
    let ends = value[format!("{key}_interval")].as_array().unwrap();
    let (low, high) = (ends[0].as_f64().unwrap(), ends[1].as_f64().unwrap());
    assert!(low <= mean && mean <= high, "{key}: {mean} is not in {low} … {high}");
}

#[test]
fn an_arena_finds_the_better_bot() {
    let folder = folder("arena");
    let told = run_json(&folder, "arena catsle --bots greedy,random --games 81 --seed 3 --json");
    // Four line-ups for each deal, so 81 games become 84.
    let counts = ["games_asked", "games", "deals", "line_ups"].map(|key| told[key].as_u64());
    assert_eq!(counts, [Some(81), Some(84), Some(21), Some(4)]);
    assert_eq!((&told["complete"], &told["sequential"]), (&true.into(), &Value::Null));
    let bots = told["bots"].as_array().unwrap();
    let names: Vec<&Value> = bots.iter().map(|bot| &bot["name"]).collect();
    assert_eq!(names, ["greedy", "random"]);
    for bot in bots {
        assert_eq!(bot["games"], 84);
        has_interval(bot, "mean_score");
        has_interval(bot, "first_share");
        for key in ["p50", "p99", "max"] {
            assert!(bot["time_ms"][key].as_f64().unwrap() > 0.0, "{key}");
        }
        assert_eq!(bot["time_ms"]["worst_overrun"], Value::Null, "it is given no time");
        assert!(bot["score_deviation"]["deal"].is_f64() && bot["rating"].is_f64());
    }
    let shares = [&bots[0], &bots[1]].map(|bot| bot["first_share"].as_f64().unwrap());
    assert!((shares[0] + 3.0 * shares[1] - 1.0).abs() < 1e-9, "{shares:?} of 1 and 3 seats");
    let pair = &told["pairs"][0];
    assert_eq!((&pair["bot"], &pair["other"]), (&"greedy".into(), &"random".into()));
    has_interval(pair, "above_share");
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let folder = folder("arena-jobs");
    let told = ["1", "3"].map(|jobs| {
        let line = format!(
            "arena catbox --players 3 --bots greedy,random --games 60 --json --jobs {jobs}"
        );
        let mut told = run_json(&folder, &line);
        let object = told.as_object_mut().unwrap();
        for key in ["seconds", "decisions_per_second", "jobs"] {
            object.remove(key).unwrap();
        }
        for bot in object["bots"].as_array_mut().unwrap() {
            bot.as_object_mut()
                .unwrap()
                .retain(|key, _| !["time_ms", "decisions_per_second"].contains(&&**key));
        }
        told
    });
    assert_eq!(told[0], told[1]);
}

#[test]
fn an_arena_prints_a_table_and_a_page() {
    let folder = folder("arena-page");
    let ran = run(&folder, "arena meow --players 3 --bots greedy,random --games 100 --html r.html");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for text in
        ["102 games (100 asked", "34 deals", "3 line-ups", "random ×2", "Duplicate deals", "r.html"]
    {
        assert!(ran.out.contains(text), "{text} is not said: {}", ran.out);
    }
    let page = std::fs::read_to_string(folder.join("r.html")).unwrap();
    assert!(
        page.starts_with("<!doctype html>") && page.contains("<svg") && page.contains("greedy")
    );
    let few = run(&folder, "arena meow --players 2 --bots greedy,random --games 2");
    assert!(few.out.contains("Few deals") && few.out.contains("[?]"), "{}", few.out);
}

#[test]
fn a_sequential_test_ends_early_and_says_so() {
    let folder = folder("arena-until");
    // The bots are equal or far apart. Both cases are decided long before a million games.
    let told = run_json(
        &folder,
        "arena meow --players 2 --bots greedy,random --games 1000000 --until 60% --json --jobs 2",
    );
    let test = &told["sequential"];
    assert!(["ahead", "behind", "level"].contains(&test["verdict"].as_str().unwrap()), "{test}");
    assert!(told["games"].as_u64().unwrap() < 1_000_000);
    assert_eq!(told["complete"], true);
    has_interval(test, "difference");
    assert!(test["llr_ahead"].is_f64() && test["llr_behind"].is_f64());
    let ran = run(&folder, "arena meow --players 2 --bots greedy,random --games 20 --until 95%");
    assert!(ran.out.contains("undecided"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_results_so_far() {
    use std::process::{Command, Stdio};

    let folder = folder("arena-ctrl-c");
    let line = "arena meow --bots random --games 1000000000 --json --html r.html";
    let command = Command::new(env!("CARGO_BIN_EXE_nekoza"))
        .args(line.split_whitespace())
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // When the report file exists, the handler for Ctrl-C is set.
    wait::until("a page", || folder.join("r.html").exists().then_some(()));
    let killed = Command::new("kill").args(["-INT", &command.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let ended = command.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(0));
    let told = json(&String::from_utf8(ended.stdout).unwrap());
    assert_eq!(told["complete"], false);
    assert!(told["games"].as_u64().unwrap() < 1_000_000_000);
}

#[test]
fn a_lab_compares_variants() {
    let folder = folder("lab");
    let line =
        "lab catsle --vary \"lead=two-cards|winner players=3|4\" --games 20 --json --html r.html";
    let told = run_json(&folder, line);
    let variants = told["variants"].as_array().unwrap();
    let varied: Vec<&Value> = variants.iter().map(|variant| &variant["varied"]).collect();
    assert_eq!(
        varied,
        [
            "lead=two-cards players=3",
            "lead=two-cards players=4",
            "lead=winner players=3",
            "lead=winner players=4"
        ]
    );
    for variant in variants {
        for key in [
            "mean_score",
            "score_spread",
            "winning_margin",
            "rounds",
            "decisions",
            "first_leader_wins",
        ] {
            has_interval(variant, key);
        }
        has_interval(&variant["facts"]["column-perfect"], "share");
        let places = variant["places"].as_array().unwrap();
        let shares: f64 = places.iter().map(|place| place["first_share"].as_f64().unwrap()).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }
    assert_eq!(variants[1]["places"].as_array().unwrap().len(), 4);
    let page = std::fs::read_to_string(folder.join("r.html")).unwrap();
    assert!(page.contains("lead=winner players=3") && page.contains("<svg"));
}

#[test]
fn impossible_combinations_are_skipped() {
    let folder = folder("lab-left-out");
    let ran = run(&folder, "lab catsle --vary \"players=3|4 out=r|k\" --games 4");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for text in
        ["Left out, players=4 out=r", "catsle@1 players=3", "columns exactly at their limit"]
    {
        assert!(ran.out.contains(text), "{text} is not said: {}", ran.out);
    }
    let none = run(&folder, "lab catsle --vary \"players=4|5 out=r\" --games 4");
    refused(&none, 2, &["players=4 out=r", "players=5 out=r"]);
}

#[test]
fn a_ladder_has_a_rung_for_every_game() {
    let folder = folder("ladder");
    let told = run_json(&folder, "ladder --only random --games 8 --json");
    assert_eq!(told["complete"], true);
    let rungs = told["rungs"].as_array().unwrap();
    for game in ["catbox", "catsle", "yorozu", "meow"] {
        let rung = rungs.iter().find(|rung| rung["rules"].as_str().unwrap().starts_with(game));
        has_interval(rung.unwrap(), "first_share");
    }
    let one = run_json(&folder, "ladder meow --only \"greedy among random\" --games 8 --json");
    assert_eq!(one["rungs"].as_array().unwrap().len(), 1);
    assert_eq!(one["rungs"][0]["rules"], "meow@1 players=4");
    let table = run(&folder, "ladder --only random --games 8 --markdown").out;
    assert!(
        table.starts_with("| rules | bot | among |") && table.contains("| greedy | random |"),
        "{table}"
    );
}

#[test]
fn wrong_usage_is_explained() {
    let folder = folder("arena-usage");
    for (line, said) in [
        ("arena meow", &["--bots"][..]),
        ("arena meow --bots gready", &["gready", "greedy"]),
        ("arena meow --players 2 --bots random,greedy,random", &["3 bots", "2 seats"]),
        ("arena meow --bots random --games 0", &["0"]),
        ("arena meow --bots random --until 95%", &["random", "other bots"]),
        ("arena meow --bots random,greedy --until 40%", &["40%", "50%"]),
        ("arena meow --bots random,greedy --until soon", &["soon", "95%"]),
        ("arena meow --bots random --html no/such/page.html", &["no/such/page.html"]),
        ("arena meow --players 9 --bots random", &["`9`", "6"]),
        ("lab meow --vary players", &["`players`", "players=3|4"]),
        ("lab meow --vary players=3|", &["`players=3|`"]),
        ("lab meow --vary \"\"", &["--vary"]),
        ("lab meow --vary plyers=3|4", &["plyers", "players"]),
        ("lab meow --vary players=3|9", &["`9`", "6"]),
        ("lab meow --players 3 --vary players=3|4", &["players=3"]),
        ("lab meow --vary players=2|3 --bots random,random,greedy", &["3 bots", "2 seats"]),
        ("lab meow --vary players=2|3 --html no/such/page.html", &["no/such/page.html"]),
        ("ladder --json --markdown", &["--markdown"]),
        ("ladder catnap", &["catnap", "catsle"]),
        ("ladder meow --only dog", &["`dog`", "greedy among random"]),
        ("arena meow --bots search:0ms", &["`0ms`", "1ms to 60s"]),
        ("arena meow --bots greedy:1s", &["`:1s`", "nothing after the name"]),
        ("arena meow --bots cheater:61s", &["`61s`", "1ms to 60s"]),
    ] {
        refused(&run(&folder, line), 2, said);
    }
}
