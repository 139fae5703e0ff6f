//! Commands and their output.

use std::path::Path;

use serde_json::Value;

use crate::{Ran, folder, nekoza};

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).unwrap();
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

pub(crate) fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

/// Checks that a command failed with this exit code and these texts, without a panic.
pub(crate) fn refused(ran: &Ran, code: i32, said: &[&str]) {
    assert_eq!(ran.code, code, "{}", ran.err);
    for text in said {
        assert!(ran.err.contains(text), "{text:?} is not said: {}", ran.err);
    }
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    assert!(!ran.err.contains('«'), "a sentence is missing: {}", ran.err);
}

#[test]
fn help_lists_the_commands() {
    let ran = nekoza(&folder("help"), &["--help"]);
    assert_eq!(ran.code, 0);
    for command in [
        "serve",
        "play",
        "games",
        "bots",
        "rules",
        "simulate",
        "arena",
        "ladder",
        "lab",
        "replay",
        "hint",
        "audit",
        "deck",
        "completions",
        "127.0.0.1:8080",
    ] {
        assert!(ran.out.contains(command), "{command} is not named");
    }
}

#[test]
fn games_are_listed() {
    let folder = folder("games");
    let ran = nekoza(&folder, &["games"]);
    assert!(ran.out.contains("Cat in the Box") && ran.out.contains("Meow"), "{}", ran.out);
    let games = json(&nekoza(&folder, &["games", "--json"]).out);
    assert_eq!(games["games"][1]["name"], "catsle");
    assert_eq!(games["games"][1]["variants"].as_array().unwrap().len(), 16);
    assert_eq!(games["games"][3]["name"], "meow");
    assert_eq!(games["games"][3]["variants"].as_array().unwrap().len(), 40);
    for game in games["games"].as_array().unwrap() {
        for option in game["options"].as_array().unwrap() {
            assert!(option["default"].is_string(), "{} has no default: {option}", game["name"]);
        }
    }
}

#[test]
fn bots_are_listed() {
    let folder = folder("bots");
    let ran = nekoza(&folder, &["bots"]);
    for text in ["kitten", "fun to beat", "whimsical:", "search:1s*4", "baseline"] {
        assert!(ran.out.contains(text), "{text} is not said: {}", ran.out);
    }
    assert!(!ran.out.contains('«'), "a sentence is missing: {}", ran.out);
    let listed = json(&nekoza(&folder, &["bots", "--json"]).out);
    assert_eq!(listed["levels"][2]["name"], "tiger");
    assert_eq!(listed["levels"][2]["plays"]["meow"], "search:1s");
    // Every example name is a valid bot.
    for bot in listed["bots"].as_array().unwrap() {
        let like = bot["like"].as_str().unwrap();
        assert!(like.starts_with(bot["name"].as_str().unwrap()));
        assert!(like.parse::<bots::BotName>().is_ok(), "{like}");
        assert!(bot["text"].as_str().unwrap().len() > 10);
    }
}

#[test]
fn rulebooks_mark_reconstructed_values() {
    let folder = folder("rulebooks");
    let rules =
        [("catbox", "BOX-22"), ("catsle", "CAS-22"), ("yorozu", "YOR-22"), ("meow", "MEO-22")];
    for (game, rule) in rules {
        let ran = nekoza(&folder, &["rules", game]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains(rule) && ran.out.contains("reconstructed"), "{}", ran.out);
        assert!(!ran.out.contains('{'), "a placeholder is left: {}", ran.out);
        let too_long = ran.out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(too_long, None);
    }
    write(&folder, "box.toml", &nekoza(&folder, &["deck", "meow"]).out.replace("9, 10]", "9, 12]"));
    let ran = nekoza(&folder, &["rules", "meow", "--deck", "box.toml"]);
    assert!(ran.out.contains("12"), "{}", ran.out);
}

