//! Creating a table. A form with mistakes is shown again, and nothing is created.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use bots::Level;
use pages::home::{self, PlayForm, RefusedPlay};
use pages::new_table::{NewTable, against_bots, page, read};
use rules::GameId;
use table::cat::CoatName;
use table::name;

use crate::address::Address;
use crate::app::App;
use crate::error::{PageError, Problem};
use crate::fields::{FormFields, QueryFields};
use crate::known_name::{KnownCoat, KnownName, Reminder};
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
    KnownCoat(coat): KnownCoat,
    QueryFields(fields): QueryFields,
) -> Result<Html<String>, PageError> {
    let game = match fields.get("game") {
        Some(name) => GameId::named(name).ok_or(Problem::NotFound)?,
        None => GameId::ALL[0],
    };
    let coat = coat.map(|coat| coat.name().to_owned());
    Ok(Html(page(&words, game, &fields.or("name", name).or("coat", coat), &[])))
}

/// `POST /new`.
pub(crate) async fn create(
    (State(app), VisitorWords(words), visitor, address): NewHost,
    known: KnownCoat,
    FormFields(fields): FormFields,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    match read(game, &fields) {
        Ok(table) => {
            let name = Reminder::of_name(&table.name, app.config());
            let coat = Reminder::of_coat(table.coat, known, app.config());
            set_up(&app, table, visitor, address, (name, coat)).await
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
    known_coat: KnownCoat,
    invitations: Invitations,
    FormFields(fields): FormFields,
) -> Result<Response, PageError> {
    let game = fields.get("game").and_then(GameId::named).ok_or(Problem::BadRequest)?;
    let level = fields.get("level").and_then(Level::named).ok_or(Problem::BadRequest)?;
    let coat = match fields.get("coat") {
        None => known_coat.0,
        Some("") => None,
        Some(chosen) => Some(CoatName::named(chosen).ok_or(Problem::BadRequest)?),
    };
    let typed = fields.filled("name");
    if let Some(Err(n_letters)) = typed.map(name::read) {
        let name = typed.unwrap_or_default();
        let refused = Some(RefusedPlay { level, name, n_letters });
        let play = PlayForm { name: known.as_deref(), coat, refused };
        let mine = my_tables::find(&app, visitor, &invitations).await;
        let page = home::page(&words, &mine, &app.open_tables().await, play);
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
    }
    let guest = || words.message("home-you", &[]);
    let name = typed.map_or_else(guest, str::to_owned);
    let table = NewTable { name, coat, terms: against_bots(game, level) };
    let coat = Reminder::of_coat(coat, known_coat, app.config());
    let name = match typed {
        Some(name) => Reminder::of_name(name, app.config()),
        // An empty name means Guest, from now on.
        None => known.map(|_| Reminder::of_no_name(app.config())),
    };
    set_up(&app, table, visitor, address, (name, coat)).await
}

async fn set_up(
    app: &App,
    table: NewTable,
    visitor: Visitor,
    address: Address,
    reminders: (Option<Reminder>, Option<Reminder>),
) -> Result<Response, PageError> {
    app.buckets().take(LimitKind::Table, address)?;
    let (holder, cookie) = visitor.identify(app);
    let path = app.set_up(table, holder, address).await?;
    Ok((cookie, reminders.0, reminders.1, Redirect::to(&path)).into_response())
}
