//! A game of Cat in the Box: what lies open, what is hidden, and how steps change both.

use std::hash::{Hash, Hasher};

use super::cards::{Cell, Cells, Colour, Colours, Hand, Value};
use super::legal;
use super::notation::{Action, Chance, Deal};
use super::rules::{MAX_SEATS, MAX_TRICKS, Rules};
use crate::{BySeat, Rewound, Rules as _, Seat, Seats, begun, next_start};

/// A stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first start player is about to be drawn.
    Start,
    /// A round is about to be dealt; the cards of the last round still lie on the table.
    Deal,
    /// Everybody sets a card aside.
    SetAside,
    /// Bids, one after another.
    Bid,
    /// Tricks.
    Play,
    /// The game has ended.
    Over,
}

impl crate::Phase for Phase {
    fn asked(self) -> &'static str {
        match self {
            Phase::Start => "catbox-asked-start",
            Phase::Deal => "catbox-asked-deal",
            Phase::SetAside => "catbox-asked-set-aside",
            Phase::Bid => "catbox-asked-bid",
            Phase::Play => "catbox-asked-play",
            Phase::Over => "catbox-asked-nothing",
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Phase::Start | Phase::Over => "BOX-10",
            Phase::Deal => "BOX-11",
            Phase::SetAside => "BOX-12",
            Phase::Bid => "BOX-13",
            Phase::Play => "BOX-14",
        }
    }
}

/// The cards of one trick, each with its colour.
pub type Trick = crate::Trick<Cell, MAX_SEATS>;

impl Trick {
    /// BOX-30: who wins the cards so far: the highest red, or else the highest of the colour led.
    pub fn winner(&self, n_seats: u8) -> Option<Seat> {
        let led = self.led()?;
        let strength = |cell: Cell| match cell.colour() {
            Colour::Red => 20 + cell.value().number(),
            colour if colour == led => cell.value().number(),
            Colour::Blue | Colour::Yellow | Colour::Green => 0,
        };
        self.plays(n_seats).max_by_key(|&(_, cell)| strength(cell)).map(|(seat, _)| seat)
    }

    /// BOX-24: the colour that a seat gives up by following with this cell.
    #[inline]
    pub fn given_up_with(&self, cell: Cell) -> Option<Colour> {
        self.led().filter(|&led| led != cell.colour())
    }
}

/// A paradox: who caused it, and the hand that is shown to everybody (BOX-41).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paradox {
    /// The seat without a legal card and colour.
    pub seat: Seat,
    /// The cards that could not be played.
    pub hand: Hand,
}

/// Everything that lies open on the table, known to every seat and to the rail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) rounds: u8,
    pub(super) start: Seat,
    pub(super) turn: Seat,
    pub(super) n_tricks: u8,
    pub(super) set_aside: Seats,
    pub(super) bids: BySeat<Option<u8>, MAX_SEATS>,
    pub(super) won: BySeat<u8, MAX_SEATS>,
    pub(super) given_up: BySeat<Colours, MAX_SEATS>,
    pub(super) covered: Cells,
    pub(super) tokens: BySeat<Cells, MAX_SEATS>,
    pub(super) up: Hand,
    pub(super) tricks: [Trick; MAX_TRICKS],
    pub(super) paradox: Option<Paradox>,
    pub(super) points: BySeat<i32, MAX_SEATS>,
    pub(super) scores: BySeat<i32, MAX_SEATS>,
}

impl Hash for Open {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.rounds, self.phase as u8, self.turn, self.set_aside).hash(hasher);
        self.bids.0.map(|bid| bid.map_or(0, |bid| bid + 1)).hash(hasher);
        self.won.0.hash(hasher);
        self.tokens.0.map(Cells::bits).hash(hasher);
        self.trick().hash(hasher);
    }
}

impl Open {
    fn new(rules: Rules) -> Open {
        Open {
            rules,
            phase: Phase::Start,
            rounds: 0,
            start: Seat::new(0),
            turn: Seat::new(0),
            n_tricks: 0,
            set_aside: Seats::NONE,
            bids: BySeat::default(),
            won: BySeat::default(),
            given_up: BySeat::default(),
            covered: Cells::NONE,
            tokens: BySeat::default(),
            up: Hand::EMPTY,
            tricks: [Trick::empty(Seat::new(0)); MAX_TRICKS],
            paradox: None,
            points: BySeat::default(),
            scores: BySeat::default(),
        }
    }

