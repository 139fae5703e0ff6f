//! Hints: what a bot would do on the seat of whoever asks. It is shown what that seat sees, and nothing else.

use std::fmt;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Response};
use bots::{Search, Think, hints};
use pages::face::{Advice, Face};
use pages::hint::Hint;
use rules::View;
use words::Words;

use crate::app::App;
use crate::clock;
use crate::error::{PageError, Problem, reads_html};
use crate::limits::{Address, Limited};
use crate::room::Request;
use crate::table_page::read_id;
use crate::visitor::Visitor;

/// How many actions are told.
const MAX_TOLD: usize = 3;

/// The bot's dice: as many imagined games give the same hint again.
const SEED: u64 = 1;

/// A question that waits for a bot. All that goes in is what the seat sees.
pub(crate) struct Question(Box<dyn FnOnce(Think) -> Hint + Send>);

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").finish_non_exhaustive()
    }
}

impl Question {
    /// The question that a seat is asked, by its number, at the table of this address.
    pub(crate) fn new<G: Face>(
        view: View<G>,
        at: String,
        radar: bool,
        words: Words,
        path: String,
    ) -> Question {
        Question(Box::new(move |think| {
            let budget = think.budget(clock::now().into_std());
            let told = hints(&view, &mut Search::new(SEED), budget, MAX_TOLD);
            let advice = |hint: bots::Hint<G>| Advice {
                action: hint.action,
                odds: hint.odds,
                why: words.hint::<G>(&hint.why),
            };
            let told: Vec<Advice<G>> = told.into_iter().map(advice).collect();
            Hint::new(&view, &told, &at, radar, words, path)
        }))
    }
}

/// `GET /t/{id}/hint`: for whoever is asked something. A script gets what is new, anybody else the table with it.
pub(crate) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    visitor: Visitor,
    address: Address,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id = read_id(&id)?;
    let holder = visitor.holder().ok_or(Problem::Forbidden)?;
    app.buckets().take(Limited::Hint, address)?;
    let question = app.hall().ask(id, |answer| Request::Hint(holder, answer)).await??;
    let hint = think(&app, question).await?;
    let html = if reads_html(&headers) { hint.page() } else { hint.part };
    Ok(([(CACHE_CONTROL, "no-store")], Html(html)).into_response())
}

/// Lets a bot think, once it is its turn among all who do.
async fn think(app: &App, Question(answer): Question) -> Result<Hint, PageError> {
    let think = app.config().hints;
    let permit = Arc::clone(app.hall().thinkers()).acquire_owned().await;
    let thought = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        answer(think)
    });
    thought.await.map_err(|_| Problem::Internal.into())
}
