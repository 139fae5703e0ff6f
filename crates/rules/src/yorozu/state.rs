//! A match of Yorozu: what lies open, what is hidden, and how steps change both.
//!
//! Four places take part in every round. With 3 players the fourth is the dummy's: seat 3 in lists by place.

use std::hash::{Hash, Hasher};

use super::cards::{Card, Cards, Multiplier, Multipliers, Season, Seasons};
use super::notation::{Action, Chance, Deal};
use super::rules::{MAX_BOOZE, MAX_SEATS, N_ROUNDS, Rules, RulesLevel};
use crate::{BySeat, Rewound, Rules as _, Seat, Seats, lay_out};

/// The dummy's place with 3 players (YOR-13).
pub(super) const DUMMY: Seat = Seat::new(3);

/// The most tokens of a season for one player (YOR-64).
const MAX_TOKENS: u8 = 2;

/// A stage of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The start player of the first feast is about to be drawn (experienced).
    Start,
    /// Multiplier cards are about to be dealt (experienced).
    Multipliers,
    /// A feast is about to be dealt.
    Deal,
    /// Everybody says whether they want a new deal (YOR-12).
    Redeal,
    /// One of those tied for the lowest total is about to be drawn, to name the start player (experienced).
    TieToName,
    /// One of those tied for the lowest total is about to be drawn, to take the first token (advanced).
    TieToTake,
    /// The order of the first tokens is about to be drawn (advanced).
    Order,
    /// The player with the lowest total names the start player (experienced).
    First,
    /// Multiplier cards are chosen, one player after another (experienced).
    Use,
    /// Three tokens each are taken before the first feast (advanced).
    FirstTokens,
    /// One more token each is taken before a later feast (advanced).
    Token,
    /// Everybody chooses a card.
    Play,
    /// The player of the only crow chooses one of two Yorozu (YOR-32).
    Swap,
    /// Tokens are taken for Yorozu after a feast (YOR-62).
    Bonus,
    /// The match has ended.
    Over,
}

impl crate::Phase for Phase {
    fn asked(self) -> &'static str {
        match self {
            Phase::Start => "yorozu-asked-start",
            Phase::Multipliers => "yorozu-asked-multipliers",
            Phase::Deal => "yorozu-asked-deal",
            Phase::Redeal => "yorozu-asked-redeal",
            Phase::TieToName | Phase::TieToTake => "yorozu-asked-tie",
            Phase::Order => "yorozu-asked-order",
            Phase::First => "yorozu-asked-first",
            Phase::Use => "yorozu-asked-use",
            Phase::FirstTokens | Phase::Token | Phase::Bonus => "yorozu-asked-token",
            Phase::Play => "yorozu-asked-play",
            Phase::Swap => "yorozu-asked-swap",
            Phase::Over => "yorozu-asked-nothing",
        }
    }

    fn rule(self) -> &'static str {
        match self {
            Phase::Start | Phase::TieToName | Phase::First => "YOR-52",
            Phase::Multipliers => "YOR-50",
            Phase::Deal => "YOR-11",
            Phase::Redeal => "YOR-12",
            Phase::Order | Phase::FirstTokens => "YOR-60",
            Phase::Use => "YOR-51",
            Phase::Token | Phase::TieToTake => "YOR-63",
            Phase::Play => "YOR-21",
            Phase::Swap => "YOR-32",
            Phase::Bonus => "YOR-62",
            Phase::Over => "YOR-42",
        }
    }
}

