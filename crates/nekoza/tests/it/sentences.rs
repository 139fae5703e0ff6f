//! Everything that `table` has to say has a sentence, and so has every bot.

use table::deck::DeckProblem;
use table::record::RecordProblem;
use table::terms::BadTerms;
use table::{command, referee, told, verify};
use words::Words;

#[test]
fn every_code_has_a_sentence() {
    let kinds = [
        ("record", RecordProblem::CODES),
        ("deck", DeckProblem::CODES),
        ("referee", referee::CODES),
        ("terms", BadTerms::CODES),
        ("table-no", command::CODES),
        ("table-told", told::CODES),
        ("verify", verify::CODES),
    ];
    for tag in Words::LANGUAGES {
        let words = Words::in_language(tag).unwrap();
        for (kind, codes) in kinds {
            // What a record could not read is told by what was wanted there.
            for code in codes.iter().filter(|&&code| code != "unreadable") {
                let id = format!("{kind}-{code}");
                assert!(words.has(&id), "{tag} lacks {id}");
            }
        }
    }
}

#[test]
fn every_bot_has_a_sentence() {
    for tag in Words::LANGUAGES {
        let words = Words::in_language(tag).unwrap();
        for kind in bots::BotName::KINDS {
            assert!(words.has(&format!("bot-{kind}")), "{tag} lacks {kind}");
        }
    }
}
