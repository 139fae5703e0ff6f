//! Tests of the laws: a toy game that obeys all of them, and the same game with one planted fault at a time.
//!
//! Three seats get three of nine cards each. All seats seal one card at the same time. Then seat 0 shows one of its two
//! other cards, but not a 0 while it holds another card. Between the two the table shows a beat.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::str::FromStr;

use rules::laws::{Broken, Care, Law, obey};
use rules::notation::{Reader, RuleOption, Unreadable};
use rules::{
    Beat, BeatKind, BySeat, Choices, Dice, Facts, Game, GameId, Note, Observer, Rewound, Say, Seat,
    Seats, Sheet, SheetRow, Standing, Step, Study, Sum, Term, Turn, View, Worlds, codes,
};

/// A planted fault of the toy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    /// A view shows the next seat's cards.
    ShownHand,
    /// The event of a sealed choice names the card.
    ToldSeal,
    /// A beat shows who has the highest card.
    TalkativeBeat,
    /// A beat comes only if the next seat has a certain card.
    TellingBeat,
    /// A card is missing at a beat.
    BeatWithoutCard,
    /// A refusal names a card of the next seat.
    TalkativeRefusal,
    /// A choice is public if the next seat has a certain card.
    TalkativeChoices,
    /// The first seat to seal is part of the public state.
    Queue,
    /// Imagined tables do not keep the observer's own cards.
    Daydream,
    /// The fast list of actions allows a 0 that must stay.
    Shortcut,
    /// The rules line is incomplete.
    MumbledRules,
    /// Two actions have the same text.
    MumbledAction,
    /// A sealed card is lost.
    LostCard,
    /// Seat 0 never has to show a card, and the game does not end.
    Stall,
    /// There is no score sheet.
    NoSheet,
    /// There is a score sheet while cards are played.
    EarlySheet,
    /// The terms of a row do not add up to its points.
    CrookedSheet,
    /// A row has points that the standing does not have.
    GenerousSheet,
    /// A row begins with points that the seat never had.
    ForgetfulSheet,
}

const FAULTS: [(Fault, &str, Option<Law>); 20] = [
    (Fault::None, "none", None),
    (Fault::ShownHand, "shown-hand", Some(Law::Secrecy)),
    (Fault::ToldSeal, "told-seal", Some(Law::Secrecy)),
    (Fault::TalkativeBeat, "talkative-beat", Some(Law::Secrecy)),
    (Fault::TellingBeat, "telling-beat", Some(Law::Secrecy)),
    (Fault::BeatWithoutCard, "beat-without-card", Some(Law::Progress)),
    (Fault::TalkativeRefusal, "talkative-refusal", Some(Law::Secrecy)),
    (Fault::TalkativeChoices, "talkative-choices", Some(Law::Secrecy)),
    (Fault::Queue, "queue", Some(Law::Order)),
    (Fault::Daydream, "daydream", Some(Law::Secrecy)),
    (Fault::Shortcut, "shortcut", Some(Law::Legality)),
    (Fault::MumbledRules, "mumbled-rules", Some(Law::Text)),
    (Fault::MumbledAction, "mumbled-action", Some(Law::Text)),
    (Fault::LostCard, "lost-card", Some(Law::Progress)),
    (Fault::Stall, "stall", Some(Law::Progress)),
    (Fault::NoSheet, "no-sheet", Some(Law::Sheet)),
    (Fault::EarlySheet, "early-sheet", Some(Law::Sheet)),
    (Fault::CrookedSheet, "crooked-sheet", Some(Law::Sheet)),
    (Fault::GenerousSheet, "generous-sheet", Some(Law::Sheet)),
    (Fault::ForgetfulSheet, "forgetful-sheet", Some(Law::Sheet)),
];

/// The first law that a toy with this fault breaks in a number of games, if any.
fn broken(fault: Fault, care: Care) -> Option<Broken> {
    (0..100).find_map(|seed| obey::<Toy>(Rules { fault }, care, &mut crate::dice(seed)).err())
}

