//! Everything that an observer may know about a table. Each view is built from scratch, never filtered.

use rules::{Game, Observer, Rules as _, Seat, Seats, View};

use crate::command::{Question, RoundNumber};
use crate::event::Moment;
use crate::lobby::{ChatLine, Departure, Sitter};
use crate::play::{ClockFace, Play};
use crate::sealed::Choice;
use crate::table::Table;
use crate::terms::Terms;

/// A table as an observer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView<'a, G: Game> {
    /// The observer.
    pub who: Observer,
    /// The terms of the table.
    pub terms: &'a Terms,
    /// The rules of its games.
    pub rules: G::Rules,
    /// The seats, in order.
    pub seats: Vec<SeatView<'a>>,
    /// The host.
    pub host: Option<Seat>,
    /// Until when players may speak up, where silence is an answer.
    pub silence_ends: Option<Moment>,
    /// The stage of the table.
    pub stage: Stage,
    /// The observer's view of the game.
    pub view: Option<View<G>>,
    /// The number of public steps of the game so far.
    pub n_steps: usize,
    /// The next question to the observer's seat, once a game has begun.
    pub at: Option<Question>,
    /// The observer's own choice, while it is sealed and can be changed.
    pub change: Option<ChangeView<G>>,
    /// The interlude, while the game waits after a round.
    pub interlude: Option<InterludeView>,
    /// The latest chat lines, without those of muted seats.
    pub talk: Vec<&'a ChatLine>,
    /// Whether chat is on.
    pub chat: bool,
    /// The number of chat lines that the observer has sent.
    pub said: u32,
    /// The number of reactions that the observer has sent.
    pub reacted: u32,
    /// The seats that the observer has muted.
    pub muted: Seats,
    /// The number of the current game, and the public facts about its seed.
    pub game: Option<GameView<'a>>,
}

/// The observer's own choice, while it is sealed and can be changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangeView<G: Game> {
    /// The number under which a change is sent.
    pub at: Question,
    /// The choice.
    pub choice: Choice<G>,
}

/// The public facts about an interlude.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InterludeView {
    /// The round that is over.
    pub round: RoundNumber,
    /// The seats whose players have to ask for the next round.
    pub awaited: Seats,
    /// The seats whose players have asked for it.
    pub ready: Seats,
    /// When the next round begins at the latest.
    pub ends: Option<Moment>,
}

/// The stage of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Waiting for players.
    Gathering,
    /// A game is being played.
    Playing,
    /// A game is over.
    Over,
    /// The operator has closed the table, perhaps during a game.
    Closed,
}

/// The public facts about a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView<'a> {
    /// The player on the seat.
    pub occupant: Occupant<'a>,
    /// Whether the player is ready.
    pub ready: bool,
    /// The player's clock.
    pub clock: Option<ClockFace>,
}

/// Who sits on a seat, without facts that only the server knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Occupant<'a> {
    /// The seat is free.
    Nobody,
    /// The seat is kept until the game ends, for a player who left or was removed.
    Kept { name: &'a str, departure: Departure },
    /// A bot of this level.
    Bot { level: &'a str },
    /// A person.
    Person { name: &'a str, stood_in: bool },
}

/// The public facts about the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameView<'a> {
    /// The number of the game, from 1.
    pub number: u32,
    /// The commitment to the seed, published before the first deal.
    pub commitment: &'a str,
    /// The seed, once the game is over.
    pub seed: Option<&'a str>,
}

impl<G: Game> Table<G> {
    /// The view of an observer.
    pub fn view(&self, who: Observer) -> TableView<'_, G> {
        let (lobby, play) = (self.lobby(), self.play());
        let chair = who.seat().map(|seat| lobby.chair(seat));
        let muted = chair.map_or(Seats::NONE, |chair| chair.muted);
        TableView {
            who,
            terms: self.terms(),
            rules: *self.rules(),
            seats: Seat::all(self.rules().n_seats())
                .map(|seat| self.seat_view(seat, who))
                .collect(),
            host: lobby.host,
            stage: match play {
                _ if lobby.is_closed() => Stage::Closed,
                None => Stage::Gathering,
                Some(play) if play.is_over() => Stage::Over,
                Some(_) => Stage::Playing,
            },
            view: play.map(|play| play.view(who)),
            n_steps: play.map_or(0, |play| play.steps.len()),
            at: who.seat().and_then(|seat| self.question(seat)),
            change: who.seat().and_then(|seat| self.change_view(seat)),
            interlude: self.interlude_view(),
            silence_ends: match lobby.sole_person() {
                // A player among bots waits for no answer but their own.
                Some(_) if !self.terms().watching => self.silence_ends(),
                Some(_) | None => play.and_then(Play::silence_ends),
            },
            talk: lobby.talk.iter().filter(|line| !muted.has(line.seat)).collect(),
            chat: lobby.chat,
            said: chair.map_or(0, |chair| chair.said),
            reacted: chair.map_or(0, |chair| chair.reacted),
            muted,
            game: play.map(|play| GameView {
                number: play.number,
                commitment: &play.commitment,
                seed: play.seed.as_deref(),
            }),
        }
    }

    fn change_view(&self, seat: Seat) -> Option<ChangeView<G>> {
        let play = self.play().filter(|_| self.terms().changes)?;
        let at = play.change_question(seat)?;
        Some(ChangeView { at, choice: play.sealed().choice(seat)? })
    }

    fn interlude_view(&self) -> Option<InterludeView> {
        let play = self.play()?;
        let pause = play.pause()?;
        Some(InterludeView {
            round: RoundNumber { game: play.number, round: play.rounds() },
            awaited: self.lobby().awaited(),
            ready: pause.ready,
            ends: self.interlude_ends(),
        })
    }

    fn seat_view(&self, seat: Seat, who: Observer) -> SeatView<'_> {
        let chair = self.lobby().chair(seat);
        let occupant = match &chair.sitter {
            Sitter::Nobody => match &chair.kept_for {
                Some(former) if !self.lobby().is_open(seat) => {
                    Occupant::Kept { name: &former.name, departure: former.departure }
                }
                Some(_) | None => Occupant::Nobody,
            },
            Sitter::Bot { level } => Occupant::Bot { level: level.name() },
            Sitter::Person { holder: _, name, stood_in } => {
                Occupant::Person { name, stood_in: *stood_in }
            }
        };
        let clock = self.play().and_then(|play| play.clock_face(seat, who));
        SeatView { occupant, ready: chair.ready, clock }
    }
}