/// Everything that lies open on the table, known to every seat and to the rail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Open {
    pub(super) rules: Rules,
    pub(super) phase: Phase,
    pub(super) feasts: u32,
    /// Whether the feast that decides a tie is being played (YOR-43).
    pub(super) extra: bool,
    /// Whether there are cards on the table: not before the first deal, nor before a new deal (YOR-12).
    pub(super) is_dealt: bool,
    pub(super) n_rounds: u8,
    pub(super) n_swaps: u8,
    pub(super) start: Seat,
    pub(super) turn: Seat,
    /// The seats that have made their sealed choice.
    pub(super) chosen: Seats,
    /// The lower and the higher card face up.
    pub(super) up: [Card; 2],
    /// The dummy's card for this round, once it is turned up (YOR-24).
    pub(super) dummy_up: Option<Card>,
    /// The card that each place played, by round.
    pub(super) plays: [BySeat<Card, MAX_SEATS>; N_ROUNDS],
    /// The card in front of each place after crow swaps, in the last revealed round.
    pub(super) front: BySeat<Card, MAX_SEATS>,
    /// The card that each place took, by round.
    pub(super) taken: [BySeat<Card, MAX_SEATS>; N_ROUNDS],
    pub(super) booze: BySeat<u8, MAX_SEATS>,
    /// The seasons of which a seat is known to hold no card.
    pub(super) voids: BySeat<Seasons, MAX_SEATS>,
    /// No-more-season markers (YOR-23).
    pub(super) markers: BySeat<Seasons, MAX_SEATS>,
    pub(super) in_use: BySeat<Option<Multiplier>, MAX_SEATS>,
    /// Multiplier cards used since they were dealt.
    pub(super) used: Multipliers,
    pub(super) n_multipliers: BySeat<u8, MAX_SEATS>,
    pub(super) tokens: BySeat<[u8; 4], MAX_SEATS>,
    /// The order in which seats take tokens, how many seats are done, and how many tokens the next seat has taken.
    pub(super) order: [Seat; MAX_SEATS],
    pub(super) n_done: u8,
    pub(super) n_taken: u8,
    /// The seats that still take a token for Yorozu 0 and for Yorozu 13.
    pub(super) bonus: [Option<Seat>; 2],
    /// The count of each seat at the end of the last feast, before tokens went back.
    pub(super) last_count: BySeat<Count, MAX_SEATS>,
    /// The tokens of each seat at the end of the last feast, before they went back (YOR-62).
    pub(super) last_tokens: BySeat<[u8; 4], MAX_SEATS>,
    pub(super) points: BySeat<i32, MAX_SEATS>,
    pub(super) totals: BySeat<i32, MAX_SEATS>,
}

const NO_CARDS: BySeat<Card, MAX_SEATS> = BySeat([Card::YOROZU_0; MAX_SEATS]);

impl Hash for Open {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.feasts, self.phase as u8, self.turn, self.start).hash(hasher);
        (self.chosen, self.n_rounds, self.n_swaps, self.n_done, self.n_taken).hash(hasher);
        self.up.hash(hasher);
        for (plays, taken) in self.plays().iter().zip(&self.taken) {
            (plays, taken).hash(hasher);
        }
        self.dummy_up.hash(hasher);
        self.in_use.hash(hasher);
        self.tokens.0.map(u32::from_le_bytes).hash(hasher);
    }
}

impl Open {
    fn new(rules: Rules) -> Open {
        Open {
            rules,
            phase: Phase::Deal,
            feasts: 0,
            extra: false,
            is_dealt: false,
            n_rounds: 0,
            n_swaps: 0,
            start: Seat::new(0),
            turn: Seat::new(0),
            chosen: Seats::NONE,
            up: [Card::YOROZU_0; 2],
            dummy_up: None,
            plays: [NO_CARDS; N_ROUNDS],
            front: NO_CARDS,
            taken: [NO_CARDS; N_ROUNDS],
            booze: BySeat::default(),
            voids: BySeat::default(),
            markers: BySeat::default(),
            in_use: BySeat::default(),
            used: Multipliers::NONE,
            n_multipliers: BySeat::default(),
            tokens: BySeat::default(),
            order: [Seat::new(0); MAX_SEATS],
            n_done: 0,
            n_taken: 0,
            bonus: [None; 2],
            last_count: BySeat::default(),
            last_tokens: BySeat::default(),
            points: BySeat::default(),
            totals: BySeat::default(),
        }
    }

    /// How many feasts have been finished.
    pub fn feasts(&self) -> u32 {
        self.feasts
    }

    /// How many rounds of the feast have been finished.
    pub fn n_rounds(&self) -> u8 {
        self.n_rounds
    }

    /// The seats that have made their sealed choice.
    pub fn chosen(&self) -> Seats {
        self.chosen
    }

