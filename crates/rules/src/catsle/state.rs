//! A game of CATSle: what lies open, what is hidden, and how steps change both.

use std::hash::{Hash, Hasher};

use super::cards::{Card, Cards, N_COLUMNS, N_SUITS, Place, Suit};
use super::notation::{Action, Chance, Deal};
use super::rules::{Lead, MAX_SEATS, MAX_TAKES, MAX_TRICKS, N_EXTRA, N_ROUNDS, Rules, Score};
use crate::bits::random_bit;
use crate::{BySeat, Dice, Game as _, Numbered as _, Rewound, Rules as _, Seat, begun, following};

/// Where in the game we are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first start player is about to be drawn.
    Start,
    /// The suit that is left out is about to be drawn (CAS-2).
    Out,
    /// A round is about to be dealt.
    Deal,
    /// Everybody plays a card to the trick.
    Play,
    /// Cards of the trick are taken and placed (CAS-24).
    Take,
    /// The game has ended.
    Over,
}

impl crate::Phase for Phase {
    fn asked(self) -> &'static str {
        match self {
            Phase::Start => "catsle-asked-start",
            Phase::Out => "catsle-asked-out",
            Phase::Deal => "catsle-asked-deal",
            Phase::Play => "catsle-asked-play",
            Phase::Take => "catsle-asked-take",
            Phase::Over => "catsle-asked-nothing",
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Phase::Start => "CAS-10",
            Phase::Out => "CAS-2",
            Phase::Deal => "CAS-4",
            Phase::Play => "CAS-21",
            Phase::Take => "CAS-24",
            Phase::Over => "CAS-34",
        }
    }
}

/// The cards of one trick, without the extra card.
pub type Trick = crate::Trick<Card, MAX_SEATS>;

impl Trick {
    /// CAS-22: who played the cards, the strongest first. Behind those who have played stands nobody in particular.
    pub fn ranking(&self, n_seats: u8) -> [Seat; MAX_SEATS] {
        let mut keys = [0u8; MAX_SEATS];
        let led = self.places()[0].suit();
        for (order, &card) in (0..).zip(self.cards()) {
            // The suit led first, then the rank, then who played later.
            let mut weaker = u8::from(card.suit() == led) << 7 | card.rank() << 3 | order;
            // Without a branch, for which card is the strongest cannot be guessed.
            for key in &mut keys {
                (*key, weaker) = ((*key).max(weaker), (*key).min(weaker));
            }
        }
        keys.map(|key| self.leader().clockwise(key & 7, n_seats))
    }

    /// CAS-23: who takes, one card after the other, once all have played.
    pub(super) fn takers(self, rules: Rules) -> [Seat; MAX_TAKES] {
        let ranking = self.ranking(rules.n_seats());
        let mut takers = [self.leader(); MAX_TAKES];
        for (taker, &rank) in takers.iter_mut().zip(rules.takes()) {
            *taker = ranking[usize::from(rank)];
        }
        takers
    }
}

/// A card that was taken, and where it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// In which trick of the round, from 0.
    pub trick: u8,
    /// Who took it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// Where on the seat's board it lies.
    pub place: Place,
}

/// What lies on a player's board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Board {
    /// Five bits for each suit: the places where a card of it may go.
    may: u32,
    counts: [u8; N_COLUMNS + 1],
}

const N_PLACES: u32 = Place::ALL.len() as u32;

/// A bit for each suit.
const EACH_SUIT: u32 = {
    let mut bits = 0;
    let mut suit = 0;
    while suit < N_SUITS {
        bits |= 1 << (suit as u32 * N_PLACES);
        suit += 1;
    }
    bits
};

impl Board {
    /// An empty board with these places.
    pub(super) const fn new(places: u32) -> Board {
        Board { may: EACH_SUIT * places, counts: [0; N_COLUMNS + 1] }
    }

    /// How many cards lie at each place.
    pub fn counts(&self) -> [u8; N_COLUMNS + 1] {
        self.counts
    }

    /// The suit that lies at a place.
    pub fn suit_at(&self, place: Place) -> Option<Suit> {
        let here = |suit: &Suit| self.places(*suit) & 1 << place.index() != 0;
        Suit::ALL.into_iter().find(here).filter(|_| self.counts[place.index()] > 0)
    }

    /// Where a suit lies.
    pub fn place_of(&self, suit: Suit) -> Option<Place> {
        Place::ALL.into_iter().find(|&place| self.suit_at(place) == Some(suit))
    }

    /// CAS-25: where a card of this suit may go, as bits: to its suit, or to any empty place.
    #[inline]
    pub fn places(&self, suit: Suit) -> u32 {
        self.may >> (suit as u32 * N_PLACES) & ((1 << N_PLACES) - 1)
    }

