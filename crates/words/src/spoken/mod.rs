//! What a page or a terminal says of a table: how far it is, what is asked, and what each answer is called.
//!
//! All of it is made from a [`View`], so it cannot tell more than the observer may know.

mod catbox;
pub mod catsle;
mod meow;
pub mod yorozu;

use rules::{Choices, Fact, Game, Numbered, Open as _, Rules as _, Seat, Turn, View};

use crate::Words;

/// What an observer knows, and how to talk about it.
#[derive(Clone, Debug)]
pub struct Sight<'a, G: Game> {
    /// What the observer knows.
    pub view: &'a View<G>,
    /// The language, which knows the players' names.
    pub words: &'a Words,
}

impl<G: Game> Copy for Sight<'_, G> {}

/// A game that can be talked about while it is played.
pub trait Spoken: Game {
    /// How far the game has come, in a few words: `Round 2 of 4 · trick 5 of 8`.
    fn progress(sight: Sight<'_, Self>) -> String;

    /// What is asked of the observer, or whom all wait for, in one sentence.
    fn question(sight: Sight<'_, Self>) -> String;

    /// What an answer is called: `blue 6`, `2 tricks`.
    fn label(sight: Sight<'_, Self>, action: Self::Action) -> String;
}

impl<G: Game> Sight<'_, G> {
    /// A message without facts.
    pub fn say(&self, id: &str) -> String {
        self.words.message(id, &[])
    }

    /// A message with facts.
    pub fn tell(&self, id: &str, facts: &[(&'static str, Fact)]) -> String {
        self.words.message(id, facts)
    }

    /// What the rules tell, said as a whole sentence.
    pub fn seen(&self, seen: &G::Seen) -> String {
        let sentence = self.words.seen::<G>(seen);
        self.tell("face-sentence", &[("words", sentence.into())])
    }

    /// How many seats the table has.
    pub fn n_seats(&self) -> u8 {
        self.view.open.rules().n_seats()
    }

    /// The observer's seat.
    pub fn me(&self) -> Option<Seat> {
        self.view.who().seat()
    }

    /// All seats clockwise, the observer's last.
    pub fn around(&self) -> impl Iterator<Item = Seat> + Clone + use<G> {
        let n_seats = self.n_seats();
        let first = self.me().map_or(Seat::new(0), |me| me.left(n_seats));
        (0..n_seats).map(move |steps| first.clockwise(steps, n_seats))
    }

    /// Whether the observer owes a decision.
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

    /// What kind of question the observer is asked, if there is one.
    fn ask(&self) -> Option<G::Ask> {
        let choices = self.view.candidates().filter(|choices: &Choices<_>| !choices.is_empty());
        choices.map(|choices| choices.ask)
    }

    /// The question where the observer is not asked: whom all wait for, or that something is drawn or dealt.
    fn waiting(&self, won: impl FnOnce(rules::Won) -> G::Seen) -> String {
        match self.view.open.turn() {
            Turn::Chance => self.say("face-chance"),
            Turn::Decide(seats) => self.tell("face-waiting", &[("seats", seats.into())]),
            Turn::Over => match self.view.open.standing().won() {
                Some(standing) => self.seen(&won(standing)),
                None => self.say("face-over"),
            },
        }
    }

    /// `Round 2 of 4`, or the last one when it is over.
    fn round(&self, n_rounds: u32) -> String {
        let round = (self.view.open.rounds() + 1).min(n_rounds);
        self.tell("face-round", &[("round", round.into()), ("rounds", n_rounds.into())])
    }
}

/// How many of these tricks are finished.
pub fn n_finished<C: Numbered + PartialEq, const N: usize>(
    tricks: &[rules::Trick<C, N>],
    n_seats: u8,
) -> usize {
    tricks.iter().filter(|trick| trick.cards().len() == usize::from(n_seats)).count()
}