    /// The lower and the higher card face up, once there are any.
    pub fn up(&self) -> Option<[Card; 2]> {
        self.is_dealt.then_some(self.up)
    }

    /// The dummy's card for this round.
    pub fn dummy_up(&self) -> Option<Card> {
        self.dummy_up
    }

    /// YOR-20: the seasons that are open.
    #[inline]
    pub fn open_seasons(&self) -> Seasons {
        (self.up[0].seasons() | self.up[1].seasons()).others()
    }

    /// YOR-22: the seasons that a seat lacks, as this card shows: all open ones, if the season of the card is closed.
    pub(super) fn shown_missing(&self, card: Card) -> Seasons {
        let open_seasons = self.open_seasons();
        if card.seasons().is_within(open_seasons) { Seasons::NONE } else { open_seasons }
    }

    /// YOR-23: whether markers are laid in this round.
    pub(super) fn lays_markers(&self) -> bool {
        self.n_rounds < self.rules.last_marker_round()
    }

    /// The cards that a place has taken in the feast, in order.
    pub fn taken(&self, place: Seat) -> impl Iterator<Item = Card> + Clone + '_ {
        self.taken[..usize::from(self.n_rounds)].iter().map(move |round| round[place])
    }

    /// The cards of each place in the rounds so far, as revealed.
    pub fn plays(&self) -> &[BySeat<Card, MAX_SEATS>] {
        let n_shown = usize::from(self.n_rounds) + usize::from(self.phase == Phase::Swap);
        &self.plays[..n_shown]
    }

    /// Booze tokens of a seat.
    pub fn booze(&self, seat: Seat) -> u8 {
        self.booze[seat]
    }

    /// The no-more-season markers before a seat.
    pub fn markers(&self, seat: Seat) -> Seasons {
        self.markers[seat]
    }

    /// The multiplier card that a seat uses in this feast.
    pub fn in_use(&self, seat: Seat) -> Option<Multiplier> {
        self.in_use[seat]
    }

    /// A seat's season tokens, by season.
    pub fn tokens(&self, seat: Seat) -> [u8; 4] {
        self.tokens[seat]
    }

    /// The points of a seat in the last finished feast.
    pub fn points(&self, seat: Seat) -> i32 {
        self.points[seat]
    }

    /// The number of cards in a hand. A chosen card counts until it is revealed.
    pub fn n_held(&self) -> usize {
        if self.is_dealt { N_ROUNDS - self.plays().len() } else { 0 }
    }

    /// All cards that everybody has seen in the feast.
    pub(super) fn seen_cards(&self) -> Cards {
        if !self.is_dealt {
            return Cards::NONE;
        }
        let played = self.plays().iter().flat_map(|round| round.0);
        let taken = self.taken[..usize::from(self.n_rounds)].iter().flat_map(|round| round.0);
        played.chain(taken).chain(self.up).chain(self.dummy_up).collect()
    }

    /// Whether the dummy's card lies open for a round that is not revealed yet.
    pub(super) fn dummy_turned(&self) -> bool {
        self.dummy_up.is_some() && self.phase == Phase::Play
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::all(self.rules.n_seats())
    }

    /// The seats with the lowest total.
    pub(super) fn lowest(&self) -> Seats {
        Seats::highest(self.rules.n_seats(), |seat| std::cmp::Reverse(self.totals[seat]))
    }

    /// The seats with the highest total.
    pub(super) fn highest(&self) -> Seats {
        Seats::highest(self.rules.n_seats(), |seat| self.totals[seat])
    }

    /// YOR-60, YOR-64: the seasons of which a seat can take a token.
    pub(super) fn takeable(&self, seat: Seat) -> Seasons {
        let takeable = |season: &Season| self.no_token(seat, *season).is_none();
        Season::ALL.into_iter().filter(takeable).collect()
    }

    /// Why a seat cannot take a token of a season, if it cannot.
    pub(super) fn no_token(&self, seat: Seat, season: Season) -> Option<NoToken> {
        let own = self.tokens[seat][season as usize];
        let n_out: u8 = self.seats().map(|seat| self.tokens[seat][season as usize]).sum();
        let first_three = self.phase == Phase::FirstTokens;
        if n_out >= self.rules.n_tokens() {
            Some(NoToken::NoneLeft)
        } else if first_three && own > 0 {
            Some(NoToken::Different)
        } else if own >= MAX_TOKENS {
            Some(NoToken::TwoAlready)
        } else {
            None
        }
    }

    /// The card in front of a place after crow swaps, in the last revealed round.
    pub fn front(&self, place: Seat) -> Card {
        self.front[place]
    }

    /// YOR-26: the places with the lowest and with the highest card in front of them. They take the cards face up.
    pub fn ends(&self) -> [Seat; 2] {
        let strength = |place: &Seat| self.rules.strength(self.front[*place]);
        let places = Seat::all(MAX_SEATS as u8);
        let lowest = places.clone().min_by_key(strength).expect("there are four places");
        let highest = places.max_by_key(strength).expect("there are four places");
        [lowest, highest]
    }

    /// The count of a seat at the end of a feast.
    pub(super) fn count(&self, seat: Seat) -> Count {
        let times = |season| match (self.rules.level, self.in_use[seat]) {
            (RulesLevel::Experienced, Some(card)) => self.rules.multiplier(card, season),
            (RulesLevel::Advanced, _) => self.tokens[seat][season as usize].into(),
            (RulesLevel::Basic | RulesLevel::Experienced, _) => 1,
        };
        Count::of(&self.rules, self.taken(seat), self.booze[seat], times)
    }
}

