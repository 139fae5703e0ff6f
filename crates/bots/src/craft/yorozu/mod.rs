//! How to play Yorozu well.
//!
//! Choices are sealed and made at once, so no player knows the cards of the others. But a player knows which cards they may
//! have, and so the chance that a card is the highest or the lowest of the round. This decides what it takes: a card of the
//! face-up pair, or itself.
//!
//! Beyond the round there is one big thing to know: booze. It is two points in the last round and a debt in the first,
//! because a third one ruins the feast, and all players have booze cards to get rid of.
//!
//! Weights called *tuned* were moved up and down one at a time, as long as that won more of some ten thousand matches of
//! 4 players at the basic level, against random players and against other settings of the weights. They are rounded:
//! a tenth more or less makes almost no difference.

use rules::yorozu::{
    Action, Card, Cards, MAX_SEATS, Open, Own, Phase, Rules, RulesLevel, Season, Seasons, State,
};
use rules::{Open as _, Rules as _, Seat};

use crate::Craft;

mod why;

pub use why::{Prize, Weighed, Why};

/// The points of booze, unless it is the third (YOR-40).
const BOOZE: f32 = 2.0;
/// The risk of the first booze: for every round left, and for every booze card in hand. Tuned.
const FIRST_BOOZE_RISK: (f32, f32) = (0.3, 0.4);
/// The same for the second. Tuned.
const SECOND_BOOZE_RISK: (f32, f32) = (0.7, 0.7);
/// The gain of a booze card at the advanced level beyond its booze: a token for the next feast. Tuned at that level.
const TOKEN: f32 = 0.8;

/// How much likelier a rival plays a card for each step nearer to the better card face up, by points of difference.
/// Tuned.
const PULL: f32 = 0.04;
/// The weight of a Yorozu or a crow among the cards that a rival may play. Other cards have about weight 1. Rivals keep both
/// for a good moment. Tuned.
const YOROZU_PLAYED: f32 = 0.5;
const CROW_PLAYED: f32 = 0.4;
/// No card is less likely than this.
const LEAST_LIKELY: f32 = 0.1;

/// The value of keeping a card in hand: for each fish on it. Tuned.
const HELD_FISH: f32 = 0.2;
/// The same for a crow, which must be played at some time. Tuned.
const HELD_CROW: f32 = -0.3;
/// The same for a Yorozu, which always takes the card it wants. Tuned.
const HELD_YOROZU: f32 = 0.5;
/// The same for a season card with booze, for a player with no, one, or two booze. Tuned.
const HELD_BOOZE: [f32; 3] = [0.0, -0.35, -0.9];

/// How much a fish face up adds to the hopes in a season, where one in hand adds 1. More or less made no difference.
const HOPE_FACE_UP: f32 = 0.3;

/// How far the points of two players drift apart in a feast, by level: one standard deviation. Measured among greedy
/// players, like the next.
const DRIFT_PER_FEAST: [f32; 3] = [5.6, 6.5, 6.0];
/// How much nearer to the target the leader comes in a feast. The lead changes, so this is more than a player scores.
const LEAD_PER_FEAST: f32 = 10.0;
/// The drift when the match is decided.
const DRIFT_AT_THE_END: f32 = 0.5;

/// The points of a crow (YOR-40).
const CROW: f32 = -1.0;
/// Cards have values from 0 to 13 (YOR-1).
const N_VALUES: usize = 14;
/// How many steps each value is above the middle.
const STEPS: ByValue =
    [-6.5, -5.5, -4.5, -3.5, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5];

impl Craft for State {
    type Why = Why;

    const KITTEN_WHIMS: u8 = 30;
    const CAT_PLAYOUTS: u64 = 150;

    fn judge<'a>(open: &'a Open, seat: Seat, own: &'a Own) -> impl Fn(Action) -> f32 + 'a {
        let rules = open.rules();
        let round = Round::new(open, seat, own);
        let hopes = hopes(open, seat, own);
        move |action| match action {
            // Three crows in hand are about three points lost: a new hand is better.
            Action::Redeal(wish) => f32::from(u8::from(wish)),
            Action::Play(card) => round.play(card),
            // With 0 the lower card face up is ours, with 13 the higher.
            Action::Swap(yorozu) => round.up[usize::from(yorozu == Card::YOROZU_13)],
            // The last player to choose has seen the choices of the others.
            Action::First(start) => f32::from(u8::from(start == seat.left(rules.n_seats()))),
            Action::Use(card) => Season::ALL
                .into_iter()
                .map(|season| rules.multiplier(card, season) as f32 * hopes[season as usize])
                .sum(),
            Action::Token(season) => hopes[season as usize],
        }
    }

