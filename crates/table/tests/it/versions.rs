//! A second version of a game's rules beside the first: old records and tables keep the old rules.
//!
//! The game is a toy of two seats. Each gets a card and may turn it round, which makes 2 of 8 and 3 of 7. In version 1
//! turning is free. In version 2 it costs a point (scoring changed), and a 5 cannot be turned (legality changed).
//! The list of games is closed, so the toy borrows the name `meow`.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use rules::laws::{Care, obey};
use rules::notation::{
    Picks, Reader, RuleOption, Unreadable, Values, Wanted, newest, read_whole, write_rules,
};
use rules::{
    Choices, Dice, Facts, Game, GameId, Note, Observer, Rewound, Rules as _, Say, Seat, Seats,
    Sheet, SheetRow, Standing, Step, Study, Sum, Term, Turn, View, Worlds, codes,
};
use table::record::{Record, RecordError, RecordProblem, RecordText};
use table::referee::{RuleBreach, referee};
use table::terms::Terms;

use crate::{dice, read};

/// A record from the time when version 1 was the only one.
const OLD: &str = "\
[Format \"neko 1\"]
[Game \"Toy\"]
[Rules \"meow@1 players=2\"]
[Result \"5 8\"]

deal 5 2
0 turn
1 turn
";

fn outcome(text: &str) -> Result<Vec<i32>, RuleBreach<Toy>> {
    referee::<Toy>(&read(text), |_| {}).map(|game| game.standing().scores().to_vec())
}

#[test]
fn an_old_record_replays_under_the_old_rules() {
    assert_eq!(read::<Toy>(OLD).rules.version(), 1);
    assert_eq!(outcome(OLD), Ok(vec![5, 8]));
    assert_eq!(read::<Toy>(OLD).to_string(), OLD, "it is written again as it was");

    // Under version 2 the same steps are illegal: a 5 may not be turned there.
    let claimed = OLD.replace("@1", "@2");
    assert!(matches!(outcome(&claimed), Err(RuleBreach::Step { step: 2, .. })));
}

#[test]
fn a_new_record_replays_under_the_new_rules() {
    let new = OLD.replace("@1", "@2").replace("5 8", "5 7").replace("0 turn", "0 keep");
    assert_eq!(outcome(&new), Ok(vec![5, 7]));
    let claimed = new.replace("@2", "@1");
    assert!(matches!(outcome(&claimed), Err(RuleBreach::WrongResult { .. })));
}

#[test]
fn new_games_use_the_newest_version() {
    assert_eq!(newest::<Rules>(), 2);
    let rules: Rules = "meow players=2".parse().unwrap();
    assert_eq!(rules.to_string(), "meow@2 players=2");
}

#[test]
fn an_unknown_version_is_refused_with_the_known_ones() {
    for version in ["0", "3", "01", "1x", "-1", "4294967297"] {
        let text = RecordText::read_all(&OLD.replace("@1", &format!("@{version}"))).unwrap();
        let RecordError { at, found, problem } = Record::<Toy>::read(&text[0]).unwrap_err();
        assert_eq!((at.line, at.column, found.as_str()), (3, 14, version));
        assert_eq!(problem, RecordProblem::Unreadable(Wanted::Version(&[1, 2])));
        let known = problem.facts().into_iter().find(|(name, _)| *name == "versions");
        assert_eq!(known, Some(("versions", "1, 2".to_owned().into())));
    }
}

/// A table takes the rules of every game from its terms, even if a newer version exists.
#[test]
fn the_terms_of_an_old_table_keep_the_old_rules() {
    for rules in Rules::every() {
        let terms = Terms::new::<Toy>(&rules);
        assert_eq!(terms.rules, rules.to_string());
        assert_eq!(terms.rules::<Toy>(), Ok(rules));
    }
}

#[test]
fn every_version_obeys_the_laws() {
    let versions: Vec<u32> = Rules::every().iter().map(Rules::version).collect();
    assert_eq!(versions, Rules::VERSIONS);
    for rules in Rules::every() {
        for seed in 0..50 {
            obey::<Toy>(rules, Care::All, &mut dice(seed)).unwrap();
        }
    }
}

/// Rules that differ only in their version, which is validated like every other part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rules {
    version: u32,
}

impl Rules {
    fn turning_costs(self) -> i32 {
        i32::from(self.version >= 2)
    }

    fn may_turn(self, card: u8) -> bool {
        self.version < 2 || card != 5
    }
}

impl rules::Rules for Rules {
    const GAME: GameId = GameId::Meow;
    const VERSIONS: &'static [u32] = &[1, 2];
    const PLAYERS: RangeInclusive<u8> = 2..=2;
    const OPTIONS: &'static [RuleOption] =
        &[RuleOption { key: "players", values: Values::Numbers { min: 2, max: 2 } }];
    testing::no_tables!();

    fn n_seats(&self) -> u8 {
        2
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn every() -> Vec<Rules> {
        Self::VERSIONS.iter().map(|&version| Rules { version }).collect()
    }

    fn value(&self, key: &str) -> Option<String> {
        (key == "players").then(|| "2".to_owned())
    }
}

impl FromStr for Rules {
    type Err = Unreadable;

    fn from_str(line: &str) -> Result<Rules, Unreadable> {
        Ok(Rules { version: Picks::read::<Rules>(line)?.version() })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_rules(f, self)
    }
}

/// A card from 1 to 9 for each seat: `deal 5 2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Deal([u8; 2]);

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deal {} {}", self.0[0], self.0[1])
    }
}

impl FromStr for Deal {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Deal, Unreadable> {
        let card = |reader: &mut Reader<'_>| {
            reader.exactly(" ")?;
            reader.number(1, 9).map(|card| card as u8)
        };
        read_whole(text, |reader| {
            reader.exactly("deal")?;
            Ok(Deal([card(reader)?, card(reader)?]))
        })
    }
}

