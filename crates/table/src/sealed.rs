//! Choices that several seats owe at once, and who learns that they were made.
//!
//! What a seat has chosen nobody learns before all have: the games' views see to that. Who has chosen is public, as it is
//! around a real table, where people look at each other. A table can hide even that: then a choice waits here until the
//! last one is in, and till then the game is to everybody else as it was before.

use rules::{BySeat, Game, MAX_SEATS, Observer, Refusal, Seat, Seats, Step, Turn, View};

/// Whether others learn that a seat has made its sealed choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chosen {
    /// At once.
    #[default]
    Shown,
    /// When all are in.
    Hidden,
}

/// A game as it is told, and the choices that wait to be told.
#[derive(Clone, Debug)]
pub struct Sealed<G: Game> {
    told: G,
    chosen: Chosen,
    waiting: BySeat<Option<G::Action>, MAX_SEATS>,
}

impl<G: Game> Sealed<G> {
    /// A game in which no choice waits.
    pub fn new(game: G, chosen: Chosen) -> Sealed<G> {
        Sealed { told: game, chosen, waiting: BySeat([None; MAX_SEATS]) }
    }

    /// The game as everybody knows it.
    pub fn told(&self) -> &G {
        &self.told
    }

    /// Who still owes a decision.
    pub fn owing(&self) -> Seats {
        let Turn::Decide(asked) = self.told.turn() else { return Seats::NONE };
        asked.iter().filter(|&seat| self.waiting[seat].is_none()).collect()
    }

    /// Whether several owe a choice and nobody may learn who has made theirs.
    pub fn is_hidden(&self) -> bool {
        let Turn::Decide(asked) = self.told.turn() else { return false };
        self.chosen == Chosen::Hidden && asked.len() > 1
    }

    /// What an observer knows: what was told, and its own choice.
    pub fn view(&self, who: Observer) -> View<G> {
        self.as_known_to(who.seat()).view(who)
    }

    /// Whether a seat may do this now, or why not. The answer depends on nobody else's choice.
    pub fn check(&self, seat: Seat, action: G::Action) -> Result<(), Refusal<G>> {
        self.as_known_to(Some(seat)).check(seat, action)
    }

    /// Lets chance bring something.
    ///
    /// # Errors
    /// If it may not; nothing changes then.
    pub fn chance(&mut self, chance: &G::Chance) -> Result<(), Refusal<G>> {
        self.told.check_chance(chance)?;
        self.told.chance(chance);
        Ok(())
    }

    /// Lets a seat do something: the steps that everybody hears of now. There are none while others are waited for, and
    /// several, in the order of the seats, when the last choice is in.
    ///
    /// # Errors
    /// If it may not; nothing changes then.
    pub fn act(&mut self, seat: Seat, action: G::Action) -> Result<Vec<Step<G>>, Refusal<G>> {
        self.check(seat, action)?;
        self.waiting[seat] = Some(action);
        let Turn::Decide(asked) = self.told.turn() else { return Ok(Vec::new()) };
        let all_in = asked.iter().all(|seat| self.waiting[seat].is_some());
        if self.chosen == Chosen::Hidden && !all_in {
            return Ok(Vec::new());
        }
        let mut steps = Vec::new();
        for seat in asked.iter() {
            if let Some(action) = self.waiting[seat].take() {
                self.told.act(seat, action);
                steps.push(Step::Act(seat, action));
            }
        }
        Ok(steps)
    }

    /// What was told, with this seat's own choice made: what a seat does changes nothing for the others who owe one.
    fn as_known_to(&self, seat: Option<Seat>) -> G {
        let mut game = self.told.clone();
        if let Some(seat) = seat
            && let Some(action) = self.waiting[seat]
        {
            game.act(seat, action);
        }
        game
    }
}