/// Why no token of a season can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoToken {
    /// The supply is out.
    NoneLeft,
    /// The first three must differ (YOR-60).
    Different,
    /// The seat has two (YOR-64).
    TwoAlready,
}

/// What counts for a seat at the end of a feast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Fish, multiplied by season.
    pub fish: i32,
    /// Booze tokens.
    pub booze: u8,
    /// Crows.
    pub crows: u8,
}

impl Count {
    /// The count of these cards and booze tokens, with a multiplier for the fish of each season.
    pub fn of(
        rules: &Rules,
        taken: impl IntoIterator<Item = Card>,
        booze: u8,
        times: impl Fn(Season) -> i32,
    ) -> Count {
        let mut count = Count { fish: 0, booze, crows: 0 };
        for card in taken {
            count.crows += u8::from(card.is_crow());
            let Some(season) = card.season() else { continue };
            count.fish += i32::from(rules.fish(card)) * times(season);
        }
        count
    }

    /// YOR-40, YOR-41: halving rounds up toward plus infinity, also below zero.
    pub fn points(self) -> i32 {
        let Count { fish, booze, crows } = self;
        let (fish, booze) = match booze {
            0..MAX_BOOZE => (fish, 2 * i32::from(booze)),
            _ => ((fish + 1).div_euclid(2), 0),
        };
        fish + booze - i32::from(crows)
    }
}

/// A match of Yorozu. Nobody at the table knows all of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) open: Open,
    pub(super) hands: BySeat<Cards, MAX_SEATS>,
    /// The dummy deck from the top. The cards of finished rounds have been turned up.
    pub(super) dummy: [Card; N_ROUNDS],
    /// The seats that want a new deal.
    pub(super) wishes: Seats,
    /// Cards chosen but not revealed. They are still in hand.
    pub(super) sealed: BySeat<Option<Card>, MAX_SEATS>,
    pub(super) multipliers: BySeat<Multipliers, MAX_SEATS>,
}

const _: () = assert!(size_of::<State>() <= 512, "search copies states by the million");

impl State {
    pub(super) fn new(rules: Rules) -> State {
        let mut state = State {
            open: Open::new(rules),
            hands: BySeat::default(),
            dummy: [Card::YOROZU_0; N_ROUNDS],
            wishes: Seats::NONE,
            sealed: BySeat::default(),
            multipliers: BySeat::default(),
        };
        if rules.level == RulesLevel::Experienced {
            state.open.phase = Phase::Start;
        }
        state
    }

