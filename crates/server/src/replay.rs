//! Finished games: records and replays.
//!
//! Both are read from the log, so the table need not be in memory. A log can be long: the head of the table answers
//! where it can, and the rest is [long work](crate::long_work).

use std::sync::atomic::Ordering;

use axum::extract::{FromRequestParts, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use pages::face::{self, Face, VisitFace};
use pages::fields::Fields;
use pages::replay::Replay;
use pages::story::named_words;
use rules::{GameId, Rules as _, Seat};
use store::{TableId, TableStage};
use table::event::{Event, EventKind, Holder};
use table::lobby::Names;
use table::record::Record;
use table::table::Table;
use words::Words;

use crate::address::Address;
use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{AtTable, QueryFields};
use crate::hall::not_read;
use crate::language::VisitorWords;
use crate::long_work::{Cancelled, WorkTurn};
use crate::visitor::Visitor;

/// `GET /t/{id}/record.neko`: the record of a finished game, by default the last one.
pub(crate) async fn record(
    State(app): State<App>,
    QueryFields(asked): QueryFields,
    reading: GameRequest,
) -> Result<Response, PageError> {
    let id = reading.id;
    let record = reading.read(&app, asked, RecordFile);
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.neko\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, record.await?).into_response())
}

/// `GET /t/{id}/replay`: a step of a finished game.
pub(crate) async fn show(
    State(app): State<App>,
    QueryFields(asked): QueryFields,
    reading: GameRequest,
) -> Result<Response, PageError> {
    let path = format!("/t/{}", reading.id);
    let html = reading.read(&app, asked, ReplayPage { path });
    Ok(([(CACHE_CONTROL, "no-store")], Html(html.await?)).into_response())
}

/// A finished game of a table.
struct FinishedGame<G: Face> {
    /// The number of the game, from 1.
    number: usize,
    /// How many games were finished at the table.
    n_games: usize,
    record: Record<G>,
    /// The language, with the names of the players.
    words: Words,
    /// The names and coats of the players.
    names: Names,
}

/// A way to show a finished game.
trait Render: Send + 'static {
    /// The text; `None` if the request names something that does not exist.
    fn render<G: Face>(&self, game: &FinishedGame<G>, asked: &Fields) -> Option<String>;
}

struct RecordFile;

impl Render for RecordFile {
    fn render<G: Face>(&self, game: &FinishedGame<G>, _: &Fields) -> Option<String> {
        Some(game.record.to_string())
    }
}

struct ReplayPage {
    path: String,
}

impl Render for ReplayPage {
    fn render<G: Face>(&self, game: &FinishedGame<G>, asked: &Fields) -> Option<String> {
        let FinishedGame { number, n_games, ref record, ref words, ref names } = *game;
        let (path, coats) = (&self.path, names.coats());
        Replay { path, number, n_games, record, asked, words, coats }.page()
    }
}

/// A visitor who asks for a finished game of a table.
pub(crate) struct GameRequest {
    id: TableId,
    visitor: Visitor,
    words: Words,
    address: Address,
}

impl FromRequestParts<App> for GameRequest {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<GameRequest, PageError> {
        let AtTable(id) = AtTable::from_request_parts(parts, app).await?;
        let Ok(visitor) = Visitor::from_request_parts(parts, app).await;
        let Ok(VisitorWords(words)) = VisitorWords::from_request_parts(parts, app).await;
        let Ok(address) = Address::from_request_parts(parts, app).await;
        Ok(GameRequest { id, visitor, words, address })
    }
}

