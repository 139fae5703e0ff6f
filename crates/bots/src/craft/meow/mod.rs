//! How to play Meow well.
//!
//! Every card in hand will be spent on one token of the row. So plan: the strongest card for the token most wanted, the
//! weakest for the one most feared. Then play the card that gains most for the token at stake and loses least for later
//! tokens. Cards that are neither strong nor weak go where another player wins.

use rules::meow::{Action, Card, Cards, Colour, N_ROUNDS, N_TOKENS, N_TURNS};
use rules::meow::{Open, Own, Phase, State, Token};
use rules::{Numbered as _, Open as _, Rules as _, Seat};

use crate::Craft;

mod why;

pub use why::Why;

// The numbers that are called tuned were tried against others in games of greedy players, 2 to 5 at the table.

/// At this stake every player who can win does; for less, some save their good cards. Tuned.
const EAGER_STAKE: f32 = 5.0;

/// How often a card can be used as planned, because the colour led decides. Tuned.
const PLANS_COME_TRUE: f32 = 0.6;

/// The part of a fishbone that hurts while a fish is unused: it takes the fishbone away and is then used up. Tuned.
const IDLE_FISH: f32 = 0.45;

/// The value of a fish at the start of the game, when there are no fishbones yet. Tuned.
const FIRST_FISH: f32 = 4.0;

/// The expected cost of the first vase at the start of the game. Tuned.
const FIRST_VASE: f32 = 7.5;

/// A player wins a token of a later round with this part of a fair chance, wanted or not. Measured.
const TAKES: f32 = 0.8;

/// The standard deviation of the difference between two greedy players in a round, beyond their prospects. Measured with 2
/// to 6 players. With fewer players each wins more.
const ROUND_DRIFT: [f32; 5] = [18.5, 16.0, 13.5, 12.0, 10.5];

/// The number of fish, and of vases (MEO-2).
const N_KIND: usize = 4;

/// At the end a single point decides.
const LEAST_DRIFT: f32 = 0.5;

impl Craft for State {
    type Why = Why;

    const KITTEN_WHIMS: u8 = 40;
    const CAT_PLAYOUTS: u64 = 300;

    fn judge<'a>(open: &'a Open, seat: Seat, own: &'a Own) -> impl Fn(Action) -> f32 + 'a {
        // A forced action needs no plan.
        let thinks = open.phase() == Phase::Play && open.actions(seat, own).len() > 1;
        let plan = thinks.then(|| Plan::new(open, seat, own.hand));
        move |action| match action {
            Action::Play(card) => plan.as_ref().map_or(0.0, |plan| plan.rate(card)),
            // The worst fishbone goes.
            Action::Drop(worth) => worth.into(),
        }
    }

    fn drift(open: &Open) -> f32 {
        let n_seats = usize::from(open.rules().n_seats());
        let n_turns = match open.phase() {
            Phase::Play => open.tricks().len(),
            Phase::Start | Phase::Tokens | Phase::Deal | Phase::Drop | Phase::Over => 0,
        };
        let n_left = (N_ROUNDS - open.rounds() as usize) * N_TURNS - n_turns;
        let round = ROUND_DRIFT[n_seats - 2];
        (round * (n_left as f32 / N_TURNS as f32).sqrt()).max(LEAST_DRIFT)
    }

    fn prospects(open: &Open, seat: Seat) -> f32 {
        let rules = open.rules();
        let n_to_come = |kind: Token| {
            let n_of = |tokens: &[Token]| tokens.iter().filter(|&&token| token == kind).count();
            n_of(&rules.tokens()) - n_of(open.tokens())
        };
        let takes = TAKES / f32::from(rules.n_seats());
        let worths = Worths::new(open, seat);
        let cost = |n_more: u8| rules.vase_points(worths.n_vases + n_more) as f32;
        let chances = chances_to_win(n_to_come(Token::Vase), takes);
        let vases: f32 = (0..).zip(chances).map(|(n_more, chance)| chance * cost(n_more)).sum();
        // The first fish takes the worst fishbone away, the second the next.
        let (mut fish, mut so_many) = (0.0, 1.0);
        let chances = chances_to_win(n_to_come(Token::Fish), takes);
        for (fewer, &worth) in chances.into_iter().zip(worths.bare()) {
            so_many -= fewer;
            fish += so_many * f32::from(worth);
        }
        let idle_fish = if worths.idle_fish { FIRST_FISH * worths.to_come } else { 0.0 };
        vases - cost(0) + fish + idle_fish
    }

