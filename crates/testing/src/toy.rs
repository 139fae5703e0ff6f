//! Parts of toy games: games that exist only to test the contract of a game.

/// The only phase of a toy game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnlyPhase;

impl rules::Phase for OnlyPhase {
    fn asked(self) -> &'static str {
        "toy-asked"
    }

    fn rule(self) -> &'static str {
        "TOY-0"
    }
}
