//! Styles, scripts and pictures over HTTP.

use axum::extract::Path;
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use pages::assets::File;

use crate::error::{PageError, Problem};

/// Whether a client accepts gzip.
pub(crate) fn accepts_gzip(asked: &HeaderMap) -> bool {
    let accepted = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let names = accepted.into_iter().flat_map(|accepted| accepted.split(','));
    let mut names = names.map(|name| name.split(';').next().unwrap_or_default());
    names.any(|name| name.trim() == "gzip")
}

/// `GET /assets/{file}`.
pub(crate) async fn show(
    Path(name): Path<String>,
    asked: HeaderMap,
) -> Result<Response, PageError> {
    let File { kind, plain, packed, .. } = File::named(&name).ok_or(Problem::NotFound)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ];
    Ok(if accepts_gzip(&asked) {
        let gzip = [(CONTENT_ENCODING, HeaderValue::from_static("gzip"))];
        (headers, gzip, packed.as_slice()).into_response()
    } else {
        (headers, plain.as_slice()).into_response()
    })
}