impl GameRequest {
    /// Reads the game and renders it, when this address has its turn. Refuses what the head of the table rules out, without
    /// a look at the log.
    async fn read(
        self,
        app: &App,
        asked: Fields,
        render: impl Render,
    ) -> Result<String, PageError> {
        let GameRequest { id, visitor, words, address } = self;
        let found = app.hall().store().read_head(id).await.map_err(|error| not_read(&error))?;
        if found.head.stage == TableStage::Waiting {
            return Err(Problem::NotFound.into());
        }
        if found.n_events > app.config().limits.replay_events {
            return Err(Problem::LongLog.into());
        }
        let game = GameId::named(&found.head.game).ok_or(Problem::Internal)?;
        let turn: Option<WorkTurn> = app.replay_turns().next(address).await;
        let turn = turn.ok_or_else(|| {
            app.metrics().replays_refused.fetch_add(1, Ordering::Relaxed);
            Problem::Crowded
        })?;
        let kept = app.hall().store().read(id).await.map_err(|error| not_read(&error))?;
        let rendered = turn.work(move |cancelled| {
            let (lines, holder) = (&kept.events, visitor.holder());
            let asked = &asked;
            face::visit(game, ReadGame { lines, words: &words, holder, cancelled, asked, render })
        });
        Ok(rendered.await.ok_or(Problem::Internal)??)
    }
}

/// Replays a log and renders the requested game, by default the last one that is finished.
struct ReadGame<'a, R> {
    lines: &'a [String],
    words: &'a Words,
    holder: Option<Holder>,
    cancelled: &'a Cancelled,
    asked: &'a Fields,
    render: R,
}

impl<R: Render> VisitFace for ReadGame<'_, R> {
    type Output = Result<String, Problem>;

    fn visit<G: Face>(self) -> Self::Output {
        let bad = |_| Problem::Internal;
        let not_cancelled =
            || if self.cancelled.is_set() { Err(Problem::Unavailable) } else { Ok(()) };
        let mut events = self.lines.iter().map(|line| {
            not_cancelled()?;
            line.parse::<Event<G>>().map_err(|_| Problem::Internal)
        });
        let first = events.next().ok_or(Problem::Internal)??;
        let mut table = Table::new(&first).map_err(bad)?;
        if !table.terms().watching && self.holder.is_none() {
            return Err(Problem::Forbidden);
        }
        let events: Vec<Event<G>> = events.collect::<Result<_, _>>()?;
        let has_ended = |event: &Event<G>| matches!(event.kind, EventKind::Ended { .. });
        let n_games = events.iter().filter(|event| has_ended(event)).count();
        let number = match self.asked.filled("game") {
            Some(number) => number.parse().map_err(|_| Problem::NotFound)?,
            None => n_games,
        };
        let mut found = None;
        let mut n_ended = 0;
        for event in events {
            not_cancelled()?;
            let ended = has_ended(&event);
            table.replay(event).map_err(bad)?;
            n_ended += usize::from(ended);
            if ended && n_ended == number {
                let play = table.play().ok_or(Problem::Internal)?;
                let names = table.lobby().names();
                let words = named_words(self.words, &names);
                let seats = Seat::all(table.rules().n_seats());
                let written: Vec<String> =
                    seats.map(|seat| words.seat(seat).into_owned()).collect();
                let record = play.record(&words.title(G::ID), &written, *table.rules());
                found = Some(FinishedGame { number, n_games, record, words, names });
            }
        }
        // Visitors who may not watch may not see replays either.
        table.observer(self.holder).ok_or(Problem::Forbidden)?;
        let game = found.ok_or(Problem::NotFound)?;
        self.render.render(&game, self.asked).ok_or(Problem::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use rules::meow;
    use table::event::EventKind;
    use table::terms::Terms;

    use super::*;

    #[test]
    fn a_cancelled_reader_stops_at_the_next_event() {
        let terms = Terms::new::<meow::State>(&"meow players=2".parse().unwrap());
        let first = Event { at: 0, kind: EventKind::<meow::State>::Opened(terms) };
        let lines = [first.to_string(), "not an event".to_owned()];
        let cancelled = Cancelled::default();
        let read = || {
            let (words, asked) = (&Words::default(), &Fields::default());
            let (lines, cancelled, render) = (&lines, &cancelled, RecordFile);
            let read = ReadGame { lines, words, holder: None, cancelled, asked, render };
            face::visit(GameId::Meow, read)
        };
        assert_eq!(read(), Err(Problem::Internal), "the second line cannot be read");
        cancelled.set();
        assert_eq!(read(), Err(Problem::Unavailable), "and now it is not read");
    }
}
