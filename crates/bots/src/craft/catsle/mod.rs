//! How to play CATSle well.
//!
//! A board has room for about as many cards as each player must take, so a round is about which ones. Count the cards of each
//! suit that are still to come. You will get some of them: more if you want them, fewer if you do not, but some. So the
//! suit with most cards to come belongs into the longest column, and a column that is full too early will fall.
//!
//! To play a card, look at the trick: which cards will the first player get, and which the second? Play for the rank that
//! gets the cards you want. If no card of the trick is good, play for the rank that gets nothing.

use rules::bits::each_bit;
use rules::catsle::{Action, Board, Card, Cards, MAX_SEATS, N_COLUMNS, N_ROUNDS};
use rules::catsle::{Open, Own, Phase, State, Suit};
use rules::{Numbered as _, Open as _, Rules as _, Seat};

use crate::Craft;

mod why;

pub use why::Why;

// The numbers that are called tuned were tried against others in games of greedy players, 3 to 5 at the table.

/// The value of a perfect column besides its cards. The bonus is 0, 0, 1, 2, 4: a point for each, roughly.
const PERFECT: f32 = 1.0;

/// A player who wants a suit gets this multiple of a fair share of it. Tuned.
const WANTED: f32 = 1.35;

/// A player who does not want it still gets this part of a fair share. Tuned.
const FORCED: f32 = 0.65;

/// The cost of starting a suit: its place is then fixed. Tuned.
const START: f32 = -0.3;

/// Others who could beat a card do so this often, because they may want another rank. Tuned.
const RIVALRY: f32 = 0.8;

/// The value of keeping a high card, which has the first choice: for a 12. For a 1 it is as much below zero. Tuned.
const KEEP_HIGH: f32 = 0.28;

/// The value of keeping a 12 or a 1, because their rank is certain. Tuned.
const KEEP_SURE: f32 = 0.14;

/// How far two greedy players drift apart in a round, as a standard deviation. Measured.
const ROUND_DRIFT: f32 = 5.0;

/// At the end a single point decides.
const LEAST_DRIFT: f32 = 0.5;

const N_SUITS: usize = Suit::ALL.len();
const N_PLACES: usize = N_COLUMNS + 1;
const N_RANKS: usize = 12;

impl Craft for State {
    type Why = Why;

    const KITTEN_WHIMS: u8 = 20;
    const CAT_PLAYOUTS: u64 = 50;

    fn judge<'a>(open: &'a Open, seat: Seat, own: &'a Own) -> impl Fn(Action) -> f32 + 'a {
        // A forced action needs no rating.
        let thinks = open.actions(seat, own).len() > 1;
        let to_come = if thinks { to_come(open) } else { Cards::NONE };
        let castle = thinks.then(|| Castle::new(open, seat, to_come));
        let playing = castle.as_ref().filter(|_| open.phase() == Phase::Play);
        let prospects = playing.map(|castle| Prospects::new(open, own.hand, castle, to_come));
        move |action| match action {
            Action::Play(card) => prospects.as_ref().map_or(0.0, |prospects| prospects.rate(card)),
            Action::Take(card, place) => {
                castle.as_ref().map_or(0.0, |castle| castle.gain(card.suit(), place.index(), 0))
            }
        }
    }

    fn drift(open: &Open) -> f32 {
        // The current round counts as a whole, because none of it has been scored.
        let n_rounds = N_ROUNDS as f32 - open.rounds() as f32;
        (ROUND_DRIFT * n_rounds.sqrt()).max(LEAST_DRIFT)
    }

    fn why(open: &Open, seat: Seat, own: &Own, action: Action) -> Why {
        why::why(open, seat, *own, action)
    }
}

/// The cards that have not been seen in a trick of this round.
fn to_come(open: &Open) -> Cards {
    open.rules().cards(open.out()) - open.played() - open.extras().iter().copied().collect()
}

