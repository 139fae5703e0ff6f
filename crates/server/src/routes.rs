//! Routes, and the layers around all of them.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::{
    about, assets, error, health, home, limits, metrics, new_table, packing, rules_page, security,
    table_page,
};

/// Every route.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/play", post(new_table::play))
        .route("/new", get(new_table::show).post(new_table::create))
        .route("/rules", get(rules_page::list))
        .route("/rules/{game}", get(rules_page::show))
        .route("/about", get(about::show))
        .route("/manifest.webmanifest", get(about::manifest))
        .route("/assets/{file}", get(assets::show))
        .route("/healthz", get(health::show))
        .route("/metrics", get(metrics::show))
        .merge(table_page::routes())
}

/// Adds the layers that every request passes. The last layer is the first to see a request.
pub(crate) fn with_layers(pages: Router<App>, app: &App) -> Router {
    pages
        .fallback(not_found)
        .layer(DefaultBodyLimit::max(limits::MAX_BODY))
        .layer(security::same_site(app.config()))
        .layer(from_fn_with_state(app.clone(), limits::guard))
        .layer(CatchPanicLayer::custom(|_| PageError::from(Problem::Internal).into_response()))
        .layer(from_fn_with_state(app.clone(), error::explain))
        .layer(from_fn_with_state(app.clone(), security::add_headers))
        .layer(from_fn(packing::pack_pages))
        .layer(from_fn_with_state(app.clone(), metrics::count))
        .with_state(app.clone())
}

async fn not_found() -> PageError {
    Problem::NotFound.into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::{Body, to_bytes};
    use axum::http::{Request, StatusCode};
    use rules::meow;
    use table::command::{Denial, DenialKind};
    use table::event::{Event, EventKind};
    use table::table::Table;
    use table::terms::Terms;
    use tower::ServiceExt as _;

    use super::*;
    use crate::config::Config;
    use crate::room::RequestError;
    use crate::shutdown::ShutdownTrigger;

    async fn get_page(pages: Router<App>, path: &str, accept: &str) -> (StatusCode, String) {
        let (_stop, shutdown) = ShutdownTrigger::new();
        let address = "127.0.0.1:0".parse().unwrap();
        let folder = std::env::temp_dir().join(store::TableId::random().to_string());
        let store = Arc::new(store::SqliteStore::open(&folder).unwrap());
        let app = App::new(Config::new(address), address, shutdown, store);
        let request = Request::get(path).header("accept", accept).body(Body::empty()).unwrap();
        let answer = with_layers(pages, &app).oneshot(request).await.unwrap();
        let status = answer.status();
        assert!(answer.headers().contains_key("content-security-policy"));
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn panics() -> &'static str {
        panic!("a secret that nobody may read")
    }

    #[tokio::test]
    async fn internal_errors_are_reported_without_details() {
        for accept in ["text/html", "*/*"] {
            let pages = Router::new().route("/panics", get(panics));
            let (status, body) = get_page(pages, "/panics", accept).await;
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
            assert!(body.contains("on our side") && !body.contains("secret"), "{body}");
        }
    }

    #[tokio::test]
    async fn refusals_are_plain_text_for_scripts_and_escaped_on_pages() {
        let refuse = || async {
            let facts = vec![("name", "<b>Mia</b>".to_owned().into())];
            let denial = Denial::Table { code: "name-taken", facts };
            let terms = Terms::new::<meow::State>(&"meow".parse().unwrap());
            let names = Table::<meow::State>::new(&Event { at: 0, kind: EventKind::Opened(terms) });
            let names = names.unwrap().lobby().names();
            PageError::from(RequestError::Denied(DenialKind::Conflict, denial, names))
        };
        let pages = || Router::new().route("/move", get(refuse));
        let told = get_page(pages(), "/move", "*/*").await;
        assert_eq!(told.0, StatusCode::CONFLICT);
        assert!(told.1.contains("<b>Mia</b>") && told.1.ends_with('\n'), "{}", told.1);
        let (_, page) = get_page(pages(), "/move", "text/html").await;
        assert!(page.contains("&lt;b&gt;Mia&lt;/b&gt;"), "{page}");
    }
}