#[test]
fn the_laws_find_every_planted_fault() {
    for (fault, name, expected) in FAULTS {
        let found = broken(fault, Care::All);
        assert_eq!(found.as_ref().map(|broken| broken.law), expected, "{name}: {found:?}");
        // A sample of the checks may report another law first, but it must report one.
        let found = broken(fault, Care::Sample);
        assert_eq!(found.is_some(), expected.is_some(), "{name}, by sample: {found:?}");
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    fault: Fault,
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = FAULTS.iter().find(|(fault, ..)| *fault == self.fault);
        match known {
            Some((Fault::MumbledRules, ..)) | None => write!(f, "none"),
            Some((_, name, _)) => write!(f, "{name}"),
        }
    }
}

impl FromStr for Rules {
    type Err = Unreadable;
    fn from_str(line: &str) -> Result<Rules, Unreadable> {
        let (fault, ..) = FAULTS[Reader::new(line).one_of(&FAULTS.map(|(_, name, _)| name))?];
        Ok(Rules { fault })
    }
}

impl rules::Rules for Rules {
    const GAME: GameId = GameId::Catbox;
    const PLAYERS: RangeInclusive<u8> = 3..=3;
    const OPTIONS: &'static [RuleOption] = &[];
    testing::no_tables!();
    fn n_seats(&self) -> u8 {
        3
    }
    fn every() -> Vec<Rules> {
        FAULTS.map(|(fault, ..)| Rules { fault }).to_vec()
    }
    fn value(&self, _: &str) -> Option<String> {
        None
    }
}

/// A set of the cards 0 to 8, as bits.
type Cards = u64;

fn card_text(cards: Cards) -> String {
    rules::bits::each_bit(cards).map(|card| card.to_string()).collect()
}

/// Three cards for each seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Deal([Cards; 3]);

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.map(card_text).join(" "))
    }
}

impl FromStr for Deal {
    type Err = Unreadable;
    fn from_str(text: &str) -> Result<Deal, Unreadable> {
        let mut reader = Reader::new(text);
        let mut hands = [0; 3];
        for (place, hand) in hands.iter_mut().enumerate() {
            if place > 0 {
                reader.exactly(" ")?;
            }
            *hand = reader.word().bytes().map(|digit| 1 << (digit - b'0')).sum();
        }
        Ok(Deal(hands))
    }
}

/// Seals or shows a card. Card 9 does not exist: a fault writes it like card 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Action(u8);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 % 9)
    }
}

impl FromStr for Action {
    type Err = Unreadable;
    fn from_str(text: &str) -> Result<Action, Unreadable> {
        Ok(Action(Reader::new(text).number(0, 8)? as u8))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ask;

impl rules::Ask for Ask {
    type Action = Action;
    fn action(self, bit: u32) -> Action {
        Action(bit as u8)
    }
}

/// A refusal that names a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Illegal(u8);

impl Say for Illegal {
    codes! { Illegal(_) => "no" }
    fn facts(&self) -> Facts {
        vec![("card", self.0.into())]
    }
}

impl rules::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        "TOY-1"
    }
}

/// An event, with the card if the observer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen(Option<u8>);

impl Say for Seen {
    codes! { Seen(_) => "seen" }
    fn facts(&self) -> Facts {
        self.0.iter().map(|&card| ("card", card.into())).collect()
    }
}

/// The whole state of the toy. Its `Open` contains everything, and only equality hides fields: the hardest leak to find.
#[derive(Clone, Copy, Debug)]
struct Open {
    rules: Rules,
    hands: [Cards; 3],
    /// The sealed card of each seat; empty before that.
    seals: [Cards; 3],
    /// The shown card.
    shown: Cards,
    /// The first seat to seal, which no observer may know.
    first: Option<Seat>,
}

impl Open {
    fn next_hand(&self, seat: Seat) -> Cards {
        self.hands[seat.left(3).index()]
    }

    fn sealed(&self) -> Seats {
        Seat::all(3).filter(|seat| self.seals[seat.index()] != 0).collect()
    }

    fn faulty(&self, fault: Fault) -> bool {
        self.rules.fault == fault
    }

    /// The public part.
    fn face(&self) -> (Rules, bool, Seats, Cards, Option<Seat>) {
        (self.rules, self.hands == [0; 3], self.sealed(), self.shown, self.first)
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Open) -> bool {
        self.face() == other.face()
    }
}
impl Eq for Open {}
impl Hash for Open {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.sealed(), self.shown).hash(hasher);
    }
}