    pub(super) fn chance(&mut self, chance: &Chance) {
        match chance {
            Chance::Start(seat) => {
                self.open.start = *seat;
                self.begin_feast();
            }
            Chance::Multipliers(hands) => {
                self.multipliers = *hands;
                self.open.used = Multipliers::NONE;
                for seat in self.open.seats() {
                    self.open.n_multipliers[seat] = self.open.rules.n_multipliers() as u8;
                }
                self.open.phase = Phase::Deal;
            }
            Chance::Deal(deal) => self.deal(deal),
            Chance::Tie(seat) => self.lowest_is(*seat),
            Chance::Order(order) => {
                self.open.order = order.seats;
                self.next_token();
            }
        }
    }

    /// YOR-50, YOR-53: begins a feast, with new multiplier cards once all are used.
    fn begin_feast(&mut self) {
        let deals = self.open.rules.level == RulesLevel::Experienced
            && self.open.n_multipliers[Seat::new(0)] == 0;
        self.open.phase = if deals { Phase::Multipliers } else { Phase::Deal };
    }

    /// YOR-10, YOR-11, YOR-13: takes the hands, the face-up pair and the dummy deck of a feast.
    fn deal(&mut self, deal: &Deal) {
        let open = &mut self.open;
        let mut up = [Card::YOROZU_0; 2];
        lay_out(deal.up.iter(), &mut up);
        up.sort_by_key(|&card| open.rules.strength(card));
        open.is_dealt = true;
        open.phase = Phase::Redeal;
        open.in_use = BySeat::default();
        (open.n_done, open.n_taken) = (0, 0);
        self.hands = deal.hands;
        self.dummy = deal.dummy.unwrap_or([Card::YOROZU_0; N_ROUNDS]);
        self.wishes = Seats::NONE;
        self.clear_rounds(up);
    }

    /// Resets the rounds of the feast, with these cards face up.
    fn clear_rounds(&mut self, up: [Card; 2]) {
        let open = &mut self.open;
        open.up = up;
        open.n_rounds = 0;
        open.n_swaps = 0;
        open.chosen = Seats::NONE;
        open.dummy_up = None;
        open.plays = [NO_CARDS; N_ROUNDS];
        open.front = NO_CARDS;
        open.taken = [NO_CARDS; N_ROUNDS];
        open.booze = BySeat::default();
        open.voids = BySeat::default();
        open.markers = BySeat::default();
    }

    /// The table before the first answer to a new deal or before the first round of the feast, and the decisions since.
    pub(super) fn rewound(&self) -> Option<Rewound<State>> {
        let phase = self.open.phase;
        if phase == Phase::Redeal {
            return Some(self.rewound_answers());
        }
        matches!(phase, Phase::Play | Phase::Swap).then(|| self.rewound_rounds())
    }

    /// YOR-12: the table before the first answer, and the answers.
    fn rewound_answers(&self) -> Rewound<State> {
        let mut before = *self;
        before.open.chosen = Seats::NONE;
        before.wishes = Seats::NONE;
        let answer = |seat: Seat| (seat, Action::Redeal(self.wishes.has(seat)));
        (before, self.open.chosen.iter().map(answer).collect())
    }

    fn rewound_rounds(&self) -> Rewound<State> {
        let open = &self.open;
        let mut before = *self;
        before.sealed = BySeat::default();
        for round in open.plays() {
            for seat in open.seats() {
                before.hands[seat] = before.hands[seat].with(round[seat]);
            }
        }
        before.clear_rounds(self.first_up());
        before.begin_round();
        let mut acts = Vec::new();
        let mut again = before;
        for (round, taken) in open.plays().iter().zip(&open.taken) {
            for seat in open.seats() {
                acts.push((seat, Action::Play(round[seat])));
                again.choose(seat, round[seat]);
            }
            if again.open.phase == Phase::Swap && again.open.n_rounds < open.n_rounds {
                // The swap is not stored: try both Yorozu, and keep the one that explains the cards taken.
                let crow = again.open.turn;
                let sent_to = |yorozu: &Card| {
                    let mut tried = again;
                    tried.act(crow, Action::Swap(*yorozu));
                    tried.open.taken[usize::from(again.open.n_rounds)] == *taken
                };
                let yorozu = [Card::YOROZU_0, Card::YOROZU_13].into_iter().find(sent_to);
                let swap = Action::Swap(yorozu.expect("the crow was sent to one of them"));
                acts.push((crow, swap));
                again.act(crow, swap);
            }
        }
        for seat in open.seats() {
            acts.extend(self.sealed[seat].map(|card| (seat, Action::Play(card))));
        }
        (before, acts)
    }

