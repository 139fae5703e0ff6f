//! No screen shows more than its observer may know: every other table with the same view gives the same screens, cell by
//! cell. Log and overlays are compared too.

use rules::{Dice as _, Observer, Rules as _, Seat, Study, Turn};
use table::record::RecordText;
use testing::worlds::{self, Notation};
use words::Words;

use super::{TestScreen, new_table};
use crate::face::{Face, VisitFace};
use crate::game_screen::GameScreen;
use crate::local_table::LocalTable;
use crate::palette::Palette;
use crate::seats;

struct Compare;

impl VisitFace for Compare {
    type Output = ();

    fn visit<G: Face + Study>(self) {
        let mut n_compared = 0;
        let every = G::Rules::every();
        // A dozen variants are enough.
        let stride = every.len().div_ceil(12);
        for (number, rules) in every.into_iter().step_by(stride).enumerate() {
            let mut dice = bots::dice(number as u64);
            let mut table = new_table::<G>(rules, rules.n_seats().into(), number as u64);
            let mut n_steps = 0;
            while table.turn() != Turn::Over && n_steps < 120 {
                n_steps += 1;
                match table.turn() {
                    Turn::Chance => table.deal(),
                    Turn::Decide(asked) => {
                        let seat =
                            asked.iter().nth(dice.below(asked.len() as u32) as usize).unwrap();
                        let view = table.view(Observer::Seat(seat));
                        table.act(seat, view.actions().unwrap().pick(&mut dice)).unwrap();
                    }
                    Turn::Over => {}
                }
                if dice.below(7) > 0 || matches!(table.turn(), Turn::Chance | Turn::Over) {
                    continue;
                }
                let who = Seat::draw(rules.n_seats(), &mut dice);
                let (real, other) = (as_seen_by(&table, who), other_world(&table, who, &mut dice));
                if let Some(other) = other {
                    n_compared += compare::<G>(&real, &other, &table.text());
                }
            }
        }
        assert!(n_compared > 20, "only {n_compared} worlds were compared");
    }
}

/// The same table with a person only in this seat, so that the screen shows their view.
fn as_seen_by<G: Face>(table: &LocalTable<G>, who: Seat) -> String {
    let mut text = String::new();
    for line in table.text().lines() {
        if line.starts_with(&format!("[{} ", seats::TAG)) {
            let sits = Seat::all(table.seats().len() as u8)
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

/// Checks that two tables look the same, and returns the number of compared worlds.
fn compare<G: Face>(real: &str, other: &str, told: &str) -> usize {
    let words = Words::default();
    let open = |text: &str| {
        let records = RecordText::read_all(text).unwrap();
        let table = LocalTable::<G>::resume(&records[0], &words);
        table.unwrap_or_else(|why| panic!("{why:?}\n{text}\nof\n{told}"))
    };
    let (real, other) = (open(real), open(other));
    let differs = usize::from(real.text() != other.text());
    let mut desks = [real, other].map(|table| {
        let game = GameScreen::new(table);
        let terminal = ratatui::Terminal::new(ratatui::backend::TestBackend::new(120, 40)).unwrap();
        // Bots do not move here: their moves may differ.
        TestScreen { screen: Box::new(game), terminal, left: false, n_saved: 0 }
    });
    // Hints are slow, and their type makes them depend on a view alone.
    let keys = if told.len().is_multiple_of(20) { "⎋h" } else { "⎋" };
    for keys in ["", "→w", "l", "⎋s", "⎋t", "⎋r", keys] {
        let [real, other] = desks.each_mut().map(|desk| desk.press(keys).buffer(Palette::True));
        assert_eq!(real, other, "after {keys:?} of\n{told}");
    }
    differs
}

/// Another table that the seat cannot distinguish from this one, as a record. There is none between two rounds, when no
/// seat holds cards.
fn other_world<G: Face + Study>(
    table: &LocalTable<G>,
    who: Seat,
    dice: &mut impl rules::Dice,
) -> Option<String> {
    let view = table.view(Observer::Seat(who));
    let lines = as_seen_by(table, who).lines().map(str::to_owned).collect();
    // The referee checks that the record is legal.
    let other = worlds::other_world(lines, Notation::Record, &view, &[], dice)?;
    Some(other.join("\n") + "\n")
}

rules::games!(in_every_game, screens_hide_hidden_cards Compare);
