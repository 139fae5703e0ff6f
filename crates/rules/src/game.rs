//! The contract: what a card game is to everything that plays, shows, records or studies it.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::notation::Unreadable;
use crate::{
    Ask, Beat, Choices, Dice, GameId, Illegal, Open, Phase, Refusal, Rules, Say, Seat, Standing,
    Turn,
};

/// A card game: its state, and the rules as functions of it.
///
/// A game is its rules set and a list of [`Step`]s. Chance outcomes are steps too, so that a replay depends on no
/// generator. The laws that every implementation obeys are in [`laws`](crate::laws).
pub trait Game: Clone + Eq + Debug + Send + Sync + Sized + 'static {
    /* FINAL */
    /// The id of this game.
    const ID: GameId = Self::Rules::GAME;
    /// A variant of the game.
    type Rules: Rules;
    /// An outcome of chance.
    type Chance: Copy + Eq + Debug + Display + FromStr<Err = Unreadable> + Send;
    /// A decision of a seat.
    type Action: Copy + Eq + Debug + Display + FromStr<Err = Unreadable> + Send;
    /// A question to a seat.
    type Ask: Ask<Action = Self::Action>;
    /// A stage of the game.
    type Phase: Phase;
    /// Why a rule forbids a step.
    type Illegal: Illegal;
    /// Everything that lies open.
    type Open: Open<Self>;
    /// Everything that a seat alone knows.
    type Own: Copy + Eq + Hash + Debug + Send + Sync;
    /// Something that an observer notices of a step.
    type Seen: Say + Clone + Eq + Debug + Send;
    /// All tables that are consistent with a view.
    type Worlds: Worlds<Self>;

    /// A game before its first step.
    fn new(rules: Self::Rules) -> Self;

    /// Everything that lies open.
    fn open(&self) -> &Self::Open;

    /// A seat's own cards. A seat that is not at the table has none.
    fn own(&self, seat: Seat) -> Self::Own;

    /// Applies an outcome of chance without checking it. An illegal outcome may panic or break the state.
    fn chance(&mut self, chance: &Self::Chance);

    /// Applies an action of a seat without checking it. An illegal action may panic or break the state.
    fn act(&mut self, seat: Seat, action: Self::Action);

    /// What an observer notices of a step between two states, in order.
    /// It tells nothing beyond the observer's views before and after the step.
    fn seen(before: &Self, step: &Step<Self>, after: &Self, who: Observer) -> Vec<Self::Seen>;

    /// What the table shows for a moment between two states, in order.
    /// A view of it tells nothing beyond the observer's views before and after the step.
    fn beats(_before: &Self, _step: &Step<Self>, _after: &Self) -> Vec<Beat<Self>> {
        Vec::new()
    }

    /// What a seat notices of its own hand: `None` if the hand is empty.
    fn own_hand(seat: Seat, own: &Self::Own) -> Option<Self::Seen>;

    /// Whether this tells the points of a seat at the end of a round, which are public in every game.
    fn is_score(seen: &Self::Seen) -> bool;

    /// Plays at random to the end of the round or of the game, with the same result as repeated [`Game::random_step`]s
    /// by the same dice. Searches spend their time here, so a game may have a faster way.
    #[inline]
    fn finish_round(&mut self, dice: &mut impl Dice) {
        let rounds = self.rounds();
        while self.rounds() == rounds
            && let Some(step) = self.random_step(dice)
        {
            self.apply(&step);
        }
    }

    /* FINAL: no game overrides the methods below */
    /// The rules set of this game.
    fn rules(&self) -> &Self::Rules {
        self.open().rules()
    }

    /// Who has to act.
    #[inline]
    fn turn(&self) -> Turn {
        self.open().turn()
    }

    /// A random outcome of chance. See [`Open::draw`].
    #[inline]
    fn draw(&self, dice: &mut impl Dice) -> Self::Chance {
        self.open().draw(dice)
    }

    /// Checks an outcome of chance. See [`Open::check_chance`].
    fn check_chance(&self, chance: &Self::Chance) -> Result<(), Refusal<Self>> {
        self.open().check_chance(chance)
    }

    /// The choices worth showing to a seat, legal or not. See [`Open::candidates`].
    fn candidates(&self, seat: Seat) -> Choices<Self::Ask> {
        self.open().candidates(seat, &self.own(seat))
    }

    /// Checks an action of a seat. See [`Open::check`].
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Refusal<Self>> {
        self.open().check(seat, &self.own(seat), action)
    }

    /// The legal actions of a seat. See [`Open::actions`].
    #[inline]
    fn actions(&self, seat: Seat) -> Choices<Self::Ask> {
        self.open().actions(seat, &self.own(seat))
    }

    /// How many rounds have been finished.
    #[inline]
    fn rounds(&self) -> u32 {
        self.open().rounds()
    }

    /// The scores so far, and the winners once the game is over.
    fn standing(&self) -> Standing {
        self.open().standing()
    }

    /// What an observer knows: a copy of what lies open and of the observer's own cards.
    fn view(&self, who: Observer) -> View<Self> {
        let own = who.seat().map(|seat| (seat, self.own(seat)));
        View { open: self.open().clone(), own }
    }

    /// Prepares to draw tables that are consistent with a view.
    fn worlds(view: &View<Self>) -> Self::Worlds {
        Self::Worlds::new(view)
    }

    /// Draws one of these tables: every deal that fits the view is equally likely.
    fn imagine(worlds: &Self::Worlds, dice: &mut impl Dice) -> Self {
        worlds.draw(dice)
    }

    /// Checks a step.
    fn check_step(&self, step: &Step<Self>) -> Result<(), Refusal<Self>> {
        match step {
            Step::Chance(chance) => self.check_chance(chance),
            Step::Act(seat, action) => self.check(*seat, *action),
        }
    }

    /// Checks a step and applies it. A refused step changes nothing.
    fn play(&mut self, step: &Step<Self>) -> Result<(), Refusal<Self>> {
        self.check_step(step)?;
        self.apply(step);
        Ok(())
    }

    /// Applies a step without checking it, for callers that know it to be legal: searches, and replays of checked logs.
    /// Other callers use [`Game::play`].
    ///
    /// # Panics
    /// If the step is illegal and debug assertions are on. Without them, an illegal step may panic or leave a state that
    /// breaks the rules.
    fn apply(&mut self, step: &Step<Self>) {
        debug_assert_eq!(self.check_step(step), Ok(()));
        match step {
            Step::Chance(chance) => self.chance(chance),
            Step::Act(seat, action) => self.act(*seat, *action),
        }
    }

    /// A random legal step: an outcome of chance, or an action of the first seat that owes a decision. `None` when the
    /// game is over.
    #[inline]
    fn random_step(&self, dice: &mut impl Dice) -> Option<Step<Self>> {
        match self.turn() {
            Turn::Chance => Some(Step::Chance(self.draw(dice))),
            Turn::Decide(seats) => {
                let seat = seats.first().expect("a seat owes a decision");
                Some(Step::Act(seat, self.actions(seat).pick(dice)))
            }
            Turn::Over => None,
        }
    }
}

