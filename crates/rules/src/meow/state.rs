//! A game of Meow: what lies open, what is hidden, and how steps change both.

use std::hash::{Hash, Hasher};

use super::cards::{Card, Cards, Colour, MAX_VALUE, Token};
use super::notation::{Action, Chance, Deal};
use super::rules::{Fish, MAX_SEATS, N_ROUNDS, N_TOKENS, N_TURNS, Rules};
use crate::{BySeat, Rewound, Rules as _, Seat, Seats, begun, next_start};

/// A stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first starting player is about to be drawn.
    Start,
    /// The tokens are about to be stacked.
    Tokens,
    /// A round is about to be dealt.
    Deal,
    /// Turns.
    Play,
    /// Owners of fish discard fishbones (MEO-30).
    Drop,
    /// The game has ended.
    Over,
}

impl crate::Phase for Phase {
    fn asked(self) -> &'static str {
        match self {
            Phase::Start => "meow-asked-start",
            Phase::Tokens => "meow-asked-tokens",
            Phase::Deal => "meow-asked-deal",
            Phase::Play => "meow-asked-play",
            Phase::Drop => "meow-asked-drop",
            Phase::Over => "meow-asked-nothing",
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Phase::Start => "MEO-12",
            Phase::Tokens => "MEO-10",
            Phase::Deal => "MEO-11",
            Phase::Play => "MEO-20",
            Phase::Drop => "MEO-30",
            Phase::Over => "MEO-32",
        }
    }
}

/// The cards of one turn.
pub type Trick = crate::Trick<Card, MAX_SEATS>;

impl Trick {
    /// MEO-21, MEO-22: the best card so far: the best green, or else the best of the colour led.
    /// The best is the highest, but the 1 if the 18 is in the trick too.
    pub fn winning_card(&self) -> Option<Card> {
        let led = self.led()?;
        let all: Cards = self.cards().iter().copied().collect();
        let greens = all & Colour::Green.cards();
        let best = if greens.is_empty() { (all & led.cards()).bits() } else { greens.bits() };
        let (low, high) = (best.trailing_zeros(), best.ilog2());
        let one_beats_eighteen = high - low == u32::from(MAX_VALUE) - 1;
        Some(Card::numbered(if one_beats_eighteen { low } else { high } as u8))
    }

    /// Whether this card, played next, would be the best so far.
    pub fn would_win(&self, card: Card) -> bool {
        let mut after = *self;
        after.play(card);
        after.winning_card() == Some(card)
    }

    /// The seat with the best card so far.
    pub fn winner(&self, n_seats: u8) -> Option<Seat> {
        self.player_of(self.winning_card()?, n_seats)
    }
}

/// Everything that lies open on the table, known to every seat and to the rail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) rounds: u8,
    pub(super) start: Seat,
    pub(super) turn: Seat,
    pub(super) n_turns: u8,
    pub(super) tricks: [Trick; N_TURNS],
    /// The cards of all tricks, kept because searches ask for them all the time.
    pub(super) played: Cards,
    /// The rows laid out so far, in order. Unused slots hold vases.
    pub(super) tokens: [Token; N_TOKENS],
    pub(super) n_tokens: u8,
    /// The winners of the tokens, in order.
    pub(super) winners: [Seat; N_TOKENS],
    pub(super) n_won: u8,
    /// The fishbones discarded by hand, as bits by their index among the tokens.
    pub(super) dropped: u32,
}

impl Hash for Open {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.rounds, self.n_tokens, self.dropped).hash(hasher);
        self.tricks().hash(hasher);
    }
}

impl Open {
    pub(super) fn new(rules: Rules) -> Open {
        Open {
            rules,
            phase: Phase::Start,
            rounds: 0,
            start: Seat::new(0),
            turn: Seat::new(0),
            n_turns: 0,
            tricks: [Trick::empty(Seat::new(0)); N_TURNS],
            played: Cards::NONE,
            tokens: [Token::Vase; N_TOKENS],
            n_tokens: 0,
            winners: [Seat::new(0); N_TOKENS],
            n_won: 0,
            dropped: 0,
        }
    }