    fn drift(open: &Open) -> f32 {
        let standing = open.standing();
        if standing.winners.is_some() {
            return DRIFT_AT_THE_END;
        }
        let leader = standing.scores().iter().copied().max().unwrap_or(0);
        let to_go = (open.rules().target() - leader).max(0) as f32;
        let feasts_left = 1.0 + to_go / LEAD_PER_FEAST;
        DRIFT_PER_FEAST[open.rules().level as usize] * feasts_left.sqrt()
    }

    fn why(open: &Open, seat: Seat, own: &Own, action: Action) -> Why {
        why::why(open, seat, own, action)
    }
}

/// The fish of each season that a seat hopes for, when it has a multiplier card or a token to choose.
fn hopes(open: &Open, seat: Seat, own: &Own) -> [f32; 4] {
    let mut hopes = [0.0; 4];
    match open.phase() {
        Phase::Use | Phase::FirstTokens | Phase::Token => {}
        // The next hand is not dealt yet. Two tokens of a season give an aim to play for.
        Phase::Bonus => return open.tokens(seat).map(f32::from),
        _ => return hopes,
    }
    let in_hand = own.hand.iter().map(|card| (card, 1.0));
    let face_up = open.up().into_iter().flatten().map(|card| (card, HOPE_FACE_UP));
    for (card, hope) in in_hand.chain(face_up) {
        if let Some(season) = card.season() {
            hopes[season as usize] += hope * f32::from(open.rules().fish(card));
        }
    }
    hopes
}

/// The value of cards to one seat in this feast.
struct Taste<'a> {
    rules: &'a Rules,
    /// The points of a fish, by season.
    fish: [f32; 4],
    booze_cards: Cards,
    /// The value of one more booze.
    booze: f32,
    /// The value of keeping a season card with booze in hand.
    held_booze: f32,
}

impl<'a> Taste<'a> {
    fn new(open: &'a Open, seat: Seat, own: &Own) -> Taste<'a> {
        let rules = open.rules();
        let fish = match (rules.level, open.in_use(seat)) {
            (RulesLevel::Experienced, Some(card)) => {
                Season::ALL.map(|season| rules.multiplier(card, season) as f32)
            }
            (RulesLevel::Advanced, _) => open.tokens(seat).map(f32::from),
            (RulesLevel::Basic | RulesLevel::Experienced, _) => [1.0; 4],
        };
        let n_booze = usize::from(open.booze(seat).min(2));
        let booze_cards = rules.booze_cards();
        let held_booze = HELD_BOOZE[n_booze];
        let mut taste = Taste { rules, fish, booze_cards, booze: 0.0, held_booze };
        let rounds_left = open.n_held() as f32 - 1.0;
        let n_held = (own.hand & booze_cards).len() as f32;
        let after_risk = |(round, held): (f32, f32)| BOOZE - round * rounds_left - held * n_held;
        let token = if rules.level == RulesLevel::Advanced { TOKEN } else { 0.0 };
        taste.booze = token
            + match n_booze {
                0 => after_risk(FIRST_BOOZE_RISK),
                1 => after_risk(SECOND_BOOZE_RISK),
                _ => {
                    let n_fish: f32 = open.taken(seat).map(|card| taste.fish_on(card)).sum();
                    -2.0 * BOOZE - (n_fish / 2.0).floor()
                }
            };
        taste
    }

    fn fish_on(&self, card: Card) -> f32 {
        let fish = |season: Season| f32::from(self.rules.fish(card)) * self.fish[season as usize];
        card.season().map_or(0.0, fish)
    }

    /// The value of taking a card.
    fn worth(&self, card: Card) -> f32 {
        let booze = if self.booze_cards.has(card) { self.booze } else { 0.0 };
        let crow = if card.is_crow() { CROW } else { 0.0 };
        self.fish_on(card) + booze + crow
    }

    /// The value of keeping a card in hand for later rounds.
    fn held(&self, card: Card) -> f32 {
        let icon = if card.is_yorozu() {
            HELD_YOROZU
        } else if card.is_crow() {
            HELD_CROW
        } else if self.booze_cards.has(card) {
            self.held_booze
        } else {
            0.0
        };
        HELD_FISH * self.fish_on(card) + icon
    }
}

/// Something for every value that a card can have.
type ByValue = [f32; N_VALUES];

/// The likely cards of a rival, given the unseen cards.
struct Rival {
    /// The chance that it is a lower card than one of this value. Of equal values either may be lower.
    lower: ByValue,
    /// The chance that it is a crow.
    crow: f32,
    /// The chances that it is Yorozu 0 and Yorozu 13.
    yorozu: [f32; 2],
}

impl Rival {
    /// A rival that plays one of these cards, by weight.
    fn new(cards: Cards, weights: &ByValue) -> Rival {
        let mut likely = [0.0; N_VALUES];
        for card in (cards - Cards::CROWS).iter() {
            let value = usize::from(card.value());
            likely[value] += weights[value];
        }
        let mut crow = 0.0;
        for card in (cards & Cards::CROWS).iter() {
            let value = usize::from(card.value());
            likely[value] += CROW_PLAYED * weights[value];
            crow += CROW_PLAYED * weights[value];
        }
        let mut lower = [0.0; N_VALUES];
        let mut sum = 0.0;
        for (lower, likely) in lower.iter_mut().zip(likely) {
            *lower = sum + likely / 2.0;
            sum += likely;
        }
        let share = 1.0 / sum.max(LEAST_LIKELY);
        let yorozu = [likely[0] * share, likely[N_VALUES - 1] * share];
        Rival { lower: lower.map(|lower| lower * share), crow: crow * share, yorozu }
    }
}

/// A round before the cards are revealed.
struct Round<'a> {
    taste: Taste<'a>,
    /// The values of the lower and the higher face-up card.
    up: [f32; 2],
    /// The chance that a card of this value is higher than the cards of all rivals, without the dummy.
    highest: ByValue,
    /// The same for lower.
    lowest: ByValue,
    dummy: Option<Card>,
    /// The chance that another player plays a crow.
    crow: f32,
    /// The chances that another player plays Yorozu 0 and Yorozu 13.
    yorozu: [f32; 2],
    is_last: bool,
}

