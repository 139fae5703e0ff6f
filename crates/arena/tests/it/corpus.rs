//! The frozen corpus in `records/`: every game of it still replays, step by step, as on the day it was recorded.
//!
//! No `UPDATE=1` changes these files. A rule change that breaks one is a new version of the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use arena::corpus;
use rules::notation::Values;
use rules::{Game, GameId, Rules, Visit};
use table::record::RecordText;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records");

/// The least number of records of a version of a game.
const MIN_OF_GAME: usize = 200;

#[test]
fn catbox_replays() {
    GameId::Catbox.visit(Replays);
}

#[test]
fn catsle_replays() {
    GameId::Catsle.visit(Replays);
}

#[test]
fn yorozu_replays() {
    GameId::Yorozu.visit(Replays);
}

#[test]
fn meow_replays() {
    GameId::Meow.visit(Replays);
}

/// Replays all records of a game, and sees that all its rules sets occur.
struct Replays;

impl Visit for Replays {
    type Output = ();

    fn visit<G: Game>(self) {
        let mut n_of_version = BTreeMap::<u32, usize>::new();
        let mut lines = BTreeSet::new();
        let mut changed = BTreeSet::new();
        for (path, text) in files_of(G::ID) {
            for record in RecordText::read_all(&text).unwrap() {
                let rules = corpus::replay::<G>(&record)
                    .unwrap_or_else(|error| panic!("records/{path}, {error}"));
                *n_of_version.entry(rules.version()).or_default() += 1;
                lines.insert(rules.to_string());
                changed.extend(rules.changed_tables().into_iter().map(|(name, _)| name));
            }
        }
        let versions: Vec<u32> = n_of_version.keys().copied().collect();
        assert_eq!(versions, G::Rules::VERSIONS, "each version of {} has records", G::ID.name());
        assert!(n_of_version.values().all(|&n| n >= MIN_OF_GAME), "{n_of_version:?}");
        for rules in G::Rules::every() {
            assert!(lines.contains(&rules.to_string()), "no record of {rules}");
        }
        for option in G::Rules::OPTIONS {
            let Values::Numbers { min, max } = option.values else { continue };
            for end in [min, max] {
                let word = format!("{}={end}", option.key);
                let has_word = |line: &String| line.split(' ').any(|other| other == word);
                assert!(lines.iter().any(has_word), "no record with {word}");
            }
        }
        for table in G::Rules::TABLES {
            assert!(changed.contains(table.name), "no record with another table `{}`", table.name);
        }
    }
}

fn files_of(game: GameId) -> Vec<(String, String)> {
    let files = corpus::read(Path::new(FOLDER)).unwrap().into_iter();
    let begin = format!("{}@", game.name());
    files.filter(|(path, _)| path.starts_with(&begin)).collect()
}

/// Planted faults: a replay that differs in any way is noticed.
#[test]
fn a_changed_record_is_noticed() {
    let files = files_of(GameId::Meow);
    let (_, text) = files.iter().find(|(path, _)| path.contains("vases=pairs")).unwrap();
    let first = text.split("\n[Format").next().unwrap();
    let replay = |text: &str| corpus::replay::<rules::meow::State>(&read(text)).map(drop);
    assert_eq!(replay(first), Ok(()));
    let lines: Vec<&str> = first.lines().collect();
    let without = |index: usize| [&lines[..index], &lines[index + 1..]].concat().join("\n");
    let place = |begin: &str| lines.iter().position(|line| line.starts_with(begin)).unwrap();
    let last_step = lines.len() - 1;
    for (what, text) in [
        ("another result", first.replacen("[Result \"", "[Result \"1", 1)),
        ("another fingerprint", first.replacen("[Fingerprint \"", "[Fingerprint \"0", 1)),
        ("no fingerprint", without(place("[Fingerprint"))),
        ("another variant", first.replacen("vases=pairs", "vases=flat", 1)),
        ("a key left out", first.replacen(" vases=pairs", "", 1)),
        ("no end", without(last_step)),
        ("a step left out", without(last_step - 1)),
    ] {
        assert_ne!(text, first, "{what}");
        assert!(replay(&text).is_err(), "{what} is not noticed");
    }
}

fn read(text: &str) -> RecordText {
    RecordText::read_all(text).unwrap().swap_remove(0)
}

#[test]
fn a_corpus_is_only_added_to() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
    drop(std::fs::remove_dir_all(&folder));
    let (n_files, n_records) = corpus::write(&folder, "catbox@1 players=2").unwrap();
    assert!(n_files >= 1 && n_records >= n_files, "{n_files} files, {n_records} records");
    let files = corpus::read(&folder).unwrap();
    assert_eq!(files.len(), n_files);
    // The frozen files were written by the same program and the same bots, or by older ones: only the rules must agree.
    for text in files.values().flat_map(|text| RecordText::read_all(text).unwrap()) {
        corpus::replay::<rules::catbox::State>(&text).unwrap();
    }

    let again = corpus::write(&folder, "catbox@1").unwrap_err();
    assert!(again.to_string().contains("is frozen"), "{again}");
    assert_eq!(corpus::read(&folder).unwrap(), files);

    let (path, text) = files.iter().next().unwrap();
    std::fs::write(folder.join(path), text.replacen("random", "Random", 1)).unwrap();
    let changed = corpus::read(&folder).unwrap_err();
    assert!(changed.to_string().contains("was changed"), "{changed}");
    std::fs::write(folder.join(path), text).unwrap();
    std::fs::write(folder.join("catbox@1/more.neko"), text).unwrap();
    let unlisted = corpus::read(&folder).unwrap_err();
    assert!(unlisted.to_string().contains("more.neko is not in the manifest"), "{unlisted}");
    std::fs::remove_file(folder.join("catbox@1/more.neko")).unwrap();
    std::fs::remove_file(folder.join(path)).unwrap();
    corpus::read(&folder).unwrap_err();
}

/// The ends of ranges are played too, which `Rules::every` leaves out.
#[test]
fn a_corpus_has_the_ends_of_ranges() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ends");
    drop(std::fs::remove_dir_all(&folder));
    for prefix in [
        "yorozu@1 players=3 level=basic edition=wood target=10",
        "yorozu@1 players=4 level=advanced edition=fukuroudou target=200",
    ] {
        let (n_files, _) = corpus::write(&folder, prefix).unwrap();
        assert_eq!(n_files, 1, "{prefix}");
    }
}