    #[inline]
    fn put(&mut self, suit: Suit, place: Place) {
        let others = EACH_SUIT << place.index();
        let own = ((1 << N_PLACES) - 1) << (suit as u32 * N_PLACES);
        self.may = self.may & !others & !own | 1 << (suit as u32 * N_PLACES) << place.index();
        self.counts[place.index()] += 1;
    }
}

/// Everything that lies open on the table: known to every seat and to the rail.
///
/// The card that is left over of a trick (CAS-26) lay open before: that it may not be looked at again is a matter of
/// memory, and ours is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) rounds: u8,
    /// The suit that is left out.
    pub(super) out: Option<Suit>,
    pub(super) start: Seat,
    pub(super) turn: Seat,
    pub(super) n_tricks: u8,
    pub(super) tricks: [Trick; MAX_TRICKS],
    /// The cards of all tricks, for searches ask for them all the time.
    pub(super) played: Cards,
    /// The extra cards that have been turned up; what has not is red 1.
    pub(super) extras: [Card; N_EXTRA],
    /// The cards of each trick that were taken, as bits of [`Ask::Take`](super::Ask::Take).
    pub(super) takes: [[u8; MAX_TAKES]; MAX_TRICKS],
    /// Who takes the cards of this trick, in order.
    pub(super) takers: [Seat; MAX_TAKES],
    pub(super) n_taken: u8,
    /// The cards that can be taken, as bits by their place in `offer`.
    pub(super) offered: u8,
    pub(super) boards: BySeat<Board, MAX_SEATS>,
    /// Points of the rounds that have been finished.
    pub(super) scores: BySeat<i32, MAX_SEATS>,
}

impl Hash for Open {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.rounds, self.n_tricks, self.n_taken, self.turn).hash(hasher);
        for (trick, takes) in self.tricks().iter().zip(&self.takes) {
            (trick, u32::from_le_bytes(*takes)).hash(hasher);
        }
        if self.rules.n_extra() > 0 {
            self.extras().last().hash(hasher);
        }
    }
}

impl Open {
    pub(super) fn new(rules: Rules) -> Open {
        Open {
            rules,
            phase: Phase::Start,
            rounds: 0,
            out: None,
            start: Seat::new(0),
            turn: Seat::new(0),
            n_tricks: 0,
            tricks: [Trick::empty(Seat::new(0)); MAX_TRICKS],
            played: Cards::NONE,
            extras: [Card::numbered(0); N_EXTRA],
            takes: [[0; MAX_TAKES]; MAX_TRICKS],
            takers: [Seat::new(0); MAX_TAKES],
            n_taken: 0,
            offered: 0,
            boards: BySeat::default(),
            scores: BySeat::default(),
        }
    }

    /// The suit that is left out, once it is known.
    pub fn out(&self) -> Option<Suit> {
        self.out
    }

    /// Who started the round.
    pub fn start(&self) -> Seat {
        self.start
    }

    /// The tricks of the round, the one that is being played last.
    pub fn tricks(&self) -> &[Trick] {
        begun(&self.tricks, self.n_tricks)
    }

    /// The trick that is being played, or is about to be.
    #[inline]
    pub fn trick(&self) -> &Trick {
        &self.tricks[usize::from(self.n_tricks.min(self.rules.n_dealt() - 1))]
    }

    /// The cards that have been played in the round.
    #[inline]
    pub fn played(&self) -> Cards {
        self.played
    }

    /// CAS-20: the extra cards that have been turned up, the one of this trick last.
    pub fn extras(&self) -> &[Card] {
        let n_turned = if self.is_dealt() { self.n_tricks + 1 } else { 0 };
        &self.extras[..usize::from(n_turned.min(self.rules.n_extra()))]
    }

    /// CAS-24: the cards of a trick that could be taken: those played, in order, and the extra card. Behind them stands red 1.
    #[inline]
    pub(super) fn offer(&self, trick: usize) -> [Card; MAX_SEATS] {
        let mut offer = *self.tricks[trick].places();
        if self.rules.n_extra() > 0 {
            offer[usize::from(self.rules.n_seats())] = self.extras[trick];
        }
        offer
    }