impl<'a> Round<'a> {
    fn new(open: &'a Open, seat: Seat, own: &Own) -> Round<'a> {
        let taste = Taste::new(open, seat, own);
        let up = open.up().map_or([0.0; 2], |up| up.map(|card| taste.worth(card)));
        let mut round = Round {
            taste,
            up,
            highest: [1.0; N_VALUES],
            lowest: [1.0; N_VALUES],
            dummy: open.dummy_up(),
            crow: 0.0,
            yorozu: [0.0; 2],
            is_last: open.n_held() == 1,
        };
        if open.phase() == Phase::Play {
            round.look_at_rivals(open, seat, own);
        }
        round
    }

    fn look_at_rivals(&mut self, open: &Open, seat: Seat, own: &Own) {
        let unseen = Cards::ALL - seen(open) - own.hand;
        let open_seasons = open.open_seasons();
        // The better card face up attracts all players a little.
        let pull = PULL * (self.up[1] - self.up[0]);
        let mut weights: ByValue = STEPS.map(|steps_up| (1.0 + pull * steps_up).max(LEAST_LIKELY));
        weights[0] *= YOROZU_PLAYED;
        weights[N_VALUES - 1] *= YOROZU_PLAYED;
        let mut no_crow = 1.0;
        let look = |missing: Seasons| {
            let held = unseen - missing.cards();
            let of_open = held & open_seasons.cards();
            let bound = of_open | (held & Cards::YOROZU);
            (missing, Rival::new(if of_open.is_empty() { held } else { bound }, &weights))
        };
        // Often all have declared the same, which is nothing: then one look will do.
        let n_seats = open.rules().n_seats();
        let mut last = look(open.markers(seat.left(n_seats)));
        for steps in 1..n_seats {
            let missing = open.markers(seat.clockwise(steps, n_seats));
            if last.0 != missing {
                last = look(missing);
            }
            let rival = &last.1;
            for value in 0..N_VALUES {
                self.highest[value] *= rival.lower[value];
                self.lowest[value] *= 1.0 - rival.lower[value];
            }
            no_crow *= 1.0 - rival.crow;
            self.yorozu[0] += rival.yorozu[0];
            self.yorozu[1] += rival.yorozu[1];
        }
        // The dummy's card is no guess.
        match self.dummy {
            Some(card) if card.is_crow() => no_crow = 0.0,
            Some(Card::YOROZU_0) => self.yorozu[0] = 1.0,
            Some(Card::YOROZU_13) => self.yorozu[1] = 1.0,
            Some(_) | None => {}
        }
        self.crow = 1.0 - no_crow;
    }

    /// The gain from playing a card, minus its value in hand.
    fn play(&self, card: Card) -> f32 {
        let brings = match card {
            Card::YOROZU_0 => self.play_yorozu(self.up[0]),
            Card::YOROZU_13 => self.play_yorozu(self.up[1]),
            crow if crow.is_crow() => self.play_crow(crow),
            other => self.rank(other),
        };
        if self.is_last { brings } else { brings - self.taste.held(card) }
    }

    /// A Yorozu is sure to take its card, unless a crow comes (YOR-30): then it takes the crow.
    fn play_yorozu(&self, up: f32) -> f32 {
        up + self.crow * (CROW - up)
    }

    /// A crow is bad to take, unless a Yorozu comes: then it takes what the Yorozu would have taken.
    fn play_crow(&self, crow: Card) -> f32 {
        let plain = self.rank(crow);
        let zero = self.yorozu[0].min(1.0);
        let thirteen = self.yorozu[1].min(1.0 - zero);
        plain + zero * (self.up[0] - plain) + thirteen * (self.up[1] - plain)
    }

    /// The card that a card takes by its rank (YOR-26): the highest and the lowest take one of the face-up pair, others
    /// themselves.
    fn rank(&self, card: Card) -> f32 {
        let [lowest, highest] = self.odds(card);
        let own = self.taste.worth(card);
        own + highest * (self.up[1] - own) + lowest * (self.up[0] - own)
    }

    /// The chances that a card is the lowest and the highest of the round.
    fn odds(&self, card: Card) -> [f32; 2] {
        let value = usize::from(card.value());
        let (mut highest, mut lowest) = (self.highest[value], self.lowest[value]);
        if let Some(dummy) = self.dummy {
            let strength = |card| self.taste.rules.strength(card);
            let beaten = if strength(dummy) > strength(card) { &mut highest } else { &mut lowest };
            *beaten = 0.0;
        }
        [lowest, highest]
    }
}

/// All cards of the feast that have lain open. Every card but the first pair was played before it was taken.
fn seen(open: &Open) -> Cards {
    let mut seen: Cards = open.up().into_iter().flatten().chain(open.dummy_up()).collect();
    for round in open.plays() {
        seen = round.0.into_iter().fold(seen, Cards::with);
    }
    Seat::all(MAX_SEATS as u8).filter_map(|place| open.taken(place).next()).fold(seen, Cards::with)
}

#[cfg(test)]
mod tests {
    use rules::{Game as _, Seat, Turn};

