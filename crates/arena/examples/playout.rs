//! Plays whole random games and nothing else, for profilers: `playout "meow@1 players=4" 2000`.
//!
//! Under `valgrind --tool=callgrind` the number of instructions is the same on every run, however busy the machine is.

use arena::dice_of_game;
use rules::{Game, GameId, Step, Visit};

struct Play<'a> {
    line: &'a str,
    n_games: u64,
}

impl Visit for Play<'_> {
    type Output = u64;

    fn visit<G: Game>(self) -> u64 {
        let Ok(rules) = self.line.parse::<G::Rules>() else { return 0 };
        let mut n_decisions = 0;
        for number in 0..self.n_games {
            let mut dice = dice_of_game(1, number);
            let mut game = G::new(rules);
            while let Some(step) = game.random_step(&mut dice) {
                n_decisions += u64::from(matches!(step, Step::Act(..)));
                game.apply(&step);
            }
        }
        n_decisions
    }
}

#[expect(clippy::print_stdout, reason = "this is a program")]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let line = args.get(1).map_or("meow@1", String::as_str);
    let n_games = args.get(2).and_then(|number| number.parse().ok()).unwrap_or(1000);
    match GameId::of_rules_line(line) {
        Ok(id) => println!("{} decisions", id.visit(Play { line, n_games })),
        Err(_) => println!("no game is called so: {line}"),
    }
}
