//! What a table of CATSle shows for a moment: a full trick with its ranking, and the trick once all its takers have taken.

use super::notation::Action;
use super::state::{Phase, State};
use crate::{Beat, BeatKind, Step};

pub(super) fn beats(before: &State, step: &Step<State>, after: &State) -> Vec<Beat<State>> {
    let state = match *step {
        // CAS-22: the trick is ranked as soon as it is full, so the state is the one after the step.
        Step::Act(_, Action::Play(_)) if after.open.phase == Phase::Take => *after,
        // CAS-26: the last taker's card lies on its place before the next trick begins.
        Step::Act(seat, Action::Take(card, place))
            if after.open.n_tricks > before.open.n_tricks =>
        {
            let mut state = *before;
            state.take_card(seat, card, place);
            state
        }
        Step::Act(_, Action::Play(_) | Action::Take(..)) | Step::Chance(_) => return Vec::new(),
    };
    vec![Beat { kind: BeatKind::Trick, state }]
}
