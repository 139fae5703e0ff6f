//! Sentences that pages and terminals share: the progress of a game, the question, and the labels of its answers.
//!
//! Their only input is a [`View`], so they cannot reveal more than the observer may know.

pub mod catbox;
pub mod catsle;
mod meow;
pub mod sheet;
pub mod yorozu;

use rules::{Choices, Fact, Game, Open as _, Rules as _, Seat, Turn, View};

use crate::Words;

/// An observer's view of a game, and a language.
#[derive(Clone, Debug)]
pub struct SpokenView<'a, G: Game> {
    /// The observer's view.
    pub view: &'a View<G>,
    /// The language, with the players' names.
    pub words: &'a Words,
}

impl<G: Game> Copy for SpokenView<'_, G> {}

/// How an event fits into the lines of a game's [story](crate::account).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRole {
    /// A heading, then a line.
    Round,
    /// Begins a line that others join.
    Open,
    /// Joins the line with a comma.
    Join,
    /// Joins the line, after a comma if the last event had the same code, else after a semicolon.
    Group,
    /// Joins the line as a remark.
    Remark,
    /// Joins the line and ends it.
    Close,
    /// One line for all events with the same code, after a label.
    Gather,
    /// A line of its own.
    Line,
    /// Nothing: another event says the same, now or later.
    Silent,
    /// The final paragraph.
    End,
}

/// A game with sentences for its views.
pub trait Spoken: Game {
    /// The progress of the game, each part in a few words: `Round 2 of 4`, `trick 5 of 8`.
    fn progress_parts(sight: SpokenView<'_, Self>) -> Vec<String>;

    /// The progress of the game in one line: `Round 2 of 4 · trick 5 of 8`.
    fn progress(sight: SpokenView<'_, Self>) -> String {
        Self::progress_parts(sight).join(" · ")
    }

    /// The question to the observer, or the players that the table waits for, in one sentence.
    fn question(sight: SpokenView<'_, Self>) -> String;

    /// What matters for the decision, or while others decide: a short line below the question.
    fn detail(_: SpokenView<'_, Self>) -> Option<String> {
        None
    }

    /// What has just happened, at a [`Beat`](rules::Beat) of the step of which the observer has noticed this.
    fn happened(sight: SpokenView<'_, Self>, seen: &[Self::Seen]) -> String;

    /// What the observer reads while the table takes silence as an answer. `may_speak`: whether the observer could give
    /// another one. Empty in games without such questions.
    fn listening(_: SpokenView<'_, Self>, _may_speak: bool) -> String {
        String::new()
    }

    /// The place of an event in a story.
    fn role(seen: &Self::Seen) -> LineRole;

    /// The label of an answer: `blue 6`, `2 tricks`.
    fn label(sight: SpokenView<'_, Self>, action: Self::Action) -> String;

    /// The scoring of a round in one or two short sentences, below its score sheet.
    fn legend(sight: SpokenView<'_, Self>) -> String;

    /// The total that ends the match, in a game that is played to a total.
    fn goal(_: &Self::Open) -> Option<i32> {
        None
    }
}

rules::visitor!(pub trait VisitSpoken: Spoken, pub fn visit);

impl<G: Game> SpokenView<'_, G> {
    /// A message without facts.
    pub fn say(&self, id: &str) -> String {
        self.words.message(id, &[])
    }

    /// A message with facts.
    pub fn tell(&self, id: &str, facts: &[(&'static str, Fact)]) -> String {
        self.words.message(id, facts)
    }

    /// An event as a sentence with a full stop.
    pub fn seen(&self, seen: &G::Seen) -> String {
        let sentence = self.words.seen::<G>(seen);
        self.tell("face-sentence", &[("words", sentence.into())])
    }

    /// The number of seats.
    pub fn n_seats(&self) -> u8 {
        self.view.open.rules().n_seats()
    }

    /// The observer's seat.
    pub fn me(&self) -> Option<Seat> {
        self.view.who().seat()
    }

    /// All seats clockwise, ending with the observer's.
    pub fn around(&self) -> impl Iterator<Item = Seat> + Clone + use<G> {
        let n_seats = self.n_seats();
        let first = self.me().map_or(Seat::new(0), |me| me.left(n_seats));
        (0..n_seats).map(move |steps| first.clockwise(steps, n_seats))
    }

    /// Whether the observer must decide.
    pub fn is_asked(&self) -> bool {
        self.me().is_some_and(|me| self.view.open.turn().asks(me))
    }

    /// A message about points, with their sign.
    pub fn points(&self, id: &str, points: i32) -> String {
        self.tell(id, &[("points", points.into())])
    }

    /// A card whose suit has a name: `blue 6`.
    pub fn card(&self, suit: &'static str, value: u8) -> String {
        self.tell("face-card", &[("suit", Fact::Name(suit)), ("value", value.into())])
    }

    /// The first of these events as a sentence, or an empty text.
    fn first_of<'s>(&self, events: impl IntoIterator<Item = &'s G::Seen>) -> String {
        events.into_iter().next().map(|seen| self.seen(seen)).unwrap_or_default()
    }

    /// The kind of the observer's question, if there is one.
    fn ask(&self) -> Option<G::Ask> {
        let choices = self.view.candidates().filter(|choices: &Choices<_>| !choices.is_empty());
        choices.map(|choices| choices.ask)
    }

    /// The status for an observer without a question: waiting for players, the end of a round, dealing, or the result.
    fn waiting(&self, won: impl FnOnce(rules::Won) -> G::Seen) -> String
    where
        G: Spoken,
    {
        match self.view.open.turn() {
            Turn::Chance => match self.view.open.sheet() {
                Some(sheet) => sheet::headline(*self, &sheet),
                None => self.say("face-chance"),
            },
            Turn::Decide(seats) => self.tell("face-waiting", &[("seats", seats.into())]),
            Turn::Over => match self.view.open.standing().won() {
                Some(standing) => self.seen(&won(standing)),
                None => self.say("face-over"),
            },
        }
    }

    /// `Round 2 of 4`, and `Round 2 of 4 over` until the next is dealt. After the end, the last round.
    fn round(&self, n_rounds: u32) -> String {
        let n_over = self.view.open.rounds();
        let (id, round) = if self.is_between_rounds() {
            ("face-round-over", n_over)
        } else {
            ("face-round", (n_over + 1).min(n_rounds))
        };
        self.tell(id, &[("round", round.into()), ("rounds", n_rounds.into())])
    }

    /// Whether a round is over and its board still lies open, but the game goes on.
    fn is_between_rounds(&self) -> bool {
        self.view.open.turn() != Turn::Over && self.view.open.sheet().is_some()
    }
}
