//! The command-line arguments.

use std::net::SocketAddr;
use std::path::PathBuf;

use arena::PlayerName;
use bots::BotName;
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use rules::GameId;

use crate::operator_args::{EraseArgs, PruneArgs, TablesArgs};

/// Play four cat card games with friends or bots, in a browser or a terminal. Without a command it serves at 127.0.0.1:8080.
#[derive(Debug, Parser)]
#[command(name = "nekoza", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CliCommand {
    /// Serve the games to browsers
    Serve(ServeArgs),
    /// Print the settings of a server with their defaults, as a file to edit
    Config,
    /// Play in this terminal, with bots and friends
    Play(PlayArgs),
    /// List the games with their player counts, variants and defaults
    Games(ListArgs),
    /// List the bots and their names
    Bots(ListArgs),
    /// Read the rulebook of a game
    Rules(RulesArgs),
    /// Print the deck values of a game as a deck file to edit
    Deck(DeckArgs),
    /// Play many random games and print statistics
    Simulate(SimulateArgs),
    /// Compare bots on the same deals from every seat, with confidence intervals
    Arena(ArenaArgs),
    /// Measure every bot in every game, for the benchmark table
    Ladder(LadderArgs),
    /// Compare variants of a game: fairness, closeness, length and events
    Lab(LabArgs),
    /// Print the games of a record file, trick by trick
    Replay(ReplayArgs),
    /// Print the best moves at a step of a recorded game, with reasons
    Hint(HintArgs),
    /// Check every step of a record file
    Audit(AuditArgs),
    /// Check the deals of a finished game against its revealed seed
    Verify(RecordArg),
    /// Copy all tables of a server into a new file; the server can keep running
    Backup(BackupArgs),
    /// Print one table of a server with its seed and hidden cards; the server can keep running
    Export(ExportArgs),
    /// Import an exported table; no server may use the folder
    Import(ImportArgs),
    /// List, show, unlist and delete the tables of a server
    Tables(TablesArgs),
    /// Delete tables that nobody has touched for long; no server may use the folder
    Prune(PruneArgs),
    /// Remove a person's name and chat from all tables of a server; no server may use the folder
    Erase(EraseArgs),
    /// Play many random games and check every law of the games
    Soak(SoakArgs),
    /// Print shell completions
    Completions(CompletionsArgs),
}

/// The settings of `nekoza serve`. `nekoza` without a command has none of them.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0:8080 accepts other machines, port 0 takes any free port [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) listen: Option<SocketAddr>,
    /// Folder of the tables [default: ./data]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,
    /// Public address of the server, for links: `https://cats.example`
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<String>,
    /// Trust the X-Forwarded-For header of the proxy before the server
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Show /metrics to everyone, not only to this machine
    #[arg(long)]
    pub(crate) open_metrics: bool,
    /// Log level: error, warn, info, debug, or targets such as "warn,server=debug" [default: warn]
    #[arg(long, value_name = "TARGETS")]
    pub(crate) log: Option<String>,
    /// File with settings; `nekoza config` prints one to edit
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// A setting, as in the file
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Turn off rate limits, for measurements on this machine
    #[arg(long)]
    pub(crate) without_limits: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// Game; default: a menu
    #[arg(value_name = "GAME", value_parser = game_names())]
    game: Option<String>,
    /// Number of players
    #[arg(long, value_name = "N", requires = "game")]
    players: Option<String>,
    /// Rules of the variant, as listed by `nekoza games`: "key=value key=value"
    #[arg(long, value_name = "RULES", default_value = "", requires = "game")]
    rules: String,
    /// Deck file with custom values
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "game")]
    deck: Option<PathBuf>,
    /// Names of the people at this terminal; hands are hidden between their turns
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', requires = "game")]
    pub(crate) people: Vec<String>,
    /// Bots, such as tiger, cat or kitten; the last one takes all remaining seats
    #[arg(
        long,
        value_name = "BOT,BOT",
        value_delimiter = ',',
        default_value = "cat",
        requires = "game"
    )]
    pub(crate) bots: Vec<BotName>,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "S", requires = "game")]
    pub(crate) seed: Option<u64>,
    /// Continue the last unfinished game
    #[arg(long = "continue", conflicts_with = "game")]
    pub(crate) resume: bool,
    /// Folder of saved games
    #[arg(long, value_name = "FOLDER", default_value = ServeArgs::DATA, value_hint = ValueHint::DirPath)]
    pub(crate) data: PathBuf,
    /// Minimum time of a bot's move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 700, value_parser = clap::value_parser!(u64).range(..=10_000))]
    pub(crate) pace: u64,
    /// Play line by line, for screen readers, pipes and scripts
    #[arg(long)]
    pub(crate) plain: bool,
}