/// A seat's cards, and the leak of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Own {
    hand: Cards,
    seal: Cards,
    leak: Option<Cards>,
}

impl rules::Open<Toy> for Open {
    testing::in_every_toy_open!();

    fn turn(&self) -> Turn {
        let to_seal = Seats::all(3).without(self.sealed());
        if self.hands == [0; 3] {
            Turn::Chance
        } else if self.shown != 0 {
            Turn::Over
        } else if !to_seal.is_empty() {
            Turn::Decide(to_seal)
        } else if self.faulty(Fault::Stall) {
            Turn::Decide(Seats::NONE)
        } else {
            Turn::Decide(Seats::one(Seat::new(0)))
        }
    }

    fn draw(&self, dice: &mut impl Dice) -> Deal {
        let mut cards: [u32; 9] = std::array::from_fn(|card| card as u32);
        dice.shuffle(&mut cards);
        Deal([0, 3, 6].map(|from| cards[from..from + 3].iter().map(|card| 1 << card).sum()))
    }

    fn candidates(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let asked = self.turn().asks(seat);
        let mut bits = if asked { own.hand } else { 0 };
        if asked && self.faulty(Fault::TalkativeChoices) {
            bits |= self.next_hand(seat) & 1 << 4;
        }
        Choices { ask: Ask, bits }
    }

    fn judge(&self, seat: Seat, own: &Own, action: Action) -> Option<Result<(), Illegal>> {
        let zero_stays = action.0 == 0 && own.hand != 1 && self.sealed() == Seats::all(3);
        let talks = self.faulty(Fault::TalkativeRefusal);
        Some(match own.hand & 1 << action.0 != 0 && !zero_stays {
            true => Ok(()),
            false if talks => Err(Illegal(self.next_hand(seat).trailing_zeros() as u8)),
            false => Err(Illegal(action.0)),
        })
    }

    fn actions(&self, seat: Seat, own: &Own) -> Choices<Ask> {
        let mut choices = self.candidates(seat, own);
        choices.bits &= own.hand;
        if !self.faulty(Fault::Shortcut) && self.sealed() == Seats::all(3) && choices.bits != 1 {
            choices.bits &= !1;
        }
        choices
    }

    fn rounds(&self) -> u32 {
        u32::from(self.shown != 0)
    }

    fn standing(&self) -> Standing {
        let winners = (self.turn() == Turn::Over).then_some(Seats::all(3));
        Standing { n_seats: 3, rounds: self.rounds(), scores: BySeat::default(), winners }
    }

    /// A round without points.
    fn sheet(&self) -> Option<Sheet> {
        let early = self.faulty(Fault::EarlySheet) && !self.sealed().is_empty();
        if !early && (self.shown == 0 || self.faulty(Fault::NoSheet)) {
            return None;
        }
        let row = |seat| {
            let one_if = |fault| i32::from(self.faulty(fault));
            let (before, gained) = (one_if(Fault::ForgetfulSheet), one_if(Fault::GenerousSheet));
            let points = gained - before;
            let terms = vec![Term {
                column: "toy",
                code: "toy",
                facts: Vec::new(),
                points: Some(points + one_if(Fault::CrookedSheet)),
            }];
            SheetRow { seat, terms, points, before, total: gained }
        };
        Some(Sheet {
            round: self.rounds(),
            sum: Sum::Points,
            rows: Seat::all(3).map(row).collect(),
            notes: vec![Note { code: "ended", facts: Vec::new() }],
        })
    }
}

#[derive(Clone, Copy, Debug)]
struct Toy {
    open: Open,
}

impl PartialEq for Toy {
    fn eq(&self, other: &Toy) -> bool {
        let hidden = |toy: &Toy| (toy.open.hands, toy.open.seals);
        self.open == other.open && hidden(self) == hidden(other)
    }
}
impl Eq for Toy {}

impl Worlds<Toy> for View<Toy> {
    fn new(view: &View<Toy>) -> View<Toy> {
        view.clone()
    }