    fn why(open: &Open, seat: Seat, own: &Own, action: Action) -> Why {
        why::why(open, seat, *own, action)
    }
}

/// The chances to win none, one, two and so on of `n_tokens` tokens, each with the same chance.
fn chances_to_win(n_tokens: usize, chance: f32) -> [f32; N_KIND + 1] {
    let mut chances = [0.0; N_KIND + 1];
    chances[0] = 1.0;
    for _ in 0..n_tokens {
        for n_won in (1..chances.len()).rev() {
            chances[n_won] += chance * (chances[n_won - 1] - chances[n_won]);
        }
        chances[0] *= 1.0 - chance;
    }
    chances
}

/// The considerations of a seat before it plays a card.
struct Plan<'a> {
    open: &'a Open,
    hand: Cards,
    /// How many seats play after this one.
    n_later: usize,
    /// The value of the token at stake.
    stake: f32,
    /// How easily each card in hand is beaten.
    rivals: [Rival; N_TURNS],
    /// For each card in hand, the expected gain of the other cards from the tokens to come.
    rest: [f32; N_TURNS],
}

impl<'a> Plan<'a> {
    fn new(open: &'a Open, seat: Seat, hand: Cards) -> Plan<'a> {
        let n_others = usize::from(open.rules().n_seats()) - 1;
        let others = Others::new(open, hand);
        let mut rivals = [Rival::NONE; N_TURNS];
        for (rival, card) in rivals.iter_mut().zip(hand.iter()) {
            *rival = others.rival(card);
        }
        let worths = Worths::new(open, seat);
        // A token is left in the row for every card in hand.
        let row = &open.tokens()[open.tokens().len() - hand.len()..];
        let mut stakes = [0.0; N_TURNS];
        for (stake, &token) in stakes.iter_mut().zip(row) {
            *stake = worths.of(token);
        }
        let to_come = &mut stakes[1..row.len()];
        sort(to_come, |&stake| stake);
        let rest = hand_out(&rivals[..hand.len()], to_come, n_others);
        let n_later = n_others - open.trick().cards().len();
        Plan { open, hand, n_later, stake: worths.of(row[0]), rivals, rest }
    }

    fn rate(&self, card: Card) -> f32 {
        let before = self.hand.bits() & ((1 << card.index()) - 1);
        let place = before.count_ones() as usize;
        let mut trick = *self.open.trick();
        trick.play(card);
        if trick.winning_card() != Some(card) {
            return self.rest[place];
        }
        self.rest[place] + self.stake * self.rivals[place].all_fail(self.stake, self.n_later)
    }
}

/// Assigns all cards but one to the tokens to come, which are sorted. Returns for each card left out the gain of the rest.
fn hand_out(rivals: &[Rival], to_come: &[f32], n_others: usize) -> [f32; N_TURNS] {
    let mut order = [(0.0, 0); N_TURNS];
    for (place, rival) in rivals.iter().enumerate() {
        order[place] = (rival.if_wanted + rival.if_feared, place);
    }
    let weakest_first = &mut order[..rivals.len()];
    sort(weakest_first, |&(beaten, _)| -beaten);
    let worth = |rival: &Rival, stake: f32| {
        let comes_true = if stake > 0.0 { rival.comes_true } else { PLANS_COME_TRUE };
        comes_true * stake * rival.all_fail(stake, n_others)
    };
    // Cards weaker than the one left out keep their tokens, and stronger ones move to the token before.
    let mut rest = [0.0; N_TURNS];
    let (mut weaker, mut stronger) = (0.0, 0.0);
    for (token, &stake) in to_come.iter().enumerate() {
        weaker += worth(&rivals[weakest_first[token].1], stake);
        rest[weakest_first[token + 1].1] = weaker;
    }
    for (token, &stake) in to_come.iter().enumerate().rev() {
        stronger += worth(&rivals[weakest_first[token + 1].1], stake);
        rest[weakest_first[token].1] += stronger;
    }
    rest
}

/// Insertion sort, smallest first: the fastest for so few elements.
fn sort<T: Copy>(things: &mut [T], key: impl Fn(&T) -> f32) {
    for n_sorted in 1..things.len() {
        let thing = things[n_sorted];
        let mut place = n_sorted;
        while place > 0 && key(&things[place - 1]) > key(&thing) {
            things[place] = things[place - 1];
            place -= 1;
        }
        things[place] = thing;
    }
}

/// Another player, against a card that would win: the chances to beat it.
#[derive(Clone, Copy)]
struct Rival {
    /// If the token is wanted: every player who can beat the card does.
    if_wanted: f32,
    /// If it is feared: only players who must beat the card do.
    if_feared: f32,
    /// How often the card gets the chance to win. A green one need not wait for its colour to be led.
    comes_true: f32,
}

impl Rival {
    const NONE: Rival = Rival { if_wanted: 0.0, if_feared: 0.0, comes_true: 0.0 };

