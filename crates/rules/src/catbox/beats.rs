//! What a table of Cat in the Box shows for a moment: a full trick, and the card that causes a paradox.

use super::notation::Action;
use super::state::State;
use crate::{Beat, BeatKind, Step};

/// BOX-31, BOX-40: the card lies in the trick before that is taken, and before the paradox ends the round.
pub(super) fn beats(before: &State, step: &Step<State>, after: &State) -> Vec<Beat<State>> {
    let Step::Act(seat, Action::Play(cell)) = *step else { return Vec::new() };
    let ends_trick = after.open.n_tricks > before.open.n_tricks;
    if !ends_trick && after.open.rounds == before.open.rounds {
        return Vec::new();
    }
    let mut state = *before;
    state.lay_card(seat, cell);
    vec![Beat { kind: BeatKind::Trick, state }]
}
