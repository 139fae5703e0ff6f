//! The contract: what a card game is to everything that plays, shows, records or studies it.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::bits::{each_bit, nth_bit, random_bit};
use crate::notation::{RuleOption, Unreadable};
use crate::{BySeat, Dice, Fact, Facts, GameId, MAX_SEATS, Say, Seat, Seats, codes};

/// Who has to do something for the game to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Chance: the table draws, deals or shuffles.
    Chance,
    /// Each of these seats owes a decision, in any order; what one does changes nothing for the others.
    /// Whether a choice made here is sealed is for the game's views to say.
    Decide(Seats),
    /// Nobody: the game has ended.
    Over,
}

impl Turn {
    /// Whether this seat owes a decision.
    #[inline]
    pub fn asks(self, seat: Seat) -> bool {
        matches!(self, Turn::Decide(seats) if seats.has(seat))
    }

    /// Whether a decision of this seat comes at its time.
    pub fn is_of_seat(self, seat: Seat) -> Result<(), Untimely> {
        match self {
            Turn::Over => Err(Untimely::Over),
            Turn::Chance => Err(Untimely::ChanceFirst),
            Turn::Decide(seats) if seats.has(seat) => Ok(()),
            Turn::Decide(seats) => Err(Untimely::NotYourTurn(seats)),
        }
    }

    /// Whether chance comes at its time.
    pub fn is_of_chance(self) -> Result<(), Untimely> {
        match self {
            Turn::Over => Err(Untimely::Over),
            Turn::Chance => Ok(()),
            Turn::Decide(seats) => Err(Untimely::SeatsFirst(seats)),
        }
    }
}

/// Why a step does not come at its time, in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Untimely {
    /// The game has ended.
    Over,
    /// Something has to be drawn or dealt first.
    ChanceFirst,
    /// Others are to decide.
    NotYourTurn(Seats),
    /// Another kind of decision is asked.
    OtherAsked,
    /// Seats are to decide first.
    SeatsFirst(Seats),
    /// Chance has to bring something else.
    OtherChance,
}

/// Where in a game we are.
pub trait Phase: Copy + Eq + Debug {
    /// What should be done now, as the catalogue names it.
    fn asked(self) -> &'static str;

    /// The id of the rule that says so, such as `BOX-13`.
    fn rule(self) -> &'static str;
}

/// Why something may not be done that comes at its time: what to say, and the rule that says so.
pub trait Illegal: Say + Copy + Eq + Debug {
    /// The id of the rule in the game's rulebook, such as `BOX-22`.
    fn rule(&self) -> &'static str;
}

/// Why a step may not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal<G: Game> {
    /// It does not come at its time.
    Untimely(Untimely, G::Phase),
    /// The rules are against it.
    Illegal(G::Illegal),
}

impl<G: Game> Copy for Refusal<G> {}

impl<G: Game> Refusal<G> {
    /// Every code that a refusal in this game can have.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        Self::CODES.iter().chain(G::Illegal::CODES).copied()
    }

    /// The id of the rule that says so.
    pub fn rule(&self) -> &'static str {
        match self {
            Refusal::Untimely(_, phase) => phase.rule(),
            Refusal::Illegal(illegal) => illegal.rule(),
        }
    }
}

impl<G: Game> Say for Refusal<G> {
    codes! {
        Refusal::Untimely(Untimely::Over, _) => "over",
        Refusal::Untimely(Untimely::ChanceFirst, _) => "chance-first",
        Refusal::Untimely(Untimely::NotYourTurn(_), _) => "not-your-turn",
        Refusal::Untimely(Untimely::OtherAsked, _) => "other-asked",
        Refusal::Untimely(Untimely::SeatsFirst(_), _) => "seats-first",
        Refusal::Untimely(Untimely::OtherChance, _) => "other-chance";
        Refusal::Illegal(illegal) => illegal.code(),
    }

    fn facts(&self) -> Facts {
        let (why, phase) = match self {
            Refusal::Untimely(why, phase) => (why, phase),
            Refusal::Illegal(illegal) => return illegal.facts(),
        };
        let asked = ("asked", Fact::Name(phase.asked()));
        match *why {
            Untimely::Over => vec![],
            Untimely::ChanceFirst | Untimely::OtherAsked | Untimely::OtherChance => vec![asked],
            Untimely::NotYourTurn(seats) | Untimely::SeatsFirst(seats) => {
                vec![asked, ("seats", seats.into())]
            }
        }
    }
}