    /// The chance that none of `n_rivals` rivals beats the card.
    fn all_fail(&self, stake: f32, n_rivals: usize) -> f32 {
        let eager = (stake / EAGER_STAKE).clamp(0.0, 1.0);
        let beats = eager * self.if_wanted + (1.0 - eager) * self.if_feared;
        let fails = 1.0 - beats;
        let two_fail = fails * fails;
        match n_rivals {
            0 => 1.0,
            1 => fails,
            2 => two_fail,
            3 => two_fail * fails,
            4 => two_fail * two_fail,
            _ => two_fail * two_fail * fails,
        }
    }
}

/// The possible cards of other players.
struct Others {
    unseen: Cards,
    /// How many of each colour are unseen.
    n_unseen: [usize; 3],
    /// The chance that one of them has none of this many unseen cards.
    none_of: [f32; 19],
    /// The chance that one of them lacks a colour and has green, by colour.
    can_trump: [f32; 3],
}

impl Others {
    fn new(open: &Open, hand: Cards) -> Others {
        let unseen = open.rules().cards() - hand - open.played();
        // Seats that have played to this trick hold a card less, but they cannot beat a card any more.
        let held = (hand.len() as f32 / unseen.len().max(1) as f32).min(1.0);
        let mut none_of = [1.0; 19];
        for n_cards in 1..none_of.len() {
            none_of[n_cards] = none_of[n_cards - 1] * (1.0 - held);
        }
        let n_unseen = Colour::ALL.map(|colour| (unseen & colour.cards()).len());
        let lacks = |colour: Colour| none_of[n_unseen[colour as usize]];
        let has_green = 1.0 - lacks(Colour::Green);
        let can_trump = [0.0, lacks(Colour::Blue) * has_green, lacks(Colour::Pink) * has_green];
        Others { unseen, n_unseen, none_of, can_trump }
    }