    /// The seat with the first-player token.
    pub fn start(&self) -> Seat {
        self.start
    }

    /// The turns of the round, the current one last.
    pub fn tricks(&self) -> &[Trick] {
        begun(&self.tricks, self.n_turns)
    }

    /// How many turns of the round are finished. At a [`Beat`](crate::Beat) a full trick can be unfinished.
    pub fn n_finished(&self) -> usize {
        self.n_turns.into()
    }

    /// The current trick, which may still be empty.
    #[inline]
    pub fn trick(&self) -> &Trick {
        &self.tricks[usize::from(self.n_turns).min(N_TURNS - 1)]
    }

    /// The cards that have been played in the round.
    #[inline]
    pub fn played(&self) -> Cards {
        self.played
    }

    /// All tokens laid out so far, row after row.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens[..usize::from(self.n_tokens)]
    }

    /// The tokens that a seat has won and not discarded, each with its index among all tokens.
    pub fn won(&self, seat: Seat) -> impl Iterator<Item = (usize, Token)> + '_ {
        let won = self.tokens[..usize::from(self.n_won)].iter().zip(&self.winners).enumerate();
        won.filter(move |&(place, (_, &winner))| winner == seat && self.dropped & 1 << place == 0)
            .map(|(place, (&token, _))| (place, token))
    }

    /// Fish that a seat can still use: those it has won, less those used.
    pub fn fish_left(&self, seat: Seat) -> usize {
        let fish = self.won(seat).filter(|&(_, token)| token == Token::Fish).count();
        let dropped = crate::bits::each_bit(self.dropped.into());
        fish - dropped.filter(|&place| self.winners[place as usize] == seat).count()
    }

    /// The fishbones that a seat has, as bits by their worth.
    pub(super) fn fishbones(&self, seat: Seat) -> u64 {
        self.won(seat).fold(0, |bits, (_, token)| match token {
            Token::Fishbone(worth) => bits | 1 << worth,
            Token::Bowl(_) | Token::Fish | Token::Vase => bits,
        })
    }

    /// The number of cards in a hand.
    pub fn n_held(&self, seat: Seat) -> usize {
        let played = self.tricks().iter().flat_map(|trick| trick.plays(self.rules.n_seats()));
        let n_dealt = if self.is_dealt() { N_TURNS } else { 0 };
        n_dealt - played.filter(|&(player, _)| player == seat).count()
    }

    /// Whether cards have been dealt. Only before the first deal they have not.
    pub(super) fn is_dealt(&self) -> bool {
        match self.phase {
            Phase::Start | Phase::Tokens => false,
            Phase::Deal => self.rounds > 0,
            Phase::Play | Phase::Drop | Phase::Over => true,
        }
    }

    /// MEO-30: the seats that have to discard a fishbone.
    pub(super) fn droppers(&self) -> Seats {
        let owes = |seat: &Seat| self.fish_left(*seat) > 0 && self.fishbones(*seat) != 0;
        Seat::all(self.rules.n_seats()).filter(owes).collect()
    }

    /// MEO-32: a seat's score if the game ended now.
    pub(super) fn score(&self, seat: Seat) -> i32 {
        let tokens = self.won(seat).map(|(_, token)| token);
        self.rules.worth(tokens, self.fish_left(seat))
    }
}

/// A game of Meow. Nobody at the table knows all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) open: Open,
    pub(super) hands: BySeat<Cards, MAX_SEATS>,
    pub(super) rest: Cards,
    /// All tokens in stack order. The first rows are laid out already.
    pub(super) stacks: [Token; N_TOKENS],
}

const _: () = assert!(size_of::<State>() <= 384, "search copies states by the million");

impl State {
    pub(super) fn new(rules: Rules) -> State {
        State {
            open: Open::new(rules),
            hands: BySeat::default(),
            rest: Cards::NONE,
            stacks: [Token::Vase; N_TOKENS],
        }
    }