/// Who is looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observer {
    /// A player, who knows what that seat knows.
    Seat(Seat),
    /// The public: what lies open on the table.
    Rail,
}

impl Observer {
    /// Everybody who can look at a table of `n_seats`: the seats, then the rail.
    pub fn all(n_seats: u8) -> impl Iterator<Item = Observer> + Clone {
        Seat::all(n_seats).map(Observer::Seat).chain([Observer::Rail])
    }

    /// The seat, where it is one.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Observer::Seat(seat) => Some(seat),
            Observer::Rail => None,
        }
    }
}

/// One entry in the story of a game: what chance brought, or what a seat did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<G: Game> {
    /// What chance brought. A whole deal is one step.
    Chance(G::Chance),
    /// What a seat did.
    Act(Seat, G::Action),
}

impl<G: Game> Copy for Step<G> {}

impl<G: Game> Display for Step<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Chance(chance) => write!(f, "{chance}"),
            Step::Act(seat, action) => write!(f, "{seat} {action}"),
        }
    }
}

/// What a seat is asked: it gives each bit of a [`Choices`] its meaning.
pub trait Ask: Copy + Eq + Debug {
    /// What can be answered.
    type Action;

    /// The answer that this bit stands for.
    fn action(self, bit: u32) -> Self::Action;
}

/// A set of actions in answer to one question, small enough to pass by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices<K> {
    /// What was asked.
    pub ask: K,
    /// The actions in the set, as bits whose meaning `ask` knows.
    pub bits: u64,
}

impl<K: Ask> Choices<K> {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    /// The `k`-th, in the order of [`Choices::iter`].
    #[inline]
    pub fn nth(&self, k: usize) -> K::Action {
        self.ask.action(nth_bit(self.bits, k as u32))
    }

    /// One of them, all equally likely.
    #[inline]
    pub fn pick(&self, dice: &mut impl Dice) -> K::Action {
        self.ask.action(random_bit(self.bits, dice))
    }

    /// All of them, in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = K::Action> + Clone + use<K> {
        let ask = self.ask;
        each_bit(self.bits).map(move |bit| ask.action(bit))
    }
}

/// Scores so far; final when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How many seats have a score.
    pub n_seats: u8,
    /// How many rounds have been finished.
    pub rounds: u32,
    /// Points, for each seat.
    pub scores: BySeat<i32, MAX_SEATS>,
    /// Who has won, tie-breaks applied; several share the victory. Nobody while the game goes on.
    pub winners: Option<Seats>,
}

/// Who has won, and with how many points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Won {
    /// The winners; several share the victory.
    pub seats: Seats,
    /// All who have as many points. Where they are more than the winners, a tie-break decided.
    pub tied: Seats,
    /// The points.
    pub score: i32,
}

impl Say for Won {
    const CODES: &'static [&'static str] = &["won", "won-on-tie-break"];

    fn code(&self) -> &'static str {
        Self::CODES[usize::from(self.seats != self.tied)]
    }

    fn facts(&self) -> Facts {
        let mut facts = vec![("seats", self.seats.into()), ("n", (self.seats.len() as i64).into())];
        if self.seats != self.tied {
            facts.push(("tied", self.tied.into()));
        }
        facts.push(("score", self.score.into()));
        facts
    }
}

impl Standing {
    /// Where the seats of a table stand by their scores; of those with the most points, the highest in the tie-break win.
    pub fn of<G: Game, T: Ord>(
        open: &G::Open,
        score: impl Fn(Seat) -> i32,
        tie_break: impl Fn(Seat) -> T,
    ) -> Standing {
        let n_seats = open.rules().n_seats();
        let mut scores = BySeat::default();
        for seat in Seat::all(n_seats) {
            scores[seat] = score(seat);
        }
        let over = open.turn() == Turn::Over;
        let winners = over.then(|| Seats::highest(n_seats, |seat| (scores[seat], tie_break(seat))));
        Standing { n_seats, rounds: open.rounds(), scores, winners }
    }

    /// Who has won, once the game is over.
    pub fn won(&self) -> Option<Won> {
        let seats = self.winners?;
        let score = self.scores[seats.first()?];
        let tied = Seat::all(self.n_seats).filter(|&seat| self.scores[seat] == score).collect();
        Some(Won { seats, tied, score })
    }

