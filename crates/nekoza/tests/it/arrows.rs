//! The dependencies between crates, as drawn in ARCHITECTURE.md.

use std::collections::{BTreeMap, BTreeSet};
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
