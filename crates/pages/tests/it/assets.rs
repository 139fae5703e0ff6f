//! Styles and scripts: nothing in them is dead, and a table is light to load.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pages::assets::{Asset, File};
use pages::table_page::{Frame, TablePage};
use rules::{GameId, Seat};
use words::Words;

/// The files below this folder, with one of these endings, as path and text.
fn sources(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of this repository") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|ending| endings.iter().any(|&one| one == ending))
            {
                found
                    .push((path.display().to_string(), fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    found
}

/// The text without what stands between these marks.
fn without(text: &str, [begin, end]: [&str; 2]) -> String {
    let mut parts = text.split(begin);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + part.split_once(end).map_or("", |(_, rest)| rest))
}

fn is_name_part(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

/// The classes in the selectors of a style sheet.
fn classes(css: &str) -> BTreeSet<String> {
    let css = without(css, ["/*", "*/"]);
    let quotes = css.split('"').step_by(2).collect::<String>();
    // A selector stands between a declaration, or a brace, and the brace that it opens.
    let blocks: Vec<&str> = quotes.split('{').collect();
    let selectors = blocks[..blocks.len() - 1].iter().map(|block| block.rsplit([';', '}']).next());
    selectors
        .flatten()
        .flat_map(|selector| selector.split('.').skip(1))
        .map(|rest| rest.split(|letter| !is_name_part(letter)).next().unwrap_or_default())
        .filter(|name| name.starts_with(|first: char| !first.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// The names of all keyframes of a style sheet.
fn keyframes(css: &str) -> impl Iterator<Item = &str> {
    let named = css.split("@keyframes ").skip(1);
    named.map(|rest| rest.split([' ', '{']).next().unwrap_or_default())
}

/// The words of sources, and the beginnings that they complete with a number or a name: `rank-` in `"rank-" (rank)`.
struct Written {
    words: BTreeSet<String>,
    stems: BTreeSet<String>,
}

impl Written {
    fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Written {
        let (mut words, mut stems) = (BTreeSet::new(), BTreeSet::new());
        let lines = texts.flat_map(str::lines).filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            words.extend(line.split(|letter| !is_name_part(letter)).map(str::to_owned));
            for mark in ["\" (", "{"] {
                let parts: Vec<&str> = line.split(mark).collect();
                let ends = parts[..parts.len() - 1].iter();
                let name =
                    |part: &&str| part[part.trim_end_matches(is_name_part).len()..].to_owned();
                stems.extend(ends.map(name));
            }
        }
        Written { words, stems }
    }

    fn has(&self, class: &str) -> bool {
        let numbered = class.trim_end_matches(|last: char| last.is_ascii_digit());
        let named = class.split_inclusive('-').next().unwrap_or_default();
        self.words.contains(class)
            || [numbered, named].iter().any(|&stem| stem != class && self.stems.contains(stem))
    }
}

#[test]
fn every_class_of_the_styles_is_written() {
    let pages = ["src", "assets", "../server/src", "../rules/src"];
    let texts: Vec<_> =
        pages.iter().flat_map(|folder| sources(folder, &["rs", "js", "html"])).collect();
    let written = Written::of(texts.iter().map(|(_, text)| text.as_str()));
    let dead: Vec<_> = sources("assets", &["css"])
        .into_iter()
        .flat_map(|(path, css)| classes(&css).into_iter().map(move |class| (path.clone(), class)))
        .filter(|(_, class)| !written.has(class))
        .collect();
    assert!(dead.is_empty(), "no page has these classes: {dead:#?}");
}

#[test]
fn a_dead_class_is_found() {
    let css = "/* .note */ .a.b-c > li:is(.d, .e)::after { content: \".x {\"; inset: 0 .5em; }
        @media (min-width: 9.5em) { .f { color: red; .g & { margin: .25px } } }";
    let found: Vec<String> = classes(css).into_iter().collect();
    assert_eq!(found, ["a", "b-c", "d", "e", "f", "g"]);
    let written = Written::of(
        ["span.a.b-c { \"d e\" }", "class={ \"rank-\" (rank) }", "format!(\"for-{field}\")"]
            .into_iter(),
    );
    assert!(
        ["a", "b-c", "d", "e", "rank-1", "for-move-time"].iter().all(|class| written.has(class))
    );
    assert!(["f", "g", "ranked", "b-d", "form"].iter().all(|class| !written.has(class)));
}

#[test]
fn keyframes_have_their_own_names() {
    let styles = sources("assets", &["css"]);
    let mut names = BTreeSet::new();
    for (path, css) in &styles {
        for name in keyframes(css) {
            assert!(names.insert(name), "{path} uses the name {name} again");
        }
    }
    assert!(names.contains("sway"), "{names:?}");
}

#[test]
fn every_icon_is_drawn() {
    let sources = sources("src", &["rs"]);
    let pages = sources.iter().filter(|(path, _)| !path.contains("/kit/"));
    let pages: String = pages.map(|(_, text)| text.as_str()).collect();
    let kit = File::named(Asset::Kit.url().trim_start_matches("/assets/")).unwrap();
    let kit = std::str::from_utf8(&kit.plain).unwrap();
    let icons = kit.split("<symbol id=\"i-").skip(1).filter_map(|rest| rest.split('"').next());
    let dead: Vec<_> = icons.filter(|name| !pages.contains(&format!("\"{name}\""))).collect();
    assert!(dead.is_empty(), "no page draws these icons: {dead:?}");
}

/// A browser may refuse to keep anything, and one script is prepared for that.
#[test]
fn one_script_keeps_choices() {
    let scripts = sources("assets", &["js"]);
    let keepers: Vec<_> =
        scripts.iter().filter(|(_, text)| text.contains("localStorage")).collect();
    assert!(keepers.len() == 1 && keepers[0].0.ends_with("choices.js"), "{keepers:?}");
}

/// Comments and indentation are not sent. A line within a string could look like a comment.
#[test]
fn no_string_has_several_lines() {
    for (path, text) in sources("assets", &["js", "css"]) {
        for line in without(&text, ["/*", "*/"]).lines() {
            let code = line.trim();
            if !code.starts_with("//") {
                assert!(code.matches('`').count() % 2 == 0, "{path}: {line}");
                assert!(!code.ends_with('\\'), "{path}: {line}");
            }
        }
    }
}

/// The packed files that a page loads, by name.
fn loads(page: &str) -> Vec<(&str, usize)> {
    let names = page.split("/assets/").skip(1);
    let names: BTreeSet<_> =
        names.map(|rest| rest.split(['"', '#']).next().unwrap_or_default()).collect();
    let packed =
        |name| File::named(name).expect("a page refers to files that there are").packed.len();
    names.into_iter().map(|name| (name, packed(name))).collect()
}

#[test]
fn a_table_is_light_to_load() {
    const MOST: usize = 90_000;
    let words = &Words::in_language("en").unwrap();
    let frame = Frame {
        seat: Some(Seat::new(0)),
        name: Some("Mia".to_owned()),
        coat: None,
        free: Vec::new(),
        kept: None,
        is_asked: true,
        newcomers: false,
        is_closed: false,
    };
    let page = TablePage {
        path: "/tables/7",
        words,
        link: "https://example.org/tables/7",
        wanted: None,
        name: None,
        coat: None,
        refused: None,
    };
    for game in GameId::ALL {
        let page = page.render(game, &frame, Some(""));
        let files = loads(&page);
        let sum: usize = files.iter().map(|(_, size)| size).sum();
        println!("{}: {sum} bytes, {files:?}", game.name());
        let has = |name: &str| files.iter().any(|(file, _)| file.starts_with(&format!("{name}.")));
        assert!(["base", game.name(), "kit", "live"].into_iter().all(has), "{files:?}");
        let others = GameId::ALL.into_iter().filter(|&other| other != game);
        assert!(!others.map(GameId::name).any(has), "styles of another game: {files:?}");
        assert!(sum <= MOST, "{sum} bytes of styles, scripts and pictures");
    }
}
