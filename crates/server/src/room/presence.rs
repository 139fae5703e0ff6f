//! Presence of players, and stand-ins for players who are away or out of time.

use std::time::Duration;

use pages::face::Face;
use pages::live::Presence;
use rules::{Observer, Seat, Seats};
use table::command::{Absence, Caller, Command, HouseCommand, SeatedCommand};
use table::event::{Holder, Moment};
use table::lobby::Sitter;
use tokio::time::Instant;

use super::{Room, StoreFailed};
use crate::address::Address;
use crate::clock;
use crate::presenter::Presenter;
use crate::visitor::Guest;

/// A player without a stream counts as present for this time after a page view, and after the end of a stream.
pub(crate) const PAGE_GRACE: Duration = Duration::from_secs(10);
const PAGE_GRACE_MILLIS: u64 = PAGE_GRACE.as_secs() * 1000;

/// When each player was last seen. Players with an open stream are always present.
#[derive(Debug)]
pub(super) struct Attendance {
    last_seen: Vec<Moment>,
    /// Whether pages show each seat's player as present.
    shown_here: Vec<bool>,
}

impl Attendance {
    pub(super) fn new(n_seats: u8, now: Moment) -> Attendance {
        let n_seats = usize::from(n_seats);
        Attendance { last_seen: vec![now; n_seats], shown_here: vec![true; n_seats] }
    }

    /// Records that a seat's player was seen.
    pub(super) fn note_seen(&mut self, seat: Seat, now: Moment) {
        self.last_seen[seat.index()] = now;
    }

    /// Whether pages show each seat's player as present.
    #[cfg(test)]
    pub(super) fn shown_here(&self) -> &[bool] {
        &self.shown_here
    }
}

impl<G: Face> Room<G> {
    /// Records a visit and returns the observer that the guest is, if the terms admit the guest.
    pub(super) async fn note_guest(
        &mut self,
        guest: Guest,
    ) -> Result<Option<Observer>, StoreFailed> {
        let who = self.table.observer(guest.holder);
        self.note_address(who, guest.address);
        let is_listed = self.table.terms().listed && !self.table.lobby().is_closed();
        if let (Some(Observer::Seat(_)), Some(host)) = (who, self.host())
            && is_listed
        {
            self.hall.listings().add(self.id, host, guest.address.customer());
        }
        self.note_visit(who).await?;
        Ok(who)
    }

    /// Records from where a request came.
    pub(super) fn note_address(&mut self, who: Option<Observer>, address: Address) {
        let customer = address.customer();
        match who {
            Some(Observer::Seat(seat)) => {
                self.visitor = Some(customer);
                let is_playing = self.table.is_playing();
                self.hall.seat_addresses().note(self.id, seat, customer, is_playing);
            }
            Some(Observer::Rail) | None => {
                self.visitor.get_or_insert(customer);
            }
        }
    }

    /// The host's browser.
    fn host(&self) -> Option<Holder> {
        let lobby = self.table.lobby();
        lobby.host.and_then(|host| lobby.chair(host).holder())
    }

    /// Records a visit. A player with a stand-in gets the seat back.
    async fn note_visit(&mut self, who: Option<Observer>) -> Result<(), StoreFailed> {
        let Some(Observer::Seat(seat)) = who else { return Ok(()) };
        let now = self.now();
        let was_here = self.is_here(seat, now);
        self.attendance.note_seen(seat, now);
        let chair = self.table.lobby().chair(seat);
        if let Some(holder) = chair.holder().filter(|_| chair.is_stood_in()) {
            let back = Command::Seated(SeatedCommand::Return);
            self.carry_out_for_house(Caller::Holder(holder), back).await?;
        } else if !was_here {
            self.show_presence();
        }
        Ok(())
    }

    /// Keeps the table on the home page while one of its players watches.
    pub(super) fn keep_listed(&self) {
        let watches = |seat| self.presenter.is_watched_by(seat);
        if self.table.terms().listed && self.table.lobby().seats().any(watches) {
            self.hall.listings().keep(self.id);
        }
    }

    /// Records the end of a stream. Its player still counts as present for a while, so no page changes yet.
    pub(super) fn note_stream_end(&mut self, who: Observer) {
        if let Observer::Seat(seat) = who
            && !self.presenter.is_watched_by(seat)
        {
            self.attendance.note_seen(seat, self.now());
            self.attendance.shown_here[seat.index()] = true;
        }
    }

    fn is_here(&self, seat: Seat, now: Moment) -> bool {
        let last_seen = self.attendance.last_seen[seat.index()];
        self.presenter.is_watched_by(seat) || last_seen + PAGE_GRACE_MILLIS > now
    }

