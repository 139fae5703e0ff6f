//! Sealed choices: who learns of them, and when.

use rules::{Dice, Game, GameId, Observer, Rules, Seat, Step, Turn, Visit, yorozu};
use table::sealed::{Chosen, Sealed, Transition};

use crate::dice;

/// Plays games with sealed choices in any order, and checks all views and refusals in between.
struct Watched;

impl Visit for Watched {
    type Output = usize;

    fn visit<G: Game>(self) -> usize {
        let mut n_waits = 0;
        for rules in G::Rules::every().into_iter().step_by(5) {
            let mut dice = dice(1);
            let mut shown = Sealed::<G>::new(G::new(rules), Chosen::Shown);
            let mut hidden = Sealed::<G>::new(G::new(rules), Chosen::Hidden);
            loop {
                match hidden.told().turn() {
                    Turn::Over => break,
                    Turn::Chance => {
                        let chance = hidden.told().draw(&mut dice);
                        hidden = hidden.chance(chance).unwrap().next;
                        shown = shown.chance(chance).unwrap().next;
                    }
                    Turn::Decide(asked) => {
                        let mut seats: Vec<Seat> = asked.iter().collect();
                        dice.shuffle(&mut seats);
                        n_waits += choose_all(&mut hidden, &mut shown, &seats, &mut dice);
                    }
                }
                assert_eq!(hidden.told(), shown.told(), "the order makes no difference");
            }
        }
        n_waits
    }
}

/// Applies a seat's action. Returns the steps that become public.
fn act<G: Game>(sealed: &mut Sealed<G>, seat: Seat, action: G::Action) -> Vec<Step<G>> {
    let Transition { next, changes } = sealed.act(seat, action).unwrap();
    *sealed = next;
    changes.into_iter().map(|change| change.step).collect()
}

/// Applies the choices in this order. Returns how many were held back.
fn choose_all<G: Game>(
    hidden: &mut Sealed<G>,
    shown: &mut Sealed<G>,
    seats: &[Seat],
    dice: &mut impl Dice,
) -> usize {
    let n_seats = hidden.told().rules().n_seats();
    let before = hidden.clone();
    let mut chosen = Vec::new();
    for (n_in, &seat) in seats.iter().enumerate() {
        let action = hidden.view(Observer::Seat(seat)).actions().unwrap().pick(dice);
        assert_eq!(act(shown, seat, action), [Step::Act(seat, action)]);
        let steps = act(hidden, seat, action);
        chosen.push((seat, action));
        if n_in + 1 == seats.len() {
            assert_eq!(steps.len(), seats.len(), "all are told at once");
            return n_in;
        }
        assert_eq!(steps, [], "nobody hears of a choice while others are waited for");
        // Every observer sees the table as if at most their own choice had been made.
        for who in Observer::all(n_seats) {
            let mut alone = before.clone();
            let own = chosen.iter().find(|(seat, _)| who == Observer::Seat(*seat));
            if let Some(&(seat, action)) = own {
                act(&mut alone, seat, action);
                let again = hidden.check(seat, action);
                assert!(again.is_err(), "a choice is made once");
                assert_eq!(again, alone.check(seat, action), "a refusal tells of nobody else");
            }
            assert_eq!(hidden.view(who), alone.view(who));
        }
    }
    0
}

#[test]
fn hidden_choices_reveal_nothing() {
    let n_waits = GameId::ALL.map(|id| id.visit(Watched));
    let [catbox, _, yorozu, _] = n_waits;
    assert!(catbox > 0 && yorozu > 0, "these games have sealed choices: {n_waits:?}");
}

#[test]
fn a_choice_out_of_turn_is_refused() {
    let game = yorozu::State::new("yorozu@1".parse().unwrap());
    let sealed = Sealed::new(game, Chosen::Hidden);
    let chance = sealed.told().draw(&mut dice(1));
    let sealed = sealed.chance(chance).unwrap().next;
    let (seat, action) = (Seat::new(0), "play sp4".parse().unwrap());
    assert!(sealed.act(seat, action).is_err(), "first everybody is asked about a new deal");
    assert!(sealed.chance(chance).is_err());
}
