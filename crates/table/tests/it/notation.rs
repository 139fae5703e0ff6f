//! The examples of `docs/notation.md` are valid.

use rules::notation::rows_text;
use rules::{Game, GameId, Rules, Visit};
use table::deck::DeckFile;
use table::record::{Record, RecordText};
use table::referee::referee;

const NOTATION: &str = include_str!("../../../../docs/notation.md");

/// The fenced code blocks of a language.
fn blocks<'a>(language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let blocks: Vec<&str> = NOTATION.split(fence.as_str()).skip(1).collect();
    assert!(!blocks.is_empty(), "there is an example of {language}");
    blocks.into_iter().map(|block| block.split("```").next().unwrap()).collect()
}

struct Referee<'a>(&'a RecordText);

impl Visit for Referee<'_> {
    type Output = String;

    fn visit<G: Game>(self) -> String {
        let record = Record::<G>::read(self.0).unwrap();
        referee(&record, |_| ()).unwrap();
        record.to_string()
    }
}

#[test]
fn every_record_passes_the_referee() {
    for block in blocks("neko") {
        let texts = RecordText::read_all(block).unwrap();
        let written = texts.iter().map(|text| text.game().unwrap().visit(Referee(text)));
        let written = written.collect::<Vec<_>>().join("\n");
        let has_comments = block.contains('{');
        assert!(has_comments || written == block, "{written}");
    }
}

#[test]
fn every_deck_can_be_read() {
    for block in blocks("toml") {
        DeckFile::read(block).unwrap();
    }
}

struct Keys;

impl Visit for Keys {
    type Output = ();

    fn visit<G: Game>(self) {
        for option in G::Rules::OPTIONS {
            assert!(NOTATION.contains(&format!("\n| `{}` | ", option.key)), "{}", option.key);
        }
        for table in G::Rules::TABLES {
            let rows = rows_text(&G::Rules::standard_table(table.name));
            let line = format!("\n| `{}` | `{rows}` |", table.name);
            assert!(NOTATION.contains(&line), "{line}");
        }
    }
}

#[test]
fn every_key_and_table_is_documented() {
    for game in GameId::ALL {
        game.visit(Keys);
    }
}
