//! Beats show what they are for: full tricks, cards that end a round, and revealed cards, in random games of every rules set.

use rules::{
    Beat, BeatKind, Game, GameId, Observer, Open as _, Rules as _, Seat, Step, Study, catbox,
    catsle, meow, yorozu,
};

/// A game whose beats can be told to be right or wrong.
trait Beating: Game {
    /// How many beats belong to a step. An independent count: by what the step did, not by how beats are made.
    fn n_wanted(before: &Self, step: &Step<Self>, after: &Self) -> usize;

    /// Fails unless these beats of a step show what they should, in this order.
    fn check_beats(before: &Self, step: &Step<Self>, beats: &[Beat<Self>], after: &Self) {
        for beat in beats {
            Self::check_beat(before, step, beat, after);
        }
    }

    /// Fails unless this beat of a step shows what it should.
    fn check_beat(before: &Self, step: &Step<Self>, beat: &Beat<Self>, after: &Self);
}

impl Beating for catbox::State {
    fn n_wanted(before: &Self, _: &Step<Self>, after: &Self) -> usize {
        let n_won = |game: &Self| Seat::all(5).map(|seat| usize::from(game.open().won(seat))).sum();
        let (won_before, won_after): (usize, usize) = (n_won(before), n_won(after));
        usize::from(won_after > won_before || after.rounds() > before.rounds())
    }

    fn check_beat(before: &Self, step: &Step<Self>, beat: &Beat<Self>, after: &Self) {
        let Step::Act(seat, catbox::Action::Play(cell)) = *step else { panic!("{step}") };
        let (open, n_seats) = (beat.state.open(), after.rules().n_seats());
        assert_eq!(beat.kind, BeatKind::Trick);
        assert_eq!(open.trick().card_of(seat, n_seats), Some(cell));
        let is_full = open.trick().cards().len() == usize::from(n_seats);
        assert!(is_full || after.open().paradox().is_some(), "a full trick, or a paradox");
        // It lies there, and nobody has taken it.
        assert_eq!(open.n_finished(), before.open().n_finished());
        assert!(open.tokens(seat).has(cell), "its token is on the sheet");
        assert_eq!((open.paradox(), open.standing()), (None, before.standing()));
        let unchanged = Seat::all(n_seats).all(|seat| open.won(seat) == before.open().won(seat));
        assert!(unchanged, "the trick is not counted yet");
    }
}

impl Beating for meow::State {
    fn n_wanted(before: &Self, step: &Step<Self>, after: &Self) -> usize {
        let n_won = |game: &Self| Seat::all(6).map(|seat| game.open().won(seat).count()).sum();
        let (won_before, won_after): (usize, usize) = (n_won(before), n_won(after));
        usize::from(won_after > won_before && matches!(step, Step::Act(_, meow::Action::Play(_))))
    }

    fn check_beat(before: &Self, step: &Step<Self>, beat: &Beat<Self>, after: &Self) {
        let Step::Act(seat, meow::Action::Play(card)) = *step else { panic!("{step}") };
        let (open, n_seats) = (beat.state.open(), after.rules().n_seats());
        assert_eq!(beat.kind, BeatKind::Trick);
        assert_eq!(open.trick().cards().len(), usize::from(n_seats));
        assert_eq!(open.trick().card_of(seat, n_seats), Some(card));
        assert_eq!(open.n_finished(), before.open().n_finished());
        assert_eq!(open.standing(), before.standing(), "the token is still at stake");
    }
}

impl Beating for catsle::State {
    fn n_wanted(before: &Self, _: &Step<Self>, after: &Self) -> usize {
        let n_taken = |game: &Self| game.open().taken().count();
        let fills =
            after.open().phase() == catsle::Phase::Take && n_taken(after) == n_taken(before);
        let ends =
            n_taken(before) < n_taken(after) && n_taken(after) % after.rules().takes().len() == 0;
        usize::from(fills || ends)
    }

    fn check_beat(before: &Self, step: &Step<Self>, beat: &Beat<Self>, after: &Self) {
        let (open, n_seats) = (beat.state.open(), after.rules().n_seats());
        assert_eq!(beat.kind, BeatKind::Trick);
        assert_eq!(open.trick().cards().len(), usize::from(n_seats));
        assert_eq!(open.n_finished(), before.open().n_finished());
        assert_eq!(open.standing().scores(), before.standing().scores(), "no points yet");
        let taken: Vec<_> = open.taken().collect();
        match *step {
            Step::Act(seat, catsle::Action::Play(card)) => {
                assert_eq!(open.trick().card_of(seat, n_seats), Some(card));
                assert_eq!(taken.len(), before.open().taken().count(), "nothing is taken");
            }
            Step::Act(seat, catsle::Action::Take(card, place)) => {
                let last = taken.last().unwrap();
                assert_eq!((last.seat, last.card, last.place), (seat, card, place));
                assert_eq!(taken, after.open().taken().collect::<Vec<_>>());
                assert_eq!(open.extras(), before.open().extras(), "the next is not turned up");
                for seat in Seat::all(n_seats) {
                    assert_eq!(open.board(seat), after.open().board(seat));
                }
            }
            Step::Chance(_) => panic!("{step}"),
        }
    }
}

