//! A game of CATSle: what lies open, what is hidden, and how steps change both.

use std::hash::{Hash, Hasher};

use super::cards::{Card, Cards, N_COLUMNS, N_SUITS, Place, Suit};
use super::notation::{Action, Chance, Deal};
use super::rules::{
    MAX_SEATS, MAX_TAKERS, MAX_TAKES, MAX_TRICKS, N_EXTRA, N_ROUNDS, Rules, Score, n_offered, takes,
};
use crate::bits::{random_bit, random_bit_32};
use crate::{BySeat, Dice, Game as _, Rewound, Rules as _, Seat, begun, following, next_start};

/// A stage of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The first start player is about to be drawn.
    Start,
    /// The suit to leave out is about to be drawn (CAS-2).
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
    /// CAS-22: the players of the cards, the strongest card first. Unused slots hold any seat.
    pub fn ranking(&self, n_seats: u8) -> [Seat; MAX_SEATS] {
        strongest(self.cards()).map(|order| self.leader().clockwise(order, n_seats))
    }

    /// CAS-23: the takers of single cards, in order, once everybody has played.
    #[inline]
    pub(super) fn takers(self, n_seats: u8) -> [Seat; MAX_TAKES] {
        takers(self.leader(), &self.places()[..usize::from(n_seats)])
    }
}

/// CAS-23: the takers of single cards, in order, of a full trick. The leader played the first of these cards.
#[inline]
fn takers(leader: Seat, cards: &[Card]) -> [Seat; MAX_TAKES] {
    let n_seats = cards.len() as u8;
    let strongest: [u8; MAX_TAKERS] = strongest(cards);
    let ranking = strongest.map(|order| leader.clockwise(order, n_seats));
    let mut takers = [leader; MAX_TAKES];
    for (taker, &rank) in takers.iter_mut().zip(takes(n_seats)) {
        *taker = ranking[usize::from(rank)];
    }
    takers
}

/// CAS-22: the strongest cards of a trick, the strongest first, as places in the order of play. Unused slots hold the
/// first place.
#[inline]
fn strongest<const N: usize>(cards: &[Card]) -> [u8; N] {
    let mut keys = [0u32; N];
    for (order, card) in (0..).zip(cards) {
        // The suit led first, then the rank, then who played later.
        let follows = u32::from(card.suit() == cards[0].suit());
        let mut weaker = follows << 7 | u32::from(card.rank()) << 3 | order;
        // Branch-free: the processor cannot predict which card is the strongest.
        for key in &mut keys {
            (*key, weaker) = ((*key).max(weaker), (*key).min(weaker));
        }
    }
    keys.map(|key| key as u8 & 7)
}

/// A card that was taken, and its place on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// The trick of the round, from 0.
    pub trick: u8,
    /// The seat that took it.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// Its place on the seat's board.
    pub place: Place,
}

/// The cards on a player's board. Its size is a power of two, so that indexing by seat needs no multiplication.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(8))]
pub struct Board {
    /// The places where a card of each suit may go, as bits: a byte for each suit, padded to a word.
    may: [u8; 8],
    counts: [u8; N_COLUMNS + 1],
}

/// A bit for each suit.
const EACH_SUIT: u64 = u64::from_le_bytes([1, 1, 1, 1, 1, 0, 0, 0]);

/// Masks for `Board::may` when a card is placed, by its suit × 8 + its place: other suits lose that place, and its own
/// suit loses all places. `Board::put` then adds the one place.
static STAYS: [u64; 64] = {
    let mut stays = [0; 64];
    let mut suit = 0;
    while suit < N_SUITS {
        let mut place = 0;
        while place < Place::ALL.len() {
            stays[suit * 8 + place] = !(EACH_SUIT << place | 0xff << (suit * 8));
            place += 1;
        }
        suit += 1;
    }
    stays
};

impl Board {
    /// An empty board with these places, as bits: see [`Rules::places`].
    pub const fn new(places: u32) -> Board {
        Board { may: (EACH_SUIT * places as u64).to_le_bytes(), counts: [0; N_COLUMNS + 1] }
    }

