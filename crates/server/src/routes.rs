//! Which address leads where, and what every request passes on its way.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::{assets, error, home, limits, metrics, new_table, rules_page, security};

/// Everything that is answered, and what is done to every answer: read the layers from the last to the first.
pub(crate) fn all(app: &App) -> Router {
    Router::new()
        .route("/", get(home::show))
        .route("/play", post(new_table::play))
        .route("/new", get(new_table::show).post(new_table::create))
        .route("/rules", get(rules_page::list))
        .route("/rules/{game}", get(rules_page::show))
        .route("/assets/{file}", get(assets::show))
        .route("/healthz", get(healthy))
        .route("/metrics", get(metrics::show))
        .fallback(nowhere)
        .layer(DefaultBodyLimit::max(limits::MAX_BODY))
        .layer(security::same_site(app.config()))
        .layer(from_fn_with_state(app.clone(), limits::guard))
        .layer(CatchPanicLayer::custom(|_| PageError::from(Problem::Internal).into_response()))
        .layer(from_fn_with_state(app.clone(), error::pages))
        .layer(from_fn(security::headers))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .with_state(app.clone())
}

/// `GET /healthz`: whoever can read this has reached us.
async fn healthy() -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], "ok\n")
}

async fn nowhere() -> PageError {
    Problem::NotFound.into()
}