    use super::*;
    use crate::{Bot, Budget, Greedy};

    /// Spring 5, a crow, and winter 12, two fish, lie face up. Summer and fall are open.
    const DEAL: &str = "deal 0:sp1,sp9,su2,su7,su9,fa4,fa7,wi4,yo13 1:sp2,su4,su8,fa3,fa10,fa11,wi6,wi9,yo0 \
                        2:sp3,sp6,su3,su5,su10,fa5,fa9,wi7,wi11 3:sp4,sp7,sp8,su6,fa6,fa8,wi5,wi8,wi10 up:sp5,wi12";
    const KEEP: &str = "0 redeal no; 1 redeal no; 2 redeal no; 3 redeal no";

    /// A table after these steps: `deal …`, or a seat and its action.
    fn table(rules: &str, steps: &[&str]) -> State {
        let mut state = State::new(rules.parse().unwrap());
        for step in steps.iter().flat_map(|steps| steps.split("; ")) {
            let seat = step.split_once(' ').filter(|(seat, _)| seat.len() == 1);
            let step = match seat {
                Some((seat, action)) => {
                    let seat = Seat::read(seat.as_bytes()[0]).unwrap();
                    rules::Step::Act(seat, action.parse().unwrap())
                }
                None => rules::Step::Chance(step.parse().unwrap()),
            };
            assert_eq!(state.play(&step), Ok(()), "{step}");
        }
        state
    }

