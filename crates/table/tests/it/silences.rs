//! Questions that only players who want something answer: nobody can tell who could have said yes.

use rules::{Observer, Open as _, Seat, yorozu};
use table::command::{Caller, Command, HouseCommand};
use table::event::Event;
use table::play::SILENCE_MILLIS;
use table::terms::{Interlude, SeatKind, Terms, TimeControl};

use crate::dice;
use crate::tables::{Sitting, level, person};

type Yorozu = Sitting<yorozu::State>;

const TAKE: Command<yorozu::Action> = Command::House(HouseCommand::TakeSilence);

/// A table whose players look at their first cards. Seeds differ by their number.
fn dealt(number: u8, change: impl FnOnce(&mut Terms)) -> Yorozu {
    let rules = "yorozu players=4".parse().unwrap();
    let mut terms =
        Terms { interlude: Interlude::Open, changes: true, ..Terms::new::<yorozu::State>(&rules) };
    change(&mut terms);
    Sitting::begun_with(terms, [number; 32])
}

fn phase(sitting: &Yorozu) -> yorozu::Phase {
    sitting.table.view(Observer::Rail).view.unwrap().open.phase()
}

/// The seat that may ask for a new deal.
fn may_ask(sitting: &Yorozu) -> Option<Seat> {
    let play = sitting.table.play().unwrap();
    let choices = |seat: &Seat| play.view(Observer::Seat(*seat)).actions().unwrap().len();
    sitting.table.lobby().seats().find(|seat| choices(seat) == 2)
}

fn answer(sitting: &Yorozu, seat: Seat, wish: bool) -> (Caller, Command<yorozu::Action>) {
    let at = sitting.table.question(seat).unwrap();
    let action = yorozu::Action::Redeal(wish);
    (person(seat.index() as u8), Command::Act { at, action })
}

/// Tables after their deal: one where a seat may ask, and one where none may.
fn tables(change: impl Fn(&mut Terms) + Copy) -> [Yorozu; 2] {
    let find = |may: bool| {
        let tables = (0..=255).map(|number| dealt(number, change));
        tables.into_iter().find(|sitting| may_ask(sitting).is_some() == may).unwrap()
    };
    [find(true), find(false)]
}

#[test]
fn silence_keeps_the_cards_after_the_same_time_at_every_table() {
    let clock = |terms: &mut Terms| {
        terms.clock = TimeControl::Bank { seconds: 60, increment: 0 };
        terms.stand_in = Some(table::terms::StandIn { level: level("cat"), grace: 60 });
    };
    for mut sitting in tables(clock) {
        let ends = sitting.table.silence_ends().unwrap();
        assert_eq!(sitting.table.view(Observer::Rail).silence_ends, Some(ends));
        let dealt = sitting.log.last().unwrap().parse::<Event<yorozu::State>>().unwrap().at;
        assert_eq!(ends, dealt + SILENCE_MILLIS);
        assert_eq!(sitting.table.next_deadline(), None, "no clock runs");
        assert_eq!(sitting.refused(Caller::House, &TAKE), "time-left");
        assert_eq!(sitting.refused(person(0), &TAKE), "not-house");
        // Saying no aloud is what silence says, and nobody hears it.
        for seat in sitting.table.lobby().seats().collect::<Vec<_>>() {
            let (caller, no) = answer(&sitting, seat, false);
            assert_eq!(sitting.does(caller, &no), 0);
        }
        assert_eq!(phase(&sitting), yorozu::Phase::Redeal);
        while sitting.command(Caller::House, &TAKE).is_err() {}
        assert_eq!(phase(&sitting), yorozu::Phase::Play);
        let view = sitting.table.view(Observer::Rail);
        assert_eq!(view.silence_ends, None);
        let left = view.seats.iter().map(|seat| seat.clock.unwrap().left);
        assert!(left.into_iter().all(|left| left == 60_000), "looking costs no time");
        assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
        let steps = &sitting.table.play().unwrap().steps;
        assert!(steps.iter().all(|played| played.by != Some(table::event::By::StandIn)));
    }
}