    /// The start player of the round.
    pub fn start(&self) -> Seat {
        self.start
    }

    /// The seats that have set a card aside.
    pub fn set_aside(&self) -> Seats {
        self.set_aside
    }

    /// The bid of a seat.
    pub fn bid(&self, seat: Seat) -> Option<u8> {
        self.bids[seat]
    }

    /// How many tricks of the round are finished. At a [`Beat`](crate::Beat) a full trick can be unfinished.
    pub fn n_finished(&self) -> usize {
        self.n_tricks.into()
    }

    /// How many tricks a seat has won in the round.
    pub fn won(&self, seat: Seat) -> u8 {
        self.won[seat]
    }

    /// The colours that a seat has given up (BOX-24).
    pub fn given_up(&self, seat: Seat) -> Colours {
        self.given_up[seat]
    }

    /// All covered cells of the sheet.
    pub fn covered(&self) -> Cells {
        self.covered
    }

    /// The cells that a seat's tokens cover.
    pub fn tokens(&self, seat: Seat) -> Cells {
        self.tokens[seat]
    }

    /// Deluxe with 2 players: the cards turned up after the deal.
    pub fn up(&self) -> Hand {
        self.up
    }

    /// The tricks of the round, the current one last.
    pub fn tricks(&self) -> &[Trick] {
        begun(&self.tricks, self.n_tricks)
    }

    /// The paradox that ended the round, if any.
    pub fn paradox(&self) -> Option<Paradox> {
        self.paradox
    }

    /// The points of a seat in the last finished round.
    pub fn points(&self, seat: Seat) -> i32 {
        self.points[seat]
    }

    /// Whether cards have been dealt. Only before the first deal they have not.
    pub(super) fn is_dealt(&self) -> bool {
        match self.phase {
            Phase::Start => false,
            Phase::Deal => self.rounds > 0,
            Phase::SetAside | Phase::Bid | Phase::Play | Phase::Over => true,
        }
    }

    /// The number of cards in a hand.
    pub fn n_held(&self, seat: Seat) -> usize {
        if !self.is_dealt() {
            return 0;
        }
        usize::from(self.rules.n_dealt())
            - usize::from(self.set_aside.has(seat))
            - self.tokens[seat].len()
    }

    /// The current trick, which may still be empty.
    #[inline]
    pub fn trick(&self) -> &Trick {
        &self.tricks[usize::from(self.n_tricks).min(MAX_TRICKS - 1)]
    }

    /// BOX-50, BOX-51, BOX-52: a seat's bonus and its points for the round.
    pub(super) fn bonus_and_points(&self, seat: Seat) -> (u8, i32) {
        let won = self.won[seat];
        if self.paradox.is_some_and(|paradox| paradox.seat == seat) {
            return (0, -i32::from(won));
        }
        let earns = self.rules.earns_bonus(self.bids[seat], won);
        let bonus = if earns { self.rules.largest_group(self.tokens[seat]) } else { 0 };
        (bonus, i32::from(won) + i32::from(bonus))
    }
}

/// A game of Cat in the Box. Nobody at the table knows all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) open: Open,
    pub(super) hands: BySeat<Hand, MAX_SEATS>,
    pub(super) aside: BySeat<Option<Value>, MAX_SEATS>,
    pub(super) rest: Hand,
}

const _: () = assert!(size_of::<State>() <= 352, "search copies states by the million");

impl State {
    pub(super) fn new(rules: Rules) -> State {
        State {
            open: Open::new(rules),
            hands: BySeat::default(),
            aside: BySeat::default(),
            rest: Hand::EMPTY,
        }
    }

    pub(super) fn chance(&mut self, chance: &Chance) {
        match chance {
            Chance::Start(seat) => {
                self.open.start = *seat;
                self.open.phase = Phase::Deal;
            }
            Chance::Deal(deal) => self.deal(deal),
        }
    }

    fn deal(&mut self, deal: &Deal) {
        let Open { rules, rounds, start, .. } = self.open;
        // BOX-10: each later round starts to the left of the one before.
        self.open.start = next_start(start, rounds, rules.n_seats());
        self.hands = deal.hands;
        self.rest = deal.rest;
        self.begin_round(deal.up);
    }

    fn begin_round(&mut self, up: Hand) {
        let old = &self.open;
        self.open = Open {
            phase: Phase::SetAside,
            rounds: old.rounds,
            start: old.start,
            covered: old.rules.neutral_cells(up),
            up,
            points: old.points,
            scores: old.scores,
            ..Open::new(old.rules)
        };
        self.aside = BySeat::default();
    }