    /// The legal actions of a seat, best first.
    fn liked(state: &State, seat: u8) -> Vec<String> {
        let seat = Seat::new(seat);
        let own = state.own(seat);
        let judge = State::judge(state.open(), seat, &own);
        let mut actions: Vec<Action> = state.actions(seat).iter().collect();
        actions.sort_by(|&a, &b| judge(b).total_cmp(&judge(a)));
        actions.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn three_crows_want_a_new_deal() {
        let deal = DEAL.replace("su7", "su?").replace("su6", "su7").replace("su?", "su6");
        let deal = deal.replace("sp9", "sp?").replace("sp5", "sp9").replace("sp?", "sp5");
        assert_eq!(liked(&table("yorozu@1", &[&deal]), 0), ["redeal yes", "redeal no"]);
    }

    #[test]
    fn a_yorozu_takes_two_fish_and_a_low_card_would_take_the_crow() {
        let liked = liked(&table("yorozu@1", &[DEAL, KEEP]), 0);
        assert_eq!(liked[0], "play yo13");
        assert!(liked[liked.len() - 2..].contains(&"play su2".to_owned()), "{liked:?}");
    }

    #[test]
    fn a_crow_swaps_for_the_better_card_face_up() {
        let plays = "0 play yo13; 1 play yo0; 2 play su5; 3 play su6";
        assert_eq!(liked(&table("yorozu@1", &[DEAL, KEEP, plays]), 3), ["swap yo13", "swap yo0"]);
    }

    #[test]
    fn a_crow_goes_to_the_yorozu_that_the_dummy_shows() {
        let (hands, _) = DEAL.split_once(" 3:").unwrap();
        let hands = hands.replace("yo13", "wi8");
        let deal = format!("{hands} up:sp5,wi12 dummy:yo13,sp8,wi5,su6,fa6,fa8,sp4,sp7,wi10");
        let keep = "0 redeal no; 1 redeal no; 2 redeal no";
        assert_eq!(liked(&table("yorozu@1 players=3", &[&deal, keep]), 0)[0], "play fa7");
    }

    #[test]
    fn a_third_booze_is_left_to_others() {
        let rounds = [
            "0 play fa4; 1 play fa3; 2 play su5; 3 play su6",
            "0 play wi4; 1 play sp2; 2 play sp3; 3 play sp4",
            "0 play su9; 1 play su4; 2 play su10; 3 play fa8",
            "0 play sp1; 1 play wi9; 2 play wi11; 3 play wi5",
        ];
        let state = table("yorozu@1", &[&[DEAL, KEEP], &rounds[..]].concat());
        assert_eq!(state.open().booze(Seat::new(0)), 2);
        // Spring 1 and winter 11 lie face up: two fish for the lowest, booze for the highest.
        let liked = liked(&state, 0);
        assert_eq!((liked[0].as_str(), liked[liked.len() - 1].as_str()), ("play su2", "play yo13"));
    }

    #[test]
    fn the_season_with_most_fish_counts_double_and_one_without_counts_against() {
        let multipliers = "multipliers 0:A1,B1,C1 1:A2,A3,A4 2:B2,B3,B4 3:C2,C3,C4";
        let state = table("yorozu@1 level=experienced", &["start 0", multipliers, DEAL, KEEP]);
        assert_eq!(liked(&state, 0)[0], "use B1");
    }

    #[test]
    fn tokens_go_to_the_seasons_with_fish() {
        let state = table("yorozu@1 level=advanced", &[DEAL, KEEP, "order 0,1,2,3"]);
        assert_eq!(liked(&state, 0), ["token sp", "token wi", "token su", "token fa"]);
    }

    /// Every decision of every variant gets a number, and the end of a match is sure.
    #[test]
    fn whole_matches_can_be_judged() {
        for rules in rules::yorozu::Rules::every() {
            let mut state = State::new(rules);
            let mut dice = crate::dice(1);
            let mut greedy = Greedy::new(2);
            let at_first = State::drift(state.open());
            loop {
                match state.turn() {
                    Turn::Chance => {
                        let chance = state.draw(&mut dice);
                        state.chance(&chance);
                    }
                    Turn::Decide(seats) => {
                        let seat = seats.first().unwrap();
                        let view = state.view(rules::Observer::Seat(seat));
                        let thought = greedy.think(&view, Budget::Playouts(0)).unwrap();
                        assert!(thought.values.iter().all(|value| value.mean.is_finite()));
                        state.act(seat, thought.action);
                    }
                    Turn::Over => break,
                }
                assert!(State::drift(state.open()) > 0.0);
            }
            assert!(State::drift(state.open()) < at_first);
        }
    }
}