    /// The cards that were taken in the round, in order.
    pub fn taken(&self) -> impl Iterator<Item = Taken> + '_ {
        let n_takes = self.rules.takes().len();
        let n_taken = usize::from(self.n_tricks) * n_takes + usize::from(self.n_taken);
        (0..n_taken).map(move |number| {
            let trick = number / n_takes;
            let bit = self.takes[trick][number % n_takes];
            Taken {
                trick: trick as u8,
                seat: self.tricks[trick].takers(self.rules)[number % n_takes],
                card: self.offer(trick)[usize::from(bit) / Place::ALL.len()],
                place: Place::from_index(bit % Place::ALL.len() as u8),
            }
        })
    }

    /// A seat's board; after the last trick of a round it stays until the next deal.
    pub fn board(&self, seat: Seat) -> &Board {
        &self.boards[seat]
    }

    /// What a seat's board is worth as it is.
    pub fn score(&self, seat: Seat) -> Score {
        self.rules.score(self.boards[seat].counts)
    }

    /// How many cards a seat holds.
    pub fn n_held(&self, seat: Seat) -> usize {
        if !self.is_dealt() {
            return 0;
        }
        let trick = self.tricks().get(usize::from(self.n_tricks));
        let played = trick.and_then(|trick| trick.card_of(seat, self.rules.n_seats())).is_some();
        usize::from(self.rules.n_dealt() - self.n_tricks) - usize::from(played)
    }

    /// Whether cards have been dealt: only before the first round they have not.
    pub(super) fn is_dealt(&self) -> bool {
        match self.phase {
            Phase::Start | Phase::Out => false,
            Phase::Deal => self.rounds > 0,
            Phase::Play | Phase::Take | Phase::Over => true,
        }
    }
}

/// A game of CATSle. Nobody at the table knows all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) open: Open,
    pub(super) hands: BySeat<Cards, MAX_SEATS>,
    /// The extra deck from the top. The first ones are turned up already.
    pub(super) extra: [Card; N_EXTRA],
    pub(super) aside: Cards,
}

const _: () = assert!(size_of::<State>() <= 384, "search copies states by the million");

impl State {
    pub(super) fn new(rules: Rules) -> State {
        State {
            open: Open::new(rules),
            hands: BySeat::default(),
            extra: [Card::numbered(0); N_EXTRA],
            aside: Cards::NONE,
        }
    }

    pub(super) fn chance(&mut self, chance: &Chance) {
        match chance {
            Chance::Start(seat) => {
                self.open.start = *seat;
                let leaves_out = self.open.rules.out().is_some();
                self.open.phase = if leaves_out { Phase::Out } else { Phase::Deal };
            }
            Chance::Out(suit) => {
                self.open.out = Some(*suit);
                self.open.phase = Phase::Deal;
            }
            Chance::Deal(deal) => self.deal(deal),
        }
    }

    /// CAS-4, CAS-10.
    fn deal(&mut self, deal: &Deal) {
        let open = &mut self.open;
        if open.rounds > 0 {
            open.start = open.start.left(open.rules.n_seats());
        }
        self.hands = deal.hands;
        self.extra = deal.extra;
        self.aside = deal.aside;
        self.begin_round();
    }

    fn begin_round(&mut self) {
        let open = &mut self.open;
        open.n_tricks = 0;
        open.n_taken = 0;
        open.offered = 0;
        open.tricks = [Trick::empty(Seat::new(0)); MAX_TRICKS];
        open.played = Cards::NONE;
        open.extras = [Card::numbered(0); N_EXTRA];
        open.takes = [[0; MAX_TAKES]; MAX_TRICKS];
        for seat in Seat::all(open.rules.n_seats()) {
            open.boards[seat] = Board::new(open.rules.places());
        }
        self.begin_trick(self.open.start);
    }

    pub(super) fn rewound(&self) -> Option<Rewound<State>> {
        let open = &self.open;
        if !matches!(open.phase, Phase::Play | Phase::Take) {
            return None;
        }
        let mut before = *self;
        let mut acts = Vec::new();
        let mut taken = open.taken().peekable();
        for (number, trick) in (0..).zip(open.tricks()) {
            for (seat, card) in trick.plays(open.rules.n_seats()) {
                before.hands[seat] = before.hands[seat].with(card);
                acts.push((seat, Action::Play(card)));
            }
            while let Some(Taken { seat, card, place, .. }) = taken.next_if(|t| t.trick == number) {
                acts.push((seat, Action::Take(card, place)));
            }
        }
        before.begin_round();
        Some((before, acts))
    }

    /// CAS-20.
    #[inline]
    fn begin_trick(&mut self, leader: Seat) {
        let open = &mut self.open;
        let trick = usize::from(open.n_tricks);
        open.tricks[trick] = Trick::empty(leader);
        if open.rules.n_extra() > 0 {
            open.extras[trick] = self.extra[trick];
        }
        open.turn = leader;
        open.phase = Phase::Play;
    }

