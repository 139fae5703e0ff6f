//! Sealed choices that are changed before they are revealed.

use rules::{Dice as _, Game, GameId, Observer, Open as _, Rules as _, Seat, Step, Turn, Visit};
use rules::{catbox, meow};
use table::command::{Command, Question};
use table::event::{Event, EventKind};
use table::sealed::Chosen;
use table::terms::Terms;

use crate::dice;
use crate::tables::{Sitting, person};

/// What each observer but this seat knows.
fn others<G: Game>(sitting: &Sitting<G>, seat: Seat) -> Vec<String> {
    Observer::all(sitting.table.rules().n_seats())
        .filter(|&who| who != Observer::Seat(seat))
        .map(|who| format!("{:?}", sitting.table.view(who)))
        .collect()
}

/// The choice of a seat, the number of a change, and other actions.
fn changeable<G: Game>(
    sitting: &Sitting<G>,
    seat: Seat,
) -> Option<(Question, G::Action, Vec<G::Action>)> {
    let change = sitting.table.view(Observer::Seat(seat)).change?;
    let chosen = change.choice.action;
    let other = change.choice.view.actions().unwrap();
    Some((change.at, chosen, other.iter().filter(|&action| action != chosen).collect()))
}

#[test]
fn nobody_else_can_tell_that_a_choice_was_changed() {
    struct Play;
    impl Visit for Play {
        type Output = usize;
        fn visit<G: Game>(self) -> usize {
            let mut n_changed = 0;
            for (number, rules) in (0..).zip(G::Rules::every().into_iter().step_by(3)) {
                let chosen = [Chosen::Shown, Chosen::Hidden][number % 2];
                let terms = Terms { chosen, changes: true, ..Terms::new::<G>(&rules) };
                n_changed += play_with_changes(&mut Sitting::<G>::begun(terms), number as u64);
            }
            n_changed
        }
    }
    /// Plays a game and changes choices at random. Returns how many.
    fn play_with_changes<G: Game>(sitting: &mut Sitting<G>, seed: u64) -> usize {
        let (mut dice, mut n_changed) = (dice(seed), 0);
        while sitting.table.is_playing() {
            sitting.play(1, &mut dice);
            let seats: Vec<Seat> = sitting.table.lobby().seats().collect();
            for seat in seats {
                let Some((at, chosen, other)) = changeable(sitting, seat) else { continue };
                if dice.below(2) == 0 {
                    continue;
                }
                let action = other[dice.below(other.len() as u32) as usize];
                let before = others(sitting, seat);
                let caller = person(seat.index() as u8);
                let change = Command::Act { at, action };
                let decision = sitting.table.decide(&sitting.seed, caller, &change, 0).unwrap();
                let events: Vec<_> = decision.events().map(|event| &event.kind).collect();
                assert!(matches!(events[..], [EventKind::Changed { .. }]));
                assert_eq!(sitting.does(caller, &change), 1);
                assert_eq!(sitting.does(caller, &change), 0, "sent twice, done once");
                assert_eq!(others(sitting, seat), before);
                let (next, now, _) = changeable(sitting, seat).unwrap();
                assert_eq!((next.change, now), (at.change + 1, action));
                let again = Command::Act { at, action: chosen };
                assert_eq!(sitting.refused(caller, &again), "stale", "an old change comes late");
                n_changed += 1;
            }
            assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
        }
        let play = sitting.table.play().unwrap();
        let record = play.record("A game", &[], *sitting.table.rules());
        table::referee::referee(&record, |_| ()).unwrap();
        n_changed
    }
    let [catbox, catsle, yorozu, _] = GameId::ALL.map(|id| id.visit(Play));
    assert!(catbox > 10 && yorozu > 100, "{catbox} {yorozu}");
    assert_eq!(catsle, 0, "nothing is sealed there");
}

