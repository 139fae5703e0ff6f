//! Valid and invalid deck files.

use rules::{Dice, GameId, Rules, Say, catbox, meow, plain};
use table::deck::{DeckError, DeckFile, DeckProblem, hash_of};

use crate::dice;

#[test]
fn a_standard_deck_changes_nothing() {
    let box_deck = DeckFile::standard(GameId::Catbox);
    for rules in catbox::Rules::every() {
        assert_eq!(box_deck.apply::<catbox::State>(rules), Ok(rules));
    }
    for rules in meow::Rules::every() {
        assert_eq!(DeckFile::standard(GameId::Meow).apply::<meow::State>(rules), Ok(rules));
    }
}

#[test]
fn decks_survive_a_round_trip() {
    for game in GameId::ALL {
        for name in [None, Some("My box"), Some("\"\\ \n\u{7} ü 猫")] {
            let mut deck = DeckFile::standard(game);
            deck.name = name.map(str::to_owned);
            assert_eq!(DeckFile::read(&deck.to_toml()), Ok(deck));
        }
    }
}

#[test]
fn a_template_lists_the_allowed_values() {
    let mut meow = DeckFile::standard(GameId::Meow);
    meow.name = Some("My box".into());
    let wanted = "game = \"meow\"\nname = \"My box\"\n\n\
                  # 11 values from 1 to 50\nbowls = [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10]\n\n\
                  # 8 values from -50 to -1\nfishbones = [-1, -2, -3, -4, -5, -6, -8, -10]\n";
    assert_eq!(meow.to_toml(), wanted);
    let catbox = DeckFile::standard(GameId::Catbox).to_toml();
    let sheet = "\n# 8 values from 1 to 8, each once\n[purple]\nred = [1, 2, 3, 4, 5, 6, 7, 8]\n";
    assert!(catbox.contains(sheet), "{catbox}");
}

#[test]
fn the_tables_of_a_deck_have_names() {
    let text = DeckFile::standard(GameId::Meow).to_toml().replace("9, 10]", "9, 11]");
    let tables = DeckFile::read(&text).unwrap().tables();
    let bowls = vec![vec![1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 11]];
    let fishbones = vec![vec![-1, -2, -3, -4, -5, -6, -8, -10]];
    assert_eq!(tables, [("bowls", bowls), ("fishbones", fishbones)]);
}

#[test]
fn a_deck_is_embedded_in_the_rules_line() {
    let text = DeckFile::standard(GameId::Catbox).to_toml();
    // Only the purple side of 3 and 4 players changes.
    let deck = DeckFile::read(&text.replacen("[2, 1, 4, 3,", "[4, 3, 2, 1,", 1)).unwrap();
    let black: catbox::Rules = "catbox side=black".parse().unwrap();
    assert_eq!(deck.apply::<catbox::State>(black), Ok(black));
    let purple: catbox::Rules = "catbox side=purple".parse().unwrap();
    let changed = deck.apply::<catbox::State>(purple).unwrap();
    let line = changed.to_string();
    assert!(line.contains(" purple=1,2,3,4,5,6,7,8/4,3,2,1,6,5,8,7/"), "{line}");
    assert_eq!(line.parse(), Ok(changed));
}

#[test]
fn the_hash_of_a_deck_is_stable() {
    let standard: meow::Rules = "meow players=3".parse().unwrap();
    // printf 'meow\n' | sha256sum
    let wanted = "sha256:b0f0d8ff8cc965a7b70b07e0c6b4c028f132597196ae9c70c620cb9e41344106";
    assert_eq!(hash_of::<meow::State>(&standard), wanted);
    let line = "meow bowls=1,1,1,1,1,1,1,1,1,1,1 fishbones=-8,-7,-6,-5,-4,-3,-2,-1";
    let changed: meow::Rules = line.parse().unwrap();
    // printf 'meow\nbowls=1,1,1,1,1,1,1,1,1,1,1\nfishbones=-1,-2,-3,-4,-5,-6,-7,-8\n' | sha256sum
    let wanted = "sha256:e3363ef574b810f4e5df21a7e97a4d78934c734e360cba0843b92f628149b3e6";
    assert_eq!(hash_of::<meow::State>(&changed), wanted);
}

const MEOW: &str = "game = \"meow\"\nbowls = [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10]\n\
                    fishbones = [-1, -2, -3, -4, -5, -6, -8, -10]\n";

