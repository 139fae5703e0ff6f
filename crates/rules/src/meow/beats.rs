//! What a table of Meow shows for a moment: a full trick, with the token still at stake.

use super::notation::Action;
use super::state::State;
use crate::{Beat, BeatKind, Step};

/// MEO-23: the last card lies in the trick before the winner takes the token.
pub(super) fn beats(before: &State, step: &Step<State>, after: &State) -> Vec<Beat<State>> {
    let Step::Act(seat, Action::Play(card)) = *step else { return Vec::new() };
    if after.open.n_won == before.open.n_won {
        return Vec::new();
    }
    let mut state = *before;
    state.lay_card(seat, card);
    vec![Beat { kind: BeatKind::Trick, state }]
}
