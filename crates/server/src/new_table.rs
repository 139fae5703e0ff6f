//! Setting up a table. A form with mistakes is answered with the form, and nothing happens.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use bots::Level;
use pages::new_table::{NewTable, against_bots, page, read};
use rules::GameId;

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{Asked, Sent};
use crate::language::Reader;
use crate::limits::{Address, Limited};
use crate::visitor::Visitor;

/// `GET /new`: the form, filled in as far as the address says.
pub(crate) async fn show(
    Reader(words): Reader,
    Asked(fields): Asked,
) -> Result<Html<String>, PageError> {
    let game = match fields.get("game") {
        Some(name) => GameId::named(name).ok_or(Problem::NotFound)?,
        None => GameId::ALL[0],
    };
    Ok(Html(page(&words, game, &fields, &[])))
}

/// `POST /new`.
pub(crate) async fn create(
    State(app): State<App>,
    Reader(words): Reader,
    visitor: Visitor,
    address: Address,
    Sent(fields): Sent,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    match read(game, &fields) {
        Ok(table) => set_up(&app, table, visitor, address).await,
        Err(wrongs) => {
            let page = page(&words, game, &fields, &wrongs);
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
        }
    }
}

/// `POST /play`: a table against bots, at once.
pub(crate) async fn play(
    State(app): State<App>,
    Reader(words): Reader,
    visitor: Visitor,
    address: Address,
    Sent(fields): Sent,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    let level = fields.get("level").and_then(Level::named).ok_or(Problem::BadRequest)?;
    let name = words.message("home-you", &[]);
    let table = NewTable { name, terms: against_bots(game, level) };
    set_up(&app, table, visitor, address).await
}

async fn set_up(
    app: &App,
    table: NewTable,
    visitor: Visitor,
    address: Address,
) -> Result<Response, PageError> {
    app.buckets().take(Limited::Table, address)?;
    let (holder, cookie) = visitor.stay(app);
    let path = app.set_up(table, holder).await?;
    Ok((cookie, Redirect::to(&path)).into_response())
}