    /// Collects all hidden cards and deals them again.
    fn draw(&self, dice: &mut impl Dice) -> Toy {
        let mut open = self.open;
        let keeps = |seat: Seat| !self.hides(seat) && !open.faulty(Fault::Daydream);
        let hidden: Vec<Seat> = Seat::all(3).filter(|&seat| !keeps(seat)).collect();
        let places = hidden.iter().map(|seat| open.hands[seat.index()] | open.seals[seat.index()]);
        let mut cards: Vec<u32> = rules::bits::each_bit(places.sum()).collect();
        dice.shuffle(&mut cards);
        let mut take = |n: u32| (0..n).map(|_| 1 << cards.pop().unwrap()).sum::<Cards>();
        for seat in hidden.into_iter().map(Seat::index) {
            open.hands[seat] = take(open.hands[seat].count_ones());
            open.seals[seat] = take(open.seals[seat].count_ones());
        }
        Toy { open }
    }
}

impl Game for Toy {
    testing::in_every_toy!();

    fn new(rules: Rules) -> Toy {
        Toy { open: Open { rules, hands: [0; 3], seals: [0; 3], shown: 0, first: None } }
    }

    fn own(&self, seat: Seat) -> Own {
        let leak = self.open.faulty(Fault::ShownHand).then(|| self.open.next_hand(seat));
        Own { hand: self.open.hands[seat.index()], seal: self.open.seals[seat.index()], leak }
    }

    fn chance(&mut self, deal: &Deal) {
        self.open.hands = deal.0;
    }

    fn act(&mut self, seat: Seat, action: Action) {
        let open = &mut self.open;
        let card = 1 << action.0;
        if open.sealed() == Seats::all(3) {
            open.shown = card;
        } else if open.faulty(Fault::LostCard) {
            open.seals[seat.index()] = 1;
        } else {
            open.seals[seat.index()] = card;
        }
        open.hands[seat.index()] &= !card;
        if open.faulty(Fault::Queue) {
            open.first = open.first.or(Some(seat));
        }
    }

    fn seen(before: &Toy, step: &Step<Toy>, after: &Toy, who: Observer) -> Vec<Seen> {
        let Step::Act(seat, action) = *step else { return Vec::new() };
        let own = who == Observer::Seat(seat);
        let open = &after.open;
        let told = own || open.shown != before.open.shown || open.faulty(Fault::ToldSeal);
        vec![Seen(told.then_some(action.0))]
    }

    fn beats(before: &Toy, step: &Step<Toy>, after: &Toy) -> Vec<Beat<Toy>> {
        let Step::Act(seat, _) = *step else { return Vec::new() };
        let mut state = *after;
        let open = &mut state.open;
        if before.open.sealed() == open.sealed() {
            return Vec::new();
        }
        if open.faulty(Fault::TellingBeat) && open.next_hand(seat) & 1 << 4 != 0 {
            return Vec::new();
        }
        if open.faulty(Fault::TalkativeBeat) {
            open.first = Seat::all(3).find(|seat| open.hands[seat.index()] & 1 << 8 != 0);
        }
        if open.faulty(Fault::BeatWithoutCard) {
            open.seals[seat.index()] = 0;
        }
        vec![Beat { kind: BeatKind::Reveal, state }]
    }
}

impl Study for Toy {
    testing::in_every_toy_study!();

    /// Only whether cards are in play: the toy's own law on this is not tested.
    fn rewound(&self) -> Option<Rewound<Toy>> {
        let playing = self.open.hands != [0; 3] && self.open.shown == 0;
        playing.then(|| (*self, Vec::new()))
    }

    fn every_action(rules: &Rules) -> Vec<Action> {
        let n_actions = if rules.fault == Fault::MumbledAction { 10 } else { 9 };
        (0..n_actions).map(Action).collect()
    }

    fn check_conservation(&self) -> Result<(), &'static str> {
        let Open { hands, seals, shown, .. } = self.open;
        let piles = || hands.into_iter().chain(seals).chain([shown]);
        let n_cards: u32 = piles().map(Cards::count_ones).sum();
        let all = piles().fold(0, |all, pile| all | pile);
        let fits = n_cards == 0 || n_cards == 9 && all == (1 << 9) - 1;
        if fits { Ok(()) } else { Err("cards are missing or too many") }
    }
}
