//! Security headers, and protection against requests from other sites.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::csrf::{CsrfLayer, ProtectionError};

use crate::app::App;
use crate::config::Config;
use crate::error::{PageError, Problem};

/// Allows scripts, styles and pictures from this server only, and no inline ones.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, HeaderValue); 5] = [
    (CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
];

/// Browsers that came by https use nothing else for a year. Subdomains may belong to other people.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Adds the headers to an answer with content. An answer without cache rules of its own must not be cached.
pub(crate) async fn add_headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    if app.config().is_https() {
        answer.headers_mut().insert(STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    if answer.status() != StatusCode::NO_CONTENT {
        let headers = answer.headers_mut();
        headers.extend(HEADERS);
        headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
    }
    answer
}

type Refuse = fn(ProtectionError) -> Response;

/// Refuses requests that another site makes in a visitor's name, by the origin that browsers report.
pub(crate) fn same_site(config: &Config) -> CsrfLayer<Refuse> {
    let layer = CsrfLayer::new();
    // Behind a proxy the host name of a request can differ from the public one.
    let layer = match &config.public_url {
        Some(url) => layer.add_trusted_origin(url.origin()).expect("a public address is an origin"),
        None => layer,
    };
    layer.with_rejection_response(|_| PageError::from(Problem::CrossSite).into_response())
}
