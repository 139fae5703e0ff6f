//! The people at a table, in the index that finds a visitor's tables for the home page.

use pages::face::Face;
use store::PlayerEntry;
use table::event::Holder;
use table::table::Table;

use super::Room;

impl<G: Face> Room<G> {
    /// Indexes who plays here and for whom the table waits: in memory at once, on disk when people come or go, and while
    /// nobody watches. A table in sight would write every move otherwise. Returns once it is on disk, so that an older
    /// list never replaces a newer one.
    pub(super) async fn index_players(&mut self) {
        let players = players_of(&self.table);
        if players != self.players.now {
            let asked = players.iter().filter(|player| player.is_asked);
            let asked = asked.map(|player| Holder(player.holder)).collect();
            self.hall.turns().set(self.id, asked);
            self.players.now = players;
        }
        let Players { now, on_disk } = &self.players;
        let people = |players: &[PlayerEntry]| {
            players.iter().map(|player| (player.holder, player.place)).collect::<Vec<_>>()
        };
        let is_known = on_disk.as_ref().is_some_and(|on_disk| people(on_disk) == people(now));
        if !is_known || !self.presenter.is_watched() {
            self.write_index().await;
        }
    }

    /// Writes the index, if it differs from the one on disk.
    pub(super) async fn write_index(&mut self) {
        let Players { now, on_disk } = &mut self.players;
        if on_disk.as_ref() == Some(now) {
            return;
        }
        *on_disk = Some(now.clone());
        // The next load of the table writes the index again: a failure costs nobody the seat.
        if let Err(error) = self.hall.store().index_players(self.id, now.clone()).await {
            tracing::warn!(%error, "the players of a table could not be indexed");
        }
    }
}

/// The index as it is now, and as it was written last.
#[derive(Debug, Default)]
pub(super) struct Players {
    now: Vec<PlayerEntry>,
    on_disk: Option<Vec<PlayerEntry>>,
}

/// The people at a table, and for whom it waits. After a game, people who have left still find it.
pub(crate) fn players_of<G: Face>(table: &Table<G>) -> Vec<PlayerEntry> {
    let (lobby, asked) = (table.lobby(), table.people_to_move());
    let people = lobby.seats().filter_map(|seat| Some((seat, lobby.chair(seat).holder()?)));
    let seated = people.zip(0..).map(|((seat, holder), place)| PlayerEntry {
        holder: holder.0,
        place: Some(place),
        is_asked: asked.has(seat),
    });
    let have_left = lobby.finishers().iter().filter(|holder| lobby.seat_of(**holder).is_none());
    let have_left =
        have_left.map(|holder| PlayerEntry { holder: holder.0, place: None, is_asked: false });
    seated.chain(have_left).collect()
}