    /// The face-up pair at the beginning of the feast: the cards taken in the first round that nobody had played.
    fn first_up(&self) -> [Card; 2] {
        let open = &self.open;
        if open.n_rounds == 0 {
            return open.up;
        }
        let [taken, played] =
            [open.taken[0], open.plays[0]].map(|round| round.0.into_iter().collect::<Cards>());
        let mut up = [Card::YOROZU_0; 2];
        lay_out((taken - played).iter(), &mut up);
        up.sort_by_key(|&card| open.rules.strength(card));
        up
    }

    pub(super) fn act(&mut self, seat: Seat, action: Action) {
        match action {
            Action::Redeal(wish) => self.answer(seat, wish),
            Action::Play(card) => self.choose(seat, card),
            Action::Swap(yorozu) => {
                self.swap_with(seat, yorozu);
                self.take_cards();
            }
            Action::First(start) => {
                self.open.start = start;
                self.begin_use();
            }
            Action::Use(card) => self.use_multiplier(seat, card),
            Action::Token(season) => self.take_token(seat, season),
        }
    }

    /// YOR-12: answers whether to deal again; one wish is enough.
    fn answer(&mut self, seat: Seat, wish: bool) {
        if wish {
            self.wishes = self.wishes.with(seat);
        }
        self.open.chosen = self.open.chosen.with(seat);
        if self.open.chosen != Seats::all(self.open.rules.n_seats()) {
            return;
        }
        self.open.chosen = Seats::NONE;
        if self.wishes.is_empty() {
            return self.after_redeal();
        }
        self.wishes = Seats::NONE;
        self.hands = BySeat::default();
        self.dummy = [Card::YOROZU_0; N_ROUNDS];
        self.open.up = [Card::YOROZU_0; 2];
        self.open.is_dealt = false;
        self.open.phase = Phase::Deal;
    }

    /// Continues after the answers: with multiplier cards (YOR-51, YOR-52), tokens (YOR-60, YOR-63) or the first round.
    fn after_redeal(&mut self) {
        let first_feast = self.open.feasts == 0;
        match self.open.rules.level {
            RulesLevel::Basic => self.begin_round(),
            RulesLevel::Experienced if first_feast => self.begin_use(),
            RulesLevel::Advanced if first_feast => self.open.phase = Phase::Order,
            RulesLevel::Experienced => self.find_lowest(Phase::TieToName),
            RulesLevel::Advanced => self.find_lowest(Phase::TieToTake),
        }
    }

    fn find_lowest(&mut self, tie: Phase) {
        let lowest = self.open.lowest();
        match lowest.first() {
            Some(seat) if lowest.len() == 1 => self.lowest_is(seat),
            Some(_) | None => self.open.phase = tie,
        }
    }

    /// YOR-52, YOR-63: the player with the lowest total names the start player, or takes the first token.
    fn lowest_is(&mut self, seat: Seat) {
        let open = &mut self.open;
        if open.rules.level == RulesLevel::Experienced {
            open.phase = Phase::First;
            open.turn = seat;
            return;
        }
        let n_seats = open.rules.n_seats();
        for (steps, place) in (0..n_seats).zip(&mut open.order) {
            *place = seat.clockwise(steps, n_seats);
        }
        self.next_token();
    }

    fn begin_use(&mut self) {
        self.open.phase = Phase::Use;
        self.open.turn = self.open.start;
    }

    /// YOR-51: lays a multiplier card open; after the last one the first round begins.
    fn use_multiplier(&mut self, seat: Seat, card: Multiplier) {
        let open = &mut self.open;
        open.in_use[seat] = Some(card);
        open.used = open.used.with(card);
        open.n_multipliers[seat] -= 1;
        self.multipliers[seat] = self.multipliers[seat].without(card);
        open.turn = seat.left(open.rules.n_seats());
        if open.turn == open.start {
            self.begin_round();
        }
    }