/// Code, position, key and found text of the error; then the game, and the replacement in its standard deck.
const BAD: &[(&str, &str, &str, &str, &str, &str)] = &[
    ("syntax 2:10", "", "", "meow", "bowls =", "bowls ="),
    ("missing-key", "game", "", "meow", "game", "name"),
    ("missing-key", "fishbones", "", "meow", "fishbones =", "#"),
    ("missing-key", "purple.blue", "", "catbox", "blue = [2, 1, 4, 3, 6, 5, 8, 7]\n", ""),
    ("unknown-key 2:1", "fish", "fish", "meow", "bowls", "fish = 1\nbowls"),
    ("unknown-key 5:1", "black.pink", "pink", "catbox", "red", "pink"),
    ("not-text 1:8", "game", "3", "meow", "\"meow\"", "3"),
    ("not-text 2:8", "name", "[", "meow", "bowls", "name = [\n]\nbowls"),
    ("unknown-game 1:8", "game", "\"go\"", "meow", "\"meow\"", "\"go\""),
    ("not-rows 4:9", "black", "1", "catbox", "[black]", "black = 1\n[purple9.x]"),
    ("not-list 2:9", "bowls", "7", "meow", "[1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10]", "7"),
    ("not-number 2:13", "bowls", "2.0", "meow", "2,", "2.0,"),
    ("not-number 5:8", "black.red", "\"1\"", "catbox", "[1,", "[\"1\","),
    ("count 2:9", "bowls", "[1, 3, 4, 5, 5, 6, 7, 8, 9, 10]", "meow", " 2,", ""),
    ("range 2:13", "bowls", "99_999_999_999", "meow", "2,", "99_999_999_999,"),
    ("range 2:10", "bowls", "0x0", "meow", "[1,", "[0x0,"),
    ("range 3:14", "fishbones", "-99999999999", "meow", "-1,", "-99999999999,"),
    ("twice 5:11", "black.red", "1", "catbox", " 2,", " 1,"),
];

#[test]
fn bad_decks_are_refused_with_position_and_reason() {
    let mut wrong = Vec::new();
    let mut provoked = vec!["other-game"];
    for &(wanted, key, found, game, old, new) in BAD {
        let standard = match game {
            "meow" => MEOW.to_owned(),
            _ => DeckFile::standard(GameId::Catbox).to_toml(),
        };
        assert!(standard.contains(old));
        let text = standard.replacen(old, new, 1);
        let text = if wanted.starts_with("syntax") { text.replacen('[', "", 1) } else { text };
        let error = DeckFile::read(&text).expect_err(&text);
        let place = error.at.map(|at| format!(" {}:{}", at.line, at.column)).unwrap_or_default();
        let got = format!("{}{place} {} {}", error.code(), error.key, error.found);
        if got != format!("{wanted} {key} {found}") {
            wrong.push(format!("{new:?} wanted {wanted} {key} {found}\n  got {got}"));
        }
        provoked.push(error.code());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for code in DeckProblem::CODES {
        assert!(provoked.contains(code), "{code} is not provoked");
    }
    assert!(provoked.iter().all(|code| DeckProblem::CODES.contains(code)));
}

#[test]
fn facts_name_the_allowed_values() {
    let facts = |text: &str| plain(&DeckFile::read(text).unwrap_err().facts());
    let wanted = "line=2 column=10 key=bowls found=51 place=1 min=1 max=50";
    assert_eq!(facts(&MEOW.replacen("[1,", "[51,", 1)), wanted);
    let standard = DeckFile::standard(GameId::Catbox).to_toml();
    let twice = facts(&standard.replacen(" 2,", " 1,", 1));
    assert!(twice.contains("found=1 place=2 min=1 max="), "{twice}");
    let not_a_number = facts(&MEOW.replacen(" 3,", " \"3\",", 1));
    assert!(not_a_number.contains("place=3 min=1 max=50"), "{not_a_number}");
    let wanted = "line=1 column=8 key=game found=\"go\" games=";
    assert!(facts("game = \"go\"").starts_with(wanted), "{}", facts("game = \"go\""));
    let wanted = "line=4 column=1 key=cat found=cat keys=game, name, bowls, fishbones";
    assert_eq!(facts(&format!("{MEOW}cat = 1")), wanted);
}

#[test]
fn a_deck_of_another_game_is_refused() {
    let rules = "catbox".parse().unwrap();
    let error: DeckError =
        DeckFile::standard(GameId::Meow).apply::<catbox::State>(rules).unwrap_err();
    assert_eq!(
        (error.code(), plain(&error.facts()).as_str()),
        ("other-game", "key=game found=meow wanted=catbox")
    );
}

#[test]
fn mutated_decks_are_decks_or_errors() {
    const BYTES: &[u8] = b"0123456789 \n\r[]{}\"'\\.,-=#_abgx\xc3\xff";
    for seed in 0..3000 {
        let mut dice = dice(seed);
        let game = GameId::ALL[dice.below(2) as usize];
        let mut bytes = DeckFile::standard(game).to_toml().into_bytes();
        for _ in 0..=dice.below(3) {
            let place = dice.below(bytes.len() as u32) as usize;
            bytes[place] = BYTES[dice.below(BYTES.len() as u32) as usize];
        }
        if let Ok(deck) = DeckFile::read(&String::from_utf8_lossy(&bytes)) {
            assert_eq!(DeckFile::read(&deck.to_toml()), Ok(deck), "seed {seed}");
        }
    }
}
