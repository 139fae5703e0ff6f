//! No screen tells what its observer may not know: another table that fits the observer's view looks the same, cell by
//! cell, story and pages included.

use rules::{Dice as _, Observer, Rules as _, Seat, Study, Turn};
use table::record::RecordText;
use testing::worlds::{self, Notation};
use words::Words;

use super::{Desk, sitting};
use crate::app::App;
use crate::face::{Face, VisitFace};
use crate::palette::Palette;
use crate::seats;
use crate::sitting::Sitting;

struct Compare;

impl VisitFace for Compare {
    type Output = ();

    fn visit<G: Face + Study>(self) {
        let mut n_compared = 0;
        let every = G::Rules::every();
        // A dozen variants tell as much as all of them.
        let stride = every.len().div_ceil(12);
        for (number, rules) in every.into_iter().step_by(stride).enumerate() {
            let mut dice = bots::dice(number as u64);
            let mut sitting = sitting::<G>(rules, rules.n_seats().into(), number as u64);
            let mut n_steps = 0;
            while sitting.turn() != Turn::Over && n_steps < 120 {
                n_steps += 1;
                match sitting.turn() {
                    Turn::Chance => sitting.deal(),
                    Turn::Decide(asked) => {
                        let seat =
                            asked.iter().nth(dice.below(asked.len() as u32) as usize).unwrap();
                        let view = sitting.view(Observer::Seat(seat));
                        sitting.act(seat, view.actions().unwrap().pick(&mut dice)).unwrap();
                    }
                    Turn::Over => {}
                }
                if dice.below(7) > 0 || matches!(sitting.turn(), Turn::Chance | Turn::Over) {
                    continue;
                }
                let who = Seat::draw(rules.n_seats(), &mut dice);
                let (real, other) =
                    (as_seen_by(&sitting, who), other_world(&sitting, who, &mut dice));
                if let Some(other) = other {
                    n_compared += compare::<G>(&real, &other, &sitting.text());
                }
            }
        }
        assert!(n_compared > 20, "only {n_compared} worlds were compared");
    }
}

/// The same table where only this seat is a person, so that the screen is theirs.
fn as_seen_by<G: Face>(sitting: &Sitting<G>, who: Seat) -> String {
    let mut text = String::new();
    for line in sitting.text().lines() {
        if line.starts_with(&format!("[{} ", seats::TAG)) {
            let sits = Seat::all(sitting.seats().len() as u8)
                .map(|seat| if seat == who { "person" } else { "kitten" });
            let sits = sits.collect::<Vec<_>>().join(", ");
            text.extend(["[", seats::TAG, " \"", &sits, "\"]"]);
        } else {
            text += line;
        }
        text.push('\n');
    }
    text
}

/// Whether two tables look the same; how many worlds that were.
fn compare<G: Face>(real: &str, other: &str, told: &str) -> usize {
    let words = Words::default();
    let open = |text: &str| {
        let records = RecordText::read_all(text).unwrap();
        let sitting = Sitting::<G>::resume(&records[0], &words);
        sitting.unwrap_or_else(|why| panic!("{why:?}\n{text}\nof\n{told}"))
    };
    let (real, other) = (open(real), open(other));
    let differs = usize::from(real.text() != other.text());
    let mut desks = [real, other].map(|sitting| {
        let app = App::new(sitting);
        let terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(120, 40)).unwrap();
        // Bots do not move here: what they would do may differ.
        Desk { stage: Box::new(app), terminal, left: false, n_saved: 0 }
    });
    // Hints take long, and are asked of a view by type.
    let keys = if told.len().is_multiple_of(20) { "⎋h" } else { "⎋" };
    for keys in ["", "→w", "l", "⎋s", "⎋t", "⎋r", keys] {
        let [real, other] = desks.each_mut().map(|desk| desk.press(keys).buffer(Palette::True));
        assert_eq!(real, other, "after {keys:?} of\n{told}");
    }
    differs
}

/// Another table that the seat cannot tell from this one, as a record. There is none between two rounds, when nobody
/// holds cards.
fn other_world<G: Face + Study>(
    sitting: &Sitting<G>,
    who: Seat,
    dice: &mut impl rules::Dice,
) -> Option<String> {
    let view = sitting.view(Observer::Seat(who));
    let lines = as_seen_by(sitting, who).lines().map(str::to_owned).collect();
    // Whether that is a table at all is for the referee to say.
    let other = worlds::other_world(lines, Notation::Record, &view, &[], dice)?;
    Some(other.join("\n") + "\n")
}

macro_rules! screens_tell_nothing_that_is_hidden {
    ($($id:ident $module:ident $name:literal $title:literal;)*) => {
        mod screens_tell_nothing_that_is_hidden {
            $(
                #[test]
                fn $module() {
                    crate::face::visit(rules::GameId::$id, super::Compare);
                }
            )*
        }
    };
}
rules::games!(screens_tell_nothing_that_is_hidden);
