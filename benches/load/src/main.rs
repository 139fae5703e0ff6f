//! Measures a server on this machine with many tables, busy or silent, and prints the results.

mod client;
mod files;
mod huge;
mod load;
mod tigers;
mod visits;

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use rules::GameId;
use serde_json::json;
use store::TableId;

use crate::huge::Attack;
use crate::load::{Load, MoveRate, Report};
use crate::tigers::Tigers;
use crate::visits::Visits;

/// The same allocator as the server's: on a shared core, a slower one here would slow the server down.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Play at many tables of a server on this machine, and measure it
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(subcommand)]
    mode: Option<Mode>,
    /// The address of the server, which must be on this machine and run `--without-limits`
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    address: SocketAddr,
    /// Number of tables
    #[arg(long, value_name = "T", default_value_t = 100, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=5_000))]
    tables: usize,
    /// Moves a second at each table; 0 for as many as possible
    #[arg(long, value_name = "R", default_value_t = 1.0, value_parser = rate)]
    rate: f64,
    /// Stay silent, and move once at the end to check that all connections work
    #[arg(long, conflicts_with = "rate")]
    idle: bool,
    /// Duration in seconds
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Game
    #[arg(long, value_name = "GAME", default_value = "meow", value_parser = PossibleValuesParser::new(GameId::NAMES))]
    game: String,
    /// Players at each table
    #[arg(long, value_name = "N", default_value_t = 4)]
    players: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Other measurements. The server must run `--behind-proxy`, because visitors come from addresses of their own.
#[derive(Debug, Subcommand)]
enum Mode {
    /// Measure how long people wait for bots while one address has many tigers think
    Tigers(TigersArgs),
    /// Put tables with very many events into a data folder that no server uses, and print their ids
    HugeTable(HugeTableArgs),
    /// Ask for huge tables on many connections, and measure the home page of others
    Huge(HugeArgs),
    /// Open and leave many tables, drop streams at random, and sample memory and open files
    Visits(VisitsArgs),
}

#[derive(Debug, clap::Args)]
struct TigersArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// How many people play alone against tigers
    #[arg(long, value_name = "N", default_value_t = 100)]
    people: usize,
    /// How many tables with five tigers one more address has
    #[arg(long, value_name = "T", default_value_t = 12)]
    greedy: usize,
    /// How long
    #[arg(long, value_name = "S", default_value_t = 45)]
    seconds: u64,
}

#[derive(Debug, clap::Args)]
struct HugeTableArgs {
    /// The data folder
    #[arg(long, value_name = "FOLDER")]
    data: PathBuf,
    /// How many events
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    events: u64,
    /// How many such tables
    #[arg(long, value_name = "T", default_value_t = 1)]
    tables: usize,
}

#[derive(Debug, clap::Args)]
struct HugeArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// The ids that `huge-table` has printed
    #[arg(value_name = "TABLE", required = true)]
    tables: Vec<TableId>,
    /// How many connections ask for it
    #[arg(long, value_name = "C", default_value_t = 60)]
    connections: usize,
    /// How often others ask for the home page
    #[arg(long, value_name = "R", default_value_t = 1_500)]
    requests: usize,
    /// How many tables the public list has, each of an address of its own
    #[arg(long, value_name = "T", default_value_t = 0)]
    listed: usize,
}

#[derive(Debug, clap::Args)]
struct VisitsArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// How many tables are opened and left
    #[arg(long, value_name = "T", default_value_t = 20_000)]
    tables: usize,
    /// How long that takes
    #[arg(long, value_name = "S", default_value_t = 3_600)]
    seconds: u64,
    /// The time between two samples
    #[arg(long, value_name = "S", default_value_t = 60)]
    every: u64,
    /// How long the server gets to forget the last tables
    #[arg(long, value_name = "S", default_value_t = 90)]
    rest: u64,
}

#[derive(Debug, clap::Args)]
struct ServerArgs {
    /// The address of the server, which must be on this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    address: SocketAddr,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match args.mode {
        Some(mode) => run(mode),
        None => run_tables(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            drop(writeln!(io::stderr(), "error: {problem}"));
            ExitCode::FAILURE
        }
    }
}

