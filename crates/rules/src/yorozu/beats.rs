//! What a table of Yorozu shows for a moment: the revealed cards, with the old pair still face up.

use super::notation::Action;
use super::state::{Phase, State};
use crate::{Beat, BeatKind, Rules as _, Seats, Step};

/// YOR-25: all cards are turned over before a crow swaps and before anything is taken.
pub(super) fn beats(before: &State, step: &Step<State>, _: &State) -> Vec<Beat<State>> {
    let Step::Act(seat, Action::Play(card)) = *step else { return Vec::new() };
    if before.open.chosen.with(seat) != Seats::all(before.open.rules.n_seats()) {
        return Vec::new();
    }
    let mut state = *before;
    state.sealed[seat] = Some(card);
    state.turn_over();
    // As while a crow chooses: the cards lie open, and nothing is taken.
    state.open.phase = Phase::Swap;
    vec![Beat { kind: BeatKind::Reveal, state }]
}
