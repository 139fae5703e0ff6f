//! Finished games: records and replays.
//!
//! Both are read from the log, so the table need not be in memory.

use axum::extract::FromRequestParts;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Response};
use pages::face::{self, Face, VisitFace};
use pages::fields::Fields;
use pages::replay::Replay;
use pages::story::named_words;
use rules::GameId;
use store::StoreError;
use table::event::{Event, Holder};
use table::table::Table;
use words::Words;

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{AtTable, QueryFields};
use crate::language::VisitorWords;
use crate::visitor::Visitor;

/// `GET /t/{id}/record.neko`: the record of a finished game, by default the last one.
pub(crate) async fn record(
    AtTable(id): AtTable,
    QueryFields(asked): QueryFields,
    finished_games: FinishedGames,
) -> Result<Response, PageError> {
    let (_, record) = finished_games.game(&asked).ok_or(Problem::NotFound)?;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.neko\"")),
        (CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, record.to_owned()).into_response())
}

/// `GET /t/{id}/replay`: a step of a finished game.
pub(crate) async fn show(
    AtTable(id): AtTable,
    VisitorWords(words): VisitorWords,
    QueryFields(asked): QueryFields,
    finished_games: FinishedGames,
) -> Result<Response, PageError> {
    let (number, record) = finished_games.game(&asked).ok_or(Problem::NotFound)?;
    let path = format!("/t/{id}");
    let n_games = finished_games.records.len();
    let replay = Replay { path: &path, number, n_games, record, asked: &asked, words: &words };
    let html = replay.page(finished_games.game).ok_or(Problem::NotFound)?;
    Ok(([(CACHE_CONTROL, "no-store")], Html(html)).into_response())
}

/// The finished games of a table.
pub(crate) struct FinishedGames {
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

impl FromRequestParts<App> for FinishedGames {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<FinishedGames, PageError> {
        let AtTable(id) = AtTable::from_request_parts(parts, app).await?;
        let Ok(visitor) = Visitor::from_request_parts(parts, app).await;
        let Ok(VisitorWords(words)) = VisitorWords::from_request_parts(parts, app).await;
        let kept = app.hall().store().read(id).await.map_err(|error| match error {
            StoreError::NoSuchTable { .. } => Problem::NotFound,
            error => {
                tracing::error!(%error, "cannot read a table");
                Problem::Unavailable
            }
        })?;
        let game = GameId::named(&kept.head.game).ok_or(Problem::Internal)?;
        let reading = ReadRecords { lines: &kept.events, words: &words, holder: visitor.holder() };
        let records = face::visit(game, reading)?;
        Ok(FinishedGames { game, records })
    }
}

/// Replays a log and collects the records of its finished games.
struct ReadRecords<'a> {
    lines: &'a [String],
    words: &'a Words,
    holder: Option<Holder>,
}

impl VisitFace for ReadRecords<'_> {
    type Output = Result<Vec<String>, Problem>;

    fn visit<G: Face>(self) -> Self::Output {
        let bad = |_| Problem::Internal;
        let mut events = self.lines.iter().map(|line| line.parse::<Event<G>>());
        let first = events.next().ok_or(Problem::Internal)?.map_err(|_| Problem::Internal)?;
        let mut table = Table::new(&first).map_err(bad)?;
        let mut records = Vec::new();
        for event in events {
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
