//! A table of visibility for each game, found by imagining tables that an observer cannot distinguish from the real one.
//!
//! The observer sees a secret if it is the same on all imagined tables at every moment. If it varies at some moment, the
//! observer does not see it, and the table says whether the number of cards is known.

use std::collections::BTreeMap;
use std::fmt::Write;

use rules::{Dice, Game, GameId, Observer, Rules, Secret, SecretKind, Study, Turn, Visit};

const N_GAMES: u64 = 12;
const N_WORLDS: usize = 20;

/// The knowledge of an observer about a secret. The worst knowledge over all moments counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Knows {
    Sees,
    Counts,
    Nothing,
}

/// The observer, relative to the owner of the secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Owner,
    AnotherSeat,
    Rail,
}

/// The knowledge of observers by phase.
#[derive(Default)]
struct Matrix {
    /// Phases in the order of their first appearance.
    phases: Vec<String>,
    /// By phase and secret. Empty secrets have no cell.
    rows: BTreeMap<(usize, SecretKind), BTreeMap<Column, Knows>>,
}

impl Matrix {
    fn phase(&mut self, name: String) -> usize {
        self.phases.iter().position(|phase| *phase == name).unwrap_or_else(|| {
            self.phases.push(name);
            self.phases.len() - 1
        })
    }
}

/// The name of the phase: the verb of its question.
fn phase<G: Game>(game: &G) -> String {
    match game.turn() {
        Turn::Chance => "chance".into(),
        Turn::Over => "over".into(),
        Turn::Decide(seats) => {
            let action = seats.first().map(|seat| game.actions(seat).nth(0).to_string());
            action.unwrap_or_default().split(' ').next().unwrap_or_default().to_owned()
        }
    }
}

fn look<G: Study>(game: &G, matrix: &mut Matrix, dice: &mut impl Dice) {
    let truth = game.secrets();
    let phase = matrix.phase(phase(game));
    for who in Observer::all(game.rules().n_seats()) {
        let worlds = G::worlds(&game.view(who));
        let imagined: Vec<_> = (0..N_WORLDS).map(|_| G::imagine(&worlds, dice).secrets()).collect();
        for (place, secret) in truth.iter().enumerate().filter(|(_, secret)| secret.count > 0) {
            let column = match who {
                Observer::Rail => Column::Rail,
                Observer::Seat(seat) if secret.whose == Some(seat) => Column::Owner,
                Observer::Seat(_) => Column::AnotherSeat,
            };
            let all = |fits: &dyn Fn(&Secret) -> bool| {
                imagined.iter().all(|secrets| fits(&secrets[place]))
            };
            let knows = if all(&|other| other.value == secret.value) {
                Knows::Sees
            } else if all(&|other| other.count == secret.count) {
                Knows::Counts
            } else {
                Knows::Nothing
            };
            let row = matrix.rows.entry((phase, secret.kind)).or_default();
            let cell = row.entry(column).or_insert(knows);
            *cell = knows.max(*cell);
        }
    }
}

fn matrix<G: Study>(rules: G::Rules) -> Matrix {
    let mut matrix = Matrix::default();
    for seed in 0..N_GAMES {
        // Separate dice: drawing worlds must not change the games.
        let (mut dice, mut world_dice) = (crate::dice(seed), crate::dice(!seed));
        let mut game = G::new(rules);
        look(&game, &mut matrix, &mut world_dice);
        while let Some(step) = game.random_step(&mut dice) {
            let before = phase(&game);
            game.apply(&step);
            // The start of each phase, and some moments in the middle.
            if phase(&game) != before || dice.below(6) == 0 {
                look(&game, &mut matrix, &mut world_dice);
            }
        }
    }
    matrix
}

fn write(matrix: &Matrix) -> String {
    let mut text = String::new();
    let mut row = |cells: [&str; 5]| {
        let [phase, what, owner, another, rail] = cells;
        let line = format!("  {phase:<8} {what:<12} {owner:<8} {another:<13} {rail}");
        writeln!(text, "{}", line.trim_end()).unwrap();
    };
    row(["asked", "secret", "owner", "another seat", "rail"]);
    for (&(phase, what), cells) in &matrix.rows {
        let cell = |column| match cells.get(&column) {
            Some(Knows::Sees) => "sees",
            Some(Knows::Counts) => "counts",
            Some(Knows::Nothing) => "nothing",
            None => "-",
        };
        let [owner, another, rail] = [Column::Owner, Column::AnotherSeat, Column::Rail].map(cell);
        row([&matrix.phases[phase], &what.to_string(), owner, another, rail]);
    }
    text
}

struct Table;

impl Visit for Table {
    type Output = String;

    /// Rules sets with the same visibility share a table.
    fn visit<G: Study>(self) -> String {
        let mut tables: Vec<(String, Vec<String>)> = Vec::new();
        for rules in G::Rules::every() {
            let table = write(&matrix::<G>(rules));
            match tables.iter_mut().find(|(other, _)| *other == table) {
                Some((_, lines)) => lines.push(rules.to_string()),
                None => tables.push((table, vec![rules.to_string()])),
            }
        }
        let told =
            tables.into_iter().map(|(table, lines)| format!("{}\n{table}", lines.join("\n")));
        told.collect::<Vec<_>>().join("\n")
    }
}

#[expect(clippy::disallowed_methods, reason = "UPDATE=1 cargo test rewrites the golden files")]
fn check(id: GameId) {
    let golden = format!("tests/visibility/{}.txt", id.name());
    let found = id.visit(Table);
    if std::env::var("UPDATE").is_ok() {
        std::fs::write(crate::path(&golden), &found).unwrap();
    }
    let wanted = crate::text(&golden);
    assert!(found == wanted, "{golden} differs; UPDATE=1 rewrites it. Found:\n{found}");
}

macro_rules! hides_what_it_should {
    ($($id:ident $module:ident $name:literal $title:literal;)*) => {
        mod hides_what_it_should {
            $(
                #[test]
                fn $module() {
                    super::check(rules::GameId::$id);
                }
            )*
        }
    };
}
rules::games!(hides_what_it_should);
