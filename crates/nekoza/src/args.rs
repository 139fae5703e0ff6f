//! What can be typed.

use std::net::SocketAddr;
use std::path::PathBuf;

use arena::PlayerName;
use bots::BotName;
use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use rules::GameId;
use server::PublicUrl;

/// Card games about cats, to be played in a browser and studied. Without a command it serves at 127.0.0.1:8080.
#[derive(Debug, Parser)]
#[command(name = "nekoza", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve the games to browsers
    Serve(ServeArgs),
    /// Play in this terminal, against bots and with friends beside you
    Play(PlayArgs),
    /// List the games with their player counts, variants and defaults
    Games(ListArgs),
    /// List the bots and how to write their names
    Bots(ListArgs),
    /// Read the rulebook of a game
    Rules(RulesArgs),
    /// Print the values that a deck file can replace, as a deck file to start from
    Deck(DeckArgs),
    /// Play many games at random and tell what they were like
    Simulate(SimulateArgs),
    /// Let bots play the same deals from every seat, and tell who is better and how sure that is
    Arena(ArenaArgs),
    /// Measure every bot in every game, for the table of benchmarks
    Ladder(LadderArgs),
    /// Compare variants of a game: is it fair, close, long; what happens in it
    Lab(LabArgs),
    /// Tell the games of a record file, trick by trick
    Replay(ReplayArgs),
    /// Tell the best a player could do somewhere in a recorded game, and why
    Hint(HintArgs),
    /// Referee a record file from scratch
    Audit(AuditArgs),
    /// Deal a finished game again from its revealed seed, and compare
    Verify(VerifyArgs),
    /// Copy all tables of a server into a new file; the server may go on
    Backup(BackupArgs),
    /// Print one table of a server, seed and hidden cards included, to move it elsewhere; the server may go on
    Export(ExportArgs),
    /// Take in a table that was exported; no server may have the folder open
    Import(ImportArgs),
    /// Play many games at random under every law that games obey
    Soak(SoakArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on; 0.0.0.0:8080 lets others in, port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value = ServeArgs::LISTEN)]
    pub(crate) listen: SocketAddr,
    /// The folder where tables are kept
    #[arg(long, value_name = "FOLDER", default_value = ServeArgs::DATA, value_hint = ValueHint::DirPath)]
    pub(crate) data: PathBuf,
    /// Where people find the server, for the links it hands out: `https://cats.example`
    #[arg(long, value_name = "URL")]
    pub(crate) public_url: Option<PublicUrl>,
    /// Believe the proxy before the server when it says in X-Forwarded-For who is asking
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Answer /metrics to everybody; without this, to this machine alone
    #[arg(long)]
    pub(crate) open_metrics: bool,
    /// What to log: error, warn, info, debug, or parts such as "warn,server=debug"
    #[arg(long, value_name = "TARGETS", default_value = ServeArgs::LOG)]
    pub(crate) log: String,
    /// Let every address ask as much as it likes, for measuring on this machine
    #[arg(long)]
    pub(crate) without_limits: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// The game; a menu if none is named
    #[arg(value_name = "GAME", value_parser = game_names())]
    game: Option<String>,
    /// How many players
    #[arg(long, value_name = "N", requires = "game")]
    players: Option<String>,
    /// Rules of the variant, as `nekoza games` lists them: "key=value key=value"
    #[arg(long, value_name = "RULES", default_value = "", requires = "game")]
    rules: String,
    /// A deck file with the values of your own box
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "game")]
    deck: Option<PathBuf>,
    /// The names of those who play at this terminal; a curtain falls between their turns
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',', requires = "game")]
    pub(crate) people: Vec<String>,
    /// The bots, such as tiger, cat or kitten; the last one takes all seats that are left
    #[arg(
        long,
        value_name = "BOT,BOT",
        value_delimiter = ',',
        default_value = "cat",
        requires = "game"
    )]
    pub(crate) bots: Vec<BotName>,
    /// What is dealt: the same seed gives the same deals
    #[arg(long, value_name = "S", requires = "game")]
    pub(crate) seed: Option<u64>,
    /// Go on with the game that was played last and has not ended
    #[arg(long = "continue", conflicts_with = "game")]
    pub(crate) go_on: bool,
    /// The folder where games are kept
    #[arg(long, value_name = "FOLDER", default_value = ServeArgs::DATA, value_hint = ValueHint::DirPath)]
    pub(crate) data: PathBuf,
    /// How many milliseconds a bot takes at least, so that you can follow
    #[arg(long, value_name = "MS", default_value_t = 700, value_parser = clap::value_parser!(u64).range(..=10_000))]
    pub(crate) pace: u64,
    /// Tell everything in lines, for screen readers, pipes and scripts
    #[arg(long)]
    pub(crate) plain: bool,
}

