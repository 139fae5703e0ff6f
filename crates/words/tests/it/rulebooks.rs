//! The rulebooks: ids, tables, examples, and the output on a terminal.

use rules::{DeckTable, Game, GameId, Rules, Visit, meow};
use words::example::{BadExample, Example};
use words::{Style, Words, terminal};

use crate::{languages, whole};

/// The ids at the start of paragraphs.
fn rule_ids(book: &str) -> Vec<&str> {
    book.lines()
        .filter_map(|line| line.strip_prefix("**")?.split_once("** "))
        .map(|l| l.0)
        .collect()
}

#[test]
fn rule_ids_are_unique_and_in_order() {
    for words in languages() {
        for id in GameId::ALL {
            let number = |id: &&str| id.split_once('-').and_then(|(_, n)| n.parse::<u32>().ok());
            let ids = rule_ids(words.rulebook(id));
            let numbers: Vec<u32> = ids.iter().map(|id| number(id).expect("an id")).collect();
            assert!(!ids.is_empty() && numbers.is_sorted_by(|a, b| a < b), "{ids:?}");
        }
    }
}

#[test]
fn every_language_has_the_same_rules() {
    for words in languages() {
        for id in GameId::ALL {
            let english = Words::default();
            assert_eq!(rule_ids(words.rulebook(id)), rule_ids(english.rulebook(id)));
        }
    }
}

#[test]
fn tables_are_filled_in() {
    #[derive(Clone, Copy)]
    struct Fill;
    impl Visit for Fill {
        type Output = ();
        fn visit<G: Game>(self) {
            for words in languages() {
                for DeckTable { name, .. } in G::Rules::TABLES {
                    assert!(words.rulebook(G::ID).contains(&format!("{{{name}}}")), "no {name}");
                    let given = [(*name, G::Rules::standard_table(name))];
                    let book = words.rulebook_of::<G>(&given);
                    whole(&book);
                    let mark = words.message("table-from-deck-file", &[]);
                    assert_eq!(book.matches(&mark).count(), 1);
                }
                whole(&words.rulebook_of::<G>(&[]));
            }
        }
    }
    for id in GameId::ALL {
        id.visit(Fill);
    }
}

#[test]
fn tables_of_changed_rules_are_shown() {
    let rules: meow::Rules = "meow bowls=1,1,1,1,1,1,1,1,1,1,50".parse().unwrap();
    let book = Words::default().rulebook_of::<meow::State>(&rules.changed_tables());
    assert!(book.contains("1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 50 *(from your deck file)*"));
    assert!(book.contains("−1, −2, −3, −4, −5, −6, −8, −10 *(reconstructed)*"));
}

/// The paragraphs that decide what the printed rules leave open.
const RULINGS: [&str; 17] = [
    "BOX-10", "BOX-15", "CAS-10", "MEO-12", "MEO-22", "MEO-31", "MEO-32", "YOR-31", "YOR-32",
    "YOR-40", "YOR-41", "YOR-42", "YOR-50", "YOR-51", "YOR-52", "YOR-53", "YOR-63",
];

#[test]
fn rulings_are_told_as_rulings() {
    struct Book;
    impl Visit for Book {
        type Output = String;
        fn visit<G: Game>(self) -> String {
            Words::default().rulebook_of::<G>(&[])
        }
    }
    let books = GameId::ALL.map(|id| id.visit(Book));
    for book in &books {
        assert!(book.contains("*Our ruling* decides what the printed rules leave open"), "{book}");
    }
    for id in RULINGS {
        let paragraph = books.iter().find_map(|book| book.split_once(&format!("**{id}** ")));
        let (paragraph, _) = paragraph.unwrap().1.split_once("\n\n").unwrap();
        assert!(paragraph.to_lowercase().contains("*our ruling"), "{id}: {paragraph}");
    }
}

/// The text inside the fences of all examples in a book.
fn examples(book: &str) -> impl Iterator<Item = &str> {
    book.split("\n```example\n")
        .skip(1)
        .map(|part| part.split_once("\n```\n").expect("a fence is closed").0)
}

#[test]
fn every_example_can_be_read_and_described() {
    for words in languages() {
        for id in GameId::ALL {
            let book = words.rulebook(id);
            let n_fences = book.lines().filter(|line| line.starts_with("```example")).count();
            assert!(n_fences >= 3 && n_fences == examples(book).count(), "{n_fences} in {id:?}");
            for block in examples(book) {
                let example =
                    Example::read(id, block).unwrap_or_else(|bad| panic!("{block}\n{bad:?}"));
                whole(&example.describe(&words));
            }
        }
    }
}