    pub(super) fn chance(&mut self, chance: &Chance) {
        match chance {
            Chance::Start(seat) => {
                self.open.start = *seat;
                self.open.phase = Phase::Tokens;
            }
            Chance::Tokens(tokens) => {
                self.stacks = *tokens;
                self.open.phase = Phase::Deal;
            }
            Chance::Deal(deal) => self.deal(deal),
        }
    }

    /// MEO-10, MEO-11: lays out a row of tokens and deals. MEO-12: the first player moves to the left.
    fn deal(&mut self, deal: &Deal) {
        let open = &mut self.open;
        open.start = next_start(open.start, open.rounds, open.rules.n_seats());
        let (from, to) =
            (usize::from(open.rounds) * N_TURNS, usize::from(open.rounds + 1) * N_TURNS);
        open.tokens[from..to].copy_from_slice(&self.stacks[from..to]);
        open.n_tokens = to as u8;
        self.hands = deal.hands;
        self.rest = deal.rest;
        self.begin_round();
    }

    fn begin_round(&mut self) {
        let open = &mut self.open;
        open.phase = Phase::Play;
        open.turn = open.start;
        open.n_turns = 0;
        open.tricks = [Trick::empty(Seat::new(0)); N_TURNS];
        open.played = Cards::NONE;
        open.tricks[0] = Trick::empty(open.start);
    }

    pub(super) fn rewound(&self) -> Option<Rewound<State>> {
        if self.open.phase != Phase::Play {
            return None;
        }
        let mut before = *self;
        let mut acts = Vec::new();
        for (seat, card) in
            self.open.tricks().iter().flat_map(|t| t.plays(self.open.rules.n_seats()))
        {
            before.hands[seat] = before.hands[seat].with(card);
            acts.push((seat, Action::Play(card)));
        }
        before.open.n_won -= self.open.n_turns;
        before.begin_round();
        Some((before, acts))
    }

    pub(super) fn act(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Play(card) => self.play_card(seat, card),
            Action::Drop(worth) => self.drop_fishbone(seat, worth),
        }
    }

    /// MEO-20: plays a card.
    #[inline]
    pub(super) fn lay_card(&mut self, seat: Seat, card: Card) {
        let open = &mut self.open;
        let n_seats = open.rules.n_seats();
        let trick = &mut open.tricks[usize::from(open.n_turns)];
        let _is_full = trick.play_from_hand(card, &mut self.hands[seat], &mut open.played, n_seats);
        open.turn = seat.left(n_seats);
    }

    /// MEO-23: the winner of a full trick takes the token and leads the next.
    fn play_card(&mut self, seat: Seat, card: Card) {
        self.lay_card(seat, card);
        let open = &mut self.open;
        let n_seats = open.rules.n_seats();
        let trick_index = usize::from(open.n_turns);
        let trick = &open.tricks[trick_index];
        if trick.cards().len() < usize::from(n_seats) {
            return;
        }
        let winner = trick.winner(n_seats).expect("a full trick has a winner");
        open.winners[usize::from(open.n_won)] = winner;
        open.n_won += 1;
        open.n_turns += 1;
        open.turn = winner;
        if usize::from(open.n_turns) < N_TURNS {
            open.tricks[trick_index + 1] = Trick::empty(winner);
            return;
        }
        open.rounds += 1;
        open.phase = if usize::from(open.rounds) < N_ROUNDS { Phase::Deal } else { Phase::Drop };
        self.end_if_nobody_drops();
    }

    /// MEO-30: discards a fishbone; of equal ones the one won first.
    fn drop_fishbone(&mut self, seat: Seat, worth: u8) {
        let place = self.open.won(seat).find(|&(_, token)| token == Token::Fishbone(worth));
        let (place, _) = place.expect("the seat has this fishbone");
        self.open.dropped |= 1 << place;
        self.end_if_nobody_drops();
    }

    fn end_if_nobody_drops(&mut self) {
        let done = match self.open.rules.fish {
            Fish::Auto => true,
            Fish::ByHand => self.open.droppers().is_empty(),
        };
        if self.open.phase == Phase::Drop && done {
            self.open.phase = Phase::Over;
        }
    }
}
