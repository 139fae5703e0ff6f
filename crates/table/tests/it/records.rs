//! Records survive a round trip, and malformed texts are refused.

use rules::{Dice, Game, GameId, Rules, Say, Visit, catbox, meow, plain};
use table::record::{Record, RecordError, RecordProblem, RecordText};
use table::referee::referee;
use testing::dice::random_game;

use crate::{dice, played, read};

struct ThereAndBack;

impl Visit for ThereAndBack {
    type Output = ();

    fn visit<G: Game>(self) {
        for rules in G::Rules::every() {
            for (seed, max_steps) in [(1, usize::MAX), (2, usize::MAX), (3, 20), (4, 0)] {
                let mut record = played::<G>(rules, max_steps, &mut dice(seed));
                record.set_tag("Comment-2", "a \"quote\", a \\ and\ntwo lines {with} [all]\r");
                let text = record.to_string();
                let again = read::<G>(&text);
                assert_eq!(again, record, "seed {seed}");
                assert_eq!(again.to_string(), text, "seed {seed}");
                assert_eq!(again.line_of_result(), record.line_of_result());
                for step_index in 0..record.steps.len() {
                    let lines = [&again, &record].map(|record| record.line_of_step(step_index));
                    assert_eq!(lines[0], lines[1]);
                }
            }
        }
    }
}

#[test]
fn records_survive_a_round_trip() {
    for id in GameId::ALL {
        id.visit(ThereAndBack);
    }
}

#[test]
fn layout_does_not_matter() {
    let plain = "[Format \"neko 1\"]\n[Game \"Cat in the Box\"]\n\
                 [Rules \"catbox@1 players=3 edition=original side=black\"]\n[Result \"*\"]\n[X-1 \"\"]\n\n\
                 start 1\ndeal 0:1111123456 1:2222334455 2:3334456666 rest:5\n";
    // The deal does not fit the deck, but only the referee checks that.
    let messy = "\u{feff}{before}\r\n [Rules  \"catbox players=3\" ] {a\nb} \r\n{c}[Format\t\"neko 1\"]\r\n\
                 [Game \"Cat in the Box\"]\n{still the header}\n[Result \"*\"]\n[X-1 \"\"]  \r\n\r\n\r\n\
                 start 1{by lot}{and \"so\" on [}\r\n\r\n  {first\nround} \
                 deal 0:6543211111 1:5544332222 2:3334456666 rest:5  \t\r\n{the end}";
    let record = read::<catbox::State>(messy);
    assert_eq!(record, read(plain));
    // Tags keep their order, and steps get their canonical form.
    assert_eq!(record.to_string(), plain);
    assert_eq!(
        (record.line_of_step(0), record.line_of_step(1), record.line_of_result()),
        (11, 14, 7)
    );
}

#[test]
fn an_unknown_format_of_another_family_is_ignored() {
    for format in ["", "neko", "neko ", "neko one", "NEKO 2", "pgn 2"] {
        let text = format!("[Format \"{format}\"]\n[Rules \"meow\"]\n\nstart 0\n");
        assert!(read::<meow::State>(&text).to_string().starts_with("[Format \"neko 1\"]\n"));
    }
}

#[test]
fn a_file_has_several_records() {
    let catbox = played::<catbox::State>("catbox".parse().unwrap(), 0, &mut dice(1));
    let meow = played::<meow::State>("meow".parse().unwrap(), 30, &mut dice(1));
    let text = format!("{catbox}{meow}\n\n{catbox}");
    let texts = RecordText::read_all(&text).unwrap();
    assert_eq!(texts.len(), 3);
    assert_eq!(Record::read(&texts[0]).as_ref(), Ok(&catbox));
    assert_eq!(Record::read(&texts[1]).as_ref(), Ok(&meow));
    assert_eq!(Record::read(&texts[2]).as_ref(), Ok(&catbox));
    let line = text.lines().position(|line| line.starts_with("deal ")).unwrap() as u32 + 1;
    assert_eq!(Record::<meow::State>::read(&texts[1]).unwrap().line_of_step(2), line);
}

#[test]
fn a_custom_deck_is_part_of_the_record() {
    let rules: meow::Rules = "meow@1 players=2 fishbones=-1,-2,-3,-4,-5,-6,-7,-8".parse().unwrap();
    let mut record = played::<meow::State>(rules, usize::MAX, &mut dice(5));
    record.set_tag("DeckName", "My box");
    let text = record.to_string();
    assert!(text.contains("[Deck \"sha256:") && text.contains("[DeckName \"My box\"]"), "{text}");
    let again = read::<meow::State>(&text);
    assert_eq!((again.rules, &again), (rules, &record));
    assert!(referee(&again, |_| ()).is_ok());
}

