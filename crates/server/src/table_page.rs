//! A table in the browser: its page, its stream, and everything that can be asked of it.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use pages::fields::Fields;
use pages::qr;
use pages::table_page::{TablePage, offers_seat};
use store::TableId;
use table::command::{Caller, Command, HostCommand, SeatedCommand};
use table::terms::LevelName;

use crate::app::App;
use crate::error::{PageError, Problem, ReadsHtml};
use crate::fields::{Asked, Sent};
use crate::hall::NoTable;
use crate::language::Reader;
use crate::limits::{Address, Limited};
use crate::room::{Looked, Request};
use crate::visitor::Visitor;
use crate::{hint, moving, replay, stream};

/// Everything below `/t/`.
pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/t/{id}", get(show))
        .route("/t/{id}/live", get(live))
        .route("/t/{id}/hint", get(hint::show))
        .route("/t/{id}/qr.svg", get(picture))
        .route("/t/{id}/replay", get(replay::show))
        .route("/t/{id}/record.neko", get(replay::record))
        .route("/t/{id}/move", post(moving::hand_out))
        .route("/t/{id}/move/{code}", get(moving::show).post(moving::take))
        .route("/t/{id}/sit", post(sit))
        .route("/t/{id}/{command}", post(command))
}

impl From<NoTable> for PageError {
    fn from(no: NoTable) -> PageError {
        match no {
            NoTable::Unknown => Problem::NotFound.into(),
            NoTable::Unavailable => Problem::Unavailable.into(),
        }
    }
}

pub(crate) fn read_id(id: &str) -> Result<TableId, PageError> {
    // Whatever is not an id is no table's.
    id.parse().map_err(|_| Problem::NotFound.into())
}

/// `GET /t/{id}`: the whole page.
async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Reader(words): Reader,
    Asked(asked): Asked,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let looked =
        app.hall().ask(id, |answer| Request::Look(visitor.holder(), words.clone(), answer)).await?;
    let path = format!("/t/{id}");
    let link = app.link(&headers, &path);
    let page = TablePage { path: &path, words: &words, link: &link, wanted: asked.seat("seat") };
    let Looked { html: live, frame, game } = looked;
    // Whoever may sit down has their cookie before they do: if the answer to that gets lost, the seat does not.
    let cookie = if offers_seat(&frame, live.as_deref()) { visitor.stay(&app).1 } else { None };
    let html = page.render(game, &frame, live.as_deref());
    Ok((cookie, [(CACHE_CONTROL, "no-store")], Html(html)).into_response())
}

/// `GET /t/{id}/live`: the stream.
async fn live(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Reader(words): Reader,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let watch = |answer| Request::Watch(visitor.holder(), words.clone(), answer);
    let subscriber = app.hall().ask(id, watch).await?.ok_or(Problem::Forbidden)?;
    Ok(stream::response(subscriber, &headers, app.packers()))
}

/// `GET /t/{id}/qr.svg`: the way to the table, for phones.
async fn picture(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    // Whoever has the link may have it as a picture; whether there is a table is asked elsewhere.
    let id = read_id(&id)?;
    let svg = qr::svg(&app.link(&headers, &format!("/t/{id}"))).ok_or(Problem::NotFound)?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, svg).into_response())
}

/// `POST /t/{id}/sit`: the one thing that anybody can ask.
async fn sit(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    Sent(fields): Sent,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let (holder, cookie) = visitor.stay(&app);
    let seat = match fields.filled("seat") {
        None => None,
        Some(_) => Some(fields.seat("seat").ok_or(Problem::BadRequest)?),
    };
    let name = fields.get("name").unwrap_or_default().to_owned();
    let sit = Command::Sit { seat, name };
    ask(&app, id, Caller::Holder(holder), sit).await?;
    Ok((cookie, Redirect::to(&format!("/t/{id}"))).into_response())
}

/// `POST /t/{id}/{command}`: what people at the table can ask.
async fn command(
    State(app): State<App>,
    Path((id, command)): Path<(String, String)>,
    visitor: Visitor,
    address: Address,
    ReadsHtml(reads_html): ReadsHtml,
    Sent(fields): Sent,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let holder = visitor.holder().ok_or(Problem::Forbidden)?;
    let command = read_command(&command, &fields)?;
    if matches!(command, Command::Seated(SeatedCommand::Say { .. })) {
        app.buckets().take(Limited::Chat, address)?;
    }
    ask(&app, id, Caller::Holder(holder), command).await?;
    if reads_html {
        Ok(Redirect::to(&format!("/t/{id}")).into_response())
    } else {
        // The script needs no page: what changed comes by the stream.
        Ok(StatusCode::NO_CONTENT.into_response())
    }
}

pub(crate) async fn ask(
    app: &App,
    id: TableId,
    caller: Caller,
    command: Command<String>,
) -> Result<(), PageError> {
    let request = |answer| Request::Do(caller, command.clone(), answer);
    Ok(app.hall().ask(id, request).await??)
}

fn read_command(name: &str, fields: &Fields) -> Result<Command<String>, PageError> {
    let bad = || PageError::from(Problem::BadRequest);
    let text = |name: &str| fields.get(name).map(str::to_owned).ok_or_else(bad);
    let seat = || fields.seat("seat").ok_or_else(bad);
    let yes = || match fields.get("yes") {
        Some("yes") => Ok(true),
        Some("no") => Ok(false),
        _ => Err(bad()),
    };
    let level = || fields.get("level").and_then(known_level).ok_or_else(bad);
    Ok(match name {
        "act" => {
            let at = text("at")?.parse().map_err(|_| bad())?;
            Command::Act { at, action: text("action")? }
        }
        "rise" => Command::Seated(SeatedCommand::Rise),
        "ready" => Command::Seated(SeatedCommand::Ready { yes: yes()? }),
        "return" => Command::Seated(SeatedCommand::Return),
        "say" => {
            let at = text("at")?.parse().map_err(|_| bad())?;
            Command::Seated(SeatedCommand::Say { at, text: text("text")? })
        }
        "mute" => Command::Seated(SeatedCommand::Mute { whom: seat()?, yes: yes()? }),
        "remove" => Command::Host(HostCommand::Remove { seat: seat()? }),
        "fill" => Command::Host(HostCommand::Fill { seat: seat()?, level: level()? }),
        "free" => Command::Host(HostCommand::Free { seat: seat()? }),
        "pass" => Command::Host(HostCommand::Pass { seat: seat()? }),
        "chat" => Command::Host(HostCommand::Chat { on: yes()? }),
        _ => return Err(Problem::NotFound.into()),
    })
}

/// A level that the house has a bot for.
pub(crate) fn known_level(name: &str) -> Option<LevelName> {
    bots::Level::named(name).and_then(|level| LevelName::named(level.name()))
}