    /// The scores of the seats that play.
    pub fn scores(&self) -> &[i32] {
        &self.scores.0[..usize::from(self.n_seats)]
    }
}

/// A rules set: a game's variant as validated data.
pub trait Rules: Copy + Eq + Debug + Display + FromStr<Err = Unreadable> + Send + Sync {
    /// The game whose variant it is.
    const GAME: GameId;

    /// The choices that a rules line can make, `players` first.
    const OPTIONS: &'static [RuleOption];

    /// The tables of values that a deck file can replace.
    const TABLES: &'static [TableInfo];

    /// How many seats play.
    fn n_seats(&self) -> u8;

    /// Every rules set with the standard tables, for tests and tours.
    fn every() -> Vec<Self>;

    /// The value of an option as a rules line writes it, if this rules set has that option.
    fn value(&self, key: &str) -> Option<String>;

    /// The rows of one of [`Rules::TABLES`] as it stands in the box that we know.
    fn standard_table(name: &str) -> Vec<Vec<i32>>;

    /// This rules set with another box's table, one of [`Rules::TABLES`], in place of the standard one.
    /// A table that these rules do not use is checked and then left aside.
    fn with_table(self, name: &str, rows: &[Vec<i32>]) -> Result<Self, BadTable>;

    /// The tables that differ from the standard ones: name and rows.
    fn changed_tables(&self) -> Vec<(&'static str, Vec<Vec<i32>>)>;

    /* FINAL */
    /// Whether these rows can stand in a table of [`Rules::TABLES`].
    ///
    /// # Panics
    /// If there is no such table.
    fn check_table(name: &str, rows: &[Vec<i32>]) -> Result<(), BadTable> {
        let table = Self::TABLES.iter().find(|table| table.name == name);
        table.expect("callers name a table of TABLES").check(rows)
    }
}

/// A table of values that only a picture in the rulebook showed, so that it is data and can be replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableInfo {
    /// Its name in deck files.
    pub name: &'static str,
    /// The names of its rows; a table of one row has one empty name.
    pub rows: &'static [&'static str],
    /// How many values each row has.
    pub n_values: usize,
    /// The least value allowed.
    pub min: i32,
    /// The greatest value allowed.
    pub max: i32,
    /// Whether a row must hold each value once.
    pub each_once: bool,
}

impl TableInfo {
    /// Whether these rows can stand in the table.
    pub fn check(&self, rows: &[Vec<i32>]) -> Result<(), BadTable> {
        if rows.len() != self.rows.len() {
            return Err(BadTable::Rows { wanted: self.rows.len(), found: rows.len() });
        }
        for (row_index, row) in rows.iter().enumerate() {
            if row.len() != self.n_values {
                return Err(BadTable::Values {
                    row: row_index,
                    wanted: self.n_values,
                    found: row.len(),
                });
            }
            for (place, &value) in row.iter().enumerate() {
                if value < self.min || value > self.max {
                    let (min, max) = (self.min, self.max);
                    return Err(BadTable::Range { row: row_index, place, value, min, max });
                }
                if self.each_once && row[..place].contains(&value) {
                    return Err(BadTable::Twice { row: row_index, place, value });
                }
            }
        }
        Ok(())
    }
}

/// Why a table of a deck file cannot be used. Rows and places count from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum BadTable {
    /// Too few or too many rows.
    Rows { wanted: usize, found: usize },
    /// A row with too few or too many values.
    Values { row: usize, wanted: usize, found: usize },
    /// A value out of range.
    Range { row: usize, place: usize, value: i32, min: i32, max: i32 },
    /// A value that the row already has.
    Twice { row: usize, place: usize, value: i32 },
}

/// Something that not everybody knows, for the tables of who sees what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    /// What it is: `hand`, `set aside`, …
    pub what: &'static str,
    /// Whose it is, where it is somebody's.
    pub whose: Option<Seat>,
    /// How much of it there is: cards in a hand, say.
    pub count: usize,
    /// What it is, in notation.
    pub value: String,
}

impl Secret {
    /// So much of something that somebody has, or that is nobody's.
    pub fn new(
        what: &'static str,
        whose: Option<Seat>,
        count: usize,
        value: impl Display,
    ) -> Secret {
        Secret { what, whose, count, value: value.to_string() }
    }
}

