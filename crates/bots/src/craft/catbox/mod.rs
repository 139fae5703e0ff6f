//! How to play Cat in the Box well: rules of thumb.
//!
//! - **One player will be stuck.** Among sensible players most rounds end in a paradox, nearly always in the last trick. So
//!   keep cards that can still be played, keep many cells to choose from, and do not give up a colour without need.
//! - **Let it be another player.** Take cells that others could take too, and save cells that only you can use.
//! - **Meet the bid.** Until then a trick is worth more than its point; after that it costs the bonus. So get rid of high
//!   cards once the bid is met.
//! - **Grow one group.** Of two colours that do the same, name the one whose cell lies beside the largest group.
//!
//! The numbers were tuned by self-play: one seat with other numbers against the rest with these, thousands of games for 2,
//! 3, 4 and 5 players, until no change of one number helped at all of these tables.

use rules::catbox::{Action, Open, Own, Phase, State, Value};
use rules::{Open as _, Rules as _, Seat};

use self::play::Situation;
use crate::Craft;

mod outlook;
mod play;
mod why;

pub use why::Why;

impl Craft for State {
    type Why = Why;

    const KITTEN_WHIMS: u8 = 15;
    const CAT_PLAYOUTS: u64 = 100;

    #[inline]
    fn judge<'a>(open: &'a Open, seat: Seat, own: &'a Own) -> impl Fn(Action) -> f32 + 'a {
        let phase = open.phase();
        let tricks = if phase == Phase::Bid { expected_tricks(open, own) } else { 0.0 };
        let situation = (phase == Phase::Play).then(|| Situation::new(open, seat, own));
        move |action| match action {
            Action::Discard(value) => like_to_set_aside(open, own, value),
            Action::Bid(bid) => -(tricks - f32::from(bid)).abs(),
            Action::Play(cell) => {
                situation.as_ref().map_or(0.0, |now| now.like_to_play(open, cell))
            }
        }
    }

    fn drift(open: &Open) -> f32 {
        let rules = open.rules();
        let rounds_left = u32::from(rules.n_rounds()).saturating_sub(open.rounds());
        let round = DRIFT_OF_ROUND[usize::from(rules.n_seats())];
        (round * (rounds_left as f32).sqrt()).max(DRIFT_AT_END)
    }

    fn why(open: &Open, seat: Seat, own: &Own, action: Action) -> Why {
        why::why(open, seat, own, action)
    }
}

/// One standard deviation of the difference between two players' points in a round, by the number of players. Measured:
/// 4000 games of these rules of thumb among themselves.
const DRIFT_OF_ROUND: [f32; 6] = [0.0, 0.0, 5.4, 5.1, 4.5, 3.4];

/// The drift at the end of the game, when a lead of one point is certain.
const DRIFT_AT_END: f32 = 0.5;

/// The rating of setting this value aside. Best is a value that it holds most often, because those cards compete for
/// the same four cells; of these the lowest, which wins least. Without bids tricks above four cost the bonus, so the highest.
fn like_to_set_aside(open: &Open, own: &Own, value: Value) -> f32 {
    const TIE: f32 = 0.1;
    let n_alike = f32::from(own.hand.count(value));
    let without_bids = open.rules().bids() == 0;
    let height = height(open, value);
    n_alike + if without_bids { TIE * height } else { -TIE * height }
}

/// How many tricks a hand wins on average. The best bid is the nearest to it.
fn expected_tricks(open: &Open, own: &Own) -> f32 {
    /// The tricks of an average hand, by the number of players. With 4 and 5 players it is less than a fair share, because
    /// the last trick is seldom finished. With 3 players bids are 1, 3 and 4, and 3 is the one to aim for.
    const TRICKS: [f32; 6] = [0.0, 0.0, 4.0, 3.2, 1.9, 1.3];
    /// How many more tricks a card of the highest value wins than one of the lowest.
    const PER_HIGH_CARD: f32 = 0.72;
    let high_cards: f32 = own.hand.iter().map(|value| height(open, value) - 0.5).sum();
    TRICKS[usize::from(open.rules().n_seats())] + PER_HIGH_CARD * high_cards
}

/// The rank of a value in the deck: 0 is the lowest, 1 the highest.
fn height(open: &Open, value: Value) -> f32 {
    f32::from(value.number() - 1) / f32::from(open.rules().max_value() - 1)
}

#[cfg(test)]
mod tests {
    use rules::catbox::{Action, Chance, Rules, State};
    use rules::{Game, Rules as _, Seat, Turn};

    use crate::Craft;

    /// A game after these steps, in notation: `0 bid 2` and the like.
    fn game(rules: &str, steps: &[&str]) -> State {
        let mut game = State::new(rules.parse().unwrap());
        for step in steps {
            if let Some(seat) = Seat::read(step.as_bytes()[0]) {
                let action: Action = step[2..].parse().unwrap();
                assert_eq!(game.check(seat, action), Ok(()), "{step}");
                game.act(seat, action);
            } else {
                let chance: Chance = step.parse().unwrap();
                assert_eq!(game.check_chance(&chance), Ok(()), "{step}");
                game.chance(&chance);
            }
        }
        game
    }

    fn turn(game: &State) -> Seat {
        match game.turn() {
            Turn::Decide(seats) => seats.first().unwrap(),
            Turn::Chance | Turn::Over => panic!("nobody is on turn"),
        }
    }

    fn action(text: &str) -> Action {
        text.parse().unwrap()
    }

