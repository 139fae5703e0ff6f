//! The tables of a visitor on the home page: those where the visitor plays, and invitations that the visitor opened.
//!
//! They are found by the visitor's cookie, and shown to nobody else. Whether a table waits for the visitor is what this
//! seat knows itself: the turns of others are never asked here, because some are secret.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponseParts, ResponseParts};
use pages::home::{MyStage, MyTable};
use rules::GameId;
use store::{Head, PlayersTable, TableId, TableStage, TablesLimit};
use table::event::Holder;

use crate::app::App;
use crate::config::Config;
use crate::hall::Hall;
use crate::room::path;
use crate::visitor::{self, MAX_AGE, Visitor};

/// How many tables of a visitor are read. Of those that are over, a few more than are shown: another one can have changed
/// last.
const MAX_READ: TablesLimit = TablesLimit { running: 60, over: 20 };

/// How many tables of a visitor are shown.
const MAX_SHOWN: usize = 30;

/// How many finished games of a visitor are shown.
const MAX_OVER: usize = 5;

/// How many invitations a browser remembers.
const MAX_INVITATIONS: usize = 6;

/// For each table in memory, the people for whom it waits.
#[derive(Debug, Default)]
pub(crate) struct Turns(Mutex<HashMap<TableId, Vec<Holder>>>);

impl Turns {
    /// Notes for whom a table in memory waits.
    pub(crate) fn set(&self, table: TableId, asked: Vec<Holder>) {
        self.turns().insert(table, asked);
    }

    /// Forgets a table that leaves memory.
    pub(crate) fn forget(&self, table: TableId) {
        self.turns().remove(&table);
    }

    /// Whether a table waits for this visitor; `None` if the table is not in memory.
    fn is_asked(&self, table: TableId, visitor: Holder) -> Option<bool> {
        self.turns().get(&table).map(|asked| asked.contains(&visitor))
    }

    fn turns(&self) -> MutexGuard<'_, HashMap<TableId, Vec<Holder>>> {
        // Every change leaves the map valid, so a poisoned lock is harmless.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tables of a visitor: first those that wait for the visitor, finished games last.
pub(crate) async fn find(app: &App, visitor: Visitor, opened: &Invitations) -> Vec<MyTable> {
    let hall = app.hall();
    let mut tables = match visitor.holder() {
        Some(holder) => of_player(hall, holder).await,
        None => Vec::new(),
    };
    for &id in &opened.0 {
        if !tables.iter().any(|(known, _)| *known == id)
            && let Some(table) = invitation(hall, id).await
        {
            tables.push((id, table));
        }
    }
    // The sort is stable: within a stage the latest change comes first.
    tables.sort_by_key(|(_, table)| table.stage.rank());
    let mut n_over = 0;
    tables.retain(|(_, table)| {
        n_over += usize::from(table.stage == MyStage::Over);
        table.stage != MyStage::Over || n_over <= MAX_OVER
    });
    tables.truncate(MAX_SHOWN);
    tables.into_iter().map(|(_, table)| table).collect()
}

async fn of_player(hall: &Hall, holder: Holder) -> Vec<(TableId, MyTable)> {
    let found = hall.store().tables_of(holder.0, MAX_READ).await;
    let found = found.unwrap_or_else(|error| {
        tracing::error!(%error, "cannot list a visitor's tables");
        Vec::new()
    });
    let mine = |table: PlayersTable| {
        let is_asked = hall.turns().is_asked(table.id, holder).unwrap_or(table.is_asked);
        let stage = match table.head.stage {
            TableStage::Playing if is_asked => MyStage::Asked,
            TableStage::Playing => MyStage::Playing,
            TableStage::Waiting => MyStage::Gathering,
            TableStage::Over => MyStage::Over,
        };
        let others = table.place.map(|own| others(&table.head.names, own));
        Some((table.id, my_table(table.id, &table.head, stage, others)?))
    };
    found.into_iter().filter_map(mine).collect()
}

/// The names at a table without the one at this place.
fn others(names: &[String], own: u32) -> Vec<String> {
    let others = names.iter().zip(0..).filter(|(_, place)| *place != own);
    others.map(|(name, _)| name.clone()).collect()
}

/// A table whose page the visitor has seen, while it has a free seat and waits for players. It comes without names: a table
/// that strangers may not watch tells them nobody's name.
async fn invitation(hall: &Hall, id: TableId) -> Option<MyTable> {
    let head = hall.store().read_head(id).await.ok()?.head;
    let is_open = head.stage == TableStage::Waiting && head.free_seats > 0;
    is_open.then(|| my_table(id, &head, MyStage::Invited, None))?
}

fn my_table(
    id: TableId,
    head: &Head,
    stage: MyStage,
    others: Option<Vec<String>>,
) -> Option<MyTable> {
    let (game, free_seats) = (GameId::named(&head.game)?, head.free_seats);
    Some(MyTable { path: path(id), game, others, free_seats, stage })
}

/// The tables whose invitations a browser opened last, the latest first. The browser keeps them in a cookie, so they can be
/// any ids: what is shown of these tables, every stranger may know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Invitations(Vec<TableId>);

/// A change of the invitations in the visitor's cookie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct InvitationsCookie(HeaderValue);

impl Invitations {
    fn of(headers: &HeaderMap, config: &Config) -> Invitations {
        let value = visitor::value_of(headers, cookie_name(config)).unwrap_or_default();
        let ids = value.split('.').filter_map(|id| id.parse().ok());
        Invitations(ids.take(MAX_INVITATIONS).collect())
    }

