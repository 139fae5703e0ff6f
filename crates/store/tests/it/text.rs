//! Ids, seeds and exports as text.

use rules::Dice as _;
use store::{
    BadExport, BadId, StoreError, StoredSeed, StoredTable, TableId, TableStage, TextProblem,
};
use testing::dice::dice;

use crate::{head, lines, table};

#[test]
fn ids_have_one_text_form() {
    let cases = [
        (0, "00000000000000000000000000"),
        (1, "00000000000000000000000001"),
        (31, "0000000000000000000000000z"),
        (32, "00000000000000000000000010"),
        (u128::MAX, "7zzzzzzzzzzzzzzzzzzzzzzzzz"),
        (0x0123_4567_89ab_cdef_0123_4567_89ab_cdef, "014d2pf2dbsqqg28t5cy4tqkff"),
    ];
    for (bits, text) in cases {
        let id = TableId::from_bytes(bits.to_be_bytes());
        assert_eq!(id.to_string(), text);
        assert_eq!(text.parse(), Ok(id));
    }
    for _ in 0..1000 {
        let id = TableId::random();
        assert_eq!(id.to_string().parse(), Ok(id));
    }
    assert_ne!(TableId::random(), TableId::random());
}

#[test]
fn text_that_is_no_id_is_refused() {
    let cases = [
        "",
        "1",
        "0000000000000000000000000",
        "000000000000000000000000000",
        "80000000000000000000000000",
        "0000000000000000000000000Z",
        "0000000000000000000000000u",
        "0000000000000000000000000 ",
        "000000000000000000000000é",
        "é000000000000000000000000",
    ];
    for text in cases {
        assert_eq!(text.parse::<TableId>(), Err(BadId { found: text.into() }), "{text:?}");
    }
    let error = "cat".parse::<TableId>().unwrap_err();
    let wanted = "found `cat`, wanted the id of a table: 26 digits and small letters";
    assert_eq!(error.to_string(), wanted);
}

#[test]
fn debug_hides_seeds() {
    let seed = StoredSeed::from_bytes([7; 32]);
    assert_eq!(format!("{seed:?}"), "StoredSeed(..)");
    assert!(format!("{:?}", table(7)).contains("seed: StoredSeed(..)"));
    assert_ne!(StoredSeed::random(), StoredSeed::random());
    let id = TableId::from_bytes([7; 16]);
    assert_eq!(format!("{id:?}"), id.to_string());
}

const EXPORT: &str = "\
nekoza table 3
id 01040g2081040g2081040g2081
seed 0101010101010101010101010101010101010101010101010101010101010101
game meow
stage playing
played yes
listed no
updated -12
free-seats 1
names 2
Mia
Tom, or 猫
events 3
open meow

sit  Mia «猫»
end
";

fn exported() -> StoredTable {
    let mut table = table(1);
    table.head = head(TableStage::Playing, -12);
    table.head.listed = false;
    table.head.names = lines(&["Mia", "Tom, or 猫"]);
    table.events = lines(&["open meow", "", "sit  Mia «猫»"]);
    table
}

#[test]
fn exports_are_read_again() {
    assert_eq!(exported().export(), EXPORT);
    assert_eq!(StoredTable::import(EXPORT), Ok(exported()));
    assert_eq!(StoredTable::import(&EXPORT.replace('\n', "\r\n")), Ok(exported()));

    let mut bare = table(2);
    bare.head.game.clear();
    bare.head.names.clear();
    bare.events = lines(&["", ""]);
    assert_eq!(StoredTable::import(&bare.export()), Ok(bare.clone()));
    assert_eq!(StoredTable::import(&bare.export().replace(" \n", "\n")), Ok(bare.clone()));
    bare.events.clear();
    assert_eq!(StoredTable::import(&bare.export()), Ok(bare));
}

#[test]
fn older_exports_count_as_played_if_a_game_had_begun() {
    for (stage, played) in
        [(TableStage::Waiting, false), (TableStage::Playing, true), (TableStage::Over, true)]
    {
        let mut table = exported();
        (table.head.stage, table.head.played) = (stage, !played);
        let text = table.export();
        assert_eq!(StoredTable::import(&text), Ok(table.clone()));
        let line = format!("played {}\n", if played { "no" } else { "yes" });
        let old = text.replace("nekoza table 3", "nekoza table 2").replace(&line, "");
        table.head.played = played;
        assert_eq!(StoredTable::import(&old), Ok(table));
    }
}

