//! Setting up a table: the form, and reading it as terms.
//!
//! It works without scripts: another game or number of players is a link to another form. A form with mistakes is shown
//! again with each problem beside its field.

mod form;
mod read;

use bots::Level;
use rules::GameId;
use table::cat::CoatName;
use table::terms::{Interlude, SeatKind, Terms};

use crate::face::{Face, VisitFace};
use crate::fields::Fields;
use crate::{face, levels};

pub use self::form::page;
pub use self::read::FieldProblem;
use self::read::Read;
pub(crate) use self::read::bad_name;

/// A table to set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTable {
    /// The host's name.
    pub name: String,
    /// The coat of the host's cat. Without one, it follows from the name.
    pub coat: Option<CoatName>,
    /// The terms of the table.
    pub terms: Terms,
}

/// Reads the form of a game: the table, or every problem at once.
pub fn read(game: GameId, fields: &Fields) -> Result<NewTable, Vec<FieldProblem>> {
    face::visit(game, Read(fields))
}

/// The terms of a game against bots of this level by the standard rules. Nobody else can watch it.
pub fn against_bots(game: GameId, level: Level) -> Terms {
    face::visit(game, Alone(level))
}

struct Alone(Level);

impl VisitFace for Alone {
    type Output = Terms;

    fn visit<G: Face>(self) -> Terms {
        let rules: G::Rules = G::ID.name().parse().expect("a game's name is a rules line");
        let mut terms = Terms {
            chat: false,
            watching: false,
            hints: true,
            interlude: Interlude::Open,
            changes: G::HAS_SEALED_CHOICES,
            ..Terms::new::<G>(&rules)
        };
        for chair in &mut terms.places[1..] {
            *chair = SeatKind::Bot(levels::name_of(self.0));
        }
        terms
    }
}

#[cfg(test)]
mod tests {
    use table::deck::DeckFile;
    use words::Words;

    use super::form::{Offering, Offers};
    use super::*;

    fn fields(text: &str) -> Fields {
        let pair = |part: &str| {
            let (name, value) = part.split_once('=').unwrap();
            (name.to_owned(), value.replace('_', " "))
        };
        text.split('&').filter(|part| !part.is_empty()).map(pair).collect()
    }

    fn read(game: GameId, text: &str) -> Result<NewTable, Vec<FieldProblem>> {
        super::read(game, &fields(text))
    }

    /// The terms that a form stands for.
    #[track_caller]
    fn check(game: GameId, text: &str, terms: &str) {
        let table = read(game, &format!("name=Mia&{text}")).unwrap();
        assert_eq!((table.name.as_str(), table.terms.to_string().as_str()), ("Mia", terms));
        assert_eq!(table.terms.to_string().parse(), Ok(table.terms));
    }

    #[test]
    fn forms_become_terms() {
        check(
            GameId::Meow,
            "players=3&seat-1=person&seat-2=tiger",
            "seats=person,person,tiger clock=none stand-in=cat/120 listed=no watching=yes \
             hide-chosen=no chat=yes pace=900 hints=no radar=no newcomers=no interlude=20 changes=no rules=meow@1 players=3 deck=basic vases=pairs fish=auto",
        );
        check(
            GameId::Catbox,
            "players=3&rule-side=purple&clock=bank&bank-time=600&increment=5&move-time=20\
             &stand-in=kitten&grace=30&listed=home&watching=no&chosen=hidden&chat=no&pace=0\
             &hints=yes&radar=yes&newcomers=yes&interlude=open&changes=no",
            "seats=person,person,person clock=600+5 stand-in=kitten/30 listed=yes watching=no \
             hide-chosen=yes chat=no pace=0 hints=yes radar=yes newcomers=yes interlude=open changes=no \
             rules=catbox@1 players=3 edition=original side=purple",
        );
        check(
            GameId::Yorozu,
            "players=4&rule-level=advanced&rule-target=50&clock=move&move-time=86400",
            "seats=person,person,person,person clock=86400 stand-in=cat/120 listed=no watching=yes \
             hide-chosen=no chat=yes pace=900 hints=no radar=no newcomers=no interlude=none changes=yes rules=yorozu@1 players=4 level=advanced \
             edition=wood target=50",
        );
    }