/// The swaps of a step: the crow, its player's place, the Yorozu, and its player's place.
fn swaps(
    before: &yorozu::State,
    step: &Step<yorozu::State>,
    after: &yorozu::State,
) -> Vec<(yorozu::Card, Seat, yorozu::Card, Seat)> {
    let seat = |place: yorozu::Place| match place {
        yorozu::Place::Seat(seat) => seat,
        yorozu::Place::Dummy => Seat::new(3),
    };
    let swap = |seen: yorozu::Seen| match seen {
        yorozu::Seen::Swapped { crow, by, yorozu, from } => {
            Some((crow, seat(by), yorozu, seat(from)))
        }
        _ => None,
    };
    yorozu::State::seen(before, step, after, Observer::Rail).into_iter().filter_map(swap).collect()
}

impl Beating for yorozu::State {
    fn n_wanted(before: &Self, step: &Step<Self>, after: &Self) -> usize {
        let reveals = || {
            let open = before.open();
            let mut owing =
                Seat::all(before.rules().n_seats()).filter(|&seat| open.turn().asks(seat));
            matches!(step, Step::Act(seat, yorozu::Action::Play(_)) if owing.by_ref().eq([*seat]))
        };
        usize::from(reveals()) + usize::from(!swaps(before, step, after).is_empty())
    }

    fn check_beats(before: &Self, step: &Step<Self>, beats: &[Beat<Self>], after: &Self) {
        let swaps = swaps(before, step, after);
        let (revealed, swapped) = beats.split_at(beats.len() - usize::from(!swaps.is_empty()));
        for beat in revealed {
            let Step::Act(seat, yorozu::Action::Play(card)) = *step else { panic!("{step}") };
            let plays = beat.state.open().plays().last().unwrap();
            assert_eq!(plays[seat], card);
            for other in Seat::all(before.rules().n_seats()).filter(|&other| other != seat) {
                assert_eq!(Some(plays[other]), before.own(other).sealed, "as it was chosen");
            }
        }
        for beat in swapped {
            let plays = beat.state.open().plays().last().unwrap();
            let mut swapped_back = *plays;
            for &(crow, by, yorozu, from) in &swaps {
                assert_eq!((plays[by], plays[from]), (yorozu, crow), "{step}");
                (swapped_back[by], swapped_back[from]) = (crow, yorozu);
            }
            let round = usize::from(before.open().n_rounds());
            assert_eq!(swapped_back, after.open().plays()[round], "nothing else has moved");
        }
        for beat in beats {
            Self::check_beat(before, step, beat, after);
        }
    }

    fn check_beat(before: &Self, _: &Step<Self>, beat: &Beat<Self>, after: &Self) {
        let (open, old) = (beat.state.open(), before.open());
        assert_eq!(beat.kind, BeatKind::Reveal);
        assert_eq!(open.plays().len(), usize::from(old.n_rounds()) + 1);
        // The old pair lies open, and nothing is taken.
        assert_eq!((open.up(), open.n_rounds()), (old.up(), old.n_rounds()));
        assert_eq!(open.standing(), before.standing());
        if after.open().phase() == yorozu::Phase::Swap {
            assert_eq!(open.plays(), after.open().plays());
        }
    }
}

rules::visitor!(trait VisitBeating: Beating, fn visit_beating);

struct Watch;

impl VisitBeating for Watch {
    type Output = ();

    fn visit<G: Beating + Study>(self) {
        for rules in G::Rules::every() {
            let mut n_beats = 0;
            for seed in 0..3 {
                let mut dice = crate::dice(seed);
                let mut game = G::new(rules);
                while let Some(step) = game.random_step(&mut dice) {
                    let before = game.clone();
                    game.apply(&step);
                    let beats = G::beats(&before, &step, &game);
                    assert_eq!(beats.len(), G::n_wanted(&before, &step, &game), "{rules}: {step}");
                    G::check_beats(&before, &step, &beats, &game);
                    for beat in &beats {
                        for who in Observer::all(rules.n_seats()) {
                            // At a beat everybody holds the cards that they hold after the step.
                            let (own, own_after) = (beat.state.view(who).own, game.view(who).own);
                            assert_eq!(own, own_after, "{rules}: {step}");
                        }
                    }
                    n_beats += beats.len();
                }
            }
            assert!(n_beats > 20, "{rules}: {n_beats} beats");
        }
    }
}

#[test]
fn beats_show_full_tricks_and_revealed_cards() {
    for id in GameId::ALL {
        visit_beating(id, Watch);
    }
}
