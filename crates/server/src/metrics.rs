//! Metrics for operators, in the text format of Prometheus.
//!
//! There are about a dozen, all known at compile time, so they are fields and need no registry. Several servers in one
//! process, as in tests, count separately.
//!
//! Tables are counted, but moves and events are not: such a counter would reveal sealed choices at tables that hide
//! them. The number of tables in memory reveals only that one of them was looked at.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::{MatchedPath, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::address::Address;
use crate::app::App;
use crate::clock;
use crate::error::{PageError, Problem};

/// All counters of a server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Answers by the first digit of their status.
    pub(crate) answers: [AtomicU64; 6],
    /// Open connections.
    pub(crate) connections: AtomicU64,
    /// Connections refused because their address is banned or holds too many.
    pub(crate) connections_refused: AtomicU64,
    /// Streams refused because their address holds too many.
    pub(crate) streams_refused: AtomicU64,
    /// Replays and records refused because too many of their address wait.
    pub(crate) replays_refused: AtomicU64,
    /// The time until an answer starts.
    pub(crate) answer_time: Histogram,
}

/// Numbers that are not counters: the hall, the store and the streams are asked each time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    /// Tables in memory.
    pub(crate) awake: usize,
    /// Stored tables, if the store can be read.
    pub(crate) kept: Option<u64>,
    /// Bots that wait for their turn to think.
    pub(crate) bots_waiting: u32,
    /// Requests refused by rate limits.
    pub(crate) limited: u64,
    /// Open streams.
    pub(crate) streams: usize,
    /// Writes to the store that failed.
    pub(crate) failed_writes: u64,
}

impl Metrics {
    /// All metrics in the text format of Prometheus.
    pub(crate) fn text(&self, counts: Counts) -> String {
        let mut text = String::new();
        self.write(counts, &mut text).expect("a text takes it");
        text
    }

    fn write(&self, counts: Counts, out: &mut String) -> fmt::Result {
        head(out, "nekoza_build_info", "gauge", "The version that runs.")?;
        writeln!(out, "nekoza_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"))?;
        head(out, "nekoza_http_responses_total", "counter", "Answers by class of status.")?;
        for class in 1..=5 {
            let n = self.answers[class].load(Ordering::Relaxed);
            writeln!(out, "nekoza_http_responses_total{{class=\"{class}xx\"}} {n}")?;
        }
        let now = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let refused = "Requests refused because they came too fast.";
        number(out, "nekoza_http_limited_total", "counter", refused, counts.limited)?;
        let open = "Connections that are open.";
        number(out, "nekoza_connections", "gauge", open, now(&self.connections))?;
        let name = "nekoza_connections_refused_total";
        let refused = "Connections refused because their address is banned or holds too many.";
        number(out, name, "counter", refused, now(&self.connections_refused))?;
        let streams = "Streams that are open.";
        number(out, "nekoza_streams", "gauge", streams, counts.streams as u64)?;
        let name = "nekoza_streams_refused_total";
        let refused = "Streams refused because their address holds too many.";
        number(out, name, "counter", refused, now(&self.streams_refused))?;
        let name = "nekoza_replays_refused_total";
        let refused = "Replays and records refused because too many of their address wait.";
        number(out, name, "counter", refused, now(&self.replays_refused))?;
        let name = "nekoza_store_failed_writes_total";
        let failed = "Writes to the store that failed.";
        number(out, name, "counter", failed, counts.failed_writes)?;
        let awake = "Tables in memory: watched, or used a short time ago.";
        number(out, "nekoza_tables_awake", "gauge", awake, counts.awake as u64)?;
        if let Some(kept) = counts.kept {
            number(out, "nekoza_tables_kept", "gauge", "Tables in the store.", kept)?;
        }
        let waiting = "Bots that wait for their turn to think.";
        number(out, "nekoza_bots_waiting", "gauge", waiting, counts.bots_waiting.into())?;
        let time = "Seconds until an answer begins.";
        self.answer_time.write(out, "nekoza_http_response_seconds", time)?;
        process(out)
    }
}