    #[test]
    fn hints_are_on_by_default_only_against_bots() {
        let hints = |text: &str| {
            let table = read(GameId::Meow, &format!("name=Mia&players=3&{text}")).unwrap();
            table.terms.hints
        };
        assert!(hints("seat-1=kitten&seat-2=tiger"));
        assert!(!hints("seat-1=person&seat-2=tiger"));
        assert!(hints("seat-1=person&seat-2=tiger&hints=yes"));
        assert!(!hints("seat-1=kitten&seat-2=tiger&hints=no"));
        assert!(!read(GameId::Meow, "name=Mia&radar=yes").unwrap().terms.radar, "no paradox there");
    }

    #[test]
    fn the_pause_suits_the_table() {
        let pause = |text: &str| {
            let table = read(GameId::Yorozu, &format!("name=Mia&players=3&{text}")).unwrap();
            table.terms.interlude
        };
        assert_eq!(pause(""), Interlude::Timed { seconds: 20 });
        assert_eq!(pause("interlude-time=60"), Interlude::Timed { seconds: 60 });
        assert_eq!(pause("seat-1=kitten&seat-2=cat"), Interlude::Open, "nobody else waits");
        assert_eq!(pause("clock=move&move-time=86400"), Interlude::None, "a game of days");
        assert_eq!(pause("clock=move&move-time=3600"), Interlude::None, "a game of hours");
        assert_eq!(pause("clock=move&move-time=3599"), Interlude::Timed { seconds: 20 });
        assert_eq!(pause("clock=move&move-time=86400&interlude=open"), Interlude::Open);
        assert_eq!(pause("interlude=none"), Interlude::None);
    }

    #[test]
    fn a_deck_is_part_of_the_rules() {
        let deck = DeckFile::standard(GameId::Meow).to_toml().replace("-8, -10", "-7, -8");
        let form = [("name", "Mia"), ("players", "3"), ("deck", &deck)];
        let form: Fields =
            form.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
        let table = super::read(GameId::Meow, &form).unwrap();
        assert!(table.terms.rules.ends_with(" fishbones=-1,-2,-3,-4,-5,-6,-7,-8"), "{table:?}");
        let problems = super::read(GameId::Catbox, &form).unwrap_err();
        assert_eq!(
            problems.iter().map(|problem| problem.field.as_str()).collect::<Vec<_>>(),
            ["deck"]
        );
    }

    /// Reads a form with problems: all of them are found at once.
    #[track_caller]
    fn refused(game: GameId, text: &str, expected: &[(&str, &str)]) {
        let problems = read(game, text).unwrap_err();
        let words = Words::default();
        let found: Vec<(&str, String)> = problems
            .iter()
            .map(|problem| (problem.field.as_str(), problem.sentence(&words)))
            .collect();
        let found: Vec<(&str, &str)> =
            found.iter().map(|(field, sentence)| (*field, sentence.as_str())).collect();
        assert_eq!(found, expected);
        let page = page(&words, game, &fields(text), &problems);
        for (field, _) in expected {
            assert!(page.contains(&format!("id=\"{field}-wrong\"")), "{field} has no note");
            assert!(page.contains(&format!("href=\"#{field}\"")), "{field} is not linked");
        }
    }

