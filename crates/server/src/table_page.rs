//! The page of a table, its stream, and its commands.

use std::sync::atomic::Ordering;

use axum::Router;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use bots::Level;
use pages::fields::Fields;
use pages::pace::Pace;
use pages::table_page::{TablePage, offers_seat};
use pages::{levels, qr};
use rules::Seat;
use store::TableId;
use table::cat::{CoatName, Reaction};
use table::command::{Caller, Command, HostCommand, SeatedCommand};
use words::Words;

use crate::address::Address;
use crate::app::App;
use crate::error::{PageError, Problem, ReadsHtml};
use crate::fields::{AtTable, FormFields, QueryFields};
use crate::hall::AskError;
use crate::known_name::{KnownCoat, KnownName, Reminder};
use crate::language::VisitorWords;
use crate::limits::LimitKind;
use crate::my_tables::Invitations;
use crate::room::{RenderedTable, Request};
use crate::visitor::{Guest, Visitor};
use crate::{hint, moving, replay, stream};

/// Who sends a command: the visitor, where they are, and the coat that they chose last.
type Sender = (Visitor, Address, KnownCoat);

/// All routes under `/t/`.
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
        .route("/t/{id}/sit", get(back_to_table).post(sit))
        .route("/t/{id}/rename", get(back_to_table).post(rename))
        .route("/t/{id}/{command}", post(command))
}

impl From<AskError> for PageError {
    fn from(no: AskError) -> PageError {
        match no {
            AskError::Unknown => Problem::NotFound.into(),
            AskError::Crowded => Problem::Crowded.into(),
            AskError::Unavailable => Problem::Unavailable.into(),
        }
    }
}

/// A guest at a table.
pub(crate) type TableGuest = (State<App>, AtTable, Guest, VisitorWords, HeaderMap);

/// A visitor who asks for the page of a table.
struct PageRequest {
    id: TableId,
    visitor: Visitor,
    guest: Guest,
    words: Words,
    /// The address of the table, for invitations.
    link: String,
}

/// The form to sit down on a page, or the form for another name.
#[derive(Clone, Copy, Debug)]
struct NameForm<'a> {
    wanted: Option<Seat>,
    name: Option<&'a str>,
    coat: Option<CoatName>,
    refused: Option<&'a str>,
}

impl FromRequestParts<App> for PageRequest {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<PageRequest, PageError> {
        let AtTable(id) = AtTable::from_request_parts(parts, app).await?;
        let Ok(visitor) = Visitor::from_request_parts(parts, app).await;
        let Ok(guest) = Guest::from_request_parts(parts, app).await;
        let Ok(VisitorWords(words)) = VisitorWords::from_request_parts(parts, app).await;
        let link = app.link(&parts.headers, &format!("/t/{id}"));
        Ok(PageRequest { id, visitor, guest, words, link })
    }
}

impl PageRequest {
    /// The table as this visitor sees it.
    async fn look(&self, app: &App) -> Result<RenderedTable, PageError> {
        let render = |answer| Request::Render(self.guest, self.words.clone(), answer);
        Ok(app.hall().ask(self.id, self.guest.address, render).await?)
    }

    fn render(&self, looked: &RenderedTable, form: NameForm<'_>) -> Html<String> {
        let NameForm { wanted, name, coat, refused } = form;
        let (path, words, link) = (&format!("/t/{}", self.id), &self.words, &self.link);
        let page = TablePage { path, words, link, wanted, name, coat, refused };
        Html(page.render(looked.game, &looked.frame, looked.html.as_deref()))
    }
}

/// `GET /t/{id}`: the whole page.
async fn show(
    State(app): State<App>,
    request: PageRequest,
    KnownName(name): KnownName,
    KnownCoat(coat): KnownCoat,
    invitations: Invitations,
    QueryFields(asked): QueryFields,
) -> Result<Response, PageError> {
    let looked = request.look(&app).await?;
    // The cookie comes before the seat. If the answer to sitting down gets lost, the visitor still owns the seat.
    let offers = offers_seat(&looked.frame, looked.html.as_deref());
    let cookie = if offers { request.visitor.identify(&app).1 } else { None };
    // Listed tables are on the home page anyway.
    let invites = offers && !looked.frame.free.is_empty() && !looked.is_listed;
    let opened = if invites { invitations.opened(request.id, app.config()) } else { None };
    let (wanted, name) = (asked.seat("seat"), name.as_deref());
    let form = NameForm { wanted, name, coat, refused: None };
    let html = request.render(&looked, form);
    Ok((cookie, opened, [(CACHE_CONTROL, "no-store")], html).into_response())
}