    /// How many cards lie at each place.
    pub fn counts(&self) -> [u8; N_COLUMNS + 1] {
        self.counts
    }

    /// The suit at a place.
    pub fn suit_at(&self, place: Place) -> Option<Suit> {
        let here = |suit: &Suit| self.places(*suit) & 1 << place.index() != 0;
        Suit::ALL.into_iter().find(here).filter(|_| self.counts[place.index()] > 0)
    }

    /// The place of a suit.
    pub fn place_of(&self, suit: Suit) -> Option<Place> {
        Place::ALL.into_iter().find(|&place| self.suit_at(place) == Some(suit))
    }

    /// CAS-25: the places where a card of this suit may go, as bits: that of its suit, or any empty place.
    #[inline]
    pub fn places(&self, suit: Suit) -> u32 {
        self.may[suit as usize].into()
    }

    /// CAS-25: the board with one more card, if the card may go there.
    pub fn with(mut self, suit: Suit, place: Place) -> Option<Board> {
        let may = self.places(suit) & 1 << place.index() != 0;
        self.put(suit, place);
        may.then_some(self)
    }

    #[inline]
    fn put(&mut self, suit: Suit, place: Place) {
        let here = suit as usize * 8 + place.index();
        self.may = (u64::from_le_bytes(self.may) & STAYS[here] | 1 << here).to_le_bytes();
        self.counts[place.index()] += 1;
    }
}

