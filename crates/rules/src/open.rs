//! What lies open on a table, and the rules as questions about it.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Choices, Dice, Game, Phase, Refusal, Seat, Sheet, Standing, Turn, Untimely};

/// Everything that lies open on the table, known to every seat and to the rail.
///
/// Questions about a game are answered from this and, where a seat asks, from that seat's own cards. So no answer can
/// depend on anything that the asker must not know.
///
/// Searches tell millions of moments of one game apart by this hash. So it covers what changes from step to step and
/// leaves out what follows from that.
pub trait Open<G: Game>: Clone + Eq + Hash + Debug + Send + Sync {
    /// The rules set of this game.
    fn rules(&self) -> &G::Rules;

    /// The current phase.
    fn phase(&self) -> G::Phase;

    /// Who has to act.
    fn turn(&self) -> Turn;

    /// A random outcome of chance.
    ///
    /// # Panics
    /// If it is not chance's turn.
    fn draw(&self, dice: &mut impl Dice) -> G::Chance;

    /// Judges an outcome of chance on chance's turn. `None` if this phase needs another kind of outcome.
    fn judge_chance(&self, chance: &G::Chance) -> Option<Result<(), G::Illegal>>;

    /// The choices worth showing to a seat, legal or not. None if the seat owes no decision.
    fn candidates(&self, seat: Seat, own: &G::Own) -> Choices<G::Ask>;

    /// Judges an action of a seat that owes a decision. `None` if the seat owes another kind of decision.
    fn judge(&self, seat: Seat, own: &G::Own, action: G::Action) -> Option<Result<(), G::Illegal>>;

    /// The legal actions of a seat: the `candidates` that pass `check`, found fast.
    fn actions(&self, seat: Seat, own: &G::Own) -> Choices<G::Ask>;

    /// The answer that silence means, where only a seat that wants something has to speak up. A table may give it for all
    /// who say nothing.
    fn silent_answer(&self) -> Option<G::Action> {
        None
    }

    /// How many rounds have been finished.
    fn rounds(&self) -> u32;

    /// The scores so far, and the winners once the game is over.
    fn standing(&self) -> Standing;

    /// The arithmetic of the last finished round, while its board still lies open: after each round, until the next
    /// deal, and after the end of the game.
    fn sheet(&self) -> Option<Sheet>;

    /* FINAL: no game overrides the methods below */
    /// Checks an outcome of chance.
    fn check_chance(&self, chance: &G::Chance) -> Result<(), Refusal<G>> {
        let untimely = |why| Refusal::Untimely(why, self.phase());
        self.turn().check_chance().map_err(untimely)?;
        let judged = self.judge_chance(chance);
        judged.ok_or(untimely(Untimely::OtherChance))?.map_err(Refusal::Illegal)
    }

    /// Checks an action of a seat. This is the definition of legality.
    fn check(&self, seat: Seat, own: &G::Own, action: G::Action) -> Result<(), Refusal<G>> {
        let untimely = |why| Refusal::Untimely(why, self.phase());
        self.turn().check_seat(seat).map_err(untimely)?;
        let judged = self.judge(seat, own, action);
        judged.ok_or(untimely(Untimely::OtherAsked))?.map_err(Refusal::Illegal)
    }
}

/// Panics because a caller drew while it was not chance's turn.
#[cold]
pub(crate) fn nothing_to_draw(phase: impl Phase) -> ! {
    panic!("chance has nothing to bring while {phase:?}")
}

/// The part of `impl Open` that is the same in every game.
macro_rules! in_every_open {
    () => {
        fn rules(&self) -> &Rules {
            &self.rules
        }

        #[inline]
        fn phase(&self) -> Phase {
            self.phase
        }

        fn sheet(&self) -> Option<crate::Sheet> {
            self.score_sheet()
        }
    };
}
pub(crate) use in_every_open;
