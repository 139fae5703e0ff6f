//! The home page: the games, and the tables that everyone may join or watch.

use axum::extract::State;
use axum::response::Html;
use pages::home::{OpenTable, PlayForm};
use rules::GameId;
use store::{Head, TableId};

use crate::app::App;
use crate::known_name::{KnownCoat, KnownName};
use crate::language::VisitorWords;
use crate::my_tables::{self, Invitations};
use crate::visitor::Visitor;

/// `GET /`.
pub(crate) async fn show(
    State(app): State<App>,
    VisitorWords(words): VisitorWords,
    visitor: Visitor,
    invitations: Invitations,
    KnownName(name): KnownName,
    KnownCoat(coat): KnownCoat,
) -> Html<String> {
    let play = PlayForm { name: name.as_deref(), coat, refused: None };
    let mine = my_tables::find(&app, visitor, &invitations).await;
    Html(pages::home::page(&words, &mine, &app.open_tables().await, play))
}

/// A stored table for the home page; `None` if its game is unknown.
pub(crate) fn open_table(id: TableId, head: &Head) -> Option<OpenTable> {
    Some(OpenTable {
        path: format!("/t/{id}"),
        game: GameId::named(&head.game)?,
        names: head.names.clone(),
        free_seats: head.free_seats,
    })
}
