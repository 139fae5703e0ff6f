//! Ids, seeds and exports as text.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use store::{BadExport, BadId, Seed, Stage, Table, TableId};

use crate::{head, lines, table};

#[test]
fn ids_are_written_in_one_way() {
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
fn what_is_no_id_is_refused() {
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
    let wanted = "found `cat`, wanted the name of a table: 26 digits and small letters";
    assert_eq!(error.to_string(), wanted);
}

#[test]
fn seeds_are_not_shown() {
    let seed = Seed::from_bytes([7; 32]);
    assert_eq!(format!("{seed:?}"), "Seed(..)");
    assert!(format!("{:?}", table(7)).contains("seed: Seed(..)"));
    assert_ne!(Seed::random(), Seed::random());
}

const EXPORT: &str = "\
nekoza table 1
id 01040g2081040g2081040g2081
seed 0101010101010101010101010101010101010101010101010101010101010101
game meow
stage playing
listed no
updated -12
summary Mia, Tom
events 3
open meow

sit  Mia «猫»
end
";

fn exported() -> Table {
    let mut table = table(1);
    table.head = head(Stage::Playing, -12);
    table.head.listed = false;
    table.head.summary = "Mia, Tom".into();
    table.events = lines(&["open meow", "", "sit  Mia «猫»"]);
    table
}

#[test]
fn exports_are_read_again() {
    assert_eq!(exported().export(), EXPORT);
    assert_eq!(Table::import(EXPORT), Ok(exported()));
    assert_eq!(Table::import(&EXPORT.replace('\n', "\r\n")), Ok(exported()));

    let mut bare = table(2);
    bare.head.game.clear();
    bare.head.summary.clear();
    bare.events = lines(&["", ""]);
    assert_eq!(Table::import(&bare.export()), Ok(bare.clone()));
    assert_eq!(Table::import(&bare.export().replace(" \n", "\n")), Ok(bare.clone()));
    bare.events.clear();
    assert_eq!(Table::import(&bare.export()), Ok(bare));
}

#[test]
fn what_is_no_export_is_refused() {
    let cases = [
        ("nekoza table 1", "nekoza table 2", 1, "`nekoza table 1`"),
        ("id 0", "id 8", 2, "`id` and the name of a table"),
        ("seed 0", "seed 0g", 3, "`seed` and 64 hexadecimal digits"),
        ("seed 01", "seed +1", 3, "`seed` and 64 hexadecimal digits"),
        ("game", "gamemeow", 4, "`game` and the id of a game"),
        ("playing", "sleeping", 5, "`stage` and `waiting`, `playing` or `over`"),
        ("listed no", "listed 0", 6, "`listed` and `yes` or `no`"),
        ("-12", "-012", 7, "`updated` and milliseconds since 1970"),
        ("-12", "9223372036854775808", 7, "`updated` and milliseconds since 1970"),
        ("summary", "Summary", 8, "`summary` and a text"),
        ("Mia, Tom", "Mia\tTom", 8, "`summary` and a text"),
        ("events 3", "events", 9, "`events` and the number of events"),
        ("events 3", "events -3", 9, "`events` and the number of events"),
        ("events 3", "events 4", 14, "`end`"),
        ("events 3", "events 18446744073709551615", 14, "another event"),
        ("open meow", "open\0meow", 10, "another event"),
        ("events 3", "events 2", 12, "`end`"),
        ("end", "end\n", 14, "nothing more"),
    ];
    for (from, to, line, wanted) in cases {
        let text = EXPORT.replacen(from, to, 1);
        assert_eq!(Table::import(&text), Err(BadExport { line, wanted }), "{to:?}");
    }
    let error = Table::import("").unwrap_err();
    assert_eq!(error.to_string(), "line 1 is not what it should be, wanted `nekoza table 1`");
}

#[test]
fn an_export_cut_short_is_refused() {
    for (end, _) in EXPORT.char_indices() {
        let cut = &EXPORT[..end];
        // Only the line break at the end may be missing.
        assert_eq!(Table::import(cut).is_ok(), cut.ends_with("\nend"), "{cut:?}");
    }
}

#[test]
fn nothing_that_is_read_makes_it_panic() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = |n: usize| (generator.next_u64() % n as u64) as usize;
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
        if let Ok(table) = Table::import(&text) {
            assert_eq!(Table::import(&table.export()), Ok(table), "{text:?}");
        }
    }
}
