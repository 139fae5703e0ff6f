//! The page about Nekoza, and the manifest with which a browser installs it.

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};

use crate::language::Reader;

/// `GET /about`.
pub(crate) async fn show(Reader(words): Reader) -> Html<String> {
    Html(pages::about::page(&words))
}

/// `GET /manifest.webmanifest`.
pub(crate) async fn manifest(Reader(words): Reader) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/manifest+json")], pages::about::manifest(&words))
}
