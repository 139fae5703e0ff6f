//! Answers to requests that failed.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::{FromRequestParts, Request};
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use pages::story;
use table::command::{Denial, DenialKind};
use table::lobby::Names;
use words::Words;

use crate::language::VisitorWords;
use crate::room::RequestError;

/// A failed request. Handlers return it, and [`explain`] turns it into a page in the visitor's language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PageError {
    problem: Problem,
    /// Why a table refused a command, and the names of its seats.
    denial: Option<(Denial, Names)>,
}

/// The kinds of failures, each with its status. Messages: `error-{code}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    /// The request makes no sense.
    BadRequest,
    /// The visitor may not do this.
    Forbidden,
    /// The operator has banned the visitor's address.
    Banned,
    /// The request came from another site.
    CrossSite,
    /// There is nothing at this address, or the visitor may not see it.
    NotFound,
    /// The path does not support this method.
    MethodNotAllowed,
    /// The command came too late.
    Conflict,
    /// The request is too large.
    TooLarge,
    /// Too many requests. The visitor has to wait this long.
    TooMany(Duration),
    /// The visitor's address holds too many connections or streams open.
    Crowded,
    /// The log of the table is too long to be replayed for visitors.
    LongLog,
    /// A fault of the server. Its log has the reason.
    Internal,
    /// The store cannot write. The server's log has the reason.
    StoreFailed,
    /// The server stops or is overloaded.
    Unavailable,
}

/// The time after which a client without a free slot may try again.
const CROWDED_WAIT: Duration = Duration::from_secs(10);

impl Problem {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Problem::BadRequest => StatusCode::BAD_REQUEST,
            Problem::Forbidden | Problem::Banned | Problem::CrossSite => StatusCode::FORBIDDEN,
            Problem::NotFound => StatusCode::NOT_FOUND,
            Problem::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Problem::Conflict => StatusCode::CONFLICT,
            Problem::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Problem::TooMany(_) | Problem::Crowded => StatusCode::TOO_MANY_REQUESTS,
            Problem::LongLog => StatusCode::UNPROCESSABLE_ENTITY,
            Problem::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Problem::StoreFailed | Problem::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    fn code(self) -> &'static str {
        match self {
            Problem::BadRequest => "bad-request",
            Problem::Forbidden => "forbidden",
            Problem::Banned => "banned",
            Problem::CrossSite => "cross-site",
            Problem::NotFound => "not-found",
            Problem::MethodNotAllowed => "method",
            Problem::Conflict => "conflict",
            Problem::TooLarge => "too-large",
            Problem::TooMany(_) => "too-many",
            Problem::Crowded => "crowded",
            Problem::LongLog => "long-log",
            Problem::Internal => "internal",
            Problem::StoreFailed => "store-failed",
            Problem::Unavailable => "unavailable",
        }
    }

    /// How long the visitor has to wait, if that helps.
    fn wait(self) -> Option<Duration> {
        match self {
            Problem::TooMany(wait) => Some(wait),
            Problem::Crowded => Some(CROWDED_WAIT),
            _ => None,
        }
    }

    /// The kind of a failure that the framework answered.
    fn of(status: StatusCode) -> Problem {
        match status {
            StatusCode::FORBIDDEN => Problem::Forbidden,
            StatusCode::NOT_FOUND => Problem::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Problem::MethodNotAllowed,
            StatusCode::CONFLICT => Problem::Conflict,
            StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
            StatusCode::SERVICE_UNAVAILABLE => Problem::Unavailable,
            status if status.is_client_error() => Problem::BadRequest,
            _ => Problem::Internal,
        }
    }
}

impl From<RequestError> for PageError {
    fn from(refused: RequestError) -> PageError {
        let RequestError::Denied(kind, denial, names) = refused else {
            return Problem::Unavailable.into();
        };
        let problem = match kind {
            DenialKind::Forbidden => Problem::Forbidden,
            DenialKind::Bad => Problem::BadRequest,
            DenialKind::Conflict => Problem::Conflict,
        };
        PageError { problem, denial: Some((denial, names)) }
    }
}

impl From<Problem> for PageError {
    fn from(problem: Problem) -> PageError {
        PageError { problem, denial: None }
    }
}

impl PageError {
    /// The status of the answer.
    pub(crate) fn status(&self) -> StatusCode {
        self.problem.status()
    }

    /// Why a table refused the command, if it did.
    pub(crate) fn refusal(&self, words: &Words) -> Option<String> {
        self.denial.as_ref().map(|(denial, names)| story::refusal(words, names, denial))
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let mut response = self.problem.status().into_response();
        if let Some(wait) = self.problem.wait() {
            let seconds = HeaderValue::from(seconds_to_wait(wait));
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Rounds up to whole seconds, at least one, so that a retry after this time is never too early.
fn seconds_to_wait(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).max(1) as u64
}

/// Explains a failed request in the visitor's language: a page for browsers, a sentence for scripts. An answer that
/// already has a page keeps it.
pub(crate) async fn explain(
    VisitorWords(words): VisitorWords,
    ReadsHtml(reads_html): ReadsHtml,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let error = match response.extensions_mut().remove::<PageError>() {
        Some(error) => error,
        None if is_bare(response.headers()) => Problem::of(status).into(),
        None => return response,
    };
    let body = if reads_html {
        Html(page(&words, &error)).into_response()
    } else {
        (sentence(&words, &error) + "\n").into_response()
    };
    let (mut parts, _) = response.into_parts();
    let (page, body) = body.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    if let Some(kind) = page.headers.get(CONTENT_TYPE) {
        parts.headers.insert(CONTENT_TYPE, kind.clone());
    }
    Response::from_parts(parts, body)
}

/// Browsers that open a page ask for HTML; our scripts and other programs do not.
pub(crate) fn reads_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// Whether the visitor is a browser that opens a page.
pub(crate) struct ReadsHtml(pub(crate) bool);

impl<S: Sync> FromRequestParts<S> for ReadsHtml {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ReadsHtml, Infallible> {
        Ok(ReadsHtml(reads_html(&parts.headers)))
    }
}

/// The framework's own errors have no body or a line of text.
fn is_bare(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    kind.is_none_or(|kind| kind.starts_with("text/plain"))
}

fn sentence(words: &Words, error: &PageError) -> String {
    if let Some(refusal) = error.refusal(words) {
        return refusal;
    }
    let id = format!("error-{}", error.problem.code());
    match error.problem {
        Problem::TooMany(wait) => {
            words.message(&id, &[("seconds", (seconds_to_wait(wait) as i64).into())])
        }
        _ => words.message(&id, &[]),
    }
}

fn page(words: &Words, error: &PageError) -> String {
    let title = words.message(&format!("error-{}-title", error.problem.code()), &[]);
    let status = error.status().as_u16();
    pages::error::page(words, status, &title, &sentence(words, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_a_page() {
        let words = Words::default();
        for problem in [
            Problem::BadRequest,
            Problem::Forbidden,
            Problem::Banned,
            Problem::CrossSite,
            Problem::NotFound,
            Problem::MethodNotAllowed,
            Problem::Conflict,
            Problem::TooLarge,
            Problem::TooMany(Duration::from_secs(3)),
            Problem::Crowded,
            Problem::LongLog,
            Problem::Internal,
            Problem::StoreFailed,
            Problem::Unavailable,
        ] {
            let code = problem.code();
            for id in [format!("error-{code}"), format!("error-{code}-title")] {
                assert!(words.has(&id), "{id}");
            }
            assert!(problem.status().is_client_error() || problem.status().is_server_error());
        }
    }
}
