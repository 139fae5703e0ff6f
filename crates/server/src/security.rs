//! What browsers are told not to do for anybody else's sake.

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use tower_http::csrf::{Csrf, CsrfLayer, ProtectionError};

use crate::config::Config;
use crate::error::{PageError, Problem};

/// Scripts, styles and pictures from here alone, and none that stand in a page.
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

/// Puts the headers on an answer. What does not say how long it may be kept is asked for anew each time.
pub(crate) fn add_headers(headers: &mut HeaderMap) {
    headers.reserve(HEADERS.len() + 1);
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-cache"));
}

/// Pages that do nothing for a page of another site.
pub(crate) type SameSite<Pages> = Csrf<Pages, Refuse>;

type Refuse = fn(ProtectionError) -> Response<Body>;

/// Refuses to do anything for a page of another site, by what browsers say of where a request comes from.
pub(crate) fn same_site(config: &Config) -> CsrfLayer<Refuse> {
    let layer = CsrfLayer::new();
    // A proxy may name us otherwise than people do.
    let layer = match &config.public_url {
        Some(url) => layer.add_trusted_origin(url.origin()).expect("a public address is an origin"),
        None => layer,
    };
    layer.with_rejection_response(|_| PageError::from(Problem::CrossSite).into_response())
}