/// A player's board, and the cards still to come.
struct Castle<'a> {
    board: &'a Board,
    counts: [u8; N_PLACES],
    /// The scrap area is a column that is full from the start.
    limits: [u8; N_PLACES],
    /// Cards of each suit that are still to come.
    left: [u8; N_SUITS],
    /// The value of each place if it is kept for another suit.
    kept: [f32; N_PLACES],
    /// The part of the cards to come of an unwanted suit that the player gets anyway.
    forced: f32,
    fates: &'static Fates,
}

impl<'a> Castle<'a> {
    fn new(open: &'a Open, seat: Seat, to_come: Cards) -> Castle<'a> {
        let rules = open.rules();
        let board = open.board(seat);
        let counts = board.counts();
        let [first, second, third, fourth] = rules.limits();
        let variant = usize::from(rules.n_seats()) - 3;
        let mut castle = Castle {
            board,
            counts,
            limits: [first, second, third, fourth, 0],
            left: [0; N_SUITS],
            kept: [0.0; N_PLACES],
            forced: FORCED * FAIR_SHARES[variant],
            fates: &FATES[variant],
        };
        let (mut n_new, mut left_new) = (0, 0);
        for suit in Suit::ALL {
            let left = (to_come & suit.cards()).len() as u8;
            castle.left[suit as usize] = left;
            let place = board.places(suit).trailing_zeros() as usize;
            let is_new = left > 0 && counts.get(place) == Some(&0);
            n_new += u8::from(is_new);
            left_new += if is_new { left } else { 0 };
        }
        // On average, rounded.
        if let Some(left_new) = (left_new + n_new / 2).checked_div(n_new) {
            for place in (0..N_PLACES).filter(|&place| counts[place] == 0) {
                castle.kept[place] = castle.worth(place, 0, left_new);
            }
        }
        castle
    }

    /// The expected points of `count` cards at a place, with `left` cards of their suit still to come.
    #[inline]
    fn worth(&self, place: usize, count: u8, left: u8) -> f32 {
        let limit = self.limits[place];
        if count > limit || limit == 0 {
            return f32::from(limit) - f32::from(count) - self.forced * f32::from(left);
        }
        let fate = self.fates[usize::from(limit - count)][usize::from(left)];
        f32::from(limit) * fate.stands + fate.points
    }

    /// The gain from one more card at a place, after `n_before` others of its suit that go there too.
    #[inline]
    fn gain(&self, suit: Suit, place: usize, n_before: u8) -> f32 {
        let (count, left) = (self.counts[place] + n_before, self.left[suit as usize]);
        let without = match count {
            0 => self.kept[place] - START,
            _ => self.worth(place, count, left),
        };
        self.worth(place, count + 1, left) - without
    }

    /// The gain from the first card of a suit at the best place, and from the next one.
    fn gains(&self, suit: Suit) -> [f32; 2] {
        let mut best = (f32::MIN, 0);
        for place in each_bit(self.board.places(suit).into()) {
            let gain = self.gain(suit, place as usize, 0);
            if gain > best.0 {
                best = (gain, place as usize);
            }
        }
        [best.0, self.gain(suit, best.1, 1)]
    }
}

/// The expected end of a column.
#[derive(Clone, Copy)]
struct Fate {
    /// The chance that it stays within its limit, which then is its points.
    stands: f32,
    /// Other points: less for each card missing or too many, more if it is perfect.
    points: f32,
}

/// Indexed by the cards that a column needs to be full, and by the cards of its suit still to come.
type Fates = [[Fate; N_RANKS + 1]; MAX_NEED + 1];

/// The longest column in any table of limits.
const MAX_NEED: usize = 9;

/// The part of all cards that each player takes in a round, with 3, 4 and 5 players (CAS-4, CAS-23).
const FAIR_SHARES: [f32; 3] = [33.0 / 48.0 / 3.0, 42.0 / 60.0 / 4.0, 48.0 / 60.0 / 5.0];

static FATES: [Fates; 3] = [fates(FAIR_SHARES[0]), fates(FAIR_SHARES[1]), fates(FAIR_SHARES[2])];

/// Works backwards from no cards to come: the player gets the next card or not, and then one less is to come.
const fn fates(fair_share: f32) -> Fates {
    let (wanted, forced) = (WANTED * fair_share, FORCED * fair_share);
    let mut fates = [[Fate { stands: 1.0, points: PERFECT }; N_RANKS + 1]; MAX_NEED + 1];
    let mut need = 1;
    while need <= MAX_NEED {
        fates[need][0].points = -(need as f32);
        need += 1;
    }
    let mut left = 1;
    while left <= N_RANKS {
        let too_many = Fate { stands: 0.0, points: -1.0 - forced * (left - 1) as f32 };
        fates[0][left] = either(too_many, fates[0][left - 1], forced);
        let mut need = 1;
        while need <= MAX_NEED {
            fates[need][left] = either(fates[need - 1][left - 1], fates[need][left - 1], wanted);
            need += 1;
        }
        left += 1;
    }
    fates
}

const fn either(one: Fate, other: Fate, chance: f32) -> Fate {
    Fate {
        stands: chance * one.stands + (1.0 - chance) * other.stands,
        points: chance * one.points + (1.0 - chance) * other.points,
    }
}

/// The most ranks that take cards (CAS-23).
const N_TAKERS: usize = 3;

/// The part that each rank gets of the best card, the second best and so on, if the ranks before it take any card. The last
/// rank that takes cards takes two. For four cards on offer, and for five.
const SPOILS: [[[f32; MAX_SEATS]; N_TAKERS]; 2] = [
    [[1.0, 0.0, 0.0, 0.0, 0.0], [0.75, 0.75, 0.5, 0.0, 0.0], [0.0; MAX_SEATS]],
    [[1.0, 0.0, 0.0, 0.0, 0.0], [0.8, 0.2, 0.0, 0.0, 0.0], [0.6, 0.6, 0.5, 0.3, 0.0]],
];

/// A player's expectation of a trick.
struct Prospects {
    led: Option<Suit>,
    /// The strengths of the cards in the trick.
    strengths: [u8; MAX_SEATS],
    unseen: Cards,
    /// How many seats play after this one.
    n_later: usize,
    by_suit: [Prospect; N_SUITS],
}

/// A player's expectation of a card of one suit.
#[derive(Clone, Copy)]
struct Prospect {
    /// The chance that a later player can follow.
    follows: f32,
    /// How many cards of the suit led the others can have.
    n_unseen: u32,
    /// The gain of each rank.
    spoils: [f32; N_TAKERS],
}

/// CAS-22: the strength of a card. The strongest ranks first.
fn strength(card: Card, led: Suit) -> u8 {
    u8::from(card.suit() == led) * 16 + card.rank()
}

impl Prospects {
    fn new(open: &Open, hand: Cards, castle: &Castle<'_>, to_come: Cards) -> Prospects {
        let cards = open.trick().cards();
        let led = open.trick().led();
        let n_offered = usize::from(open.rules().n_offered());
        let n_later = usize::from(open.rules().n_seats()) - 1 - cards.len();
        let mut gains = [[0.0; 2]; N_SUITS];
        // The mean gain from a card still to come.
        let mut any = 0.0;
        for suit in Suit::ALL {
            gains[suit as usize] = castle.gains(suit);
            any += gains[suit as usize][0] * f32::from(castle.left[suit as usize]);
        }
        any /= to_come.len().max(1) as f32;
        let mut offer = Offer { gains: [0.0; MAX_SEATS], n_cards: 0, suits: 0 };
        let mut strengths = [0; MAX_SEATS];
        for (place, &card) in cards.iter().enumerate() {
            strengths[place] = strength(card, led.unwrap_or(card.suit()));
            offer.add(card.suit(), &gains);
        }
        if let Some(extra) = open.extras().last() {
            offer.add(extra.suit(), &gains);
        }
        let unseen = to_come - hand;
        let not_held = 1.0 - (hand.len() as f32 / unseen.len().max(1) as f32).min(1.0);
        let spoils = &SPOILS[usize::from(n_offered == 5)];
        let playable = open.trick().following(hand).bits();
        let nothing = Prospect { follows: 0.0, n_unseen: 0, spoils: [0.0; N_TAKERS] };
        let mut by_suit = [nothing; N_SUITS];
        for suit in Suit::ALL {
            if playable & suit.cards().bits() == 0 {
                continue;
            }
            let mut offer = offer;
            offer.add(suit, &gains);
            let led = led.unwrap_or(suit);
            let n_unseen = (unseen & led.cards()).len() as u32;
            let follows = 1.0 - not_held.powi(n_unseen as i32);
            for _ in 0..n_later {
                offer.insert(follows * gains[led as usize][1] + (1.0 - follows) * any);
            }
            let get = |parts: &[f32; MAX_SEATS]| -> f32 {
                parts.iter().zip(&offer.gains).map(|(part, gain)| part * gain).sum()
            };
            let spoils = [get(&spoils[0]), get(&spoils[1]), get(&spoils[2])];
            by_suit[suit as usize] = Prospect { follows, n_unseen, spoils };
        }
        Prospects { led, strengths, unseen, n_later, by_suit }
    }

