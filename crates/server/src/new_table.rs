//! Creating a table. A form with mistakes is shown again, and nothing is created.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use bots::Level;
use pages::home::{self, PlayForm, RefusedPlay};
use pages::new_table::{NewTable, against_bots, page, read};
use rules::GameId;
use table::name;

use crate::address::Address;
use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{FormFields, QueryFields};
use crate::known_name::{KnownName, NameCookie};
use crate::language::VisitorWords;
use crate::limits::LimitKind;
use crate::my_tables::{self, Invitations};
use crate::visitor::Visitor;

/// A visitor who sets up a table.
type NewHost = (State<App>, VisitorWords, Visitor, Address);

/// `GET /new`: the form, with the values from the address.
pub(crate) async fn show(
    VisitorWords(words): VisitorWords,
    KnownName(name): KnownName,
    QueryFields(fields): QueryFields,
) -> Result<Html<String>, PageError> {
    let game = match fields.get("game") {
        Some(name) => GameId::named(name).ok_or(Problem::NotFound)?,
        None => GameId::ALL[0],
    };
    Ok(Html(page(&words, game, &fields.or("name", name), &[])))
}

/// `POST /new`.
pub(crate) async fn create(
    (State(app), VisitorWords(words), visitor, address): NewHost,
    FormFields(fields): FormFields,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    match read(game, &fields) {
        Ok(table) => {
            let name_cookie = NameCookie::keep(&table.name, app.config());
            set_up(&app, table, visitor, address, name_cookie).await
        }
        Err(wrongs) => {
            let page = page(&words, game, &fields, &wrongs);
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
        }
    }
}

/// `POST /play`: creates a table against bots. Who gives no name is a guest.
pub(crate) async fn play(
    (State(app), VisitorWords(words), visitor, address): NewHost,
    KnownName(known): KnownName,
    invitations: Invitations,
    FormFields(fields): FormFields,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    let level = fields.get("level").and_then(Level::named).ok_or(Problem::BadRequest)?;
    let typed = fields.filled("name");
    if let Some(Err(n_letters)) = typed.map(name::read) {
        let name = typed.unwrap_or_default();
        let refused = Some(RefusedPlay { level, name, n_letters });
        let play = PlayForm { name: known.as_deref(), refused };
        let mine = my_tables::find(&app, visitor, &invitations).await;
        let page = home::page(&words, &mine, &app.open_tables().await, play);
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
    }
    let guest = || words.message("home-you", &[]);
    let name = typed.map_or_else(guest, str::to_owned);
    let table = NewTable { name, terms: against_bots(game, level) };
    let name_cookie = match typed {
        Some(name) => NameCookie::keep(name, app.config()),
        // An empty name means Guest, from now on.
        None => known.map(|_| NameCookie::forget(app.config())),
    };
    set_up(&app, table, visitor, address, name_cookie).await
}

async fn set_up(
    app: &App,
    table: NewTable,
    visitor: Visitor,
    address: Address,
    name_cookie: Option<NameCookie>,
) -> Result<Response, PageError> {
    app.buckets().take(LimitKind::Table, address)?;
    let (holder, cookie) = visitor.identify(app);
    let path = app.set_up(table, holder, address).await?;
    Ok((cookie, name_cookie, Redirect::to(&path)).into_response())
}
