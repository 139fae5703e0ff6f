//! All that an observer may know of a table, built for each observer from nothing.

use rules::{Game, Observer, Rules as _, Seat, Seats, View};

use crate::command::Question;
use crate::lobby::{Line, Sitter};
use crate::play::ClockFace;
use crate::table::Table;
use crate::terms::Terms;

/// What an observer sees of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView<'a, G: Game> {
    /// Who looks.
    pub who: Observer,
    /// What was agreed.
    pub terms: &'a Terms,
    /// The seats, in order.
    pub seats: Vec<SeatView<'a>>,
    /// Who looks after the table.
    pub host: Option<Seat>,
    /// What is going on.
    pub stage: Stage,
    /// The game as the observer knows it.
    pub view: Option<View<G>>,
    /// The question that the observer's seat answers next, once a game has begun.
    pub at: Option<Question>,
    /// The last things that were said by those whom the observer wants to hear.
    pub talk: Vec<&'a Line>,
    /// Whether people can talk.
    pub chat: bool,
    /// How often the observer has said something.
    pub said: u32,
    /// Whom the observer does not want to hear.
    pub muted: Seats,
    /// Which game of the table it is, and what is known of its seed.
    pub game: Option<GameView<'a>>,
}

/// What is going on at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// People are coming.
    Gathering,
    /// A game.
    Playing,
    /// A game has ended.
    Over,
}

/// What everybody sees of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatView<'a> {
    /// Who sits there.
    pub sits: Sits<'a>,
    /// Whether they want a game to begin.
    pub ready: bool,
    /// Their clock.
    pub clock: Option<ClockFace>,
}

/// Who sits on a seat, without what only the house knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant says what its fields are")]
pub enum Sits<'a> {
    /// Nobody.
    Nobody,
    /// A bot of this level.
    Bot { level: &'a str },
    /// A person.
    Person { name: &'a str, stood_in: bool },
}

/// What everybody knows of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameView<'a> {
    /// Which one it is, from 1.
    pub number: u32,
    /// What was told of the seed before the first deal.
    pub commitment: &'a str,
    /// The seed, at the end.
    pub seed: Option<&'a str>,
}

impl<G: Game> Table<G> {
    /// What an observer may know.
    pub fn view(&self, who: Observer) -> TableView<'_, G> {
        let (lobby, play) = (self.lobby(), self.play());
        let chair = who.seat().map(|seat| lobby.chair(seat));
        let muted = chair.map_or(Seats::NONE, |chair| chair.muted);
        TableView {
            who,
            terms: self.terms(),
            seats: Seat::all(self.rules().n_seats())
                .map(|seat| self.seat_view(seat, who))
                .collect(),
            host: lobby.host,
            stage: match play {
                None => Stage::Gathering,
                Some(play) if play.is_over() => Stage::Over,
                Some(_) => Stage::Playing,
            },
            view: play.map(|play| play.view(who)),
            at: who.seat().and_then(|seat| self.question(seat)),
            talk: lobby.talk.iter().filter(|line| !muted.has(line.seat)).collect(),
            chat: lobby.chat,
            said: chair.map_or(0, |chair| chair.said),
            muted,
            game: play.map(|play| GameView {
                number: play.number,
                commitment: &play.commitment,
                seed: play.seed.as_deref(),
            }),
        }
    }

    fn seat_view(&self, seat: Seat, who: Observer) -> SeatView<'_> {
        let chair = self.lobby().chair(seat);
        let sits = match &chair.sitter {
            Sitter::Nobody => Sits::Nobody,
            Sitter::Bot { level } => Sits::Bot { level: level.name() },
            Sitter::Person { holder: _, name, stood_in } => {
                Sits::Person { name, stood_in: *stood_in }
            }
        };
        let clock = self.play().and_then(|play| play.clock_face(seat, who));
        SeatView { sits, ready: chair.ready, clock }
    }
}