    #[test]
    fn every_problem_is_named_beside_its_field() {
        refused(
            GameId::Catbox,
            "name=&players=3&rule-side=pink&seat-1=dog&clock=move&move-time=1&stand-in=cow\
             &grace=x&listed=maybe&watching=2&chat=3&chosen=4&pace=99999&hints=5\
             &radar=6&deck=game",
            &[
                ("name", "a name has 1 to 20 characters, not 0"),
                ("rule-side", "found `pink`, wanted one of black, purple"),
                ("deck", "line 1: this is not TOML: key with no value, expected `=`"),
                ("seat-1", "`dog` is not an option here"),
                ("move-time", "found `1`, wanted a number from 5 to 1209600"),
                ("grace", "found `x`, wanted a number from 5 to 3600"),
                ("stand-in", "`cow` is not an option here"),
                ("listed", "`maybe` is not an option here"),
                ("watching", "`2` is not an option here"),
                ("chat", "`3` is not an option here"),
                ("chosen", "`4` is not an option here"),
                ("pace", "found `99999`, wanted a number from 0 to 10000"),
                ("hints", "`5` is not an option here"),
                ("radar", "`6` is not an option here"),
            ],
        );
        refused(
            GameId::Meow,
            "name=Mia&players=9",
            &[("players", "found `9`, wanted a number from 2 to 6")],
        );
        refused(
            GameId::Catbox,
            "name=Mia&clock=move&stand-in=none",
            &[("stand-in", "a table with a clock needs a stand-in to move when time is up")],
        );
        refused(
            GameId::Meow,
            "name=Mia&deck=game",
            &[("deck", "line 1: this is not TOML: key with no value, expected `=`")],
        );
        refused(
            GameId::Catsle,
            "name=Mia&rule-lead=winner_players=3",
            &[("rule-lead", "`winner players=3` is not an option here")],
        );
    }

    /// The fields that a browser sends of an untouched form, each followed by the other values on offer.
    fn offered(page: &str) -> Vec<(String, Vec<String>)> {
        let attribute = |tag: &str, name: &str| {
            let at = tag.split(&format!(" {name}=\"")).nth(1)?;
            Some(at.split('"').next().unwrap_or_default().to_owned())
        };
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        let mut select = String::new();
        let form = page.split("<form").nth(1).unwrap();
        for tag in form.split('<') {
            let name = attribute(tag, "name").unwrap_or_else(|| select.clone());
            let value = attribute(tag, "value").unwrap_or_default();
            let default = tag.contains(" selected") || tag.contains(" checked");
            if tag.starts_with("select") {
                select = name;
            } else if tag.starts_with("option") || tag.starts_with("input") {
                match found.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, values)) if default => values.insert(0, value),
                    Some((_, values)) => values.push(value),
                    None => found.push((name, vec![value])),
                }
            }
        }
        found
    }

    #[test]
    fn the_form_accepts_every_value_that_it_offers() {
        let words = Words::default();
        let mut n_forms = 0;
        for game in GameId::ALL {
            for players in 2..=6 {
                let asked = fields(&format!("players={players}"));
                let Offers { n_players, .. } = face::visit(game, Offering(&asked));
                if n_players != players {
                    continue;
                }
                let offered = offered(&page(&words, game, &asked, &[]));
                let form = |change: Option<(usize, usize)>| -> Fields {
                    let value = |(place, (name, values)): (usize, &(String, Vec<String>))| {
                        let pick =
                            change.filter(|(at, _)| *at == place).map_or(0, |(_, pick)| pick);
                        let value = if name == "name" { "Mia" } else { &values[pick] };
                        (name.clone(), value.to_owned())
                    };
                    offered.iter().enumerate().map(value).collect()
                };
                let plain = super::read(game, &form(None)).unwrap();
                let unasked = fields(&format!("name=Mia&players={players}"));
                assert_eq!(plain, super::read(game, &unasked).unwrap(), "untouched is default");
                for (place, (_, values)) in offered.iter().enumerate() {
                    for pick in 0..values.len() {
                        let taken = super::read(game, &form(Some((place, pick))));
                        assert!(taken.is_ok(), "{:?} is refused: {taken:?}", &offered[place]);
                        n_forms += 1;
                    }
                }
            }
        }
        assert!(n_forms > 500, "only {n_forms} forms were tried");
    }

    #[test]
    fn a_game_against_bots_needs_no_form() {
        for game in GameId::ALL {
            for bots in Level::ALL {
                let terms = against_bots(game, bots);
                assert_eq!(terms.check(), Ok(()));
                let people =
                    terms.places.iter().filter(|chair| **chair == SeatKind::Person).count();
                assert_eq!((people, terms.game()), (1, Ok(game)));
            }
        }
    }
}
