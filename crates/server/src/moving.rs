//! Going on with another browser: a link that takes a seat along, once, and only for a while.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Redirect, Response};
use rules::Seat;
use store::TableId;
use table::command::{Caller, Command, HouseCommand};
use table::event::Holder;
use tokio::time::Instant;

use crate::app::App;
use crate::clock;
use crate::error::{PageError, Problem};
use crate::language::Reader;
use crate::room::Request;
use crate::table_page::{ask, read_id};
use crate::visitor::Visitor;

/// How long a link works.
const LASTS: Duration = Duration::from_secs(600);

/// Links that have been handed out. They are not worth a disk: whoever loses one asks for another.
#[derive(Debug, Default)]
pub(crate) struct Moves(Mutex<HashMap<TableId, Vec<Move>>>);

/// A seat that may be taken along. Its secret is written like a table's id.
#[derive(Clone, Copy, Debug)]
struct Move {
    code: TableId,
    seat: Seat,
    holder: Holder,
    /// Who has used the link: it stays theirs, for the answer may have got lost.
    taken_by: Option<Holder>,
    until: Instant,
}

impl Moves {
    /// A link for whoever holds this seat; an older one ends.
    fn hand_out(&self, table: TableId, seat: Seat, holder: Holder) -> TableId {
        let code = TableId::random();
        let mut moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = clock::now();
        moves.retain(|_, moves| {
            moves.retain(|other| other.until > now);
            !moves.is_empty()
        });
        let moves = moves.entry(table).or_default();
        moves.retain(|other| other.holder != holder);
        moves.push(Move { code, seat, holder, taken_by: None, until: now + LASTS });
        code
    }

    /// The link with this code, as far as it works for this visitor.
    fn find(&self, table: TableId, code: TableId, visitor: Visitor) -> Option<Move> {
        let moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = moves.get(&table)?.iter().find(|other| other.code == code).copied();
        found.filter(|found| {
            let is_theirs = found.taken_by.is_none() || found.taken_by == visitor.holder();
            is_theirs && found.until > clock::now()
        })
    }

    fn taken(&self, table: TableId, code: TableId, by: Holder) {
        let mut moves = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = moves.get_mut(&table).into_iter().flatten().find(|other| other.code == code);
        if let Some(taken) = taken {
            taken.taken_by = Some(by);
        }
    }
}

/// `POST /t/{id}/move`: whoever holds a seat gets a link for another browser.
pub(crate) async fn hand_out(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Reader(words): Reader,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let holder = visitor.holder().ok_or(Problem::Forbidden)?;
    let look = |answer| Request::Look(Some(holder), words.clone(), answer);
    let looked = app.hall().ask(id, look).await?;
    let seat = looked.frame.seat.ok_or(Problem::Forbidden)?;
    let code = app.moves().hand_out(id, seat, holder);
    let link = app.link(&headers, &format!("/t/{id}/move/{code}"));
    let page = pages::moving::hand_out(&words, &link, &format!("/t/{id}"));
    Ok(([(CACHE_CONTROL, "no-store")], Html(page)).into_response())
}

/// `GET /t/{id}/move/{code}`: asks first, for programs that look at links would use it up.
pub(crate) async fn show(
    State(app): State<App>,
    Path((id, code)): Path<(String, String)>,
    visitor: Visitor,
    Reader(words): Reader,
) -> Result<Response, PageError> {
    let (id, code) = (read_id(&id)?, read_id(&code)?);
    app.moves().find(id, code, visitor).ok_or(Problem::NotFound)?;
    // Before the seat is theirs: if the answer to that gets lost, the seat does not.
    let (_, cookie) = visitor.stay(&app);
    let page = pages::moving::confirm(&words, &format!("/t/{id}/move/{code}"));
    Ok((cookie, [(CACHE_CONTROL, "no-store")], Html(page)).into_response())
}

/// `POST /t/{id}/move/{code}`: the seat is this browser's from now on.
pub(crate) async fn take(
    State(app): State<App>,
    Path((id, code)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<Response, PageError> {
    let (id, code) = (read_id(&id)?, read_id(&code)?);
    let found = app.moves().find(id, code, visitor).ok_or(Problem::NotFound)?;
    let Move { seat, holder: from, taken_by, .. } = found;
    let (to, cookie) = visitor.stay(&app);
    let table = Redirect::to(&format!("/t/{id}"));
    // Whoever asks twice has what they want.
    if from == to || taken_by == Some(to) {
        return Ok(table.into_response());
    }
    let command = Command::House(HouseCommand::Move { seat, from, to });
    ask(&app, id, Caller::House, command).await?;
    app.moves().taken(id, code, to);
    Ok((cookie, table).into_response())
}