#[test]
fn a_changed_choice_is_the_one_that_counts() {
    for chosen in [Chosen::Shown, Chosen::Hidden] {
        let rules = "catbox players=3".parse().unwrap();
        let terms = Terms { chosen, changes: true, ..Terms::new::<catbox::State>(&rules) };
        let mut sitting = Sitting::<catbox::State>::begun(terms);
        sitting.play(1, &mut dice(1));
        let seat = sitting.table.lobby().seats().find(|&seat| changeable(&sitting, seat).is_some());
        let seat = seat.expect("one seat has set a card aside");
        let (at, _, other) = changeable(&sitting, seat).unwrap();
        let caller = person(seat.index() as u8);
        sitting.does(caller, &Command::Act { at, action: other[0] });
        let last = sitting.log.last().unwrap();
        assert!(last.ends_with(&format!(" changed {seat} {}", other[0])), "{last}");
        sitting.play(2, &mut dice(2));
        assert!(changeable(&sitting, seat).is_none(), "all have chosen");
        let steps = &sitting.table.play().unwrap().steps;
        let set_aside =
            steps.iter().find(|played| matches!(played.step, Step::Act(who, _) if who == seat));
        assert_eq!(set_aside.unwrap().step, Step::Act(seat, other[0]));
        let at = Question { change: at.change + 1, ..at };
        let late = sitting.refused(caller, &Command::Act { at, action: other[0] });
        assert_eq!(late, "stale", "the choice is no longer sealed");
    }
}

#[test]
fn changes_have_limits() {
    let terms = |changes| {
        let rules = "catbox players=3".parse().unwrap();
        Terms { changes, ..Terms::new::<catbox::State>(&rules) }
    };
    // Not where the terms do not allow it.
    let mut sitting = Sitting::<catbox::State>::begun(terms(false));
    sitting.play(1, &mut dice(1));
    let chosen = |sitting: &Sitting<catbox::State>| {
        let view = sitting.table.play().unwrap().view(Observer::Rail);
        let Turn::Decide(asked) = view.open.turn() else { panic!("all set a card aside") };
        sitting.table.lobby().seats().find(|&seat| !asked.has(seat)).unwrap()
    };
    let seat = chosen(&sitting);
    assert!(changeable(&sitting, seat).is_none());
    let at = Question { game: 1, decision: 0, change: 1 };
    let hand = sitting.table.play().unwrap().view(Observer::Seat(seat)).own.unwrap().1.hand;
    let held = (1..=9).filter_map(catbox::Value::new).find(|&value| hand.count(value) > 0).unwrap();
    let action = catbox::Action::Discard(held);
    let caller = person(seat.index() as u8);
    assert_eq!(sitting.refused(caller, &Command::Act { at, action }), "stale");
    // Not to what the rules forbid, and not without end.
    let mut sitting = Sitting::<catbox::State>::begun(terms(true));
    sitting.play(1, &mut dice(1));
    let seat = chosen(&sitting);
    let caller = person(seat.index() as u8);
    let bid = catbox::Action::Bid(1);
    assert_eq!(sitting.refused(caller, &Command::Act { at, action: bid }), "other-asked");
    for _ in 0..50 {
        let (at, _, other) = changeable(&sitting, seat).unwrap();
        sitting.does(caller, &Command::Act { at, action: other[0] });
    }
    let (at, _, other) = changeable(&sitting, seat).unwrap();
    let once_more = Command::Act { at, action: other[0] };
    assert_eq!(sitting.refused(caller, &once_more), "changed-too-often");
}

/// Discarded fishbones lie open, so they stay discarded.
#[test]
fn an_open_choice_cannot_be_changed() {
    let rules = "meow players=4 fish=by-hand".parse().unwrap();
    let mut n_open = 0;
    for seed in 0..20 {
        let terms = Terms { changes: true, ..Terms::new::<meow::State>(&rules) };
        let mut sitting = Sitting::<meow::State>::begun(terms);
        let mut dice = dice(seed);
        while sitting.table.is_playing() {
            sitting.play(1, &mut dice);
            let seats: Vec<Seat> = sitting.table.lobby().seats().collect();
            assert!(seats.into_iter().all(|seat| changeable(&sitting, seat).is_none()));
            let view = sitting.table.play().unwrap().view(Observer::Rail);
            n_open += usize::from(view.open.phase() == meow::Phase::Drop);
        }
    }
    assert!(n_open > 0, "a seat discards");
}

#[test]
fn a_log_with_an_impossible_change_is_refused() {
    let rules = "catbox players=3".parse().unwrap();
    let terms = Terms { changes: true, ..Terms::new::<catbox::State>(&rules) };
    let mut sitting = Sitting::<catbox::State>::begun(terms);
    sitting.play(3, &mut dice(4));
    let last = sitting.log.last().unwrap();
    assert!(last.contains(" discard ") || last.contains(" person "), "{last}");
    let change = last.replace(" person ", " changed ").parse::<Event<catbox::State>>().unwrap();
    let mut table = sitting.replayed();
    assert!(table.replay(change).is_err(), "all have chosen");
}
