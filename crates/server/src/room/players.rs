//! The people at a table, noted where the home page looks for a visitor's tables.

use pages::face::Face;
use store::{Player, TableStage};
use table::event::Holder;
use table::table::Table;

use super::Room;

impl<G: Face> Room<G> {
    /// Notes who plays here and for whom the table waits: in memory at once, on disk when people come or go, and when
    /// nobody watches. Every move of a table in sight would be written otherwise. Returns once newcomers are on disk.
    pub(super) async fn note_players(&mut self) {
        let players = players_of(&self.table);
        if players != self.players.now {
            let asked = players.iter().filter(|player| player.is_asked);
            let asked = asked.map(|player| Holder(player.holder)).collect();
            self.hall.turns().set(self.id, asked);
            self.players.now = players;
        }
        let Players { now, on_disk } = &mut self.players;
        let holders = |players: &[Player]| players.iter().map(|it| it.holder).collect::<Vec<_>>();
        let is_known = on_disk.as_ref().is_some_and(|on_disk| holders(on_disk) == holders(now));
        let is_same = on_disk.as_ref() == Some(now);
        if is_same || (is_known && self.presenter.is_watched()) {
            return;
        }
        *on_disk = Some(now.clone());
        // After the end, players who leave still find the game.
        let keep_others = self.head.stage == TableStage::Over;
        let noted = self.hall.store().note_players(self.id, now.clone(), keep_others);
        // This is an index, and the next load of the table writes it again: a failure costs nobody the seat.
        let noted = async move {
            if let Err(error) = noted.await {
                tracing::warn!(%error, "the players of a table could not be noted");
            }
        };
        if is_known {
            tokio::spawn(noted);
        } else {
            noted.await;
        }
    }
}

/// What was noted last.
#[derive(Debug, Default)]
pub(super) struct Players {
    now: Vec<Player>,
    on_disk: Option<Vec<Player>>,
}

/// The people at a table, and for whom it waits.
pub(crate) fn players_of<G: Face>(table: &Table<G>) -> Vec<Player> {
    let (lobby, asked) = (table.lobby(), table.people_to_move());
    let player = |seat| {
        let holder = lobby.chair(seat).holder()?;
        Some(Player { holder: holder.0, is_asked: asked.has(seat) })
    };
    lobby.seats().filter_map(player).collect()
}