/// Everything that lies open on the table, known to every seat and to the rail.
///
/// The card left over from a trick (CAS-26) stays in view: players may not look at it again, but all have seen it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) rounds: u8,
    /// The suit left out.
    pub(super) out: Option<Suit>,
    pub(super) start: Seat,
    pub(super) turn: Seat,
    pub(super) n_tricks: u8,
    pub(super) tricks: [Trick; MAX_TRICKS],
    /// The cards of all tricks, kept because searches ask for them all the time.
    pub(super) played: Cards,
    /// The extra cards that have been turned up. Unused slots hold red 1.
    pub(super) extras: [Card; N_EXTRA],
    /// The takes of each trick, as bits of [`Ask::Take`](super::Ask::Take).
    pub(super) takes: [[u8; MAX_TAKES]; MAX_TRICKS],
    /// The takers of the cards of this trick, in order.
    pub(super) takers: [Seat; MAX_TAKES],
    pub(super) n_taken: u8,
    /// The cards that nobody has taken yet, as bits by their place in `offer`.
    pub(super) offered: u8,
    pub(super) boards: BySeat<Board, MAX_SEATS>,
    /// Points of the finished rounds.
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

    /// The suit left out, once it is known.
    pub fn out(&self) -> Option<Suit> {
        self.out
    }

    /// The start player of the round.
    pub fn start(&self) -> Seat {
        self.start
    }

    /// The tricks of the round, the current one last.
    pub fn tricks(&self) -> &[Trick] {
        begun(&self.tricks, self.n_tricks)
    }

    /// How many tricks of the round are finished. At a [`Beat`](crate::Beat) all cards of an unfinished trick can have
    /// been taken.
    pub fn n_finished(&self) -> usize {
        self.n_tricks.into()
    }

    /// The current trick, which may still be empty.
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

    /// CAS-24: the cards on offer in a trick: those played, in order, and the extra card. Unused slots hold red 1.
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
                seat: self.tricks[trick].takers(self.rules.n_seats())[number % n_takes],
                card: self.offer(trick)[usize::from(bit / 8)],
                place: Place::from_index(bit % 8),
            }
        })
    }

    /// A seat's board; after the last trick of a round it stays until the next deal.
    pub fn board(&self, seat: Seat) -> &Board {
        &self.boards[seat]
    }

    /// The score of a seat's board as it is.
    pub fn score(&self, seat: Seat) -> Score {
        self.rules.score(self.boards[seat].counts)
    }

    /// The number of cards in a hand.
    pub fn n_held(&self, seat: Seat) -> usize {
        if !self.is_dealt() {
            return 0;
        }
        let trick = self.tricks().get(usize::from(self.n_tricks));
        let played = trick.and_then(|trick| trick.card_of(seat, self.rules.n_seats())).is_some();
        usize::from(self.rules.n_dealt() - self.n_tricks) - usize::from(played)
    }

    /// Whether cards have been dealt. Only before the first deal they have not.
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
    /// The extra deck from the top. Its first cards are turned up already.
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

    /// CAS-4, CAS-10: deals a round, which starts to the left of the last one.
    fn deal(&mut self, deal: &Deal) {
        let open = &mut self.open;
        open.start = next_start(open.start, open.rounds, open.rules.n_seats());
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

    /// CAS-20: begins a trick; with 3 players an extra card is turned up.
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
            Action::Play(card) => self.play_card(seat, card),
            Action::Take(card, place) => self.take(seat, card, place),
        }
    }

    /// CAS-21: plays a card. CAS-22, CAS-23: a full trick is ranked, and the best take cards.
    #[inline]
    fn play_card(&mut self, seat: Seat, card: Card) {
        let open = &mut self.open;
        let n_seats = open.rules.n_seats();
        let trick = &mut open.tricks[usize::from(open.n_tricks)];
        if !trick.play_from_hand(card, &mut self.hands[seat], &mut open.played, n_seats) {
            open.turn = seat.left(n_seats);
            return;
        }
        open.takers = trick.takers(n_seats);
        open.turn = open.takers[0];
        open.offered = (1 << open.rules.n_offered()) - 1;
        open.phase = Phase::Take;
    }

    /// CAS-24, CAS-25: takes a card and places it.
    #[inline]
    pub(super) fn take_card(&mut self, seat: Seat, card: Card, place: Place) {
        let open = &mut self.open;
        let (trick, n_taken) = (usize::from(open.n_tricks), usize::from(open.n_taken));
        // Unused slots of the offer hold red 1 too, but come after the real one. Branch-free: the processor cannot predict
        // which card is taken.
        let mut slots = 0u32;
        for (slot, &offered) in open.offer(trick).iter().enumerate() {
            slots |= u32::from(offered == card) << slot;
        }
        let slot = slots.trailing_zeros() as usize;
        open.takes[trick][n_taken] = (slot * 8 + place.index()) as u8;
        open.boards[seat].put(card.suit(), place);
        open.offered &= !(1 << slot);
        open.n_taken += 1;
    }

    /// CAS-24: the next seat takes. CAS-26: after the last take one card is left over.
    #[inline]
    fn take(&mut self, seat: Seat, card: Card, place: Place) {
        self.take_card(seat, card, place);
        let open = &mut self.open;
        let n_taken = usize::from(open.n_taken);
        if n_taken < open.rules.takes().len() {
            open.turn = open.takers[n_taken];
            return;
        }
        self.end_trick();
    }

    /// CAS-27: ends a trick; the seat that took two cards leads the next.
    #[inline]
    fn end_trick(&mut self) {
        let open = &mut self.open;
        let leader = open.rules.lead.after(open.takers, open.rules.takes().len() - 1);
        open.n_taken = 0;
        open.offered = 0;
        open.n_tricks += 1;
        if open.n_tricks < open.rules.n_dealt() {
            self.begin_trick(leader);
        } else {
            self.end_round();
        }
    }

    /// Plays at random to the end of the round: single steps to the end of this trick, then whole tricks.
    pub(super) fn finish_round(&mut self, dice: &mut impl Dice) {
        let rounds = self.open.rounds;
        while self.open.rounds == rounds {
            if self.open.phase == Phase::Play && self.open.trick().first().is_none() {
                match self.open.rules.n_seats() {
                    3 => self.random_tricks::<3>(dice),
                    4 => self.random_tricks::<4>(dice),
                    _ => self.random_tricks::<5>(dice),
                }
            } else if let Some(step) = self.random_step(dice) {
                self.apply(&step);
            } else {
                return;
            }
        }
    }

    /// Plays the rest of the round at random, from the beginning of a trick: the same plays and takes as single steps by
    /// the same dice. The number of seats is a constant, so that loops can be unrolled.
    fn random_tricks<const N_SEATS: usize>(&mut self, dice: &mut impl Dice) {
        let n_seats = N_SEATS as u8;
        let last_take = takes(n_seats).len() - 1;
        let open = &mut self.open;
        open.played = self.hands.0.iter().fold(open.played, |played, &hand| played | hand);
        for number in usize::from(open.n_tricks)..usize::from(open.rules.n_dealt()) {
            let (leader, trick) = (open.turn, &mut open.tricks[number]);
            *trick = Trick::empty(leader);
            random_plays::<N_SEATS>(leader, trick, &mut self.hands, dice);
            let cards = trick.places();
            open.takers = takers(leader, &cards[..N_SEATS]);
            let mut suits = [Suit::Red; MAX_SEATS];
            for order in 0..N_SEATS {
                suits[order] = cards[order].suit();
            }
            if n_offered(n_seats) > n_seats {
                open.extras[number] = self.extra[number];
                suits[N_SEATS] = self.extra[number].suit();
            }
            let taken = &mut open.takes[number];
            random_takes::<N_SEATS>(suits, open.takers, &mut open.boards, taken, dice);
            open.turn = open.rules.lead.after(open.takers, last_take);
        }
        open.turn = open.takers[last_take];
        open.n_tricks = open.rules.n_dealt();
        self.end_round();
    }

    /// CAS-33: counts the points of a round. CAS-10, CAS-34: the game ends after the third.
    fn end_round(&mut self) {
        let open = &mut self.open;
        for seat in Seat::all(open.rules.n_seats()) {
            open.scores[seat] += open.score(seat).points;
        }
        open.rounds += 1;
        open.phase = if usize::from(open.rounds) < N_ROUNDS { Phase::Deal } else { Phase::Over };
    }
}