    pub(super) fn rewound(&self) -> Option<Rewound<State>> {
        let open = &self.open;
        if !matches!(open.phase, Phase::SetAside | Phase::Bid | Phase::Play) {
            return None;
        }
        let n_seats = open.rules.n_seats();
        let mut before = *self;
        let mut acts = Vec::new();
        for seat in Seat::all(n_seats) {
            if let Some(value) = self.aside[seat] {
                before.hands[seat] = before.hands[seat].with(value);
                acts.push((seat, Action::Discard(value)));
            }
        }
        for seat in (0..n_seats).map(|steps| open.start.clockwise(steps, n_seats)) {
            acts.extend(open.bids[seat].map(|bid| (seat, Action::Bid(bid))));
        }
        for (seat, cell) in open.tricks().iter().flat_map(|trick| trick.plays(n_seats)) {
            before.hands[seat] = before.hands[seat].with(cell.value());
            acts.push((seat, Action::Play(cell)));
        }
        before.begin_round(open.up);
        Some((before, acts))
    }

    pub(super) fn act(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Discard(value) => self.set_aside(seat, value),
            Action::Bid(bid) => self.bid(seat, bid),
            Action::Play(cell) => self.play_card(seat, cell),
        }
    }

    /// BOX-12: sets a card aside; after the last one the bids begin.
    fn set_aside(&mut self, seat: Seat, value: Value) {
        self.hands[seat] = self.hands[seat].without(value);
        self.aside[seat] = Some(value);
        self.open.set_aside = self.open.set_aside.with(seat);
        if self.open.set_aside.len() == usize::from(self.open.rules.n_seats()) {
            let nobody_bids = self.open.rules.bids() == 0;
            self.open.phase = if nobody_bids { Phase::Play } else { Phase::Bid };
            self.open.turn = self.open.start;
            self.open.tricks[0] = Trick::empty(self.open.start);
        }
    }

    /// BOX-13: bids; after the last bid the tricks begin.
    fn bid(&mut self, seat: Seat, bid: u8) {
        self.open.bids[seat] = Some(bid);
        self.open.turn = seat.left(self.open.rules.n_seats());
        if self.open.turn == self.open.start {
            self.open.phase = Phase::Play;
        }
    }

    /// BOX-20, BOX-24: plays a card in a colour, and gives up the colour led if that is another.
    #[inline]
    pub(super) fn lay_card(&mut self, seat: Seat, cell: Cell) {
        let open = &mut self.open;
        let trick = &mut open.tricks[usize::from(open.n_tricks)];
        if let Some(led) = trick.given_up_with(cell) {
            open.given_up[seat] = open.given_up[seat].with(led);
        }
        trick.play(cell);
        self.hands[seat] = self.hands[seat].without(cell.value());
        open.covered = open.covered.with(cell);
        open.tokens[seat] = open.tokens[seat].with(cell);
        open.turn = seat.left(open.rules.n_seats());
    }

    /// BOX-31: the winner of a full trick leads the next. BOX-40: a next seat that cannot play causes a paradox.
    fn play_card(&mut self, seat: Seat, cell: Cell) {
        self.lay_card(seat, cell);
        let open = &mut self.open;
        let n_seats = open.rules.n_seats();
        let trick_index = usize::from(open.n_tricks);
        let trick = &open.tricks[trick_index];
        if trick.cards().len() == usize::from(n_seats) {
            let winner = trick.winner(n_seats).expect("a full trick has a winner");
            open.won[winner] += 1;
            open.n_tricks += 1;
            open.turn = winner;
            if open.n_tricks == open.rules.n_tricks() {
                return self.end_round();
            }
            open.tricks[trick_index + 1] = Trick::empty(winner);
        }
        let turn = open.turn;
        if legal::playable(open, turn, self.hands[turn]).is_empty() {
            open.paradox = Some(Paradox { seat: turn, hand: self.hands[turn] });
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        let open = &mut self.open;
        for seat in Seat::all(open.rules.n_seats()) {
            let (_, points) = open.bonus_and_points(seat);
            open.points[seat] = points;
            open.scores[seat] += points;
        }
        open.rounds += 1;
        open.phase = if open.rounds == open.rules.n_rounds() { Phase::Over } else { Phase::Deal };
    }
}
