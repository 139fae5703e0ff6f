//! Which language a visitor reads.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use words::Words;

use crate::app::App;

/// Every language that we speak, each read once.
#[derive(Clone, Debug)]
pub(crate) struct Languages(Vec<Words>);

impl Languages {
    pub(crate) fn all() -> Languages {
        Languages(Words::LANGUAGES.into_iter().filter_map(Words::in_language).collect())
    }

    /// The first that the browser asks for and we speak; else our first.
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

/// The words for whoever asks.
#[derive(Clone, Debug)]
pub(crate) struct Reader(pub(crate) Words);

impl FromRequestParts<App> for Reader {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Reader, Infallible> {
        Ok(Reader(app.languages().of(&parts.headers).clone()))
    }
}
