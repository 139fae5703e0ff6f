//! The rulebooks: ids, tables, and how they look on a terminal.

use rules::{Game, GameId, Rules, TableInfo, Visit, meow};
use words::{Style, Words, terminal};

use crate::{languages, whole};

/// The ids at the heads of paragraphs.
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
            let english = Words::english();
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
                for TableInfo { name, .. } in G::Rules::TABLES {
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
    let book = Words::english().rulebook_of::<meow::State>(&rules.changed_tables());
    assert!(book.contains("1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 50 *(from your deck file)*"));
    assert!(book.contains("−1, −2, −3, −4, −5, −6, −8, −10 *(reconstructed)*"));
}

#[test]
fn pages_fit_the_terminal() {
    #[derive(Clone, Copy)]
    struct Show;
    impl Visit for Show {
        type Output = ();
        fn visit<G: Game>(self) {
            let book = Words::english().rulebook_of::<G>(&[]);
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