    /// Shows the presence of all players on all pages.
    fn show_presence(&mut self) {
        let now = self.now();
        let seats = self.table.lobby().seats();
        self.attendance.shown_here = seats.map(|seat| self.is_here(seat, now)).collect();
        self.presenter.company_changed();
        self.present(Presenter::send_updates);
    }

    /// The presence of each seat's player.
    pub(super) fn presence(&self, now: Moment) -> Vec<Presence> {
        let lobby = self.table.lobby();
        let presence = |seat: Seat| match lobby.chair(seat).sitter {
            Sitter::Person { .. } if !self.is_here(seat, now) => {
                Presence::Away { since: self.attendance.last_seen[seat.index()] }
            }
            Sitter::Person { .. } | Sitter::Bot { .. } | Sitter::Nobody => Presence::Here,
        };
        lobby.seats().map(presence).collect()
    }

    /// The seats whose players are away.
    pub(super) fn away(&self, now: Moment) -> Seats {
        let seats = self.table.lobby().seats().zip(self.presence(now));
        seats.filter(|(_, presence)| *presence != Presence::Here).map(|(seat, _)| seat).collect()
    }

    /// The next time at which this task has something to do: a clock, a grace period, a player's presence, or its own
    /// end.
    pub(super) fn next_wakeup(&self) -> Instant {
        let now = self.now();
        let deadline = self.table.next_deadline().map(|(at, _)| at);
        let interlude = self.table.interlude_ends().or(self.table.silence_ends());
        let graces = self.table.lobby().seats().filter_map(|seat| self.grace_ends(seat, now));
        let leaving = self.table.lobby().seats().filter_map(|seat| self.away_at(seat));
        let due = deadline.into_iter().chain(interlude).chain(graces).chain(leaving).min();
        let due = due.map(|due| clock::now() + Duration::from_millis(due.saturating_sub(now)));
        // A busy table stays in memory, so only deadlines wake the task.
        let quiet_since = if self.is_busy() { clock::now() } else { self.last_request };
        let sleep = quiet_since + self.idle_time();
        due.map_or(sleep, |due| due.min(sleep))
    }

    /// The end of a player's grace period. It runs only while another person is present and waits.
    pub(super) fn grace_ends(&self, seat: Seat, now: Moment) -> Option<Moment> {
        let lobby = self.table.lobby();
        let stand_in = self.table.terms().stand_in.as_ref()?;
        let plays = matches!(lobby.chair(seat).sitter, Sitter::Person { stood_in: false, .. });
        if !plays || !self.table.is_playing() || self.presenter.is_watched_by(seat) {
            return None;
        }
        let waits = |other: Seat| {
            other != seat && lobby.chair(other).name().is_some() && self.is_here(other, now)
        };
        let last_seen = self.attendance.last_seen[seat.index()];
        lobby.seats().any(waits).then(|| last_seen + u64::from(stand_in.grace) * 1000)
    }

    /// When a player who is shown as present starts to count as away.
    pub(super) fn away_at(&self, seat: Seat) -> Option<Moment> {
        let person = self.table.lobby().chair(seat).name().is_some();
        let leaves = person
            && !self.presenter.is_watched_by(seat)
            && self.attendance.shown_here[seat.index()];
        leaves.then_some(self.attendance.last_seen[seat.index()] + PAGE_GRACE_MILLIS)
    }

    /// Does everything whose time has come.
    pub(super) async fn do_due_work(&mut self) -> Result<(), StoreFailed> {
        let now = self.now();
        let is_past = |at: Option<Moment>| at.is_some_and(|at| at <= now);
        if self.table.lobby().seats().any(|seat| is_past(self.away_at(seat))) {
            self.show_presence();
        }
        if let Some((at, seat)) = self.table.next_deadline()
            && at <= now
        {
            self.stand_in(seat, Absence::OutOfTime).await?;
        }
        if is_past(self.table.interlude_ends()) {
            self.carry_out_for_house(Caller::House, Command::House(HouseCommand::Resume)).await?;
        }
        if is_past(self.table.silence_ends()) {
            let silence = Command::House(HouseCommand::TakeSilence);
            self.carry_out_for_house(Caller::House, silence).await?;
        }
        for seat in self.table.lobby().seats() {
            if is_past(self.grace_ends(seat, now)) {
                self.stand_in(seat, Absence::Away).await?;
            }
        }
        Ok(())
    }

    async fn stand_in(&mut self, seat: Seat, why: Absence) -> Result<(), StoreFailed> {
        let stand_in = Command::House(HouseCommand::StandIn { seat, why });
        self.carry_out_for_house(Caller::House, stand_in).await
    }
}