#[test]
fn a_wish_is_heard_when_the_time_is_over() {
    let [mut sitting, _] = tables(|_| {});
    let seat = may_ask(&sitting).unwrap();
    let others: Vec<Observer> =
        Observer::all(4).filter(|&who| who != Observer::Seat(seat)).collect();
    let pages = |sitting: &Yorozu| -> Vec<String> {
        others.iter().map(|&who| format!("{:?}", sitting.table.view(who))).collect()
    };
    let before = pages(&sitting);
    let (caller, wish) = answer(&sitting, seat, true);
    assert_eq!(sitting.does(caller, &wish), 1);
    assert_eq!(pages(&sitting), before, "nobody sees that a player has spoken up");
    // The wish can be taken back, and made again.
    for wish in [false, true] {
        let at = sitting.table.view(Observer::Seat(seat)).change.unwrap().at;
        let act = Command::Act { at, action: yorozu::Action::Redeal(wish) };
        assert_eq!(sitting.does(caller, &act), 1);
        assert_eq!(pages(&sitting), before);
    }
    let dealt =
        |sitting: &Yorozu| sitting.log.iter().filter(|line| line.contains(" chance deal ")).count();
    assert_eq!(dealt(&sitting), 1);
    while sitting.command(Caller::House, &TAKE).is_err() {}
    assert_eq!(dealt(&sitting), 2, "the cards are dealt again");
    assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
}

#[test]
fn bots_answer_for_themselves() {
    let with_bot = |terms: &mut Terms| {
        *terms.places.last_mut().unwrap() = SeatKind::Bot(level("cat"));
    };
    let mut sitting = dealt(1, with_bot);
    while sitting.command(Caller::House, &TAKE).is_err() {}
    assert_eq!(phase(&sitting), yorozu::Phase::Redeal, "the bot has not answered");
    assert_eq!(sitting.table.silence_ends(), None, "there is nothing to wake for");
    assert_eq!(sitting.refused(Caller::House, &TAKE), "stale");
    sitting.play(1, &mut dice(1));
    assert_ne!(phase(&sitting), yorozu::Phase::Redeal);
}

/// Among bots, nobody learns a hand from the time that an answer takes. A spectator could.
#[test]
fn a_player_among_bots_does_not_wait_for_themselves() {
    let alone = |watching: bool| {
        move |terms: &mut Terms| {
            terms.watching = watching;
            for place in &mut terms.places[1..] {
                *place = SeatKind::Bot(level("cat"));
            }
        }
    };
    let me = Seat::new(0);
    let choices = |sitting: &Yorozu| {
        let view = sitting.table.play().unwrap().view(Observer::Seat(me));
        view.actions().map(|actions| actions.len())
    };
    let (mut n_asked, mut n_answered) = (0, 0);
    for number in 0..=255 {
        let watched = dealt(number, alone(true));
        assert!(watched.table.silence_ends().is_some());
        let mut sitting = dealt(number, alone(false));
        let view = sitting.table.view(Observer::Seat(me));
        assert_eq!(view.silence_ends, sitting.table.silence_ends());
        if choices(&watched) == Some(2) {
            assert!(view.silence_ends.is_some(), "the player may ask for a new deal");
            n_asked += 1;
            continue;
        }
        assert_eq!((view.silence_ends, choices(&sitting)), (None, Some(0)));
        n_answered += 1;
        // The bots answer too, and the game goes on.
        sitting.play(3, &mut dice(1));
        assert_eq!(format!("{:?}", sitting.replayed()), format!("{:?}", sitting.table));
    }
    assert!(n_asked > 0 && n_answered > 0, "{n_asked} asked, {n_answered} answered");
}

#[test]
fn without_pauses_everybody_is_asked() {
    let mut sitting = dealt(1, |terms| terms.interlude = Interlude::None);
    assert_eq!(sitting.table.view(Observer::Rail).silence_ends, None);
    assert_eq!(sitting.refused(Caller::House, &TAKE), "stale");
    let (caller, no) = answer(&sitting, Seat::new(0), false);
    assert_eq!(sitting.does(caller, &no), 1);
}
