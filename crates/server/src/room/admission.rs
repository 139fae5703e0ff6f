//! Who may sit down, as far as the table itself cannot know: addresses, and the names of bots.

use pages::face::Face;
use rules::Seat;
use table::command::{Command, CommandError, HouseCommand, SeatedCommand};
use table::event::{EventKind, Holder};
use table::lobby::{Lobby, Sitter};
use table::name;
use table::terms::{SeatKind, Terms};

use super::{RequestError, Room};
use crate::address::Address;

impl<G: Face> Room<G> {
    /// Records who may know which hand after an event.
    pub(super) fn note_addresses(&self, kind: &EventKind<G>) {
        let addresses = self.hall.seat_addresses();
        if let Some(seat) = kind.new_player_at() {
            addresses.note_new_player(self.id, seat);
        }
        if let EventKind::Began { .. } = kind {
            addresses.note_beginning(self.id);
        }
        if let EventKind::Ended { .. } = kind {
            addresses.note_end(self.id);
        }
    }

    /// Keeps the address of a player who is just removed for good out of this table: a browser can forget its cookie.
    ///
    /// An address that another player shares stays, because a family or a school class may be behind it. So do clients
    /// without an address.
    pub(super) fn ban_address(&self, seat: Seat) {
        let address_of = |seat: Seat| self.hall.seat_addresses().last(self.id, seat);
        let Some(address) = address_of(seat) else { return };
        let lobby = self.table.lobby();
        let shares = |other: Seat| {
            let is_there = lobby.chair(other).name().is_some();
            other != seat && is_there && address_of(other) == Some(address)
        };
        if !lobby.seats().any(shares) {
            self.hall.address_bans().add(self.id, address);
        }
    }

    /// Whether a visitor may not sit down because a player with their address was removed for good. It never holds for
    /// players who have a seat, or one that is kept for them.
    pub(super) fn is_kept_out(&self, visitor: Option<Holder>, address: Address) -> bool {
        !visitor.is_some_and(|holder| self.has_seat(holder))
            && self.hall.address_bans().has(self.id, address.customer())
    }

    fn has_seat(&self, holder: Holder) -> bool {
        let lobby = self.table.lobby();
        lobby.seat_of(holder).or_else(|| lobby.seat_kept_for(holder)).is_some()
    }

    /// Refuses a command that would show a hand to an address that is kept out of this table, or from which a player has
    /// seen another hand of this game: a person can have several browsers.
    pub(super) fn check_address(
        &self,
        visitor: Option<Holder>,
        address: Address,
        command: &Command<G::Action>,
    ) -> Result<(), RequestError> {
        let (addresses, customer) = (self.hall.seat_addresses(), address.customer());
        let shown = match command {
            Command::Sit { .. } if self.is_kept_out(visitor, address) => {
                return Err(self.request_error(&CommandError::RemovedForGood));
            }
            // Players who return see nothing new.
            Command::Sit { .. } if visitor.is_some_and(|holder| self.has_seat(holder)) => None,
            Command::Sit { seat, .. } => {
                // The table refuses all other seats.
                let mut free = self.table.seats_for(visitor).into_iter();
                free.find(|free| seat.is_none_or(|seat| seat == *free))
            }
            // Two players of a household may each have two devices there.
            Command::House(HouseCommand::Move { seat, .. }) => {
                Some(*seat).filter(|&seat| !addresses.has_seen(self.id, seat, customer))
            }
            Command::Act { .. }
            | Command::Seated(_)
            | Command::Host(_)
            | Command::House(_)
            | Command::BotAct { .. } => None,
        };
        let shown = shown.filter(|_| self.table.is_playing());
        let other = shown.and_then(|seat| addresses.other_hand_seen(self.id, seat, customer));
        other.map_or(Ok(()), |other| {
            Err(self.request_error(&CommandError::AddressSawOtherHand(other)))
        })
    }

    /// Refuses a name to sit down with, or a new name, that looks like that of a bot at this table.
    pub(super) fn check_name(
        &self,
        visitor: Option<Holder>,
        command: &Command<G::Action>,
    ) -> Result<(), RequestError> {
        let own = visitor.and_then(|holder| self.table.lobby().seat_of(holder));
        let (seat, name) = match command {
            // Players who return keep their names.
            Command::Sit { .. } if visitor.is_some_and(|holder| self.has_seat(holder)) => {
                return Ok(());
            }
            Command::Sit { seat, name, .. } => {
                (seat.or_else(|| self.table.seats_for(visitor).first().copied()), name)
            }
            // The table refuses visitors without a seat.
            Command::Seated(SeatedCommand::Rename { name }) if own.is_some() => (own, name),
            Command::Act { .. }
            | Command::Seated(_)
            | Command::Host(_)
            | Command::House(_)
            | Command::BotAct { .. } => return Ok(()),
        };
        if looks_like_bot(self.table.terms(), self.table.lobby(), seat, name) {
            let name = name::clean(name);
            return Err(self.request_error(&CommandError::NameTaken { name }));
        }
        Ok(())
    }
}

/// Whether a name looks like that of a bot on another seat, or of one that the host can put there. Alone with bots, a
/// person can have any name.
fn looks_like_bot(terms: &Terms, lobby: &Lobby, own: Option<Seat>, name: &str) -> bool {
    let n_people = terms.places.iter().filter(|place| **place == SeatKind::Person).count();
    let has_bot = |seat: &Seat| match lobby.chair(*seat).sitter {
        Sitter::Bot { .. } | Sitter::Nobody => Some(*seat) != own,
        Sitter::Person { .. } => false,
    };
    let looks_like =
        |seat: Seat| name::looks_like(&name::clean(name), bots::CAT_NAMES[seat.index()]);
    n_people > 1 && lobby.seats().filter(has_bot).any(looks_like)
}
