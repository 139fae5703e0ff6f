//! Hints: the moves that a bot would make. The bot gets the player's view and nothing else.

use std::fmt;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Response};
use bots::{Budget, Search, Think, hints};
use pages::face::Face;
use pages::hint::HintPage;
use pages::story::{Voice, named_words};
use rules::{Seats, View};
use table::command::Question;
use table::lobby::Names;
use words::Words;

use crate::app::App;
use crate::error::{PageError, Problem, reads_html};
use crate::fields::AtTable;
use crate::language::VisitorWords;
use crate::limits::LimitKind;
use crate::room::Request;
use crate::visitor::Guest;

/// The number of actions in a hint.
const MAX_ACTIONS: usize = 3;

/// The seed of the bot's dice. With the same number of imagined games, the hint is the same.
const SEED: u64 = 1;

/// A prepared hint. It needs a bot and a language, and contains only the player's view.
pub(crate) struct PendingHint(Box<HintJob>);

/// Runs the bot and renders its advice.
type HintJob = dyn FnOnce(Budget, &Words) -> HintPage + Send;

impl fmt::Debug for PendingHint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingHint").finish_non_exhaustive()
    }
}

impl PendingHint {
    /// Prepares a hint for the seat's next question, at the table with this path.
    pub(crate) fn new<G: Face>(
        view: View<G>,
        at: Option<Question>,
        radar: bool,
        names: Names,
        away: Seats,
        path: String,
    ) -> PendingHint {
        PendingHint(Box::new(move |budget, words| {
            let words = named_words(words, &names);
            let at = at.map(|at| at.to_string()).unwrap_or_default();
            let advice = hints(&view, &mut Search::new(SEED), budget, MAX_ACTIONS);
            let voice = Voice { words: &words, names: &names };
            HintPage::new(&view, &advice, &at, radar, voice, away, path)
        }))
    }
}

/// `GET /t/{id}/hint`: a hint for the player. Scripts get only the advice, other clients a page with the table.
pub(crate) async fn show(
    State(app): State<App>,
    AtTable(id): AtTable,
    Guest { holder, address }: Guest,
    VisitorWords(words): VisitorWords,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let holder = holder.ok_or(Problem::Forbidden)?;
    app.buckets().take(LimitKind::Hint, address)?;
    let question =
        app.hall().ask(id, address, |answer| Request::Hint(holder, address, answer)).await??;
    let full = app.config().hints;
    let time = full.time().unwrap_or_default();
    let (turn, until) = app.hall().bot_queue().turn(address.customer(), id, time).await;
    let hint = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let budget = match full {
            Think::Time(_) => Budget::Until(until.into_std()),
            Think::Playouts(playouts) => Budget::Playouts(playouts),
        };
        (question.0)(budget, &words)
    });
    let hint = hint.await.map_err(|_| Problem::Internal)?;
    let html = if reads_html(&headers) { hint.page() } else { hint.part };
    Ok(([(CACHE_CONTROL, "no-store")], Html(html)).into_response())
}
