//! Searching pays, in every game. By seeds and not by time, so that it comes out the same everywhere.

use bots::{Budget, Craft, VisitCraft, dice};
use rules::{Observer, Rules, Seat};
use testing::dice::decided_game;

use crate::{bot, every_game, four};

const N_GAMES: u64 = 32;

/// A seat's part of the victory if one bot sits there and another everywhere else.
fn part_of_victory<G: Craft>(name: &str, seat: Seat, among: &str, seed: u64) -> f32 {
    let rules = four::<G>();
    let mut dice = dice(seed);
    let player =
        |at: Seat| bot::<G>(if at == seat { name } else { among }, seed * 8 + at.index() as u64);
    let mut players: Vec<_> = Seat::all(rules.n_seats()).map(player).collect();
    let (_, game) = decided_game::<G>(rules, &mut dice, |game, seat| {
        let view = game.view(Observer::Seat(seat));
        players[seat.index()].think(&view, Budget::Playouts(24)).unwrap().action
    });
    let winners = game.standing().winners.unwrap();
    if winners.has(seat) { 1.0 / winners.len() as f32 } else { 0.0 }
}

/// Even would be a quarter.
#[test]
fn search_beats_random_in_every_game() {
    #[derive(Clone, Copy)]
    struct Check;
    impl VisitCraft for Check {
        type Output = ();
        fn visit<G: Craft>(self) {
            let parts = (0..N_GAMES).map(|seed| {
                part_of_victory::<G>("search", Seat::new((seed % 4) as u8), "random", seed)
            });
            let share = parts.sum::<f32>() / N_GAMES as f32;
            assert!(share > 0.5, "{:?}: {share}", G::ID);
        }
    }
    every_game(Check);
}
