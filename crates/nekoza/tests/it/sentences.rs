//! Every code of `table` and every bot has a sentence.

use bots::{BotName, Level};
use rules::{Say, catbox};
use table::command::CommandError;
use table::deck::DeckProblem;
use table::news::CompanyNews;
use table::record::RecordProblem;
use table::referee::RuleBreach;
use table::terms::BadTerms;
use table::verify::Unverified;
use words::Words;

/// News without a sentence: the page shows these changes.
const SILENT: [&str; 9] =
    ["moved", "interlude", "next", "resumed", "ended", "said", "reacted", "wears", "muted"];

#[test]
fn every_code_has_a_sentence() {
    let kinds = [
        ("record", RecordProblem::CODES),
        ("deck", DeckProblem::CODES),
        ("referee", RuleBreach::<catbox::State>::CODES),
        ("terms", BadTerms::CODES),
        ("table-no", CommandError::<catbox::State>::CODES),
        ("table-told", CompanyNews::CODES),
        ("verify", Unverified::CODES),
    ];
    for tag in Words::LANGUAGES {
        let words = Words::in_language(tag).unwrap();
        for (kind, codes) in kinds {
            // Syntax errors of records have the sentences of their expected texts.
            for code in
                codes.iter().filter(|&&code| code != "unreadable" && !SILENT.contains(&code))
            {
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
        let kinds = BotName::KINDS.map(BotName::kind).into_iter();
        for kind in kinds.chain(Level::ALL.map(Level::name)) {
            assert!(words.has(&format!("bot-{kind}")), "{tag} lacks {kind}");
        }
    }
}