/// Runs another measurement, and prints what was measured.
fn run(mode: Mode) -> Result<(), String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let (lines, failed) = match mode {
        Mode::Tigers(args) => {
            let (address, time) = (args.server.address, Duration::from_secs(args.seconds));
            let tigers = Tigers { address, n_people: args.people, n_greedy: args.greedy, time };
            (tigers.run_here().map_err(|error| said(&error))?.lines(), None)
        }
        Mode::HugeTable(args) => {
            let make = |_| huge::make(&args.data, args.events).map(|id| id.to_string());
            let ids: Result<Vec<_>, _> = (0..args.tables).map(make).collect();
            (ids.map_err(|error| said(&error))?, None)
        }
        Mode::Huge(args) => {
            let HugeArgs { server, tables, connections, requests, listed } = args;
            let address = server.address;
            let (n_connections, n_requests, n_listed) = (connections, requests, listed);
            let attack = Attack { address, tables, n_listed, n_connections, n_requests };
            (attack.run_here().map_err(|error| said(&error))?.lines(), None)
        }
        Mode::Visits(args) => {
            let [time, every, rest] =
                [args.seconds, args.every, args.rest].map(Duration::from_secs);
            let (address, n_tables) = (args.server.address, args.tables);
            let visits = Visits { address, n_tables, time, every, rest };
            let soak = visits.run_here().map_err(|error| said(&error))?;
            (soak.lines(), soak.failed)
        }
    };
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{line}").map_err(|error| said(&error))?;
    }
    match failed {
        None => Ok(()),
        Some((n, first)) => Err(format!("{n} visits failed, the first because {first}")),
    }
}

fn run_tables(args: &Args) -> Result<(), String> {
    let report = measure(args)?;
    print(args, &report).map_err(|error| error.to_string())?;
    match report.failed {
        None => Ok(()),
        Some((n, first)) => Err(format!("{n} tables gave up, the first because {first}")),
    }
}

fn measure(args: &Args) -> Result<Report, String> {
    let pace = match args.rate {
        _ if args.idle => MoveRate::Never,
        0.0 => MoveRate::AtOnce,
        rate => MoveRate::PerSecond(rate),
    };
    let load = Load {
        address: args.address,
        game: args.game.clone(),
        n_seats: args.players,
        n_tables: args.tables,
        pace,
        time: Duration::from_secs(args.seconds),
    };
    load::run_here(load).map_err(|error| error.to_string())
}

fn print(args: &Args, report: &Report) -> io::Result<()> {
    let Report { n_streams, n_moves, seconds, bytes_per_screen, cpu_seconds, memory, .. } = report;
    let per_second = *n_moves as f64 / seconds;
    let [p50, p99] = [50.0, 99.0].map(|percent| report.percentile(percent).unwrap_or(f64::NAN));
    let cpu_micros = cpu_seconds.map(|cpu| cpu / *n_moves as f64 * 1e6);
    let core = cpu_seconds.map(|cpu| cpu / seconds * 100.0);
    let kilobytes = memory.map(|(before, after)| (after - before) / 1e3);
    let per_table = kilobytes.map(|kilobytes| kilobytes / args.tables as f64);
    let per_stream = kilobytes.map(|kilobytes| kilobytes / *n_streams as f64);
    let mut out = io::stdout().lock();
    if args.json {
        let report = json!({
            "connections": n_streams,
            "moves": n_moves,
            "seconds": seconds,
            "moves_per_second": per_second,
            "p50_ms": p50,
            "p99_ms": p99,
            "bytes_per_screen": bytes_per_screen,
            "cpu_us_per_move": cpu_micros,
            "cpu_percent_of_a_core": core,
            "memory_kb_per_table": per_table,
            "memory_kb_per_connection": per_stream,
        });
        return writeln!(out, "{report:#}");
    }
    if args.idle {
        let n_tables = args.tables;
        writeln!(out, "{n_streams} connections at {n_tables} tables, silent for {seconds:.1} s")?;
        if let (Some(core), Some(kilobytes)) = (core, per_stream) {
            writeln!(
                out,
                "server: {core:.1} % of a core meanwhile, {kilobytes:.1} kB a connection, its share of a table included"
            )?;
        }
        return writeln!(
            out,
            "then {n_moves} moves, each on every screen of its table: p50 {p50:.2} ms, p99 {p99:.2} ms"
        );
    }
    writeln!(out, "{n_moves} moves in {seconds:.1} s: {per_second:.0} a second")?;
    writeln!(out, "from a move to every screen: p50 {p50:.2} ms, p99 {p99:.2} ms")?;
    writeln!(out, "{bytes_per_screen:.0} bytes for a screen")?;
    if let (Some(micros), Some(core)) = (cpu_micros, core) {
        writeln!(out, "server: {micros:.0} µs of processor a move, {core:.1} % of a core")?;
    }
    if let Some(kilobytes) = per_table {
        writeln!(out, "server: {kilobytes:.0} kB a table with all players connected")?;
    }
    Ok(())
}

/// Reads the moves per second at each table; 0 means as many as possible.
fn rate(text: &str) -> Result<f64, String> {
    let rate: Option<f64> = text.parse().ok();
    let fits = |rate: &f64| *rate == 0.0 || (0.001..=1000.0).contains(rate);
    rate.filter(fits).ok_or_else(|| "wanted 0, or a number from 0.001 to 1000".to_owned())
}
