//! Who is at the table, and what happens when somebody stays away or runs out of time.

use std::time::Duration;

use pages::face::Face;
use pages::live::Presence;
use rules::{Observer, Seat};
use table::command::{Absence, Caller, Command, HouseCommand, SeatedCommand};
use table::event::Moment;
use table::lobby::Sitter;
use tokio::time::Instant;

use super::{Gone, Room, STAY_AWAKE};
use crate::clock;
use crate::presenter::Presenter;

/// How long after loading a page a player without a stream counts as being here, in milliseconds.
const PAGE_COUNTS: u64 = 15_000;

/// When players were last seen. A player with an open stream is here in any case.
#[derive(Debug)]
pub(super) struct Attendance {
    last_seen: Vec<Moment>,
    /// Whether pages show the player of each seat as being here.
    shown_here: Vec<bool>,
}

impl Attendance {
    pub(super) fn new(n_seats: u8, now: Moment) -> Attendance {
        let n_seats = usize::from(n_seats);
        Attendance { last_seen: vec![now; n_seats], shown_here: vec![true; n_seats] }
    }

    /// The player of a seat is seen.
    pub(super) fn came(&mut self, seat: Seat, now: Moment) {
        self.last_seen[seat.index()] = now;
    }
}

impl<G: Face> Room<G> {
    /// A visitor is seen. A player for whom a bot stood in gets the seat back.
    pub(super) async fn came(&mut self, who: Option<Observer>) -> Result<(), Gone> {
        let Some(Observer::Seat(seat)) = who else { return Ok(()) };
        let now = clock::moment();
        let was_here = self.is_here(seat, now);
        self.attendance.came(seat, now);
        let chair = self.table.lobby().chair(seat);
        if let Some(holder) = chair.holder().filter(|_| chair.is_stood_in()) {
            let back = Command::Seated(SeatedCommand::Return);
            self.house_does(Caller::Holder(holder), back).await?;
        } else if !was_here {
            self.show_presence();
        }
        Ok(())
    }

    /// A stream has ended. Its player counts as being here for a while: until then nobody sees a difference.
    pub(super) fn left(&mut self, who: Observer) {
        if let Observer::Seat(seat) = who
            && !self.presenter.is_watched_by(seat)
        {
            self.attendance.came(seat, clock::moment());
            self.attendance.shown_here[seat.index()] = true;
        }
    }

    fn is_here(&self, seat: Seat, now: Moment) -> bool {
        let last_seen = self.attendance.last_seen[seat.index()];
        self.presenter.is_watched_by(seat) || last_seen + PAGE_COUNTS > now
    }

    /// Shows everybody who is here.
    fn show_presence(&mut self) {
        let now = clock::moment();
        let seats = self.table.lobby().seats();
        self.attendance.shown_here = seats.map(|seat| self.is_here(seat, now)).collect();
        self.presenter.company_changed();
        self.present(Presenter::show);
    }

    /// Whether each seat's player is here.
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

    /// When something falls due: a clock, a grace, or sleep.
    pub(super) fn next_look(&self) -> Instant {
        let now = clock::moment();
        let deadline = self.table.next_deadline().map(|(at, _)| at);
        let graces = self.table.lobby().seats().filter_map(|seat| self.grace_ends(seat, now));
        let leaving = self.table.lobby().seats().filter_map(|seat| self.turns_away(seat));
        let due = deadline.into_iter().chain(graces).chain(leaving).min();
        let due = due.map(|due| clock::now() + Duration::from_millis(due.saturating_sub(now)));
        // While somebody watches, nothing but what falls due makes the table look up.
        let quiet_since = if self.is_busy() { clock::now() } else { self.last_request };
        let sleep = quiet_since + STAY_AWAKE;
        due.map_or(sleep, |due| due.min(sleep))
    }

    /// When a player will have been away for too long, while others are here and wait.
    fn grace_ends(&self, seat: Seat, now: Moment) -> Option<Moment> {
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

    /// When a player who is shown as being here will have been gone for too long.
    fn turns_away(&self, seat: Seat) -> Option<Moment> {
        let person = self.table.lobby().chair(seat).name().is_some();
        let leaves = person
            && !self.presenter.is_watched_by(seat)
            && self.attendance.shown_here[seat.index()];
        leaves.then_some(self.attendance.last_seen[seat.index()] + PAGE_COUNTS)
    }

    /// Does what has fallen due.
    pub(super) async fn look_at_clock(&mut self) -> Result<(), Gone> {
        let now = clock::moment();
        let is_past = |at: Option<Moment>| at.is_some_and(|at| at <= now);
        if self.table.lobby().seats().any(|seat| is_past(self.turns_away(seat))) {
            self.show_presence();
        }
        if let Some((at, seat)) = self.table.next_deadline()
            && at <= now
        {
            self.stand_in(seat, Absence::OutOfTime).await?;
        }
        for seat in self.table.lobby().seats() {
            if is_past(self.grace_ends(seat, now)) {
                self.stand_in(seat, Absence::Away).await?;
            }
        }
        Ok(())
    }

    async fn stand_in(&mut self, seat: Seat, why: Absence) -> Result<(), Gone> {
        let stand_in = Command::House(HouseCommand::StandIn { seat, why });
        self.house_does(Caller::House, stand_in).await
    }
}