/// Something that happened a number of times out of a number of chances in a finished round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundFact {
    /// What happened, in lower case with hyphens: `paradox`.
    pub what: &'static str,
    /// How often.
    pub hits: u32,
    /// Out of how many.
    pub of: u32,
}

/// What lies open on the table, known to every seat and to the rail.
///
/// Whatever the game is asked is asked of this and, where a seat asks, of that seat's own cards. So no answer can depend
/// on more than the asker may know.
///
/// The hash tells moments of one game apart for searches that meet them by the million, so it takes in what changes from
/// step to step and leaves out what follows from that.
pub trait Open<G: Game>: Clone + Eq + Hash + Debug + Send + Sync {
    /// The variant that is played.
    fn rules(&self) -> &G::Rules;

    /// Where in the game we are.
    fn phase(&self) -> G::Phase;

    /// Who has to do something.
    fn turn(&self) -> Turn;

    /// What chance brings now, by these dice.
    ///
    /// # Panics
    /// If it is not chance's turn.
    fn draw(&self, dice: &mut impl Dice) -> G::Chance;

    /// Whether chance, whose turn it is, can bring this, or why not. Nothing if it has to bring something else.
    fn judge_chance(&self, chance: &G::Chance) -> Option<Result<(), G::Illegal>>;

    /// What is worth showing to a seat as a choice, legal or not. Nothing if nothing is asked of it.
    fn candidates(&self, seat: Seat, own: &G::Own) -> Choices<G::Ask>;

    /// Whether a seat that owes a decision may do this, or why not. Nothing if another kind of decision is asked.
    fn judge(&self, seat: Seat, own: &G::Own, action: G::Action) -> Option<Result<(), G::Illegal>>;

    /// What a seat may do now: those of `candidates` that pass `check`, found fast.
    fn actions(&self, seat: Seat, own: &G::Own) -> Choices<G::Ask>;

    /// How many rounds have been finished.
    fn rounds(&self) -> u32;

    /// Scores so far, and at the end who has won.
    fn standing(&self) -> Standing;

    /* FINAL, like all that follow */
    /// Whether chance can bring this now, or why not.
    fn check_chance(&self, chance: &G::Chance) -> Result<(), Refusal<G>> {
        let untimely = |why| Refusal::Untimely(why, self.phase());
        self.turn().is_of_chance().map_err(untimely)?;
        let judged = self.judge_chance(chance);
        judged.ok_or(untimely(Untimely::OtherChance))?.map_err(Refusal::Illegal)
    }

    /// Whether a seat may do this now, or why not: the definition of legality.
    fn check(&self, seat: Seat, own: &G::Own, action: G::Action) -> Result<(), Refusal<G>> {
        let untimely = |why| Refusal::Untimely(why, self.phase());
        self.turn().is_of_seat(seat).map_err(untimely)?;
        let judged = self.judge(seat, own, action);
        judged.ok_or(untimely(Untimely::OtherAsked))?.map_err(Refusal::Illegal)
    }
}

/// What an observer knows of a game: what lies open, and its own cards. The rail has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View<G: Game> {
    /// What lies open.
    pub open: G::Open,
    /// The observer's seat and its own cards.
    pub own: Option<(Seat, G::Own)>,
}

impl<G: Game> View<G> {
    /// Who is looking.
    pub fn who(&self) -> Observer {
        self.own.as_ref().map_or(Observer::Rail, |(seat, _)| Observer::Seat(*seat))
    }

    /// Whether the cards of this seat are hidden from the observer.
    pub fn hides(&self, seat: Seat) -> bool {
        self.who() != Observer::Seat(seat)
    }

    /// What is worth showing to the observer as a choice. The rail has none.
    pub fn candidates(&self) -> Option<Choices<G::Ask>> {
        self.own.as_ref().map(|(seat, own)| self.open.candidates(*seat, own))
    }

    /// What the observer may do. The rail may do nothing.
    pub fn actions(&self) -> Option<Choices<G::Ask>> {
        self.own.as_ref().map(|(seat, own)| self.open.actions(*seat, own))
    }

