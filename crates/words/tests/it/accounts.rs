//! Accounts of random games.

use rules::{GameId, Rules};
use words::spoken::{self, Spoken, VisitSpoken};
use words::{Style, Words, account, terminal};

use crate::{random_game, whole};

#[derive(Clone, Copy)]
struct Tell;

impl VisitSpoken for Tell {
    type Output = Vec<String>;

    fn visit<G: Spoken>(self) -> Vec<String> {
        let names = ["Mia", "Ben", "*Ada*", "Teo", "Lin", "Ugo"].map(String::from).to_vec();
        let mut pages = Vec::new();
        for words in [Words::default(), Words::default().with_names(names)] {
            for rules in G::Rules::every() {
                let steps = random_game::<G>(rules, 3);
                let story = account::<G>(rules, &steps, &words);
                whole(&story);
                let page = terminal(&story, 80, Style::Plain);
                assert!(!page.contains('\\'), "names stay as they are");
                pages.push(page);
                let cut = account::<G>(rules, &steps[..steps.len() / 2], &words);
                whole(&cut);
                assert!(cut.contains("not ended"), "{cut}");
            }
        }
        pages
    }
}

/// Read them with `cargo test -p words account -- --nocapture`.
#[test]
fn every_game_has_an_account() {
    for page in GameId::ALL.into_iter().flat_map(|id| spoken::visit(id, Tell)) {
        println!("{page}");
    }
}
