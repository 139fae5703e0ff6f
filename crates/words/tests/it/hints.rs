//! Every reason for a hint has a sentence in every language.

use std::collections::BTreeSet;

use bots::{Craft, Figure, MeanError, VisitCraft};
use rules::{Fact, GameId, Rules, Say, Turn};
use words::Words;

use crate::{languages, random_game, whole};

/// This number of games of each variant gives every reason.
const N_GAMES: u64 = 12;

#[derive(Clone, Copy)]
struct Tell;

impl VisitCraft for Tell {
    type Output = ();

    fn visit<G: Craft>(self) {
        let words = languages();
        let mut told: Vec<G::Why> = Vec::new();
        for rules in G::Rules::every() {
            for seed in 0..N_GAMES {
                let mut game = G::new(rules);
                for step in random_game::<G>(rules, seed) {
                    if let Turn::Decide(seats) = game.turn() {
                        for seat in seats.iter() {
                            let own = game.own(seat);
                            for action in game.actions(seat).iter() {
                                let why = G::why(game.open(), seat, &own, action);
                                if !told.contains(&why) {
                                    told.push(why);
                                }
                            }
                        }
                    }
                    game.apply(&step);
                }
            }
        }
        for (why, words) in told.iter().flat_map(|why| words.iter().map(move |words| (why, words)))
        {
            for (_, fact) in why.facts() {
                if let Fact::Name(id) = fact {
                    assert!(words.has(id), "{id} has no name in {}", words.tag());
                }
            }
            let sentence = words.hint::<G>(why);
            whole(&sentence);
            let begins = sentence.starts_with(char::is_uppercase);
            assert!(begins && sentence.ends_with('.'), "not a sentence: {sentence}");
        }
        let codes: BTreeSet<&str> = told.iter().map(Say::code).collect();
        let listed: BTreeSet<&str> = G::Why::CODES.iter().copied().collect();
        assert_eq!(codes, listed, "{} gives other reasons than it lists", G::ID.name());
    }
}

#[test]
fn every_reason_has_a_sentence() {
    for id in GameId::ALL {
        bots::visit(id, Tell);
    }
}

#[test]
fn every_figure_has_a_sentence() {
    for words in languages() {
        for value in [-2.3, 0.4] {
            let estimate = MeanError { value, error: 0.1 };
            let says = |id: &str, figure: Figure| {
                let more = [("action", "x".to_owned().into()), ("why", "y".to_owned().into())];
                whole(&words.message(id, &[&figure.facts()[..], &more].concat()));
            };
            for id in ["help-chance", "tui-hint-chance"] {
                says(id, Figure::Chance(estimate));
            }
            for id in ["help-points", "tui-hint-points"] {
                says(id, Figure::Points(estimate));
            }
        }
        for game in GameId::ALL {
            let game = [("game", game.name().to_owned().into())];
            whole(&words.message("help-about-points", &game));
        }
    }
}

#[test]
fn figures_in_english() {
    let words = Words::default();
    let estimate = |value, error| MeanError { value, error };
    let points = |value| {
        let figure = Figure::Points(estimate(value, 0.44));
        let more = [("action", "Red 3".to_owned().into()), ("why", "Leads.".to_owned().into())];
        words.message("tui-hint-points", &[&figure.facts()[..], &more].concat())
    };
    assert_eq!(points(2.26), "Red 3, about +2.3 points (±0.4): Leads.");
    assert_eq!(points(-1.0), "Red 3, about −1.0 points (±0.4): Leads.");
    let chance = Figure::Chance(estimate(0.264, 0.013));
    assert_eq!(words.message("help-chance", &chance.facts()), "26 % ± 1");
    let minus = Figure::Points(estimate(-0.5, 0.0));
    assert_eq!(words.message("help-points", &minus.facts()), "−0.5 points (±0.1)");
}

#[test]
fn hints_in_english() {
    use bots::why::{Catbox, Catsle, Meow, Yorozu};
    use rules::{Seat, catbox, catsle, meow, yorozu};
    let words = Words::default();
    let check = |sentence: String, wanted: &str| assert_eq!(sentence, wanted);
    let seat = Seat::new(2);

    let castle = |why: Catsle| words.hint::<catsle::State>(&why);
    let perfect = |perfect| castle(Catsle::Perfect { limit: 3, perfect });
    check(perfect(1), "Makes your column of 3 perfect.");
    check(perfect(2), "Makes your column of 3 perfect: you then have 2 perfect columns.");
    let two = |later| castle(Catsle::Two { rank: 2, later });
    check(two(0), "Ranks second: you take two cards.");
    check(two(1), "Ranks second so far, and that rank takes two cards.");

    let cats = |why: Meow| words.hint::<meow::State>(&why);
    let token = meow::Token::Fishbone(8);
    let ducks = |later| cats(Meow::Ducks { token, winner: seat, later });
    check(ducks(0), "Leaves a fishbone of −8 to seat 2.");
    check(ducks(1), "Stays behind: seat 2 is ahead for a fishbone of −8.");
    let saves =
        Meow::Saves { token: meow::Token::Bowl(3), better: meow::Token::Bowl(10), winner: seat };
    let saved = "Leaves seat 2 ahead for a bowl of 3 and saves your strong cards for a bowl of 10.";
    check(cats(saves), saved);

    let boxed = |why: Catbox| words.hint::<catbox::State>(&why);
    let gives_up = |n_cells| boxed(Catbox::GivesUp { colour: catbox::Colour::Blue, n_cells });
    check(gives_up(0), "Gives up blue, where no other card of yours has an open cell.");
    check(gives_up(2), "Gives up blue, with 2 cells that you could have taken.");
    let meets = boxed(Catbox::Meets { later: 0, group: 4 });
    check(meets, "Wins the trick that meets your bid: a bonus of 4 as it stands.");

    let feast = |why: Yorozu| words.hint::<yorozu::State>(&why);
    let (season, fish) = (yorozu::Season::Winter, 0);
    check(
        feast(Yorozu::Token { season, n_tokens: 2, fish }),
        "A winter fish then counts 2, and you hold none.",
    );
    let last = feast(Yorozu::ChoosesLast { start: seat });
    check(
        last,
        "If seat 2 starts, you choose a multiplier card last, after seeing all the others.",
    );
}
