//! What a table of Yorozu shows for a moment, with the old pair still face up: the revealed cards, and those same cards
//! after crows have swapped.

use super::notation::Action;
use super::state::{Phase, State};
use crate::{Beat, BeatKind, Rules as _, Seats, Step};

/// YOR-25: all cards are turned over, then crows swap, then cards are taken.
pub(super) fn beats(before: &State, step: &Step<State>, _: &State) -> Vec<Beat<State>> {
    let mut state = *before;
    match *step {
        Step::Act(seat, Action::Play(card)) => {
            if before.open.chosen.with(seat) != Seats::all(before.open.rules.n_seats()) {
                return Vec::new();
            }
            state.sealed[seat] = Some(card);
            state.turn_over();
            let revealed = state;
            state.swap_crows();
            let swapped = (state.open.front != revealed.open.front).then(|| shown(state));
            [shown(revealed)].into_iter().chain(swapped).collect()
        }
        Step::Act(seat, Action::Swap(yorozu)) => {
            state.swap_with(seat, yorozu);
            vec![shown(state)]
        }
        Step::Act(_, Action::Redeal(_) | Action::First(_) | Action::Use(_) | Action::Token(_))
        | Step::Chance(_) => Vec::new(),
    }
}

/// The cards as they lie before the players, as while a crow chooses: nothing is taken.
fn shown(mut state: State) -> Beat<State> {
    state.open.phase = Phase::Swap;
    state.open.plays[usize::from(state.open.n_rounds)] = state.open.front;
    Beat { kind: BeatKind::Reveal, state }
}