const WORDS: [&str; 2] = ["keep", "turn"];

/// Keeps a card or turns it round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Action(bool);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WORDS[usize::from(self.0)])
    }
}

impl FromStr for Action {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Action, Unreadable> {
        read_whole(text, |reader| Ok(Action(reader.one_of(&WORDS)? == 1)))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Ask;

impl rules::Ask for Ask {
    type Action = Action;

    fn action(self, bit: u32) -> Action {
        Action(bit == 1)
    }
}

/// A card that may not be turned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Illegal;

impl Say for Illegal {
    codes! { Illegal => "fixed" }

    fn facts(&self) -> Facts {
        vec![]
    }
}

impl rules::Illegal for Illegal {
    fn rule(&self) -> &'static str {
        "TOY-1"
    }
}

/// Everything is public.
type Own = ();

/// A step, which is always public.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Seen;

impl Say for Seen {
    codes! { Seen => "seen" }

    fn facts(&self) -> Facts {
        vec![]
    }
}

/// The toy. Everything in it is public.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Toy {
    open: Open,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Open {
    rules: Rules,
    cards: Option<[u8; 2]>,
    turned: [Option<bool>; 2],
}

impl std::hash::Hash for Open {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.cards, self.turned).hash(hasher);
    }
}

impl rules::Open<Toy> for Open {
    testing::in_every_toy_open!();

    fn turn(&self) -> Turn {
        let next = Seat::all(2).find(|seat| self.turned[seat.index()].is_none());
        match (self.cards, next) {
            (None, _) => Turn::Chance,
            (Some(_), Some(seat)) => Turn::Decide(Seats::one(seat)),
            (Some(_), None) => Turn::Over,
        }
    }

    fn draw(&self, dice: &mut impl Dice) -> Deal {
        let mut card = || 1 + dice.below(9) as u8;
        Deal([card(), card()])
    }

    fn candidates(&self, seat: Seat, (): &()) -> Choices<Ask> {
        Choices { ask: Ask, bits: if self.turn().asks(seat) { 3 } else { 0 } }
    }

    fn judge(&self, seat: Seat, (): &(), action: Action) -> Option<Result<(), Illegal>> {
        let card = self.cards?[seat.index()];
        let is_legal = !action.0 || self.rules.may_turn(card);
        Some(if is_legal { Ok(()) } else { Err(Illegal) })
    }

    fn actions(&self, seat: Seat, own: &()) -> Choices<Ask> {
        let may_turn = self.cards.is_some_and(|cards| self.rules.may_turn(cards[seat.index()]));
        let legal = if may_turn { 3 } else { 1 };
        Choices { ask: Ask, bits: self.candidates(seat, own).bits & legal }
    }

    fn rounds(&self) -> u32 {
        u32::from(self.turn() == Turn::Over)
    }

    fn standing(&self) -> Standing {
        let score = |seat: Seat| match (self.cards, self.turned[seat.index()]) {
            (Some(cards), Some(true)) => {
                10 - i32::from(cards[seat.index()]) - self.rules.turning_costs()
            }
            (Some(cards), Some(false)) => i32::from(cards[seat.index()]),
            (None, _) | (Some(_), None) => 0,
        };
        Standing::of::<Toy, _>(self, score, |_| 0)
    }

    fn sheet(&self) -> Option<Sheet> {
        let standing = self.standing();
        let row = |seat| {
            let total = standing.scores[seat];
            let terms =
                vec![Term { column: "card", code: "card", facts: vec![], points: Some(total) }];
            SheetRow { seat, terms, points: total, before: 0, total }
        };
        let notes = vec![Note { code: "ended", facts: vec![] }];
        let rows = Seat::all(2).map(row).collect();
        (self.rounds() > 0).then(|| Sheet { round: self.rounds(), sum: Sum::Points, rows, notes })
    }
}

impl Worlds<Toy> for View<Toy> {
    fn new(view: &View<Toy>) -> View<Toy> {
        view.clone()
    }

    fn draw(&self, _: &mut impl Dice) -> Toy {
        Toy { open: self.open.clone() }
    }
}

impl Game for Toy {
    testing::in_every_toy!();

    fn new(rules: Rules) -> Toy {
        Toy { open: Open { rules, cards: None, turned: [None; 2] } }
    }

    fn own(&self, _: Seat) {}

    fn chance(&mut self, deal: &Deal) {
        self.open.cards = Some(deal.0);
    }

    fn act(&mut self, seat: Seat, action: Action) {
        self.open.turned[seat.index()] = Some(action.0);
    }

    fn seen(_: &Toy, _: &Step<Toy>, _: &Toy, _: Observer) -> Vec<Seen> {
        vec![Seen]
    }
}

impl Study for Toy {
    testing::in_every_toy_study!();

    fn rewound(&self) -> Option<Rewound<Toy>> {
        None
    }

    fn every_action(_: &Rules) -> Vec<Action> {
        vec![Action(false), Action(true)]
    }

    fn check_conservation(&self) -> Result<(), &'static str> {
        Ok(())
    }
}
