//! The radar warns a seat of paradoxes: it never uses more than the seat knows, and it is never wrong.

use rules::catbox::{Action, Danger, Phase, Radar, State};
use rules::{Dice, Game, Observer, Open as _, Rules as _, Seat, Step};

/// Plays random games of every variant, and looks at the radar of every seat before every play.
fn look(n_games: u64, mut see: impl FnMut(&State, Seat, Radar)) {
    for rules in <State as Game>::Rules::every() {
        for seed in 0..n_games {
            let mut dice = crate::dice(seed);
            let mut game = State::new(rules);
            while let Some(step) = game.random_step(&mut dice) {
                for seat in Seat::all(rules.n_seats()) {
                    let view = game.view(Observer::Seat(seat));
                    assert_eq!(Radar::of(&view).is_some(), game.open().phase() == Phase::Play);
                    if let Some(radar) = Radar::of(&view) {
                        see(&game, seat, radar);
                    }
                }
                assert_eq!(Radar::of(&game.view(Observer::Rail)), None);
                game.apply(&step);
            }
        }
    }
}

/// Plays at random until the end of the round, or until this seat's turn.
fn play_on(game: &State, until: Option<Seat>, dice: &mut impl Dice) -> State {
    let (mut game, round) = (*game, game.open().rounds());
    while game.open().rounds() == round && until.is_none_or(|seat| !game.turn().asks(seat)) {
        let step = game.random_step(dice).unwrap();
        game.apply(&step);
    }
    game
}

/// The seat whose paradox ended the round.
fn paradox(game: &State) -> Option<Seat> {
    game.open().paradox().map(|paradox| paradox.seat)
}

/// An imagined table that the seat cannot distinguish from the real one.
fn imagined(game: &State, seat: Seat, dice: &mut impl Dice) -> State {
    State::imagine(&State::worlds(&game.view(Observer::Seat(seat))), dice)
}

#[test]
fn certain_paradoxes_happen_and_impossible_ones_do_not() {
    let mut dice = crate::dice(99);
    let [mut n_clear, mut n_certain, mut n_others, mut n_bad] = [0; 4];
    look(12, |game, seat, radar| {
        for _ in 0..2 {
            let world = imagined(game, seat, &mut dice);
            match radar.own {
                Danger::None => {
                    let next = play_on(&world, Some(seat), &mut dice);
                    assert_ne!(paradox(&next), Some(seat), "{radar:?}");
                    n_clear += 1;
                }
                Danger::Certain => {
                    assert!(paradox(&play_on(&world, None, &mut dice)).is_some(), "{radar:?}");
                    n_certain += 1;
                }
                Danger::Possible { .. } | Danger::Choices { .. } => {}
            }
            if !radar.others.is_empty() {
                assert!(paradox(&play_on(&world, None, &mut dice)).is_some(), "{radar:?}");
                n_others += 1;
            }
        }
        if let Danger::Choices { n_bad: told, n_choices } = radar.own {
            let view = game.view(Observer::Seat(seat));
            let choices: Vec<Action> = view.actions().unwrap().iter().collect();
            assert_eq!(choices.len(), usize::from(n_choices));
            let bad = choices.into_iter().filter(|&action| {
                let mut after = *game;
                after.apply(&Step::Act(seat, action));
                // The round may be over, or the seat is to move again and every action is bad.
                let radar = Radar::of(&after.view(Observer::Seat(seat)));
                radar.is_none_or(|radar| radar.own == Danger::Certain)
            });
            assert!(bad.count() >= usize::from(told));
            n_bad += u32::from(told > 0);
        }
    });
    let found = [n_clear, n_certain, n_others, n_bad];
    assert!(found.iter().all(|&n| n > 50), "too little to see: {found:?}");
}

/// A warning that never comes true would be useless.
#[test]
fn possible_paradoxes_happen_sometimes() {
    let mut dice = crate::dice(5);
    let (mut n_warned, mut n_true) = (0, 0);
    look(12, |game, seat, radar| {
        if let Danger::Possible { .. } = radar.own {
            n_warned += 1;
            let comes_true = (0..40).any(|_| {
                let world = imagined(game, seat, &mut dice);
                paradox(&play_on(&world, Some(seat), &mut dice)) == Some(seat)
            });
            n_true += u32::from(comes_true);
        }
    });
    assert!(n_warned > 100 && n_true > 30, "{n_true} of {n_warned} came true");
}

#[test]
fn the_radar_uses_no_hidden_cards() {
    let mut dice = crate::dice(3);
    look(4, |game, seat, radar| {
        let other = imagined(game, seat, &mut dice);
        assert_eq!(Radar::of(&other.view(Observer::Seat(seat))), Some(radar));
    });
}

#[test]
fn a_hand_is_tight_before_it_is_lost() {
    let mut n_tight = 0;
    look(6, |game, seat, radar| {
        let tight = Radar::is_tight(&game.view(Observer::Seat(seat)));
        assert!(tight || radar.own != Danger::Certain || game.turn().asks(seat), "{radar:?}");
        n_tight += u32::from(tight);
    });
    assert!(n_tight > 100, "{n_tight}");
}
