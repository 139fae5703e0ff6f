//! The page about Nekoza, and the web app manifest.

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};

use crate::language::VisitorWords;

/// `GET /about`.
pub(crate) async fn show(VisitorWords(words): VisitorWords) -> Html<String> {
    Html(pages::about::page(&words))
}

/// `GET /manifest.webmanifest`.
pub(crate) async fn manifest(VisitorWords(words): VisitorWords) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/manifest+json")], pages::about::manifest(&words))
}
