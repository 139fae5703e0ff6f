//! The log of another table that an observer cannot tell from theirs: other cards and other sealed choices.

use rules::{Dice, Game, Observer, Open as _, Seat, Study, Turn};
use table::sealed::Chosen;
use testing::worlds::{self, Notation};

use crate::sitting::Sitting;

/// Another table that `who` cannot tell from this one, chosen at random from all that fit. Between two rounds there is
/// none, because nobody holds cards.
pub(crate) fn other_world<G: Study>(
    sitting: &Sitting<G>,
    who: Observer,
    dice: &mut impl Dice,
) -> Option<Sitting<G>> {
    let view = sitting.table.play().unwrap().view(who);
    let hides = sitting.table.terms().chosen == Chosen::Hidden;
    let mut unheard = sitting.waiting();
    unheard.retain(|seat| hides && who != Observer::Seat(*seat));
    let log = worlds::other_world(sitting.log.clone(), Notation::Log, &view, &unheard, dice)?;
    let mut other = Sitting::replayed(log);
    if hides {
        choose_unheard(&mut other, who, dice);
    }
    other.now = sitting.now;
    Some(other)
}

/// Seats make or skip their hidden choices at random. At least one seat has not chosen.
fn choose_unheard<G: Game>(sitting: &mut Sitting<G>, who: Observer, dice: &mut impl Dice) {
    let told = sitting.table.play().unwrap().view(Observer::Rail).open.turn();
    let Turn::Decide(asked) = told else { return };
    if asked.len() < 2 {
        return;
    }
    let others: Vec<Seat> =
        sitting.owing().into_iter().filter(|seat| who != Observer::Seat(*seat)).collect();
    for seat in others {
        if sitting.owing().len() > 1 && dice.below(2) == 0 {
            let view = sitting.table.play().unwrap().view(Observer::Seat(seat));
            let (caller, command) = sitting.decision(seat, view.actions().unwrap().pick(dice));
            sitting.does(caller, &command);
        }
    }
}
