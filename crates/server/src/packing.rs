//! Pages are sent packed, each in one piece. Files are packed when the program starts, and streams have their own compression.

use std::io::Write as _;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, VARY};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::assets::accepts_gzip;
use crate::error::{PageError, Problem};

/// Packs an answer in HTML for a browser that accepts it.
pub(crate) async fn pack_pages(request: Request, next: Next) -> Response {
    let is_wanted = request.method() != Method::HEAD && accepts_gzip(request.headers());
    let mut answer = next.run(request).await;
    if !is_html(answer.headers()) {
        return answer;
    }
    answer.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    if !is_wanted {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    // A page is in memory already.
    let Ok(page) = to_bytes(body, usize::MAX).await else {
        return PageError::from(Problem::Internal).into_response();
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(parts, Body::from(packed(&page)))
}

fn is_html(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    kind.is_some_and(|kind| kind.starts_with(b"text/html"))
}

fn packed(page: &Bytes) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(3));
    let packed = encoder.write_all(page).and_then(|()| encoder.finish());
    packed.expect("a list of bytes takes everything")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::Router;
    use axum::http::header::ACCEPT_ENCODING;
    use axum::middleware::from_fn;
    use axum::response::Html;
    use axum::routing::get;
    use flate2::read::GzDecoder;
    use tower::ServiceExt as _;

    use super::*;

    async fn answer(method: Method, path: &str, accept: &str) -> (HeaderMap, Vec<u8>) {
        let routes = Router::new()
            .route("/page", get(async || Html("<p>Mia</p>".repeat(100))))
            .route("/text", get(async || "Mia".repeat(100)))
            .layer(from_fn(pack_pages));
        let request = Request::builder().method(method).uri(path).header(ACCEPT_ENCODING, accept);
        let answer = routes.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let headers = answer.headers().clone();
        (headers, to_bytes(answer.into_body(), usize::MAX).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn pages_are_packed_for_browsers_that_accept_it() {
        let (headers, body) = answer(Method::GET, "/page", "br, gzip").await;
        assert_eq!(headers[CONTENT_ENCODING], "gzip");
        assert_eq!(headers[VARY], "accept-encoding");
        assert!(body.len() < 100, "{}", body.len());
        let mut page = String::new();
        GzDecoder::new(&*body).read_to_string(&mut page).unwrap();
        assert_eq!(page, "<p>Mia</p>".repeat(100));
    }

    #[tokio::test]
    async fn other_answers_stay_as_they_are() {
        for (method, path, accept) in [
            (Method::GET, "/page", "br"),
            (Method::GET, "/text", "gzip"),
            (Method::HEAD, "/page", "gzip"),
        ] {
            let (headers, body) = answer(method.clone(), path, accept).await;
            assert!(!headers.contains_key(CONTENT_ENCODING), "{method} {path}");
            assert_eq!(body.is_empty(), method == Method::HEAD);
            assert_eq!(headers.contains_key(VARY), path == "/page", "{method} {path}");
        }
    }
}
