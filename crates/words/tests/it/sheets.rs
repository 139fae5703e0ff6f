//! Score sheets in sentences: every code has a message, no message is unused, and English reads well.

use std::cell::RefCell;
use std::collections::BTreeSet;

use rules::{
    Game as _, GameId, Observer, Open as _, Rules, Sheet, Turn, catbox, catsle, meow, yorozu,
};
use words::Words;
use words::spoken::{Spoken, SpokenView, catbox as catbox_words, sheet};

use crate::{languages, random_game, whole};

/// Enough games that every code of a sheet appears.
const N_GAMES: u64 = 30;

/// Visits every score sheet of random games of every rules set, in every language.
fn each_sheet<G: Spoken>(visit: impl Fn(SpokenView<'_, G>, &Sheet)) {
    for words in languages() {
        for rules in G::Rules::every() {
            for seed in 0..N_GAMES {
                let mut game = G::new(rules);
                for step in random_game::<G>(rules, seed) {
                    game.apply(&step);
                    if let Some(sheet) = game.open().sheet() {
                        let view = game.view(Observer::Rail);
                        visit(SpokenView { view: &view, words: &words }, &sheet);
                    }
                }
            }
        }
    }
}

/// Checks the sentences of a game, and returns the ids of the messages that they use.
fn sentences<G: Spoken>() -> BTreeSet<String> {
    let used = RefCell::new(BTreeSet::new());
    each_sheet::<G>(|sight, sheet| {
        let mut used = used.borrow_mut();
        let mut uses = |code: &str| used.insert(format!("{}-sheet-{code}", G::ID.name()));
        let words = sight.words;
        uses("legend");
        whole(&G::legend(sight));
        let headline = sheet::headline(sight, sheet);
        whole(&headline);
        if sight.view.open.turn() == Turn::Chance {
            assert_eq!(G::question(sight), headline);
            assert!(G::progress(sight).contains(" over"), "{}", G::progress(sight));
        }
        for column in sheet.columns() {
            uses(&format!("title-{column}"));
            whole(&sheet::title::<G>(words, column));
            whole(&sheet::short_title::<G>(words, column));
        }
        for note in &sheet.notes {
            uses(note.code);
            let note = sheet::note::<G>(words, note);
            whole(&note);
            assert!(note.ends_with('.'), "{note}");
        }
        for row in &sheet.rows {
            for term in &row.terms {
                uses(term.code);
                whole(&sheet::term::<G>(words, term));
            }
            let told = sheet::row::<G>(words, sheet, row);
            whole(&told);
            assert!(told.contains(&row.total.to_string().replace('-', "−")), "{told}");
        }
    });
    used.into_inner()
}

#[test]
fn every_code_of_a_sheet_has_a_message_and_every_message_a_code() {
    for id in GameId::ALL {
        let used = match id {
            GameId::Catbox => {
                let mut used = sentences::<catbox::State>();
                used.extend(paradoxes());
                used
            }
            GameId::Catsle => sentences::<catsle::State>(),
            GameId::Yorozu => sentences::<yorozu::State>(),
            GameId::Meow => sentences::<meow::State>(),
        };
        for tag in Words::LANGUAGES {
            let file = format!("{}/catalogue/{tag}/{}.ftl", env!("CARGO_MANIFEST_DIR"), id.name());
            let catalogue = std::fs::read_to_string(file).unwrap();
            let begins = format!("{}-sheet-", id.name());
            let ids = catalogue.lines().filter(|line| line.starts_with(&begins));
            let ids = ids.filter_map(|line| Some(line.split_once(" =")?.0.to_owned()));
            assert_eq!(ids.collect::<BTreeSet<_>>(), used, "in the catalogue and used");
        }
    }
}

/// Checks the sentences about paradoxes, and returns the ids of the messages that they use.
fn paradoxes() -> BTreeSet<String> {
    let used = RefCell::new(BTreeSet::new());
    each_sheet::<catbox::State>(|sight, _| {
        let mut used = used.borrow_mut();
        let told = catbox_words::stuck(sight);
        for line in &told {
            whole(line);
        }
        assert_eq!(told.is_empty(), sight.view.open.paradox().is_none());
        let reasons = sight.view.open.stuck_cards().into_iter().flat_map(|card| card.why);
        used.extend(reasons.map(|why| format!("catbox-sheet-why-{}", rules::Say::code(&why))));
        if !told.is_empty() {
            let ids = ["stuck", "stuck-card", "stuck-legend", "stuck-told"];
            used.extend(ids.map(|id| format!("catbox-sheet-{id}")));
        }
    });
    used.into_inner()
}

/// A game after these steps, and the lines of its score sheet.
fn lines<G: Spoken>(rules: &str, steps: &str) -> Vec<String> {
    let mut game = G::new(rules.parse().expect("a rules line"));
    for step in steps.split("; ") {
        let act = step.split_once(' ').and_then(|(seat, action)| {
            let seat = rules::Seat::read(*seat.as_bytes().first()?)?;
            Some(rules::Step::Act(seat, action.parse().ok()?))
        });
        let step = act.unwrap_or_else(|| rules::Step::Chance(step.parse().expect("a step")));
        game.play(&step).expect("a legal step");
    }
    let words = Words::default().with_names(["Mia", "Ken", "Ada"].map(str::to_owned).to_vec());
    let sheet = game.open().sheet().expect("a round has ended");
    let view = game.view(Observer::Rail);
    let sight = SpokenView { view: &view, words: &words };
    let notes = sheet.notes.iter().map(|note| sheet::note::<G>(&words, note));
    let rows = sheet.rows.iter().map(|row| sheet::row::<G>(&words, &sheet, row));
    [sheet::headline(sight, &sheet)].into_iter().chain(notes).chain(rows).collect()
}

/// BOX-40, BOX-50, BOX-51, BOX-52.
#[test]
fn a_paradox_in_english() {
    const STEPS: &str = "start 0; deal 0:1122233556 1:1134445666 2:1223344556; \
        0 discard 5; 1 discard 5; 2 discard 4; 0 bid 3; 1 bid 1; 2 bid 4; \
        0 play 5b; 1 play 6r; 2 play 2y; 1 play 4g; 2 play 1y; 0 play 6g; 0 play 2r; 1 play 3y; \
        2 play 6y; 0 play 3g; 1 play 4y; 2 play 5y; 0 play 2g";
    assert_eq!(
        lines::<catbox::State>("catbox players=3", STEPS),
        [
            "Mia gains 5 and leads.",
            "Ken could name no colour: the round ended in trick 5, which counts for nobody.",
            "Mia: bid 3, won 3: exact; 3 tricks: +3; largest group of 2: +2. +5 for the round, from 0 to 5.",
            "Ken: bid 1, won 1: paradox; 1 trick: −1; no bonus. −1 for the round, from 0 to −1.",
            "Ada: bid 4, won 0: missed; 0 tricks; no bonus. 0 for the round, from 0 to 0.",
        ]
    );
}

/// CAS-30 to CAS-33, YOR-40, YOR-41, MEO-32: a row of each other game.
#[test]
fn rows_in_english() {
    fn first_rows<G: Spoken>(rules: &str, round: u32) -> Vec<String> {
        let words = Words::default();
        let rules: G::Rules = rules.parse().unwrap();
        let mut game = G::new(rules);
        for step in random_game::<G>(rules, 5) {
            game.apply(&step);
            let sheet = game.open().sheet().filter(|sheet| sheet.round == round);
            if let Some(sheet) = sheet {
                return sheet.rows.iter().map(|row| sheet::row::<G>(&words, &sheet, row)).collect();
            }
        }
        panic!("there is no round {round}");
    }
    fn check<G: Spoken>(rules: &str, round: u32, seat: usize, row: &str) {
        assert_eq!(first_rows::<G>(rules, round)[seat], row);
    }
    check::<catsle::State>(
        "catsle players=4",
        2,
        0,
        "Seat 0: column 1 has 5, over its limit of 1: −4; column 2 has 5, over its limit of 2: −3; \
         column 3 is perfect with 3: +3; column 4 has 3 of 4: +3; 2 cards of scrap: −2; \
         1 perfect column; −3 counts zero: +3. 0 for the round, from 0 to 0.",
    );
    check::<yorozu::State>(
        "yorozu players=4",
        1,
        2,
        "Seat 2: 2 fish: +2; 3 booze halve 2 to 1: −1; 0 crows. +1 for the feast, from 0 to 1.",
    );
    check::<yorozu::State>(
        "yorozu players=4 level=advanced",
        2,
        0,
        "Seat 0: spring 2 fish × 0; summer 5 fish × 1: +5; fall 1 fish × 1: +1; \
         winter 1 fish × 2: +2; 1 booze: +2; 0 crows. +10 for the feast, from 0 to 10.",
    );
    check::<meow::State>(
        "meow players=4",
        3,
        3,
        "Seat 3: 6 bowls: +39; 4 fishbones: −26; 1 fish: +10; 2 vases: −20. \
         That makes 3, and −3 for the round, from 6.",
    );
}

/// The question of a turn says what the trick is for, whatever token that is.
#[test]
fn the_question_of_meow_names_the_token() {
    let words = Words::default();
    let mut kinds = BTreeSet::new();
    for rules in meow::Rules::every() {
        let mut game = meow::State::new(rules);
        for step in random_game::<meow::State>(rules, 3) {
            game.apply(&step);
            let open = game.open();
            let turn = open.turn();
            let Turn::Decide(seats) = turn else { continue };
            if open.phase() != meow::Phase::Play {
                continue;
            }
            let before = open.tokens().len().saturating_sub(meow::N_TURNS);
            let what = match open.tokens()[before + open.n_finished()] {
                meow::Token::Bowl(_) => "for a bowl of ",
                meow::Token::Fishbone(_) => "for a fishbone of −",
                meow::Token::Fish => "for a fish.",
                meow::Token::Vase => "for a vase.",
            };
            kinds.insert(what);
            for seat in seats.iter() {
                let view = game.view(Observer::Seat(seat));
                let question = meow::State::question(SpokenView { view: &view, words: &words });
                assert!(question.contains(what), "{question} does not say {what}");
            }
        }
    }
    assert_eq!(kinds.len(), 4);
}
