use std::collections::{BTreeMap, BTreeSet};

use bots::CAT_NAMES;
use maud::Render as _;
use rules::Seat;

use super::*;
use crate::assets::File;

/// Room in the first load of a page.
const MOST_PACKED: usize = 14_000;

/// Everything that pages refer to.
fn named_by_pages() -> BTreeSet<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut add = |prefix: &str, names: &[&str]| {
        ids.extend(names.iter().map(|name| format!("{prefix}{name}")));
    };
    add("s-", &["r", "b", "y", "g", "k", "p", "sp", "su", "fa", "wi", "yo"]);
    add("t-", &["0", "1", "2", "3", "4", "5"]);
    add("th-", &["fish", "flask", "crow"]);
    add("tk-", &["bowl", "bone", "vase", "fish"]);
    add("yo-", &["sp", "su", "fa", "wi", "yo"]);
    add(
        "i-",
        &[
            "log", "last", "hint", "rules", "chat", "menu", "check", "back", "play", "friends",
            "trophy", "eye", "lock", "pause", "prev", "next", "copy", "close", "plus", "clock",
            "paw", "undo", "share", "flag", "starf", "star", "sun",
        ],
    );
    for marking in ["plain", "tabby", "patch", "mask", "tux", "calico", "flower"] {
        add("hd-", &[marking]);
        for face in ["open", "side", "think", "happy", "sly", "shock", "sleep"] {
            add("av-", &[&format!("{marking}-{face}")]);
        }
    }
    for (prefix, numbers) in
        [("n", 0..=18), ("cb", 1..=9), ("cbc", 1..=9), ("ca", 1..=12), ("me", 1..=18)]
    {
        ids.extend(numbers.map(|n| format!("{prefix}{n}")));
    }
    ids.into_iter().collect()
}

fn attributes<'a>(file: &'a str, start: &str) -> Vec<&'a str> {
    file.split(start).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// The drawings of symbols, by id.
fn symbols(file: &str) -> BTreeMap<&str, &str> {
    let parts =
        file.split("<symbol id=\"").skip(1).map(|part| part.split("</symbol>").next().unwrap());
    parts.map(|part| (part.split('"').next().unwrap(), part.split_once('>').unwrap().1)).collect()
}

#[test]
fn every_symbol_that_pages_name_is_there() {
    let file = sprite();
    let symbols = symbols(&file);
    let missing: Vec<_> =
        named_by_pages().into_iter().filter(|id| !symbols.contains_key(id.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn ids_are_unique_and_references_resolve() {
    let file = sprite();
    let ids = attributes(&file, " id=\"");
    let known: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(known.len(), ids.len(), "an id stands twice");
    for reference in attributes(&file, "href=\"") {
        assert!(known.contains(reference.trim_start_matches('#')), "{reference}");
    }
}

#[test]
fn no_two_drawings_are_the_same() {
    let file = sprite();
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    for (id, drawn) in symbols(&file) {
        let same = seen.insert(drawn, id);
        // Red and pink never meet in a game.
        assert!(same.is_none() || (same, id) == (Some("s-p"), "s-r"), "{same:?} and {id}");
    }
}

#[test]
fn the_kit_needs_no_inline_style() {
    assert!(!sprite().contains(" style="));
}

#[test]
fn the_kit_is_small() {
    let name = Asset::Kit.url().rsplit('/').next().unwrap();
    let file = File::named(name).unwrap();
    let (plain, packed) = (file.plain.len(), file.packed.len());
    println!("kit: {plain} bytes, packed {packed}");
    assert!(packed <= MOST_PACKED, "kit: {plain} bytes, packed {packed}");
}

#[test]
fn every_coat_has_colours_and_a_marking_of_its_own() {
    let styles = include_str!("../../assets/styles/coats.css");
    let file = sprite();
    let mut looks = BTreeSet::new();
    for Coat { class, marking } in COATS {
        let (_, colours) = styles.split_once(&format!(".{class}{{")).expect(class);
        let colours = colours.split('}').next().unwrap();
        for name in ["--fur:", "--mark:", "--muz:", "--iris:"] {
            assert!(colours.contains(name), "{class} has no {name}");
        }
        assert!(looks.insert((marking, colours)), "{class}");
        assert!(file.contains(&format!("id=\"hd-{marking}\"")), "{marking}");
    }
    assert_eq!(styles.matches("--fur:").count(), COATS.len());
}

#[test]
fn bots_look_different_and_every_coat_is_worn() {
    let bots: BTreeSet<_> = CAT_NAMES.into_iter().map(|name| coat(name).class).collect();
    assert_eq!(bots.len(), CAT_NAMES.len());
    let mut worn: BTreeMap<&str, usize> = BTreeMap::new();
    for n in 0..1200 {
        *worn.entry(coat(&format!("Cat {n}")).class).or_default() += 1;
    }
    assert!(worn.len() == COATS.len() && worn.values().all(|n| (60..=140).contains(n)), "{worn:?}");
}

#[test]
fn cats_at_one_table_look_different() {
    let alike: Vec<String> =
        (0..).map(|n| format!("Cat {n}")).filter(|name| coat(name).class == "c2").take(5).collect();
    let mut names: Vec<&str> = alike.iter().map(String::as_str).collect();
    names.push("Kuro");
    let given = coats(&names);
    let classes: BTreeSet<_> = given.iter().map(|coat| coat.class).collect();
    assert_eq!(classes.len(), names.len());
    assert_eq!(given[5], coat("Kuro"));
    assert_eq!(coats(&["Ken"]), [coat("Ken")]);
    assert_eq!(coats(&["Kuro"; 20]).len(), 20);
}

#[test]
fn markup_names_the_file_and_the_symbol() {
    let url = Asset::Kit.url();
    let written =
        |name, id: &str| format!("<svg class=\"{name}\"><use href=\"{url}#{id}\"/></svg>");
    assert_eq!(icon("hint").render().into_string(), written("ic", "i-hint"));
    assert_eq!(art("yo-sp").render().into_string(), written("art", "yo-sp"));
    assert_eq!(suit("sp").render().into_string(), written("sh", "s-sp"));
    assert_eq!(token(Seat::new(2)).render().into_string(), written("sh", "t-2"));
    assert_eq!(bust("Kuro", Mood::Sly).render().into_string(), written("cat c2", "av-plain-sly"));
    assert_eq!(head("Tama").render().into_string(), written("hd c1", "hd-calico"));
    let numeral = numeral(12_u8).render().into_string();
    assert_eq!(numeral, written("num\" viewBox=\"0 0 36 30", "n12"));
}