/// `GET /t/{id}/sit` and `GET /t/{id}/rename`: the address of a refusal, when it is loaded again.
async fn back_to_table(AtTable(id): AtTable) -> Redirect {
    back_to(id)
}

/// `GET /t/{id}/live`: the stream. `pace` says how fast the browser shows what happens.
async fn live(
    (State(app), AtTable(id), guest, VisitorWords(words), headers): TableGuest,
    QueryFields(asked): QueryFields,
) -> Result<Response, PageError> {
    let slot = app.stream_slots().take(guest.address).ok_or_else(|| {
        app.metrics().streams_refused.fetch_add(1, Ordering::Relaxed);
        Problem::Crowded
    })?;
    let pace = asked.get("pace").and_then(Pace::named);
    let watch = |answer| Request::Watch(guest, words.clone(), pace, answer);
    let subscriber = app.hall().ask(id, guest.address, watch).await?.ok_or(Problem::Forbidden)?;
    let gzip_permit = app.gzip_permits().take(&headers, guest.address);
    Ok(stream::response(subscriber, gzip_permit, slot))
}

/// `GET /t/{id}/qr.svg`: the link to the table as a QR code.
async fn picture(
    State(app): State<App>,
    AtTable(id): AtTable,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    // The QR code contains only the link that the visitor already has, so the table need not exist.
    let svg = qr::svg(&app.link(&headers, &format!("/t/{id}"))).ok_or(Problem::NotFound)?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, svg).into_response())
}

/// `POST /t/{id}/sit`: the only command for visitors without a seat. If the table refuses it, the form comes back with
/// the reason and what was typed.
async fn sit(
    State(app): State<App>,
    request: PageRequest,
    known: KnownCoat,
    ReadsHtml(reads_html): ReadsHtml,
    FormFields(fields): FormFields,
) -> Result<Response, PageError> {
    app.buckets().take(LimitKind::Toggle, request.guest.address)?;
    let (holder, cookie) = request.visitor.identify(&app);
    let wanted = match fields.filled("seat") {
        None => None,
        Some(_) => Some(fields.seat("seat").ok_or(Problem::BadRequest)?),
    };
    let typed = fields.get("name").unwrap_or_default();
    // Without the field it is the coat of last time.
    let coat = match fields.get("coat") {
        Some(_) => fields.filled("coat"),
        None => known.0.map(CoatName::name),
    };
    let chosen = coat.and_then(CoatName::named);
    let coat = coat.map(str::to_owned);
    let sit = Command::Sit { seat: wanted, name: typed.to_owned(), coat };
    let Err(error) =
        ask(&app, request.id, Caller::Holder(holder), request.guest.address, sit).await
    else {
        let name = Reminder::of_name(typed, app.config());
        let coat = Reminder::of_coat(chosen, known, app.config());
        return Ok((cookie, name, coat, back_to(request.id)).into_response());
    };
    let Some(refused) = error.refusal(&request.words).filter(|_| reads_html) else {
        return Err(error);
    };
    let looked = request.look(&app).await?;
    if looked.frame.free.is_empty() || looked.frame.kept.is_some() {
        // There is no such form.
        return Err(error);
    }
    let form = NameForm { wanted, name: Some(typed), coat: chosen, refused: Some(&refused) };
    let html = request.render(&looked, form);
    Ok((error.status(), cookie, [(CACHE_CONTROL, "no-store")], html).into_response())
}

/// `POST /t/{id}/rename`: another name for a seated player. If the table refuses it, the form comes back with the reason
/// and what was typed.
async fn rename(
    State(app): State<App>,
    request: PageRequest,
    ReadsHtml(reads_html): ReadsHtml,
    FormFields(fields): FormFields,
) -> Result<Response, PageError> {
    let holder = request.visitor.holder().ok_or(Problem::Forbidden)?;
    let typed = fields.get("name").ok_or(Problem::BadRequest)?;
    app.buckets().take(LimitKind::Toggle, request.guest.address)?;
    let rename = Command::Seated(SeatedCommand::Rename { name: typed.to_owned() });
    let caller = Caller::Holder(holder);
    let Err(error) = ask(&app, request.id, caller, request.guest.address, rename).await else {
        return Ok(
            (Reminder::of_name(typed, app.config()), done(request.id, reads_html)).into_response()
        );
    };
    let Some(refused) = error.refusal(&request.words).filter(|_| reads_html) else {
        return Err(error);
    };
    let looked = request.look(&app).await?;
    if looked.frame.seat.is_none() || looked.frame.is_closed {
        // There is no such form.
        return Err(error);
    }
    let form = NameForm { wanted: None, name: Some(typed), coat: None, refused: Some(&refused) };
    let html = request.render(&looked, form);
    Ok((error.status(), [(CACHE_CONTROL, "no-store")], html).into_response())
}

