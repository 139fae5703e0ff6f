//! The log of a stored table, folded by the rules of its game.

use rules::{Fact, Facts, Game, GameId, Study, Visit};
use store::{StoredTable, TableStage};
use table::event::{Event, EventKind};
use table::seed::Seed;
use table::table::{BadLog, Table};

/// Why a stored table cannot be one that a server wrote. Messages: `log-{code}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BadStoredLog {
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

impl BadStoredLog {
    pub(crate) fn code(&self) -> &'static str {
        match self {
            BadStoredLog::UnknownGame => "unknown-game",
            BadStoredLog::Unreadable(_) => "unreadable",
            BadStoredLog::Terms => "terms",
            BadStoredLog::Impossible(_) => "impossible",
            BadStoredLog::OtherSeed(_) => "other-seed",
            BadStoredLog::OtherStage(_) => "other-stage",
        }
    }

    pub(crate) fn facts(&self, table: &StoredTable) -> Facts {
        let mut facts = vec![("game", Fact::Text(table.head.game.clone()))];
        if let BadStoredLog::OtherStage(wanted) = self {
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
            BadStoredLog::Unreadable(index)
            | BadStoredLog::Impossible(index)
            | BadStoredLog::OtherSeed(index) => first + index,
            BadStoredLog::Terms => first,
            BadStoredLog::UnknownGame | BadStoredLog::OtherStage(_) => {
                let key = if *self == BadStoredLog::UnknownGame { "game" } else { "stage" };
                export.lines().position(|line| line.starts_with(key)).map_or(1, |line| line + 1)
            }
        }
    }
}

/// Folds the log of a table: every event must follow from the rules and the events before it.
pub(crate) fn check(table: &StoredTable) -> Result<(), BadStoredLog> {
    let game = GameId::named(&table.head.game).ok_or(BadStoredLog::UnknownGame)?;
    game.visit(Check(table))
}

struct Check<'a>(&'a StoredTable);

impl Visit for Check<'_> {
    type Output = Result<(), BadStoredLog>;

    fn visit<G: Game + Study>(self) -> Result<(), BadStoredLog> {
        let StoredTable { seed, head, events, .. } = self.0;
        let seed = Seed::new(*seed.bytes());
        let (mut folded, mut n_games, mut stage) = (None::<Table<G>>, 0, TableStage::Waiting);
        for (index, line) in events.iter().enumerate() {
            let event: Event<G> = line.parse().map_err(|_| BadStoredLog::Unreadable(index))?;
            match &event.kind {
                EventKind::Began { commitment } => {
                    n_games += 1;
                    stage = TableStage::Playing;
                    if *commitment != seed.of_game(n_games).commitment() {
                        return Err(BadStoredLog::OtherSeed(index));
                    }
                }
                EventKind::Ended { .. } => stage = TableStage::Over,
                _ => {}
            }
            match &mut folded {
                None => folded = Some(Table::new(&event).map_err(|_| BadStoredLog::Terms)?),
                Some(table) => {
                    let replayed = table.replay(event);
                    replayed.map_err(|_: BadLog| BadStoredLog::Impossible(index))?;
                }
            }
        }
        if folded.is_none() {
            return Err(BadStoredLog::Terms);
        }
        if stage != head.stage {
            return Err(BadStoredLog::OtherStage(stage));
        }
        Ok(())
    }
}
