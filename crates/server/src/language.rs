//! The visitor's language.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use words::Words;

use crate::app::App;

/// All languages, each loaded once.
#[derive(Clone, Debug)]
pub(crate) struct Languages(Vec<Words>);

impl Languages {
    pub(crate) fn all() -> Languages {
        Languages(Words::LANGUAGES.into_iter().filter_map(Words::in_language).collect())
    }

    /// The first language of the browser's list that exists here, or else the first of ours.
    pub(crate) fn of(&self, headers: &HeaderMap) -> &Words {
        let asked = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let mut tags = asked.unwrap_or_default().split(',').map(|tag| {
            let tag = tag.split(';').next().unwrap_or_default();
            tag.split('-').next().unwrap_or_default().trim()
        });
        let known = |tag: &str| self.0.iter().find(|words| words.tag().eq_ignore_ascii_case(tag));
        tags.find_map(known).or(self.0.first()).expect("there is a language that we speak")
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Words> {
        self.0.iter()
    }
}

/// The visitor's language, as an extractor.
#[derive(Clone, Debug)]
pub(crate) struct VisitorWords(pub(crate) Words);

impl FromRequestParts<App> for VisitorWords {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<VisitorWords, Infallible> {
        Ok(VisitorWords(app.languages().of(&parts.headers).clone()))
    }
}