#[test]
fn the_standard_deck_may_be_named() {
    let rules = "meow".parse().unwrap();
    let hash = table::deck::hash_of::<meow::State>(&rules);
    let text = format!("[Rules \"meow\"]\n[Deck \"{hash}\"]\n\nstart 0\n");
    assert!(!read::<meow::State>(&text).to_string().contains("Deck"));
}

/// The line, column, found text and code of the error, then the text.
const MALFORMED: &[(u32, u32, &str, &str, &str)] = &[
    (1, 1, "", "empty", ""),
    (3, 3, "", "empty", " \r\n{only\na}"),
    (1, 1, "start", "missing-tag", "start 0\n"),
    (2, 1, "", "missing-tag", "[Game \"Meow\"]\n"),
    (3, 1, "start", "missing-tag", "[Game \"Meow\"]\n\nstart 0\n"),
    (1, 2, "\"Meow\"]", "bad-tag", "[ \"Meow\"]\n"),
    (1, 3, "_e", "bad-tag", "[R_e \"Meow\"]\n"),
    (1, 3, "ü", "bad-tag", "[Rü \"Meow\"]\n"),
    (1, 6, "]", "bad-tag", "[Game]\n"),
    (1, 6, "\"Meow\"]", "bad-tag", "[Game\"Meow\"]\n"),
    (1, 7, "Meow]", "bad-tag", "[Game Meow]\n"),
    (1, 9, "", "bad-tag", "[Game \"\"\n]"),
    (1, 11, "[Site", "bad-tag", "[Game \"\"] [Site \"\"]\n"),
    (1, 10, "start", "bad-tag", "[Game \"\"]start 0\n"),
    (2, 7, "\"Me", "unclosed-quote", "{}\n[Game \"Me ow\n\"]"),
    (1, 7, "\"Meow\\\"]", "unclosed-quote", "[Game \"Meow\\\"]"),
    (1, 9, "\\t", "bad-escape", "[Game \"M\\t\"]"),
    (1, 9, "\\", "bad-escape", "[Game \"M\\\r\n\"]"),
    (1, 8, "\\ü", "bad-escape", "[Game \"\\ü\"]"),
    (2, 3, "{x", "unclosed-comment", "{a}\n  {x y\n"),
    (4, 3, "{", "unclosed-comment", "[Rules \"meow\"]\n\nstart 0\n{}{"),
    (3, 2, "Site", "tag-twice", "[Site \"\"]\n[Rules \"meow\"]\n[Site \"\"]\n\nstart 0\n"),
    (2, 2, "Rules", "tag-twice", "[Rules \"meow\"]\n[Rules \"meow\"]\n\nstart 0\n"),
    (2, 1, "", "no-steps", "[Rules \"meow\"]\n"),
    (3, 1, "[Site", "no-steps", "[Rules \"meow\"]\n\n[Site \"\"]\n\nstart 0\n"),
    (1, 10, "neko 2", "unknown-format", "[Format \"neko 2\"]\n[Rules \"meow\"]\n\nstart 0\n"),
    (1, 10, "neko 01", "unknown-format", "[Format \"neko 01\"]\n"),
    (2, 8, "sha256:0", "deck-mismatch", "[Rules \"meow\"]\n[Deck \"sha256:0\"]\n\nstart 0\n"),
    (4, 1, "6", "no-such-seat", "[Rules \"meow\"]\n\nstart 0\n6 play g5\n"),
    (4, 1, "9", "no-such-seat", "[Rules \"meow\"]\n\nstart 0\n9 fly\n"),
    (3, 8, "??", "hidden-cards", "[Rules \"meow\"]\n\ndeal 0:?? 1:g1\n"),
    (3, 8, "??", "hidden-cards", "[Rules \"meow\"]\n\n0 play ??\n"),
    (1, 9, "go", "unreadable", "[Rules \"go\"]\n\nstart 0\n"),
    (1, 14, "2", "unreadable", "[Rules \"meow@2\"]\n\nstart 0\n"),
    (1, 22, "7", "unreadable", "[Rules \"meow players=7\"]\n\nstart 0\n"),
    (1, 23, "x", "unreadable", "[Rules \"meow bowls=\\\" x\"]\n\nstart 0\n"),
    (3, 1, "stärt", "unreadable", "[Rules \"meow\"]\n\nstärt 0\n"),
    (3, 8, "g19,g2", "unreadable", "[Rules \"meow\"]\n\ndeal 0:g19,g2\n"),
    (4, 11, "z5", "unreadable", "[Rules \"meow\"]\n\nstart 0\n {}0 play z5 {?}\n"),
    (3, 10, "now", "unreadable", "[Rules \"meow\"]\n\n0 play g5 now\n"),
    (3, 3, "play", "unreadable", "[Rules \"meow\"]\n\n0  play g5\n"),
    (3, 7, "", "unreadable", "[Rules \"meow\"]\n\n0 play  \n"),
    (3, 1, "12", "unreadable", "[Rules \"meow\"]\n\n12 play g5\n"),
    (3, 1, "}", "unreadable", "[Rules \"meow\"]\n\n}\n"),
];