impl PlayArgs {
    /// The game and how it is played, if one is named.
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
pub(crate) struct VerifyArgs {
    /// The record file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BackupArgs {
    /// The file to make
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExportArgs {
    /// The table, as its address has it behind /t/
    #[arg(value_name = "TABLE")]
    pub(crate) table: String,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ImportArgs {
    /// The file that `nekoza export` printed
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FolderArgs {
    /// The folder where tables are kept
    #[arg(long, value_name = "FOLDER", default_value = ServeArgs::DATA, value_hint = ValueHint::DirPath)]
    pub(crate) data: PathBuf,
}

impl ServeArgs {
    const LISTEN: &str = "127.0.0.1:8080";
    const DATA: &str = "./data";
    const LOG: &str = "warn";
}

/// As a bare `nekoza` serves.
impl Default for ServeArgs {
    fn default() -> ServeArgs {
        ServeArgs {
            listen: Self::LISTEN.parse().expect("this is an address"),
            data: Self::DATA.into(),
            public_url: None,
            behind_proxy: false,
            open_metrics: false,
            log: Self::LOG.to_owned(),
            without_limits: false,
        }
    }
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
    /// Show the values of this deck file in place of the reconstructed ones
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
    /// How many games to play
    #[arg(long, value_name = "K", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// What the dice are made from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads play
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Keep the games in a record file
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
    /// The bots; the last one takes all seats that are left, and a bot named twice has two seats
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', required = true)]
    pub(crate) bots: Vec<PlayerName>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// End early, once it is this sure whether the first bot comes first more or less often than the others: 95%
    #[arg(long, value_name = "PERCENT", value_parser = confidence)]
    pub(crate) until: Option<f64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a report with plots, as a page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LadderArgs {
    /// The game; all of them if none is named
    #[arg(value_parser = game_names())]
    pub(crate) game: Option<String>,
    /// Only rungs whose bots read so in part: "greedy among random", "tiger", "search:1s"
    #[arg(long, value_name = "TEXT")]
    pub(crate) only: Option<String>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print a table in Markdown
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct LabArgs {
    #[command(flatten)]
    pub(crate) variant: VariantArgs,
    /// What differs, as keys of the rules with all their values: "lead=two-cards|winner players=3|4"
    #[arg(long, value_name = "KEY=A|B")]
    pub(crate) vary: String,
    /// The bots that play every variant; the last one takes all seats that are left
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',', default_value = "greedy")]
    pub(crate) bots: Vec<PlayerName>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a report with plots, as a page
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) html: Option<PathBuf>,
}

/// How much is played.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// How many games, rounded up so that every line-up plays every deal
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) games: u64,
    /// What the dice are made from: the same seed gives the same deals
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads play
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArgs {
    /// The record file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Show it on the screen: forward and back, from any seat
    #[arg(long)]
    pub(crate) tui: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HintArgs {
    /// The record file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Which game of the file, from 1; the last one if none is named
    #[arg(long, value_name = "K")]
    pub(crate) game: Option<usize>,
    /// Before which step, as `nekoza audit` numbers them; where an unfinished game stands if none is named
    #[arg(long, value_name = "N")]
    pub(crate) step: Option<usize>,
    /// For which seat; for the one that decides there if none is named
    #[arg(long, value_name = "S")]
    pub(crate) seat: Option<u8>,
    /// The bot that is asked, and how long it thinks
    #[arg(long, value_name = "BOT", default_value = "search:200ms")]
    pub(crate) bot: BotName,
    /// How many actions to tell
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) top: u16,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AuditArgs {
    /// The record file
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Print one line of JSON for each step, standing and end
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct SoakArgs {
    /// The game; all of them if none is named
    #[arg(value_parser = game_names())]
    pub(crate) game: Option<String>,
    /// How many games of each variant and player count
    #[arg(long, value_name = "K", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// What the dice are made from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many threads play
    #[arg(long, value_name = "J", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GameArg {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_names())]
    name: String,
}

impl GameArg {
    pub(crate) fn id(&self) -> GameId {
        GameId::named(&self.name).expect("clap lets only known names pass")
    }
}

/// A game and how it is played.
#[derive(Debug, clap::Args)]
pub(crate) struct VariantArgs {
    #[command(flatten)]
    pub(crate) game: GameArg,
    /// How many players
    #[arg(long, value_name = "N")]
    pub(crate) players: Option<String>,
    /// Rules of the variant, as `nekoza games` lists them: "key=value key=value"
    #[arg(long, value_name = "RULES", default_value = "")]
    pub(crate) rules: String,
    /// A deck file with the values of your own box
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) deck: Option<PathBuf>,
}

fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(GameId::NAMES)
}

/// A confidence such as `95%`, as a share.
fn confidence(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse::<f64>();
    let share = number.ok().filter(|&percent| percent > 50.0 && percent < 100.0);
    let wanted = || "wanted more than 50% and less than 100%, such as 95%".to_owned();
    share.map(|percent| percent / 100.0).ok_or_else(wanted)
}