impl PlayArgs {
    /// The game and its rules, if a game is named.
    pub(crate) fn variant(&self) -> Option<VariantArgs> {
        Some(VariantArgs {
            game: GameArg { name: self.game.clone()? },
            players: self.players.clone(),
            rules: self.rules.clone(),
            deck: self.deck.clone(),
        })
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct BackupArgs {
    /// File to create
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// Id of the table: the part of its address after /t/
    #[arg(value_name = "TABLE")]
    pub(crate) table: String,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ImportArgs {
    /// Output of `nekoza export`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FolderArgs {
    /// Folder of the tables
    #[arg(long, value_name = "FOLDER", default_value = ServeArgs::DATA, value_hint = ValueHint::DirPath)]
    pub(crate) data: PathBuf,
}

impl ServeArgs {
    const DATA: &str = "./data";
}

#[derive(Debug, clap::Args)]
pub(crate) struct ListArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Show the values of this deck file instead of the reconstructed ones
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) deck: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DeckArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// Number of games
    #[arg(long, value_name = "K", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Save the games in a record file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// Bots; the last one takes all remaining seats, and a bot named twice has two seats
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', required = true)]
    pub(crate) bots: Vec<PlayerName>,
    #[command(flatten)]
    pub(crate) tournament: TournamentArgs,
    /// Stop early at this confidence that the first bot wins more or less often than the others: 95%
    #[arg(long, value_name = "PERCENT", value_parser = confidence)]
    pub(crate) until: Option<f64>,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LadderArgs {
    /// Game; default: all games
    #[arg(value_parser = game_names())]
    pub(crate) game: Option<String>,
    /// Only rungs whose bots contain this text: "greedy among random", "tiger", "search:1s"
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    #[command(flatten)]
    pub(crate) tournament: TournamentArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print a Markdown table
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LabArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// Keys of the rules to vary, with their values: "lead=two-cards|winner players=3|4"
    #[arg(long, value_name = "KEY=A|B")]
    pub(crate) vary: String,
    /// Bots for every variant; the last one takes all remaining seats
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', default_value = "greedy")]
    pub(crate) bots: Vec<PlayerName>,
    #[command(flatten)]
    pub(crate) tournament: TournamentArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// The size of a tournament, and how it is run.
#[derive(Debug, clap::Args)]
pub(crate) struct TournamentArgs {
    /// Number of games, rounded up so that every line-up plays every deal
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Formats of the results, besides text.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write an HTML report with plots
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

/// The dice and the threads of a run.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// Seed: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RecordArg {
    /// Record file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) record: RecordArg,
    /// Show the game on the screen, with steps forward and back from any seat
    #[arg(long)]
    pub(crate) tui: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) record: RecordArg,
    /// Number of the game in the file, from 1; default: the last one
    #[arg(long, value_name = "K")]
    pub(crate) game: Option<usize>,
    /// Hint before this step, as numbered by `nekoza audit`; default: the end of an unfinished game
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// Seat; default: the seat to move
    #[arg(long, value_name = "S")]
    pub(crate) seat: Option<u8>,
    /// Bot and its time to think
    #[arg(long, value_name = "BOT", default_value = "search:200ms")]
    pub(crate) bot: BotName,
    /// Number of actions to print
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) top: u16,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    pub(crate) record: RecordArg,
    /// Print one line of JSON for each step, round and end
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SoakArgs {
    /// Game; default: all games
    #[arg(value_parser = game_names())]
    pub(crate) game: Option<String>,
    /// Number of games for each variant and player count
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// Shell
    pub(crate) shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GameArg {
    /// Game
    #[arg(value_name = "GAME", value_parser = game_names())]
    name: String,
}

impl GameArg {
    pub(crate) fn id(&self) -> GameId {
        GameId::named(&self.name).expect("clap accepts only known names")
    }
}

/// A game and its rules.
#[derive(Debug, clap::Args)]
pub(crate) struct VariantArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// Number of players
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// Rules of the variant, as listed by `nekoza games`: "key=value key=value"
    #[arg(long, value_name = "RULES", default_value = "")]
    pub(crate) rules: String,
    /// Deck file with custom values
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) deck: Option<PathBuf>,
}

pub(crate) fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(GameId::NAMES)
}

/// Reads a confidence such as `95%` as a share.
fn confidence(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>();
    let share = number.ok().filter(|&percent| percent > 50.0 && percent < 100.0);
    let wanted = || "wanted more than 50% and less than 100%, such as 95%".to_owned();
    share.map(|percent| percent / 100.0).ok_or_else(wanted)
}
