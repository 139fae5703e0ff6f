use std::collections::{BTreeMap, BTreeSet};

use bots::CAT_NAMES;
use maud::Render as _;
use rules::Seat;
use table::cat::{CoatName, Reaction};

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
            "log", "last", "hint", "rules", "chat", "menu", "check", "plus", "back", "play",
            "pause", "prev", "next", "friends", "eye", "clock",
        ],
    );
    for marking in ["plain", "tabby", "patch", "mask", "tux", "calico", "flower"] {
        add("hd-", &[marking]);
        add("rh-", &[marking]);
        for face in ["open", "side", "think", "happy", "sly", "shock", "sleep"] {
            add("av-", &[&format!("{marking}-{face}")]);
        }
    }
    add("re-", &Reaction::ALL.map(Reaction::name));
    for (prefix, numbers) in [("cb", 1..=9), ("cbc", 1..=9), ("ca", 1..=12), ("me", 1..=18)] {
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
    let given = coats(&names, &[]);
    let classes: BTreeSet<_> = given.iter().map(|coat| coat.class).collect();
    assert_eq!(classes.len(), names.len());
    assert_eq!(given[5], coat("Kuro"));
    assert_eq!(coats(&["Ken"], &[]), [coat("Ken")]);
    assert_eq!(coats(&["Kuro"; 20], &[]).len(), 20);
}

#[test]
fn a_chosen_coat_goes_before_those_by_name() {
    let [black, white, tortie] =
        ["black", "white", "tortie"].map(|name| CoatName::named(name).unwrap());
    let given = |names: &[&str], chosen: &[Option<CoatName>]| {
        coats(names, chosen).into_iter().map(|coat| coat.class).collect::<Vec<_>>()
    };
    assert_eq!(given(&["Kuro", "Mia"], &[None, Some(black)]), ["c3", "c2"]);
    assert_eq!(given(&["Kuro", "Mia", "Shiro"], &[None, Some(black)]), ["c3", "c2", "c4"]);
    // A log of another program can have one coat twice.
    assert_eq!(given(&["Mia", "Ken"], &[Some(tortie), Some(tortie)]), ["c11", "c0"]);
    assert_eq!(given(&["Mia", "Ken"], &[Some(white), Some(black), None]), ["c3", "c2"]);
}

#[test]
fn every_coat_that_players_choose_is_drawn() {
    let drawn: Vec<Coat> = CoatName::all().map(Coat::from).collect();
    assert_eq!(drawn, COATS);
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
    let kuro = coat("Kuro").bust(Mood::Sly).render().into_string();
    assert_eq!(kuro, written("cat c2", "av-plain-sly"));
    assert_eq!(coat("Tama").head().render().into_string(), written("hd c1", "hd-calico"));
    let laughs = COATS[1].reaction(Reaction::Laugh).render().into_string();
    let both = format!("<use href=\"{url}#rh-calico\"/><use href=\"{url}#re-laugh\"/>");
    assert_eq!(laughs, format!("<svg class=\"re c1\">{both}</svg>"));
    let paw = COATS[1].reaction(Reaction::ThumbUp).render().into_string();
    assert_eq!(paw, written("re c1", "re-thumb-up"));
}

#[test]
fn numbers_are_put_together_from_digits() {
    let url = Asset::Kit.url();
    let drawn = |n: i16| numeral(n).render().into_string().replace(url, "");
    assert_eq!(
        drawn(12),
        "<svg class=\"num\" viewBox=\"0 0 36 30\"><use href=\"#d1\"/><use href=\"#d2\" x=\"14\"/></svg>"
    );
    assert_eq!(
        drawn(-50),
        "<svg class=\"num\" viewBox=\"0 0 57.5 30\"><use href=\"#d-\"/><use href=\"#d5\" x=\"15\"/>\
         <use href=\"#d0\" x=\"35.5\"/></svg>"
    );
    assert_eq!(drawn(0).matches("#d0").count(), 1);
    assert_eq!(drawn(100).matches("<use").count(), 3);
    assert_eq!(drawn(i16::MIN).matches("<use").count(), 6);
}

/// Every value that rules or a deck file can bring onto a page. A symbol that is missing would show as nothing.
#[test]
fn every_number_that_a_deck_file_allows_is_drawn() {
    fn tables<R: rules::Rules>() -> &'static [rules::DeckTable] {
        R::TABLES
    }
    let file = sprite();
    let tables = [
        tables::<rules::catbox::Rules>(),
        tables::<rules::catsle::Rules>(),
        tables::<rules::yorozu::Rules>(),
        tables::<rules::meow::Rules>(),
    ];
    let mut numbers: BTreeSet<i32> = (-20..=20).collect();
    numbers.extend(tables.concat().iter().flat_map(|table| table.min..=table.max));
    assert!(numbers.contains(&-50) && numbers.contains(&50), "tokens of Meow go that far");
    for n in numbers {
        let n = i16::try_from(n).unwrap();
        let drawn = numeral(n).render().into_string();
        assert!(drawn.contains("<use "), "{n}");
        for shape in attributes(&drawn, "<use href=\"") {
            let (_, id) = shape.split_once('#').unwrap();
            assert!(file.contains(&format!(" id=\"{id}\"")), "{n} needs {id}");
        }
    }
}
