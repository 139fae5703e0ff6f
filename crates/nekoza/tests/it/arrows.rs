//! The dependencies between crates, as drawn in ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn dependencies_match_the_drawing() {
    assert_eq!(used(), drawn());
}

#[test]
fn rules_depend_on_nothing() {
    let manifest = crate::project().join("crates/rules/Cargo.toml");
    let manifest = std::fs::read_to_string(manifest).unwrap();
    assert!(!manifest.contains("\n[dependencies]"), "rules have a dependency");
}

#[test]
fn pages_know_no_network_and_no_clock() {
    let dependencies = dependencies("pages");
    assert!(dependencies.contains("maud"), "{dependencies:?}");
    for banned in
        ["axum", "hyper", "hyper-util", "tokio", "tower", "governor", "store", "getrandom"]
    {
        assert!(!dependencies.contains(banned), "pages depend on {banned}");
    }
}

#[test]
fn every_file_of_the_map_exists() {
    let page = std::fs::read_to_string(crate::project().join("ARCHITECTURE.md")).unwrap();
    let (mut folder, mut n_files, mut missing) = (crate::project(), 0, Vec::new());
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("##") {
            let title = title.trim_start_matches('#').trim().trim_matches('`');
            let of_crate = crate::project().join(title);
            folder = if of_crate.is_dir() { of_crate } else { crate::project() };
        }
        if !line.starts_with('|') {
            continue;
        }
        // Later files of a row may be in a folder that the row names first.
        let mut roots = vec![folder.join("src"), folder.clone(), crate::project()];
        roots.extend(GAMES.map(|game| folder.join("src").join(game)));
        for name in line.split('`').skip(1).step_by(2).filter(|name| is_path(name)) {
            n_files += 1;
            let found = roots.iter().find_map(|root| existing(root, name));
            match found {
                Some(path) if path.is_dir() => roots.push(path),
                Some(path) => roots.extend(path.parent().map(Path::to_owned)),
                None => missing.push(name.to_owned()),
            }
        }
    }
    assert!(missing.is_empty(), "ARCHITECTURE.md names files that do not exist: {missing:?}");
    assert!(n_files > 200, "only {n_files} files were found in ARCHITECTURE.md");
}

const GAMES: [&str; 4] = ["catbox", "catsle", "meow", "yorozu"];

/// Whether a word of the map is a path: a file with an ending, a folder with a slash, or below `crates`.
fn is_path(word: &str) -> bool {
    let endings = [".rs", ".toml", ".txt", ".js", ".css", ".md", "/"];
    let is_name =
        word.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-./".contains(letter));
    is_name && (word.starts_with("crates/") || endings.iter().any(|ending| word.ends_with(ending)))
}

/// A path with its placeholders filled in, if it exists for every game.
fn existing(root: &Path, name: &str) -> Option<PathBuf> {
    let path = |game: &str| root.join(name.replace("GAME", game).replace("LANGUAGE", "en"));
    GAMES.iter().all(|game| path(game).exists()).then(|| path(GAMES[0]))
}

/// The arrows in the block of ARCHITECTURE.md that is marked `arrows`.
fn drawn() -> Arrows {
    let page = std::fs::read_to_string(crate::project().join("ARCHITECTURE.md")).unwrap();
    let block = page.split("```arrows\n").nth(1).unwrap().split("```").next().unwrap();
    let arrow = |line: &str| {
        let (from, to) = line.split_once(':').unwrap();
        (from.to_owned(), to.split_whitespace().map(str::to_owned).collect())
    };
    block.lines().map(arrow).collect()
}

/// The arrows that Cargo knows.
fn used() -> Arrows {
    let mut arrows = all_dependencies();
    let ours: BTreeSet<String> = arrows.keys().cloned().collect();
    for uses in arrows.values_mut() {
        uses.retain(|name| ours.contains(name));
    }
    arrows
}

/// The direct dependencies of one of our crates.
fn dependencies(of: &str) -> BTreeSet<String> {
    all_dependencies().remove(of).unwrap()
}

/// The direct dependencies of each of our crates.
fn all_dependencies() -> Arrows {
    let args = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(args).current_dir(crate::project()).output();
    let metadata: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let uses = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        // Dev and build dependencies have a kind.
        let normal = all.filter(|dependency| dependency["kind"].is_null());
        normal.map(name).collect()
    };
    packages.iter().map(|package| (name(package), uses(package))).collect()
}