/// CAS-21: everybody plays a card at random.
#[inline]
fn random_plays<const N_SEATS: usize>(
    leader: Seat,
    trick: &mut Trick,
    hands: &mut BySeat<Cards, MAX_SEATS>,
    dice: &mut impl Dice,
) {
    let mut seat = leader;
    let mut led = u64::MAX;
    for order in 0..N_SEATS {
        let hand = hands[seat];
        let card = Card::numbered(random_bit(following(hand.bits(), led), dice) as u8);
        if order == 0 {
            led = card.suit().cards().bits();
        }
        hands[seat] = hand.without(card);
        trick.play(card);
        seat = seat.left(N_SEATS as u8);
    }
}

/// CAS-24, CAS-25: the takers take random cards of the offer, given by their suits, and place them at random.
#[inline]
fn random_takes<const N_SEATS: usize>(
    suits: [Suit; MAX_SEATS],
    takers: [Seat; MAX_TAKES],
    boards: &mut BySeat<Board, MAX_SEATS>,
    taken: &mut [u8; MAX_TAKES],
    dice: &mut impl Dice,
) {
    let n_offered = usize::from(n_offered(N_SEATS as u8));
    let mut there = u64::MAX >> (64 - 8 * n_offered);
    for n_taken in 0..takes(N_SEATS as u8).len() {
        let board = &mut boards[takers[n_taken]];
        let mut places = [0; 8];
        for slot in 0..n_offered {
            places[slot] = board.may[suits[slot] as usize];
        }
        let bits = u64::from_le_bytes(places) & there;
        let bit =
            if n_offered == 4 { random_bit_32(bits as u32, dice) } else { random_bit(bits, dice) };
        board.put(suits[(bit / 8) as usize], Place::from_index((bit % 8) as u8));
        there &= !(0xff << (bit / 8 * 8));
        taken[n_taken] = bit as u8;
    }
}
