//! `nekoza load`.

use std::time::Duration;

use serde_json::json;
use server::load::{Load, Pace, Report};

use crate::args::LoadArgs;
use crate::output::{Failure, Output};

pub(crate) fn load(args: &LoadArgs, output: &mut Output) -> Result<(), Failure> {
    let pace = match args.rate {
        _ if args.idle => Pace::Never,
        0.0 => Pace::AtOnce,
        rate => Pace::PerSecond(rate),
    };
    let load = Load {
        address: args.address,
        game: args.game.clone(),
        n_seats: args.players,
        n_tables: args.tables,
        pace,
        time: Duration::from_secs(args.seconds),
    };
    let report = server::load::run_here(load).map_err(|error| Failure::Usage(error.to_string()))?;
    let Report {
        n_streams, n_moves, seconds, bytes_per_screen, cpu_seconds, memory, failed, ..
    } = &report;
    let per_second = *n_moves as f64 / seconds;
    let [p50, p99] = [50.0, 99.0].map(|percent| report.percentile(percent).unwrap_or(f64::NAN));
    let cpu_micros = cpu_seconds.map(|cpu| cpu / *n_moves as f64 * 1e6);
    let core = cpu_seconds.map(|cpu| cpu / seconds * 100.0);
    let kilobytes = memory.map(|(before, after)| (after - before) / 1e3);
    let per_table = kilobytes.map(|kilobytes| kilobytes / args.tables as f64);
    let per_stream = kilobytes.map(|kilobytes| kilobytes / *n_streams as f64);
    if args.json {
        output.json(&json!({
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
        }))?;
    } else if args.idle {
        output.line(format!(
            "{n_streams} connections at {} tables, silent for {seconds:.1} s",
            args.tables
        ))?;
        if let (Some(core), Some(kilobytes)) = (core, per_stream) {
            output.line(format!(
                "server: {core:.1} % of a core meanwhile, {kilobytes:.1} kB a connection, its share of a table included"
            ))?;
        }
        output.line(format!(
            "then {n_moves} moves, each on every screen of its table: p50 {p50:.2} ms, p99 {p99:.2} ms"
        ))?;
    } else {
        output.line(format!("{n_moves} moves in {seconds:.1} s: {per_second:.0} a second"))?;
        output.line(format!("from a move to every screen: p50 {p50:.2} ms, p99 {p99:.2} ms"))?;
        output.line(format!("{bytes_per_screen:.0} bytes for a screen"))?;
        if let (Some(micros), Some(core)) = (cpu_micros, core) {
            output.line(format!(
                "server: {micros:.0} µs of processor a move, {core:.1} % of a core"
            ))?;
        }
        if let Some(kilobytes) = per_table {
            output.line(format!("server: {kilobytes:.0} kB a table with everybody connected"))?;
        }
    }
    match failed {
        None => Ok(()),
        Some((n, first)) => {
            Err(Failure::Broken(format!("{n} tables gave up, the first because {first}")))
        }
    }
}