    fn rival(&self, card: Card) -> Rival {
        let colour = card.colour();
        let same = (self.unseen & colour.cards()).bits();
        // MEO-22: nothing but the 1 beats the 18.
        let lowest = colour.cards().bits() & colour.cards().bits().wrapping_neg();
        let beating = if card.value() == 18 { same & lowest } else { same >> card.index() };
        let n_beating = beating.count_ones() as usize;
        let none_beats = self.none_of[n_beating];
        let all_beat = self.none_of[self.n_unseen[colour as usize] - n_beating];
        Rival {
            if_wanted: 1.0 - none_beats + self.can_trump[colour as usize],
            if_feared: all_beat * (1.0 - none_beats),
            comes_true: if colour == Colour::Green { 1.0 } else { PLANS_COME_TRUE },
        }
    }
}

/// The value of tokens to a seat, given its won tokens.
struct Worths {
    /// The part of the game that is still to come, this round included.
    to_come: f32,
    /// Whether a fish has no fishbone to take away.
    idle_fish: bool,
    /// The least fishbone that a fish takes away. A worse fishbone would replace it there.
    covered: u8,
    /// The fishbones, worst first. Unused slots hold 0.
    fishbones: [u8; N_TOKENS],
    n_fish: usize,
    n_vases: u8,
    vase: f32,
}

impl Worths {
    fn new(open: &Open, seat: Seat) -> Worths {
        let (mut n_fish, mut n_fishbones, mut n_vases) = (0, 0, 0u8);
        let mut worst_first = [0; N_TOKENS];
        for (_, token) in open.won(seat) {
            match token {
                Token::Bowl(_) => {}
                Token::Fishbone(worth) => {
                    let mut place = n_fishbones;
                    while place > 0 && worst_first[place - 1] < worth {
                        worst_first[place] = worst_first[place - 1];
                        place -= 1;
                    }
                    worst_first[place] = worth;
                    n_fishbones += 1;
                }
                Token::Fish => n_fish += 1,
                Token::Vase => n_vases += 1,
            }
        }
        let to_come = 1.0 - open.rounds() as f32 / N_ROUNDS as f32;
        let cost = |n_more: u8| open.rules().vase_points(n_vases + n_more);
        let vase = match (cost(1) - cost(0), cost(2) - cost(1)) {
            (0, 0) => 0.0,
            (0, _) => -FIRST_VASE * to_come,
            (now, _) => now as f32,
        };
        Worths {
            to_come,
            idle_fish: n_fish > n_fishbones,
            covered: if n_fish > 0 { worst_first[n_fish - 1] } else { u8::MAX },
            fishbones: worst_first,
            n_fish,
            n_vases,
            vase,
        }
    }

    /// The fishbones that no fish takes away, worst first.
    fn bare(&self) -> &[u8] {
        &self.fishbones[self.n_fish..]
    }