    fn rate(&self, card: Card) -> f32 {
        let Prospect { follows, n_unseen, spoils } = self.by_suit[card.suit() as usize];
        let led = self.led.unwrap_or(card.suit());
        let own = strength(card, led);
        let n_stronger = self.strengths.iter().filter(|&&strength| strength > own).count();
        let beaten = if card.suit() == led {
            let higher = (self.unseen & led.cards()).bits() >> card.index();
            follows * higher.count_ones() as f32 / n_unseen.max(1) as f32
        } else {
            follows + (1.0 - follows) * (1.0 - f32::from(card.rank()) / 13.0)
        };
        let beaten = RIVALRY * beaten;
        let mut chances = [0.0; N_TAKERS];
        if let Some(chance) = chances.get_mut(n_stronger) {
            *chance = 1.0;
        }
        for _ in 0..self.n_later {
            let [first, second, third] = chances;
            chances = [
                first - beaten * first,
                second + beaten * (first - second),
                third + beaten * (second - third),
            ];
        }
        let gets: f32 = chances.iter().zip(&spoils).map(|(chance, spoils)| chance * spoils).sum();
        let high = (f32::from(card.rank()) - 6.5) / 5.5;
        gets - KEEP_HIGH * high - KEEP_SURE * high * high
    }
}

/// The gains that the cards of a trick bring to a player, the best first.
#[derive(Clone, Copy)]
struct Offer {
    gains: [f32; MAX_SEATS],
    n_cards: usize,
    /// The suits there, as bits.
    suits: u8,
}

impl Offer {
    fn add(&mut self, suit: Suit, gains: &[[f32; 2]; N_SUITS]) {
        let is_second = self.suits >> suit as u8 & 1;
        self.suits |= 1 << suit as u8;
        self.insert(gains[suit as usize][usize::from(is_second)]);
    }