    /// Adds the invitation of a table; `None` if it is the latest already.
    pub(crate) fn opened(&self, table: TableId, config: &Config) -> Option<InvitationsCookie> {
        if self.0.first() == Some(&table) {
            return None;
        }
        let others = self.0.iter().filter(|id| **id != table);
        let ids = [&table].into_iter().chain(others).take(MAX_INVITATIONS);
        let value: Vec<String> = ids.map(TableId::to_string).collect();
        let cookie = visitor::cookie(cookie_name(config), &value.join("."), MAX_AGE, config);
        Some(InvitationsCookie(cookie))
    }
}

impl FromRequestParts<App> for Invitations {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Invitations, Infallible> {
        Ok(Invitations::of(&parts.headers, app.config()))
    }
}

impl IntoResponseParts for InvitationsCookie {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        response.headers_mut().append(SET_COOKIE, self.0);
        Ok(response)
    }
}

/// As for the visitor's other cookies, the prefix limits it to this host and https.
fn cookie_name(config: &Config) -> &'static str {
    if config.is_https() { "__Host-nekoza-invitations" } else { "nekoza-invitations" }
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    #[test]
    fn the_latest_invitations_are_kept() {
        let config = Config::new("127.0.0.1:0".parse().unwrap());
        let ids: Vec<TableId> = (0..8).map(|_| TableId::random()).collect();
        let mut known = Invitations(Vec::new());
        for &id in &ids {
            let InvitationsCookie(cookie) = known.opened(id, &config).unwrap();
            let pair = cookie.to_str().unwrap().split(';').next().unwrap().to_owned();
            let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&pair).unwrap())]);
            known = Invitations::of(&headers, &config);
            assert_eq!(known.0[0], id);
            assert_eq!(known.opened(id, &config), None, "nothing is new");
        }
        assert_eq!(known.0, ids.iter().rev().copied().take(MAX_INVITATIONS).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_no_id_is_left_out() {
        let config = Config::new("127.0.0.1:0".parse().unwrap());
        let id = TableId::random();
        let text = format!("nekoza-invitations=x.{id}..<b>");
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&text).unwrap())]);
        assert_eq!(Invitations::of(&headers, &config).0, [id]);
    }
}