/// The answer to a command that was carried out. Scripts need no page: the stream brings the changes.
fn done(table: TableId, reads_html: bool) -> Response {
    if reads_html { back_to(table).into_response() } else { StatusCode::NO_CONTENT.into_response() }
}

fn back_to(table: TableId) -> Redirect {
    Redirect::to(&format!("/t/{table}"))
}

/// `POST /t/{id}/{command}`: the commands of seated players.
async fn command(
    State(app): State<App>,
    AtTable(id): AtTable,
    Path((_, command)): Path<(String, String)>,
    (visitor, address, known): Sender,
    ReadsHtml(reads_html): ReadsHtml,
    FormFields(fields): FormFields,
) -> Result<Response, PageError> {
    let holder = visitor.holder().ok_or(Problem::Forbidden)?;
    let command = read_command(&command, &fields)?;
    match command {
        Command::Seated(SeatedCommand::Say { .. } | SeatedCommand::React { .. }) => {
            app.buckets().take(LimitKind::Chat, address)?;
        }
        // A game ends after some moves and rounds, and the other commands can be repeated without end.
        Command::Act { at, .. } if at.change == 0 => {}
        Command::Seated(SeatedCommand::Next { .. }) => {}
        _ => app.buckets().take(LimitKind::Toggle, address)?,
    }
    let coat = match &command {
        Command::Seated(SeatedCommand::Wear { coat }) => {
            Reminder::of_coat(coat.as_deref().and_then(CoatName::named), known, app.config())
        }
        _ => None,
    };
    ask(&app, id, Caller::Holder(holder), address, command).await?;
    Ok((coat, done(id, reads_html)).into_response())
}

pub(crate) async fn ask(
    app: &App,
    id: TableId,
    caller: Caller,
    address: Address,
    command: Command<String>,
) -> Result<(), PageError> {
    let request = |answer| Request::Command(caller, address, command.clone(), answer);
    Ok(app.hall().ask(id, address, request).await??)
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
    let level = || fields.get("level").and_then(Level::named).map(levels::name_of).ok_or_else(bad);
    Ok(match name {
        "act" => {
            let at = text("at")?.parse().map_err(|_| bad())?;
            Command::Act { at, action: text("action")? }
        }
        "rise" => Command::Seated(SeatedCommand::Rise),
        "ready" => Command::Seated(SeatedCommand::Ready { yes: yes()? }),
        "next" => {
            let after = text("after")?.parse().map_err(|_| bad())?;
            Command::Seated(SeatedCommand::Next { after })
        }
        "return" => Command::Seated(SeatedCommand::Return),
        "say" => {
            let at = text("at")?.parse().map_err(|_| bad())?;
            Command::Seated(SeatedCommand::Say { at, text: text("text")? })
        }
        "react" => {
            let at = text("at")?.parse().map_err(|_| bad())?;
            let reaction = fields.get("reaction").and_then(Reaction::named).ok_or_else(bad)?;
            Command::Seated(SeatedCommand::React { at, reaction })
        }
        "wear" => {
            let coat = Some(text("coat")?).filter(|coat| !coat.is_empty());
            Command::Seated(SeatedCommand::Wear { coat })
        }
        "mute" => Command::Seated(SeatedCommand::Mute { whom: seat()?, yes: yes()? }),
        "remove" => Command::Host(HostCommand::Remove {
            seat: seat()?,
            for_good: fields.get("for-good") == Some("yes"),
        }),
        "fill" => Command::Host(HostCommand::Fill { seat: seat()?, level: level()? }),
        "free" => Command::Host(HostCommand::Free { seat: seat()? }),
        "pass" => Command::Host(HostCommand::Pass { seat: seat()? }),
        "chat" => Command::Host(HostCommand::Chat { on: yes()? }),
        _ => return Err(Problem::NotFound.into()),
    })
}