    /// YOR-60, YOR-62, YOR-63: takes a token of a season.
    fn take_token(&mut self, seat: Seat, season: Season) {
        self.open.tokens[seat][season as usize] += 1;
        if self.open.phase == Phase::Bonus {
            let done = self.open.bonus.iter().position(Option::is_some);
            self.open.bonus[done.expect("a seat takes a token for a Yorozu")] = None;
            return self.next_bonus();
        }
        self.open.n_taken += 1;
        self.next_token();
    }

    /// Asks the next player who can take a token, or begins the first round (YOR-64).
    fn next_token(&mut self) {
        let open = &mut self.open;
        let (phase, n_each) =
            if open.feasts == 0 { (Phase::FirstTokens, 3) } else { (Phase::Token, 1) };
        open.phase = phase;
        while open.n_done < open.rules.n_seats() {
            let seat = open.order[usize::from(open.n_done)];
            if open.n_taken < n_each && !open.takeable(seat).is_empty() {
                open.turn = seat;
                return;
            }
            open.n_done += 1;
            open.n_taken = 0;
        }
        self.begin_round();
    }

    /// Asks the next player who can take a token for a Yorozu, or begins the next feast (YOR-62).
    fn next_bonus(&mut self) {
        self.open.phase = Phase::Bonus;
        for place in 0..self.open.bonus.len() {
            let Some(seat) = self.open.bonus[place] else { continue };
            if !self.open.takeable(seat).is_empty() {
                self.open.turn = seat;
                return;
            }
            self.open.bonus[place] = None;
        }
        self.begin_feast();
    }

    /// YOR-24: begins a round; with 3 players the dummy's card is turned up.
    fn begin_round(&mut self) {
        self.open.phase = Phase::Play;
        if self.open.rules.has_dummy() {
            self.open.dummy_up = Some(self.dummy[usize::from(self.open.n_rounds)]);
        }
    }

    /// YOR-21: chooses a card in secret. YOR-25: the last choice reveals all.
    fn choose(&mut self, seat: Seat, card: Card) {
        self.sealed[seat] = Some(card);
        self.open.chosen = self.open.chosen.with(seat);
        if self.open.chosen == Seats::all(self.open.rules.n_seats()) {
            self.turn_over();
            if self.swap_crows() {
                self.take_cards();
            }
        }
    }

    /// YOR-25: turns all chosen cards over.
    pub(super) fn turn_over(&mut self) {
        let open = &mut self.open;
        let round = usize::from(open.n_rounds);
        for seat in open.seats() {
            let Some(card) = self.sealed[seat].take() else { continue };
            self.hands[seat] = self.hands[seat].without(card);
            open.front[seat] = card;
            let shown = open.shown_missing(card);
            open.voids[seat] = open.voids[seat] | shown;
            if open.lays_markers() {
                open.markers[seat] = open.markers[seat] | shown;
            }
        }
        if let Some(card) = open.dummy_up {
            open.front[DUMMY] = card;
        }
        open.chosen = Seats::NONE;
        open.plays[round] = open.front;
    }

    /// The place of a card in this round, after swaps.
    fn place_of(&self, card: Card) -> Option<Seat> {
        Seat::all(MAX_SEATS as u8).find(|&place| self.open.front[place] == card)
    }

    /// YOR-32: swaps a crow with the Yorozu that its player has chosen.
    pub(super) fn swap_with(&mut self, seat: Seat, yorozu: Card) {
        let with = self.place_of(yorozu).expect("the Yorozu was played");
        self.swap(seat, with);
    }

