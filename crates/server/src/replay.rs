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
use rules::GameId;
use store::{StoreError, TableId, TableStage};
use table::event::{Event, Holder};
use table::table::Table;
use words::Words;

use crate::address::Address;
use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{AtTable, QueryFields};
use crate::language::VisitorWords;
use crate::long_work::{Cancelled, WorkTurn};
use crate::visitor::Visitor;

/// `GET /t/{id}/record.neko`: the record of a finished game, by default the last one.
pub(crate) async fn record(
    State(app): State<App>,
    QueryFields(asked): QueryFields,
    reading: GamesRequest,
) -> Result<Response, PageError> {
    let id = reading.id;
    let record = reading.read(&app, move |games| {
        let (_, record) = games.game(&asked)?;
        Some(record.to_owned())
    });
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
    reading: GamesRequest,
) -> Result<Response, PageError> {
    let (path, words) = (format!("/t/{}", reading.id), reading.words.clone());
    let html = reading.read(&app, move |games| {
        let (number, record) = games.game(&asked)?;
        let n_games = games.records.len();
        let replay = Replay { path: &path, number, n_games, record, asked: &asked, words: &words };
        replay.page(games.game)
    });
    Ok(([(CACHE_CONTROL, "no-store")], Html(html.await?)).into_response())
}

/// The finished games of a table.
struct FinishedGames {
    game: GameId,
    records: Vec<String>,
}

impl FinishedGames {
    /// The requested game, counted from 1, and its record.
    fn game(&self, asked: &Fields) -> Option<(usize, &str)> {
        let number = match asked.filled("game") {
            Some(number) => number.parse().ok()?,
            None => self.records.len(),
        };
        let record = self.records.get(number.checked_sub(1)?)?;
        Some((number, record))
    }
}

/// A visitor who asks for the finished games of a table.
pub(crate) struct GamesRequest {
    id: TableId,
    visitor: Visitor,
    words: Words,
    address: Address,
}

impl FromRequestParts<App> for GamesRequest {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<GamesRequest, PageError> {
        let AtTable(id) = AtTable::from_request_parts(parts, app).await?;
        let Ok(visitor) = Visitor::from_request_parts(parts, app).await;
        let Ok(VisitorWords(words)) = VisitorWords::from_request_parts(parts, app).await;
        let Ok(address) = Address::from_request_parts(parts, app).await;
        Ok(GamesRequest { id, visitor, words, address })
    }
}

impl GamesRequest {
    /// Reads the games and renders something of them, when this address has its turn. Refuses what the head of the table
    /// rules out, without a look at the log.
    async fn read<T: Send + 'static>(
        self,
        app: &App,
        render: impl FnOnce(&FinishedGames) -> Option<T> + Send + 'static,
    ) -> Result<T, PageError> {
        let GamesRequest { id, visitor, words, address } = self;
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
            let reading = ReadRecords { lines, words: &words, holder, cancelled };
            let records = face::visit(game, reading)?;
            render(&FinishedGames { game, records }).ok_or(Problem::NotFound)
        });
        Ok(rendered.await.ok_or(Problem::Internal)??)
    }
}

fn not_read(error: &StoreError) -> Problem {
    match error {
        StoreError::NoSuchTable { .. } => Problem::NotFound,
        error => {
            tracing::error!(%error, "cannot read a table");
            Problem::Unavailable
        }
    }
}

/// Replays a log and collects the records of its finished games.
struct ReadRecords<'a> {
    lines: &'a [String],
    words: &'a Words,
    holder: Option<Holder>,
    cancelled: &'a Cancelled,
}

impl VisitFace for ReadRecords<'_> {
    type Output = Result<Vec<String>, Problem>;

    fn visit<G: Face>(self) -> Self::Output {
        let bad = |_| Problem::Internal;
        let mut events = self.lines.iter().map(|line| line.parse::<Event<G>>());
        let first = events.next().ok_or(Problem::Internal)?.map_err(|_| Problem::Internal)?;
        let mut table = Table::new(&first).map_err(bad)?;
        if !table.terms().watching && self.holder.is_none() {
            return Err(Problem::Forbidden);
        }
        let mut records = Vec::new();
        for event in events {
            if self.cancelled.is_set() {
                return Err(Problem::Unavailable);
            }
            table.replay(event.map_err(|_| Problem::Internal)?).map_err(bad)?;
            let ended = table.play().filter(|play| play.seed.is_some());
            if let Some(play) = ended
                && play.number as usize > records.len()
            {
                let words = named_words(self.words, &table.lobby().names());
                let names: Vec<String> =
                    table.lobby().seats().map(|seat| words.seat(seat).into_owned()).collect();
                let title = self.words.title(G::ID);
                records.push(play.record(&title, &names, *table.rules()).to_string());
            }
        }
        // Visitors who may not watch may not see replays either.
        table.observer(self.holder).map(|_| records).ok_or(Problem::Forbidden)
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
            let (words, cancelled) = (&Words::default(), &cancelled);
            face::visit(GameId::Meow, ReadRecords { lines: &lines, words, holder: None, cancelled })
        };
        assert_eq!(read(), Err(Problem::Internal), "the second line cannot be read");
        cancelled.set();
        assert_eq!(read(), Err(Problem::Unavailable), "and now it is not read");
    }
}