fn read_meow(text: &str) -> Result<(), RecordError> {
    for text in RecordText::read_all(text)? {
        text.game()?;
        Record::<meow::State>::read(&text)?;
    }
    Ok(())
}

#[test]
fn malformed_records_are_refused_with_position_and_reason() {
    let mut wrong = Vec::new();
    let mut provoked = Vec::new();
    for &(line, column, found, code, text) in MALFORMED {
        let wanted = format!("{line}:{column} {found:?} {code}");
        let error = read_meow(text).expect_err(text);
        let got =
            format!("{}:{} {:?} {}", error.at.line, error.at.column, error.found, error.code());
        if got != wanted {
            wrong.push(format!("{text:?}\n  wanted {wanted}\n  got    {got}"));
        }
        let facts = plain(&error.facts());
        assert!(facts.starts_with(&format!("line={} column=", error.at.line)), "{facts}");
        provoked.push(error.code());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for code in RecordProblem::CODES {
        assert!(provoked.contains(code), "{code} is not provoked");
    }
    assert!(provoked.iter().all(|code| RecordProblem::CODES.contains(code)));
}

struct Mutate;

impl Visit for Mutate {
    type Output = ();

    fn visit<G: Game>(self) {
        let every = G::Rules::every();
        let mut n_read = 0;
        for seed in 0..3000 {
            let mut dice = dice(seed);
            let rules = every[dice.below(every.len() as u32) as usize];
            let max_steps = 1 + dice.below(60) as usize;
            let text = played::<G>(rules, max_steps, &mut dice).to_string();
            let text = mutated(&text, &mut dice);
            let Ok(texts) = RecordText::read_all(&text) else { continue };
            for text in &texts {
                let Ok(record) = Record::<G>::read(text) else { continue };
                assert_eq!(read::<G>(&record.to_string()), record, "seed {seed}");
                n_read += usize::from(referee(&record, |_| ()).is_ok());
            }
        }
        assert!(n_read > 50, "only {n_read} records survived");
    }
}

/// The text with a few bytes changed, removed, doubled or moved.
fn mutated(text: &str, dice: &mut impl Dice) -> String {
    const BYTES: &[u8] = b"0123456789 \n\r\t[]{}\"\\?:,-=@abgprxFV\xc3\xbc\xff\0";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(3) {
        let place = dice.below(bytes.len() as u32) as usize;
        let end = (place + dice.below(30) as usize).min(bytes.len());
        let byte = BYTES[dice.below(BYTES.len() as u32) as usize];
        match dice.below(5) {
            0 => bytes[place] = byte,
            1 => bytes.insert(place, byte),
            2 => drop(bytes.drain(place..end)),
            3 => bytes.extend_from_within(place..end),
            _ => bytes.truncate(place.max(1)),
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_records_are_records_or_errors() {
    for id in GameId::ALL {
        id.visit(Mutate);
    }
}

#[test]
fn records_are_equal_if_all_of_them_is() {
    let rules = "meow players=3".parse().unwrap();
    let record = |max_steps| played::<meow::State>(rules, max_steps, &mut dice(5));
    let one = record(20);
    assert_eq!(one, record(20));
    assert_ne!(one, record(21), "other steps");
    let mut other = record(20);
    other.set_tag("Site", "elsewhere");
    assert_ne!(one, other, "another tag");
    let mut other = record(20);
    other.game = "Another title".to_owned();
    assert_ne!(one, other, "another title");
    let mut other = record(20);
    other.rules = "meow players=4".parse().unwrap();
    assert_ne!(one, other, "other rules");
}

#[test]
fn the_result_of_a_finished_game_is_its_scores() {
    let rules = "meow players=3".parse().unwrap();
    let record = played::<meow::State>(rules, usize::MAX, &mut dice(5));
    let (_, game) = random_game::<meow::State>(rules, usize::MAX, &mut dice(5));
    let scores: Vec<String> = game.standing().scores().iter().map(ToString::to_string).collect();
    assert_eq!(scores.len(), 3);
    assert_eq!(record.tag("Result"), Some(scores.join(" ").as_str()));
    let unfinished = played::<meow::State>(rules, 5, &mut dice(5));
    assert_eq!(unfinished.tag("Result"), Some("*"));
}
