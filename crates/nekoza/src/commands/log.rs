//! The log of a stored table, folded by the rules of its game.

use rules::{Fact, Facts, Game, GameId, Study, Visit};
use store::{StoredTable, TableStage};
use table::event::{Event, EventKind};
use table::seed::Seed;
use table::table::{BadLog, Table};

/// Why a stored table cannot be one that a server wrote. Messages: `log-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BadTable {
    /// The head names a game that this program does not know.
    UnknownGame,
    /// The event with this index is no event of the game.
    Unreadable(usize),
    /// The first event does not have the terms of a table of this game.
    Terms,
    /// The event with this index cannot have happened after the events before it.
    Impossible(usize),
    /// The game that begins with the event of this index was not dealt from the table's seed.
    OtherSeed(usize),
    /// The head says something else about how far the table is.
    OtherStage(TableStage),
}

impl BadTable {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            BadTable::UnknownGame => "unknown-game",
            BadTable::Unreadable(_) => "unreadable",
            BadTable::Terms => "terms",
            BadTable::Impossible(_) => "impossible",
            BadTable::OtherSeed(_) => "other-seed",
            BadTable::OtherStage(_) => "other-stage",
        }
    }

    pub(crate) fn facts(&self, table: &StoredTable) -> Facts {
        let mut facts = vec![("game", Fact::Text(table.head.game.clone()))];
        if let BadTable::OtherStage(wanted) = self {
            facts.push(("found", Fact::Text(table.head.stage.name().to_owned())));
            facts.push(("wanted", Fact::Text(wanted.name().to_owned())));
        }
        facts
    }

    /// The line of an export that it is about.
    pub(crate) fn line(&self, export: &str, n_events: usize) -> usize {
        // The events are the last lines but one.
        let first = export.lines().count().saturating_sub(n_events);
        match self {
            BadTable::Unreadable(index)
            | BadTable::Impossible(index)
            | BadTable::OtherSeed(index) => first + index,
            BadTable::Terms => first,
            BadTable::UnknownGame | BadTable::OtherStage(_) => {
                let key = if *self == BadTable::UnknownGame { "game" } else { "stage" };
                export.lines().position(|line| line.starts_with(key)).map_or(1, |line| line + 1)
            }
        }
    }
}

/// Folds the log of a table: every event must follow from the rules and the events before it.
pub(crate) fn check(table: &StoredTable) -> Result<(), BadTable> {
    let game = GameId::named(&table.head.game).ok_or(BadTable::UnknownGame)?;
    game.visit(Check(table))
}

struct Check<'a>(&'a StoredTable);

impl Visit for Check<'_> {
    type Output = Result<(), BadTable>;

    fn visit<G: Game + Study>(self) -> Result<(), BadTable> {
        let StoredTable { seed, head, events, .. } = self.0;
        let seed = Seed::new(*seed.bytes());
        let (mut folded, mut n_games, mut stage) = (None::<Table<G>>, 0, TableStage::Waiting);
        for (index, line) in events.iter().enumerate() {
            let event: Event<G> = line.parse().map_err(|_| BadTable::Unreadable(index))?;
            match &event.kind {
                EventKind::Began { commitment } => {
                    n_games += 1;
                    stage = TableStage::Playing;
                    if *commitment != seed.of_game(n_games).commitment() {
                        return Err(BadTable::OtherSeed(index));
                    }
                }
                EventKind::Ended { .. } => stage = TableStage::Over,
                _ => {}
            }
            match &mut folded {
                None => folded = Some(Table::new(&event).map_err(|_| BadTable::Terms)?),
                Some(table) => {
                    let replayed = table.replay(event);
                    replayed.map_err(|_: BadLog| BadTable::Impossible(index))?;
                }
            }
        }
        if folded.is_none() {
            return Err(BadTable::Terms);
        }
        if stage != head.stage {
            return Err(BadTable::OtherStage(stage));
        }
        Ok(())
    }
}