    fn insert(&mut self, gain: f32) {
        let mut place = self.n_cards;
        while place > 0 && self.gains[place - 1] < gain {
            self.gains[place] = self.gains[place - 1];
            place -= 1;
        }
        self.gains[place] = gain;
        self.n_cards += 1;
    }
}

#[cfg(test)]
mod tests {
    use rules::Game;
    use rules::catsle::{Chance, Place};

    use super::*;

    /// Five players, each with all cards of a suit: seat 0 with red, and so on. Seat 0 starts.
    fn table() -> State {
        let hand = |suit: &Suit| (1..=12).map(|rank| format!("{suit}{rank}")).collect::<Vec<_>>();
        let hands = Suit::ALL.iter().enumerate();
        let hands = hands.map(|(seat, suit)| format!(" {seat}:{}", hand(suit).join(",")));
        let mut state = State::new("catsle@1 players=5".parse().unwrap());
        state.chance(&Chance::Start(Seat::new(0)));
        state.chance(&format!("deal{}", hands.collect::<String>()).parse().unwrap());
        state
    }

    fn card(suit: Suit, rank: u8) -> Card {
        Card::new(suit, rank).unwrap()
    }

    fn play(state: &mut State, ranks: &[u8]) {
        for (&suit, &rank) in Suit::ALL.iter().zip(ranks) {
            state.act(Seat::new(suit as u8), Action::Play(card(suit, rank)));
        }
    }

