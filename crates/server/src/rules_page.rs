//! The rulebooks.

use axum::extract::{Path, State};
use axum::response::Html;
use rules::GameId;

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::language::VisitorWords;

/// `GET /rules`.
pub(crate) async fn list(VisitorWords(words): VisitorWords) -> Html<String> {
    Html(pages::rules_page::list(&words))
}

/// `GET /rules/{game}`.
pub(crate) async fn show(
    State(app): State<App>,
    VisitorWords(words): VisitorWords,
    Path(name): Path<String>,
) -> Result<Html<String>, PageError> {
    let id = GameId::named(&name).ok_or(Problem::NotFound)?;
    let page = app.rulebooks().page(&words, id).ok_or(Problem::NotFound)?;
    Ok(Html(page.to_owned()))
}
