//! Which address leads where, and what every request passes on its way.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower::{Layer as _, ServiceExt as _};

use crate::app::App;
use crate::error::{PageError, Problem};
use crate::metrics::Counted;
use crate::security::{self, SameSite};
use crate::{about, assets, error, home, limits, metrics, new_table, rules_page, table_page};

/// Which address leads where.
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
        .route("/healthz", get(healthy))
        .route("/metrics", get(metrics::show))
        .merge(table_page::routes())
}

/// Pages behind what every request passes on its way to them. That stands before the router: what is in it, the router
/// copies for every request.
#[derive(Debug)]
pub(crate) struct Gate {
    app: App,
    pages: SameSite<Router>,
}

impl Gate {
    pub(crate) fn new(pages: Router<App>, app: &App) -> Gate {
        let pages = pages.fallback(nowhere).with_state(app.clone());
        Gate { app: app.clone(), pages: security::same_site(app.config()).layer(pages) }
    }

    /// Answers a request: limits on the way in, and on the way out a page if something went wrong, headers, and whoever
    /// counts.
    pub(crate) async fn pass(&self, mut request: Request) -> Response {
        let Gate { app, pages } = self;
        let counted = Counted::new(&request);
        let words = app.languages().of(request.headers());
        let reads_html = error::reads_html(request.headers());
        DefaultBodyLimit::max(limits::MAX_BODY).apply(&mut request);
        let answered = unless_it_panics(async {
            match limits::guard(app, &request) {
                Ok(()) => {
                    pages.clone().oneshot(request).await.unwrap_or_else(|never| match never {})
                }
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
        let answer = Gate::new(pages, &app).pass(request).await;
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
