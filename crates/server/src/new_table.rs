//! Creating a table. A form with mistakes is shown again, and nothing is created.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use bots::Level;
use pages::new_table::{NewTable, against_bots, page, read};
use rules::GameId;

use crate::address::Address;
use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{FormFields, QueryFields};
use crate::language::VisitorWords;
use crate::limits::LimitKind;
use crate::visitor::Visitor;

/// A visitor who sets up a table.
type NewHost = (State<App>, VisitorWords, Visitor, Address);

/// `GET /new`: the form, with the values from the address.
pub(crate) async fn show(
    VisitorWords(words): VisitorWords,
    QueryFields(fields): QueryFields,
) -> Result<Html<String>, PageError> {
    let game = match fields.get("game") {
        Some(name) => GameId::named(name).ok_or(Problem::NotFound)?,
        None => GameId::ALL[0],
    };
    Ok(Html(page(&words, game, &fields, &[])))
}

/// `POST /new`.
pub(crate) async fn create(
    (State(app), VisitorWords(words), visitor, address): NewHost,
    FormFields(fields): FormFields,
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

/// `POST /play`: creates a table against bots.
pub(crate) async fn play(
    (State(app), VisitorWords(words), visitor, address): NewHost,
    FormFields(fields): FormFields,
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
    app.buckets().take(LimitKind::Table, address)?;
    let (holder, cookie) = visitor.identify(app);
    let path = app.set_up(table, holder, address).await?;
    Ok((cookie, Redirect::to(&path)).into_response())
}