    /// YOR-30 to YOR-32: swaps crows and Yorozu, or asks the player of a single crow which of two Yorozu to swap with.
    /// Returns whether all crows have acted.
    pub(super) fn swap_crows(&mut self) -> bool {
        let cards: Cards = self.open.front.0.into_iter().collect();
        let (yorozu, crows) = (cards & Cards::YOROZU, cards & Cards::CROWS);
        if yorozu.is_empty() || crows.is_empty() {
            return true;
        }
        // Crows differ in value, and cards are numbered in the order of the crows' values.
        let lowest = crows.iter().next().and_then(|crow| self.place_of(crow));
        let highest = crows.iter().last().and_then(|crow| self.place_of(crow));
        let (lowest, highest) = lowest.zip(highest).expect("there is a crow");
        let [zero, thirteen] = [Card::YOROZU_0, Card::YOROZU_13].map(|card| self.place_of(card));
        match (zero, thirteen) {
            (Some(zero), Some(thirteen)) if crows.len() > 1 => {
                self.swap(lowest, zero);
                self.swap(highest, thirteen);
            }
            (Some(zero), Some(thirteen)) => {
                if !(self.open.rules.has_dummy() && lowest == DUMMY) {
                    self.open.phase = Phase::Swap;
                    self.open.turn = lowest;
                    return false;
                }
                // The dummy cannot choose: its crow goes to the nearer Yorozu.
                let near_zero = self.open.front[DUMMY].value() <= 6;
                self.swap(DUMMY, if near_zero { zero } else { thirteen });
            }
            (Some(zero), None) => self.swap(lowest, zero),
            (None, Some(thirteen)) => self.swap(highest, thirteen),
            (None, None) => {}
        }
        true
    }

    /// YOR-33: exchanges the cards in front of two places.
    fn swap(&mut self, one: Seat, other: Seat) {
        self.open.front.0.swap(one.index(), other.index());
        self.open.n_swaps += 1;
    }

    /// YOR-26 to YOR-29: everybody takes a card, a new pair lies face up, and booze may end the feast.
    fn take_cards(&mut self) {
        let [lowest, highest] = self.open.ends();
        let open = &mut self.open;
        let mut taken = open.front;
        (taken[lowest], taken[highest]) = (open.up[0], open.up[1]);
        open.up = [open.front[lowest], open.front[highest]];
        open.taken[usize::from(open.n_rounds)] = taken;
        open.n_rounds += 1;
        open.dummy_up = None;
        let mut drunk = false;
        let booze = open.rules.booze_cards();
        for seat in open.seats() {
            open.booze[seat] += u8::from(booze.has(taken[seat]));
            drunk |= open.booze[seat] >= MAX_BOOZE;
        }
        if drunk || usize::from(open.n_rounds) == N_ROUNDS {
            self.end_feast();
        } else {
            self.begin_round();
        }
    }

    /// YOR-42, YOR-43: counts points; the match ends at the target, with one more feast to break a tie.
    fn end_feast(&mut self) {
        let open = &mut self.open;
        for seat in open.seats() {
            open.last_count[seat] = open.count(seat);
            open.points[seat] = open.last_count[seat].points();
            open.totals[seat] = open.totals[seat].saturating_add(open.points[seat]);
        }
        open.last_tokens = open.tokens;
        open.feasts += 1;
        let highest = open.highest();
        let reached = highest.first().is_some_and(|seat| open.totals[seat] >= open.rules.target());
        if open.extra || (reached && highest.len() == 1) {
            open.phase = Phase::Over;
            return;
        }
        open.extra = reached;
        match open.rules.level {
            RulesLevel::Basic | RulesLevel::Experienced => self.begin_feast(),
            RulesLevel::Advanced => self.tokens_for_booze(),
        }
    }

    /// YOR-62: all tokens go back. Season cards with booze bring a token of their season, Yorozu one of any season.
    fn tokens_for_booze(&mut self) {
        let open = &mut self.open;
        open.tokens = BySeat::default();
        open.bonus = [None; 2];
        open.phase = Phase::Bonus;
        for seat in open.seats() {
            let taken: Cards = open.taken(seat).collect();
            for card in (taken & open.rules.booze_season_cards()).iter() {
                let Some(season) = card.season() else { continue };
                if open.no_token(seat, season).is_none() {
                    open.tokens[seat][season as usize] += 1;
                }
            }
            for (yorozu, bonus) in
                [Card::YOROZU_0, Card::YOROZU_13].into_iter().zip(&mut open.bonus)
            {
                if taken.has(yorozu) {
                    *bonus = Some(seat);
                }
            }
        }
        self.next_bonus();
    }
}