    /// Whether the observer may do this, or why not. The rail is never asked.
    pub fn check(&self, action: G::Action) -> Option<Result<(), Refusal<G>>> {
        self.own.as_ref().map(|(seat, own)| self.open.check(*seat, own, action))
    }
}

/// All tables that are consistent with a view, prepared for drawing from.
pub trait Worlds<G: Game>: Debug + Send + Sync {
    /// Prepares to draw tables that are consistent with this view.
    fn new(view: &View<G>) -> Self;

    /// One of these tables, every deal that fits equally likely.
    fn draw(&self, dice: &mut impl Dice) -> G;
}

/// A table as it was, and what seats have done since, in order.
pub type Rewound<G> = (G, Vec<(Seat, <G as Game>::Action)>);

/// A card game: its state, and the rules as functions of it.
///
/// A game is its rules set and a list of [`Step`]s. Chance outcomes are steps too, so that a replay depends on no
/// generator. The laws that every implementation obeys are in [`laws`](crate::laws).
pub trait Game: Clone + Eq + Debug + Send + Sync + Sized + 'static {
    /* FINAL */
    /// Which game it is.
    const ID: GameId = Self::Rules::GAME;
    /// The variant.
    type Rules: Rules;
    /// What chance can bring.
    type Chance: Copy + Eq + Debug + Display + FromStr<Err = Unreadable> + Send;
    /// What a seat can do.
    type Action: Copy + Eq + Debug + Display + FromStr<Err = Unreadable> + Send;
    /// What a seat can be asked.
    type Ask: Ask<Action = Self::Action>;
    /// Where in the game we are.
    type Phase: Phase;
    /// Why something may not be done that comes at its time.
    type Illegal: Illegal;
    /// What lies open.
    type Open: Open<Self>;
    /// What a seat has and others do not see.
    type Own: Copy + Eq + Hash + Debug + Send + Sync;
    /// What an observer notices of a step.
    type Seen: Say + Clone + Eq + Debug + Send;
    /// All tables that are consistent with a view.
    type Worlds: Worlds<Self>;

    /// A game about to begin.
    fn new(rules: Self::Rules) -> Self;

    /// What lies open.
    fn open(&self) -> &Self::Open;

    /// A seat's own cards. A seat that is not at the table has none.
    fn own(&self, seat: Seat) -> Self::Own;

    /// Lets chance bring something that passes `check_chance`.
    fn chance(&mut self, chance: &Self::Chance);

    /// Lets a seat do something that passes `check`.
    fn act(&mut self, seat: Seat, action: Self::Action);

    /// What an observer notices of a step between two states, in order.
    /// It tells nothing that the observer's two views do not tell.
    fn seen(before: &Self, step: &Step<Self>, after: &Self, who: Observer) -> Vec<Self::Seen>;

    /// Every action that these rules know at any time.
    fn every_action(rules: &Self::Rules) -> Vec<Self::Action>;

    /// What is hidden from somebody.
    fn secrets(&self) -> Vec<Secret>;

    /// What the round that has just finished was like, added to the caller's list.
    fn round_facts(&self, out: &mut Vec<RoundFact>);

    /// Whether cards and tokens add up; says what does not.
    fn conserved(&self) -> Result<(), &'static str>;

    /// The round told again, for whoever asks what decisions say about hands: the table before the first card of the round
    /// was set aside, chosen or played, and what seats have done since, in order. Nothing while no cards are in play.
    fn rewound(&self) -> Option<Rewound<Self>>;

    /// Plays on at random until the round is finished, or the game is over, just as [`Game::random_step`] does by the same
    /// dice. Searches spend their time here, so a game may do it faster.
    #[inline]
    fn finish_round(&mut self, dice: &mut impl Dice) {
        let rounds = self.rounds();
        while self.rounds() == rounds
            && let Some(step) = self.random_step(dice)
        {
            self.apply(&step);
        }
    }

    /* FINAL, like all that follow */
    /// The variant that is played.
    fn rules(&self) -> &Self::Rules {
        self.open().rules()
    }

    /// Who has to do something.
    #[inline]
    fn turn(&self) -> Turn {
        self.open().turn()
    }

    /// What chance brings now, by these dice. See [`Open::draw`].
    #[inline]
    fn draw(&self, dice: &mut impl Dice) -> Self::Chance {
        self.open().draw(dice)
    }

    /// Whether chance can bring this now, or why not.
    fn check_chance(&self, chance: &Self::Chance) -> Result<(), Refusal<Self>> {
        self.open().check_chance(chance)
    }

    /// What is worth showing to a seat as a choice. See [`Open::candidates`].
    fn candidates(&self, seat: Seat) -> Choices<Self::Ask> {
        self.open().candidates(seat, &self.own(seat))
    }

    /// Whether a seat may do this now, or why not. See [`Open::check`].
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Refusal<Self>> {
        self.open().check(seat, &self.own(seat), action)
    }

    /// What a seat may do now. See [`Open::actions`].
    #[inline]
    fn actions(&self, seat: Seat) -> Choices<Self::Ask> {
        self.open().actions(seat, &self.own(seat))
    }

    /// How many rounds have been finished.
    #[inline]
    fn rounds(&self) -> u32 {
        self.open().rounds()
    }

    /// Scores so far, and at the end who has won.
    fn standing(&self) -> Standing {
        self.open().standing()
    }

    /// What an observer knows: built from what lies open and from its own cards, of nothing else.
    fn view(&self, who: Observer) -> View<Self> {
        let own = who.seat().map(|seat| (seat, self.own(seat)));
        View { open: self.open().clone(), own }
    }

    /// Prepares to draw tables that are consistent with a view.
    fn worlds(view: &View<Self>) -> Self::Worlds {
        Self::Worlds::new(view)
    }

    /// One of these tables, every deal that fits equally likely.
    fn imagine(worlds: &Self::Worlds, dice: &mut impl Dice) -> Self {
        worlds.draw(dice)
    }

    /// Whether a step may happen now, or why not.
    fn check_step(&self, step: &Step<Self>) -> Result<(), Refusal<Self>> {
        match step {
            Step::Chance(chance) => self.check_chance(chance),
            Step::Act(seat, action) => self.check(*seat, *action),
        }
    }

    /// Lets a step happen that passes `check_step`.
    fn apply(&mut self, step: &Step<Self>) {
        debug_assert_eq!(self.check_step(step), Ok(()));
        match step {
            Step::Chance(chance) => self.chance(chance),
            Step::Act(seat, action) => self.act(*seat, *action),
        }
    }

    /// A step by dice: chance draws; a seat that owes a decision picks among its actions. Nothing when the game is over.
    #[inline]
    fn random_step(&self, dice: &mut impl Dice) -> Option<Step<Self>> {
        match self.turn() {
            Turn::Chance => Some(Step::Chance(self.draw(dice))),
            Turn::Decide(seats) => {
                let seat = seats.first().expect("somebody owes a decision");
                Some(Step::Act(seat, self.actions(seat).pick(dice)))
            }
            Turn::Over => None,
        }
    }
}