/// The costs of the process under the standard names of Prometheus. Only Linux reports them.
fn process(out: &mut String) -> fmt::Result {
    // Fields 14 and 15 count ticks of a hundredth of a second. The process name before them can contain blanks and ends
    // with `)`.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, fields)| fields.split_whitespace());
    let ticks = fields.map(|fields| fields.skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()));
    if let Some(ticks) = ticks {
        let name = "process_cpu_seconds_total";
        head(out, name, "counter", "Processor time of this process in seconds.")?;
        writeln!(out, "{name} {}", ticks.sum::<u64>() as f64 / 100.0)?;
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = resident.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    if let Some(kilobytes) = kilobytes {
        let name = "process_resident_memory_bytes";
        head(out, name, "gauge", "Memory of this process in bytes.")?;
        writeln!(out, "{name} {}", kilobytes * 1024)?;
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        // The folder itself is open while it is listed.
        let n_files = files.count().saturating_sub(1) as u64;
        let help = "Open files of this process, connections included.";
        number(out, "process_open_fds", "gauge", help, n_files)?;
    }
    Ok(())
}

/// A metric with one value.
fn number(out: &mut String, name: &str, kind: &str, help: &str, value: u64) -> fmt::Result {
    head(out, name, kind, help)?;
    writeln!(out, "{name} {value}")
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) -> fmt::Result {
    writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}")
}

/// A histogram of durations.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    /// One count for each of [`BOUNDS`], and one for longer durations.
    counts: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

/// Upper bounds, in microseconds.
const BOUNDS: [u64; 12] =
    [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 500_000, 2_000_000];

impl Histogram {
    /// Adds a duration.
    pub(crate) fn add(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let place = BOUNDS.partition_point(|&bound| bound < micros);
        self.counts[place].fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }

    fn write(&self, out: &mut String, name: &str, help: &str) -> fmt::Result {
        head(out, name, "histogram", help)?;
        let mut so_far = 0;
        for (count, bound) in self.counts.iter().zip(BOUNDS.map(Some).into_iter().chain([None])) {
            so_far += count.load(Ordering::Relaxed);
            match bound {
                Some(micros) => {
                    let seconds = micros as f64 / 1e6;
                    writeln!(out, "{name}_bucket{{le=\"{seconds}\"}} {so_far}")?;
                }
                None => writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {so_far}")?,
            }
        }
        let seconds = self.micros.load(Ordering::Relaxed) as f64 / 1e6;
        writeln!(out, "{name}_sum {seconds}\n{name}_count {so_far}")
    }
}

/// `GET /metrics`: for this machine only, unless the operator opens it. On a quiet server the number of answers can
/// reveal a hidden choice.
pub(crate) async fn show(
    State(app): State<App>,
    address: Address,
) -> Result<impl IntoResponse, PageError> {
    if !address.is_loopback() && !app.config().open_metrics {
        return Err(Problem::NotFound.into());
    }
    let counts = Counts {
        bots_waiting: app.hall().bot_queue().n_waiting(),
        awake: app.hall().n_awake(),
        kept: app.hall().n_kept().await,
        limited: app.buckets().n_refused(),
        streams: app.stream_slots().n_held(),
        failed_writes: app.hall().n_failed_writes(),
    };
    let kind = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    Ok((kind, app.metrics().text(counts)))
}

/// Counts an answered request by its status and logs it by its route. Paths can contain the key to a seat.
pub(crate) async fn count(
    State(app): State<App>,
    route: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let (began, method) = (clock::now(), request.method().clone());
    let answer = next.run(request).await;
    let (status, time) = (answer.status(), clock::now() - began);
    let metrics = app.metrics();
    metrics.answers[usize::from(status.as_u16() / 100).min(5)].fetch_add(1, Ordering::Relaxed);
    metrics.answer_time.add(time);
    let route = route.as_ref().map_or("unknown", MatchedPath::as_str);
    let (status_code, micros) = (status.as_u16(), time.as_micros() as u64);
    if status == StatusCode::INTERNAL_SERVER_ERROR {
        tracing::error!(%method, route, status = status_code, micros, "answered");
    } else {
        tracing::debug!(%method, route, status = status_code, micros, "answered");
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_add_up() {
        let metrics = Metrics::default();
        for micros in [50, 100, 101, 3_000_000] {
            metrics.answer_time.add(Duration::from_micros(micros));
        }
        let text = metrics.text(Counts::default());
        for line in [
            "nekoza_http_response_seconds_bucket{le=\"0.0001\"} 2",
            "nekoza_http_response_seconds_bucket{le=\"0.00025\"} 3",
            "nekoza_http_response_seconds_bucket{le=\"2\"} 3",
            "nekoza_http_response_seconds_bucket{le=\"+Inf\"} 4",
            "nekoza_http_response_seconds_count 4",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in {text}");
        }
    }
}
