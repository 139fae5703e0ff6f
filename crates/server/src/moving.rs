//! Continuing on another device: a link that moves a seat to another browser, once and for a limited time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Redirect, Response};
use rules::Seat;
use store::TableId;
use table::command::{Caller, Command, HouseCommand};
use table::event::Holder;
use tokio::time::Instant;

use crate::address::Address;
use crate::app::App;
use crate::clock;
use crate::error::{PageError, Problem};
use crate::fields::AtTable;
use crate::language::VisitorWords;
use crate::limits::LimitKind;
use crate::room::Request;
use crate::table_page::{TableGuest, ask};
use crate::visitor::Visitor;

/// All valid links. They are kept in memory only: a player can always create a new one.
#[derive(Debug)]
pub(crate) struct TransferLinks {
    links: Mutex<HashMap<TableId, Vec<TransferLink>>>,
    lifetime: Duration,
}

/// A link for one seat. Its code has the format of a table's id.
#[derive(Clone, Copy, Debug)]
struct TransferLink {
    code: TableId,
    seat: Seat,
    holder: Holder,
    /// The visitor who used the link. It keeps working for them, because the answer may get lost.
    taken_by: Option<Holder>,
    until: Instant,
}

impl TransferLinks {
    pub(crate) fn new(lifetime: Duration) -> TransferLinks {
        TransferLinks { links: Mutex::default(), lifetime }
    }

    /// Creates a link for the holder of this seat. The holder's older link becomes invalid.
    fn create(&self, table: TableId, seat: Seat, holder: Holder) -> TableId {
        let code = TableId::random();
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        let now = clock::now();
        let links = links.entry(table).or_default();
        links.retain(|link| link.holder != holder && link.until > now);
        links.push(TransferLink { code, seat, holder, taken_by: None, until: now + self.lifetime });
        code
    }

    /// Forgets expired links.
    pub(crate) fn forget_old(&self) {
        let now = clock::now();
        self.links.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, links| {
            links.retain(|link| link.until > now);
            !links.is_empty()
        });
    }

    /// The link with this code, if it is valid for this visitor.
    fn find(&self, table: TableId, code: TableId, visitor: Visitor) -> Option<TransferLink> {
        let links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        let found = links.get(&table)?.iter().find(|link| link.code == code).copied();
        found.filter(|found| {
            let is_theirs = found.taken_by.is_none() || found.taken_by == visitor.holder();
            is_theirs && found.until > clock::now()
        })
    }

    fn mark_taken(&self, table: TableId, code: TableId, by: Holder) {
        let mut links = self.links.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = links.get_mut(&table).into_iter().flatten().find(|link| link.code == code);
        if let Some(taken) = taken {
            taken.taken_by = Some(by);
        }
    }
}

/// `POST /t/{id}/move`: creates a link for another browser.
pub(crate) async fn hand_out(
    (State(app), AtTable(id), guest, VisitorWords(words), headers): TableGuest,
) -> Result<Response, PageError> {
    let holder = guest.holder.ok_or(Problem::Forbidden)?;
    app.buckets().take(LimitKind::Toggle, guest.address)?;
    let render = |answer| Request::Render(guest, words.clone(), answer);
    let rendered = app.hall().ask(id, guest.address, render).await?;
    let seat = rendered.frame.seat.ok_or(Problem::Forbidden)?;
    let code = app.transfer_links().create(id, seat, holder);
    let link = app.link(&headers, &format!("/t/{id}/move/{code}"));
    let minutes = app.config().lifetimes.link.as_secs() / 60;
    let page = pages::moving::hand_out(&words, &link, &format!("/t/{id}"), minutes);
    Ok(([(CACHE_CONTROL, "no-store")], Html(page)).into_response())
}

/// `GET /t/{id}/move/{code}`: asks for confirmation, because programs that preview links would use the link up.
pub(crate) async fn show(
    State(app): State<App>,
    AtTable(id): AtTable,
    Path((_, code)): Path<(String, String)>,
    visitor: Visitor,
    VisitorWords(words): VisitorWords,
) -> Result<Response, PageError> {
    let code = code.parse().map_err(|_| Problem::NotFound)?;
    app.transfer_links().find(id, code, visitor).ok_or(Problem::NotFound)?;
    // The cookie comes before the seat. If the answer to taking the seat gets lost, the visitor still owns it.
    let (_, cookie) = visitor.identify(&app);
    let page = pages::moving::confirm(&words, &format!("/t/{id}/move/{code}"));
    Ok((cookie, [(CACHE_CONTROL, "no-store")], Html(page)).into_response())
}

/// `POST /t/{id}/move/{code}`: moves the seat to this browser.
pub(crate) async fn take(
    State(app): State<App>,
    AtTable(id): AtTable,
    Path((_, code)): Path<(String, String)>,
    visitor: Visitor,
    address: Address,
) -> Result<Response, PageError> {
    app.buckets().take(LimitKind::Toggle, address)?;
    let code = code.parse().map_err(|_| Problem::NotFound)?;
    let found = app.transfer_links().find(id, code, visitor).ok_or(Problem::NotFound)?;
    let TransferLink { seat, holder: from, taken_by, .. } = found;
    let (to, cookie) = visitor.identify(&app);
    let table = Redirect::to(&format!("/t/{id}"));
    // A repeated request is a no-op.
    if from == to || taken_by == Some(to) {
        return Ok(table.into_response());
    }
    let command = Command::House(HouseCommand::Move { seat, from, to });
    ask(&app, id, Caller::House, address, command).await?;
    app.transfer_links().mark_taken(id, code, to);
    Ok((cookie, table).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIFETIME: Duration = Duration::from_secs(600);
    const HOLDERS: [Holder; 2] = [Holder([1; 16]), Holder([2; 16])];

    #[tokio::test(start_paused = true)]
    async fn links_expire() {
        let (links, table) = (TransferLinks::new(LIFETIME), TableId::random());
        let code = links.create(table, Seat::new(0), HOLDERS[0]);
        let is_valid = || links.find(table, code, Visitor::NEW).is_some();
        tokio::time::advance(LIFETIME / 10 * 9).await;
        assert!(is_valid());
        tokio::time::advance(LIFETIME / 10).await;
        assert!(!is_valid());
        let other = links.create(TableId::random(), Seat::new(0), HOLDERS[0]);
        assert_ne!(other, code);
        links.forget_old();
        let left = links.links.lock().unwrap();
        assert!(!left.contains_key(&table) && left.len() == 1);
    }

    #[tokio::test]
    async fn a_new_link_replaces_the_older_one_of_the_same_player() {
        let (links, table) = (TransferLinks::new(LIFETIME), TableId::random());
        let [older, newer] = [(); 2].map(|()| links.create(table, Seat::new(0), HOLDERS[0]));
        let others = links.create(table, Seat::new(1), HOLDERS[1]);
        let find = |code| links.find(table, code, Visitor::NEW);
        assert!(find(older).is_none());
        assert_eq!(find(newer).unwrap().seat, Seat::new(0));
        assert_eq!(find(others).unwrap().seat, Seat::new(1));
        assert!(links.find(TableId::random(), newer, Visitor::NEW).is_none(), "at this table");
        links.mark_taken(table, newer, HOLDERS[1]);
        assert!(find(newer).is_none(), "a link works once");
    }
}
