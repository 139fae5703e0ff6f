//! Numbers as text and as JSON.

use std::time::Duration;

use arena::Estimate;
pub(crate) use arena::plot::{grouped, time};
use serde_json::{Value, json};

/// A count per second.
pub(crate) fn per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9)
}

/// `1 thread`, `4 threads`.
pub(crate) fn threads(jobs: usize) -> String {
    if jobs == 1 { "1 thread".to_owned() } else { format!("{jobs} threads") }
}

/// `25.3% [24.1, 26.5]`.
pub(crate) fn share(estimate: &Estimate) -> String {
    with_interval(
        &Estimate {
            mean: 100.0 * estimate.mean,
            interval: estimate.interval.map(|ends| ends.map(|end| 100.0 * end)),
        },
        1,
        "%",
    )
}

/// `12.34 [11.90, 12.78]`.
pub(crate) fn points(estimate: &Estimate) -> String {
    with_interval(estimate, 2, "")
}

fn with_interval(estimate: &Estimate, digits: usize, unit: &str) -> String {
    let mean = format!("{:.digits$}{unit}", estimate.mean);
    match estimate.interval {
        Some([low, high]) => format!("{mean} [{low:.digits$}, {high:.digits$}]"),
        None => format!("{mean} [?]"),
    }
}

/// Milliseconds.
pub(crate) fn millis(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

/// A quantity and its interval, as two entries of a JSON object.
pub(crate) fn put(object: &mut Value, key: &str, estimate: &Estimate) {
    object[key] = json!(estimate.mean);
    object[format!("{key}_interval")] = json!(estimate.interval);
}

/// Columns as wide as their widest cell. The first column is aligned left, the others right.
pub(crate) fn table(rows: &[Vec<String>]) -> Vec<String> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..n_columns).map(|column| widest(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}
