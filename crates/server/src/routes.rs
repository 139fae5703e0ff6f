//! Which address leads where, and what every request passes on its way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::metrics::Counted;
use crate::{
    about, assets, error, home, limits, metrics, new_table, rules_page, security, table_page,
};

/// Everything that is answered.
pub(crate) fn all(app: &App) -> Router {
    dressed(pages(), app)
}

/// Which address leads where.
fn pages() -> Router<App> {
    Router::new()
        .route("/", get(home::show))
        .route("/play", post(new_table::play))
        .route("/new", get(new_table::show).post(new_table::create))
        .route("/rules", get(rules_page::list))
        .route("/rules/{game}", get(rules_page::show))
        .route("/about", get(about::show))
        .route("/manifest.webmanifest", get(about::manifest))
        .route("/assets/{file}", get(assets::show))
        .route("/healthz", get(healthy))
        .route("/metrics", get(metrics::show))
        .merge(table_page::routes())
}

/// Pages with what every request passes on its way there. It is one layer for all of them: the router copies every layer
/// for every request, and each with all that are in it.
fn dressed(pages: Router<App>, app: &App) -> Router {
    let way = (
        from_fn_with_state(app.clone(), pass),
        security::same_site(app.config()),
        DefaultBodyLimit::max(limits::MAX_BODY),
    );
    pages.fallback(nowhere).layer(way).with_state(app.clone())
}

/// What every request and every answer passes: limits on the way in, and on the way out a page if something went wrong,
/// headers, and whoever counts.
async fn pass(State(app): State<App>, request: Request, next: Next) -> Response {
    let counted = Counted::new(&request);
    let words = app.languages().of(request.headers());
    let reads_html = error::reads_html(request.headers());
    let answered = unless_it_panics(async {
        match limits::guard(&app, &request) {
            Ok(()) => next.run(request).await,
            Err(refused) => refused.into_response(),
        }
    });
    let internal = || PageError::from(Problem::Internal).into_response();
    let answer = answered.await.unwrap_or_else(internal);
    let mut answer = error::explained(answer, words, reads_html);
    // Where there is nothing, there is nothing that a browser could do with it.
    if answer.status() != StatusCode::NO_CONTENT {
        security::add_headers(answer.headers_mut());
    }
    counted.end(app.metrics(), answer.status());
    answer
}

/// What comes of it, unless that is a panic: then what it was at is thrown away.
async fn unless_it_panics<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        polled.map_or(Poll::Ready(None), |polled| polled.map(Some))
    })
    .await
}

/// `GET /healthz`: whoever can read this has reached us.
async fn healthy() -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], "ok\n")
}

async fn nowhere() -> PageError {
    Problem::NotFound.into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use tower::ServiceExt;

    use super::*;
    use crate::config::Config;
    use crate::shutdown::Stop;

    async fn get_page(pages: Router<App>, path: &str, accept: &str) -> (StatusCode, String) {
        let (_stop, shutdown) = Stop::new();
        let address = "127.0.0.1:0".parse().unwrap();
        let folder = std::env::temp_dir().join(store::TableId::random().to_string());
        let store = Arc::new(store::SqliteStore::open(&folder).unwrap());
        let app = App::new(Config::new(address, folder.clone()), address, shutdown, store);
        let request = Request::get(path).header("accept", accept).body(Body::empty()).unwrap();
        let answer = dressed(pages, &app).oneshot(request).await.unwrap();
        let status = answer.status();
        assert!(answer.headers().contains_key("content-security-policy"));
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn stumble() -> &'static str {
        panic!("a secret that nobody may read")
    }

    #[tokio::test]
    async fn our_mistakes_are_admitted_and_not_explained() {
        for accept in ["text/html", "*/*"] {
            let pages = Router::new().route("/stumble", get(stumble));
            let (status, body) = get_page(pages, "/stumble", accept).await;
            assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
            assert!(body.contains("on our side") && !body.contains("secret"), "{body}");
        }
    }

    #[tokio::test]
    async fn a_reason_is_told_to_scripts_and_escaped_on_pages() {
        let refuse = || async {
            PageError::because(Problem::Conflict, "<b>blue 6</b> is covered".to_owned())
        };
        let pages = || Router::new().route("/move", get(refuse));
        let told = get_page(pages(), "/move", "*/*").await;
        assert_eq!(told, (StatusCode::CONFLICT, "<b>blue 6</b> is covered\n".to_owned()));
        let (_, page) = get_page(pages(), "/move", "text/html").await;
        assert!(page.contains("&lt;b&gt;blue 6&lt;/b&gt; is covered"), "{page}");
    }
}