/// The rules check the outcome after the arrow. This test checks that the caption names the same outcome.
#[test]
fn captions_name_the_outcome_of_their_examples() {
    const NAMES: [(&str, &str); 12] = [
        ("r", "red"),
        ("b", "blue"),
        ("y", "yellow"),
        ("g", "green"),
        ("k", "grey"),
        ("p", "pink"),
        ("sp", "spring"),
        ("su", "summer"),
        ("fa", "fall"),
        ("wi", "winter"),
        ("yo", "Yorozu"),
        ("s", "scrap area"),
    ];
    let name = |thing: &str| {
        let is_letter = |letter: &char| letter.is_ascii_alphabetic();
        let letters: String = thing.chars().filter(is_letter).collect();
        let number: String = thing.chars().filter(|letter| !is_letter(letter)).collect();
        let known = NAMES.iter().find(|(known, _)| *known == letters);
        let suit = known.map_or(letters.as_str(), |(_, name)| name);
        format!("{suit} {}", number.replace('-', "−")).trim().to_lowercase()
    };
    // `blue 18` does not name `blue 1`, and `−7` does not name `7`.
    let says = |caption: &str, thing: &str| {
        let part = |letter: char| letter.is_alphanumeric() || letter == '−';
        caption.match_indices(thing).any(|(at, _)| {
            !caption[..at].ends_with(part) && !caption[at + thing.len()..].starts_with(part)
        })
    };
    for id in GameId::ALL {
        for block in examples(Words::default().rulebook(id)) {
            let (pictures, caption) = block.split_once("\n\n").unwrap();
            let outcomes = pictures.lines().filter_map(|line| line.split_once(" -> "));
            for thing in outcomes.flat_map(|(_, outcome)| outcome.split(' ')) {
                let said = says(&caption.to_lowercase(), &name(thing));
                assert!(said, "{block}\n{} is not said", name(thing));
            }
        }
    }
}

#[test]
fn wrong_examples_are_refused() {
    fn check(id: GameId, picture: &str, wanted: &str) {
        let bad = Example::read(id, &format!("{picture}\n\nA caption.")).unwrap_err();
        let found = match bad {
            BadExample::Outcome { actual, .. } => format!("is {actual}"),
            BadExample::Unreadable(unreadable) => Words::default().unreadable(&unreadable),
            BadExample::Empty => "empty".to_owned(),
        };
        assert_eq!(found, wanted);
    }
    check(GameId::Meow, "trick b18 b1 b9 -> b18", "is b1");
    check(GameId::Meow, "trick b18 b19", "found `b19`, wanted something like `g5`");
    check(GameId::Meow, "trick b18 b1 b18 -> b1", "found `b18`, wanted a card not dealt before");
    check(GameId::Meow, "trump g1", "found `trump`, wanted one of trick, follow, row, tokens");
    check(GameId::Meow, "follow b8 : b5 g2 -> b5 g2", "is b5");
    check(GameId::Meow, "tokens 8 5 V V -> 13", "is -7");
    check(GameId::Catbox, "trick 4y 2y 1r -> 4y", "is 1r");
    check(GameId::Catbox, "sheet 0:1y,2b -> 2", "is 1");
    check(GameId::Catbox, "sheet 0:1y 1:1y -> 1", "found `1y`, wanted a card not dealt before");
    check(GameId::Catbox, "hand 1 given-up:y 0:1r,1b -> nowhere", "is 1g");
    check(GameId::Catsle, "trick r5 g9 b9 r2 -> r5 g9 b9 r2", "is r5 r2 b9 g9");
    check(GameId::Catsle, "castle 4 1:rr -> 2", "is 0");
    check(GameId::Catsle, "castle 4 1:rg -> 1", "found `1:rg`, wanted something like `1:rr`");
    check(GameId::Catsle, "place g5 4 3:g -> 1", "is 3");
    check(GameId::Yorozu, "up sp3,fa9 -> sp fa", "is su wi");
    check(
        GameId::Yorozu,
        "round 0:su4 1:wi6 2:su8 3:wi12 up:sp3,fa9 -> su4 wi6 su8 wi12",
        "is sp3 wi6 su8 fa9",
    );
    check(GameId::Yorozu, "taken sp1 su2 -> 5", "is 4");
    check(GameId::Yorozu, "taken A1", "found nothing, wanted something like `sp4`");
    check(GameId::Meow, "tokens 10 10", "found `10`, wanted something like `-3`");
}

#[test]
fn pages_fit_the_terminal() {
    #[derive(Clone, Copy)]
    struct Show;
    impl Visit for Show {
        type Output = ();
        fn visit<G: Game>(self) {
            let book = Words::default().rulebook_of::<G>(&[]);
            for width in [32, 40, 80, 120] {
                let plain = terminal(&book, width, Style::Plain);
                for line in plain.lines() {
                    assert!(line.chars().count() <= width, "wider than {width}: {line}");
                    assert!(!line.contains(['*', '|', '#']), "Markdown is left: {line}");
                    assert_eq!(line, line.trim_end());
                }
                let ansi = terminal(&book, width, Style::Ansi);
                assert_eq!(without_ansi(&ansi), plain, "styles change nothing but looks");
            }
        }
    }
    for id in GameId::ALL {
        id.visit(Show);
    }
}

fn without_ansi(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn markdown_on_a_terminal() {
    fn check(markdown: &str, width: usize, wanted: &str) {
        assert_eq!(terminal(markdown, width, Style::Plain), wanted);
    }
    check("# Meow\n\nA game.\nOf *cats*.", 40, "Meow\n════\n\nA game. Of cats.\n");
    check(
        "**MEO-1** There are cards in three colours.",
        24,
        "MEO-1   There are cards\n        in three\n        colours.\n",
    );
    check("- one two three four\n- five", 20, "• one two three four\n• five\n");
    check("- one two three four five", 20, "• one two three four\n  five\n");
    check("| a | b |\n|---|--:|\n| 猫 | 1 |\n", 20, "a   b\n──  ─\n猫  1\n");
    check("| |\n|---|\n| x |\n", 20, "x\n");
    check("| long words here | b |\n|---|---|\n", 20, "long words here  b\n───────────────  ─\n");
    check(
        "| much longer words here | b |\n|---|---|\n",
        20,
        "much longer words  b\nhere\n─────────────────  ─\n",
    );
    check("an \u{1b}[31mescape", 40, "an [31mescape\n");
}