/// One entry in the log of a game: an outcome of chance, or an action of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step<G: Game> {
    /// An outcome of chance. A whole deal is one step.
    Chance(G::Chance),
    /// An action of a seat.
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

/// An observer of a table: a seat or the public.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Observer {
    /// A player, who knows what that seat knows.
    Seat(Seat),
    /// The public, which knows what lies open.
    Rail,
}

impl Observer {
    /// All observers of a table of `n_seats`: the seats, then the rail.
    pub fn all(n_seats: u8) -> impl Iterator<Item = Observer> + Clone {
        Seat::all(n_seats).map(Observer::Seat).chain([Observer::Rail])
    }

    /// The observer's seat. The rail has none.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Observer::Seat(seat) => Some(seat),
            Observer::Rail => None,
        }
    }
}

/// What an observer knows of a game: what lies open, and its own cards. The rail has none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View<G: Game> {
    /// Everything that lies open.
    pub open: G::Open,
    /// The observer's seat and its own cards.
    pub own: Option<(Seat, G::Own)>,
}

impl<G: Game> View<G> {
    /// The observer.
    pub fn who(&self) -> Observer {
        self.own.as_ref().map_or(Observer::Rail, |(seat, _)| Observer::Seat(*seat))
    }

    /// Whether the cards of this seat are hidden from the observer.
    pub fn hides(&self, seat: Seat) -> bool {
        self.who() != Observer::Seat(seat)
    }

    /// The choices worth showing to the observer, legal or not. The rail has none.
    pub fn candidates(&self) -> Option<Choices<G::Ask>> {
        self.own.as_ref().map(|(seat, own)| self.open.candidates(*seat, own))
    }

    /// The legal actions of the observer. The rail has none.
    pub fn actions(&self) -> Option<Choices<G::Ask>> {
        self.own.as_ref().map(|(seat, own)| self.open.actions(*seat, own))
    }

    /// Checks an action of the observer. The rail has none.
    pub fn check(&self, action: G::Action) -> Option<Result<(), Refusal<G>>> {
        self.own.as_ref().map(|(seat, own)| self.open.check(*seat, own, action))
    }
}

/// All tables that are consistent with a view, prepared for drawing.
pub trait Worlds<G: Game>: Debug + Send + Sync {
    /// Prepares to draw tables that are consistent with this view.
    fn new(view: &View<G>) -> Self;

    /// Draws one of these tables: every deal that fits the view is equally likely.
    fn draw(&self, dice: &mut impl Dice) -> G;
}

/// The part of `impl Game` that is the same in every game: the folders of all games use the same names.
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

        fn own_hand(seat: Seat, own: &Own) -> Option<Seen> {
            let hand = own.hand;
            (!hand.is_empty()).then_some(Seen::YourHand { seat, hand })
        }

        fn is_score(seen: &Seen) -> bool {
            matches!(seen, Seen::Scored { .. })
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

        fn seen(
            before: &State,
            step: &crate::Step<State>,
            after: &State,
            who: crate::Observer,
        ) -> Vec<Seen> {
            view::seen(before, step, after, who)
        }

        fn beats(
            before: &State,
            step: &crate::Step<State>,
            after: &State,
        ) -> Vec<crate::Beat<State>> {
            beats::beats(before, step, after)
        }
    };
}
pub(crate) use in_every_game;