#[test]
fn text_that_is_no_export_is_refused() {
    let cases = [
        ("nekoza table 3", "nekoza table 4", 1, "`nekoza table 3`"),
        ("id 0", "id 8", 2, "`id` and the id of a table"),
        ("seed 0", "seed 0g", 3, "`seed` and 64 hexadecimal digits"),
        ("seed 01", "seed +1", 3, "`seed` and 64 hexadecimal digits"),
        ("game", "gamemeow", 4, "`game` and the name of a game"),
        ("playing", "sleeping", 5, "`stage` and `waiting`, `playing` or `over`"),
        ("played yes", "played", 6, "`played` and `yes` or `no`"),
        ("listed no", "listed 0", 7, "`listed` and `yes` or `no`"),
        ("-12", "-012", 8, "`updated` and milliseconds since 1970"),
        ("-12", "9223372036854775808", 8, "`updated` and milliseconds since 1970"),
        ("free-seats", "Free-seats", 9, "`free-seats` and their number"),
        ("free-seats 1", "free-seats 4294967296", 9, "`free-seats` and their number"),
        ("names 2", "names +2", 10, "`names` and the number of names"),
        ("names 2", "names 1", 12, "`events` and the number of events"),
        ("Mia", "M\tia", 11, "another name"),
        ("events 3", "events", 13, "`events` and the number of events"),
        ("events 3", "events -3", 13, "`events` and the number of events"),
        ("events 3", "events 4", 18, "`end`"),
        ("events 3", "events 18446744073709551615", 18, "another event"),
        ("open meow", "open\0meow", 14, "another event"),
        ("events 3", "events 2", 16, "`end`"),
        ("end", "end\n", 18, "nothing more"),
        ("nekoza table 3", "nekoza table 1", 6, "`listed` and `yes` or `no`"),
        ("nekoza table 3", "nekoza table 2", 6, "`listed` and `yes` or `no`"),
    ];
    for (from, to, line, wanted) in cases {
        let text = EXPORT.replacen(from, to, 1);
        assert_eq!(StoredTable::import(&text), Err(BadExport { line, wanted }), "{to:?}");
    }
    let error = StoredTable::import("").unwrap_err();
    assert_eq!(error.to_string(), "line 1 is not what it should be, wanted `nekoza table 3`");
}

#[test]
fn an_export_cut_short_is_refused() {
    for (end, _) in EXPORT.char_indices() {
        let cut = &EXPORT[..end];
        // Only the line break at the end may be missing.
        assert_eq!(StoredTable::import(cut).is_ok(), cut.ends_with("\nend"), "{cut:?}");
    }
}

#[test]
fn no_text_makes_an_import_panic() {
    let mut dice = dice(1);
    let mut below = |n: usize| dice.below(n as u32) as usize;
    let characters: Vec<char> = "\n\r\0 09azé猫".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = EXPORT.chars().collect();
        for _ in 0..=below(3) {
            let at = below(text.len());
            match below(3) {
                0 => text[at] = characters[below(characters.len())],
                1 => text.insert(at, characters[below(characters.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(table) = StoredTable::import(&text) {
            assert_eq!(StoredTable::import(&table.export()), Ok(table), "{text:?}");
        }
    }
}

#[test]
fn refusals_are_told_from_failures() {
    let id = TableId::from_bytes([1; 16]);
    let problem = TextProblem::Long(70_000);
    for (error, is_refusal) in [
        (StoreError::NoSuchTable { id }, true),
        (StoreError::TableExists { id }, true),
        (StoreError::Conflict { id, after: 1, found: 2 }, true),
        (StoreError::NotALine { what: "the game".to_owned(), problem }, true),
        (StoreError::Failed { message: "the disk is full".to_owned() }, false),
        (StoreError::Closed, false),
    ] {
        assert_eq!(error.is_refusal(), is_refusal, "{error}");
    }
}
