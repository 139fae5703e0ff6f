//! The arguments of commands for operators.

use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use store::{TableId, TableStage};

use crate::args::FolderArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TablesCommand {
    /// List the tables, the latest change first; the server can keep running
    List(TablesListArgs),
    /// Print what is kept of a table, without cards and chat; the server can keep running
    Show(TablesShowArgs),
    /// Take tables off the public list; players with the link can play on; no server may use the folder
    Unlist(TablesChangeArgs),
    /// Close tables for good: everybody can still read them, and nobody can play; no server may use the folder
    Close(TablesChangeArgs),
    /// Delete tables with everything that is kept of them; no server may use the folder
    Delete(TablesChangeArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct TablesListArgs {
    /// Only tables of this game
    #[arg(long, value_name = "GAME", value_parser = crate::args::game_names())]
    pub(crate) game: Option<String>,
    /// Only tables of this stage
    #[arg(long, value_name = "STAGE")]
    pub(crate) stage: Option<StageArg>,
    /// Only tables with a player of this name
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Only tables on the public list
    #[arg(long)]
    pub(crate) listed: bool,
    /// Only tables that have not changed for this long: 90d, 12h, 30m
    #[arg(long, value_name = "AGE", value_parser = age)]
    pub(crate) older_than: Option<Duration>,
    /// Print one line of JSON for each table
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TablesShowArgs {
    /// Id of the table: the part of its address after /t/
    #[arg(value_name = "TABLE")]
    pub(crate) table: TableId,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TablesChangeArgs {
    /// Ids of tables: the part of their addresses after /t/
    #[arg(value_name = "TABLE", required = true)]
    pub(crate) tables: Vec<TableId>,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PruneArgs {
    /// Delete tables at which nobody has played that have not changed for this long: 7d, 12h, 30m; "never" keeps them
    #[arg(long, value_name = "AGE", default_value = "7d", value_parser = limit)]
    pub(crate) unplayed: Limit,
    /// Delete all tables that have not changed for this long, finished games included: 90d; default: never
    #[arg(long, value_name = "AGE", value_parser = age)]
    pub(crate) older_than: Option<Duration>,
    /// Only list what would be deleted; the server can keep running
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EraseArgs {
    #[command(flatten)]
    pub(crate) who: EraseWho,
    /// Only at this table; default: at all tables
    #[arg(long, value_name = "TABLE")]
    pub(crate) table: Option<TableId>,
    /// Only list the tables that would change; the server can keep running
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct EraseWho {
    /// Name of the person, exactly as at the table
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Browser of the person: the 32 hexadecimal digits before the name in an exported table
    #[arg(long, value_name = "HOLDER")]
    pub(crate) holder: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum StageArg {
    Waiting,
    Playing,
    Over,
}

impl StageArg {
    pub(crate) fn stage(self) -> TableStage {
        match self {
            StageArg::Waiting => TableStage::Waiting,
            StageArg::Playing => TableStage::Playing,
            StageArg::Over => TableStage::Over,
        }
    }
}

/// An age, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit(pub(crate) Option<Duration>);

fn limit(text: &str) -> Result<Limit, String> {
    if text == "never" { Ok(Limit(None)) } else { age(text).map(|age| Limit(Some(age))) }
}

/// Reads an age such as `90d`.
fn age(text: &str) -> Result<Duration, String> {
    let read = || {
        let unit = match text.chars().next_back()? {
            'd' => 24 * 3600,
            'h' => 3600,
            'm' => 60,
            _ => return None,
        };
        let number: u32 = text[..text.len() - 1].parse().ok()?;
        Some(Duration::from_secs(u64::from(number) * unit))
    };
    read().ok_or_else(|| "wanted days, hours or minutes, such as 90d, 12h or 30m".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_have_a_number_and_a_unit() {
        let seconds = |text| age(text).map(|age| age.as_secs()).ok();
        assert_eq!(seconds("90d"), Some(90 * 86_400));
        assert_eq!(seconds("12h"), Some(12 * 3600));
        assert_eq!(seconds("0m"), Some(0));
        for bad in ["", "d", "9", "-1d", "1.5d", "9w", "99999999999d", "1é"] {
            assert_eq!(seconds(bad), None, "{bad:?}");
        }
        assert!(limit("never").unwrap().0.is_none());
    }
}