    #[inline]
    pub(super) fn act(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Play(card) => self.play(seat, card),
            Action::Take(card, place) => self.take(seat, card, place),
        }
    }

    /// CAS-21, CAS-22, CAS-23.
    #[inline]
    fn play(&mut self, seat: Seat, card: Card) {
        let open = &mut self.open;
        let n_seats = open.rules.n_seats();
        let trick = &mut open.tricks[usize::from(open.n_tricks)];
        trick.play(card);
        open.played = open.played.with(card);
        self.hands[seat] = self.hands[seat].without(card);
        open.turn = seat.left(n_seats);
        if trick.cards().len() < usize::from(n_seats) {
            return;
        }
        open.takers = trick.takers(open.rules);
        open.turn = open.takers[0];
        open.offered = (1 << open.rules.n_offered()) - 1;
        open.phase = Phase::Take;
    }

    /// CAS-24, CAS-25, CAS-26, CAS-27.
    #[inline]
    fn take(&mut self, seat: Seat, card: Card, place: Place) {
        let open = &mut self.open;
        let (trick, n_taken) = (usize::from(open.n_tricks), usize::from(open.n_taken));
        // An empty place of the offer looks like red 1, but it stands behind the real one. Without a branch, for which card
        // is taken cannot be guessed.
        let mut slots = 0u32;
        for (slot, &offered) in open.offer(trick).iter().enumerate() {
            slots |= u32::from(offered == card) << slot;
        }
        let slot = slots.trailing_zeros() as usize;
        open.takes[trick][n_taken] = (slot * Place::ALL.len() + place.index()) as u8;
        open.boards[seat].put(card.suit(), place);
        open.offered &= !(1 << slot);
        open.n_taken += 1;
        let n_takes = open.rules.takes().len();
        if n_taken + 1 < n_takes {
            open.turn = open.takers[n_taken + 1];
            return;
        }
        self.end_trick();
    }

    /// CAS-27.
    #[inline]
    fn end_trick(&mut self) {
        let open = &mut self.open;
        let n_takes = open.rules.takes().len();
        let leader = match open.rules.lead {
            Lead::TwoCards => open.takers[n_takes - 1],
            Lead::Winner => open.takers[0],
        };
        open.n_taken = 0;
        open.offered = 0;
        open.n_tricks += 1;
        if open.n_tricks < open.rules.n_dealt() {
            self.begin_trick(leader);
        } else {
            self.end_round();
        }
    }

    /// Plays on at random to the end of the round: whole tricks at a time, once one begins.
    pub(super) fn finish_round(&mut self, dice: &mut impl Dice) {
        let rounds = self.open.rounds;
        while self.open.rounds == rounds {
            if self.open.phase == Phase::Play && self.open.trick().first().is_none() {
                self.random_trick(dice);
            } else if let Some(step) = self.random_step(dice) {
                self.apply(&step);
            } else {
                return;
            }
        }
    }

    /// A whole trick at random: the same plays and takes, by the same dice, as one step after the other.
    #[inline]
    fn random_trick(&mut self, dice: &mut impl Dice) {
        let open = &mut self.open;
        let n_seats = open.rules.n_seats();
        let number = usize::from(open.n_tricks);
        let mut trick = open.tricks[number];
        let mut seat = open.turn;
        let mut led = u64::MAX;
        for _ in 0..n_seats {
            let hand = self.hands[seat].bits();
            let card = Card::numbered(random_bit(following(hand, led), dice) as u8);
            if led == u64::MAX {
                led = card.suit().cards().bits();
            }
            self.hands[seat] = Cards::from_bits(hand & !(1 << card.index()));
            trick.play(card);
            open.played = open.played.with(card);
            seat = seat.left(n_seats);
        }
        open.tricks[number] = trick;
        open.takers = trick.takers(open.rules);
        let offer = open.offer(number);
        let shifts = offer.map(|card| card.suit() as u32 * N_PLACES);
        let mut offered = (1u32 << open.rules.n_offered()) - 1;
        let n_takes = open.rules.takes().len();
        for n_taken in 0..n_takes {
            let board = &mut open.boards[open.takers[n_taken]];
            let mut bits = 0;
            for (slot, shift) in shifts.iter().enumerate() {
                let places = board.may >> shift & ((1 << N_PLACES) - 1);
                bits |= u64::from((offered >> slot & 1) * places) << (slot as u32 * N_PLACES);
            }
            let bit = random_bit(bits, dice);
            let (slot, place) =
                ((bit / N_PLACES) as usize, Place::from_index((bit % N_PLACES) as u8));
            board.put(offer[slot].suit(), place);
            offered &= !(1 << slot);
            open.takes[number][n_taken] = bit as u8;
        }
        open.turn = open.takers[n_takes - 1];
        self.end_trick();
    }

    /// CAS-10, CAS-33, CAS-34.
    fn end_round(&mut self) {
        let open = &mut self.open;
        for seat in Seat::all(open.rules.n_seats()) {
            open.scores[seat] += open.score(seat).points;
        }
        open.rounds += 1;
        open.phase = if usize::from(open.rounds) < N_ROUNDS { Phase::Deal } else { Phase::Over };
    }
}