#[test]
fn simulated_games_pass_the_audit_and_have_an_account() {
    let folder = folder("simulate");
    let variants = [
        ("catbox", "side=purple"),
        ("catsle", "lead=winner"),
        ("yorozu", "level=advanced target=20"),
        ("meow", "fish=by-hand deck=expert"),
    ];
    for (game, rules) in variants {
        let args =
            ["simulate", game, "--games", "3", "--seed", "9", "--rules", rules, "--out", "x.neko"];
        let ran = nekoza(&folder, &args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("decisions/s"), "{}", ran.out);
        let audit = nekoza(&folder, &["audit", "x.neko", "--json"]);
        assert_eq!(audit.code, 0, "{}", audit.err);
        let kinds: Vec<Value> = audit.out.lines().map(|line| json(line)["kind"].clone()).collect();
        for kind in ["rules", "end"] {
            assert_eq!(kinds.iter().filter(|&found| found == kind).count(), 3, "{kind}");
        }
        for line in audit.out.lines().map(json).filter(|line| line["kind"] == "act") {
            assert!(line["legal"].as_array().unwrap().contains(&line["text"]), "{line}");
        }
        let replay = nekoza(&folder, &["replay", "x.neko"]);
        assert_eq!(replay.code, 0, "{}", replay.err);
        assert!(replay.out.contains("Round 1"), "{}", replay.out);
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = folder("seed");
    for (jobs, file) in [("1", "one.neko"), ("3", "three.neko")] {
        let args = ["simulate", "meow", "--games", "600", "--jobs", jobs, "--out", file];
        assert_eq!(nekoza(&folder, &args).code, 0);
    }
    assert_eq!(read(&folder, "one.neko"), read(&folder, "three.neko"));
}

#[test]
fn wrong_usage_is_explained() {
    let folder = folder("usage");
    let simulate = |args: &[&str]| nekoza(&folder, &[&["simulate"], args].concat());
    refused(&simulate(&["catnap"]), 2, &["catnap", "catbox", "meow"]);
    refused(&simulate(&["meow", "--players", "9"]), 2, &["`9`", "2", "6"]);
    refused(&simulate(&["meow", "--players", "three"]), 2, &["three"]);
    refused(&simulate(&["meow", "--rules", "fsh=auto"]), 2, &["fsh=auto", "fish"]);
    refused(&simulate(&["catbox", "--rules", "side=green"]), 2, &["green", "black", "purple"]);
    refused(
        &simulate(&["catbox", "--players", "5", "--rules", "side=black"]),
        2,
        &["black", "players=5", "purple"],
    );
    refused(&simulate(&["catbox", "--players", "3", "--rules", "players=4"]), 2, &["players=4"]);
    refused(&simulate(&["meow", "--games", "0"]), 2, &["0"]);
    refused(&simulate(&["meow", "--out", "no/such/folder.neko"]), 2, &["no/such/folder.neko"]);
    refused(&simulate(&["meow", "--deck", "none.toml"]), 2, &["none.toml"]);
    refused(&nekoza(&folder, &["audit", "none.neko"]), 2, &["none.neko"]);
    refused(&nekoza(&folder, &["frobnicate"]), 2, &["frobnicate"]);
}

#[test]
fn bad_decks_are_explained() {
    let folder = folder("decks");
    let good = nekoza(&folder, &["deck", "meow"]).out;
    let fishbones = good.lines().find(|line| line.starts_with("fishbones")).unwrap();
    write(&folder, "missing.toml", &good.replace(fishbones, ""));
    write(&folder, "range.toml", &good.replace("9, 10]", "9, 100]"));
    write(&folder, "key.toml", &good.replace("fishbones", "fishbone"));
    write(&folder, "syntax.toml", &good.replace(']', ""));
    write(&folder, "good.toml", &good);
    let simulate = |game: &str, deck: &str| {
        nekoza(&folder, &["simulate", game, "--games", "10", "--deck", deck])
    };
    refused(&simulate("meow", "missing.toml"), 2, &["missing.toml", "fishbones"]);
    refused(&simulate("meow", "range.toml"), 2, &["range.toml:", "bowls", "100", "50"]);
    refused(&simulate("meow", "key.toml"), 2, &["key.toml", "fishbone"]);
    refused(&simulate("meow", "syntax.toml"), 2, &["syntax.toml:"]);
    refused(&simulate("catbox", "good.toml"), 2, &["good.toml", "meow", "catbox"]);
    assert_eq!(simulate("meow", "good.toml").code, 0);
}

#[test]
fn a_deck_travels_in_the_record() {
    let folder = folder("travels");
    let deck = nekoza(&folder, &["deck", "meow"]).out;
    write(&folder, "box.toml", &deck.replace("9, 10]", "9, 12]"));
    let args = ["simulate", "meow", "--games", "1", "--deck", "box.toml", "--out", "x.neko"];
    assert_eq!(nekoza(&folder, &args).code, 0);
    let record = read(&folder, "x.neko");
    assert!(record.contains("[Deck \"sha256:") && record.contains("bowls="), "{record}");
    assert_eq!(nekoza(&folder, &["audit", "x.neko"]).code, 0);
    write(&folder, "y.neko", &record.replace("9,12", "9,13"));
    refused(&nekoza(&folder, &["audit", "y.neko"]), 1, &["y.neko:"]);
}

#[test]
fn bad_records_are_refused_with_place_and_rule() {
    let folder = folder("records");
    let args = ["simulate", "catbox", "--players", "3", "--games", "1", "--out", "good.neko"];
    assert_eq!(nekoza(&folder, &args).code, 0);
    let good = read(&folder, "good.neko");
    let audit = |name: &str, text: &str| {
        write(&folder, name, text);
        nekoza(&folder, &["audit", name, "--json"])
    };

    // Cut off in the middle.
    let lines: Vec<&str> = good.lines().collect();
    let cut = lines[..lines.len() / 2].join("\n");
    refused(&audit("cut.neko", &cut), 1, &["cut.neko:"]);

    // An action by the wrong seat: a seat discards twice.
    let wrong_seat = good.replacen("\n1 discard ", "\n0 discard ", 1);
    let ran = audit("seat.neko", &wrong_seat);
    refused(&ran, 1, &["seat.neko:", "BOX-12", "step 4"]);
    let last = json(ran.out.lines().last().unwrap());
    assert_eq!(last["kind"], "refused");
    assert_eq!((&last["rule"], &last["step"]), (&"BOX-12".into(), &4.into()));

    // A seat that does not exist, an illegal bid, an unknown word.
    let ran = audit("nobody.neko", &good.replacen("\n1 discard", "\n5 discard", 1));
    refused(&ran, 1, &["nobody.neko:"]);
    let bid = good.lines().find(|line| line.contains(" bid ")).unwrap();
    let seat = &bid[..1];
    let ran = audit("bid.neko", &good.replacen(bid, &format!("{seat} bid 2"), 1));
    refused(&ran, 1, &["BOX-4"]);
    let ran = audit("word.neko", &good.replacen(" discard ", " discrad ", 1));
    refused(&ran, 1, &["word.neko:", "discrad", "discard"]);
    let told = json(ran.out.lines().last().unwrap());
    assert_eq!((&told["kind"], &told["code"]), (&"refused".into(), &"unreadable".into()));

    // A deal with too many cards of a value.
    let deal = good.lines().find(|line| line.starts_with("deal")).unwrap();
    let other = if deal.contains("0:1") {
        deal.replacen("0:1", "0:6", 1)
    } else {
        deal.replacen("0:", "0:1", 1)
    };
    refused(&audit("deal.neko", &good.replacen(deal, &other, 1)), 1, &["BOX-1"]);

    // A wrong result, an empty file, bytes that are not text.
    let result = good.lines().find(|line| line.starts_with("[Result")).unwrap();
    let ran = audit("result.neko", &good.replacen(result, "[Result \"99 99 99\"]", 1));
    refused(&ran, 1, &["result.neko:", "99"]);
    refused(&audit("empty.neko", ""), 1, &["empty.neko:"]);
    std::fs::write(folder.join("bytes.neko"), [0xff, 0xfe, 0x00]).unwrap();
    refused(&nekoza(&folder, &["audit", "bytes.neko"]), 2, &["bytes.neko"]);
    refused(&nekoza(&folder, &["replay", "cut.neko"]), 1, &["cut.neko:"]);

    // A game without a result tag is valid.
    assert_eq!(audit("fine.neko", &good.replace(&format!("{result}\n"), "")).code, 0);
}

#[test]
fn hints_are_for_the_seat_to_move() {
    let folder = folder("hints");
    for game in ["catbox", "catsle", "yorozu", "meow"] {
        let args = ["simulate", game, "--games", "2", "--seed", "5", "--out", "x.neko"];
        assert_eq!(nekoza(&folder, &args).code, 0);
        let record = read(&folder, "x.neko");
        let last = record.rsplit("\n\n").next().unwrap();
        let steps: Vec<&str> = last.lines().collect();
        let acts = |step: &&str| step.as_bytes()[0].is_ascii_digit();
        let step = steps.iter().rposition(acts).unwrap() - 9;
        let step = step - steps[..=step].iter().rev().position(acts).unwrap();
        let number = (step + 1).to_string();
        let hint = |more: &[&str]| {
            let args = ["hint", "x.neko", "--step", &number, "--bot", "search:50"];
            nekoza(&folder, &[&args[..], more].concat())
        };
        let ran = hint(&["--top", "2"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!((2..=3).contains(&ran.out.lines().count()), "{}", ran.out);
        assert!(!ran.out.contains('«') && ran.out.ends_with(".\n"), "{}", ran.out);
        // The same seed and the same number of playouts give the same answer.
        assert_eq!(ran.out, hint(&["--top", "2"]).out);
        let told = json(&hint(&["--top", "99", "--json"]).out);
        let seat = &steps[step][..1];
        assert_eq!((told["game"].as_str(), told["seat"].to_string().as_str()), (Some(game), seat));
        let did = &steps[step][2..];
        let hints = told["hints"].as_array().unwrap();
        assert!(hints.iter().any(|hint| hint["action"] == did), "{did} is not in {told}");
        // The default is the end of an unfinished game, and the last game of a file.
        let tags = record.split("\n\n").next().unwrap();
        let result = tags.lines().find(|line| line.starts_with("[Result")).unwrap();
        let tags = tags.replace(result, "[Result \"*\"]");
        write(&folder, "cut.neko", &format!("{tags}\n\n{}\n", steps[..step].join("\n")));
        let ran = nekoza(&folder, &["hint", "cut.neko", "--bot", "search:50", "--top", "2"]);
        assert_eq!((ran.code, &ran.out), (0, &hint(&["--top", "2"]).out), "{}", ran.err);
    }
}

#[test]
fn impossible_hints_are_explained() {
    let folder = folder("no-hints");
    let args = ["simulate", "meow", "--games", "2", "--players", "3", "--out", "x.neko"];
    assert_eq!(nekoza(&folder, &args).code, 0);
    let hint = |args: &[&str]| nekoza(&folder, &[&["hint", "x.neko"], args].concat());
    refused(&hint(&[]), 2, &["over", "--step"]);
    refused(&hint(&["--step", "0"]), 2, &["no step 0", "1"]);
    refused(&hint(&["--step", "999"]), 2, &["no step 999"]);
    refused(&hint(&["--step", "1"]), 2, &["no player is to move", "step 1"]);
    refused(&hint(&["--step", "4", "--seat", "3"]), 2, &["no seat 3", "2"]);
    let told = json(&hint(&["--step", "4", "--bot", "greedy", "--json"]).out);
    let other = (told["seat"].as_u64().unwrap() + 1) % 3;
    let ran = hint(&["--step", "4", "--seat", &other.to_string()]);
    refused(&ran, 2, &[&format!("seat {other} is not to move"), "step 4"]);
    refused(&hint(&["--game", "3", "--step", "4"]), 2, &["no game 3", "x.neko"]);
    refused(&hint(&["--step", "4", "--bot", "cheater:9"]), 2, &["cheater:9", "search"]);
    refused(&nekoza(&folder, &["hint", "none.neko"]), 2, &["none.neko"]);
    write(&folder, "bad.neko", &read(&folder, "x.neko").replacen("play", "ply", 1));
    refused(&nekoza(&folder, &["hint", "bad.neko", "--game", "1"]), 1, &["bad.neko:", "ply"]);
}

#[test]
fn completions_are_printed() {
    let folder = folder("completions");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(nekoza(&folder, &["completions", shell]).out.contains("simulate"));
    }
}

#[test]
fn a_soak_keeps_every_law() {
    let ran = nekoza(&folder("soak"), &["soak", "catbox", "--games", "2", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 6);
}