    /// A board with these numbers of cards at each place, the suits in order.
    fn castle(state: &State, seat: u8, counts: [u8; N_PLACES]) -> Castle<'_> {
        let mut castle = Castle::new(state.open(), Seat::new(seat), to_come(state.open()));
        castle.counts = counts;
        // Late in the round.
        castle.left = [2; N_SUITS];
        castle
    }

    #[test]
    fn a_suit_with_many_cards_to_come_starts_in_a_long_column() {
        let mut state = table();
        play(&mut state, &[5, 6, 7, 8, 9]);
        let (seat, own) = (Seat::new(0), state.own(Seat::new(0)));
        let judge = State::judge(state.open(), seat, &own);
        let best = state.actions(seat).iter().max_by(|&a, &b| judge(a).total_cmp(&judge(b)));
        let Some(Action::Take(_, place)) = best else { panic!("a card is to be taken") };
        assert_eq!(state.open().rules().limits()[place.index()], 3);
        let scrap = Action::Take(card(Suit::Blue, 6), Place::SCRAP);
        let column = Action::Take(card(Suit::Blue, 6), Place::ALL[2]);
        assert!(judge(column) > judge(scrap));
    }

    #[test]
    fn completing_a_column_is_better_than_breaking_one() {
        let state = table();
        let castle = castle(&state, 0, [1, 1, 3, 0, 0]);
        let completes = castle.gain(Suit::Blue, 1, 0);
        let breaks_short = castle.gain(Suit::Red, 0, 0);
        let breaks_long = castle.gain(Suit::Green, 2, 0);
        assert!(completes > breaks_short && breaks_short > breaks_long);
        // A column that has fallen is as good a place for waste as the scrap area.
        assert!(castle.gain(Suit::Red, 0, 1) > breaks_long);
    }

    #[test]
    fn a_full_column_is_safe_once_nothing_is_to_come() {
        for fates in &FATES {
            assert!((fates[0][0].stands - 1.0).abs() < 1e-6);
            for left in 1..=N_RANKS {
                assert!(fates[0][left].stands < fates[0][left - 1].stands);
            }
        }
        // To fill a column takes cards to come.
        let worth = |need: usize, left: usize| {
            3.0 * FATES[1][need][left].stands + FATES[1][need][left].points
        };
        assert!(worth(2, 8) > worth(2, 1));
        assert!(worth(0, 8) < worth(0, 1));
    }

    #[test]
    fn who_has_a_full_board_plays_low_and_who_needs_cards_plays_high() {
        let mut state = table();
        play(&mut state, &[5, 6, 7, 8]);
        let yellow = state.own(Seat::new(4)).hand;
        let rate = |counts, rank| {
            let castle = castle(&state, 4, counts);
            let prospects = Prospects::new(state.open(), yellow, &castle, to_come(state.open()));
            prospects.rate(card(Suit::Yellow, rank))
        };
        let full = [1, 2, 3, 3, 1];
        assert!(rate(full, 1) > rate(full, 7) && rate(full, 1) > rate(full, 12));
        let low = [0, 1, 2, 2, 0];
        assert!(rate(low, 9) > rate(low, 1));
    }
}