/// Chance was asked out of turn, which is a fault of whoever asked.
#[cold]
pub(crate) fn nothing_to_draw(phase: impl Phase) -> ! {
    panic!("chance has nothing to bring while {phase:?}")
}

/// What `impl Game` is alike in: the games' folders have the same files, and those the same names.
macro_rules! in_every_game {
    () => {
        type Rules = Rules;
        type Chance = Chance;
        type Action = Action;
        type Ask = Ask;
        type Phase = Phase;
        type Illegal = Illegal;
        type Open = Open;
        type Own = Own;
        type Seen = Seen;
        type Worlds = Worlds;

        fn new(rules: Rules) -> State {
            State::new(rules)
        }

        #[inline]
        fn open(&self) -> &Open {
            &self.open
        }

        fn chance(&mut self, chance: &Chance) {
            State::chance(self, chance);
        }

        #[inline]
        fn act(&mut self, seat: crate::Seat, action: Action) {
            State::act(self, seat, action);
        }

        fn rewound(&self) -> Option<crate::Rewound<State>> {
            State::rewound(self)
        }

        fn seen(
            before: &State,
            step: &crate::Step<State>,
            after: &State,
            who: crate::Observer,
        ) -> Vec<Seen> {
            view::seen(before, step, after, who)
        }
    };
}
pub(crate) use in_every_game;

/// What `impl Open` is alike in.
macro_rules! in_every_open {
    () => {
        fn rules(&self) -> &Rules {
            &self.rules
        }

        #[inline]
        fn phase(&self) -> Phase {
            self.phase
        }
    };
}
pub(crate) use in_every_open;