    fn of(&self, token: Token) -> f32 {
        match token {
            Token::Bowl(points) => points.into(),
            Token::Fishbone(worth) if self.idle_fish => -IDLE_FISH * f32::from(worth),
            Token::Fishbone(worth) => -f32::from(worth.min(self.covered)),
            Token::Fish => f32::from(self.bare()[0]).max(FIRST_FISH * self.to_come),
            Token::Vase => self.vase,
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::meow::{Chance, Deal, Rules};
    use rules::{BySeat, Game};

    use super::*;

    fn card(text: &str) -> Card {
        let colour = match text.as_bytes()[0] {
            b'g' => Colour::Green,
            b'b' => Colour::Blue,
            _ => Colour::Pink,
        };
        Card::new(colour, text[1..].parse().unwrap()).unwrap()
    }

    /// Two players. These tokens come first, the others in any order; seat 1 leads.
    fn table(first: &[Token], own: &str, other: &str) -> State {
        let rules: Rules = "meow@1 players=2".parse().unwrap();
        let mut tokens = rules.tokens();
        for (place, token) in first.iter().enumerate() {
            let from = tokens[place..].iter().position(|other| other == token).unwrap();
            tokens.swap(place, place + from);
        }
        let mut hands = BySeat::default();
        hands.0[0] = own.split(' ').map(card).collect();
        hands.0[1] = other.split(' ').map(card).collect();
        let rest = rules.cards() - hands.0[0] - hands.0[1];
        let mut state = State::new(rules);
        state.chance(&Chance::Start(Seat::new(1)));
        state.chance(&Chance::Tokens(tokens));
        state.chance(&Chance::Deal(Deal { hands, rest }));
        state
    }

    fn play(state: &mut State, seat: u8, text: &str) {
        state.act(Seat::new(seat), Action::Play(card(text)));
    }

    /// The action of the rules of thumb.
    fn best(state: &State, seat: u8) -> String {
        let seat = Seat::new(seat);
        let own = state.own(seat);
        let judge = State::judge(state.open(), seat, &own);
        let best = state.actions(seat).iter().max_by(|&a, &b| judge(a).total_cmp(&judge(b)));
        best.unwrap().to_string()
    }

    const BAD_ROW: [Token; 9] = [
        Token::Fishbone(10),
        Token::Fishbone(8),
        Token::Fishbone(6),
        Token::Fishbone(5),
        Token::Fishbone(4),
        Token::Fishbone(3),
        Token::Fishbone(2),
        Token::Fishbone(1),
        Token::Vase,
    ];

    #[test]
    fn a_bowl_is_won_as_cheaply_as_can_be() {
        let row = [Token::Bowl(10), Token::Bowl(9), Token::Bowl(8)];
        let own = "b4 b10 b17 g2 g9 p3 p9 p12 p15";
        let mut state = table(&row, own, "b9 b2 g3 g4 g5 p2 p4 p5 p6");
        play(&mut state, 1, "b9");
        assert_eq!(best(&state, 0), "play b10");
    }

    #[test]
    fn a_one_takes_the_bowl_from_an_eighteen() {
        let own = "b1 b10 b17 g2 g9 p3 p9 p12 p15";
        let mut state = table(&[Token::Bowl(10)], own, "b18 b2 g3 g4 g5 p2 p4 p5 p6");
        play(&mut state, 1, "b18");
        assert_eq!(best(&state, 0), "play b1");
    }

    #[test]
    fn a_fishbone_is_ducked_with_the_highest_card_that_is_safe() {
        let own = "b2 b8 b15 g2 g9 p3 p9 p12 p15";
        let mut state = table(&BAD_ROW, own, "b9 b3 g3 g4 g5 p2 p4 p5 p6");
        play(&mut state, 1, "b9");
        assert_eq!(best(&state, 0), "play b8");
    }

    #[test]
    fn dangerous_cards_go_where_another_player_wins() {
        let own = "b2 b3 b5 p2 p3 p4 p5 g9 g18";
        let mut state = table(&BAD_ROW, own, "b9 b4 g3 g4 g5 g1 g2 g6 g7");
        play(&mut state, 1, "g1");
        // The 1 wins over the 18, but not over the 9.
        assert_eq!(best(&state, 0), "play g18");
    }

    #[test]
    fn the_second_vase_is_feared_more_than_the_first() {
        let row = [Token::Vase, Token::Vase];
        let mut state = table(&row, "b2 b8 b15 g2 g9 p3 p9 p12 p15", "b9 b3 g3 g4 g5 p2 p4 p5 p6");
        let worth = |state: &State| Worths::new(state.open(), Seat::new(0)).of(Token::Vase);
        let first = worth(&state);
        assert!(first < 0.0);
        play(&mut state, 1, "b9");
        play(&mut state, 0, "b15");
        assert!(worth(&state) < 2.0 * first);
        // Seat 0 leads, and is rid of the lead with its lowest cards only.
        assert!(["play b2", "play p3", "play g2"].contains(&best(&state, 0).as_str()));
    }

    #[test]
    fn a_fish_covers_the_worst_fishbone() {
        let row = [Token::Fishbone(6), Token::Fish];
        let mut state = table(&row, "b10 b8 b15 g2 g9 p3 p9 p12 p15", "b9 b3 g3 g4 g5 p2 p4 p5 p6");
        play(&mut state, 1, "b9");
        play(&mut state, 0, "b10");
        let worths = Worths::new(state.open(), Seat::new(0));
        assert!((worths.of(Token::Fish) - 6.0).abs() < 1e-3);
        assert!((worths.of(Token::Fishbone(8)) + 8.0).abs() < 1e-3);
        play(&mut state, 0, "b15");
        play(&mut state, 1, "b3");
        // The fish takes the worse of the two.
        let worths = Worths::new(state.open(), Seat::new(0));
        assert!((worths.of(Token::Fishbone(8)) + 6.0).abs() < 1e-3);
        assert!((worths.of(Token::Fishbone(4)) + 4.0).abs() < 1e-3);
    }
}