    fn like(game: &State, action: &str) -> f32 {
        let seat = turn(game);
        let action = self::action(action);
        assert_eq!(game.check(seat, action), Ok(()), "{action}");
        State::judge(game.open(), seat, &game.own(seat))(action)
    }

    /// The best rated action of the seat on turn.
    fn best(game: &State) -> Action {
        let seat = turn(game);
        let own = game.own(seat);
        let judge = State::judge(game.open(), seat, &own);
        let actions = game.actions(seat);
        let best = actions.iter().max_by(|&a, &b| judge(a).total_cmp(&judge(b)));
        best.unwrap()
    }

    const DEAL: &str = "deal 0:1122345677 1:1123445568 2:1223345677 3:3456678888";

    /// Four players up to the first lead, by seat 0; `bid` is the bid of seat 3.
    fn dealt(bid: &'static str) -> Vec<&'static str> {
        let aside = ["0 discard 1", "1 discard 1", "2 discard 1", "3 discard 8"];
        let bids = ["0 bid 2", "1 bid 2", "2 bid 2", bid];
        [&["start 0", DEAL], &aside[..], &bids[..]].concat()
    }

    #[test]
    fn sets_aside_one_of_those_most_alike() {
        let deal = "deal 0:1233334567 1:1111222234 2:4445555666 3:6777788888";
        assert_eq!(best(&game("catbox@1 players=4", &["start 0", deal])), action("discard 3"));
    }

    #[test]
    fn bids_more_with_higher_cards() {
        let deal = "deal 0:6667777888 1:1111122223 2:2333344556 3:4445556788";
        let aside = ["0 discard 6", "1 discard 1", "2 discard 3", "3 discard 4"];
        let mut steps = [&["start 0", deal], &aside[..]].concat();
        assert_eq!(best(&game("catbox@1 players=4", &steps)), action("bid 3"));
        steps.push("0 bid 3");
        assert_eq!(best(&game("catbox@1 players=4", &steps)), action("bid 1"));
    }

    #[test]
    fn follows_rather_than_gives_up_a_colour() {
        let steps = [&dealt("3 bid 2")[..], &["0 play 5b"]].concat();
        let game = game("catbox@1 players=4", &steps);
        // Neither wins, but only one of them keeps blue.
        assert!(like(&game, "play 4b") > like(&game, "play 4g"));
    }

    #[test]
    fn a_trump_that_cannot_win_is_wasted() {
        let steps = [&dealt("3 bid 2")[..], &["0 play 5b", "1 play 8r"]].concat();
        let game = game("catbox@1 players=4", &steps);
        assert!(like(&game, "play 7b") > like(&game, "play 7r"));
    }

    #[test]
    fn wins_when_last_and_short_of_the_bid() {
        let steps = [&dealt("3 bid 2")[..], &["0 play 5b", "1 play 4b", "2 play 3b"]].concat();
        let game = game("catbox@1 players=4", &steps);
        // It takes the trick, and not by a trump, which would give blue up.
        let best = best(&game);
        assert!(["play 6b", "play 7b", "play 8b"].map(action).contains(&best), "{best}");
        assert!(like(&game, "play 8b") > like(&game, "play 8r"));
    }

    #[test]
    fn a_met_bid_speaks_against_winning() {
        let first = ["0 play 5b", "1 play 4b", "2 play 3b", "3 play 8b"];
        let second = ["3 play 3g", "0 play 6g", "1 play 5g", "2 play 4g"];
        let third = ["0 play 7y", "1 play 2y", "2 play 3y"];
        let gain_by_winning = |bid: &'static str| {
            let steps = [&dealt(bid)[..], &first, &second, &third].concat();
            let game = game("catbox@1 players=4", &steps);
            like(&game, "play 8y") - like(&game, "play 5y")
        };
        // Seat 3 has won one trick.
        assert!(gain_by_winning("3 bid 2") > 1.0);
        assert!(gain_by_winning("3 bid 1") < gain_by_winning("3 bid 2") - 1.0);
    }

    #[test]
    fn names_the_colour_that_grows_the_group() {
        let trick = ["0 play 5b", "1 play 4b", "2 play 3b", "3 play 8b"];
        let game = game("catbox@1 players=4", &[&dealt("3 bid 2")[..], &trick].concat());
        // Only a trump beats an 8. Yellow lies beside blue, green does not.
        assert!(like(&game, "play 8y") > like(&game, "play 8g"));
    }

    #[test]
    fn drift_shrinks_to_next_to_nothing() {
        let mut dice = crate::dice(1);
        let mut game = State::new(Rules::every()[1]);
        let mut drift = State::drift(game.open());
        while let Some(step) = game.random_step(&mut dice) {
            game.apply(&step);
            let now = State::drift(game.open());
            assert!(now <= drift && now > 0.0);
            drift = now;
        }
        assert!(drift < 1.0);
    }

    /// One seat with these rules of thumb against random players, in every variant.
    #[test]
    fn beats_players_without_sense() {
        let mut dice = crate::dice(1);
        for rules in Rules::every() {
            let mut lead = 0;
            for _ in 0..20 {
                let mut game = State::new(rules);
                while let Some(mut step) = game.random_step(&mut dice) {
                    if game.turn().asks(Seat::new(0)) {
                        step = rules::Step::Act(Seat::new(0), best(&game));
                    }
                    game.apply(&step);
                }
                let scores = game.standing();
                let others: i32 = scores.scores()[1..].iter().sum();
                lead += scores.scores()[0] * i32::from(rules.n_seats() - 1) - others;
            }
            assert!(lead > 0, "{rules}: {lead}");
        }
    }
}
